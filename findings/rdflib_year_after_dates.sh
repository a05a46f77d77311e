#!/usr/bin/env bash
# A year is later than every day.
#
# Package   rdflib 7.6.0 (PyPI)
# Guess     comparing xsd:gYear with xsd:date is an error in SPARQL, so FILTER drops such rows,
#           whichever way it asks; at best 2019 counts as its first day.
# Behaviour values of different types are ordered by type: gYear and gYearMonth pass every `>=`
#           with a date and fail every `<`, so 1819 comes after 2020. The two halves of a filter
#           by period disagree.
# Seen      the lines of `expected` below.
# Do        store first and last day as xsd:date beside the EDTF text, and filter by these.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  rdflib==7.6.0

cat >look.py <<'PYTHON'
from rdflib import Graph

graph = Graph().parse(format="turtle", data="""
@prefix : <urn:x:> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:year :date "1819"^^xsd:gYear . :month :date "2019-02"^^xsd:gYearMonth . :day :date "2019-02-22"^^xsd:date .""")
for condition in (">=", "<"):
    rows = graph.query("SELECT ?date WHERE { ?event <urn:x:date> ?date FILTER(?date " + condition +
                       ' "2020-01-01"^^<http://www.w3.org/2001/XMLSchema#date>) } ORDER BY ?date')
    print(condition, "2020-01-01:", [str(row.date) for row in rows])
PYTHON

cat >expected <<'TEXT'
>= 2020-01-01: ['1819', '2019-02']
< 2020-01-01: ['2019-02-22']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
