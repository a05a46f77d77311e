"""A table that somebody opens: made ready in one process, and asked in the memory of another.

Nothing of it is written to a disk: it is sent as a DuckDB file, which lies in memory.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from components.intake.columns import ColumnMap
from components.intake.rows import Rows
from components.query import memory_file
from components.query.answers import StoreError
from components.query.engine import DuckEngine
from components.query.filling import fill_rows
from components.query.table import TableStore, store_of

if TYPE_CHECKING:
    import pyarrow as pa

#: What an event of a table is shown, filtered and searched by.
FIELDS: Final = (
    "id", "title", "title_es", "summary", "summary_es", "category", "place", "region", "country",
    "source", "publication", "url",
)  # fmt: skip
RAW: Final = "opened_rows"


@dataclass(frozen=True)
class Packed:
    """A table made ready, as it is sent from one process to another.

    Attributes:
        file: a DuckDB file of the events and what is searched of each.
        about: what is known of it, as :func:`fill_rows` says it.
    """

    file: bytes
    about: Mapping[str, Any]


def pack(rows: Rows) -> Packed:
    """Make the rows of a table ready to be asked; one without an id has its number for one.

    Raises:
        StoreError: where they cannot be written.
    """
    raw = _raw(rows)
    columns = ColumnMap(columns={name: (name,) for name in raw.column_names})

    def fill(backend: Any) -> dict[str, Any]:
        backend.con.register(RAW, raw)
        return fill_rows(DuckEngine(backend, alone=True), backend.table(RAW), columns, opened=True)

    try:
        file, about = memory_file.written(fill)
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"{rows.count.sheet}: {' '.join(str(error).split())[:300]}") from error
    known = {"rows": rows.count.read, "undated": rows.count.undated, "order": rows.order}
    return Packed(file, {**about, **known, "made": time.time()})


def unpack(packed: Packed) -> TableStore:
    """The table, asked in this process' memory; it is gone when nothing holds it any more."""
    return store_of(memory_file.opened(packed.file), packed.about)


@contextmanager
def not_collecting() -> Iterator[None]:
    """Keep Python's collector from looking through all cells of a table again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _raw(rows: Rows) -> pa.Table:
    """The rows under the fields of an event."""
    import pyarrow as pa

    texts = {name: cells for name, cells in rows.texts.items() if name in FIELDS}
    number = map(str, rows.numbers)
    own = texts.get("id") or [""] * len(rows.numbers)
    texts["id"] = [key or other for key, other in zip(own, number, strict=True)]
    texts["date"] = rows.dates
    made = {name: pa.array(cells, pa.string()) for name, cells in texts.items()}
    degrees = {"lat": rows.lats, "lon": rows.lons}
    return pa.table(made | {name: pa.array(cells, pa.float64()) for name, cells in degrees.items()})
