#!/usr/bin/env bash
# 29 February 2019 is another day in each library.
#
# Package   d3-time-format 4.1.0, temporal-polyfill 1.0.8, dayjs 1.11.23, edtf 4.11.1, luxon 3.7.2
#           (npm)
# Guess     a day that does not exist, as a slip in typing, is null, invalid or an error in each
#           library of dates, and most of all in one for EDTF.
# Behaviour d3, Day.js and edtf.js make it 1 March; Temporal refuses the text, but takes the fields
#           as 28 February; Luxon alone says that it is invalid.
# Seen      the lines of `expected` below.
# Do        format the day read and compare it with the text; pass overflow: "reject" to Temporal,
#           and true (strict) to Day.js.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund d3-time-format@4.1.0 temporal-polyfill@1.0.8 dayjs@1.11.23 edtf@4.11.1 luxon@3.7.2

cat >look.mjs <<'NODE'
import { utcParse } from "d3-time-format";
import dayjs from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import edtf from "edtf";
import { DateTime } from "luxon";
import { Temporal } from "temporal-polyfill";

dayjs.extend(customParseFormat);
const parsers = {
  "d3-time-format": () => utcParse("%d/%m/%Y")("29/02/2019").toISOString().slice(0, 10),
  "Day.js": () => dayjs("29/02/2019", "DD/MM/YYYY").format("YYYY-MM-DD"),
  "Day.js, strict": () => dayjs("29/02/2019", "DD/MM/YYYY", true).format("YYYY-MM-DD"),
  "edtf.js": () => edtf("2019-02-29").edtf,
  "Temporal, fields": () => Temporal.PlainDate.from({ year: 2019, month: 2, day: 29 }).toString(),
  "Temporal, text": () => Temporal.PlainDate.from("2019-02-29").toString(),
  Luxon: () => DateTime.fromFormat("29/02/2019", "dd/MM/yyyy").toISODate(),
};
for (const [library, parse] of Object.entries(parsers)) {
  let day;
  try {
    day = parse();
  } catch (error) {
    day = error.name;
  }
  console.log(library, day);
}
NODE

cat >expected <<'TEXT'
d3-time-format 2019-03-01
Day.js 2019-03-01
Day.js, strict Invalid Date
edtf.js 2019-03-01
Temporal, fields 2019-02-28
Temporal, text RangeError
Luxon null
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
