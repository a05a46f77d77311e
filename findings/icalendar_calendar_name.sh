#!/usr/bin/env bash
# The name of a calendar keeps the marks of its escaped commas, also within the library's own round trip.
#
# Package   icalendar 7.3.2 (PyPI)
# Guess     `calendar_name` reads NAME (RFC 7986, a TEXT) and X-WR-CALNAME as SUMMARY is read:
#           "Desk diary\, May" is "Desk diary, May", and a comma is escaped when it is written.
# Behaviour both are read as values of an unknown type, so the backslash stays; a name that is set
#           is written with its bare comma. SUMMARY beside it is escaped and read rightly.
# Seen      the lines of `expected` below.
# Do        take the backslashes out of a calendar's name yourself, and escape it before you set it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  icalendar==7.3.2

cat >look.py <<'PYTHON'
from icalendar import Calendar, Event

lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", r"NAME:Desk diary\, May",
         "BEGIN:VEVENT", "UID:ev-1", "DTSTAMP:20190301T000000Z", "DTSTART;VALUE=DATE:20190223",
         r"SUMMARY:Rain\, wind", "END:VEVENT", "END:VCALENDAR", ""]
calendar = Calendar.from_ical("\r\n".join(lines))
print("read:", str(calendar.calendar_name), "|", str(calendar.events[0]["SUMMARY"]))

written = Calendar()
written.calendar_name = "Desk diary, May"
event = Event()
event.add("summary", "Rain, wind")
written.add_component(event)
for line in written.to_ical().decode().splitlines():
    if line.startswith(("NAME", "SUMMARY")):
        print("written:", line)
PYTHON

cat >expected <<'TEXT'
read: Desk diary\, May | Rain, wind
written: NAME:Desk diary, May
written: SUMMARY:Rain\, wind
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
