#!/usr/bin/env bash
# A place near a border is put into the other country.
#
# Package   reverse-geocoder 1.5.1, timezonefinder 9.0.0, timezonefinder-data 3.2026.3.post1
#           (PyPI)
# Guess     offline reverse geocoding tells the country of a point, near a border as elsewhere.
# Behaviour it gives the country of the nearest listed town: points in Colombia are in Venezuela
#           and the other way round. The polygons of time zones, which follow this border, know
#           better.
# Seen      the lines of `expected` below.
# Do        test the point against outlines of countries; use the nearest town for its name alone.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  reverse-geocoder==1.5.1 timezonefinder==9.0.0 timezonefinder-data==3.2026.3.post1

cat >look.py <<'PYTHON'
import reverse_geocoder
from timezonefinder import TimezoneFinder

zones = TimezoneFinder()
points = [(7.74, -72.48), (8.00, -72.46), (7.86, -72.44)]
for (latitude, longitude), town in zip(points, reverse_geocoder.search(points, mode=1, verbose=False)):
    print(latitude, longitude, zones.timezone_at(lng=longitude, lat=latitude), town["cc"], town["name"])
PYTHON

cat >expected <<'TEXT'
7.74 -72.48 America/Bogota VE San Antonio del Tachira
8.0 -72.46 America/Bogota VE Urena
7.86 -72.44 America/Caracas CO Villa del Rosario
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
