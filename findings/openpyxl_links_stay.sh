#!/usr/bin/env bash
# After a row is inserted, each row links to the source of the row below it.
#
# Package   openpyxl 3.1.5 (PyPI)
# Guess     the link of a cell moves with its cell when a row is inserted or taken out above it, as
#           its text and its comment do.
# Behaviour until the workbook is saved it seems so. The file has each link at its former address: a
#           new row carries the link of the next, the last row has none, and after a row is taken
#           out an address without text stands below the table.
# Seen      the lines of `expected` below.
# Do        after insert_rows(), delete_rows() or move_range() set each link again
#           (cell.hyperlink = cell.hyperlink.target), and read the saved file in a test.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  openpyxl==3.1.5

cat >look.py <<'PYTHON'
from openpyxl import Workbook, load_workbook


def show(sheet):
    """Return each cell's text, with the last letter of its link."""
    cells = [row[0] for row in sheet.iter_rows()]
    return ", ".join(f"{cell.value} -> {cell.hyperlink.target[-1] if cell.hyperlink else None}" for cell in cells)


book = Workbook()
for row, name in enumerate("abc", start=1):
    book.active.cell(row, 1, name).hyperlink = f"https://example.org/{name}"
book.save("before.xlsx")

for action in ("insert_rows", "delete_rows"):
    book = load_workbook("before.xlsx")
    getattr(book.active, action)(2)
    print(f"{action}, in memory: {show(book.active)}")
    book.save("after.xlsx")
    print(f"{action}, in the file: {show(load_workbook('after.xlsx').active)}")
PYTHON

cat >expected <<'TEXT'
insert_rows, in memory: a -> a, None -> None, b -> b, c -> c
insert_rows, in the file: a -> a, https://example.org/b -> b, b -> c, c -> None
delete_rows, in memory: a -> a, c -> c
delete_rows, in the file: a -> a, c -> None, https://example.org/c -> c
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
