#!/usr/bin/env bash
# A point with decimal commas is another point.
#
# Package   geopy 2.5.0 (PyPI)
# Guess     Point("7,81 -72,44") and Point("7,81; -72,44") are read with decimal commas or raise
#           ValueError, as other unknown formats do.
# Behaviour the first half is skipped: -72 is the latitude and 44 the longitude, a point in
#           Antarctica, without an error.
# Seen      the lines of `expected` below.
# Do        replace decimal commas before the text reaches geopy, or pass two numbers.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  geopy==2.5.0

cat >look.py <<'PYTHON'
from geopy.point import Point

for text in ("7.81 -72.44", "7,81 -72,44", "7,81; -72,44"):
    point = Point(text)
    print(repr(text), "->", point.latitude, point.longitude)
PYTHON

cat >expected <<'TEXT'
'7.81 -72.44' -> 7.81 -72.44
'7,81 -72,44' -> -72.0 44.0
'7,81; -72,44' -> -72.0 44.0
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
