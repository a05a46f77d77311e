"""A table of events of any size: what a page asks of it, and the form of the answers.

What is answered never grows with the number of rows. The questions are Ibis expressions, the same
for every engine. What a reader typed is only ever a value, which an engine is sent apart from the
SQL (:func:`components.query.engine.parameterize`); the compiler quotes the names of columns.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from itertools import chain
from operator import and_, or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import ibis
from ibis.expr.types import Table

from components.intake.sheet_models import Credit
from components.intake.value_names import LIST_SEPARATOR, ValueNames, group_kinds, name_values
from components.limits import MOST_VALUES
from components.query.engine import ORDER, DuckEngine, Engine
from components.query.filters import (
    Condition,
    Facet,
    Filters,
    FromCondition,
    SureCondition,
    UntilCondition,
    ValueCondition,
    WordsCondition,
    filter_conditions,
)
from components.query.table_columns import EVENT_COLUMNS, FINEST_ZOOM
from components.story.bins import Bin, Binned, divide_window
from components.story.dataset import EMPTY_SPAN
from components.story.edtf import FIRST_DAY, LAST_DAY, day_from_ordinal, day_of
from components.story.presentation import Bounds
from components.story.texts import fold, guard_formula

if TYPE_CHECKING:
    import pyarrow as pa

#: The column of each facet.
COLUMN_BY_FACET: Final[Mapping[Facet, str]] = {
    "categories": "kind",
    "regions": "region",
    "sources": "source",
}
#: The number of a row in a table whose rows lie in order of first day, last day and key.
ROW_COLUMN: Final = "row"
#: Rows of such a table that one question looks through for a file.
PART_ROWS: Final = 50_000


@dataclass(frozen=True)
class Cell:
    """The events of a tile (web Mercator, from the north-west), their middle in degrees, WGS 84."""

    x: int
    y: int
    lat: float
    lon: float
    count: int


@dataclass(frozen=True)
class FacetValue:
    """One value of a facet, how many events have it, how many of these a number, and their sum."""

    id: str
    name: str
    count: int
    numbered: int = 0
    sum: float = 0


class Entry(NamedTuple):
    """One event as a page shows it: ``edtf`` is its date, ``kind``, ``region`` and ``source`` are
    ids.
    """

    key: str
    edtf: str
    first: date
    last: date
    title: str
    summary: str
    kind: str
    region: tuple[str, ...]
    source: tuple[str, ...]
    place: str
    lat: float | None
    lon: float | None
    url: str
    number: float | None = None


#: What a file has of each event.
FILE_COLUMNS: Final = tuple(
    name for name in Entry._fields if name not in {"first", "last", "number"}
)


@dataclass(frozen=True)
class TableSummary:
    """What is known of all the events before anybody asks, as a table's file keeps it. Of all
    ``rows`` those are ``shown`` that have a day that can be read, and a title; ``undated`` have no
    such day. ``days`` are the ends of ``span``, as numbers; ``bounds`` are ``None`` where no row
    has coordinates. ``values`` has each value of a column with how often it occurs, ``many``
    whether its cells may hold several, ``number`` how the column is called with the number of each
    row, where one has any; ``made`` is in seconds since 1970, and 0 for a table that is asked live.
    """

    rows: int
    shown: int
    undated: int
    days: tuple[int, int]
    bounds: Bounds | None
    values: Mapping[str, list[tuple[str | None, int]]]
    many: Mapping[str, bool]
    number: str = ""
    made: float = 0

    @property
    def span(self) -> tuple[date, date]:
        """The first and the last day that anything of it may mean; open ends do not count."""
        return day_from_ordinal(self.days[0]), day_from_ordinal(self.days[1])


def summarize_table(
    engine: Engine, events: Table, many: Mapping[str, bool], rows: int, undated: int, number: str
) -> TableSummary:
    # Open ends do not count as days.
    begun = events.first > day_literal(events.first, FIRST_DAY)
    ended = events.last < day_literal(events.last, LAST_DAY)
    asked = events.aggregate(
        shown=events.count(),
        numbered=events.number.count(),
        start=ibis.least(events.first.min(where=begun), events.last.min(where=ended)),
        until=ibis.greatest(events.first.max(where=begun), events.last.max(where=ended)),
        **{f"{axis}_{most}": getattr(events[axis], most)()
           for most in ("min", "max") for axis in ("lon", "lat")},
    )  # fmt: skip
    found = engine.rows(asked)[0]
    shown, numbered, start, until, *around = (found[name] for name in asked.columns)
    values = {}
    for facet, column in COLUMN_BY_FACET.items():
        counted = engine.rows(_counted(events, facet, many=many.get(column, False)), MOST_VALUES)
        values[column] = [(row["value"], row["count"]) for row in counted]
    first, last = EMPTY_SPAN if start is None or until is None else (_day(start), _day(until))
    days, (west, south, east, north) = (first.toordinal(), last.toordinal()), around
    bounds = None if west is None else (west, south, east, north)
    return TableSummary(
        rows, shown, undated, days, bounds, values, many, number if numbered else ""
    )


def day_literal(column: Any, day: date) -> Any:
    """A day as the column has days: a date, or its number (1 is the first day of the year 1)."""
    if column.type().is_date():
        return ibis.literal(date.fromordinal(max(1, day.toordinal())))
    return ibis.literal(day.toordinal(), "int32")


def month_column(day: date) -> int:
    """The month of a day, counted from the year 0."""
    return day.year * 12 + day.month - 1


def _day(value: Any, unit: str = "day") -> date:
    """A day as the engine gives it: a date, its number, or the number of a month that it begins."""
    if unit != "day":
        return day_of(value // 12, value % 12 + 1)
    return value if isinstance(value, date) else day_from_ordinal(int(value))


def _amounts(events: Table) -> dict[str, Any]:
    """How many rows there are, how many of them have a number, and the sum of these."""
    numbered, total = events.number.count(), ibis.coalesce(events.number.sum(), 0.0)
    return {"count": events.count(), "numbered": numbered, "sum": total}


def _counted(events: Table, facet: Facet, *, many: bool) -> Table:
    column = COLUMN_BY_FACET[facet]
    held = events.filter(events[column].notnull()) if facet != "categories" else events
    held = held.mutate(value=held[column].split(LIST_SEPARATOR).unnest() if many else held[column])
    held = held.filter(held.value != "") if many else held
    found = held.group_by("value").aggregate(**_amounts(held))
    return found.order_by(ibis.desc("count"), "value")


def page_query(events: Table, number: int, size: int) -> Table:
    shown = events.select(*Entry._fields)
    ordered = shown.order_by(*ORDER).limit(size, offset=(number - 1) * size)
    # An engine that knows no offset has numbered the rows in one column more, and no engine owes
    # the order of a question within this one.
    return ordered.select(*Entry._fields).order_by(*ORDER)


class TableRows:
    """The events of a table, asked the same conditions as a story; ``names`` by facet."""

    def __init__(self, events: Table, names: Mapping[Facet, ValueNames]) -> None:
        self._events, self._names = events, names

    def condition_expression(self, condition: Condition) -> Any:
        """Return a condition as an expression; what a reader typed is a value in it."""
        events = self._events
        match condition:
            case ValueCondition(facet, ids):
                return self._value_expression(facet, ids)
            case FromCondition(bound, day):
                return events[bound] >= day_literal(events[bound], day)
            case UntilCondition(bound, day):
                return events[bound] <= day_literal(events[bound], day)
            case WordsCondition(text):
                words = fold(text).split()
                if not words:
                    return ibis.literal(True)
                return reduce(and_, [events.words.contains(ibis.literal(word)) for word in words])
            case SureCondition():
                return events.sure

    def _value_expression(self, facet: Facet, ids: Sequence[str]) -> Any:
        """Return whether a row has one of some values of a facet."""
        cell = self._events[COLUMN_BY_FACET[facet]]
        names = self._names[facet]
        cell_texts = [text for value_id in ids for text in names.cells.get(value_id, ())]
        known_texts = [text for text in cell_texts if text is not None]
        alternatives = []
        if None in cell_texts:
            alternatives.append(cell.isnull())
        if names.is_list:
            for text in known_texts:
                delimited_text = f"{LIST_SEPARATOR}{text}{LIST_SEPARATOR}"
                alternatives.append(cell.contains(ibis.literal(delimited_text)))
        elif known_texts:
            alternatives.append(cell.isin([ibis.literal(text) for text in known_texts]))
        if names.rest_id in ids:
            # The values that no other choice stands for.
            other_texts: list[Any] = []
            for value_id, texts in names.cells.items():
                if value_id not in ids:
                    other_texts.extend(ibis.literal(text) for text in texts if text)
            alternatives.append(cell.notnull() & cell.notin(other_texts))
        if not alternatives:
            return ibis.literal(False)
        return reduce(or_, alternatives)


class TableStore:
    """Events in a table, which has makers (``credit``); every answer is one query. ``kinds`` are
    eight at most, in order; ``changed`` says whether the table is newer than what is asked.
    """

    credit = Credit()

    def __init__(
        self,
        engine: Engine,
        events: Table,
        about: TableSummary,
        changed: Callable[[], bool] = lambda: False,
    ) -> None:
        self.engine, self.events, self.about, self.changed = engine, events, about, changed
        kinds, self.kinds = group_kinds(dict(about.values["kind"]))
        self._names: dict[Facet, ValueNames] = {"categories": kinds}
        for facet, column in COLUMN_BY_FACET.items():
            if facet != "categories":
                counted = {value: count for value, count in about.values[column] if value}
                self._names[facet] = name_values(
                    counted, column, is_list=about.many.get(column, False)
                )

    def _left(self, filters: Filters) -> Table:
        """The events that filters leave; ``ValueError`` for filters that no table of events has."""
        if filters.published_by or filters.excluded_voices or filters.documents_only:
            raise ValueError("a table of events has no voices, tiers or days of publication")
        rows = TableRows(self.events, self._names)
        found = [rows.condition_expression(one) for one in filter_conditions(filters)]
        return self.events.filter(reduce(and_, found)) if found else self.events

    def _one(self, facet: Facet, cell: str | None) -> str:
        return next(iter(self._names[facet].ids_in(cell)), "")

    def several(self, facet: Facet) -> bool:
        return self._names[facet].is_list

    def total(self, filters: Filters) -> FacetValue:
        """The events that the filters leave, as those of one value of no name."""
        left = self._left(filters)
        return FacetValue("", "", **self.engine.rows(left.aggregate(**_amounts(left)))[0])

    def bins(self, filters: Filters, window: tuple[date, date], summed: str = "") -> Binned:
        """The events that may fall in a window, or what ``summed`` counts of them, by kind and
        stretch.
        """
        step, spans = divide_window(window)
        left = self._left(filters)
        inside = left.filter(
            left.first <= day_literal(left.first, window[1]),
            left.last >= day_literal(left.last, window[0]),
        )
        # Counted by day or by month, the first of its year where years are counted, from which to
        # which dates reach; what reaches beyond the window is cut there.
        unit = "day" if step in {"day", "week"} else "month"
        if unit == "day":
            start = ibis.greatest(inside.first, day_literal(inside.first, window[0]))
            until = ibis.least(inside.last, day_literal(inside.last, window[1]))
        else:
            start = ibis.greatest(inside.first_month, month_column(window[0]))
            until = ibis.least(inside.last_month, month_column(window[1]))
            if step not in {"month", "quarter"}:
                start, until = start // 12 * 12, until // 12 * 12
        placed = inside.mutate(start=start, until=until)
        asked = placed.group_by("kind", "start", "until").aggregate(**_amounts(placed))
        starts = [begin for begin, _ in spans]
        counted: dict[tuple[str, int], float] = defaultdict(int)
        loose = 0
        for row in self.engine.rows(asked):
            at = max(0, bisect_right(starts, _day(row["start"], unit)) - 1)
            if row["numbered"] or not summed:
                amount = row["sum"] if summed else int(row["count"])
                counted[self._one("categories", row["kind"]), at] += amount
                many = int(row["numbered"] if summed else row["count"])
                loose += many if _day(row["until"], unit) > spans[at][1] else 0
        bins = [Bin(kind, *spans[at], count) for (kind, at), count in counted.items()]
        return Binned(step, tuple(sorted(bins, key=lambda b: (b.category, b.start))), loose, summed)

    def cells(self, filters: Filters, zoom: int) -> tuple[Cell, ...]:
        """The events with coordinates by tile of a zoom level from 0 to 12, the fullest first."""
        held = self._left(filters).filter(ibis._.x.notnull())
        side = 2 ** (FINEST_ZOOM - zoom)
        tiles = held.mutate(**{at: (held[at] // side).cast("int64") for at in ("x", "y")})
        many = tiles.count()
        found = tiles.group_by("x", "y").aggregate(
            lat=tiles.lat.sum() / many, lon=tiles.lon.sum() / many, count=many
        )
        rows = self.engine.rows(found.order_by(ibis.desc("count"), "x", "y"))
        return tuple(Cell(**row) for row in rows)

    def values(self, filters: Filters, facet: Facet) -> tuple[FacetValue, ...]:
        """The values of a facet among what the filters on others leave, the most frequent first."""
        names = self._names[facet]
        left = self._left(filters.without_filter(facet))
        found: dict[str, FacetValue] = {}
        for row in self.engine.rows(_counted(left, facet, many=names.is_list), MOST_VALUES):
            if key := self._one(facet, row.pop("value")):
                had = found.get(key, FacetValue(key, names.labels[key], 0))
                found[key] = replace(had, **{n: getattr(had, n) + more for n, more in row.items()})
        return tuple(sorted(found.values(), key=lambda one: (-one.count, one.id)))

    def names(self, facet: Facet) -> dict[str, str]:
        return dict(self._names[facet].labels)

    def page(self, filters: Filters, number: int, size: int) -> tuple[Entry, ...]:
        """One page of what the filters leave, in order of first day, last day and key; from 1."""
        left = self._left(filters)
        return tuple(map(self._entry, self.engine.rows(page_query(left, number, size))))

    def entry(self, key: str) -> Entry | None:
        asked = self.events.filter(self.events.key == ibis.literal(key)).select(*Entry._fields)
        return next(map(self._entry, self.engine.rows(asked, 1)), None)

    def _entry(self, row: Mapping[str, Any]) -> Entry:
        said = {name: row[name] or "" for name in ("summary", "place", "url")}
        said |= {name: _day(row[name]) for name in ("first", "last")}
        said |= {
            name: self._names[facet].ids_in(row[name]) for facet, name in COLUMN_BY_FACET.items()
        }
        return Entry(**{**row, **said, "kind": self._one("categories", row["kind"])})

    def batches(self, filters: Filters) -> Iterator[pa.RecordBatch]:
        """Every row that the filters leave, batch by batch, for a file; without rows one batch that
        names the columns.
        """
        import pyarrow as pa

        left = self._left(filters)
        # The number stands under its own name, unless another column is called so.
        called = guard_formula(self.about.number)
        called = "number" if called.casefold() in FILE_COLUMNS else called
        filed = {name: name for name in FILE_COLUMNS} | ({called: "number"} if called else {})
        if ROW_COLUMN in left.columns:
            # Rows that lie in order are asked some at a time, each question with its own time:
            # nothing is held while whoever takes them is slow.
            starts = range(0, self.about.shown, PART_ROWS)
            ends = (left[ROW_COLUMN].between(start, start + PART_ROWS - 1) for start in starts)
            parts = (left.filter(end).order_by(ROW_COLUMN).select(**filed) for end in ends)
            found: Iterator[pa.RecordBatch] = chain.from_iterable(
                list(self.engine.batches(part)) for part in parts
            )
        else:
            ordered = left.select(*Entry._fields).order_by(*ORDER)
            found = self.engine.batches(ordered.select(**filed))
        filled = (batch for batch in found if batch.num_rows)
        empty = left.select(**filed).schema().to_pyarrow()
        yield next(filled, None) or pa.RecordBatch.from_pylist([], schema=empty)
        yield from filled


def prepared_store(
    engine: DuckEngine, about: TableSummary, changed: Callable[[], bool] = lambda: False
) -> TableStore:
    """A table that was made ready, in a file of its own."""
    # Ibis would ask for it through pyarrow, which takes 25 MB of a process.
    events = ibis.table(EVENT_COLUMNS, name="events")
    return TableStore(engine, events.mutate(**{ROW_COLUMN: events.rowid()}), about, changed)
