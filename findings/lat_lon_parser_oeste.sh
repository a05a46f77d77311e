#!/usr/bin/env bash
# West in Spanish is read as east.
#
# Package   lat-lon-parser 1.3.1 (PyPI)
# Guess     a parser for coordinates as people write them reads `O` (oeste) as west or refuses a
#           letter that it does not know.
# Behaviour unknown letters are ignored and the value is positive: a place in Colombia moves to
#           the other side of the earth. The same holds for "Sur" and "Oeste" in full.
# Seen      the lines of `expected` below.
# Do        turn O, Oeste and Sur into W and S before parsing, and check the sign against the
#           country.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  lat-lon-parser==1.3.1

cat >look.py <<'PYTHON'
from lat_lon_parser import parse

for text in ("72° 26' W", "72° 26' O", "72° 26' Oeste", "4° 12' S", "4° 12' Sur"):
    print(text, "->", round(parse(text), 4))
PYTHON

cat >expected <<'TEXT'
72° 26' W -> -72.4333
72° 26' O -> 72.4333
72° 26' Oeste -> 72.4333
4° 12' S -> -4.2
4° 12' Sur -> 4.2
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
