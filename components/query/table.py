"""A table of events of any size: what a page asks of it, and the form of the answers.

What is answered never grows with the number of rows: stretches of time, cells of the map, values
with their counts, one page of rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from components.intake.columns import Credit
from components.intake.rows import Names, cell_names, kinds_of_table
from components.limits import MOST_VALUES
from components.query import questions
from components.query.engine import DuckEngine, Engine
from components.query.filters import FACETS, Facet, Filters
from components.query.questions import COLUMN, FILED, Bounds, Unit, kept
from components.query.table_columns import EVENT
from components.story.bins import Bin, Binned, Step, stretches
from components.story.dataset import EMPTY
from components.story.days import day_numbered, day_of
from components.story.models import Category

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table


@dataclass(frozen=True)
class Cell:
    """The events of one tile of the map (web Mercator) and the middle of where they were.

    ``x`` and ``y`` are counted from the north-west; latitude and longitude are in degrees (WGS 84).
    """

    x: int
    y: int
    lat: float
    lon: float
    count: int


@dataclass(frozen=True)
class Value:
    """One value of a facet: its id as an address has it, its name, and how many events have it."""

    id: str
    name: str
    count: int


@dataclass(frozen=True)
class Entry:
    """One event as a page shows it.

    ``when`` is its date in EDTF, ``first`` and ``last`` the days it may mean. ``kind``, ``regions``
    and ``sources`` are ids.
    """

    key: str
    when: str
    first: date
    last: date
    title: str
    summary: str
    kind: str
    regions: tuple[str, ...]
    sources: tuple[str, ...]
    place: str
    lat: float | None
    lon: float | None
    url: str


@dataclass(frozen=True)
class About:
    """What is known of all the events before anybody asks.

    Attributes:
        rows: the rows of the table.
        shown: those that are events: with a day that can be read, and a title.
        undated: those without a day that can be read.
        span: the first and the last day of any event; open ends do not count.
        bounds: where the events were; ``None`` where no row has coordinates.
        kinds: the kinds of event in order, eight at most.
    """

    rows: int
    shown: int
    undated: int
    span: tuple[date, date]
    bounds: Bounds | None
    kinds: tuple[Category, ...]


#: What days are counted by before they are put into stretches of each step.
UNITS: Final[Mapping[Step, Unit]] = {
    "day": "day", "week": "day", "month": "month", "quarter": "month",
}  # fmt: skip
#: The number of a row in a table whose rows lie in order of first day, last day and key.
ROW: Final = "row"
#: Rows of such a table that one question looks through for a file.
PART_ROWS: Final = 50_000


@dataclass(frozen=True)
class TableKnown:
    """What is known of a table before anybody asks, as its file keeps it.

    Attributes:
        rows: the rows of the table.
        undated: those without a day that can be read.
        extent: the one row of :func:`questions.extent`.
        values: by column, each value with how often it occurs.
        many: the columns whose cells may hold several values.
        made: when it was made ready, in seconds since 1970; 0 for a table that is asked live.
    """

    rows: int
    undated: int
    extent: Mapping[str, Any]
    values: Mapping[str, list[tuple[str | None, int]]]
    many: Mapping[str, bool]
    made: float = 0


def _day(value: Any, unit: Unit = "day") -> date:
    """A day as the engine gives it: a date, its number, or the number of a month that it begins."""
    if unit != "day":
        return day_of(value // 12, value % 12 + 1)
    return value if isinstance(value, date) else day_numbered(int(value))


def ask_known(
    engine: Engine, events: Table, many: Mapping[str, bool], rows_in_all: int, undated: int
) -> TableKnown:
    """What a page needs to know of a table before anybody asks."""
    extent = engine.rows(questions.extent(events))[0]
    values = {}
    for facet in FACETS:
        column = COLUMN[facet]
        asked = questions.values(events, facet, many=many.get(column, False))
        rows = engine.rows(asked, MOST_VALUES)
        values[column] = [(row["value"], row["count"]) for row in rows]
    return TableKnown(rows_in_all, undated, extent, values, many)


class TableStore:
    """Events in a table; every answer is one query.

    Attributes:
        known: what is known of the table.
        changed: whether the table has changed since it was made ready.
        credit: what the table is called, and whose it is.
    """

    credit = Credit()

    def __init__(
        self,
        engine: Engine,
        events: Table,
        known: TableKnown,
        changed: Callable[[], bool] = lambda: False,
    ) -> None:
        self.engine, self.events, self.known = engine, events, known
        self.changed = changed
        kinds, self._kinds = kinds_of_table(dict(known.values["kind"]))
        self._names: Mapping[Facet, Names] = {
            "categories": kinds,
            "regions": self._named("region"),
            "sources": self._named("source"),
        }

    def _named(self, column: str) -> Names:
        counted = {value: count for value, count in self.known.values[column] if value}
        return cell_names(counted, column, many=self.known.many.get(column, False))

    @cached_property
    def about(self) -> About:
        """What is known of all the events."""
        extent = self.known.extent
        starts = [extent[key] for key in ("start", "early") if extent[key] is not None]
        ends = [extent[key] for key in ("late", "until") if extent[key] is not None]
        span = (_day(min(starts)), _day(max(ends))) if starts and ends else EMPTY
        edges = tuple(extent[key] for key in ("west", "south", "east", "north"))
        west, south, east, north = edges
        bounds = None if west is None else (west, south, east, north)
        rows, undated = self.known.rows, self.known.undated
        return About(rows, extent["count"], undated, span, bounds, self._kinds)

    def _left(self, filters: Filters) -> Table:
        return kept(self.events, filters, self._names)

    def count(self, filters: Filters) -> int:
        """How many events the filters leave."""
        return int(self.engine.rows(questions.count(self._left(filters)))[0]["count"])

    def bins(self, filters: Filters, window: tuple[date, date]) -> Binned:
        """The events that possibly fall in a window, by kind and stretch of time."""
        step, spans = stretches(window)
        starts = [start for start, _ in spans]
        unit = UNITS.get(step, "year")
        counted: dict[tuple[str, int], int] = {}
        loose = 0
        asked = questions.bins_query(self._left(filters), window, unit)
        for row in self.engine.rows(asked):
            kind, count = self._one("categories", row["kind"]), int(row["count"])
            first, last = _day(row["start"], unit), _day(row["until"], unit)
            at = max(0, bisect_right(starts, first) - 1)
            counted[kind, at] = counted.get((kind, at), 0) + count
            loose += count if last > spans[at][1] else 0
        bins = [Bin(kind, *spans[at], count) for (kind, at), count in counted.items()]
        return Binned(step, tuple(sorted(bins, key=lambda b: (b.category, b.start))), loose)

    def _one(self, facet: Facet, cell: str | None) -> str:
        return next(iter(self._names[facet].of(cell)), "")

    def cells(self, filters: Filters, zoom: int, bounds: Bounds | None = None) -> tuple[Cell, ...]:
        """The events with coordinates by tile of a zoom level (0 is one tile), the fullest first.

        Args:
            filters: what is left.
            zoom: 0 to 12; each level halves the tiles' sides.
            bounds: only events within them.
        """
        rows = self.engine.rows(questions.cells_query(self._left(filters), zoom, bounds))
        return tuple(
            Cell(int(r["cx"]), int(r["cy"]), r["lat"], r["lon"], int(r["count"])) for r in rows
        )

    def values(
        self, filters: Filters, facet: Facet, most: int = 200, find: str = ""
    ) -> tuple[Value, ...]:
        """The values of a facet among what the filters leave, the most frequent first.

        Args:
            filters: what is left; the filter on this very facet does not count.
            facet: of what.
            most: the greatest number of values.
            find: only values whose name holds this, whatever its accents and capitals.
        """
        names = self._names[facet]
        left = self._left(filters.without_filter(facet))
        asked = questions.values(left, facet, many=names.many, find=find)
        counted: dict[str, int] = {}
        for row in self.engine.rows(asked, MOST_VALUES):
            if key := self._one(facet, row["value"]):
                counted[key] = counted.get(key, 0) + int(row["count"])
        ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
        return tuple(Value(key, names.labels[key], count) for key, count in ordered[:most])

    def names(self, facet: Facet) -> dict[str, str]:
        """The names of the values that a filter may name, by id."""
        return dict(self._names[facet].labels)

    def page(self, filters: Filters, number: int, size: int) -> tuple[Entry, ...]:
        """One page of what the filters leave, in order of first day, last day and key; from 1."""
        left = self._left(filters)
        return tuple(map(self._entry, self.engine.rows(questions.rows_query(left, number, size))))

    def entry(self, key: str) -> Entry | None:
        """One event; ``None`` where there is none of this key."""
        rows = self.engine.rows(questions.entry(self.events, key))
        return self._entry(rows[0]) if rows else None

    def _entry(self, row: Mapping[str, Any]) -> Entry:
        return Entry(
            key=row["key"],
            when=row["edtf"],
            first=_day(row["first"]),
            last=_day(row["last"]),
            title=row["title"],
            summary=row["summary"] or "",
            kind=self._one("categories", row["kind"]),
            regions=self._names["regions"].of(row["region"]),
            sources=self._names["sources"].of(row["source"]),
            place=row["place"] or "",
            lat=row["lat"],
            lon=row["lon"],
            url=row["url"] or "",
        )

    def batches(self, filters: Filters) -> Iterator[pa.RecordBatch]:
        """Every row that the filters leave, batch by batch, for a file."""
        left = self._left(filters)
        if ROW not in left.columns:
            yield from self.engine.batches(questions.file_rows(left))
            return
        # Rows that lie in order are asked some at a time, each question with its own time: nothing
        # is held while whoever takes them is slow. The first part names the columns.
        for start in range(0, max(1, self.known.extent["count"]), PART_ROWS):
            part = left.filter(left[ROW].between(start, start + PART_ROWS - 1)).order_by(ROW)
            found = list(self.engine.batches(part.select(*FILED)))
            yield from found if start == 0 else (batch for batch in found if batch.num_rows)


def store_of(
    engine: DuckEngine, known: TableKnown, changed: Callable[[], bool] = lambda: False
) -> TableStore:
    """A table that was made ready, with what is known of it."""
    import ibis

    # Ibis would ask for it through pyarrow, which takes 25 MB of a process.
    events = ibis.table(EVENT, name="events")
    return TableStore(engine, events.mutate(**{ROW: events.rowid()}), known, changed)
