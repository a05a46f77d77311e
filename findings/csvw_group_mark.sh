#!/usr/bin/env bash
# A group mark may stand anywhere in a number of CSVW.
#
# Package   csvw 4.1.1 (PyPI)
# Guess     with `groupChar` "." and `decimalChar` "," as in Spanish, 1.400 is 1400, and 1.4 is
#           refused: a group has three digits.
# Behaviour the mark is removed wherever it stands, even under the pattern #.##0. 1.4 (million, in
#           an English column) is read as 14, and a latitude of 7.815 as 7815.
# Seen      the lines of `expected` below.
# Do        check the range of every column after reading, and state coordinates without group
#           marks.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  csvw==4.1.1

cat >look.py <<'PYTHON'
from csvw import Datatype

spanish = {"base": "decimal", "format": {"groupChar": ".", "decimalChar": ","}}
patterned = {"base": "integer", "format": {"pattern": "#.##0", "groupChar": "."}}
for name, text in (("spanish", "1.400"), ("spanish", "1.4"), ("spanish", "7.815"),
                   ("patterned", "1.4")):
    print(name, text, "->", Datatype.fromvalue({"spanish": spanish, "patterned": patterned}[name]).read(text))
PYTHON

cat >expected <<'TEXT'
spanish 1.400 -> 1400
spanish 1.4 -> 14
spanish 7.815 -> 7815
patterned 1.4 -> 14
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
