"""What a view leaves, one filter after the other: the answer that others are held to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from typing import Literal, TypeVar

from components.query import filters as views
from components.query.filters import (
    Filters,
    Selection,
    claim_date,
    event_date,
    in_use,
    sources_in_use,
)
from components.query.search import Index
from components.story.dataset import Dataset, Dated, in_order_of_date
from components.story.edtf import EdtfDate
from components.story.models import Claim
from components.story.texts import fold

Record = TypeVar("Record", Dated, Claim)


class _Asked:
    """Filters made ready for a data set."""

    def __init__(self, dataset: Dataset, filters: Filters, *, as_written: bool = False) -> None:
        self.dataset, self.filters = dataset, filters
        self.as_written = as_written or len(dataset.events) > views.MOST_INDEXED
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
            texts = views.folded_texts(data)
            return [row for row in kept if all(word in texts[row.id] for word in words)]
        found = data.once(Index).ids(text, kind)
        return kept if found is None else [row for row in kept if row.id in found]

    @cached_property
    def cited(self) -> Set[str]:
        """The records on which a source that is asked for and in use bears."""
        data = self.dataset
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
        in_use(dataset, claim, filters)
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
    """Every event with the date that the sources in use give it, in order of date."""
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
