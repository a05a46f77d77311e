"""The files of the API as rows and types.

Of the whole story in English every cell is written; of every other view only the rows' ids and the
cells that are not as they are there.
"""

import csv
import hashlib
import io
import json
import sqlite3
import tempfile
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pyarrow.parquet as pq
from openpyxl import load_workbook

from components.export.column_specs import TABLE_SPECS
from components.export.view_files import FILE_MEDIA_TYPES, file_bytes
from components.presentation.context import Context

Rows = list[dict[str, str]]
#: The columns that tell one row of a table from the others.
KEYS: Final = {"citations": ("record_id", "source_id", "locator", "wording")}


def _key(table: str, row: Mapping[str, str]) -> str:
    return " ".join(row[name] for name in KEYS.get(table, ("id",)) if row.get(name))


def rows_of(ctx: Context, table: str) -> Rows:
    content = file_bytes(f"{table}.csv", ctx.view, ctx.i18n.language, opened=ctx.story)
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def _digest(content: object) -> str:
    said = json.dumps(content, ensure_ascii=False, default=str)
    return hashlib.sha256(said.encode()).hexdigest()[:12]


def _types(rows: Sequence[Mapping[str, Any]]) -> str:
    found: dict[str, set[str]] = {}
    for row in rows:
        for name, value in row.items():
            found.setdefault(name, set()).add(type(value).__name__)
    return ", ".join(f"{name} {'|'.join(sorted(kinds))}" for name, kinds in found.items())


def _parquet(content: bytes) -> str:
    table = pq.read_table(io.BytesIO(content))
    types = ", ".join(f"{field.name} {field.type}" for field in table.schema)
    return f"{table.num_rows} rows, {types}; {_digest(table.to_pylist())}"


def _geojson(content: bytes) -> str:
    features = json.loads(content)["features"]
    shapes = Counter((feature["geometry"] or {"type": "none"})["type"] for feature in features)
    types = _types([feature["properties"] for feature in features])
    return f"{len(features)} features, {dict(sorted(shapes.items()))}, {types}; {_digest(features)}"


def _geopackage(content: bytes) -> str:
    with tempfile.NamedTemporaryFile(suffix=".gpkg") as file:
        file.write(content)
        file.flush()
        base = sqlite3.connect(file.name)
        layers = base.execute("select table_name, srs_id from gpkg_contents order by 1").fetchall()
        said = []
        for name, srs in layers:
            columns = [
                f"{column[1]} {column[2]}"
                for column in base.execute(f'pragma table_info("{name}")')
            ]
            rows = base.execute(f'select count(*) from "{name}"').fetchone()[0]  # noqa: S608
            said.append(f"{name} EPSG:{srs}, {rows} rows, {', '.join(columns)}")
        base.close()
    return "; ".join(said)


def _workbook(content: bytes) -> str:
    book = load_workbook(io.BytesIO(content), read_only=True)
    said = []
    for sheet in book.worksheets:
        rows = [list(row) for row in sheet.iter_rows(values_only=True)]
        if "notes" not in sheet.title.lower() and "notas" not in sheet.title.lower():
            said.append(f"{sheet.title} {len(rows)} rows {_digest(rows)}")
        else:
            said.append(f"{sheet.title}")
    return "; ".join(said)


def _package(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        said = "; ".join(f"{one.filename} {one.file_size} bytes" for one in archive.infolist())
        part = json.loads(archive.read("datapackage.json")).get("subset", "the whole")
        return f"{said}; {part}\n{archive.read('README.md').decode().strip()}\n"


def about_file(name: str, content: bytes) -> str:
    """What a file of the API is, in a line: its rows, its columns with their types, a digest."""
    ending = name.rpartition(".")[2]
    if ending == "parquet":
        return _parquet(content)
    if ending == "geojson":
        return _geojson(content)
    if ending == "gpkg":
        return _geopackage(content)
    if ending == "xlsx":
        return _workbook(content)
    if ending == "zip":
        return _package(content)
    if ending == "json":
        read = json.loads(content)
        rows = read if isinstance(read, list) else [read]
        return f"{len(rows)} rows, {_types(rows)}; {_digest(rows)}"
    return f"{len(content.splitlines())} lines"


def api_text(ctx: Context, whole: Context) -> str:
    """Every file of the API for a view; of a row the cells that are not as the whole has them."""
    lines = ["== files"]
    for name in FILE_MEDIA_TYPES:
        content = file_bytes(name, ctx.view, ctx.i18n.language, opened=ctx.story)
        lines.append(f"{name}: {about_file(name, content)}")
    for table in TABLE_SPECS:
        rows = rows_of(ctx, table)
        every = [] if ctx is whole else rows_of(whole, table)
        known = {_key(table, row): row for row in every}
        lines += ["", f"== {table}: {len(rows)} rows"]
        for row in rows:
            was = known.get(key := _key(table, row), {})
            lines.append(f"-- {key}")
            lines += [f"{name}: {value}" for name, value in row.items() if was.get(name) != value]
    return "\n".join(lines) + "\n"
