#!/usr/bin/env bash
# The years 1990--1995 are 19901995 in a PDF, and an address loses its underscores.
#
# Package   fpdf2 2.8.9, pypdf 7.1.1 (PyPI)
# Guess     markdown=True makes bold and italic of pairs of marks around words; two hyphens within a
#           range, or two underscores within an address, stand as they are, at least where no second
#           pair follows.
# Behaviour -- underlines, and each pair of marks is taken out wherever it stands, with a partner or
#           without, within numbers and addresses, too. What is printed is another number, and a link
#           that is copied from the page leads elsewhere.
# Seen      the lines of `expected` below.
# Do        put a backslash before each pair that is text, or write ranges with one hyphen, before
#           texts of others are printed with markdown=True.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  fpdf2==2.8.9 pypdf==7.1.1

cat >look.py <<'PYTHON'
import io

import pypdf
from fpdf import FPDF

for text in ("1990--1995", r"1990\--1995", "1990-1995", "https://example.org/a__b"):
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("helvetica")
    pdf.multi_cell(0, text=text, markdown=True)
    print(f"{ascii(text)}: {ascii(pypdf.PdfReader(io.BytesIO(pdf.output())).pages[0].extract_text())}")
PYTHON

cat >expected <<'TEXT'
'1990--1995': '19901995'
'1990\\--1995': '1990--1995'
'1990-1995': '1990-1995'
'https://example.org/a__b': 'https://example.org/ab'
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
