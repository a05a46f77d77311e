#!/usr/bin/env bash
# An editor's comment, with name and time, stands before the value of its cell.
#
# Package   odfpy 1.4.1, pandas 3.1.1, numpy 2.4.6, pyexcel-ods 0.6.0 (PyPI)
# Guess     teletype.extractText() gives the text of a cell as a reader sees it in the table; a comment
#           is no part of it.
# Behaviour OpenDocument stores a comment within the cell, and extractText() joins all text below it
#           without a space: the author, the time to the second, the comment and the value, so that
#           900 in a comment before 1400 is 9001400. pandas and pyexcel-ods, which read through odfpy
#           as well, take the paragraphs of the cell alone.
# Seen      the lines of `expected` below.
# Do        take the office:annotation elements out of a cell before extractText(), or read its value
#           (getAttribute("value")).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  odfpy==1.4.1 pandas==3.1.1 numpy==2.4.6 pyexcel-ods==0.6.0

cat >look.py <<'PYTHON'
import pandas
from odf import teletype
from odf.dc import Creator, Date
from odf.office import Annotation
from odf.opendocument import OpenDocumentSpreadsheet, load
from odf.table import Table, TableCell, TableRow
from odf.text import P
from pyexcel_ods import get_data

comment = Annotation()
for element in (Creator(text="Ana"), Date(text="2020-01-02T10:00:00"), P(text="others say 900")):
    comment.addElement(element)
table = Table(name="counts")
for text, parts in (("count", []), ("1400", [comment])):
    cell = TableCell(valuetype="string")
    for part in [*parts, P(text=text)]:
        cell.addElement(part)
    row = TableRow()
    row.addElement(cell)
    table.addElement(row)
document = OpenDocumentSpreadsheet()
document.spreadsheet.addElement(table)
document.save("counts.ods")

print("odfpy", [teletype.extractText(cell) for cell in load("counts.ods").getElementsByType(TableCell)])
print("pandas", pandas.read_excel("counts.ods", dtype=str)["count"].tolist())
print("pyexcel-ods", get_data("counts.ods")["counts"])
PYTHON

cat >expected <<'TEXT'
odfpy ['count', 'Ana2020-01-02T10:00:00others say 9001400']
pandas ['1400']
pyexcel-ods [['count'], ['1400']]
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
