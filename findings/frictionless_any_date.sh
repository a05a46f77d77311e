#!/usr/bin/env bash
# A valid table states days that depend on the day it was read.
#
# Package   frictionless 5.21.0, python-dateutil 2.9.0.post0 (PyPI)
# Guess     a date field with `format: any` refuses `2019` and `2019-02`, which are no days, or at
#           most takes the first day.
# Behaviour the missing parts are filled from today, no error is reported, and the table is valid:
#           2019 is another day of 2019 each time it is read.
# Seen      the lines of `expected` below.
# Do        use the types year and yearmonth, or string with a pattern for EDTF; never `format:
#           any` for dates.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  frictionless==5.21.0 python-dateutil==2.9.0.post0

cat >look.py <<'PYTHON'
import calendar
import datetime as dt
import pathlib

from frictionless import Resource, Schema

pathlib.Path("events.csv").write_text("day\n2019\n2019-02\n")


def open_table():
    return Resource(path="events.csv", schema=Schema.from_descriptor(
        {"fields": [{"name": "day", "type": "date", "format": "any"}]}))


today = dt.date.today()
year, month = (row["day"] for row in open_table().read_rows())
last_day = calendar.monthrange(2019, today.month)[1]
print("valid:", open_table().validate().valid)
print("2019 has today's day and month:", year == dt.date(2019, today.month, min(today.day, last_day)))
print("2019-02 has today's day:", month == dt.date(2019, 2, min(today.day, 28)))
PYTHON

cat >expected <<'TEXT'
valid: True
2019 has today's day and month: True
2019-02 has today's day: True
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
