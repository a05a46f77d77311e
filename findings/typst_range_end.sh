#!/usr/bin/env bash
# A source of several days is cited by its last day.
#
# Package   typst 0.15.2, pypdf 7.1.1 (PyPI)
# Guess     a biblatex date 2019-02-22/2019-02-25 is printed as a range, as pandoc does, or with
#           its first day.
# Behaviour Typst prints 25 February alone, the end of the range; a season (2019-21) is n.d.
# Seen      the lines of `expected` below.
# Do        give sources for Typst one day in `date`, and put the range into `note`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  typst==0.15.2 pypdf==7.1.1

cat >look.py <<'PYTHON'
import pathlib

import typst
from pypdf import PdfReader

for date in ("2019-02-22/2019-02-25", "2019-21"):
    pathlib.Path("works.bib").write_text(
        "@article{a, author = {Example, Ana}, title = {Note}, journaltitle = {Daily}, date = {%s}}" % date)
    pathlib.Path("page.typ").write_text(
        '#set page(width: 20cm, height: auto)\n#bibliography("works.bib", full: true, '
        'style: "chicago-author-date")')
    typst.compile("page.typ", output="page.pdf")
    print(date, "->", PdfReader("page.pdf").pages[0].extract_text().splitlines()[-1].strip())
PYTHON

cat >expected <<'TEXT'
2019-02-22/2019-02-25 -> Example, Ana. 2019. “Note.” Daily, February 25.
2019-21 -> Example, Ana. n.d. “Note.” Daily.
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
