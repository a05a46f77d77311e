#!/usr/bin/env bash
# The mark of thousands is taken out of dates and clock times, too.
#
# Package   pandas 3.1.1, numpy 2.4.6 (PyPI)
# Guess     read_csv(thousands=".", decimal=",") changes numbers such as 1.400, and leaves
#           22.02.2019 and the clock time 18.07 alone.
# Behaviour the mark is removed wherever it stands, whatever the length of the groups: the date is
#           the integer 22022019, the time 1807, the latitude 7.9 becomes 79.
# Seen      the lines of `expected` below.
# Do        read with dtype=str and convert the columns of counts alone.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pandas==3.1.1 numpy==2.4.6

cat >look.py <<'PYTHON'
import io

import pandas as pd

text = "date;time;latitude;troops\n22.02.2019;18.07;7.9;1.400\n23.02.2019;18.20;7.815;1.285\n"
table = pd.read_csv(io.StringIO(text), sep=";", thousands=".", decimal=",")
print(table.to_csv(index=False), end="")
PYTHON

cat >expected <<'TEXT'
date,time,latitude,troops
22022019,1807,79,1400
23022019,1820,7815,1285
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
