#!/usr/bin/env bash
# The year 2019 is half past midnight on 1 January 1970.
#
# Package   iiif-prezi3 3.1.1, stac-pydantic 3.7.1, geojson-pydantic 2.2.0, pydantic 2.14.4 (PyPI)
# Guess     a model of IIIF or STAC, whose formats demand a day, a time and a zone, refuses a year as
#           navDate or datetime.
# Behaviour a month and a day without a time are refused, but a text of digits is taken for seconds
#           since 1970: "2019" is 00:33:39 on 1 January 1970, and "20190222" a day of August 1970.
# Seen      the lines of `expected` below.
# Do        demand a T and a zone in the text before the model sees it, and give a year of STAC as
#           start_datetime and end_datetime.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  iiif-prezi3==3.1.1 stac-pydantic==3.7.1 geojson-pydantic==2.2.0 pydantic==2.14.4

cat >look.py <<'PYTHON'
from iiif_prezi3 import Manifest
from pydantic import ValidationError
from stac_pydantic import Item


def read_nav_date(text):
    return Manifest(id="https://example.org/m", label={"en": ["Letter"]}, items=[], navDate=text).navDate


def read_datetime(text):
    place = {"type": "Point", "coordinates": [-72.44, 7.82]}
    item = Item(type="Feature", stac_version="1.0.0", id="photo", geometry=place, bbox=[-72.44, 7.82, -72.44, 7.82],
                properties={"datetime": text}, links=[], assets={})
    return item.properties.datetime


for text in ("2019", "20190222", "2019-02", "2019-02-22", "2019-02-22T00:00:00Z"):
    for name, read in (("IIIF", read_nav_date), ("STAC", read_datetime)):
        try:
            print(text, name, read(text))
        except ValidationError:
            print(text, name, "refused")
PYTHON

cat >expected <<'TEXT'
2019 IIIF 1970-01-01 00:33:39+00:00
2019 STAC 1970-01-01 00:33:39+00:00
20190222 IIIF 1970-08-22 16:23:42+00:00
20190222 STAC 1970-08-22 16:23:42+00:00
2019-02 IIIF refused
2019-02 STAC refused
2019-02-22 IIIF refused
2019-02-22 STAC refused
2019-02-22T00:00:00Z IIIF 2019-02-22 00:00:00+00:00
2019-02-22T00:00:00Z STAC 2019-02-22 00:00:00+00:00
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
