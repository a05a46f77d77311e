"""Findings on sources: how many the records of a view rest on, and what rests on each."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from components.query.findings import Finding, Rule
from components.story.models import Source

if TYPE_CHECKING:
    from components.query.view_facts import ViewFacts


def compute_source_records(
    facts: ViewFacts, source_id: str, record_ids: Collection[str] | None = None
) -> Finding:
    """Return how many events and claims rest on a source, each once however often it is cited.

    A source that disputes a record or gives its context supports nothing.

    Parameters
    ----------
    facts
        The view.
    source_id
        The source.
    record_ids
        The records that may rest on it; those of the whole story if ``None``.
    """
    supported_ids: dict[str, None] = {}
    for citation in facts.dataset.citations_from(source_id):
        if citation.role != "supports":
            continue
        if record_ids is None or citation.record_id in record_ids:
            supported_ids[citation.record_id] = None
    return Finding(
        Rule.RECORDS_OF_SOURCE,
        facts.filters,
        records=tuple(supported_ids),
        values={"count": len(supported_ids), "source": source_id},
    )


def list_source_records(facts: ViewFacts) -> list[Finding]:
    """Return the sources that the records of a view rest on, each with its records.

    The documents come first, then the sources on which most rests.
    """
    record_ids = facts.event_ids | facts.claim_ids
    findings = []
    for source in facts.shown_sources:
        finding = compute_source_records(facts, source.id, record_ids)
        if finding.records:
            findings.append((_source_rank(source, finding), finding))
    findings.sort(key=lambda ranked: ranked[0])
    return [finding for _, finding in findings]


def _source_rank(source: Source, finding: Finding) -> tuple[bool, int]:
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
