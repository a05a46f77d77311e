#!/usr/bin/env bash
# An approximate date of biblatex is certain after Better BibTeX's parser.
#
# Package   @retorquere/bibtex-parser 9.0.29, biblatex-csl-converter 3.2.2 (npm)
# Guess     both JavaScript parsers know that biblatex has EDTF in `date`, where `~` means about,
#           so both keep it.
# Behaviour one reads the tilde as LaTeX's space: 2019-02~ is 2019-02, and an interval has a no-
#           break space in it. The other keeps `circa`. A question mark is kept by both.
# Seen      the lines of `expected` below.
# Do        state "about" in the note as well, or use `?`, and look at dates after every import.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @retorquere/bibtex-parser@9.0.29 \
  biblatex-csl-converter@3.2.2

cat >look.mjs <<'NODE'
import { parse } from "@retorquere/bibtex-parser";
import { CSLExporter, parse as convert } from "biblatex-csl-converter";

for (const date of ["2019-02~", "2019-02~/2019-03~", "2019-02?"]) {
  const text = `@online{a, title = {Note}, date = {${date}}}`;
  const [csl] = Object.values(new CSLExporter(convert(text).entries).parse());
  console.log(date, "->", JSON.stringify(parse(text).entries[0].fields.date.replaceAll("\u00a0", "[no-break space]")), JSON.stringify(csl.issued));
}
NODE

cat >expected <<'TEXT'
2019-02~ -> "2019-02" {"date-parts":[[2019,2]],"circa":true}
2019-02~/2019-03~ -> "2019-02[no-break space]/2019-03" {"date-parts":[[2019,2],[2019,3]],"circa":true}
2019-02? -> "2019-02?" {"date-parts":[[2019,2]],"circa":true}
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
