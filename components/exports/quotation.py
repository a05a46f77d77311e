"""Records ready to quote: a sentence that names who said it and where, and its references."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from components.exports.citations import FormattedCitation, format_pinpoint, format_source
from components.exports.view_citation import date_note, mention, sources_in_brackets, total_phrase
from components.i18n import I18n, Language
from components.query.filters import (
    Filters,
    citations_in_use,
    claim_in_use,
    documented_claim,
    event_date,
)
from components.query.view import Cite
from components.story.dataset import Dataset
from components.story.models import Citation, Claim

#: How a statement names its own speaker: "NPR relays …", "A sergeant said …"; a pronoun names none.
_SPEAKS: Final[Mapping[Language, re.Pattern[str]]] = {
    "en": re.compile(
        r"(?!What |They |Several said|One said|Sometimes)"
        r"(?:\S+ ){0,9}(?:said|says|(?<!be )told|call(?:ed|s)|spoke|speaks?|relays|reports that"
        r"|quotes|estimated|writes|names|(?<!were )(?<!was )counted|gave|confirmed"
        r"|asked (?:not|how)|feared|put on record|(?:whom \S+|of those) interviewed)\b"
        r"|.*(?:’|')s account\b"
    ),
    "es": re.compile(
        r"(?!Lo que |Dijeron |Varios dijeron|Uno dijo|A veces)"
        r"(?:\S+ ){0,9}(?:dijo|dijeron|dice|decían|habl(?:ó|aron|an?)|llam(?:ó|a)|cita|citado"
        r"|reporta|estim(?:ó|aba)|calculó|escribe|(?<!se )contó|dio|retoma|nombra|confirmó|pidió no"
        r"|preguntó|temían|documentado|(?:que \S+ entrevistó|de l[oa]s entrevistad[oa]s))\b"
        r"|.*\b[Ss]egún\b"
    ),
}


def _said(dataset: Dataset, claim: Claim, i18n: I18n, *, dated: bool = True) -> str:
    """What a claim says and who says it, as a sentence without its stop."""
    claimant, total = mention(dataset, claim, i18n), total_phrase(claim, i18n, dated=dated)
    if total:
        return i18n.t("According to {claimant}, {figure}", claimant=claimant, figure=total)
    statement: str = i18n.of(claim, "statement").strip().removesuffix(".")
    if _SPEAKS[i18n.language].match(statement):
        return statement
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
    # A document gives its own date, whatever day a report has found since.
    document = dataset.sources[citation.source_id].custom.tier == "document"
    if citation.role == "context":
        return ""
    if event := dataset.events.get(key):
        own = event.document_date if document else None
        when = i18n.date(own or event_date(dataset, event, filters))
        said = f"{when}: {i18n.of(event, 'summary').strip().removesuffix('.')}"
    elif claim := dataset.claims.get(key):
        said = _said(dataset, documented_claim(claim) if document else claim, i18n)
    else:
        return ""
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
    claim = claim_in_use(dataset, dataset.claims[claim_id], filters)
    sources = sources_in_brackets(dataset, (claim_id,), filters, i18n)
    if not sources:
        return None
    found = dict.fromkeys(c.source_id for c in citations_in_use(dataset, claim_id, filters))
    entries = [format_source(dataset.sources[key], style, i18n.language) for key in found]
    note = date_note(dataset, claim, filters, i18n, i18n.date(claim.as_of or ""))
    # Only a running total speaks of its date.
    note = note if total_phrase(claim, i18n) else ""
    end = f"; {note}." if note else "."
    said = _said(dataset, claim, i18n, dated=not note)
    return Quotation(f"{said} ({sources}){end}", tuple(entries))
