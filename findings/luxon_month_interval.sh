#!/usr/bin/env bash
# An interval until March ends when March begins.
#
# Package   luxon 3.7.2 (npm)
# Guess     Interval.fromISO("2019-02/2019-03") lasts to the end of March, as the same text does
#           in EDTF, and 2019-02-22/2019-02-25 contains the 25th.
# Behaviour each end is read as its first moment, and ends are exclusive: March is not in it, nor
#           is the 25th.
# Seen      the lines of `expected` below.
# Do        read EDTF with an EDTF library, or add one unit of the end's own precision after
#           parsing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund luxon@3.7.2

cat >look.mjs <<'NODE'
import { DateTime, Interval } from "luxon";

for (const [text, day] of [["2019-02/2019-03", "2019-03-15"], ["2019-02-22/2019-02-25", "2019-02-25"]]) {
  const interval = Interval.fromISO(text, { zone: "utc" });
  console.log(text, interval.toISODate(), "contains", day + ":", interval.contains(DateTime.fromISO(day, { zone: "utc" })));
}
NODE

cat >expected <<'TEXT'
2019-02/2019-03 2019-02-01/2019-03-01 contains 2019-03-15: false
2019-02-22/2019-02-25 2019-02-22/2019-02-25 contains 2019-02-25: false
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
