#!/usr/bin/env bash
# An event without an end is never on the map, and an empty end adds 1970 to the slider.
#
# Package   leaflet 1.9.4, leaflet.timeline 1.6.0, jsdom 29.1.1 (npm)
# Guess     an event with a start alone is shown at its start, or from then on; one of a single day
#           is shown throughout that day.
# Behaviour without `end` it is never shown; with an empty one neither, and 1970 is a step of the
#           slider. A day is shown at its first moment alone.
# Seen      the lines of `expected` below.
# Do        give each event an end: the next midnight for a day, the slider's end for one that is
#           open.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund leaflet@1.9.4 leaflet.timeline@1.6.0 jsdom@29.1.1

cat >look.mjs <<'NODE'
import { createRequire } from "node:module";
import { JSDOM } from "jsdom";

const require = createRequire(import.meta.url);
const { window } = new JSDOM("<body></body>");
Object.assign(globalThis, { document: window.document, window });
Object.defineProperty(globalThis, "navigator", { value: window.navigator });
const L = (globalThis.L = window.L = require("leaflet"));
require("leaflet.timeline");

const feature = (properties) => ({ type: "Feature", properties, geometry: { type: "Point", coordinates: [-72.4, 7.8] } });
const timeline = L.timeline({
  type: "FeatureCollection",
  features: [
    feature({ name: "span", start: "2019-02-22", end: "2019-02-25" }),
    feature({ name: "day", start: "2019-02-23", end: "2019-02-23" }),
    feature({ name: "no end", start: "2019-02-22" }),
    feature({ name: "empty end", start: "2019-02-22", end: null }),
  ],
});
console.log("steps", ...timeline.times.map((time) => new Date(time).toISOString().slice(0, 10)));
for (const moment of ["2019-02-22", "2019-02-23", "2019-02-23T12:00Z", "2019-03-01"]) {
  timeline.setTime(moment);
  console.log(moment, ...timeline.getLayers().map((layer) => layer.feature.properties.name));
}
NODE

cat >expected <<'TEXT'
steps 1970-01-01 2019-02-22 2019-02-23 2019-02-25
2019-02-22 span
2019-02-23 span day
2019-02-23T12:00Z span
2019-03-01
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
