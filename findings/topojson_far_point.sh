#!/usr/bin/env bash
# One far event moves all others together.
#
# Package   topojson 2.2, shapely 2.2.0, numpy 2.4.6 (PyPI)
# Guess     the package turns points into TopoJSON as they are, since points share no borders that
#           could be simplified.
# Behaviour coordinates are snapped by default to a grid over the extent of all data: with one
#           event in Australia two places 20 m apart in Colombia become one.
# Seen      the lines of `expected` below.
# Do        pass prequantize=False for events, and quantize outlines alone.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  topojson==2.2 shapely==2.2.0 numpy==2.4.6

cat >look.py <<'PYTHON'
import json

import topojson

near = [[-72.44231, 7.81522], [-72.4425, 7.8153]]


def places(points, **options):
    features = [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": point}}
                for point in points]
    written = topojson.Topology({"type": "FeatureCollection", "features": features}, **options).to_geojson()
    return [[round(number, 5) for number in feature["geometry"]["coordinates"]]
            for feature in json.loads(written)["features"]]


print("near alone:", places(near))
print("with a far one:", places([*near, [140.1, -37.2]])[:2])
print("prequantize=False:", places([*near, [140.1, -37.2]], prequantize=False)[:2])
PYTHON

cat >expected <<'TEXT'
near alone: [[-72.44231, 7.81522], [-72.4425, 7.8153]]
with a far one: [[-72.4425, 7.8153], [-72.4425, 7.8153]]
prequantize=False: [[-72.44231, 7.81522], [-72.4425, 7.8153]]
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
