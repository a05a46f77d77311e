#!/usr/bin/env bash
# A count behind a date becomes its year.
#
# Package   dateparser 1.5.0 (PyPI)
# Guess     in "El sábado 23 de febrero, 60 militares desertaron" the date is 23 February of the
#           base year, as in the same sentence without the count.
# Behaviour the comma does not end the date: 60 is read as the year 2060.
# Seen      the lines of `expected` below.
# Do        find dates in running text with patterns that demand a four-digit year or "de", and
#           let a person confirm each.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  dateparser==1.5.0

cat >look.py <<'PYTHON'
import datetime as dt

from dateparser.search import search_dates

base = {"RELATIVE_BASE": dt.datetime(2019, 3, 1)}
for sentence in ("El sábado 23 de febrero, 60 militares desertaron.",
                 "El sábado 23 de febrero desertaron 60 militares."):
    for text, moment in search_dates(sentence, languages=["es"], settings=base):
        print(repr(text), moment.date())
PYTHON

cat >expected <<'TEXT'
'sábado 23 de febrero, 60' 2060-02-23
'sábado 23 de febrero' 2019-02-23
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
