#!/usr/bin/env bash
# The days 10-12 of a Word document are 1012.
#
# Package   python-docx 1.2.0, docx2txt 0.9, docx2python 3.7.1, mammoth 1.13.0, pypandoc-binary 1.17
#           (PyPI)
# Guess     a no-break hyphen, which Word sets to keep a range on one line, is read as some hyphen.
# Behaviour Word writes it as an element, not as a character. docx2txt and docx2python leave it out,
#           so that two days are one number and two years are one of eight digits; python-docx
#           reads "-", mammoth and pandoc U+2011.
# Seen      the lines of `expected` below.
# Do        read with one of the others, or replace w:noBreakHyphen in word/document.xml by a text
#           first; and turn U+2011 into "-" before ranges are compared.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  python-docx==1.2.0 docx2txt==0.9 docx2python==3.7.1 mammoth==1.13.0 pypandoc-binary==1.17

cat >look.py <<'PYTHON'
import docx
import docx2txt
import mammoth
import pypandoc
from docx2python import docx2python

document = docx.Document()
run = document.add_paragraph("From 10").runs[0]
for text in ("12 May, in 2018", "2019"):
    run._r.append(docx.oxml.OxmlElement("w:noBreakHyphen"))
    run.add_text(text)
document.save("note.docx")

texts = {
    "python-docx": docx.Document("note.docx").paragraphs[0].text,
    "docx2txt": docx2txt.process("note.docx"),
    "docx2python": docx2python("note.docx").text,
    "mammoth": mammoth.extract_raw_text(open("note.docx", "rb")).value,
    "pandoc": pypandoc.convert_file("note.docx", "plain"),
}
for name, text in texts.items():
    print(f"{name}: {ascii(text.strip())}")
PYTHON

cat >expected <<'TEXT'
python-docx: 'From 10-12 May, in 2018-2019'
docx2txt: 'From 1012 May, in 20182019'
docx2python: 'From 1012 May, in 20182019'
mammoth: 'From 10\u201112 May, in 2018\u20112019'
pandoc: 'From 10\u201112 May, in 2018\u20112019'
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
