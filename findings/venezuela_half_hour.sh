#!/usr/bin/env bash
# Caracas is half an hour off before May 2016 in one library, and after it in another.
#
# Package   spacetime 7.15.0, timezones.json 1.7.2 (npm)
# Guess     Venezuela's clocks were at -04:30 from December 2007 to April 2016 and are at -04:00
#           since, and a library of time zones of today knows both.
# Behaviour spacetime has one offset a zone, that of today, for all years, so noon of 22 February
#           2015 is 16:00 UTC, not 16:30. timezones.json, a list for menus, still has -04:30, ten
#           years after the change. Intl, beside them, knows both.
# Seen      the lines of `expected` below.
# Do        convert times with Intl, Temporal or Luxon, fill menus from Intl.supportedValuesOf, and
#           test Caracas in 2015 and in 2019.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund spacetime@7.15.0 timezones.json@1.7.2

cat >look.mjs <<'NODE'
import spacetime from "spacetime";
import { createRequire } from "node:module";

const zones = createRequire(import.meta.url)("timezones.json");
const format = new Intl.DateTimeFormat("en", { timeZone: "America/Caracas", timeZoneName: "longOffset" });
for (const year of [2015, 2019]) {
  const noon = spacetime(`${year}-02-22T12:00:00`, "America/Caracas");
  const parts = format.formatToParts(new Date(Date.UTC(year, 1, 22, 16)));
  const offset = parts.find((part) => part.type === "timeZoneName").value;
  console.log(year, "spacetime", new Date(noon.epoch).toISOString(), "Intl", offset);
}
const caracas = zones.find((zone) => zone.utc.includes("America/Caracas"));
console.log("timezones.json", caracas.offset, caracas.text);
NODE

cat >expected <<'TEXT'
2015 spacetime 2015-02-22T16:00:00.000Z Intl GMT-04:30
2019 spacetime 2019-02-22T16:00:00.000Z Intl GMT-04:00
timezones.json -4.5 (UTC-04:30) Caracas
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
