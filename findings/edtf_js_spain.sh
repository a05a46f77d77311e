#!/usr/bin/env bash
# For es-CO, doubtful dates are certain and intervals end as they begin.
#
# Package   edtf 4.11.1 (npm)
# Guess     format() writes about, uncertain, unspecified and the end of an interval in each locale,
#           in English words where the locale has none.
# Behaviour es, fr-FR and de-DE have all of it. For es-ES, es-CO, es-MX, it-IT and pt-BR the signs
#           are left out without a word: 2019-02~ is 2/2019, 201X is 2010, and an interval is its
#           first month.
# Seen      the lines of `expected` below.
# Do        pass es, not es-CO, or write dates yourself, and test one of each kind in each language.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund edtf@4.11.1

cat >look.mjs <<'NODE'
import edtf, { format } from "edtf";

for (const locale of ["es", "es-ES", "es-CO", "it-IT", "fr-FR"]) {
  console.log(locale, ["2019-02~", "2019-02?", "201X", "2019-02/2019-03"].map((text) => format(edtf(text), locale)).join(" | "));
}
NODE

cat >expected <<'TEXT'
es ca. 2/2019 | 2/2019 (?) | XXXX | 2/2019 – 3/2019
es-ES 2/2019 | 2/2019 | 2010 | 2/2019
es-CO 2/2019 | 2/2019 | 2010 | 2/2019
it-IT 02/2019 | 02/2019 | 2010 | 02/2019
fr-FR ca. 02/2019 | 02/2019 (?) | XXXX | 02/2019 – 03/2019
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
