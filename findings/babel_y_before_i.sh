#!/usr/bin/env bash
# Babel writes "Colombia y Italia".
#
# Package   babel 2.18.0 (PyPI)
# Guess     format_list() follows Spanish: "e" before i and "u" before o.
# Behaviour it follows CLDR's patterns alone, which know no such rule: "Colombia y Italia", "siete
#           o ocho". (Portuguese and Italian have "e" throughout.)
# Seen      the lines of `expected` below.
# Do        mend the last conjunction of Spanish lists yourself (not before hia-, hie-), and test
#           lists that end in i, hi, o and ho.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  babel==2.18.0

cat >look.py <<'PYTHON'
from babel.lists import format_list

for locale in ("es", "es_CO"):
    print(locale, format_list(["Colombia", "Italia"], locale=locale), "|",
          format_list(["siete", "ocho"], style="or", locale=locale))
PYTHON

cat >expected <<'TEXT'
es Colombia y Italia | siete o ocho
es_CO Colombia y Italia | siete o ocho
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
