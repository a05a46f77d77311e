#!/usr/bin/env bash
# A paragraph that begins with a year loses it.
#
# Package   Markdown 3.11.3, mistune 3.4.0 (PyPI)
# Guess     "2019. The bridges close." is a paragraph; at worst a list that starts at 2019.
# Behaviour Python-Markdown makes a list without a start, so a reader sees "1. The bridges
#           close."; mistune keeps start="2019".
# Seen      the lines of `expected` below.
# Do        write 2019\\. or "In 2019" in Markdown, or render with a CommonMark library.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  Markdown==3.11.3 mistune==3.4.0

cat >look.py <<'PYTHON'
import markdown
import mistune

for text in ("2019. The bridges close.", "2019\\. The bridges close."):
    for name, convert in (("markdown", markdown.markdown), ("mistune", mistune.html)):
        print(name, convert(text).replace("\n", ""))
PYTHON

cat >expected <<'TEXT'
markdown <ol><li>The bridges close.</li></ol>
mistune <ol start="2019"><li>The bridges close.</li></ol>
markdown <p>2019. The bridges close.</p>
mistune <p>2019. The bridges close.</p>
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
