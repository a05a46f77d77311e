#!/usr/bin/env bash
# A bridge at 7° 49′ is written 7° 48′ 60″.
#
# Package   geopy 2.5.0, lat-lon-parser 1.3.1 (PyPI)
# Guess     a latitude of 7.8166666666, which is 7° 49′ stored with ten decimals, is written 7° 49′
#           0″.
# Behaviour seconds are rounded after minutes were cut off: geopy writes 48m 60s, and lat-lon-parser
#           59′ 60″ and 60′ for values near a full degree. Strict readers refuse 60.
# Seen      the lines of `expected` below.
# Do        round to whole seconds (or their hundredths) first, then divide by 60 twice.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  geopy==2.5.0 lat-lon-parser==1.3.1

cat >look.py <<'PYTHON'
import lat_lon_parser
from geopy.point import Point

for latitude in (7.8166666666, 7.9999999):
    print(latitude, "|", Point(latitude, 0).format(), "|", lat_lon_parser.to_str_deg_min_sec(latitude), "|",
          lat_lon_parser.to_str_deg_min(latitude))
PYTHON

cat >expected <<'TEXT'
7.8166666666 | 7 48m 60s N, 0 0m 0s E | 7° 49' 0.00" | 7° 49.000'
7.9999999 | 7 59m 59.9996s N, 0 0m 0s E | 7° 59' 60.00" | 7° 60.000'
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
