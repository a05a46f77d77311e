#!/usr/bin/env bash
# The type of a GeoJSON text depends on the other rows.
#
# Package   pyogrio 0.13.0, geopandas 1.2.0, pandas 3.1.1, shapely 2.2.0 (PyPI)
# Guess     a property that is a string in the JSON is a string in the table: `2019-02-22` stays
#           as written.
# Behaviour a column becomes a time if all its texts look like dates; one EDTF month in it keeps
#           it text. Written back, the days of the first kind have a midnight that nobody stated.
# Seen      the lines of `expected` below.
# Do        set the open option DATE_AS_STRING=YES when reading GeoJSON with EDTF, and compare a
#           round trip.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pyogrio==0.13.0 geopandas==1.2.0 pandas==3.1.1 shapely==2.2.0

cat >look.py <<'PYTHON'
import json
import pathlib

import pyogrio

rows = [("2019-02-22", "2019-02-22"), ("2019-02-23", "2019-02")]
features = [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [-72.44, 7.81]},
             "properties": dict(zip(("day", "edtf"), row))} for row in rows]
pathlib.Path("events.geojson").write_text(
    json.dumps({"type": "FeatureCollection", "features": features}))

table = pyogrio.read_dataframe("events.geojson")
pyogrio.write_dataframe(table, "again.geojson")
again = json.loads(pathlib.Path("again.geojson").read_text())
print("again:", list(again["features"][0]["properties"].values()))
texts = pyogrio.read_dataframe("events.geojson", DATE_AS_STRING="YES")
print("DATE_AS_STRING:", [texts[name][0] for name in ("day", "edtf")])
PYTHON

cat >expected <<'TEXT'
again: ['2019-02-22T00:00:00', '2019-02-22']
DATE_AS_STRING: ['2019-02-22', '2019-02-22']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
