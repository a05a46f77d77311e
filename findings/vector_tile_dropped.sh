#!/usr/bin/env bash
# Dates, lists and text ids vanish from vector tiles.
#
# Package   mapbox-vector-tile 2.2.0 (PyPI)
# Guess     a property or an id that a vector tile cannot hold raises an error when the tile is
#           encoded, as json.dumps does for a date.
# Behaviour a date, a list and None are left out, and a text id becomes 0, all without a warning,
#           so a filter by date shows nothing.
# Seen      the lines of `expected` below.
# Do        turn every property into text or number before encoding, number the features, and
#           compare the decoded keys with yours.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  mapbox-vector-tile==2.2.0

cat >look.py <<'PYTHON'
import datetime as dt

from mapbox_vector_tile import decode, encode

event = {"geometry": "POINT(25 17)", "id": "ev-12", "properties": {
    "title": "Crossing", "day": dt.date(2019, 2, 22), "sources": ["A", "B"], "count": None}}
feature = decode(encode([{"name": "events", "features": [event]}]))["events"]["features"][0]
print(feature["id"], feature["properties"])
PYTHON

cat >expected <<'TEXT'
0 {'title': 'Crossing'}
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
