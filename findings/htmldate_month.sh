#!/usr/bin/env bash
# A page of February is dated 1 January.
#
# Package   htmldate 1.11.0 (PyPI)
# Guess     a page that says "Publicado en febrero de 2019" gives no date, or the first of
#           February.
# Behaviour by default the year alone is found and filled: 2019-01-01, a month before the page. A
#           copyright line gives the same.
# Seen      the lines of `expected` below.
# Do        treat 1 January as a year until the page shows that day. extensive_search=False
#           invents nothing, but misses full days in the text, too.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  htmldate==1.11.0

cat >look.py <<'PYTHON'
from htmldate import find_date

for text in ("Publicado en febrero de 2019", "© 2019 Diario de ejemplo", "22 de febrero de 2019"):
    page = f"<html><body><article><h1>Nota</h1><p>{text}</p></article></body></html>"
    print(text, "->", find_date(page), find_date(page, extensive_search=False))
PYTHON

cat >expected <<'TEXT'
Publicado en febrero de 2019 -> 2019-01-01 None
© 2019 Diario de ejemplo -> 2019-01-01 None
22 de febrero de 2019 -> 2019-02-22 None
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
