#!/usr/bin/env bash
# The place at a class break has another colour on the map than in the legend.
#
# Package   mapclassify 2.10.0, numpy 2.4.6 (PyPI), @maplibre/maplibre-gl-style-spec 26.6.0,
#           d3-scale 4.0.2 (npm)
# Guess     breaks computed in Python and put into a `step` expression of MapLibre, or a threshold
#           scale of d3, give each value the class that Python gave it.
# Behaviour in Python a class includes its upper break, in the browser its lower one. Natural breaks
#           and quantiles are values of the data, so the highest place of each class moves up by
#           one, and the highest of all into a class that has no colour of its own.
# Seen      the lines of `expected` below.
# Do        move each break half a step up before it goes to the browser (or halfway to the next
#           value), leave the last one out, and test that both sides count the same places in each
#           class.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  mapclassify==2.10.0 numpy==2.4.6
npm install --silent --no-audit --no-fund @maplibre/maplibre-gl-style-spec@26.6.0 d3-scale@4.0.2

cat >look.py <<'PYTHON'
import json
import pathlib

import mapclassify
import numpy as np

counts = np.array([1, 2, 3, 5, 8, 13, 21, 34])
classes = mapclassify.FisherJenks(counts, 3)
pathlib.Path("classes.json").write_text(
    json.dumps({"counts": counts.tolist(), "breaks": classes.bins.tolist()}))
print("breaks", *classes.bins)
print("mapclassify", *classes.yb)
PYTHON

cat >look.mjs <<'NODE'
import { expression } from "@maplibre/maplibre-gl-style-spec";
import { scaleThreshold } from "d3-scale";
import { readFileSync } from "node:fs";

const { counts, breaks } = JSON.parse(readFileSync("classes.json", "utf8"));
const step = ["step", ["get", "count"], 0, ...breaks.flatMap((limit, index) => [limit, index + 1])];
const parsed = expression.createExpression(step, "circles.paint").value;
const feature = (count) => ({ type: 1, properties: { count } });
console.log("MapLibre", ...counts.map((count) => parsed.evaluate({ zoom: 1 }, feature(count))));
console.log("d3-scale", ...counts.map(scaleThreshold().domain(breaks).range([0, 1, 2, 3])));
NODE

cat >expected <<'TEXT'
breaks 8.0 21.0 34.0
mapclassify 0 0 0 0 0 1 1 2
MapLibre 0 0 0 0 1 1 2 3
d3-scale 0 0 0 0 1 1 2 3
TEXT

{
  venv/bin/python look.py
  node look.mjs
} 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
