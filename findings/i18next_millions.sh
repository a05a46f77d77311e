#!/usr/bin/env bash
# At exactly one million Spanish shows the key.
#
# Package   i18next 26.7.2 (npm)
# Guess     Spanish has two forms, one and other; a count without its own form uses `other`.
# Behaviour CLDR gives whole millions the form `many`. i18next does not go on to `other`:
#           1,000,000 shows the key, or English if that is the fallback; 1,500,000 is right.
# Seen      the lines of `expected` below.
# Do        write `_many` ("1 000 000 de soldados") for every Spanish message with a count, and
#           test 1, 2, 1,000,000 and 1,500,000.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund i18next@26.7.2

cat >look.mjs <<'NODE'
import i18next from "i18next";

await i18next.init({ lng: "es", fallbackLng: "en", showSupportNotice: false, resources: {
  en: { translation: { soldiers_one: "{{count}} soldier", soldiers_other: "{{count}} soldiers" } },
  es: { translation: { soldiers_one: "{{count}} soldado", soldiers_other: "{{count}} soldados",
    people_one: "{{count}} persona", people_other: "{{count}} personas" } } } });
for (const count of [1, 2, 1000000, 1500000]) {
  console.log(i18next.t("soldiers", { count }), "|", i18next.t("people", { count }));
}
NODE

cat >expected <<'TEXT'
1 soldado | 1 persona
2 soldados | 2 personas
1000000 soldiers | people
1500000 soldados | 1500000 personas
TEXT

node look.mjs 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
