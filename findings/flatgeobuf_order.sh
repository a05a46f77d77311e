#!/usr/bin/env bash
# A chronology comes back in the order of places.
#
# Package   geopandas 1.2.0, pyogrio 0.13.0, pandas 3.1.1, shapely 2.2.0 (PyPI)
# Guess     rows written to FlatGeobuf come back in the order in which they were written, as from
#           GeoPackage and shapefiles.
# Behaviour they are stored along a curve through space, for its index: days come back mixed, and a
#           number of the row is another event's.
# Seen      the lines of `expected` below.
# Do        sort by the date after reading, give each event an id, or write with SPATIAL_INDEX=NO.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  geopandas==1.2.0 pyogrio==0.13.0 pandas==3.1.1 shapely==2.2.0

cat >look.py <<'PYTHON'
import geopandas
from shapely.geometry import Point

places = [Point(-72.44, 7.81), Point(-66.90, 10.50), Point(-72.50, 7.89), Point(-74.08, 4.60)]
days = [f"2019-02-{day}" for day in (21, 22, 23, 24)]
table = geopandas.GeoDataFrame({"day": days}, geometry=places, crs=4326)
for ending in ("gpkg", "shp", "fgb"):
    table.to_file(f"events.{ending}")
    print(ending, *geopandas.read_file(f"events.{ending}")["day"])
table.to_file("plain.fgb", SPATIAL_INDEX="NO")
print("fgb, SPATIAL_INDEX=NO", *geopandas.read_file("plain.fgb")["day"])
PYTHON

cat >expected <<'TEXT'
gpkg 2019-02-21 2019-02-22 2019-02-23 2019-02-24
shp 2019-02-21 2019-02-22 2019-02-23 2019-02-24
fgb 2019-02-22 2019-02-23 2019-02-21 2019-02-24
fgb, SPATIAL_INDEX=NO 2019-02-21 2019-02-22 2019-02-23 2019-02-24
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
