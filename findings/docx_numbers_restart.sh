#!/usr/bin/env bash
# Paragraph 14 of a Word document is paragraph 1.
#
# Package   mammoth 1.13.0, markitdown 0.1.9, docx2python 3.7.1, pypandoc-binary 1.17,
#           python-docx 1.2.0 (PyPI)
# Guess     the numbers that Word sets before the paragraphs of a ruling are kept: a list that begins
#           with 12 does so in HTML and Markdown, and goes on after a paragraph or heading in between.
# Behaviour mammoth, and markitdown, which reads through it, begin each piece of a list with 1.
#           pandoc and docx2python have the numbers that a reader sees.
# Seen      the lines of `expected` below.
# Do        take numbers of paragraphs from pandoc or docx2python, and compare the first of each list
#           with the document on the screen before you cite by them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  mammoth==1.13.0 markitdown==0.1.9 docx2python==3.7.1 pypandoc-binary==1.17 python-docx==1.2.0

cat >look.py <<'PYTHON'
import re

import docx
import mammoth
import pypandoc
from docx.oxml import parse_xml
from docx2python import docx2python
from markitdown import MarkItDown

SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
document = docx.Document()
lists = document.part.numbering_part.element
lists.insert(0, parse_xml(f"""<w:abstractNum {SPACE} w:abstractNumId="90"><w:lvl w:ilvl="0"><w:start w:val="12"/>
<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>"""))
lists.append(parse_xml(f'<w:num {SPACE} w:numId="90"><w:abstractNumId w:val="90"/></w:num>'))
for text in ("Twelfth", "Thirteenth", "In between.", "Fourteenth"):
    properties = document.add_paragraph(text)._p.get_or_add_pPr()
    if text.endswith("th"):
        properties.append(parse_xml(f'<w:numPr {SPACE}><w:ilvl w:val="0"/><w:numId w:val="90"/></w:numPr>'))
document.save("ruling.docx")

html = mammoth.convert_to_html(open("ruling.docx", "rb")).value
texts = {
    "mammoth, as a browser shows it": re.sub("<ol>(.*?)</ol>", lambda match: "".join(
        f"{number}. {item} " for number, item in enumerate(re.findall("<li>(.*?)</li>", match[1]), start=1)), html),
    "markitdown": MarkItDown().convert("ruling.docx").text_content,
    "pandoc": pypandoc.convert_file("ruling.docx", "plain"),
    "docx2python": docx2python("ruling.docx").text,
}
for name, text in texts.items():
    print(f"{name}: {' '.join(re.sub('<.*?>', '', text).split())}")
PYTHON

cat >expected <<'TEXT'
mammoth, as a browser shows it: 1. Twelfth 2. Thirteenth In between.1. Fourteenth
markitdown: 1. Twelfth 2. Thirteenth In between. 1. Fourteenth
pandoc: 12. Twelfth 13. Thirteenth In between. 14. Fourteenth
docx2python: 12) Twelfth 13) Thirteenth In between. 14) Fourteenth
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
