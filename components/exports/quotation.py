"""Records ready to quote: a sentence that names who said it and where, and its references."""

from __future__ import annotations

from dataclasses import dataclass

from components.domain.records.dataset import Dataset
from components.domain.records.models import Citation, Claim
from components.domain.views.filters import Filters, citations_in_use, event_date
from components.domain.views.view import Cite
from components.exports.citations import FormattedCitation, format_pinpoint, format_source
from components.exports.view_citation import claimant_name, sources_in_brackets, total_phrase
from components.i18n import I18n


def _said(dataset: Dataset, claim: Claim, i18n: I18n) -> str:
    """What a claim says and who says it, as a sentence without its stop."""
    claimant, total = claimant_name(dataset, claim, i18n), total_phrase(claim, i18n)
    if total:
        return i18n.t("According to {claimant}, {figure}", claimant=claimant, figure=total)
    statement = i18n.of(claim, "statement").strip().removesuffix(".")
    return i18n.t("According to {claimant}: {statement}", claimant=claimant, statement=statement)


def _place(dataset: Dataset, citation: Citation, i18n: I18n) -> str:
    """The place in a source, as brackets name it; a source that disputes it is said to."""
    source = dataset.sources[citation.source_id]
    place = format_pinpoint(source, citation.locator, i18n.language)
    return i18n.t("disputed by {source}", source=place) if citation.role == "disputes" else place


def cited_sentence(dataset: Dataset, citation: Citation, filters: Filters, i18n: I18n) -> str:
    """The event or claim of one citation as a sentence to quote, with that source alone.

    Empty where the source gives the context only: it does not say the sentence.
    """
    key = citation.record_id
    if citation.role == "context":
        return ""
    if event := dataset.events.get(key):
        when = i18n.date(event_date(dataset, event, filters))
        said = f"{when}: {i18n.of(event, 'summary').strip().removesuffix('.')}"
    elif claim := dataset.claims.get(key):
        said = _said(dataset, claim, i18n)
    else:
        return ""
    return f"{said} ({_place(dataset, citation, i18n)})."


def sum_sentence(dataset: Dataset, said: str, citation: Citation, i18n: I18n) -> str:
    """A sum of counts, as :func:`sum_phrase` says it, with the place in one of its sources."""
    return f"{said} ({_place(dataset, citation, i18n)})."


@dataclass(frozen=True)
class Quotation:
    """A sentence to quote, and the references of the sources that it names, each once."""

    sentence: str
    references: tuple[FormattedCitation, ...]


def quotation(
    dataset: Dataset, claim_id: str, filters: Filters, i18n: I18n, style: Cite = "apa"
) -> Quotation | None:
    """Say one claim as a sentence to quote, with its references in a style.

    "According to NPR, 1,400 people had crossed by 24 April 2019 (NPR, 24 April 2019, para. 3)."

    Args:
        filters: only sources that they leave in use are named.
        i18n: the language of the sentence and of the references' own words.
        style: of the references.

    Returns:
        The quotation; ``None`` where the filters leave none of its sources in use.

    Raises:
        KeyError: if there is no such claim.
    """
    claim = dataset.claims[claim_id]
    sources = sources_in_brackets(dataset, (claim_id,), filters, i18n)
    if not sources:
        return None
    found = dict.fromkeys(c.source_id for c in citations_in_use(dataset, claim_id, filters))
    entries = [format_source(dataset.sources[key], style, i18n.language) for key in found]
    return Quotation(f"{_said(dataset, claim, i18n)} ({sources}).", tuple(entries))
