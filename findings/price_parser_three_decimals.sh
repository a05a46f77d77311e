#!/usr/bin/env bash
# A latitude is read as thousands.
#
# Package   price-parser 0.5.1 (PyPI)
# Guess     three digits after the mark are ambiguous in 1.400, but 0.500 and -72.443 can only be
#           decimals.
# Behaviour they are thousands all the same: 0.500 is 500 and -72.443 is 72443, and the sign is
#           lost.
# Seen      the lines of `expected` below.
# Do        use it for prices alone; read counts and shares by the mark that the whole column
#           uses.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  price-parser==0.5.1

cat >look.py <<'PYTHON'
from price_parser import Price

for text in ("1.400", "0.500", "-72.443", "1.4", "1’400.000"):
    print(text, "->", Price.fromstring(text).amount)
PYTHON

cat >expected <<'TEXT'
1.400 -> 1400
0.500 -> 500
-72.443 -> 72443
1.4 -> 1.4
1’400.000 -> 1
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
