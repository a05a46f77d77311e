#!/usr/bin/env bash
# A column of dates turns the numbers of paragraphs into dates.
#
# Package   duckdb 1.5.6 (PyPI)
# Guess     read_csv leaves `3.1.2`, the number of a cited paragraph, as text: it is neither a
#           number nor a common date, and no other column changes that.
# Behaviour the sniffer has one format of dates for the file: beside days such as 22.02.2019 the
#           paragraph 3.1.2 is 3 January of the year 2. Without that column it is text.
# Seen      the lines of `expected` below.
# Do        name the columns of locators in `types` as VARCHAR, and look at the sniffed types
#           before citing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  duckdb==1.5.6

cat >look.py <<'PYTHON'
import pathlib

import duckdb

pathlib.Path("alone.csv").write_text("event;paragraph\nA;3.1.2\nB;4.2.11\n")
pathlib.Path("beside.csv").write_text("day;paragraph\n22.02.2019;3.1.2\n23.02.2019;4.2.11\n")
for name in ("alone", "beside"):
    rows = duckdb.sql(f"SELECT paragraph::VARCHAR, typeof(paragraph) FROM read_csv('{name}.csv')")
    print(name, rows.fetchall())
PYTHON

cat >expected <<'TEXT'
alone [('3.1.2', 'VARCHAR'), ('4.2.11', 'VARCHAR')]
beside [('0002-01-03', 'DATE'), ('0011-02-04', 'DATE')]
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
