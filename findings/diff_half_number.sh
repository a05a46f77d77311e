#!/usr/bin/env bash
# A corrected count is shown as another one that changed.
#
# Package   diff 9.0.0 (npm)
# Guess     diffWords() compares whole words, so that 1.400 and 1.500, 18:07 and 18:17 or two days
#           are each one word that changed.
# Behaviour a mark of thousands, a colon and a hyphen end a word: 400 becomes 500, 07 becomes 17,
#           and day 22 becomes 25 of the same month; a reader is told of a change of numbers that
#           are in neither text.
# Seen      the lines of `expected` below.
# Do        compare arrays of words (diffArrays on a split at spaces), or pass a tokenizer that
#           keeps digits with the marks between them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund diff@9.0.0

cat >look.mjs <<'NODE'
import { diffArrays, diffWords } from "diff";

const mark = (parts, space) => parts.map(({ added, removed, value }) => {
  const text = [value].flat().join(" ");
  return added ? `[+${text}]` : removed ? `[-${text}]` : text;
}).join(space);
for (const [before, after] of [["1.400 soldados", "1.500 soldados"], ["a las 18:07", "a las 18:17"], ["2019-02-22", "2019-02-25"], ["1,400 by May", "1,285 by May"]]) {
  console.log("words ", mark(diffWords(before, after), ""));
  console.log("arrays", mark(diffArrays(before.split(" "), after.split(" ")), " "));
}
NODE

cat >expected <<'TEXT'
words  1.[-400][+500] soldados
arrays [-1.400] [+1.500] soldados
words  a las 18:[-07][+17]
arrays a las [-18:07] [+18:17]
words  2019-02-[-22][+25]
arrays [-2019-02-22] [+2019-02-25]
words  1,[-400][+285] by May
arrays [-1,400] [+1,285] by May
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
