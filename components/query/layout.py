"""Which column of a table is what: as a column map says, else as for an upload."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from components.intake.columns import SAMPLE_ROWS, ColumnMap, lay_out, read_map, with_region
from components.intake.problems import Refusal, Sheet
from components.query.answers import StoreError

if TYPE_CHECKING:
    from components.query.engine import Rows


def map_beside(path: Path) -> ColumnMap | None:
    """The column map that lies beside a file as ``events.columns.json``; ``None`` without one."""
    return map_in(path.with_name(f"{path.stem}.columns.json"))


def map_in(path: Path) -> ColumnMap | None:
    """The column map in a file; ``None`` where there is no such file.

    Raises:
        StoreError: where it is none.
    """
    if not path.is_file():
        return None
    try:
        return read_map(path.read_bytes(), path.name)
    except Refusal as error:
        raise StoreError(f"{path.name} is no column map: {error.problem.value}") from error


def columns_of(
    name: str, header: list[str], sample: Rows, given: ColumnMap | None = None
) -> ColumnMap:
    """The column map of a table.

    Args:
        name: what the table is called.
        header: the names of its columns.
        sample: some of its rows.
        given: what the columns are, where somebody has said so.
    """
    rows = tuple(
        (number, tuple("" if row[cell] is None else str(row[cell]) for cell in header))
        for number, row in enumerate(sample[:SAMPLE_ROWS], start=2)
    )
    _, layout = lay_out([Sheet(name, tuple(header), rows)], given)
    return with_region(layout.map, header)
