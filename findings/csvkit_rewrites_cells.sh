#!/usr/bin/env bash
# csvkit turns clock times into durations and ranges into days of 2001.
#
# Package   csvkit 2.2.0, agate 1.14.2 (PyPI)
# Guess     csvsort and csvjson change the order or the format of a table, and leave the texts of
#           its cells alone.
# Behaviour types are guessed by column: 18:07 is 18 minutes, the range 10-12 is 12 October 2001,
#           the month Mar is a day of the year 1, 7,81 is 781 and Feb 2019 gets a first day. The
#           rewritten cells go into the output.
# Seen      the lines of `expected` below.
# Do        pass -I (--no-inference) to every csvkit command that writes a file.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  csvkit==2.2.0 agate==1.14.2

cat >look.py <<'PYTHON'
import pathlib
import subprocess

pathlib.Path("events.csv").write_text(
    "time,troops,month,latitude,published\n"
    '18:07,10-12,Mar,"7,81",Feb 2019\n'
    '18:20,10-11,May,"7,92",Mar 2019\n')
for options in ([], ["-I"]):
    print("csvsort", *options)
    done = subprocess.run(["venv/bin/csvsort", *options, "-c", "time", "events.csv"],
                          capture_output=True, text=True, check=True)
    print(done.stdout, end="")
PYTHON

cat >expected <<'TEXT'
csvsort
time,troops,month,latitude,published
0:18:07,2001-10-12,0001-03-01,781,2019-02-01
0:18:20,2001-10-11,0001-05-01,792,2019-03-01
csvsort -I
time,troops,month,latitude,published
18:07,10-12,Mar,"7,81",Feb 2019
18:20,10-11,May,"7,92",Mar 2019
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
