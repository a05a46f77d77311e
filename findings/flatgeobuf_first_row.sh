#!/usr/bin/env bash
# A column exists only if the first event has it.
#
# Package   flatgeobuf 4.5.0 (npm)
# Guess     serialize() takes the columns from all features, so that a place or a count that the
#           first event lacks is kept for the others.
# Behaviour columns and their types are those of the first feature: `place` is gone from the second
#           event, without a word, and a count after one that is null becomes the text "1400". With
#           the events the other way round both are kept.
# Seen      the lines of `expected` below.
# Do        write all keys into every feature, put one with a value in each column first, and
#           compare the columns after a round trip.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund flatgeobuf@4.5.0

cat >look.mjs <<'NODE'
import { deserialize, serialize } from "flatgeobuf/lib/mjs/geojson.js";

const event = (properties) => ({ type: "Feature", properties, geometry: { type: "Point", coordinates: [-72.44, 7.81] } });
const bare = event({ id: "a", counted: null });
const full = event({ id: "b", counted: 1400, place: "Ureña" });
for (const features of [[bare, full], [full, bare]]) {
  const seen = [];
  for await (const feature of deserialize(serialize({ type: "FeatureCollection", features }))) seen.push(feature.properties);
  console.log(JSON.stringify(seen.find((properties) => properties.id === "b")));
}
NODE

cat >expected <<'TEXT'
{"id":"b","counted":"1400"}
{"id":"b","counted":1400,"place":"Ureña"}
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
