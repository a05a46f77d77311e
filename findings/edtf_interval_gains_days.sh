#!/usr/bin/env bash
# An interval until March is printed until 31 March, and one from 2019 from January.
#
# Package   babel-edtf 1.2.2, edtf 5.0.2, babel 2.18.0 (PyPI)
# Guess     an interval whose ends are not equally exact (2019-02-22/2019-03) is printed as it is,
#           each end by itself, or refused.
# Behaviour the vaguer end is filled up to the precision of the other: days and months that nobody
#           stated are printed.
# Seen      the lines of `expected` below.
# Do        format each end alone where their precision differs, and join the two yourself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  babel-edtf==1.2.2 edtf==5.0.2 babel==2.18.0

cat >look.py <<'PYTHON'
from babel_edtf import format_edtf

for text in ("2019-02/2019-03", "2019-02-22/2019-03", "2019/2020-02", "2019/2020-02-03"):
    print(text, "|", format_edtf(text, format="long", locale="es"), "|", format_edtf(text, locale="en"))
PYTHON

cat >expected <<'TEXT'
2019-02/2019-03 | febrero–marzo de 2019 | Feb – Mar 2019
2019-02-22/2019-03 | 22 de febrero – 31 de marzo de 2019 | Feb 22 – Mar 31, 2019
2019/2020-02 | enero de 2019 – febrero de 2020 | Jan 2019 – Feb 2020
2019/2020-02-03 | 1 de enero de 2019 – 3 de febrero de 2020 | Jan 1, 2019 – Feb 3, 2020
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
