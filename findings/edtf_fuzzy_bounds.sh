#!/usr/bin/env bash
# The fuzzy bounds of an approximate month are more than two years apart.
#
# Package   edtf 5.0.2 (PyPI)
# Guess     `2019-02~` is about February 2019, so its fuzzy bounds reach a month further on either
#           side: January to March 2019.
# Behaviour every part that the sign covers is widened at once: a month and a year for a month, a
#           day, a month and a year for a day. The bounds of `2019-02~` are 1 January 2018 and 28
#           March 2020.
# Seen      the lines of `expected` below.
# Do        draw approximate dates at their strict bounds with a sign of their own, or set the
#           padding yourself; never filter by lower_fuzzy() and upper_fuzzy().
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  edtf==5.0.2

cat >look.py <<'PYTHON'
from edtf import parse_edtf

for text in ("2019-02", "2019-02~", "2019-02-22~"):
    value = parse_edtf(text)
    bounds = [f"{day.tm_year}-{day.tm_mon:02}-{day.tm_mday:02}" for day in
              (value.lower_fuzzy(), value.upper_fuzzy())]
    print(text, *bounds)
PYTHON

cat >expected <<'TEXT'
2019-02 2019-02-01 2019-02-28
2019-02~ 2018-01-01 2020-03-28
2019-02-22~ 2018-01-21 2020-03-23
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
