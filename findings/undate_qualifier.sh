#!/usr/bin/env bash
# A date that was about right becomes certain when it is parsed.
#
# Package   undate 0.8.0 (PyPI)
# Guess     a library for uncertain dates that parses EDTF keeps `~` and `?`, or refuses what it
#           cannot keep.
# Behaviour `~` and `?` are accepted and dropped, so the value written back states more than its
#           source. Seasons and sets are refused.
# Seen      the lines of `expected` below.
# Do        keep the EDTF text beside the parsed value and write the text, not the value, to
#           files.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  undate==0.8.0

cat >look.py <<'PYTHON'
from undate import Undate

for text in ("2019-02~", "2019-02-22?", "2019-02-22~/2019-02-25?"):
    print(text, "->", Undate.parse(text, "EDTF").format("EDTF"))
PYTHON

cat >expected <<'TEXT'
2019-02~ -> 2019-02
2019-02-22? -> 2019-02-22
2019-02-22~/2019-02-25? -> 2019-02-22/2019-02-25
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
