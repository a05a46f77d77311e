#!/usr/bin/env bash
# 29 February 2019 and 1900 is valid EDTF.
#
# Package   edtf-validate 2.0.0 (PyPI)
# Guess     a validator of EDTF, whose days are those of the calendar, refuses a day that its year
#           has not, as it refuses 30 February and 31 April.
# Behaviour each February has 29 days, also with ~, and in 1900. An interval that begins
#           or ends on such a day is refused, also one with an open end.
# Seen      the lines of `expected` below.
# Do        read each valid day with datetime.date.fromisoformat() as well, after ?, ~ and % are
#           taken off.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  edtf-validate==2.0.0

cat >look.py <<'PYTHON'
from edtf_validate.valid_edtf import is_valid

days = ("2019-02-29", "1900-02-29", "2019-02-29~", "2019-02-30", "2019-04-31")
intervals = ("2019-02-22/2019-02-29", "2019-02-29/2019-03", "2019-02-29/..", "2019-02-28/2019-03")
for text in days + intervals:
    print(text, is_valid(text))
PYTHON

cat >expected <<'TEXT'
2019-02-29 True
1900-02-29 True
2019-02-29~ True
2019-02-30 False
2019-04-31 False
2019-02-22/2019-02-29 False
2019-02-29/2019-03 False
2019-02-29/.. False
2019-02-28/2019-03 True
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
