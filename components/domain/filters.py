"""Choosing records: pure functions from a data set and filters to what remains."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, get_args

from components.domain.dataset import Dataset, by_date
from components.domain.dates import EdtfDate, parse_edtf
from components.domain.models import Citation, Claim, Event, Source

FilterName = Literal[
    "dates", "certain", "known", "regions", "categories", "sources", "voices", "tier", "text"
]
FILTER_NAMES: tuple[FilterName, ...] = get_args(FilterName)


@dataclass(frozen=True)
class Filters:
    """What the reader asked to see; the default is everything.

    ``certain_only`` leaves out events that only possibly fall in the dates; ``known`` turns the
    data set back to what had certainly been published by that day; ``without`` leaves voices out;
    ``documents_only`` leaves the corroborating reports out.
    """

    start: date | None = None
    end: date | None = None
    certain_only: bool = False
    known: date | None = None
    regions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
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
            "known": {"known": None},
            "regions": {"regions": ()},
            "categories": {"categories": ()},
            "sources": {"sources": ()},
            "voices": {"without": ()},
            "tier": {"documents_only": False},
            "text": {"text": ""},
        }
        return replace(self, **defaults[name])


@dataclass(frozen=True)
class Selection:
    """What remains under the filters, and of how many.

    ``dates`` are those of the events, in the same order, as the sources in use give them.
    """

    events: tuple[Event, ...]
    claims: tuple[Claim, ...]
    events_total: int
    claims_total: int
    certain: frozenset[str] = frozenset()
    hidden_events: int = 0
    hidden_claims: int = 0
    dates: tuple[EdtfDate, ...] = ()

    @cached_property
    def by_place(self) -> Counter[str]:
        """How many of the events were at each place."""
        return Counter([event.place_id for event in self.events if event.place_id])


def sharpened(dataset: Dataset, event: Event, filters: Filters) -> bool:
    """Whether the event's best date may be shown: a report that sharpened it is still in use."""
    if not event.document_date:
        return True
    return any(
        dataset.sources[c.source_id].custom.tier == "corroborating"
        for c in citations_in_use(dataset, event.id, filters)
    )


def event_date(dataset: Dataset, event: Event, filters: Filters) -> EdtfDate:
    """The date of an event as the sources in use give it."""
    if event.document_date and not sharpened(dataset, event, filters):
        return parse_edtf(event.document_date)
    return parse_edtf(event.date)


def claim_date(claim: Claim) -> EdtfDate | None:
    """The date a claim holds for: its as-of date, else its period."""
    text = claim.as_of or claim.period
    return parse_edtf(text) if text else None


def source_in_use(source: Source, filters: Filters) -> bool:
    """Whether tier, voices and the day of knowledge leave a source in.

    A source whose date is not sure counts as published on the last day it may mean.
    """
    details = source.custom
    if filters.documents_only and details.tier != "document":
        return False
    if details.voice in filters.without:
        return False
    return filters.known is None or parse_edtf(details.issued_edtf).last <= filters.known


def citations_in_use(dataset: Dataset, record_id: str, filters: Filters) -> tuple[Citation, ...]:
    """The citations of a record whose sources the filters leave in use."""
    found = dataset.citations_of(record_id)
    return tuple(c for c in found if source_in_use(dataset.sources[c.source_id], filters))


_ACCENTS: Final = re.compile("[\u0300-\u036f]+")


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Lower-case a text and drop its accents, so that "Cucuta" finds "Cúcuta"."""
    if text.isascii():
        return text.casefold()
    # Latin accents go at once; only a text with other marks is read letter by letter.
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    if any(map(unicodedata.combining, set(plain))):
        plain = "".join(c for c in plain if not unicodedata.combining(c))
    return plain.casefold()


class _Asked:
    """Filters made ready once for a whole data set: what is looked up for each record is a set."""

    def __init__(self, dataset: Dataset, filters: Filters) -> None:
        self.dataset, self.filters = dataset, filters
        self.words = tuple(fold(filters.text).split())
        self.regions = frozenset(filters.regions)
        self.categories = frozenset(filters.categories)
        used = {key for key, source in dataset.sources.items() if source_in_use(source, filters)}
        self.sources = used & set(filters.sources) if filters.sources else used
        self.any_day = filters.start is None and filters.end is None
        self.any_source = len(self.sources) == len(dataset.sources)

    def cited(self, record_id: str) -> bool:
        """Whether a source that is asked for and in use bears on a record."""
        if self.any_source:
            return bool(self.dataset.citations_of(record_id))
        return any(c.source_id in self.sources for c in self.dataset.citations_of(record_id))

    def said(self, record_id: str, texts: Callable[[], tuple[str, ...]]) -> bool:
        """Whether the texts of a record hold every word; they are folded once per data set."""
        if not self.words:
            return True
        known = self.dataset.folded
        if record_id not in known:
            known[record_id] = fold_all(texts())
        return all(word in known[record_id] for word in self.words)


def fold_all(texts: tuple[str, ...]) -> str:
    """Some texts as one, folded; too long to be worth a place among the single texts kept."""
    return fold.__wrapped__(" ".join(texts))


def _event_texts(dataset: Dataset, event: Event) -> tuple[str, ...]:
    place = dataset.places[event.place_id] if event.place_id else None
    names = (place.name, place.name_es) if place else ()
    words = tuple(c.wording for c in dataset.citations_of(event.id))
    return (
        event.title,
        event.title_es,
        event.summary,
        event.summary_es,
        *event.actors,
        *event.actors_es,
        *names,
        *words,
    )


def fold_events(dataset: Dataset) -> None:
    """Make every event of a large data set ready to be searched, before anybody asks."""
    for key, event in dataset.events.items():
        if key not in dataset.folded:
            dataset.folded[key] = fold_all(_event_texts(dataset, event))


def _claim_texts(dataset: Dataset, claim: Claim) -> tuple[str, ...]:
    claimant = dataset.claimants[claim.claimant_id]
    words = tuple(c.wording for c in dataset.citations_of(claim.id))
    return (claim.statement, claim.statement_es, claimant.name, claimant.name_es, *words)


def _keeps_event(event: Event, when: EdtfDate, asked: _Asked) -> bool:
    filters, dataset = asked.filters, asked.dataset
    fits = when.certainly_within if filters.certain_only else when.possibly_within
    return (
        (asked.any_day or fits(filters.start, filters.end))
        and (not asked.categories or event.category in asked.categories)
        and (not asked.regions or bool(dataset.regions_of(event) & asked.regions))
        and asked.cited(event.id)
        and asked.said(event.id, lambda: _event_texts(dataset, event))
    )


def _claim_fits_dates(when: EdtfDate | None, filters: Filters) -> bool:
    if filters.start is None and filters.end is None:
        return True
    if when is None:
        return False
    fits = when.certainly_within if filters.certain_only else when.possibly_within
    return fits(filters.start, filters.end)


def _keeps_claim(claim: Claim, asked: _Asked) -> bool:
    filters, dataset = asked.filters, asked.dataset
    when = claim_date(claim)
    event = dataset.events.get(claim.event_id) if claim.event_id else None
    return (
        _claim_fits_dates(when, filters)
        and dataset.claimants[claim.claimant_id].voice not in filters.without
        and (not filters.regions or claim.region_id in asked.regions)
        and (not filters.categories or (event is not None and event.category in asked.categories))
        and asked.cited(claim.id)
        and asked.said(claim.id, lambda: _claim_texts(dataset, claim))
    )


def _in_order(dataset: Dataset, filters: Filters) -> Sequence[tuple[EdtfDate, Event]]:
    """Every event with the date that the sources in use give it, in order of date.

    Where no date depends on the sources in use, the order is worked out once per data set.
    """
    if dataset.in_order is not None:
        return dataset.in_order
    dated = [(event_date(dataset, event, filters), event) for event in dataset.events.values()]
    return sorted(dated, key=by_date)


def select(dataset: Dataset, filters: Filters) -> Selection:
    """Return the events and claims that the filters leave, events in order of date.

    An event stays when it possibly falls in the dates asked for; ``certain`` names those that
    certainly do, and ``hidden_events`` counts what a turned-back data set does not hold yet.
    """
    asked = _Asked(dataset, filters)
    kept = [row for row in _in_order(dataset, filters) if _keeps_event(row[1], row[0], asked)]
    if filters.start or filters.end:
        start, end = filters.start, filters.end
        certain = frozenset(event.id for when, event in kept if when.certainly_within(start, end))
    else:
        certain = frozenset([event.id for _, event in kept])
    claims = tuple(c for c in dataset.claims.values() if _keeps_claim(c, asked))
    return Selection(
        tuple([event for _, event in kept]),
        claims,
        len(dataset.events),
        len(dataset.claims),
        certain,
        _hidden(dataset, dataset.events, filters),
        _hidden(dataset, dataset.claims, filters),
        tuple([when for when, _ in kept]),
    )


def _hidden(dataset: Dataset, records: Iterable[str], filters: Filters) -> int:
    """How many records had not been published by the day the reader turned back to."""
    if filters.known is None:
        return 0
    asked = _Asked(dataset, Filters(known=filters.known))
    return sum(not asked.cited(record) for record in records)


def loosenings(dataset: Dataset, filters: Filters) -> tuple[tuple[FilterName, int], ...]:
    """For each active filter, how many events would show if it alone were lifted; most first."""
    counts = [
        (name, len(select(dataset, filters.without_filter(name)).events))
        for name in filters.active()
    ]
    return tuple(sorted(counts, key=lambda pair: -pair[1]))
