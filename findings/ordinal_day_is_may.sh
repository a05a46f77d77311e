#!/usr/bin/env bash
# Day 53 of 2019, as in the names of satellite pictures, is 3 May, or 1 May.
#
# Package   dayjs 1.11.23, luxon 3.7.2, moment 2.31.0, date-fns 4.4.0 (npm), feedparser 6.0.14 (PyPI)
# Guess     an ISO date of a year and a day of the year (2019-053, 22 February) is read as such, or
#           refused.
# Behaviour Luxon, Moment and date-fns read it. Day.js takes the first two digits for a month and the
#           third for a day: 3 May; month 13 and later are in the next years. feedparser takes the
#           month alone: 1 May.
# Seen      the lines of `expected` below.
# Do        turn such days into calendar dates first, with Luxon or Python's strptime("%Y-%j").
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  feedparser==6.0.14
npm install --silent --no-audit --no-fund dayjs@1.11.23 luxon@3.7.2 moment@2.31.0 date-fns@4.4.0

cat >look.mjs <<'NODE'
import { format, parseISO } from "date-fns";
import dayjs from "dayjs";
import { DateTime } from "luxon";
import moment from "moment";

for (const text of ["2019-053", "2019053", "2019-133", "2019-365"]) {
  const days = [dayjs(text).format("YYYY-MM-DD"), DateTime.fromISO(text).toISODate(), moment(text).format("YYYY-MM-DD"),
    format(parseISO(text), "yyyy-MM-dd")];
  console.log(text, "dayjs", days[0], "luxon", days[1], "moment", days[2], "date-fns", days[3]);
}
NODE

cat >look.py <<'PYTHON'
import feedparser

for text in ("2019-053", "2019-133"):
    feed = f"<rss version='2.0'><channel><item><title>a</title><pubDate>{text}</pubDate></item></channel></rss>"
    day = feedparser.parse(feed).entries[0].published_parsed
    print(text, "feedparser", day and "-".join(map(str, day[:3])))
PYTHON

cat >expected <<'TEXT'
2019-053 dayjs 2019-05-03 luxon 2019-02-22 moment 2019-02-22 date-fns 2019-02-22
2019053 dayjs 2019-05-03 luxon 2019-02-22 moment 2019-02-22 date-fns 2019-02-22
2019-133 dayjs 2020-01-03 luxon 2019-05-13 moment 2019-05-13 date-fns 2019-05-13
2019-365 dayjs 2021-12-05 luxon 2019-12-31 moment 2019-12-31 date-fns 2019-12-31
2019-053 feedparser 2019-5-1
2019-133 feedparser 2020-1-1
TEXT

{ node look.mjs; venv/bin/python look.py; } 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
