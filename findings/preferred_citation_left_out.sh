#!/usr/bin/env bash
# What CITATION.cff asks to be cited is not what its converter prints.
#
# Package   cffconvert 2.0.0 (PyPI)
# Guess     with a `preferred-citation`, say the article about the data, cffconvert prints it, as
#           GitHub's button does.
# Behaviour it is left out in every format without a word: the data set is cited.
# Seen      the lines of `expected` below.
# Do        test each form of the citation that readers get, and write the article's BibTeX and RIS
#           from its own record.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  cffconvert==2.0.0

cat >look.py <<'PYTHON'
from cffconvert import Citation

citation = Citation("""
cff-version: 1.2.0
message: Cite the article.
title: Data of a crossing
type: dataset
authors: [{family-names: Ruiz, given-names: Ana}]
date-released: 2019-02-22
preferred-citation:
  type: article
  title: A crossing
  authors: [{family-names: Díaz, given-names: Luis}]
  journal: Journal of Borders
  year: 2020
""")
print(citation.as_apalike().strip())
print(citation.as_ris().strip())
PYTHON

cat >expected <<'TEXT'
Ruiz A. (2019). Data of a crossing
TY  - GEN
AU  - Ruiz, Ana
DA  - 2019-02-22
PY  - 2019
TI  - Data of a crossing
ER
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
