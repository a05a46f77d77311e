"""Findings on sources: how many the records of a view rest on, and what rests on each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from components.query.findings import Finding, FindingValue, Rule
from components.story.models import Claim, Event, Source

if TYPE_CHECKING:
    from components.query.view_facts import ViewFacts


def compute_source_records(facts: ViewFacts, source_id: str) -> Finding:
    """Return how many of the story's events and claims rest on a source, each counted once.

    A source that disputes a record or gives its context supports nothing.
    """
    supported_ids: dict[str, None] = {}
    for citation in facts.dataset.citations_from(source_id):
        if citation.role == "supports":
            supported_ids[citation.record_id] = None
    return _records_of_source(facts, source_id, supported_ids)


def _records_of_source(facts: ViewFacts, source_id: str, record_ids: Iterable[str]) -> Finding:
    records = tuple(record_ids)
    values: dict[str, FindingValue] = {"count": len(records), "source": source_id}
    return Finding(Rule.RECORDS_OF_SOURCE, facts.filters, records=records, values=values)


def list_source_records(facts: ViewFacts) -> list[Finding]:
    """Return the sources that the records of a view rest on, each with its records.

    The documents come first, then the sources on which most rests; of sources alike the one that
    the first records cite.
    """
    shown_sources = {source.id: source for source in facts.shown_sources}
    records_by_source: defaultdict[str, dict[str, None]] = defaultdict(dict)
    records: tuple[Event | Claim, ...] = (*facts.selection.events, *facts.selection.claims)
    for record in records:
        for citation in facts.dataset.citations_of(record.id):
            if citation.role == "supports" and citation.source_id in shown_sources:
                records_by_source[citation.source_id][record.id] = None
    findings = []
    for source_id, record_ids in records_by_source.items():
        findings.append(_records_of_source(facts, source_id, record_ids))
    findings.sort(key=partial(_source_rank, shown_sources))
    return findings


def _source_rank(sources: Mapping[str, Source], finding: Finding) -> tuple[bool, int]:
    source = sources[finding.key("source")]
    return source.custom.tier != "document", -len(finding.records)


def compute_used_sources(facts: ViewFacts, source_records: Iterable[Finding]) -> Finding:
    """Return how many sources the records of a view rest on."""
    supported_ids: dict[str, None] = {}
    source_ids = []
    for finding in source_records:
        supported_ids.update(dict.fromkeys(finding.records))
        source_ids.append(finding.key("source"))
    return Finding(
        Rule.SOURCES_USED,
        facts.filters,
        records=tuple(supported_ids),
        values={"count": len(source_ids), "sources": tuple(source_ids)},
    )


def compute_shown_sources(facts: ViewFacts) -> Finding:
    """Return how many of the story's sources the filters leave in use."""
    values = {"shown": len(facts.shown_sources), "total": len(facts.dataset.sources)}
    return Finding(Rule.SOURCES_SHOWN, facts.filters, values=values)
