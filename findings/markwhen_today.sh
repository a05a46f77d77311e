#!/usr/bin/env bash
# An event with a date that Markwhen cannot read happens now.
#
# Package   @markwhen/parser 1.2.0 (npm)
# Guess     a line such as `22/02/2019: Crossing` (the order is month first) or `2019-21: Spring`
#           is reported, or is no event.
# Behaviour it is an event at the moment of reading, without a message, and moves each time;
#           `2019-02~: About` is no event, but text of the one before.
# Seen      the lines of `expected` below.
# Do        write YYYY-MM-DD or slash intervals for Markwhen, and compare the number of events and
#           the newest day after parsing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @markwhen/parser@1.2.0

cat >look.mjs <<'NODE'
import { parse } from "@markwhen/parser";

const events = (node) => Array.isArray(node) ? node.flatMap(events)
  : node?.children ? events(node.children)
  : node?.dateRangeIso ? [node] : node?.value ? events(node.value) : [];
const today = new Date().toISOString().slice(0, 10);
for (const line of ["2019-02-22: Crossing", "22/02/2019: Crossing", "2019-21: Crossing", "2019-02~: Crossing"]) {
  const result = parse(`2018-01-01: First\n${line}`);
  const second = events(result.events)[1];
  const day = second?.dateRangeIso.fromDateTimeIso.slice(0, 10);
  console.log(line, "->", day === undefined ? "no event" : day === today ? "today" : day);
}
NODE

cat >expected <<'TEXT'
2019-02-22: Crossing -> 2019-02-22
22/02/2019: Crossing -> today
2019-21: Crossing -> today
2019-02~: Crossing -> no event
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
