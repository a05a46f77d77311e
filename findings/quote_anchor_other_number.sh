#!/usr/bin/env bash
# A quotation is found on a page that now says another number.
#
# Package   dom-anchor-text-quote 4.0.2, jsdom 29.1.1 (npm)
# Guess     a text quote selector finds the words quoted, or gives null if the page has been changed
#           and they are no longer there.
# Behaviour the search is fuzzy: the nearest text of the page is returned as the quotation, with
#           another number or another day in it. Only what is far from all of the page gives null.
# Seen      the lines of `expected` below.
# Do        compare the text of the range with the quotation, and show both where they differ.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund dom-anchor-text-quote@4.0.2 jsdom@29.1.1

cat >look.mjs <<'NODE'
import { JSDOM } from "jsdom";
import quoteAnchor from "dom-anchor-text-quote";

const page = "<p>Según el informe desertaron 1.200 soldados.</p><p>El viernes cerraron el puente.</p>";
const { window } = new JSDOM(page);
Object.assign(globalThis, { document: window.document, Node: window.Node, NodeFilter: window.NodeFilter });
const quotations = ["desertaron 1.200 soldados", "desertaron 9.400 soldados", "El jueves abrieron el puente", "Murieron treinta personas"];
for (const exact of quotations) {
  console.log(`${exact}: ${quoteAnchor.toRange(window.document.body, { exact })}`);
}
NODE

cat >expected <<'TEXT'
desertaron 1.200 soldados: desertaron 1.200 soldados
desertaron 9.400 soldados: desertaron 1.200 soldados
El jueves abrieron el puente: El viernes cerraron el puent
Murieron treinta personas: null
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
