#!/usr/bin/env bash
# Events with short ids belong to example.org, or to the folder of the run.
#
# Package   pyld 3.3.0, rdflib 7.6.0 (PyPI)
# Guess     an @id such as ev-1, valid in JSON-LD, stays ev-1 in the triples, or both libraries ask
#           for a base.
# Behaviour PyLD puts http://example.org/base/ before it, an address that nobody stated, and rdflib
#           the folder in which the program runs, so that ids change with the machine. Neither
#           warns.
# Seen      the lines of `expected` below.
# Do        write full addresses into @id, or state @base in the context, and look for file: and
#           example.org among the subjects.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pyld==3.3.0 rdflib==7.6.0

cat >look.py <<'PYTHON'
import json
import pathlib

import rdflib
from pyld import jsonld

document = {
    "@context": {"@vocab": "https://schema.org/"},
    "@graph": [
        {"@id": "ev-1", "@type": "Event", "name": "Cruce"},
        {"@id": "https://example.org/ev-2", "@type": "Event", "name": "Cierre"},
    ],
}
lines = jsonld.to_rdf(document, {"format": "application/n-quads"}).splitlines()
print("PyLD", len(lines), *sorted({line.split()[0] for line in lines}))
graph = rdflib.Graph().parse(data=json.dumps(document), format="json-ld")
folder = pathlib.Path.cwd().as_uri()
print("rdflib", len(graph), *sorted(f"<{subject}>".replace(folder, "file:///FOLDER") for subject in set(graph.subjects())))
PYTHON

cat >expected <<'TEXT'
PyLD 4 <http://example.org/base/ev-1> <https://example.org/ev-2>
rdflib 4 <file:///FOLDER/ev-1> <https://example.org/ev-2>
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
