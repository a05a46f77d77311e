#!/usr/bin/env bash
# The links of a map are gone after it is made smaller, and so is its name.
#
# Package   svgo 4.1.0 (npm)
# Guess     the default preset of SVGO removes what nobody sees and keeps links, the ids that
#           something refers to, and a title.
# Behaviour `href` of SVG 2 is taken off every <a>, so that all sources are lost; only xlink:href
#           stays. role="img" goes, and the ids of title and description, to which aria-labelledby
#           still points: a screen reader finds no name. The licence in <metadata> goes, too.
# Seen      the lines of `expected` below.
# Do        turn off removeUnknownsAndDefaults, cleanupIds and removeMetadata, and count links and
#           names before and after.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund svgo@4.1.0

cat >look.mjs <<'NODE'
import { optimize } from "svgo";

const map = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30" role="img" aria-labelledby="name">
<title id="name">Puentes</title><metadata>CC BY</metadata>
<a href="https://example.org/informe"><circle r="3"/></a>
<a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://example.org/prensa"><circle r="4"/></a></svg>`;
const overrides = { removeUnknownsAndDefaults: false, cleanupIds: false, removeMetadata: false };
console.log("default", optimize(map).data);
console.log("without three", optimize(map, { plugins: [{ name: "preset-default", params: { overrides } }] }).data);
NODE

cat >expected <<'TEXT'
default <svg xmlns="http://www.w3.org/2000/svg" aria-labelledby="name" viewBox="0 0 90 30"><title>Puentes</title><a><circle r="3"/></a><a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://example.org/prensa"><circle r="4"/></a></svg>
without three <svg xmlns="http://www.w3.org/2000/svg" aria-labelledby="name" role="img" viewBox="0 0 90 30"><title id="name">Puentes</title><metadata>CC BY</metadata><a href="https://example.org/informe"><circle r="3"/></a><a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://example.org/prensa"><circle r="4"/></a></svg>
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
