"""Filters as a condition of a query, with the meaning they have for records in memory.

What a reader typed is only ever a value (:func:`ibis.literal`), which an engine is sent apart from
the SQL (:mod:`components.store.queries.bound`); the names of columns are those of the table's own
schema, which the compiler quotes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any, Final

from components.domain.views.filters import Filters
from components.domain.views.texts import fold
from components.store.answers import Bounds, Facet
from components.store.names import MANY, Names

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


def check(filters: Filters) -> None:
    """Raise ``ValueError`` for filters that a table of events knows nothing of."""
    if filters.published_by or filters.excluded_voices or filters.documents_only:
        raise ValueError("a table of events has no voices, tiers or days of publication")


def columns_of(filters: Filters) -> set[str]:
    """The columns of events that the conditions of filters read."""
    found = {column for facet, column in COLUMN.items() if getattr(filters, facet)}
    found |= {"first", "last", "sure"} if filters.start or filters.end else set()
    return found | ({"words"} if filters.text else set())


def _of_facet(events: Table, column: str, ids: tuple[str, ...], names: Names) -> Any:
    import ibis

    words = [word for key in ids for word in names.words.get(key, ())]
    cells = [word for word in words if word is not None]
    found = []
    if names.many:
        found += [events[column].contains(ibis.literal(f"{MANY}{w}{MANY}")) for w in cells]
    elif cells:
        found.append(events[column].isin([ibis.literal(word) for word in cells]))
    if None in words:
        found.append(events[column].isnull())
    return reduce(or_, found) if found else ibis.literal(False)


def conditions(events: Table, filters: Filters, names: Mapping[Facet, Names]) -> list[Any]:
    """What must hold of an event that the filters leave, as Ibis expressions."""
    check(filters)
    made: list[Any] = []
    start, end = filters.start, filters.end
    if filters.certain_only and (start or end):
        made.append(events.sure)
        made += [events.first >= day_value(events.first, start)] if start else []
        made += [events.last <= day_value(events.last, end)] if end else []
    else:
        made += [events.first <= day_value(events.first, end)] if end else []
        made += [events.last >= day_value(events.last, start)] if start else []
    for facet, column in COLUMN.items():
        if ids := getattr(filters, facet):
            made.append(_of_facet(events, column, ids, names[facet]))
    made += _words(events, fold(filters.text).split())
    return made


def _words(events: Table, words: Sequence[str]) -> list[Any]:
    import ibis

    return [events.words.contains(ibis.literal(word)) for word in words]


def kept(events: Table, filters: Filters, names: Mapping[Facet, Names]) -> Table:
    """The events that the filters leave."""
    found = conditions(events, filters, names)
    return events.filter(reduce(and_, found)) if found else events


def within(events: Table, bounds: Bounds) -> Any:
    """Whether an event lies within bounds."""
    west, south, east, north = bounds
    return events.lon.between(west, east) & events.lat.between(south, north)
