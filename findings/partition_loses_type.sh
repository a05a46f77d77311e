#!/usr/bin/env bash
# A code that was text is a number after it has named a folder.
#
# Package   pyarrow 26.0.1, polars 2.1.0, duckdb 2.0.0 (PyPI)
# Guess     Parquet keeps types, so the text column of codes (05001) that a dataset is divided by
#           comes back as text.
# Behaviour the folder's name code=05001 is all that is kept of it, and each reader guesses anew:
#           pyarrow and Polars make it the number 5001, DuckDB leaves it a text. A day is a date to
#           Polars and DuckDB and a text to pyarrow. Joins by code find nothing.
# Seen      the lines of `expected` below.
# Do        state the partitioning's schema in every reader (hive_types, hive_schema, partitioning),
#           or keep the code as a further column of another name.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install --quiet --disable-pip-version-check --no-compile \
  pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.0

cat >look.py <<'PYTHON'
import duckdb
import polars
import pyarrow as pa
import pyarrow.dataset as ds

table = pa.table({"code": ["05001", "54001"], "day": ["2019-02-22", "2019-02-23"], "n": [1, 2]})
for name in ("code", "day"):
    ds.write_dataset(table, name, format="parquet", partitioning=[name], partitioning_flavor="hive")
    read = ds.dataset(name, partitioning="hive").to_table()
    print("pyarrow", name, read.schema.field(name).type, sorted(map(str, read[name].to_pylist())))
    frame = polars.read_parquet(name)
    print("polars", name, frame[name].dtype, sorted(map(str, frame[name].to_list())))
    rows = duckdb.sql(f"SELECT typeof({name}), {name}::VARCHAR FROM '{name}/*/*.parquet'").fetchall()
    print("duckdb", name, rows[0][0], sorted(row[1] for row in rows))
PYTHON

cat >expected <<'TEXT'
pyarrow code int32 ['5001', '54001']
polars code Int64 ['5001', '54001']
duckdb code VARCHAR ['05001', '54001']
pyarrow day string ['2019-02-22', '2019-02-23']
polars day Date ['2019-02-22', '2019-02-23']
duckdb day DATE ['2019-02-22', '2019-02-23']
TEXT

venv/bin/python look.py 2>warnings | tee seen
diff expected seen || {
  echo "The behaviour has changed: see the lines above." >&2
  exit 1
}
