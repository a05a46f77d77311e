#!/usr/bin/env bash
# Paragraph (5) is minus five.
#
# Package   xlsx 0.18.5 (npm)
# Guess     SheetJS reads numbers and dates out of a CSV; a number in brackets, as paragraphs and
#           notes have it, is a text.
# Behaviour brackets make a negative number, as in accounts: (5) is -5, beside 5(c) and (a), which
#           stay. The sign is not seen in the cell's formatted text, but in each value, sum and sort.
# Seen      the lines of `expected` below.
# Do        pass raw: true, which leaves every cell of a CSV as text, and convert the columns of
#           counts alone.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund xlsx@0.18.5

cat >look.mjs <<'NODE'
import { read, utils } from "xlsx";

const text = "paragraph\n(5)\n(12)\n5(c)\n(a)\n";
for (const raw of [false, true]) {
  const sheet = read(text, { type: "string", raw }).Sheets.Sheet1;
  const rows = utils.sheet_to_json(sheet);
  console.log(`raw: ${raw}`, rows.map(({ paragraph }) => JSON.stringify(paragraph)).join(", "));
  console.log("formatted", utils.sheet_to_csv(sheet).trim().split("\n").slice(1).join(", "));
}
NODE

cat >expected <<'TEXT'
raw: false -5, -12, "5(c)", "(a)"
formatted (5), (12), 5(c), (a)
raw: true "(5)", "(12)", "5(c)", "(a)"
formatted (5), (12), 5(c), (a)
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
