#!/usr/bin/env bash
# A KML event that lasts until March ends on 1 March.
#
# Package   pyogrio 0.13.0, geopandas 1.2.0, pandas 3.1.1, shapely 2.2.0 (PyPI)
# Guess     `<begin>2019-02</begin><end>2019-03</end>`, valid in KML, is read as the texts or as
#           February to the end of March; `<when>2019</when>` as 2019.
# Behaviour the end is 1 March, so the month is lost, and a year alone is no time at all. That
#           both ends were months is said nowhere.
# Seen      the lines of `expected` below.
# Do        read TimeSpan and TimeStamp from the XML itself, or write full days into KML that
#           others will open with GDAL.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pyogrio==0.13.0 geopandas==1.2.0 pandas==3.1.1 shapely==2.2.0

cat >look.py <<'PYTHON'
import pathlib

import pyogrio

POINT = "<Point><coordinates>-72.44,7.81</coordinates></Point>"
pathlib.Path("events.kml").write_text(
    '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>'
    "<Placemark><name>Months</name><TimeSpan><begin>2019-02</begin><end>2019-03</end></TimeSpan>"
    f"{POINT}</Placemark>"
    f"<Placemark><name>Year</name><TimeStamp><when>2019</when></TimeStamp>{POINT}</Placemark>"
    f"<Placemark><name>Month</name><TimeStamp><when>2019-02</when></TimeStamp>{POINT}</Placemark>"
    "</Document></kml>")
for row in pyogrio.read_dataframe("events.kml").itertuples():
    print(row.Name, *(str(moment)[:10] for moment in (row.begin, row.end, row.timestamp)))
PYTHON

cat >expected <<'TEXT'
Months 2019-02-01 2019-03-01 NaT
Year NaT NaT NaT
Month NaT NaT 2019-02-01
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
