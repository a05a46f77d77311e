"""The filters of a view, and the conditions on records that they set.

:func:`filter_conditions` writes the conditions once, for a story
(:class:`components.query.selection.StoryRows`) and for a table on an engine
(:class:`components.query.table.TableRows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, Literal, NamedTuple, get_args

FilterName = Literal[
    "dates", "certain", "known", "regions", "categories", "sources", "voices", "tier", "text"
]
#: A filter by values that records have.
Facet = Literal["categories", "regions", "sources"]
FACETS: Final[tuple[Facet, ...]] = get_args(Facet)


@dataclass(frozen=True)
class Filters:
    """What the reader asked to see; the default is everything.

    The parameters of the address that set each field are listed in
    :data:`components.query.view.PARAMETER_TABLE`.
    """

    start: date | None = None
    end: date | None = None
    #: Whether events that only possibly fall in the dates are hidden.
    certain_only: bool = False
    #: The day whose published sources alone count.
    published_by: date | None = None
    regions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    #: The voices whose claims alone are shown, and the events on which they speak.
    voices: tuple[str, ...] = ()
    excluded_voices: tuple[str, ...] = ()
    documents_only: bool = False
    text: str = ""

    def list_active(self) -> tuple[FilterName, ...]:
        """Return the filters that are not at their default, in the order they are shown."""
        return tuple(
            filter_name
            for filter_name in FIELDS_BY_FILTER
            if self.without_filter(filter_name) != self
        )

    def without_filter(self, name: FilterName) -> Filters:
        """Return the same filters with one of them at its default."""
        plain = Filters()
        defaults = {field_name: getattr(plain, field_name) for field_name in FIELDS_BY_FILTER[name]}
        return replace(self, **defaults)

    def keep_only(self, *names: FilterName) -> Filters:
        """Return these filters with all others at their default."""
        values: dict[str, Any] = {}
        for name in names:
            for field_name in FIELDS_BY_FILTER[name]:
                values[field_name] = getattr(self, field_name)
        return Filters(**values)


#: The fields of :class:`Filters` that each filter is set by, in the order the filters are shown.
FIELDS_BY_FILTER: Final[dict[FilterName, tuple[str, ...]]] = {
    "dates": ("start", "end"),
    "certain": ("certain_only",),
    "known": ("published_by",),
    "regions": ("regions",),
    "categories": ("categories",),
    "sources": ("sources",),
    "voices": ("voices", "excluded_voices"),
    "tier": ("documents_only",),
    "text": ("text",),
}
#: The filters that decide which sources are in use.
SOURCE_DEPENDENT_FILTERS: Final[tuple[FilterName, ...]] = ("known", "sources", "voices", "tier")
#: The filters on what is known of sources and speakers: in the browser the server applies them, and
#: a table of events has none of them.
SOURCE_FILTERS: Final[tuple[FilterName, ...]] = ("known", "voices", "tier")
#: Before a region's id, in the address of a compared view.
REGION_PREFIX: Final = "region:"


@dataclass(frozen=True)
class ComparedView:
    """The second view of a comparison: another region, or the first and last day of other dates."""

    region: str | None = None
    dates: tuple[date, date] | None = None

    def __str__(self) -> str:
        if self.dates:
            return f"{self.dates[0]}/{self.dates[1]}"
        return f"{REGION_PREFIX}{self.region}"

    def apply_to(self, filters: Filters) -> Filters:
        """Return the filters of the second view; what it does not name stays."""
        if self.dates:
            return replace(filters, start=self.dates[0], end=self.dates[1])
        regions = (self.region,) if self.region else ()
        return replace(filters, regions=regions)


class ValueCondition(NamedTuple):
    """A record has one of some values of a facet: region ids, ids of kinds, source ids."""

    facet: Facet
    ids: tuple[str, ...]


class FromCondition(NamedTuple):
    """The first, or the last, day that a date may mean is ``day`` or later."""

    bound: Literal["first", "last"]
    day: date


class UntilCondition(NamedTuple):
    """The first, or the last, day that a date may mean is ``day`` or earlier."""

    bound: Literal["first", "last"]
    day: date


class WordsCondition(NamedTuple):
    """A record has all words of a text."""

    text: str


class SureCondition(NamedTuple):
    """The date of a record is neither approximate nor uncertain."""


Condition = ValueCondition | FromCondition | UntilCondition | WordsCondition | SureCondition


def date_conditions(filters: Filters, *, certain: bool) -> Iterator[Condition]:
    """Yield the conditions of dates that possibly, or certainly, fall in the filters' days.

    An approximate or doubtful date ("2019-04~") is certain only where no day is asked for.
    """
    start, end = filters.start, filters.end
    if certain:
        if start or end:
            yield SureCondition()
        if start:
            yield FromCondition("first", start)
        if end:
            yield UntilCondition("last", end)
    else:
        if start:
            yield FromCondition("last", start)
        if end:
            yield UntilCondition("first", end)


def filter_conditions(filters: Filters) -> Iterator[Condition]:
    """Yield what must hold of a record under filters, apart from its sources being allowed."""
    if filters.categories:
        yield ValueCondition("categories", filters.categories)
    if filters.regions:
        yield ValueCondition("regions", filters.regions)
    if filters.sources:
        yield ValueCondition("sources", filters.sources)
    yield from date_conditions(filters, certain=filters.certain_only)
    if filters.text:
        yield WordsCondition(filters.text)
