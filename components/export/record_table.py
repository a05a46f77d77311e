"""The tables of a view as records: what a column is, and the rows of a table.

The rows of events and claims are exactly those that are shown. The package's descriptor says what
a stored column is called. Values are the same in every language; only ``cited_as`` is text for
readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from components.query.subset import Subset
from components.query.table_schema import TableName
from components.story.dataset import Dataset
from components.story.models import Citation
from components.story.texts import Value

if TYPE_CHECKING:
    from pandas import DataFrame

Kind = Literal["text", "code", "id", "number", "integer", "edtf", "day", "list", "url"]
#: Formats citations as a person does: "NPR, 21 March 2019, paras. 3 and 7".
FormatCitations = Callable[[Sequence[Citation]], str]
#: An event, a claim, a citation, a source, a region or a place.
Record = Any
#: The cells of a row, by the names of their columns.
Row = Mapping[str, Value]

_COLUMNS_BY_KIND: Final[Mapping[Kind, tuple[str, ...]]] = {
    "number": ("value_low", "value_high", "lat", "lon", "count", "count_before"),
    "integer": ("locator", "records", "events"),
    "edtf": (
        "date",
        "document_date",
        "period",
        "as_of",
        "issued",
        "count_as_of",
        "count_before_as_of",
    ),
    "day": ("first_day", "last_day"),
    "list": ("actors", "actors_es", "sentences", "via", "authors", "upstream", "citations"),
    "url": ("url",),
    "code": (
        "date_basis",
        "category",
        "measure",
        "population",
        "qualifier",
        "unit",
        "as_of_basis",
        "role",
        "statement_basis",
        "kind",
        "precision",
        "seat_basis",
        "type",
        "language",
        "tier",
        "voice",
        "count_qualifier",
    ),
}
_KIND_BY_COLUMN: Final[Mapping[str, Kind]] = {
    name: kind for kind, names in _COLUMNS_BY_KIND.items() for name in names
}
#: The columns that hold ids, and the table that each is of; ``id`` is of its own.
TABLE_BY_ID_COLUMN: Final[Mapping[str, str]] = {
    "id": "",
    "place_id": "places",
    "seat_place_id": "places",
    "topic_id": "topics",
    "region_id": "regions",
    "claimant_id": "claimants",
    "event_id": "events",
    "statement_id": "statements",
    "record_id": "records",
    "source_id": "sources",
    "count_claim": "claims",
}


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    stored_name
        The name by which the package's descriptor describes it; empty for a derived column.
    is_other
        Whether it is a column of a reader's table that no field takes: then its name says nothing.
    """

    name: str
    read: ReadCell
    stored_name: str = ""
    is_other: bool = False

    @property
    def is_derived(self) -> bool:
        """Whether it is computed from other columns."""
        return not self.stored_name and not self.is_other

    @property
    def kind(self) -> Kind:
        """What its cells are."""
        if self.is_other:
            return "text"
        if self.name in TABLE_BY_ID_COLUMN:
            return "id"
        return _KIND_BY_COLUMN.get(self.name, "text")

    @property
    def id_table(self) -> str:
        """The table that its ids are of; empty for the table's own and for all other columns."""
        if self.is_other:
            return ""
        return TABLE_BY_ID_COLUMN.get(self.name, "")


@dataclass(frozen=True)
class TableSpec:
    """A table: its columns, and those shown first."""

    name: TableName
    columns: Mapping[str, Column]
    first: tuple[str, ...]


@dataclass(frozen=True)
class ViewTable:
    """The rows of a table of a view, in order."""

    spec: TableSpec
    records: tuple[Record, ...]
    part: Subset
    format_citations: FormatCitations

    @property
    def data(self) -> Dataset:
        """The part of the data set that is shown."""
        return self.part.dataset

    def list_rows(
        self, columns: Sequence[str] = (), start: int = 0, stop: int | None = None
    ) -> list[Row]:
        """Return the rows from ``start`` to before ``stop``, with some columns or all."""
        shown_columns = [self.spec.columns[name] for name in columns or self.spec.columns]
        rows: list[Row] = []
        for record in self.records[start:stop]:
            rows.append({column.name: column.read(record, self) for column in shown_columns})
        return rows

    def to_frame(self, columns: Sequence[str] = ()) -> DataFrame:
        """Return the rows as a frame of Python's own values, with some columns or all."""
        # Imported late: only a download needs it.
        from pandas import DataFrame

        names = list(columns or self.spec.columns)
        return DataFrame(self.list_rows(columns), columns=names, dtype=object)


#: Returns the cell of a record; ``None`` for an empty one.
ReadCell = Callable[[Record, ViewTable], Value]
