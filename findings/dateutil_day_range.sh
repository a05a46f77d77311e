#!/usr/bin/env bash
# A range of days becomes a time of the day in another year.
#
# Package   python-dateutil 2.9.0.post0 (PyPI)
# Guess     parse() reads `22-25 February 2019` as 22 February 2019 or raises; isoparse() refuses
#           an interval, which is no date.
# Behaviour parse() takes 22 for the year 2022, 25 for the day and 2019 for 20:19; isoparse()
#           takes what follows the slash for a time and an offset. Neither raises.
# Seen      the lines of `expected` below.
# Do        split ranges before parsing, accept only texts of one known format, and compare the
#           year with the digits in the text.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  python-dateutil==2.9.0.post0

cat >look.py <<'PYTHON'
from dateutil import parser

print("parse   ", parser.parse("22-25 February 2019"))
print("parse   ", parser.parse("February 22 and 23, 2019"))
print("isoparse", parser.isoparse("2019-02-22/2019-02-25"))
PYTHON

cat >expected <<'TEXT'
parse    2022-02-25 20:19:00
parse    2023-02-22 20:19:00
isoparse 2019-02-22 20:19:00-01:35
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
