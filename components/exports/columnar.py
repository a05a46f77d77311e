"""Tables as Parquet: typed columns, which pandas, R, DuckDB and Arrow read as they are."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from components.domain.records.columns import Kind
from components.domain.records.table import Table

if TYPE_CHECKING:
    import pyarrow as pa

_TYPES: Final[Mapping[Kind, str]] = {"number": "float64", "integer": "int32", "day": "date32"}


def _type(kind: Kind) -> pa.DataType:
    # Imported late: only a download needs it.
    import pyarrow as pa

    if kind == "list":
        return pa.list_(pa.string())
    return pa.type_for_alias(_TYPES.get(kind, "string"))


def to_parquet(table: Table, about: Mapping[str, Any], columns: Sequence[str] = ()) -> bytes:
    """One table as a Parquet file, its days typed, its lists as lists, EDTF dates as texts.

    Args:
        about: what the file says of itself, kept as JSON under ``about`` in its metadata.
        columns: the columns to keep; empty for all.
    """
    import pyarrow as pa
    from pyarrow import parquet

    kept = [table.spec.column(name) for name in columns] or list(table.spec.columns)
    lines = table.lines([column.name for column in kept])
    said = {"about": json.dumps(dict(about), ensure_ascii=False)}
    schema = pa.schema([pa.field(c.name, _type(c.kind)) for c in kept], metadata=said)
    arrays = {c.name: [line[c.name] for line in lines] for c in kept}
    out = io.BytesIO()
    parquet.write_table(pa.table(arrays, schema=schema), out)
    return out.getvalue()
