"""One table as it is shown or sent: its rows under the filters, searched and in an order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from components.domain.dates.edtf import parse_edtf
from components.domain.records.cells import plain_number
from components.domain.records.columns import (
    Column,
    ColumnContext,
    TableName,
    TableSpec,
    Value,
    Words,
)
from components.domain.records.models import Citation
from components.domain.records.tables import SPECS
from components.domain.views.subset import Subset
from components.domain.views.texts import fold

Record = Any
Line = Mapping[str, Value]
"""One row: the names of its columns and their values."""


@dataclass(frozen=True)
class Table:
    """The rows of one table under the filters, in order, and how many the whole table has.

    Attributes:
        spec: its columns.
        records: the rows as records of the data set.
        total: how many rows the whole data set has.
        asked: what the values may depend on.
    """

    spec: TableSpec
    records: tuple[Record, ...]
    total: int
    asked: ColumnContext

    def lines(
        self, columns: Sequence[str] = (), start: int = 0, stop: int | None = None
    ) -> list[Line]:
        """The rows from ``start`` to before ``stop``, with some columns or all."""
        wanted = [self.spec.column(name) for name in columns] or self.spec.columns
        return [
            {column.name: column.get(record, self.asked) for column in wanted}
            for record in self.records[start:stop]
        ]

    def citations(self, record: Record) -> tuple[Citation, ...]:
        """The citations of one row, as far as the filters leave their sources in use."""
        keys = self.spec.cited(record, self.asked)
        return tuple(c for key in keys for c in self.asked.data.citations_of(key))


def shown_text(value: Value) -> str:
    """A value as one text, for searching and for cells without a type."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "; ".join(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    return plain_number(value) if isinstance(value, (int, float)) else value


def _in_first_order(part: Subset, name: TableName) -> tuple[Record, ...]:
    """Events by date; the others in the order of the file."""
    data = part.dataset
    if name == "events":
        return tuple(data.events[key] for key in part.order)
    return tuple(SPECS[name].records(data))


def _rank(value: Value, column: Column) -> Any:
    """What a value is sorted by."""
    if column.kind == "edtf":
        when = parse_edtf(str(value))
        return when.first, when.last
    if isinstance(value, (int, float, dt.date)):
        return value
    return fold(shown_text(value))


def _sorted(table: Table, sort: str) -> tuple[Record, ...]:
    """In order of one column, empty cells last whichever the direction."""
    column = table.spec.column(sort.removeprefix("-"))
    found = [(column.get(record, table.asked), record) for record in table.records]
    filled = [pair for pair in found if pair[0] is not None]
    empty = [record for value, record in found if value is None]
    filled.sort(key=lambda pair: _rank(pair[0], column), reverse=sort.startswith("-"))
    return (*(record for _, record in filled), *empty)


def _searched(table: Table, find: str) -> tuple[Record, ...]:
    """The rows that have every word somewhere, whatever its accents and capitals.

    Sources are sought by their names and ids: the words of a citation have a language, and the
    same search should find the same rows in each.
    """
    words = fold(find).split()
    columns, sources = table.spec.columns, table.asked.part.whole.sources
    asked = ColumnContext(
        table.asked.part,
        lambda cited: " ".join(sources[c.source_id].custom.short for c in cited),
    )

    def holds(record: Record) -> bool:
        hay = fold(" ".join(shown_text(column.get(record, asked)) for column in columns))
        return all(word in hay for word in words)

    return tuple(record for record in table.records if holds(record))


def table_of(
    part: Subset,
    name: TableName,
    words: Words,
    find: str = "",
    sort: str = "",
    claimant: str | None = None,
) -> Table:
    """One table of what is shown.

    Args:
        words: says a citation; the only thing here that has a language.
        find: words that a row must hold, in any of its columns.
        sort: a column, with ``-`` before it from the last to the first; empty for the first order.
        claimant: of the claims, those of one claimant alone.
    """
    spec = SPECS[name]
    total = len(spec.records(part.whole))
    table = Table(spec, _in_first_order(part, name), total, ColumnContext(part, words))
    if claimant and name == "claims":
        own = tuple(row for row in table.records if row.claimant_id == claimant)
        table = Table(spec, own, total, table.asked)
    if find:
        table = Table(spec, _searched(table, find), total, table.asked)
    if sort:
        table = Table(spec, _sorted(table, sort), total, table.asked)
    return table
