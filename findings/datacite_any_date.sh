#!/usr/bin/env bash
# Any text is a valid date of DataCite.
#
# Package   datacite 1.4.1, jsonschema 4.26.0 (PyPI)
# Guess     validate() refuses a date that is none, since DataCite asks for W3CDTF or RKMS-ISO8601,
#           and the schema names these formats.
# Behaviour words, 30 February, EDTF's tilde and an empty text are valid; of all dates only the year
#           of publication is looked at.
# Seen      the lines of `expected` below.
# Do        parse each date yourself before validate() (a day, a month, a year, or two with a
#           slash).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  datacite==1.4.1 jsonschema==4.26.0

cat >look.py <<'PYTHON'
from datacite import schema45

record = {
    "doi": "10.1234/abc",
    "creators": [{"name": "Example, Ana"}],
    "titles": [{"title": "Crossings"}],
    "publisher": {"name": "Example"},
    "publicationYear": "2019",
    "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Table"},
    "schemaVersion": "http://datacite.org/schema/kernel-4",
}
for date in ("2019-02-22/2019-02-25", "2019-02-30", "2019-02~", "22 de febrero", ""):
    print(repr(date), schema45.validate(record | {"dates": [{"date": date, "dateType": "Collected"}]}))
print("year 22 de febrero", schema45.validate(record | {"publicationYear": "22 de febrero"}))
PYTHON

cat >expected <<'TEXT'
'2019-02-22/2019-02-25' True
'2019-02-30' True
'2019-02~' True
'22 de febrero' True
'' True
year 22 de febrero False
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
