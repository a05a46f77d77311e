"""Choosing records: pure functions from a data set and filters to what remains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Final, Literal, TypeVar, get_args

from components.domain.dates.edtf import EdtfDate, parse_edtf
from components.domain.records.dataset import Dataset, Dated, in_order_of_date
from components.domain.records.models import Citation, Claim, Event
from components.domain.records.sources import Source
from components.domain.views.texts import fold, holds

FilterName = Literal[
    "dates", "certain", "known", "regions", "categories", "sources", "voices", "tier", "text"
]
#: Of a story with more events words are looked up as they are written, not in every form.
MOST_INDEXED: Final = 5000
Record = TypeVar("Record", Dated, Claim)
FILTER_NAMES: tuple[FilterName, ...] = get_args(FilterName)


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
        defaults: dict[FilterName, dict[str, Any]] = {
            "dates": {"start": None, "end": None},
            "certain": {"certain_only": False},
            "known": {"published_by": None},
            "regions": {"regions": ()},
            "categories": {"categories": ()},
            "sources": {"sources": ()},
            "voices": {"excluded_voices": ()},
            "tier": {"documents_only": False},
            "text": {"text": ""},
        }
        return replace(self, **defaults[name])


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


class _Asked:
    """Filters made ready once for a whole data set: what is looked up for each record is a set."""

    def __init__(self, dataset: Dataset, filters: Filters, *, as_written: bool = False) -> None:
        self.dataset, self.filters = dataset, filters
        self.as_written = as_written or len(dataset.events) > MOST_INDEXED
        self.regions = frozenset(filters.regions)
        self.categories = frozenset(filters.categories)
        used = sources_in_use(dataset, filters)
        self.sources = used & set(filters.sources) if filters.sources else used
        self.any_day = filters.start is None and filters.end is None

    def with_words(
        self, kept: Sequence[Record], kind: Literal["events", "figures"]
    ) -> Sequence[Record]:
        """Those of some records that hold the words, in any form or as they are written."""
        data, text = self.dataset, self.filters.text
        if not text:
            return kept
        if self.as_written:
            words = fold(text).split()
            records: Mapping[str, Event | Claim] = data.events if kind == "events" else data.claims
            return [row for row in kept if all(holds(data, records[row.id], w) for w in words)]
        found = data.search_index.ids(text, kind)
        return kept if found is None else [row for row in kept if row.id in found]

    @cached_property
    def cited(self) -> Set[str]:
        """The records on which a source that is asked for and in use bears."""
        data = self.dataset
        if len(self.sources) == len(data.sources):
            return data.cited
        return {c.record_id for key in self.sources for c in data.citations_from(key)}

    def fits(self, when: EdtfDate) -> bool:
        """Whether a date falls in those asked for, possibly or, where that is asked, certainly."""
        start, end = self.filters.start, self.filters.end
        if self.filters.certain_only:
            return when.certainly_within(start, end)
        return when.possibly_within(start, end)


def _kept_events(asked: _Asked) -> Sequence[Dated]:
    """The events that fit, one filter after the other: one that is not set costs nothing."""
    dataset = asked.dataset
    rows = _in_order(dataset, asked.filters)
    kept: Sequence[Dated] = [row for row in rows if row.id in asked.cited]
    if not asked.any_day:
        kept = [row for row in kept if asked.fits(row.when)]
    if asked.categories:
        kept = [row for row in kept if row.category in asked.categories]
    if asked.regions:
        kept = [row for row in kept if dataset.regions_of(row.event) & asked.regions]
    return asked.with_words(kept, "events")


def _kept_claims(asked: _Asked) -> Sequence[Claim]:
    """The claims that fit, one filter after the other."""
    dataset, filters = asked.dataset, asked.filters
    kept = [
        claim_in_use(dataset, claim, filters)
        for claim in dataset.claims.values()
        if claim.id in asked.cited
    ]
    if not asked.any_day:
        kept = [c for c in kept if (when := claim_date(c)) is not None and asked.fits(when)]
    if filters.excluded_voices:
        voices = {key: claimant.voice for key, claimant in dataset.claimants.items()}
        kept = [claim for claim in kept if voices[claim.claimant_id] not in filters.excluded_voices]
    if asked.regions:
        kept = [claim for claim in kept if claim.region_id in asked.regions]
    if asked.categories:
        events = [(claim, dataset.events.get(claim.event_id or "")) for claim in kept]
        kept = [claim for claim, event in events if event and event.category in asked.categories]
    return asked.with_words(kept, "figures")


def _in_order(dataset: Dataset, filters: Filters) -> tuple[Dated, ...]:
    """Every event with the date that the sources in use give it, in order of date.

    Where no date depends on the sources in use, the order is worked out once per data set.
    """
    if dataset.in_order is not None:
        return dataset.in_order
    events = dataset.events.values()
    return in_order_of_date((event_date(dataset, event, filters), event) for event in events)


def select(dataset: Dataset, filters: Filters, *, as_written: bool = False) -> Selection:
    """Return the events and claims that the filters leave, events in order of date.

    An event stays when it possibly falls in the dates asked for; ``certain`` names those that
    certainly do, and ``hidden_events`` counts what a turned-back data set does not hold yet. Words
    are found in any form, or only ``as_written``.
    """
    asked = _Asked(dataset, filters, as_written=as_written)
    kept = tuple(_kept_events(asked))
    start, end = filters.start, filters.end
    sure = kept if asked.any_day else [r for r in kept if r.when.certainly_within(start, end)]
    return Selection(
        kept,
        tuple(_kept_claims(asked)),
        len(dataset.events),
        len(dataset.claims),
        frozenset([row.id for row in sure]),
        _hidden(dataset, dataset.events, filters),
        _hidden(dataset, dataset.claims, filters),
    )


def _hidden(dataset: Dataset, records: Iterable[str], filters: Filters) -> int:
    """How many records had not been published by the day the reader turned back to."""
    if filters.published_by is None:
        return 0
    asked = _Asked(dataset, Filters(published_by=filters.published_by))
    return sum(record not in asked.cited for record in records)


def relaxed_counts(dataset: Dataset, filters: Filters) -> tuple[tuple[FilterName, int], ...]:
    """For each active filter, how many events would show if it alone were lifted; most first."""
    counts = [
        (name, len(select(dataset, filters.without_filter(name)).events))
        for name in filters.active()
    ]
    return tuple(sorted(counts, key=lambda pair: -pair[1]))
