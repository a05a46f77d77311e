#!/usr/bin/env bash
# A code that no category names is valid.
#
# Package   frictionless 5.21.0 (PyPI)
# Guess     `categories` of Data Package 2.0 limit a field as the constraint `enum` does: a code
#           that is not among them is an error of the table.
# Behaviour the table is valid, with labels or without; only `enum` refuses the code. Labels in
#           `categories` do not weaken an `enum` beside them.
# Seen      the lines of `expected` below.
# Do        state the codes in constraints.enum, too, or as a foreign key to the table of codes; use
#           `categories` for labels alone.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  frictionless==5.21.0

cat >look.py <<'PYTHON'
import json
import pathlib

from frictionless import Package

pathlib.Path("events.csv").write_text("id,basis\nbridge,stated\ncanoe,guessed\n")
CODES = ["stated", "inferred"]
LABELS = [{"value": code, "label": code.capitalize()} for code in CODES]
FORMS = {
    "categories": {"categories": CODES},
    "categories with labels": {"categories": LABELS},
    "enum": {"constraints": {"enum": CODES}},
    "categories and enum": {"categories": LABELS, "constraints": {"enum": CODES}},
}
for form, limits in FORMS.items():
    fields = [{"name": "id", "type": "string"}, {"name": "basis", "type": "string", **limits}]
    pathlib.Path("datapackage.json").write_text(json.dumps({
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "events",
        "resources": [{"name": "events", "path": "events.csv", "schema": {"fields": fields}}],
    }))
    report = Package("datapackage.json").validate()
    print(f"{form}: valid {report.valid}", *(row for row, _ in report.flatten(["rowNumber", "type"])))
PYTHON

cat >expected <<'TEXT'
categories: valid True
categories with labels: valid True
enum: valid False 3
categories and enum: valid False 3
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
