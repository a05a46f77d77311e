#!/usr/bin/env bash
# "Art. 1,2" and "Art. 12" have one id.
#
# Package   python-slugify 9.2.0 (PyPI)
# Guess     every sign between digits becomes a hyphen, so that numbers stay apart: 7,81 is 7-81,
#           as 7.81 is.
# Behaviour a comma between digits is taken for a mark of thousands and dropped: "1,285" is 1285,
#           "Art. 1,2" is art-12, "7,81" is 781.
# Seen      the lines of `expected` below.
# Do        replace commas before making ids, and refuse an id that two names share.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  python-slugify==9.2.0

cat >look.py <<'PYTHON'
from slugify import slugify

for text in ("Art. 1,2", "Art. 12", "7,81", "7.81", "+500", "< 500"):
    print(text, "->", slugify(text))
PYTHON

cat >expected <<'TEXT'
Art. 1,2 -> art-12
Art. 12 -> art-12
7,81 -> 781
7.81 -> 7-81
+500 -> 500
< 500 -> 500
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
