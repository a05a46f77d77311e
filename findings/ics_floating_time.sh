#!/usr/bin/env bash
# A time without a zone is written as a time in UTC.
#
# Package   ics 0.7.3 (PyPI)
# Guess     an event at 18:07 local time, with no zone given, is written as floating time
#           (`DTSTART:20190222T180700`), which every calendar shows as 18:07.
# Behaviour a Z is added, also to a floating time read from a file. In Bogotá the event then
#           stands at 13:07, and one of 03:00 moves to the day before.
# Seen      the lines of `expected` below.
# Do        write times of events with TZID or as floating text by icalendar, or write the day
#           alone and put the time into the summary.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  ics==0.7.3

cat >look.py <<'PYTHON'
from ics import Calendar, Event

event = Event(name="Crossing", begin="2019-02-22 18:07", uid="ev-1")
print(next(line for line in event.serialize().splitlines() if line.startswith("DTSTART")))

floating = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:ev-2",
    "DTSTAMP:20190301T000000Z", "DTSTART:20190223T030000", "SUMMARY:Crossing",
    "END:VEVENT", "END:VCALENDAR", ""])
written = Calendar(floating).serialize()
print(next(line for line in written.splitlines() if line.startswith("DTSTART")))
PYTHON

cat >expected <<'TEXT'
DTSTART:20190222T180700Z
DTSTART:20190223T030000Z
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
