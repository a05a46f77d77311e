#!/usr/bin/env bash
# A table with the same key twice is valid.
#
# Package   frictionless 5.21.0 (PyPI)
# Guess     `uniqueKeys` of Data Package 2.0 are checked as a primary key is: the second row with
#           the same values is an error.
# Behaviour the table is valid, and the key is not named anywhere in the report; only `primaryKey`,
#           of one field or of several, and the constraint `unique` of a single field refuse the row.
# Seen      the lines of `expected` below.
# Do        state the fields as `primaryKey`, or count the rows of each key yourself.
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

pathlib.Path("citations.csv").write_text("event,source,paragraph\nbridge,letter,3\nbridge,letter,3\n")
NAMES = ["event", "source", "paragraph"]
FORMS = {
    "uniqueKeys": {"uniqueKeys": [NAMES]},
    "uniqueKeys of one field": {"uniqueKeys": [["event"]]},
    "primaryKey": {"primaryKey": NAMES},
    "unique": {},
}
for form, keys in FORMS.items():
    fields = [{"name": name, "type": "string"} for name in NAMES]
    if form == "unique":
        fields[0]["constraints"] = {"unique": True}
    pathlib.Path("datapackage.json").write_text(json.dumps({
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "events",
        "resources": [{"name": "citations", "path": "citations.csv", "schema": {"fields": fields, **keys}}],
    }))
    report = Package("datapackage.json").validate()
    print(f"{form}: valid {report.valid}", *report.flatten(["rowNumber", "type"]))
PYTHON

cat >expected <<'TEXT'
uniqueKeys: valid True
uniqueKeys of one field: valid True
primaryKey: valid False [3, 'primary-key']
unique: valid False [3, 'unique-error']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
