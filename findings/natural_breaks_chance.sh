#!/usr/bin/env bash
# The natural breaks of a map are other ones each time it is made.
#
# Package   mapclassify 2.10.0, numpy 2.4.6 (PyPI)
# Guess     NaturalBreaks gives the breaks of Jenks, which are the best ones and so the same in each
#           run.
# Behaviour it tries ten beginnings by chance and takes the best of these: the same 40 counts have
#           several sets of breaks, and a place changes its colour without any change of the data.
#           FisherJenks has one.
# Seen      the lines of `expected` below.
# Do        use FisherJenks, or write the breaks into the map's source once and read them from
#           there.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  mapclassify==2.10.0 numpy==2.4.6

cat >look.py <<'PYTHON'
import mapclassify
import numpy as np

counts = np.array([28, 46, 28, 5, 50, 31, 12, 36, 29, 27, 21, 35, 10, 17, 12, 37, 21, 15, 9, 16,
                   20, 15, 73, 55, 1, 3, 17, 13, 25, 25, 167, 7, 14, 155, 38, 39, 12, 4, 24, 22])
for classifier in (mapclassify.NaturalBreaks, mapclassify.FisherJenks):
    breaks = {tuple(classifier(counts, 5).bins) for _ in range(60)}
    print(classifier.__name__, "one set of breaks" if len(breaks) == 1 else "several sets of breaks")
PYTHON

cat >expected <<'TEXT'
NaturalBreaks several sets of breaks
FisherJenks one set of breaks
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
