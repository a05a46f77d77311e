"""Apply the filters of a view one by one: the answer that others are compared with."""

from collections.abc import Callable
from typing import Literal

from components.query import selection as views
from components.query.filters import Filters
from components.query.search import SearchIndex
from components.query.selection import Selection
from components.query.sources_in_use import (
    parse_claim_date,
    parse_event_date,
    select_allowed_sources,
    with_allowed_sources,
)
from components.story.dataset import Dataset, sort_by_date
from components.story.edtf import EdtfDate
from components.story.texts import fold


def _cited(dataset: Dataset, filters: Filters) -> set[str]:
    """The records that a source asked for and in use tells, or of which there is context alone."""
    used = select_allowed_sources(dataset, filters)
    asked = used & set(filters.sources) if filters.sources else used
    told = {citation.record_id for citation in dataset.citations if citation.role != "context"}
    return {
        citation.record_id
        for key in asked
        for citation in dataset.citations_from(key)
        if citation.role != "context" or citation.record_id not in told
    }


def _with_words(
    dataset: Dataset, text: str, kind: Literal["events", "figures"], *, as_written: bool
) -> Callable[[str], bool]:
    """Whether a record holds the words, in any form or as they are written."""
    if as_written or len(dataset.events) > views.MOST_INDEXED:
        texts = views.fold_record_texts(dataset)
        return lambda key: all(word in texts[key] for word in fold(text).split())
    found = dataset.memoize(SearchIndex).find_ids(text, kind) if text else None
    return lambda key: found is None or key in found


def _event_voices(dataset: Dataset, event_id: str) -> set[str]:
    """The voices of an event's claims, or those of its sources where it has no claim."""
    speakers = [
        dataset.claimants[claim.claimant_id]
        for claim in dataset.claims.values()
        if claim.event_id == event_id
    ]
    if speakers:
        return {speaker.voice for speaker in speakers}
    return {
        dataset.sources[citation.source_id].custom.voice
        for citation in dataset.citations
        if citation.record_id == event_id
    }


def select(dataset: Dataset, filters: Filters, *, as_written: bool = False) -> Selection:
    """Return the events and claims that the filters leave, events in order of date.

    An event stays when it possibly falls in the dates asked for; ``certain`` names those that
    certainly do, and ``hidden_events`` counts what a turned-back data set does not hold yet. Words
    are found in any form, or only ``as_written``.
    """
    days = filters.start, filters.end
    cited, regions = _cited(dataset, filters), set(filters.regions)

    def fits(when: EdtfDate | None) -> bool:
        if when is None:
            return days == (None, None)
        return when.certainly_within(*days) if filters.certain_only else when.possibly_within(*days)

    holds = _with_words(dataset, filters.text, "events", as_written=as_written)
    kept = tuple(
        row
        for row in sort_by_date(
            (parse_event_date(dataset, event, filters), event) for event in dataset.events.values()
        )
        if row.id in cited
        and fits(row.when)
        and (not filters.categories or row.category in filters.categories)
        and (not regions or dataset.regions_of(row.event) & regions)
        and (not filters.voices or _event_voices(dataset, row.id) & set(filters.voices))
        and holds(row.id)
    )
    certain = frozenset(row.id for row in kept if row.when.certainly_within(*days))
    kept = tuple(
        row._replace(event=with_allowed_sources(dataset, row.event, filters)) for row in kept
    )
    says = _with_words(dataset, filters.text, "figures", as_written=as_written)
    kinds = {event.id: event.category for event in dataset.events.values()}
    claims = tuple(
        claim
        for claim in (
            with_allowed_sources(dataset, one, filters) for one in dataset.claims.values()
        )
        if claim.id in cited
        and fits(parse_claim_date(claim))
        and dataset.claimants[claim.claimant_id].voice not in filters.excluded_voices
        and (not filters.voices or dataset.claimants[claim.claimant_id].voice in filters.voices)
        and (not regions or claim.region_id in regions)
        and (not filters.categories or kinds.get(claim.event_id or "") in filters.categories)
        and says(claim.id)
    )
    public = _cited(dataset, Filters(published_by=filters.published_by))
    hidden = [
        sum(key not in public for key in records) if filters.published_by else 0
        for records in (dataset.events, dataset.claims)
    ]
    return Selection(kept, claims, len(dataset.events), len(dataset.claims), certain, *hidden)
