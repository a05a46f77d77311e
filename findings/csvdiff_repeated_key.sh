#!/usr/bin/env bash
# A row that was taken out is no difference.
#
# Package   csv-diff 1.2 (PyPI)
# Guess     two tables that differ by a row differ, whether they are compared by a key or row by
#           row; a key that stands twice is an error.
# Behaviour of the rows with one key the last alone is compared, so that by day nothing has been
#           removed; without a key equal rows count as one, and one of the two rows that are gone is
#           reported.
# Seen      the lines of `expected` below.
# Do        compare by an id that is unique, test that it is, and compare the numbers of rows as
#           well.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  csv-diff==1.2

cat >look.py <<'PYTHON'
import io

from csv_diff import compare, load_csv

before = "day,count\n2019-02-22,1400\n2019-02-22,60\n2019-02-23,5\n2019-02-23,5\n"
after = "day,count\n2019-02-22,60\n2019-02-23,5\n"
for label, options in (("by day", {"key": "day"}), ("whole rows", {})):
    tables = [load_csv(io.StringIO(text), **options) for text in (before, after)]
    changes = compare(*tables)
    print(label, {kind: len(changes[kind]) for kind in ("added", "removed", "changed")})
PYTHON

cat >expected <<'TEXT'
by day {'added': 0, 'removed': 0, 'changed': 0}
whole rows {'added': 0, 'removed': 1, 'changed': 0}
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
