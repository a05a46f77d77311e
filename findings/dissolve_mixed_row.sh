#!/usr/bin/env bash
# A dissolved row cites a source that never gave its date.
#
# Package   geopandas 1.2.0, pandas 3.1.1, shapely 2.2.0 (PyPI)
# Guess     dissolve() keeps the attributes of the first row of each group, as its default
#           `aggfunc="first"` says.
# Behaviour it takes the first value that is not empty, column by column: the date of one row
#           beside the source of another. Rows without a region vanish.
# Seen      the lines of `expected` below.
# Do        sort and keep whole rows (drop_duplicates), dissolve the geometry alone, and join the
#           two.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  geopandas==1.2.0 pandas==3.1.1 shapely==2.2.0

cat >look.py <<'PYTHON'
import geopandas
from shapely.geometry import Point

table = geopandas.GeoDataFrame(
    {"region": ["North", "North", None],
     "date": [None, "2019-02-25", "2019-02-26"],
     "source": ["Report A", "Report B", "Report C"]},
    geometry=[Point(0, 0), Point(1, 1), Point(2, 2)], crs=4326)
for row in table.dissolve("region").reset_index().itertuples():
    print(row.region, row.date, row.source)
PYTHON

cat >expected <<'TEXT'
North 2019-02-25 Report A
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
