#!/usr/bin/env bash
# A municipality covers the earth except itself.
#
# Package   d3-geo 3.1.2 (npm)
# Guess     a valid GeoJSON polygon (RFC 7946: outer rings counterclockwise) of one degree has its
#           own small area.
# Behaviour d3-geo, and what draws with it, reads rings on the sphere the other way round: the
#           polygon is the whole earth but that degree, and contains every point that it should
#           not.
# Seen      the lines of `expected` below.
# Do        rewind rings clockwise for d3 and Vega alone, keep RFC 7946 in files, and test that
#           geoArea is below 2π.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund d3-geo@3.1.2

cat >look.mjs <<'NODE'
import { geoArea, geoContains } from "d3-geo";

const ring = [[-73, 7], [-72, 7], [-72, 8], [-73, 8], [-73, 7]];
for (const [name, coordinates] of [["RFC 7946", ring], ["reversed", ring.toReversed()]]) {
  const polygon = { type: "Polygon", coordinates: [coordinates] };
  console.log(name, (geoArea(polygon) / (4 * Math.PI)).toFixed(5), geoContains(polygon, [-72.5, 7.5]));
}
NODE

cat >expected <<'TEXT'
RFC 7946 0.99998 false
reversed 0.00002 true
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
