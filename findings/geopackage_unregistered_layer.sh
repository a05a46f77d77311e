#!/usr/bin/env bash
# A table put into a GeoPackage is a layer until another table is registered.
#
# Package   pyogrio 0.13.0, numpy 2.4.6 (PyPI)
# Guess     a table that SQL adds to a GeoPackage, as QGIS adds its layer_styles, is no layer, as
#           gpkg_contents does not list it; registering another table changes nothing of that.
# Behaviour GDAL lists tables and views that nobody registered as layers, so the one layer of events
#           becomes the first of two, and readers warn or ask which. As soon as gpkg_contents has
#           any table without geometry, those that are not registered are gone from the list.
# Seen      the lines of `expected` below.
# Do        name the layer in every read, register every table that shall be read as `attributes`,
#           and count the layers of a file after writing it. Put styles beside the file (.qml).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pyogrio==0.13.0 numpy==2.4.6

cat >look.py <<'PYTHON'
import contextlib
import shutil
import sqlite3

import numpy
import pyogrio
import pyogrio.raw

POINT = b"\x01\x01\x00\x00\x00" + numpy.array([-72.44, 7.81]).tobytes()
pyogrio.raw.write("events.gpkg", numpy.array([POINT], dtype=object), [numpy.array(["Bridge"], dtype=object)],
                  ["title"], layer="events", driver="GPKG", geometry_type="Point", crs="EPSG:4326")
NOTES = "create table notes (fid integer primary key, note text)"
DAYS = "create view days as select fid, title from events"
CODES = "create table codes (fid integer primary key, code text)"
REGISTER = "insert into gpkg_contents (table_name, data_type, identifier) values ('codes', 'attributes', 'codes')"
for case, statements in {
    "as written": [],
    "with a table": [NOTES],
    "with a view": [DAYS],
    "with a table, a view and a registered table": [NOTES, DAYS, CODES, REGISTER],
}.items():
    shutil.copy("events.gpkg", "copy.gpkg")
    with contextlib.closing(sqlite3.connect("copy.gpkg")) as database, database:
        for statement in statements:
            database.execute(statement)
    print(f"{case}:", *(name for name, _ in pyogrio.list_layers("copy.gpkg")))
PYTHON

cat >expected <<'TEXT'
as written: events
with a table: events notes
with a view: events days
with a table, a view and a registered table: events codes
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
