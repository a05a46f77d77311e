"""A table on an engine, of which the conditions of a view are asked, written in ``views/filters``.

What a reader typed is only ever a value, which an engine is sent apart from the SQL
(:mod:`components.query.bound`); the names of columns are those of the table's own schema,
which the compiler quotes.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any, Final

from components.intake.rows import MANY, Names
from components.query.answers import Bounds
from components.query.filters import FACETS, Facet, Filters, Side, conditions
from components.story.texts import fold

if TYPE_CHECKING:
    from ibis.expr.types import Table

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


def columns_of(filters: Filters) -> set[str]:
    """The columns of events that the conditions of filters read."""
    found = {COLUMN[facet] for facet in FACETS if getattr(filters, facet)}
    found |= {"first", "last", "sure"} if filters.start or filters.end else set()
    return found | ({"words"} if filters.text else set())


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


def within(events: Table, bounds: Bounds) -> Any:
    """Whether an event lies within bounds."""
    west, south, east, north = bounds
    return events.lon.between(west, east) & events.lat.between(south, north)
