#!/usr/bin/env bash
# The last zeros of a coordinate, and twelve months, are gone in a store of triples.
#
# Package   pyoxigraph 0.5.13, rdflib 7.6.0 (PyPI)
# Guess     a store gives a literal back as it was stated: 7.810, three decimals, P12M, 05.
# Behaviour pyoxigraph keeps the value, not the text: 7.810 is 7.81, P12M is P1Y and midnight at the
#           end of a day is the next day. RDFLib keeps the decimal and the day, and changes the
#           others when it reads them. A text of another type, as WKT, is kept by both.
# Seen      the lines of `expected` below.
# Do        state precision as a statement of its own (an uncertainty in metres, an EDTF text), or
#           write coordinates as WKT; and compare files as values, not as texts.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pyoxigraph==0.5.13 rdflib==7.6.0

cat >look.py <<'PYTHON'
import logging
import re

import pyoxigraph
import rdflib

logging.disable()  # RDFLib tells of midnight that it cannot convert it
QUOTED = '"(.*)"'
XSD = "http://www.w3.org/2001/XMLSchema#"
LITERALS = {
    "7.810": f"{XSD}decimal",
    "P12M": f"{XSD}duration",
    "05": f"{XSD}integer",
    "2019-02-22T24:00:00": f"{XSD}dateTime",
    "POINT(-72.440 7.810)": "http://www.opengis.net/ont/geosparql#wktLiteral",
}
for text, datatype in LITERALS.items():
    triple = f'<urn:a> <urn:b> "{text}"^^<{datatype}> .\n'
    store = pyoxigraph.Store()
    store.load(triple.encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    written = {
        "pyoxigraph": store.dump(format=pyoxigraph.RdfFormat.N_TRIPLES, from_graph=pyoxigraph.DefaultGraph()).decode(),
        "rdflib": rdflib.Graph().parse(data=triple, format="nt").serialize(format="nt"),
    }
    texts = [f"{name} {re.search(QUOTED, line)[1]}" for name, line in written.items()]
    print(f"{text}:", ", ".join(texts))
PYTHON

cat >expected <<'TEXT'
7.810: pyoxigraph 7.81, rdflib 7.810
P12M: pyoxigraph P1Y, rdflib P1Y
05: pyoxigraph 5, rdflib 5
2019-02-22T24:00:00: pyoxigraph 2019-02-23T00:00:00, rdflib 2019-02-22T24:00:00
POINT(-72.440 7.810): pyoxigraph POINT(-72.440 7.810), rdflib POINT(-72.440 7.810)
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
