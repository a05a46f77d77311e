#!/usr/bin/env bash
# Ids of GeoJSON features are lost if they are numbers.
#
# Package   geopandas 1.2.0, pyogrio 0.13.0, pandas 3.1.1, shapely 2.2.0 (PyPI)
# Guess     the ids of features, which GeoJSON has beside the properties, come back as a column or
#           as the index, be they texts or numbers.
# Behaviour "54001" is a column id; 54001 is nowhere: neither a column nor the index, which counts
#           from 0. Where the first is a number, a text among the others is lost, too.
# Seen      the lines of `expected` below.
# Do        write ids as texts, and also as a property; read numbers with fid_as_index=True.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  geopandas==1.2.0 pyogrio==0.13.0 pandas==3.1.1 shapely==2.2.0

cat >look.py <<'PYTHON'
import json
import pathlib

import geopandas

for ids in (["54001", "54172"], [54001, 54172], [54001, "54172"]):
    features = [
        {"type": "Feature", "id": key, "properties": {"name": "Puente"},
         "geometry": {"type": "Point", "coordinates": [-72.44, 7.81]}}
        for key in ids
    ]
    pathlib.Path("a.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    frame = geopandas.read_file("a.geojson")
    print(ids, list(frame.columns), list(frame.index))
pathlib.Path("a.geojson").write_text(pathlib.Path("a.geojson").read_text().replace('"54172"', "54172"))
print("fid_as_index", list(geopandas.read_file("a.geojson", fid_as_index=True).index))
PYTHON

cat >expected <<'TEXT'
['54001', '54172'] ['id', 'name', 'geometry'] [0, 1]
[54001, 54172] ['name', 'geometry'] [0, 1]
[54001, '54172'] ['name', 'geometry'] [0, 1]
fid_as_index [54001, 54172]
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
