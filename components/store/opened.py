"""A table that somebody opens: made ready in one process, and asked in the memory of another.

Nothing of it is written to a disk: it is sent as a DuckDB file, which lies in memory.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from components.domain.intake.columns.column_map import ColumnMap
from components.domain.intake.problems import Sheet
from components.store.answers import StoreError
from components.store.engine import DuckEngine
from components.store.files import memory_file
from components.store.files.days import OWN
from components.store.files.filling import SPACES, fill_rows
from components.store.files.layout import with_region
from components.store.table import TableStore, store_of

if TYPE_CHECKING:
    import pyarrow as pa

#: The column of the rows' numbers, as a spreadsheet shows them.
NUMBER: Final = f"{OWN}row"
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


def pack(sheet: Sheet, columns: ColumnMap) -> Packed:
    """Make the rows of a table ready to be asked.

    Args:
        sheet: the table under its header.
        columns: which column is what. A row without an id has its number for one.

    Raises:
        StoreError: where it has no column of days or of titles, or cannot be read.
    """
    columns = with_region(columns, sheet.header)
    if "id" not in columns.columns:
        columns = columns.model_copy(update={"columns": {**columns.columns, "id": (NUMBER,)}})

    def fill(backend: Any) -> dict[str, Any]:
        backend.con.register(RAW, _raw(sheet, columns))
        raw = backend.table(RAW)
        return fill_rows(DuckEngine(backend, alone=True), raw, columns, opened=True)

    try:
        file, about = memory_file.written(fill)
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"{sheet.name}: {' '.join(str(error).split())[:300]}") from error
    return Packed(file, {**about, "made": time.time()})


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


def _raw(sheet: Sheet, columns: ColumnMap) -> pa.Table:
    """The columns that are something, as texts without spaces at their ends.

    Of two columns of one name the first is taken.
    """
    import pyarrow as pa
    from pyarrow import compute

    wanted = {name for names in columns.columns.values() for name in names}
    at = {name: n for n, name in reversed(list(enumerate(sheet.header))) if name in wanted}
    # One pass over all cells; rows may be shorter than the header, or longer.
    cells = list(zip_longest(*(cells for _, cells in sheet.rows)))
    made = {
        name: compute.utf8_trim(pa.array(cells[n], pa.string()), characters=SPACES)
        for name, n in at.items() if n < len(cells)
    }  # fmt: skip
    for field in ("lat", "lon"):
        for name in columns.columns.get(field, ()):
            if name in made:
                made[name] = _numbers(made[name])
    made[NUMBER] = pa.array([str(number) for number, _ in sheet.rows], pa.string())
    return pa.table(made)


def _numbers(texts: pa.Array) -> pa.Array:
    """Texts as numbers where all of them are, which is quicker to read; else as they are."""
    import pyarrow as pa
    from pyarrow import compute

    filled = compute.if_else(compute.equal(texts, ""), None, texts)
    try:
        return compute.cast(filled, pa.float64())
    except pa.ArrowInvalid:
        return texts
