#!/usr/bin/env bash
# Metres are written as latitudes.
#
# Package   pyogrio 0.13.0, geopandas 1.2.0, pandas 3.1.1, shapely 2.2.0 (PyPI)
# Guess     GPX knows only WGS 84, so writing a layer in metres reprojects it, as writing KML
#           does, or fails.
# Behaviour the metres are written as `lat` and `lon` without a word; KML and GeoJSON text
#           sequences from the same table are right.
# Seen      the lines of `expected` below.
# Do        call to_crs(4326) before every export, whatever the format, and check that latitudes
#           are within 90.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pyogrio==0.13.0 geopandas==1.2.0 pandas==3.1.1 shapely==2.2.0

cat >look.py <<'PYTHON'
import pathlib
import re

import geopandas
import pyogrio
from shapely.geometry import Point

table = geopandas.GeoDataFrame(
    {"name": ["Bridge"]}, geometry=[Point(-72.44, 7.81)], crs=4326).to_crs(3116)
for driver, ending, pattern in (("KML", "kml", r"<coordinates>([^<]*)"),
                                ("GeoJSONSeq", "geojsonl", r"\[ ([^\]]*)\]"),
                                ("GPX", "gpx", r'<wpt lat="(\d*)[^"]*" lon="(\d*)')):
    pyogrio.write_dataframe(table, f"events.{ending}", driver=driver)
    text = pathlib.Path(f"events.{ending}").read_text()
    print(driver, re.search(pattern, text).groups())
PYTHON

cat >expected <<'TEXT'
KML ('-72.44,7.81',)
GeoJSONSeq ('-72.44, 7.81 ',)
GPX ('1355756', '1180630')
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
