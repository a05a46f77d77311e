#!/usr/bin/env bash
# The title of a source loses the wrong half.
#
# Package   trafilatura 2.3.1, lxml_html_clean 0.4.6, readability-lxml 0.9 (PyPI)
# Guess     of a <title> both cut off the name of the site at its end, and nothing else.
# Behaviour each splits at other signs and keeps the part that it likes: readability-lxml what
#           follows the colon, with the site's name, or what follows a hyphen; trafilatura what
#           comes first, here the name of a country. The titles cited were never printed.
# Seen      the lines of `expected` below.
# Do        take the title from og:title, JSON-LD or <h1>, and cut a site's name only where the page
#           says it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  trafilatura==2.3.1 lxml_html_clean==0.4.6
# On its own: with the others pip 23 cannot resolve it.
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  readability-lxml==0.9

cat >look.py <<'PYTHON'
import trafilatura
from readability import Document

BODY = "<article><p>" + "El puente se cerró por la noche y miles de personas esperaron. " * 8 + "</p></article>"
for title in ("23-F: militares cruzan | El Diario", "Venezuela - Colombia: la frontera cerrada por quinto día"):
    page = f"<html><head><title>{title}</title></head><body>{BODY}</body></html>"
    print(title)
    print("  readability-lxml:", Document(page).short_title())
    print("  trafilatura:", trafilatura.extract_metadata(page).title)
PYTHON

cat >expected <<'TEXT'
23-F: militares cruzan | El Diario
  readability-lxml: militares cruzan | El Diario
  trafilatura: 23-F: militares cruzan
Venezuela - Colombia: la frontera cerrada por quinto día
  readability-lxml: Colombia: la frontera cerrada por quinto día
  trafilatura: Venezuela
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
