#!/usr/bin/env bash
# A season has other months in each EDTF library, and a winter ends on 31 December.
#
# Package   edtf 5.0.2 (PyPI), edtf 4.11.1 (npm)
# Guess     both libraries give spring 2019 (`2019-21`) the same months, and a winter (`2019-24`)
#           lasts from December 2019 to the end of February 2020.
# Behaviour in Python spring is March to May and winter December 2019 alone, one month long; in
#           JavaScript the seasons are the quarters: spring is January to March, winter October
#           to December.
# Seen      the lines of `expected` below.
# Do        give events of a season an interval of months (2019-12/2020-02) and keep the word
#           winter in a note; never filter by the bounds of a season.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  edtf==5.0.2
npm install --silent --no-audit --no-fund edtf@4.11.1

cat >look.py <<'PYTHON'
from edtf import parse_edtf

for season in ("2019-21", "2019-22", "2019-23", "2019-24"):
    value = parse_edtf(season)
    bounds = [f"{day.tm_year}-{day.tm_mon:02}-{day.tm_mday:02}" for day in
              (value.lower_strict(), value.upper_strict())]
    print("Python", season, *bounds)
PYTHON

cat >look.mjs <<'NODE'
import edtf from "edtf";

for (const season of ["2019-21", "2019-22", "2019-23", "2019-24"]) {
  const { min, max } = edtf(season);
  console.log("Node", season, ...[min, max].map((time) => new Date(time).toISOString().slice(0, 10)));
}
NODE

cat >expected <<'TEXT'
Python 2019-21 2019-03-01 2019-05-31
Python 2019-22 2019-06-01 2019-08-31
Python 2019-23 2019-09-01 2019-11-30
Python 2019-24 2019-12-01 2019-12-31
Node 2019-21 2019-01-01 2019-03-31
Node 2019-22 2019-04-01 2019-06-30
Node 2019-23 2019-07-01 2019-09-30
Node 2019-24 2019-10-01 2019-12-31
TEXT

{
  venv/bin/python look.py
  node look.mjs
} 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
