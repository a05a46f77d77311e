#!/usr/bin/env bash
# The open end of an EDTF interval becomes an ellipsis.
#
# Package   markdown-it 15.0.3, edtf 4.11.1 (npm)
# Guess     a typographer turns three dots into an ellipsis; the two dots that EDTF has for an end
#           that is open stay two dots.
# Behaviour markdown-it takes two dots or more, so 2019-02-22/.. is 2019-02-22/…, which no EDTF
#           library reads; the sets [..2019] and [2019-01..2019-03] change likewise, and art. 5(c)
#           is art. 5©.
# Seen      the lines of `expected` below.
# Do        put EDTF into backquotes, or leave `typographer` off and disable("replacements") where a
#           preset turns it on; quotation marks have a rule of their own (smartquotes).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund markdown-it@15.0.3 edtf@4.11.1

cat >look.mjs <<'NODE'
import edtf from "edtf";
import MarkdownIt from "markdown-it";

const canRead = (text) => {
  try {
    return Boolean(edtf(text));
  } catch {
    return false;
  }
};
const markdown = new MarkdownIt({ typographer: true });
for (const text of ["2019-02-22/..", "../2019-02-22", "[..2019]", "[2019-01..2019-03]", "`2019-02-22/..`"]) {
  const shown = markdown.renderInline(text).replace(/<[^>]+>/g, "");
  console.log(`${text}: ${shown} is EDTF: ${canRead(shown)}`);
}
console.log(markdown.renderInline("art. 5(b), art. 5(c)"));
NODE

cat >expected <<'TEXT'
2019-02-22/..: 2019-02-22/… is EDTF: false
../2019-02-22: …/2019-02-22 is EDTF: false
[..2019]: […2019] is EDTF: false
[2019-01..2019-03]: [2019-01…2019-03] is EDTF: false
`2019-02-22/..`: 2019-02-22/.. is EDTF: true
art. 5(b), art. 5©
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
