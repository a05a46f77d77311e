#!/usr/bin/env bash
# Half of a Spanish range of days is lost.
#
# Package   chrono-node 2.10.3 (npm)
# Guess     the Spanish parser reads "22 al 25 de febrero de 2019", the usual way to write a
#           range, with a start and an end, as it does with a hyphen.
# Behaviour only the last day is found; with "del … al …" over two months the first day is a
#           separate date without a year, so it gets the year of the reference date.
# Seen      the lines of `expected` below.
# Do        replace "al" and "y el" by a hyphen or split the range yourself before parsing
#           Spanish.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund chrono-node@2.10.3

cat >look.mjs <<'NODE'
import { es } from "chrono-node";

const reference = new Date(2026, 10, 29, 12);
for (const text of ["22-25 de febrero de 2019", "22 al 25 de febrero de 2019",
    "entre el 22 y el 25 de febrero de 2019", "del 22 de febrero al 3 de marzo de 2019"]) {
  const found = es.parse(text, reference).map((result) =>
    [result.start, result.end].filter(Boolean)
      .map((part) => ["year", "month", "day"].map((name) => part.get(name)).join("-")).join(" to "));
  console.log(text, "->", found.join(", then "));
}
NODE

cat >expected <<'TEXT'
22-25 de febrero de 2019 -> 2019-2-22 to 2019-2-25
22 al 25 de febrero de 2019 -> 2019-2-25
entre el 22 y el 25 de febrero de 2019 -> 2019-2-25
del 22 de febrero al 3 de marzo de 2019 -> 2027-2-22, then 2019-3-3
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
