#!/usr/bin/env bash
# A date of biblatex with .. or XX is no date for pandoc.
#
# Package   pypandoc-binary 1.17 (PyPI)
# Guess     pandoc reads the EDTF dates of biblatex: an open range for 2019-02-22/.., February 2019
#           for 2019-02-XX, the 2010s for 201X.
# Behaviour a date with .. or X is left out without a word, so that the entry is printed as n.d.; a
#           slash with nothing behind it is an open range. ? is dropped: the date is certain.
# Seen      the lines of `expected` below.
# Do        write 2019-02-22/ for an open end and the known part alone for X, and look for n.d. in
#           the bibliography.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pypandoc-binary==1.17

cat >look.py <<'PYTHON'
import json

import pypandoc

for date in ("2019-02-22/2019-02-25", "2019-02-22/", "2019-02-22/..", "2019-02-XX", "201X", "2019-02?", "2019-02~"):
    entry = "@online{a, title={Puente}, author={Example, Ana}, date={%s}, url={https://example.org}}" % date
    (item,) = json.loads(pypandoc.convert_text(entry, "csljson", format="biblatex"))
    print(date, json.dumps(item.get("issued", "no date"), sort_keys=True))
PYTHON

cat >expected <<'TEXT'
2019-02-22/2019-02-25 {"date-parts": [[2019, 2, 22], [2019, 2, 25]]}
2019-02-22/ {"date-parts": [[2019, 2, 22], [0]]}
2019-02-22/.. "no date"
2019-02-XX "no date"
201X "no date"
2019-02? {"date-parts": [[2019, 2]]}
2019-02~ {"circa": true, "date-parts": [[2019, 2]]}
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
