#!/usr/bin/env bash
# A column of accounts (relato) is taken for the latitude.
#
# Package   csv2geojson 5.1.2 (npm)
# Guess     the columns `latitud` and `longitud` are found by their names, or the table is refused,
#           since the names are Spanish.
# Behaviour a name counts that has `lat` anywhere, and the one of which these letters are the
#           largest part wins: re-lat-o before lat-itud, co-lon-ia before lon-gitud. The numbers of
#           accounts become latitudes without an error.
# Seen      the lines of `expected` below.
# Do        pass latfield and lonfield by name, and look where the first points lie.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund csv2geojson@5.1.2

cat >look.mjs <<'NODE'
import csv2geojson from "csv2geojson";

const rows = "relato,lugar,latitud,longitud\n12,Ureña,7.91,-72.44\n13,Cúcuta,7.89,-72.5\n";
const named = { latfield: "latitud", lonfield: "longitud" };
for (const [label, options] of [["guessed", {}], ["named", named]]) {
  csv2geojson.csv2geojson(rows, options, (error, data) => {
    console.log(label, error, JSON.stringify(data.features.map((feature) => feature.geometry.coordinates)));
  });
}
NODE

cat >expected <<'TEXT'
guessed null [[-72.44,12],[-72.5,13]]
named null [[-72.44,7.91],[-72.5,7.89]]
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
