#!/usr/bin/env bash
# Two addresses of a web archive are one, if they differ by capitals.
#
# Package   surt 0.3.1, setuptools 81.0.0 (PyPI)
# Guess     the key under which a web archive files a page keeps the case of the path and of the
#           query, since servers do; the host alone is made small.
# Behaviour all of it is made small, so two documents, or two videos whose ids differ by a capital,
#           share a key, and a look-up gives either. The language in the query stays; the fragment
#           goes.
# Seen      the lines of `expected` below.
# Do        compare the full address of a capture with the one asked for before it is cited as its
#           copy.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  surt==0.3.1 setuptools==81.0.0

cat >look.py <<'PYTHON'
from surt import surt

for address in ("https://example.org/Informe.pdf", "https://example.org/informe.pdf",
                "https://video.example.org/watch?v=aB3", "https://video.example.org/watch?v=Ab3",
                "https://www.example.org/informe?lang=es#par-12"):
    print(surt(address), address)
PYTHON

cat >expected <<'TEXT'
org,example)/informe.pdf https://example.org/Informe.pdf
org,example)/informe.pdf https://example.org/informe.pdf
org,example,video)/watch?v=ab3 https://video.example.org/watch?v=aB3
org,example,video)/watch?v=ab3 https://video.example.org/watch?v=Ab3
org,example)/informe?lang=es https://www.example.org/informe?lang=es#par-12
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
