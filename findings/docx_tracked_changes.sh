#!/usr/bin/env bash
# A paragraph with tracked changes is read without its old and without its new words.
#
# Package   python-docx 1.2.0, pypandoc-binary 1.17 (PyPI)
# Guess     the text of a paragraph in which 1.200 was corrected to 1.400 with tracked changes is
#           the new or the old version, as pandoc gives the new one.
# Behaviour python-docx leaves out inserted words as well as deleted ones: "Desertaron soldados."
#           Words in a content control, as dates of forms are, are left out, too.
# Seen      the lines of `expected` below.
# Do        read documents with pandoc, which accepts the changes, or refuse one that has w:ins,
#           w:del or w:sdt.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  python-docx==1.2.0 pypandoc-binary==1.17

cat >look.py <<'PYTHON'
import docx
import pypandoc
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

RUN = "<w:r><w:t xml:space='preserve'>{}</w:t></w:r>"
document = docx.Document()
corrected = document.add_paragraph("Desertaron ")
for xml in (
    "<w:del {} w:id='1' w:author='A'><w:r><w:delText xml:space='preserve'>1.200 </w:delText></w:r></w:del>",
    "<w:ins {} w:id='2' w:author='A'>" + RUN.format("1.400 ") + "</w:ins>",
):
    corrected._p.append(parse_xml(xml.replace("{}", nsdecls("w"))))
corrected.add_run("soldados.")
form = document.add_paragraph("Cruzaron el ")
form._p.append(parse_xml(
    f"<w:sdt {nsdecls('w')}><w:sdtPr><w:date/></w:sdtPr><w:sdtContent>{RUN.format('22 de febrero')}</w:sdtContent></w:sdt>"))
form.add_run(" de 2019.")
document.save("report.docx")

for paragraph in docx.Document("report.docx").paragraphs:
    print("python-docx", paragraph.text)
for line in pypandoc.convert_file("report.docx", "plain").split("\n\n"):
    print("pandoc", line.strip())
PYTHON

cat >expected <<'TEXT'
python-docx Desertaron soldados.
python-docx Cruzaron el  de 2019.
pandoc Desertaron 1.400 soldados.
pandoc Cruzaron el 22 de febrero de 2019.
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
