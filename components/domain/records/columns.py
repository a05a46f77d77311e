"""What a column is, and the kinds of column that several tables have.

A column is either stored in the data set or worked out (``added``): the first and last day that a
date may mean, the name behind an id, the citations. Values are typed and the same in every
language; only ``cited_as`` is words, and takes them from whoever asks.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from components.domain.dates.edtf import parse_edtf
from components.domain.records.dataset import Dataset
from components.domain.records.models import Citation, TableRow, Voice
from components.domain.records.sources import Bilingual
from components.domain.records.voices import voice_name
from components.domain.views.subset import Subset

TableName = Literal["events", "claims", "citations", "sources", "regions", "places"]
TABLE_NAMES: Final[tuple[TableName, ...]] = get_args(TableName)
Kind = Literal["text", "prose", "code", "id", "number", "integer", "edtf", "day", "list", "url"]
Value = str | float | dt.date | tuple[str, ...] | None
Words = Callable[[Sequence[Citation]], str]
"""Says citations as a person does: "NPR, 21 March 2019, paras. 3 and 7"."""


@dataclass(frozen=True)
class ColumnContext:
    """What a value may depend on besides its record."""

    part: Subset
    words: Words

    @property
    def data(self) -> Dataset:
        """The rows that are shown, and what they refer to."""
        return self.part.dataset


@dataclass(frozen=True)
class Column:
    """One column: how its values are found in a record, and of what kind they are.

    ``names`` is the table that an id is of.
    """

    name: str
    kind: Kind
    get: Callable[[Any, ColumnContext], Value]
    added: bool = False
    names: str = ""


@dataclass(frozen=True)
class TableSpec:
    """One table: its columns, those shown first, and where its records are.

    ``cited`` gives the ids under which a record's citations stand.
    """

    name: TableName
    columns: tuple[Column, ...]
    first: tuple[str, ...]
    records: Callable[[Dataset], Collection[Any]]
    cited: Callable[[Any, ColumnContext], Sequence[str]] = lambda _record, _asked: ()

    def column(self, name: str) -> Column:
        """The column of a name."""
        return next(column for column in self.columns if column.name == name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)


# The stored columns -------------------------------------------------------------------------------

_KINDS: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(("value_low", "value_high", "lat", "lon"), "number"),
    **dict.fromkeys(("locator",), "integer"),
    **dict.fromkeys(("date", "document_date", "period", "as_of"), "edtf"),
    **dict.fromkeys(("actors", "actors_es", "via"), "list"),
    **dict.fromkeys(
        ("date_basis", "category", "measure", "population", "qualifier", "unit", "as_of_basis",
         "role", "kind", "precision", "seat_basis"), "code"
    ),
    **dict.fromkeys(
        ("summary", "summary_es", "date_note", "date_note_es", "as_of_note", "as_of_note_es",
         "statement", "statement_es", "note", "note_es"), "prose"
    ),
}  # fmt: skip
_IDS: Final[Mapping[str, str]] = {
    "place_id": "places", "seat_place_id": "places", "topic_id": "topics", "region_id": "regions",
    "claimant_id": "claimants", "event_id": "events", "record_id": "records",
    "source_id": "sources",
}  # fmt: skip


def getter(name: str) -> Callable[[Any, ColumnContext], Value]:
    """Takes a field of a record; an empty text or list is no value."""

    def get(record: Any, _asked: ColumnContext) -> Value:
        value: Value = getattr(record, name)
        return value or None if isinstance(value, (str, tuple)) else value

    return get


def stored(model: type[TableRow]) -> tuple[Column, ...]:
    """The columns of a table as they are in the data set."""

    def column(name: str) -> Column:
        kind: Kind = "id" if name == "id" or name in _IDS else _KINDS.get(name, "text")
        return Column(name, kind, getter(name), names=_IDS.get(name, ""))

    return tuple(column(name) for name in model.model_fields)


# The columns worked out here ----------------------------------------------------------------------


def _days(edtf: str | None) -> tuple[dt.date | None, dt.date | None]:
    """The first and the last day that a date may mean; an open end has none."""
    when = parse_edtf(edtf) if edtf else None
    return (when.lower, when.upper) if when else (None, None)


def day_columns(text: Callable[[Any], str | None]) -> tuple[Column, Column]:
    """The first and the last day of the date that ``text`` finds in a record."""
    return (
        Column("first_day", "day", lambda r, _: _days(text(r))[0], added=True),
        Column("last_day", "day", lambda r, _: _days(text(r))[1], added=True),
    )


def pointer(citation: Citation) -> str:
    """A citation as a machine reads it: "npr:3"; where it does not support, "npr:3 (disputes)"."""
    place = f":{citation.locator}" if citation.locator else ""
    role = "" if citation.role == "supports" else f" ({citation.role})"
    return f"{citation.source_id}{place}{role}"


def citation_columns(
    records: Callable[[Any, ColumnContext], Sequence[str]],
) -> tuple[Column, Column]:
    """The citations of the records that ``records`` names, for machines and for people."""

    def found(record: Any, asked: ColumnContext) -> list[Citation]:
        return [c for key in records(record, asked) for c in asked.data.citations_of(key)]

    def pointers(record: Any, asked: ColumnContext) -> Value:
        return tuple(dict.fromkeys(pointer(c) for c in found(record, asked))) or None

    def words(record: Any, asked: ColumnContext) -> Value:
        return asked.words(found(record, asked)) or None

    return (
        Column("citations", "list", pointers, added=True),
        Column("cited_as", "prose", words, added=True),
    )


def voice_columns(voice: Callable[[Any, Dataset], Voice]) -> tuple[Column, Column]:
    """What the voice of a record is called, in each language."""

    def called(record: Any, asked: ColumnContext) -> Bilingual:
        return voice_name(asked.data, voice(record, asked.data))

    return (
        added("voice_name", "text", lambda record, asked: called(record, asked).en),
        added("voice_name_es", "text", lambda record, asked: called(record, asked).es),
    )


def added(name: str, kind: Kind, get: Callable[[Any, ColumnContext], Value]) -> Column:
    """A column that is computed and not stored."""
    return Column(name, kind, get, added=True)


def named(name: str, key: str, table: str, column: str, kind: Kind = "text") -> Column:
    """The name of the record that an id refers to."""

    def get(record: Any, asked: ColumnContext) -> Value:
        target = getattr(record, key)
        value: Value = getattr(getattr(asked.data, table)[target], column) if target else None
        return value

    return added(name, kind, get)
