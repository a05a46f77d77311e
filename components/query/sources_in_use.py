"""The sources in use: those that the filters leave, and what records are by these alone.

Filters on the tier, the voice, the day of publication and the choice of sources decide which are in
use. A record then has the date and the sentences of its text that these support.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from components.query.filters import SOURCE_DEPENDENT_FILTERS, Filters
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Citation, Claim, Event, Source
from components.story.sentences import (
    find_supported_sentences,
    keep_sentences,
    record_text,
    split_sentences,
)

Record = TypeVar("Record", Event, Claim)


def with_document_date(record: Record) -> Record:
    """Return a record with the date of the documents, where a report gave a better one."""
    if not record.document_date:
        return record
    if isinstance(record, Event):
        changes = {"date": record.document_date, "date_basis": "inferred"}
    else:
        changes = {"as_of": record.document_date, "as_of_basis": "inferred"}
    return record.model_copy(update={**changes, "document_date": None})


def with_allowed_sources(dataset: Dataset, record: Record, filters: Filters) -> Record:
    """Return an event or a claim as the sources in use give it.

    A date that no allowed report gives yields to that of the documents; of the text those sentences
    stay that a source in use supports. A record that none supports keeps its text.
    """
    record = find_complete_record(dataset, record)
    record = _with_allowed_date(dataset, record, filters)
    citations = dataset.complete_citations_of(record.id)
    shown_citations = []
    for citation in citations:
        if is_source_shown(dataset.sources[citation.source_id], filters):
            shown_citations.append(citation)
    if len(shown_citations) == len(citations):
        return record
    sentence_count = len(split_sentences(record_text(record)[0]))
    supported = find_supported_sentences(shown_citations, sentence_count)
    return keep_sentences(record, supported)


def find_complete_record(dataset: Dataset, record: Record) -> Record:
    """Return an event or a claim with its whole text and its best date."""
    complete_dataset = dataset.complete or dataset
    if isinstance(record, Event):
        return complete_dataset.events.get(record.id, record)
    return complete_dataset.claims.get(record.id, record)


def _with_allowed_date(dataset: Dataset, record: Record, filters: Filters) -> Record:
    if not record.document_date:
        return record
    for citation in dataset.complete_citations_of(record.id):
        source = dataset.sources[citation.source_id]
        if source.custom.tier == "corroborating" and is_source_allowed(source, filters):
            return record
    return with_document_date(record)


def restrict_to_sources(dataset: Dataset, filters: Filters) -> Dataset:
    """Return a data set as the sources in use give it.

    Citations of other sources are left out; records are those of :func:`with_allowed_sources`. What
    filters select is not: records that no source in use supports are still found by their ids.
    """
    complete_dataset = dataset.complete or dataset
    if filters.keep_only(*SOURCE_DEPENDENT_FILTERS) == Filters():
        return complete_dataset
    shown_ids = set()
    for source in complete_dataset.sources.values():
        if is_source_shown(source, filters):
            shown_ids.add(source.id)
    if len(shown_ids) == len(complete_dataset.sources):
        return complete_dataset
    citations = []
    for citation in complete_dataset.citations:
        if citation.source_id in shown_ids:
            citations.append(citation)
    events = dict(complete_dataset.events)
    claims = dict(complete_dataset.claims)
    for record_id in complete_dataset.memoize(list_source_dependent_ids):
        if record_id in events:
            event = events[record_id]
            events[record_id] = with_allowed_sources(complete_dataset, event, filters)
        else:
            claim = claims[record_id]
            claims[record_id] = with_allowed_sources(complete_dataset, claim, filters)
    return replace(
        complete_dataset,
        events=events,
        claims=claims,
        citations=tuple(citations),
        complete=complete_dataset,
    )


def list_source_dependent_ids(dataset: Dataset) -> tuple[str, ...]:
    """Return the events and claims whose date or text depends on the sources in use."""
    dependent_ids = {}
    for event in dataset.events.values():
        if event.document_date:
            dependent_ids[event.id] = True
    for claim in dataset.claims.values():
        if claim.document_date:
            dependent_ids[claim.id] = True
    for citation in dataset.citations:
        if citation.sentences:
            dependent_ids[citation.record_id] = True
    return tuple(dependent_ids)


def parse_event_date(dataset: Dataset, event: Event, filters: Filters) -> EdtfDate:
    """Return the date that the allowed sources give an event."""
    complete_event = find_complete_record(dataset, event)
    return parse_edtf(_with_allowed_date(dataset, complete_event, filters).date)


def parse_claim_date(claim: Claim) -> EdtfDate | None:
    """Return the as-of date of a claim, else its period; ``None`` where it has neither."""
    text = claim.as_of or claim.period
    if not text:
        return None
    return parse_edtf(text)


def is_source_allowed(source: Source, filters: Filters) -> bool:
    """Return whether tier, voices and the day of publication allow a source.

    One whose date is not sure counts as published on the last day it may mean, one without a date
    on none.
    """
    details = source.custom
    if filters.documents_only and details.tier != "document":
        return False
    if details.voice in filters.excluded_voices:
        return False
    return filters.published_by is None or details.issued.last <= filters.published_by


def is_source_shown(source: Source, filters: Filters) -> bool:
    """Return whether a source is allowed, and among the chosen ones where some are chosen."""
    if filters.sources and source.id not in filters.sources:
        return False
    return is_source_allowed(source, filters)


def list_telling_sources(citations: Iterable[Citation]) -> set[str]:
    """Return the sources that say what a record says, given its citations.

    One that gives its context alone does not: it may have appeared before anybody said it. A record
    with nothing but context is told by that.
    """
    cited_ids = set()
    telling_ids = set()
    for citation in citations:
        cited_ids.add(citation.source_id)
        if citation.role != "context":
            telling_ids.add(citation.source_id)
    return telling_ids or cited_ids


def keep_source_filters(filters: Filters) -> Filters:
    """Return the filters that decide which sources are in use, with all others at their default.

    Voices that are chosen select what is said, and no source; those left out leave out sources.
    """
    source_filters = filters.keep_only("known", "voices", "tier", "sources")
    return replace(source_filters, voices=())


def select_allowed_sources(dataset: Dataset, filters: Filters) -> set[str]:
    """Return the ids of the sources that the filters allow."""
    sources = dataset.sources.items()
    return {source_id for source_id, source in sources if is_source_allowed(source, filters)}


def select_allowed_citations(
    dataset: Dataset, record_id: str, filters: Filters
) -> tuple[Citation, ...]:
    """Return the citations of a record whose sources the filters allow."""
    allowed_citations = []
    for citation in dataset.citations_of(record_id):
        if is_source_allowed(dataset.sources[citation.source_id], filters):
            allowed_citations.append(citation)
    return tuple(allowed_citations)
