"""Sentences ready to quote, with their sources and references.

Every sentence is made from the claims and the event that a view shows, with their paragraphs.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from components.export.citations import FormattedCitation, format_pinpoint, format_source
from components.i18n import N_, I18n, Language
from components.i18n.language import story_name
from components.query.figures import is_summable, select_headlines
from components.query.filters import (
    Filters,
    Selection,
    parse_event_date,
    select_allowed_citations,
    with_allowed_sources,
    with_document_date,
)
from components.query.view import Cite, View
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.models import Citation, Claim, Event, Source

#: A sentence counts more regions than these; so many or fewer it names.
NAMED_REGIONS: Final = 3
_BRACKETS: Final = re.compile(r" \(([^()]*)\)")
_DOUBT_MARK: Final = re.compile(r"[~?%]")


class FigureSentence(NamedTuple):
    """A sentence with its citations, and the records it was made from."""

    text: str
    claims: tuple[Claim, ...] = ()
    event: Event | None = None


class Quotation(NamedTuple):
    """A sentence to quote, and the reference of each of its sources."""

    sentence: str
    references: tuple[FormattedCitation, ...]


class DatePhrases(NamedTuple):
    """A phrase with an exact day, and the phrase with an approximate or uncertain day."""

    exact: str
    inexact: str


_BY_PHRASES: Final = DatePhrases(N_("by {date}"), N_("by about {date}"))
_AS_OF_PHRASES: Final = DatePhrases(N_("figure as of {date}"), N_("figure as of about {date}"))


# Sources of a sentence ----------------------------------------------------------------------------


def sources_in_view(dataset: Dataset, selection: Selection, view: View) -> tuple[Source, ...]:
    """Return the allowed sources of all records that a view shows, in the data set's order.

    Parameters
    ----------
    dataset
        The data set.
    selection
        The events and claims that pass the filters.
    view
        Its event, with that event's claims, and its claim count regardless of the filters.
    """
    record_ids = [event.id for event in selection.events]
    record_ids += [claim.id for claim in selection.claims]
    if view.event:
        record_ids.append(view.event)
        record_ids += [claim.id for claim in dataset.claims_of_event(view.event)]
    if view.claim:
        record_ids.append(view.claim)
    cited_ids = set()
    for record_id in record_ids:
        for citation in select_allowed_citations(dataset, record_id, view.filters):
            cited_ids.add(citation.source_id)
    return tuple(source for source in dataset.sources.values() if source.id in cited_ids)


def _is_report(source: Source) -> bool:
    return source.custom.tier != "document"


def format_pinpoints(dataset: Dataset, citations: Iterable[Citation], i18n: I18n) -> str:
    """Return the short form of each source once with its paragraphs, the documents first.

    "NPR, 21 March 2019, paras. 3 and 7; VICE News, c. 2 May 2019, para. 26".
    """
    locators_by_source: dict[str, set[int]] = {}
    for citation in citations:
        locators = locators_by_source.setdefault(citation.source_id, set())
        if citation.locator is not None:
            locators.add(citation.locator)
    sources = [dataset.sources[source_id] for source_id in locators_by_source]
    texts = []
    for source in sorted(sources, key=_is_report):
        locators_in_order = sorted(locators_by_source[source.id])
        if len(locators_in_order) == 1:
            text = format_pinpoint(source, locators_in_order[0], i18n.language)
        else:
            text = format_pinpoint(source, None, i18n.language)
        if len(locators_in_order) > 1:
            numbers = i18n.format_list(map(str, locators_in_order))
            text += f", {i18n.t('paras. {numbers}', numbers=numbers)}"
        texts.append(text)
    return "; ".join(texts)


def _cite_records(
    dataset: Dataset,
    record_ids: Iterable[str],
    filters: Filters,
    i18n: I18n,
    claimant_name: str = "",
) -> str:
    """Return the text in brackets behind a sentence: who said it, and where.

    Parameters
    ----------
    dataset
        The data set.
    record_ids
        The events and claims of the sentence.
    filters
        The filters on sources.
    i18n
        The language.
    claimant_name
        Who said it; empty if the sentence itself names them.

    Returns
    -------
    str
        "the ministry, in NPR, 21 March 2019, para. 3"; empty if no source is allowed.
    """
    citations: list[Citation] = []
    for record_id in record_ids:
        citations += select_allowed_citations(dataset, record_id, filters)
    supporting = [citation for citation in citations if citation.role == "supports"]
    disputing = [citation for citation in citations if citation.role == "disputes"]
    if not supporting:
        supporting = [citation for citation in citations if citation.role != "disputes"]
    text = format_pinpoints(dataset, supporting, i18n)
    if not text:
        return ""
    # A newsroom's own figure needs no "NPR, in NPR".
    if claimant_name and not text.startswith(f"{claimant_name}, "):
        text = i18n.t("{claimant}, in {sources}", claimant=claimant_name, sources=text)
    if disputing:
        others = format_pinpoints(dataset, disputing, i18n)
        text = i18n.t("{sources}; disputed by {others}", sources=text, others=others)
    return text


def _claimant_mention(dataset: Dataset, claim: Claim, i18n: I18n) -> str:
    """Return how a sentence names the claimant: "the ministry", else the name without brackets."""
    claimant = dataset.claimants[claim.claimant_id]
    mention: str = i18n.localize(claimant, "mention")
    if mention:
        return mention
    return _BRACKETS.sub(r", \1", i18n.localize(claimant, "name"))


def _allowed_sources(dataset: Dataset, record_id: str, filters: Filters) -> list[Source]:
    """Return the allowed sources of a record, each once, in the order of its citations."""
    citations = select_allowed_citations(dataset, record_id, filters)
    source_ids = dict.fromkeys(citation.source_id for citation in citations)
    return [dataset.sources[source_id] for source_id in source_ids]


# Dates of a sentence ------------------------------------------------------------------------------


def _date_note(dataset: Dataset, record: Event | Claim, filters: Filters, i18n: I18n) -> str:
    """Return whose the date is if the documents cited do not give it; "" otherwise."""
    documents = []
    reports = []
    for source in _allowed_sources(dataset, record.id, filters):
        if source.custom.tier == "corroborating":
            reports.append(source)
        else:
            documents.append(source)
    if not record.document_date or not reports or not documents:
        return ""
    if isinstance(record, Event):
        date_text = i18n.format_date(parse_event_date(dataset, record, filters))
    else:
        date_text = i18n.format_date(record.as_of or "")
    if len(reports) == 1:
        report_name = format_pinpoint(reports[0], None, i18n.language)
        return i18n.t("the date, {date}, is from {sources}", date=date_text, sources=report_name)
    document_names = i18n.format_list([i18n.short_source_name(source) for source in documents])
    return i18n.t("the date, {date}, is not from {sources}", date=date_text, sources=document_names)


def _date_phrase(edtf: str, phrases: DatePhrases, i18n: I18n) -> str:
    date = parse_edtf(edtf)
    phrase = phrases.exact
    if date.approximate or date.uncertain:
        phrase = phrases.inexact
    return i18n.t(phrase, date=i18n.format_date(_DOUBT_MARK.sub("", edtf)))


# Sentences of a view ------------------------------------------------------------------------------


def _finish_sentence(body: str, sources_text: str, date_note: str = "") -> str:
    """Return a sentence with its sources in brackets and a note on its date; "" without sources."""
    if not sources_text:
        return ""
    ending = "."
    if date_note:
        ending = f"; {date_note}."
    plain_body = body.strip().removesuffix(".")
    return f"{plain_body[:1].upper()}{plain_body[1:]} ({sources_text}){ending}"


def _total_phrase(claim: Claim, i18n: I18n, *, dated: bool = True) -> str:
    """Return a running total as a sentence without a full stop; "" for any other claim."""
    if claim.region_id or not claim.qualifier or not claim.as_of:
        return ""
    date_phrase = ""
    if dated:
        date_phrase = _date_phrase(claim.as_of, _BY_PHRASES, i18n)
    figure = i18n.format_figure(claim)
    return i18n.figure_sentence(claim, figure=figure, by=date_phrase).strip()


def _claim_sentence(dataset: Dataset, claim: Claim, filters: Filters, i18n: I18n) -> str:
    claim = with_allowed_sources(dataset, claim, filters)
    claimant_name = _claimant_mention(dataset, claim, i18n)
    sources_text = _cite_records(dataset, (claim.id,), filters, i18n, claimant_name)
    date_note = _date_note(dataset, claim, filters, i18n)
    total = _total_phrase(claim, i18n, dated=not date_note)
    if total or not sources_text:
        return _finish_sentence(total, sources_text, date_note)
    if claim.qualifier and claim.as_of and not date_note:
        sources_text = f"{_date_phrase(claim.as_of, _AS_OF_PHRASES, i18n)}; {sources_text}"
    return _finish_sentence(i18n.localize(claim, "statement"), sources_text, date_note)


def _event_sentence(dataset: Dataset, event: Event, filters: Filters, i18n: I18n) -> str:
    body = i18n.localize(event, "summary")
    date_note = _date_note(dataset, event, filters, i18n)
    if not date_note:
        date_text = i18n.format_date(parse_event_date(dataset, event, filters))
        body = f"{date_text}: {body}"
    sources_text = _cite_records(dataset, (event.id,), filters, i18n)
    return _finish_sentence(body, sources_text, date_note)


def sum_sentence(dataset: Dataset, claims: Sequence[Claim], filters: Filters, i18n: I18n) -> str:
    """Return the sum of regional counts of a day as the story's own, with the sources of its parts.

    Parameters
    ----------
    dataset
        The data set.
    claims
        The counts, at least one, of different regions and the same day.
    filters
        The filters on sources.
    i18n
        The language.
    """
    few_message = N_(
        "{title}’s own sum of {count} regional counts: {figure} {people} in {places} {by}"
    )
    many_message = N_("{title}’s own sum of {count} regional counts: {figure} {people} {by}")
    message = many_message
    if len(claims) <= NAMED_REGIONS:
        message = few_message
    region_ids = sorted(claim.region_id or "" for claim in claims)
    region_names = [i18n.localize(dataset.regions[key], "label") for key in region_ids]
    body = i18n.t(
        message,
        title=story_name(dataset, i18n),
        figure=sum(claim.value_low or 0 for claim in claims),
        people=i18n.unit_name(claims[0].unit, 2) or i18n.t("people"),
        places=i18n.format_list(region_names),
        count=len(claims),
        by=_date_phrase(claims[0].as_of or "", _BY_PHRASES, i18n),
    )
    claimant_names = {_claimant_mention(dataset, claim, i18n) for claim in claims}
    claimant_name = ""
    if len(claimant_names) == 1:
        claimant_name = claimant_names.pop()
    claim_ids = [claim.id for claim in claims]
    sources_text = _cite_records(dataset, claim_ids, filters, i18n, claimant_name)
    if sources_text:
        sources_text = i18n.t("the counts: {sources}", sources=sources_text)
    date_note = _date_note(dataset, claims[0], filters, i18n)
    return _finish_sentence(body, sources_text, date_note)


def figure_sentences(
    dataset: Dataset, selection: Selection, view: View, i18n: I18n
) -> tuple[FigureSentence, ...]:
    """Return sentences for the claim and the event of a view, then for its headline figures.

    Parameters
    ----------
    dataset
        The data set.
    selection
        The claims that pass the filters.
    view
        The view.
    i18n
        The language.

    Returns
    -------
    tuple[FigureSentence, ...]
        Each text once; none for a record without an allowed source.
    """
    filters = view.filters
    sentences = []
    if view.claim:
        claim = dataset.claims[view.claim]
        claim_text = _claim_sentence(dataset, claim, filters, i18n)
        sentences.append(FigureSentence(claim_text, (claim,)))
    if view.event:
        event = dataset.events[view.event]
        event_text = _event_sentence(dataset, event, filters, i18n)
        sentences.append(FigureSentence(event_text, event=event))
    for claims in select_headlines(dataset, selection.claims, filters).values():
        if len(claims) == 1:
            text = _claim_sentence(dataset, claims[0], filters, i18n)
            sentences.append(FigureSentence(text, claims))
        elif is_summable(claims):
            text = sum_sentence(dataset, claims, filters, i18n)
            sentences.append(FigureSentence(text, claims))
    sentence_by_text: dict[str, FigureSentence] = {}
    for sentence in sentences:
        if sentence.text:
            # A text that comes twice stands at its last place, with the records of its first.
            first_sentence = sentence_by_text.pop(sentence.text, sentence)
            sentence_by_text[sentence.text] = first_sentence
    return tuple(sentence_by_text.values())


def dataset_citation(dataset: Dataset, view_text: str, i18n: I18n) -> str:
    """Return how the data set is cited; without an address, since it may run anywhere.

    Parameters
    ----------
    dataset
        The data set.
    view_text
        The filters of the view as a sentence.
    i18n
        The language.
    """
    version = dataset.version
    if dataset.about.licence:
        version = f"{dataset.version}, {dataset.about.licence.name}"
    message = N_("{title}, data set version {version}. {shown} Accessed [date of access].")
    title = story_name(dataset, i18n)
    return i18n.t(message, title=title, version=version, shown=view_text)


# Quotations of a claim or a citation --------------------------------------------------------------

#: How a statement names its speaker: "NPR relays …", "A sergeant said …"; a pronoun names none.
_NAMES_SPEAKER: Final[Mapping[Language, re.Pattern[str]]] = {
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


def _attributed_statement(dataset: Dataset, claim: Claim, i18n: I18n, *, dated: bool = True) -> str:
    """Return a claim with its claimant, without a full stop: "According to NPR, …"."""
    claimant_name = _claimant_mention(dataset, claim, i18n)
    total = _total_phrase(claim, i18n, dated=dated)
    if total:
        message = N_("According to {claimant}, {figure}")
        return i18n.t(message, claimant=claimant_name, figure=total)
    statement: str = i18n.localize(claim, "statement").strip().removesuffix(".")
    if _NAMES_SPEAKER[i18n.language].match(statement):
        return statement
    message = N_("According to {claimant}: {statement}")
    return i18n.t(message, claimant=claimant_name, statement=statement)


def _cited_text(
    dataset: Dataset, record: Event | Claim, source: Source, filters: Filters, i18n: I18n
) -> str:
    """Return what a source says of a record, without a full stop.

    A document gives the date that it has, whatever day a report has found since.
    """
    is_document = source.custom.tier == "document"
    if isinstance(record, Claim):
        if is_document:
            record = with_document_date(record)
        return _attributed_statement(dataset, record, i18n)
    if is_document and record.document_date:
        date_text = i18n.format_date(record.document_date)
    else:
        date_text = i18n.format_date(parse_event_date(dataset, record, filters))
    summary = i18n.localize(record, "summary").strip().removesuffix(".")
    return f"{date_text}: {summary}"


def cited_sentence(dataset: Dataset, citation: Citation, filters: Filters, i18n: I18n) -> str:
    """Return the event or claim of a citation with that source alone; "" if it is context."""
    record_id = citation.record_id
    record = dataset.events.get(record_id) or dataset.claims.get(record_id)
    if citation.role == "context" or record is None:
        return ""
    source = dataset.sources[citation.source_id]
    pinpoint = format_pinpoint(source, citation.locator, i18n.language)
    if citation.role == "disputes":
        pinpoint = i18n.t("disputed by {source}", source=pinpoint)
    return f"{_cited_text(dataset, record, source, filters, i18n)} ({pinpoint})."


def quote_claim(
    dataset: Dataset, claim_id: str, filters: Filters, i18n: I18n, style: Cite = "apa"
) -> Quotation | None:
    """Return a claim as a sentence to quote, and the references of its sources.

    "According to NPR, 1,400 people had crossed by 24 April 2019 (NPR, 24 April 2019, para. 3)."

    Parameters
    ----------
    dataset
        The data set.
    claim_id
        The claim.
    filters
        Only sources that they allow are named.
    i18n
        The language of the sentence and the references.
    style
        The citation style.

    Returns
    -------
    Quotation | None
        ``None`` if the filters allow none of the claim's sources.
    """
    claim = with_allowed_sources(dataset, dataset.claims[claim_id], filters)
    sources_text = _cite_records(dataset, (claim_id,), filters, i18n)
    if not sources_text:
        return None
    references = []
    for source in _allowed_sources(dataset, claim_id, filters):
        references.append(format_source(source, style, i18n.language))
    date_note = _date_note(dataset, claim, filters, i18n)
    # Only the sentence of a running total names its date.
    if date_note and _total_phrase(claim, i18n):
        statement = _attributed_statement(dataset, claim, i18n, dated=False)
        return Quotation(f"{statement} ({sources_text}); {date_note}.", tuple(references))
    statement = _attributed_statement(dataset, claim, i18n)
    return Quotation(f"{statement} ({sources_text}).", tuple(references))
