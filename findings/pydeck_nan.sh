#!/usr/bin/env bash
# One event without a place makes a page's map data invalid.
#
# Package   pydeck 0.9.3, pandas 3.1.1, numpy 2.4.6 (PyPI)
# Guess     a missing latitude (NaN, as pandas has it) is null in the JSON that pydeck writes for
#           the browser.
# Behaviour it is a bare NaN, which JSON forbids, so that a strict parser refuses the whole map;
#           and plain words such as text_anchor="middle" become expressions.
# Seen      the lines of `expected` below.
# Do        drop rows without coordinates before making a layer, parse to_json() strictly in a
#           test, and quote constants twice.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pydeck==0.9.3 pandas==3.1.1 numpy==2.4.6

cat >look.py <<'PYTHON'
import json

import pandas as pd
import pydeck

rows = pd.DataFrame({"name": ["Bridge", "Unknown"], "lon": [-72.44, None], "lat": [7.81, None]})
layer = pydeck.Layer("TextLayer", rows, get_position="[lon, lat]", get_text="name", text_anchor="middle")
text = pydeck.Deck(layers=[layer], map_provider=None).to_json()
print('"lat": NaN' in text, json.loads(text)["layers"][0]["textAnchor"])


def refuse(name):
    raise ValueError(name)


try:
    json.loads(text, parse_constant=refuse)
except ValueError as error:
    print("strict JSON refuses", error)
PYTHON

cat >expected <<'TEXT'
True @@=middle
strict JSON refuses NaN
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
