#!/usr/bin/env bash
# Braces around the whole title do not keep its capitals.
#
# Package   @retorquere/bibtex-parser 9.0.29 (npm)
# Guess     the parser behind Better BibTeX for Zotero returns titles as written, and a second
#           pair of braces around the whole title keeps every capital in any case.
# Behaviour titles without a langid other than English are put into sentence case, and the outer
#           braces are taken off first: the names are small in both. Braces around single words
#           hold.
# Seen      the lines of `expected` below.
# Do        write {The} {National} {Guard}: braces around each word with a capital, and set
#           langid.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @retorquere/bibtex-parser@9.0.29

cat >look.mjs <<'NODE'
import { parse } from "@retorquere/bibtex-parser";

for (const field of ["title = {The National Guard}", "title = {{The National Guard}}",
    "title = {The {National} {Guard}}", "title = {La Guardia Nacional}, langid = {spanish}"]) {
  console.log(field, "->", parse(`@online{a, ${field}}`).entries[0].fields.title);
}
NODE

cat >expected <<'TEXT'
title = {The National Guard} -> The national guard
title = {{The National Guard}} -> The national guard
title = {The {National} {Guard}} -> The National Guard
title = {La Guardia Nacional}, langid = {spanish} -> La Guardia Nacional
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
