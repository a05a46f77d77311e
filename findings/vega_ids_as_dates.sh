#!/usr/bin/env bash
# Ids and numbered places are read as days of 2001.
#
# Package   vega-loader 5.1.3 (npm)
# Guess     with `parse: "auto"` only texts in a date format become dates; `ev-1` and "Puente 2"
#           stay texts.
# Behaviour whatever the engine's Date.parse accepts is a date: a word followed by a number up to
#           12 is a month of 2001. The ids of the first dozen rows become times, so links and
#           joins by id break.
# Seen      the lines of `expected` below.
# Do        name the type of every column in `format.parse`, or load with `parse: null`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund vega-loader@5.1.3

cat >look.mjs <<'NODE'
import { inferType, read } from "vega-loader";

console.log(inferType(["ev-1", "ev-2"]), inferType(["Puente 1", "Puente 2"]), inferType(["ev-1", "ev-13"]));
const rows = read("id,place\nev-1,Puente 1\nev-2,Puente 2\n", { type: "csv", parse: "auto" });
console.log(rows.map((row) => `${row.id} ${row.place}`).join("; "));
NODE

cat >expected <<'TEXT'
date date string
978307200000 978307200000; 980985600000 980985600000
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
