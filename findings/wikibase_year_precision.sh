#!/usr/bin/env bash
# A year of Wikidata becomes 1 January.
#
# Package   wikibase-sdk 11.6.6 (npm)
# Guess     simplifying a claim whose time has the precision of a year gives `2019`; the library
#           knows the precision.
# Behaviour the default converter writes an ISO moment: 2019-01-01T00:00:00.000Z, and the
#           precision is not in the result. 44 BC (-0044 there) keeps its number and is one year
#           off in ISO.
# Seen      the lines of `expected` below.
# Do        pass `timeConverter: "simple-day"` or keep precision beside time, and add 1 to years
#           before Christ.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund wikibase-sdk@11.6.6

cat >look.mjs <<'NODE'
import { simplifyClaims } from "wikibase-sdk";

const claims = (time, precision) => ({ P585: [{ type: "statement", rank: "normal", mainsnak: {
  snaktype: "value", property: "P585", datatype: "time", datavalue: { type: "time", value: {
    time, precision, timezone: 0, before: 0, after: 0,
    calendarmodel: "http://www.wikidata.org/entity/Q1985727" } } } }] });
for (const [time, precision] of [["+2019-00-00T00:00:00Z", 9], ["+2019-02-00T00:00:00Z", 10],
    ["-0044-03-15T00:00:00Z", 11]]) {
  const [standard] = simplifyClaims(claims(time, precision)).P585;
  const [simple] = simplifyClaims(claims(time, precision), { timeConverter: "simple-day" }).P585;
  console.log(time, precision, standard, simple);
}
NODE

cat >expected <<'TEXT'
+2019-00-00T00:00:00Z 9 2019-01-01T00:00:00.000Z 2019
+2019-02-00T00:00:00Z 10 2019-02-01T00:00:00.000Z 2019-02
-0044-03-15T00:00:00Z 11 -000044-03-15T00:00:00.000Z -44-03-15
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
