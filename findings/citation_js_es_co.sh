#!/usr/bin/env bash
# Citations in the Spanish of Colombia are in English.
#
# Package   @citation-js/core 0.9.0, @citation-js/plugin-csl 0.9.0 (npm)
# Guess     lang "es-CO" falls back to the Spanish that the package has (es-ES), as CSL asks for
#           regions without a locale.
# Behaviour it falls back to en-US without a warning: the month is February.
# Seen      the lines of `expected` below.
# Do        map every es-… to es-ES yourself before calling format().
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @citation-js/core@0.9.0 \
  @citation-js/plugin-csl@0.9.0

cat >look.mjs <<'NODE'
import { Cite } from "@citation-js/core";
import "@citation-js/plugin-csl";

const item = { id: "a", type: "article-newspaper", title: "Nota", "container-title": "Diario",
  author: [{ family: "Ejemplo", given: "Ana" }], issued: { "date-parts": [[2019, 2, 22]] } };
for (const lang of ["es-ES", "es-CO", "es"]) {
  console.log(lang, new Cite(item).format("bibliography", { template: "apa", lang, format: "text" }).trim());
}
NODE

cat >expected <<'TEXT'
es-ES Ejemplo, A. (2019, febrero 22). Nota. Diario.
es-CO Ejemplo, A. (2019, February 22). Nota. Diario.
es Ejemplo, A. (2019, February 22). Nota. Diario.
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
