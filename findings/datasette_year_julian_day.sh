#!/usr/bin/env bash
# A year is a day of the 48th century before Christ.
#
# Package   datasette 0.65.5, sqlite-utils 4.2.1, setuptools 81.0.0 (PyPI)
# Guess     a facet by date over EDTF texts counts days and leaves out `2019` and `2019-02`, which
#           are no days, or counts a year as its 1 January.
# Behaviour the month is left out, but SQLite's date() takes a bare number for a Julian day: 2019 is
#           a day in 4708 BC, and a filter for that day finds the event.
# Seen      the lines of `expected` below.
# Do        facet and filter by a column of first days, and keep EDTF for display.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  datasette==0.65.5 sqlite-utils==4.2.1 setuptools==81.0.0

cat >look.py <<'PYTHON'
import asyncio

import sqlite_utils
from datasette.app import Datasette

table = sqlite_utils.Database("events.db")["events"]
table.insert_all([{"date": "2019"}, {"date": "2019-02"}, {"date": "2019-02-22"}])


async def look():
    client = Datasette(["events.db"]).client
    answer = await client.get("/events/events.json?_facet_date=date")
    for result in answer.json()["facet_results"]["date"]["results"]:
        print(result["value"], result["count"])


asyncio.run(look())
PYTHON

cat >expected <<'TEXT'
-4707-06-04 1
2019-02-22 1
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
