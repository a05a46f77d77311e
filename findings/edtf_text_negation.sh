#!/usr/bin/env bash
# "Not after 2019" is read as 2019 and later.
#
# Package   edtf 5.0.2 (PyPI)
# Guess     text_to_edtf() reads "not after 2019" and "no later than 2019" as until 2019, or gives
#           None, as for other texts that it does not know.
# Behaviour the word not is not seen: both are an interval from 2019 on, and "not before 2019" ends
#           in 2019. Of two years the second is lost, and a square named for a day is a date.
# Seen      the lines of `expected` below.
# Do        give a text with not, no, never, or, until to a person.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  edtf==5.0.2

cat >look.py <<'PYTHON'
from edtf import text_to_edtf

for text in ("before 2019", "not before 2019", "after 2019", "not after 2019", "no later than 2019",
             "2019 or 2020", "Plaza 24 de Julio"):
    print(f"{text}: {text_to_edtf(text)}")
PYTHON

cat >expected <<'TEXT'
before 2019: /2019
not before 2019: /2019
after 2019: 2019/
not after 2019: 2019/
no later than 2019: 2019/
2019 or 2020: 2019
Plaza 24 de Julio: XXXX-XX-24
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
