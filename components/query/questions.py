"""The questions to a table as queries: Ibis expressions over events, the same for every engine.

What a reader typed is only ever a value, which an engine is sent apart from
the SQL (:func:`components.query.engine.bound`); the names of columns are those of the table's own
schema, which the compiler quotes.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any, Final, Literal

from components.intake.rows import MANY, Names
from components.query.engine import ORDER
from components.query.filters import Facet, Filters, Side, conditions
from components.query.table_columns import FINEST_ZOOM, folded
from components.story.days import FIRST_DAY, LAST_DAY
from components.story.texts import fold

if TYPE_CHECKING:
    from ibis.expr.types import Table

Bounds = tuple[float, float, float, float]
"""West, south, east and north in degrees (WGS 84, EPSG:4326)."""
#: The column of each facet.
COLUMN: Final[Mapping[Facet, str]] = {
    "categories": "kind",
    "regions": "region",
    "sources": "source",
}


def day_value(column: Any, day: date) -> Any:
    """A day as the column has days: a date, or its number (1 is the first day of the year 1)."""
    import ibis

    if column.type().is_date():
        return ibis.literal(date.fromordinal(max(1, day.toordinal())))
    return ibis.literal(day.toordinal(), "int32")


class TableRows:
    """The events of a table, of which conditions are asked as Ibis expressions.

    Args:
        events: the table, or a query.
        names: what the ids of values stand for, by facet.
    """

    def __init__(self, events: Table, names: Mapping[Facet, Names]) -> None:
        self._events, self._names = events, names

    def exact(self) -> Any:
        """That the date is neither approximate nor doubtful."""
        return self._events.sure

    def from_day(self, side: Side, day: date) -> Any:
        """That the first or the last day is this one or later."""
        column = self._events[side]
        return column >= day_value(column, day)

    def to_day(self, side: Side, day: date) -> Any:
        """That the first or the last day is this one or earlier."""
        column = self._events[side]
        return column <= day_value(column, day)

    def among(self, facet: Facet, ids: tuple[str, ...]) -> Any:
        """That a cell is, or holds, one of the texts that some ids stand for."""
        import ibis

        column, names = self._events[COLUMN[facet]], self._names[facet]
        words = [word for key in ids for word in names.words.get(key, ())]
        cells = [word for word in words if word is not None]
        found = []
        if names.many:
            found += [column.contains(ibis.literal(f"{MANY}{word}{MANY}")) for word in cells]
        elif cells:
            found.append(column.isin([ibis.literal(word) for word in cells]))
        if None in words:
            found.append(column.isnull())
        if names.rest in ids:
            others = (word for key, own in names.words.items() if key not in ids for word in own)
            found.append(column.notnull() & column.notin([ibis.literal(w) for w in others if w]))
        return reduce(or_, found) if found else ibis.literal(False)

    def holding(self, text: str) -> list[Any]:
        """That each of some words is there as it is written."""
        import ibis

        return [self._events.words.contains(ibis.literal(word)) for word in fold(text).split()]


def kept(events: Table, filters: Filters, names: Mapping[Facet, Names]) -> Table:
    """The events that the filters leave.

    Raises:
        ValueError: for filters that a table of events knows nothing of.
    """
    if filters.published_by or filters.excluded_voices or filters.documents_only:
        raise ValueError("a table of events has no voices, tiers or days of publication")
    found = list(conditions(TableRows(events, names), filters))
    return events.filter(reduce(and_, found)) if found else events


def in_view(events: Table, bounds: Bounds) -> Any:
    """Whether an event lies within bounds."""
    west, south, east, north = bounds
    return events.lon.between(west, east) & events.lat.between(south, north)


Unit = Literal["day", "month", "year"]
#: What one event is shown with.
SHOWN: Final = (
    "key", "edtf", "first", "last", "title", "summary", "kind", "region", "source", "place", "lat",
    "lon", "url",
)  # fmt: skip

#: What a file has of each.
FILED: Final = tuple(name for name in SHOWN if name not in {"first", "last"})


def count(events: Table) -> Table:
    """One row: ``count``."""
    return events.aggregate(count=events.count())


def month_column(day: date) -> int:
    """The month of a day, counted from the year 0."""
    return day.year * 12 + day.month - 1


def bins_query(events: Table, window: tuple[date, date], unit: Unit) -> Table:
    """Rows of ``kind``, ``start``, ``until`` and ``count``: from which to which unit dates reach.

    Args:
        events: those that are left.
        window: the first and the last day shown; what reaches beyond it is cut there.
        unit: what days are counted by. A day is as the events have it; a month is counted from
            the year 0, and so is the first month of a year.
    """
    import ibis

    inside = events.filter(
        events.first <= day_value(events.first, window[1]),
        events.last >= day_value(events.last, window[0]),
    )
    if unit == "day":
        start = ibis.greatest(inside.first, day_value(inside.first, window[0]))
        until = ibis.least(inside.last, day_value(inside.last, window[1]))
    else:
        start = ibis.greatest(inside.first_month, month_column(window[0]))
        until = ibis.least(inside.last_month, month_column(window[1]))
    if unit == "year":
        start, until = start // 12 * 12, until // 12 * 12
    placed = inside.mutate(start=start, until=until)
    return placed.group_by("kind", "start", "until").aggregate(count=placed.count())


def cells_query(events: Table, zoom: int, bounds: Bounds | None) -> Table:
    """Rows of ``cx``, ``cy``, ``lat``, ``lon`` and ``count``, the fullest tile first."""
    import ibis

    held = events.filter(events.x.notnull())
    if bounds:
        held = held.filter(in_view(held, bounds))
    side = 2 ** (FINEST_ZOOM - zoom)
    tiles = held.mutate(cx=held.x // side, cy=held.y // side)
    many = tiles.count()
    found = tiles.group_by("cx", "cy").aggregate(
        lat=tiles.lat.sum() / many, lon=tiles.lon.sum() / many, count=many
    )
    return found.order_by(ibis.desc("count"), "cx", "cy")


def values(events: Table, facet: Facet, *, many: bool, find: str = "") -> Table:
    """Rows of ``value`` and ``count``, the most frequent first."""
    import ibis

    column = COLUMN[facet]
    held = events.filter(events[column].notnull()) if facet != "categories" else events
    if many:
        parted = held.mutate(value=held[column].split(MANY).unnest())
        held = parted.filter(parted.value != "")
    else:
        held = held.mutate(value=held[column])
    if find:
        held = held.filter(folded(held.value).contains(ibis.literal(fold(find))))
    found = held.group_by("value").aggregate(count=held.count())
    return found.order_by(ibis.desc("count"), "value")


def rows_query(events: Table, number: int, size: int) -> Table:
    """One page of rows in order of first day, last day and key."""
    ordered = events.select(*SHOWN).order_by(*ORDER).limit(size, offset=(number - 1) * size)
    # An engine that knows no offset has numbered the rows in one column more, and no engine owes
    # the order of a question within this one.
    return ordered.select(*SHOWN).order_by(*ORDER)


def file_rows(events: Table) -> Table:
    """Every row as a file has it, in order."""
    return events.select(*SHOWN).order_by(*ORDER).select(*FILED)


def entry(events: Table, key: str) -> Table:
    """The row of one key."""
    import ibis

    return events.filter(events.key == ibis.literal(key)).select(*SHOWN).limit(1)


def extent(events: Table) -> Table:
    """One row: how many there are, the days and the degrees between which they lie.

    Open ends do not count as days.
    """
    begun = events.first > day_value(events.first, FIRST_DAY)
    ended = events.last < day_value(events.last, LAST_DAY)
    return events.aggregate(
        count=events.count(),
        start=events.first.min(where=begun),
        early=events.last.min(where=ended),
        late=events.first.max(where=begun),
        until=events.last.max(where=ended),
        west=events.lon.min(),
        south=events.lat.min(),
        east=events.lon.max(),
        north=events.lat.max(),
    )


def undated(raw: Table, first: Any) -> Table:
    """One row: how many ``rows`` a table has, and how many of them are ``undated``."""
    import ibis

    return raw.aggregate(rows=raw.count(), undated=ibis.coalesce(first.isnull().sum(), 0))
