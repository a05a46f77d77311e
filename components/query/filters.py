"""Choosing records: pure functions from a data set and filters to what remains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, get_args

from components.story.dataset import Dataset, Dated
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Citation, Claim, Event
from components.story.sources import Source

if TYPE_CHECKING:
    from components.query.story_rows import StoryRows

FilterName = Literal[
    "dates", "certain", "known", "regions", "categories", "sources", "voices", "tier", "text"
]
#: Of a story with more events words are looked up as they are written, not in every form.
MOST_INDEXED: Final = 5000
#: A filter by values that records have.
Facet = Literal["categories", "regions", "sources"]
FACETS: Final[tuple[Facet, ...]] = get_args(Facet)
#: An end of a date, as a column is called.
Side = Literal["first", "last"]
FILTER_NAMES: tuple[FilterName, ...] = get_args(FilterName)
#: The fields that each filter is set by.
FIELDS_OF: Final[dict[FilterName, tuple[str, ...]]] = {
    "dates": ("start", "end"),
    "certain": ("certain_only",),
    "known": ("published_by",),
    "regions": ("regions",),
    "categories": ("categories",),
    "sources": ("sources",),
    "voices": ("excluded_voices",),
    "tier": ("documents_only",),
    "text": ("text",),
}


@dataclass(frozen=True)
class Filters:
    """What the reader asked to see; the default is everything.

    ``certain_only`` leaves out events that only possibly fall in the dates; ``published_by`` turns
    the data set back to what had certainly been published by that day; ``excluded_voices`` leaves
    voices out; ``documents_only`` leaves the corroborating reports out.
    """

    start: date | None = None
    end: date | None = None
    certain_only: bool = False
    published_by: date | None = None
    regions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    excluded_voices: tuple[str, ...] = ()
    documents_only: bool = False
    text: str = ""

    def active(self) -> tuple[FilterName, ...]:
        """The filters that are not at their default, in the order they are shown."""
        return tuple(name for name in FILTER_NAMES if self.without_filter(name) != self)

    def without_filter(self, name: FilterName) -> Filters:
        """The same filters with one at its default."""
        plain = Filters()
        return replace(self, **{field: getattr(plain, field) for field in FIELDS_OF[name]})


@dataclass(frozen=True)
class Selection:
    """The events and claims that the filters leave, and how many there are in all.

    ``rows`` are the events in order of date, each with the date that the sources in use give it.
    """

    rows: tuple[Dated, ...]
    claims: tuple[Claim, ...]
    events_total: int
    claims_total: int
    certain: frozenset[str] = frozenset()
    hidden_events: int = 0
    hidden_claims: int = 0

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events, in order of date."""
        return tuple([row.event for row in self.rows])

    @property
    def dates(self) -> tuple[EdtfDate, ...]:
        """The dates of the events, in the same order."""
        return tuple([row.when for row in self.rows])

    @cached_property
    def by_place(self) -> Counter[str]:
        """How many of the events were at each place."""
        return Counter([row.place_id for row in self.rows if row.place_id])


class Asked(Protocol):
    """What a view's conditions are asked of: the rows of a story, or a table on an engine.

    Each method gives a condition: a set of rows in memory, an expression of a query on an engine.
    What a reader typed is a value in it, never text of SQL.
    """

    def exact(self) -> Any:
        """That the date is neither approximate nor doubtful."""

    def from_day(self, side: Side, day: date) -> Any:
        """That the first or the last day is this one or later."""

    def to_day(self, side: Side, day: date) -> Any:
        """That the first or the last day is this one or earlier."""

    def among(self, facet: Facet, ids: tuple[str, ...]) -> Any:
        """That one of some values is there."""

    def holding(self, text: str) -> Iterable[Any]:
        """That words are there: a condition for all of them, or for each."""


def sharpened(dataset: Dataset, record: Event | Claim, filters: Filters) -> bool:
    """Whether a record's best date may be shown: a report that sharpened it is still in use."""
    if not record.document_date:
        return True
    return any(
        dataset.sources[c.source_id].custom.tier == "corroborating"
        for c in citations_in_use(dataset, record.id, filters)
    )


def event_date(dataset: Dataset, event: Event, filters: Filters) -> EdtfDate:
    """The date of an event as the sources in use give it."""
    if event.document_date and not sharpened(dataset, event, filters):
        return parse_edtf(event.document_date)
    return parse_edtf(event.date)


def documented_claim(claim: Claim) -> Claim:
    """A claim with the date that the documents alone give it, where a report gave a better one."""
    if not claim.document_date:
        return claim
    changed = {"as_of": claim.document_date, "as_of_basis": "inferred", "document_date": None}
    return claim.model_copy(update=changed)


def claim_in_use(dataset: Dataset, claim: Claim, filters: Filters) -> Claim:
    """A claim with the date that the sources in use give it."""
    return claim if sharpened(dataset, claim, filters) else documented_claim(claim)


def claim_date(claim: Claim) -> EdtfDate | None:
    """The date a claim holds for: its as-of date, else its period."""
    text = claim.as_of or claim.period
    return parse_edtf(text) if text else None


def source_in_use(source: Source, filters: Filters) -> bool:
    """Whether tier, voices and the day of knowledge leave a source in.

    A source whose date is not sure counts as published on the last day it may mean, one without a
    date on none.
    """
    details = source.custom
    if filters.documents_only and details.tier != "document":
        return False
    if details.voice in filters.excluded_voices:
        return False
    return filters.published_by is None or details.issued.last <= filters.published_by


def sources_in_use(dataset: Dataset, filters: Filters) -> set[str]:
    """The ids of the sources that tier, voices and the day of knowledge leave in."""
    return {key for key, source in dataset.sources.items() if source_in_use(source, filters)}


def citations_in_use(dataset: Dataset, record_id: str, filters: Filters) -> tuple[Citation, ...]:
    """The citations of a record whose sources the filters leave in use."""
    found = dataset.citations_of(record_id)
    return tuple(c for c in found if source_in_use(dataset.sources[c.source_id], filters))


def within(asked: Asked, start: date | None, end: date | None, *, certain: bool) -> Iterator[Any]:
    """The conditions of dates that possibly, or certainly, fall in some days, both included.

    An approximate or doubtful date ("2019-04~") may mean a day beyond its bounds, so it is certain
    only where no day is asked for.
    """
    if certain and (start or end):
        yield asked.exact()
    if start:
        yield asked.from_day("first" if certain else "last", start)
    if end:
        yield asked.to_day("last" if certain else "first", end)


def conditions(asked: Asked, filters: Filters) -> Iterator[Any]:
    """What must hold of a record that filters leave, whatever it is asked of: all of these.

    Which sources are in use is no matter of the records alone, and not among them.
    """
    for facet in FACETS:
        if ids := getattr(filters, facet):
            yield asked.among(facet, ids)
    yield from within(asked, filters.start, filters.end, certain=filters.certain_only)
    if filters.text:
        yield from asked.holding(filters.text)


def select(dataset: Dataset, filters: Filters) -> Selection:
    """Return the events and claims that the filters leave, events in order of date.

    An event stays when it possibly falls in the dates asked for; ``certain`` names those that
    certainly do, and ``hidden_events`` counts what a turned-back data set does not hold yet.
    """
    every, said = _rows(dataset)
    events, claims = _asked(dataset, filters)
    kept = events.kept(filters)
    day = filters.published_by
    then = sources_in_use(dataset, Filters(published_by=day)) if day else None
    return Selection(
        events.records(kept),
        claims.records(claims.kept(filters)),
        len(events),
        len(claims),
        events.certain(kept, filters),
        every.uncited(then) if then is not None else 0,
        said.uncited(then) if then is not None else 0,
    )


def _asked(dataset: Dataset, filters: Filters) -> tuple[StoryRows[Dated], StoryRows[Claim]]:
    """The events and the claims that the sources in use tell of, with the dates they give."""
    used = sources_in_use(dataset, filters)
    events, claims = _rows(dataset)
    return events.using(used), claims.using(used)


def _rows(dataset: Dataset) -> tuple[StoryRows[Dated], StoryRows[Claim]]:
    # Imported late: rows are asked the conditions that stand here.
    from components.query.story_rows import claim_rows, event_rows

    return dataset.once(event_rows), dataset.once(claim_rows)


def events_by_value(dataset: Dataset, filters: Filters) -> dict[Facet, dict[str, list[int]]]:
    """For each value of each filter, which of the events that the filters leave have it.

    Events are named by their place among those that are left, which starts at 0.
    """
    events, _ = _asked(dataset, filters)
    kept = events.kept(filters)
    return {facet: events.by_value(facet, kept) for facet in FACETS}


def relaxed_counts(dataset: Dataset, filters: Filters) -> tuple[tuple[FilterName, int], ...]:
    """For each active filter, how many events would show if it alone were lifted; most first."""
    fewer = [(name, filters.without_filter(name)) for name in filters.active()]
    counts = [(name, len(_asked(dataset, less)[0].kept(less))) for name, less in fewer]
    return tuple(sorted(counts, key=lambda pair: -pair[1]))
