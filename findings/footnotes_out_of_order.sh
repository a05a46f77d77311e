#!/usr/bin/env bash
# The first note in a text has number 2, and two texts share their notes.
#
# Package   Markdown 3.11.3, mistune 3.4.0 (PyPI)
# Guess     notes are numbered in the order in which a reader meets them, and the notes of two
#           events, rendered apart and put on one page, have ids of their own.
# Behaviour Python-Markdown numbers by the order of the definitions, so that the text begins with
#           note 2. In both libraries every text begins with fn:1, and on one page all events link
#           to the first event's sources.
# Seen      the lines of `expected` below.
# Do        set USE_DEFINITION_ORDER=False and UNIQUE_IDS=True and render all with one Markdown
#           object, or number notes yourself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  Markdown==3.11.3 mistune==3.4.0

cat >look.py <<'PYTHON'
import re

import markdown
import mistune


def render(text, library):
    if library == "Markdown":
        return markdown.markdown(text, extensions=["footnotes"])
    return mistune.create_markdown(plugins=["footnotes"])(text)


two_notes = "Cruce[^b] y cierre[^a].\n\n[^a]: Fuente A\n[^b]: Fuente B\n"
for library in ("Markdown", "mistune"):
    html = render(two_notes, library)
    print(library, "numbers", *re.findall(r'href="#fn[^"]*">(\d+)</a></sup>', html))
    events = [render(f"{event}.[^1]\n\n[^1]: Fuente\n", library) for event in ("Cruce", "Cierre")]
    print(library, "ids", *(re.findall(r'<li id="([^"]+)"', event)[0] for event in events))
PYTHON

cat >expected <<'TEXT'
Markdown numbers 2 1
Markdown ids fn:1 fn:1
mistune numbers 1 2
mistune ids fn-1 fn-1
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
