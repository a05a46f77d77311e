#!/usr/bin/env bash
# A figure that is not reported is drawn as 0.
#
# Package   @maplibre/maplibre-gl-style-spec 26.6.0 (npm)
# Guess     ["to-number", ["get", "count"], -1] gives the fallback -1 where the count is null,
#           missing or empty.
# Behaviour all three are 0, since they convert without an error; the fallback is for texts such
#           as "s/d" alone. A circle for nought is drawn where nothing is known.
# Seen      the lines of `expected` below.
# Do        filter by ["has", …] and a type of number before drawing, or leave features without a
#           figure out of the layer.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @maplibre/maplibre-gl-style-spec@26.6.0

cat >look.mjs <<'NODE'
import * as spec from "@maplibre/maplibre-gl-style-spec";

const radius = ["to-number", ["get", "count"], -1];
const expression = spec.createExpression(radius, "layers[0].paint.circle-radius").value;
for (const properties of [{ count: null }, {}, { count: "" }, { count: "s/d" }, { count: "60" }]) {
  console.log(JSON.stringify(properties), expression.evaluate({ zoom: 5 }, { type: 1, properties }));
}
NODE

cat >expected <<'TEXT'
{"count":null} 0
{} 0
{"count":""} 0
{"count":"s/d"} -1
{"count":"60"} 60
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
