#!/usr/bin/env bash
# The number of a footnote makes a count ten times as large.
#
# Package   trafilatura 2.3.1, lxml_html_clean 0.4.6, inscriptis 2.7.6, fpdf2 2.8.9, pypdf 7.1.1,
#           pdfplumber 0.11.10 (PyPI)
# Guess     programs that take the text out of a page or a PDF keep the raised number of a note
#           apart from the figure before it, by a space, a bracket or a raised digit.
# Behaviour 1.400 with note 3 is 1.4003 in all of them; only trafilatura's Markdown keeps <sup>.
# Seen      the lines of `expected` below.
# Do        take <sup> out of a page before its text is read, and look at the size of the characters
#           (pdfplumber's chars) before a number of a PDF is cited.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  trafilatura==2.3.1 lxml_html_clean==0.4.6 inscriptis==2.7.6 fpdf2==2.8.9 pypdf==7.1.1 pdfplumber==0.11.10

cat >look.py <<'PYTHON'
import inscriptis
import pdfplumber
import pypdf
import trafilatura
from fpdf import FPDF

words = "El puente se cerró por la noche y miles de personas esperaron al otro lado del río. " * 3
page = f"<html><body><article><p>{words}</p><p>Según la oficina cruzaron 1.400<sup>3</sup> militares y sus familias.</p></article></body></html>"
print("trafilatura", trafilatura.extract(page).splitlines()[-1])
print("trafilatura, Markdown", trafilatura.extract(page, output_format="markdown").splitlines()[-1])
print("inscriptis", inscriptis.get_text(page).strip().splitlines()[-1])

paper = FPDF()
paper.add_page()
paper.set_font("Helvetica", size=12)
for position, part in (("LINE", "Cruzaron 1.400"), ("SUP", "3"), ("LINE", " militares.")):
    paper.char_vpos = position
    paper.write(8, part)
paper.output("report.pdf")
print("pypdf", pypdf.PdfReader("report.pdf").pages[0].extract_text())
with pdfplumber.open("report.pdf") as file:
    print("pdfplumber", file.pages[0].extract_text())
PYTHON

cat >expected <<'TEXT'
trafilatura Según la oficina cruzaron 1.4003 militares y sus familias.
trafilatura, Markdown Según la oficina cruzaron 1.400<sup>3</sup> militares y sus familias.
inscriptis Según la oficina cruzaron 1.4003 militares y sus familias.
pypdf Cruzaron 1.4003 militares.
pdfplumber Cruzaron 1.4003 militares.
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
