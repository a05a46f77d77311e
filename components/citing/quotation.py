"""Sentences ready to quote, with their sources and references.

Every sentence is made from the claims and the event that a view shows, with their paragraphs.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from components.citing.citations import FormattedCitation, format_pinpoint, format_source
from components.citing.speech import (
    has_own_date,
    lower_opening,
    names_speaker,
    names_year,
    split_where,
)
from components.i18n import N_, I18n
from components.i18n.language import story_name
from components.query.figures import is_summable, list_regional_counts, select_headlines
from components.query.selection import Selection
from components.query.sources_in_use import (
    Record,
    find_complete_record,
    restrict_to_sources,
    with_document_date,
)
from components.query.view import Cite, View
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.models import Citation, Claim, Event, Source
from components.story.sentences import split_sentences

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
    dataset = restrict_to_sources(dataset, view.filters)
    record_ids = [event.id for event in selection.events]
    record_ids += [claim.id for claim in selection.claims]
    if view.event:
        record_ids.append(view.event)
        record_ids += [claim.id for claim in dataset.claims_of_event(view.event)]
    if view.claim:
        record_ids.append(view.claim)
    cited_ids = set()
    for record_id in record_ids:
        for citation in dataset.citations_of(record_id):
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


class CitedPassage(NamedTuple):
    """Consecutive sentences of a record, and the citations that support each of them.

    A sentence that no source in use supports is in no passage.
    """

    text: str
    citations: tuple[Citation, ...]


def list_cited_passages(dataset: Dataset, record: Event | Claim, i18n: I18n) -> list[CitedPassage]:
    """Return the text of a record by what supports it, in the order of its sentences.

    Parameters
    ----------
    dataset
        The data set, restricted to the sources in use.
    record
        The event or the claim.
    i18n
        The language of the text.

    Returns
    -------
    list[CitedPassage]
        Without full stops at their ends. The text as one passage where no citation in use supports
        it: what disputes it, or gives context, is then cited.
    """
    whole_text: str
    if isinstance(record, Event):
        whole_text = i18n.localize(find_complete_record(dataset, record), "summary")
    else:
        whole_text = i18n.localize(find_complete_record(dataset, record), "statement")
    citations = dataset.citations_of(record.id)
    supporting = [citation for citation in citations if citation.role == "supports"]
    if not supporting:
        return [CitedPassage(_without_stop(whole_text), citations)]
    disputing = [citation for citation in citations if citation.role == "disputes"]
    passages: list[CitedPassage] = []
    for number, sentence in enumerate(split_sentences(whole_text), start=1):
        sentence_citations = []
        for citation in supporting:
            if not citation.sentences or number in citation.sentences:
                sentence_citations.append(citation)
        if not sentence_citations:
            continue
        sentence_citations += disputing
        if passages and passages[-1].citations == tuple(sentence_citations):
            sentence = f"{passages.pop().text}. {sentence}"
        passages.append(CitedPassage(_without_stop(sentence), tuple(sentence_citations)))
    return passages


def _without_stop(text: str) -> str:
    return text.strip().removesuffix(".")


def _cite_passage(
    dataset: Dataset, citations: Sequence[Citation], i18n: I18n, claimant_name: str = ""
) -> str:
    """Return the text in brackets behind a sentence: who said it, and where.

    Parameters
    ----------
    dataset
        The data set.
    citations
        What the sentence rests on.
    i18n
        The language.
    claimant_name
        Who said it; empty if the sentence itself names them.

    Returns
    -------
    str
        "the ministry, in NPR, 21 March 2019, para. 3"; empty without citations.
    """
    supporting = [citation for citation in citations if citation.role == "supports"]
    disputing = [citation for citation in citations if citation.role == "disputes"]
    if not supporting:
        supporting = [citation for citation in citations if citation.role != "disputes"]
    text = format_pinpoints(dataset, supporting, i18n)
    others = format_pinpoints(dataset, disputing, i18n)
    if not text and others:
        return i18n.t("disputed by {source}", source=others)
    if not text:
        return ""
    # A newsroom's own figure needs no "NPR, in NPR".
    if claimant_name and not text.startswith(f"{claimant_name}, "):
        text = i18n.t("{claimant}, in {sources}", claimant=claimant_name, sources=text)
    if others:
        text = i18n.t("{sources}; disputed by {others}", sources=text, others=others)
    return text


def _claimant_mention(dataset: Dataset, claim: Claim, i18n: I18n) -> str:
    """Return how a sentence names the claimant: "the ministry", else the name without brackets."""
    claimant = dataset.claimants[claim.claimant_id]
    mention: str = i18n.localize(claimant, "mention")
    if mention:
        return mention
    return _BRACKETS.sub(r", \1", i18n.localize(claimant, "name"))


# Dates of a sentence ------------------------------------------------------------------------------


def _split_by_tier(
    dataset: Dataset, citations: Iterable[Citation]
) -> tuple[list[Source], list[Source]]:
    """Return the documents and the reports that are cited, each once, in order."""
    documents = []
    reports = []
    for source_id in dict.fromkeys(citation.source_id for citation in citations):
        source = dataset.sources[source_id]
        if source.custom.tier == "document":
            documents.append(source)
        else:
            reports.append(source)
    return documents, reports


def _date_by_citations(dataset: Dataset, record: Record, citations: Iterable[Citation]) -> Record:
    """Return a record with the date that its citations give: a document gives its own."""
    _, reports = _split_by_tier(dataset, citations)
    if reports:
        return record
    return with_document_date(record)


def _date_note(
    dataset: Dataset, record: Event | Claim, citations: Iterable[Citation], i18n: I18n
) -> str:
    """Return whose the date is if the documents cited do not give it; "" otherwise."""
    documents, reports = _split_by_tier(dataset, citations)
    if not record.document_date or not reports or not documents:
        return ""
    if isinstance(record, Event):
        date_text = i18n.format_date(record.date)
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
    plain_body = _without_stop(body)
    return f"{plain_body[:1].upper()}{plain_body[1:]} ({sources_text}){ending}"


def _total_phrase(claim: Claim, statement: str, i18n: I18n, *, dated: bool = True) -> str:
    """Return a running total as a sentence without a full stop; "" for any other claim.

    A statement that names its speaker and its year is quoted as it stands: it may limit its figure
    or its date more than the measure's sentence can.
    """
    if claim.region_id or not claim.qualifier or not claim.as_of:
        return ""
    if names_speaker(statement, i18n.language) and names_year(statement):
        return ""
    date_phrase = ""
    if dated:
        date_phrase = _date_phrase(claim.as_of, _BY_PHRASES, i18n)
    figure = i18n.format_figure(claim)
    return i18n.figure_sentence(claim, figure=figure, by=date_phrase).strip()


def _with_day_of_figure(claim: Claim, statement: str, sources_text: str, i18n: I18n) -> str:
    """Return the sources of a figure behind its day, unless its statement names a year."""
    if not claim.as_of or not sources_text or names_year(statement):
        return sources_text
    return f"{_date_phrase(claim.as_of, _AS_OF_PHRASES, i18n)}; {sources_text}"


def _claim_sentences(dataset: Dataset, claim: Claim, i18n: I18n) -> str:
    """Return a claim as sentences, each with its claimant and its places."""
    claimant_name = _claimant_mention(dataset, claim, i18n)
    sentences: list[str] = []
    for passage in list_cited_passages(dataset, claim, i18n):
        dated_claim = _date_by_citations(dataset, claim, passage.citations)
        sources_text = _cite_passage(dataset, passage.citations, i18n, claimant_name)
        date_note = _date_note(dataset, dated_claim, passage.citations, i18n)
        total = _total_phrase(dated_claim, passage.text, i18n, dated=not date_note)
        if total:
            # The figure is the first sentence of its claim, and says it whole.
            return _finish_sentence(total, sources_text, date_note)
        if dated_claim.qualifier and not date_note:
            sources_text = _with_day_of_figure(dated_claim, passage.text, sources_text, i18n)
        sentences.append(_finish_sentence(passage.text, sources_text, date_note))
    return " ".join(sentence for sentence in sentences if sentence)


def _put_date_in_front(event: Event, text: str, i18n: I18n) -> str:
    """Return a text behind the date of its event: "22 February 2019: …".

    A text that names a year has its own date, and what a report writes is not of the event's day.
    """
    first_sentence = next(iter(split_sentences(text)), "")
    if has_own_date(first_sentence, i18n.language):
        return text
    date_text = i18n.format_date(event.date)
    return f"{date_text[:1].upper()}{date_text[1:]}: {text}"


def _event_sentences(dataset: Dataset, event: Event, i18n: I18n) -> str:
    """Return an event as sentences, each with its places; the first one has the date."""
    sentences: list[str] = []
    for passage in list_cited_passages(dataset, event, i18n):
        body = passage.text
        date_note = ""
        if not sentences:
            dated_event = _date_by_citations(dataset, event, passage.citations)
            date_note = _date_note(dataset, dated_event, passage.citations, i18n)
            if not date_note:
                body = _put_date_in_front(dated_event, body, i18n)
        sources_text = _cite_passage(dataset, passage.citations, i18n)
        sentences.append(_finish_sentence(body, sources_text, date_note))
    return " ".join(sentence for sentence in sentences if sentence)


def sum_sentence(dataset: Dataset, claims: Sequence[Claim], i18n: I18n) -> str:
    """Return the sum of regional counts of a day as the story's own, with the sources of its parts.

    Parameters
    ----------
    dataset
        The data set, restricted to the sources in use.
    claims
        The counts, at least one, of different regions and the same day.
    i18n
        The language.
    """
    few_message = N_("{title} adds up {count} regional counts: {figure} {people} in {places} {by}")
    many_message = N_("{title} adds up {count} regional counts: {figure} {people} {by}")
    message = many_message
    if len(claims) <= NAMED_REGIONS:
        message = few_message
    region_ids = sorted(claim.region_id or "" for claim in claims)
    region_names = [i18n.localize(dataset.regions[key], "label") for key in region_ids]
    population = dataset.terms["populations"][claims[0].population]
    people: str = i18n.localize(population, "people")
    body = i18n.t(
        message,
        title=story_name(dataset, i18n),
        figure=sum(claim.value_low or 0 for claim in claims),
        people=people or i18n.unit_name(claims[0].unit, 2) or i18n.t("people"),
        places=i18n.format_list(region_names),
        count=len(claims),
        by=_date_phrase(claims[0].as_of or "", _BY_PHRASES, i18n),
    )
    claimant_names = {_claimant_mention(dataset, claim, i18n) for claim in claims}
    claimant_name = ""
    if len(claimant_names) == 1:
        claimant_name = claimant_names.pop()
    citations: list[Citation] = []
    for claim in claims:
        # The count is the first sentence of its claim.
        citations += list_cited_passages(dataset, claim, i18n)[0].citations
    sources_text = _cite_passage(dataset, citations, i18n, claimant_name)
    if sources_text:
        sources_text = i18n.t("the counts: {sources}", sources=sources_text)
    date_note = _date_note(dataset, claims[0], citations, i18n)
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
    dataset = restrict_to_sources(dataset, filters)
    sentences = []
    if view.claim:
        claim = find_complete_record(dataset, dataset.claims[view.claim])
        claim_text = _claim_sentences(dataset, claim, i18n)
        sentences.append(FigureSentence(claim_text, (claim,)))
    if view.event:
        event = find_complete_record(dataset, dataset.events[view.event])
        event_text = _event_sentences(dataset, event, i18n)
        sentences.append(FigureSentence(event_text, event=event))
    counts_of_days = list_regional_counts(dataset, filters)
    for claims in select_headlines(dataset, selection.claims, counts_of_days).values():
        if len(claims) == 1:
            text = _claim_sentences(dataset, claims[0], i18n)
            sentences.append(FigureSentence(text, claims))
        elif is_summable(claims):
            text = sum_sentence(dataset, claims, i18n)
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


def _attribute(claimant_name: str, statement: str, i18n: I18n) -> str:
    message = N_("According to {claimant}, {statement}")
    return i18n.t(message, claimant=claimant_name, statement=statement)


def _speaker_of_passage(
    dataset: Dataset, claim: Claim, citations: Sequence[Citation], i18n: I18n
) -> str:
    """Return whom a sentence gives a statement to.

    A newsroom that the places cited do not name stands behind the source that relays it:
    "Fighter Jets World, which relays Business Insider".
    """
    claimant_name = _claimant_mention(dataset, claim, i18n)
    newsroom = dataset.claimants[claim.claimant_id].name
    for citation in citations:
        source = dataset.sources[citation.source_id]
        carriers = [dataset.sources[source_id].custom.short for source_id in citation.via]
        if newsroom == source.custom.short or newsroom not in carriers:
            return claimant_name
    if not citations:
        return claimant_name
    sources = [dataset.sources[citation.source_id] for citation in citations]
    names = dict.fromkeys(i18n.short_source_name(source) for source in sources)
    message = N_("{source}, which relays {claimant}")
    return i18n.t(message, source=i18n.format_list(list(names)), claimant=claimant_name)


class _PassageQuote(NamedTuple):
    """A passage as it is quoted, with the citations that support it."""

    sentence: str
    citations: tuple[Citation, ...]


def _quote_claim_passages(dataset: Dataset, claim: Claim, i18n: I18n) -> list[_PassageQuote]:
    """Return the sentences of a claim, each with its claimant and all its places."""
    quotes: list[_PassageQuote] = []
    for passage in list_cited_passages(dataset, claim, i18n):
        for text in split_where(passage.text, i18n.language, names_speaker):
            part = CitedPassage(_without_stop(text), passage.citations)
            sentence = _quote_claim_passage(dataset, claim, part, i18n, is_first=not quotes)
            if sentence:
                quotes.append(_PassageQuote(sentence, passage.citations))
    return quotes


def _quote_claim_passage(
    dataset: Dataset, claim: Claim, passage: CitedPassage, i18n: I18n, *, is_first: bool
) -> str:
    """Return a passage of a claim with its claimant, its places and, for a figure, its day.

    Parameters
    ----------
    dataset
        The data set, restricted to the sources in use.
    claim
        The claim.
    passage
        Sentences that all name their speaker, or of which none does.
    i18n
        The language.
    is_first
        Whether the passage begins the statement, and so has its figure.

    Returns
    -------
    str
        Empty without a source.
    """
    dated_claim = _date_by_citations(dataset, claim, passage.citations)
    sources_text = _cite_passage(dataset, passage.citations, i18n)
    if not sources_text:
        return ""
    date_note = _date_note(dataset, dated_claim, passage.citations, i18n)
    total = ""
    if is_first:
        total = _total_phrase(dated_claim, passage.text, i18n, dated=not date_note)
    ending = "."
    if total or (is_first and claim.region_id):
        # Only the sentence of a figure names its date.
        if date_note:
            ending = f"; {date_note}."
        elif not total:
            sources_text = _with_day_of_figure(dated_claim, passage.text, sources_text, i18n)
    text = total or passage.text
    if total or not names_speaker(text, i18n.language):
        speaker = _speaker_of_passage(dataset, claim, passage.citations, i18n)
        text = _attribute(speaker, total or lower_opening(text, i18n.language), i18n)
    return f"{text} ({sources_text}){ending}"


def _quote_event_passages(dataset: Dataset, event: Event, i18n: I18n) -> list[_PassageQuote]:
    """Return the sentences of an event, each with the date that its places give, and these."""
    quotes = []
    for passage in list_cited_passages(dataset, event, i18n):
        dated_event = _date_by_citations(dataset, event, passage.citations)
        sources_text = _cite_passage(dataset, passage.citations, i18n)
        if not sources_text:
            continue
        date_note = _date_note(dataset, dated_event, passage.citations, i18n)
        for part in split_where(passage.text, i18n.language, has_own_date):
            text = _without_stop(part)
            ending = "."
            if not date_note:
                text = _put_date_in_front(dated_event, text, i18n)
            elif not has_own_date(text, i18n.language):
                ending = f"; {date_note}."
            quotes.append(_PassageQuote(f"{text} ({sources_text}){ending}", passage.citations))
    return quotes


def cited_sentences(dataset: Dataset, citation: Citation, i18n: I18n) -> tuple[str, ...]:
    """Return the sentences that a citation supports, each with all its places.

    Parameters
    ----------
    dataset
        The data set, restricted to the sources in use.
    citation
        The citation; one that gives context supports no sentence.
    i18n
        The language.
    """
    if citation.role == "context":
        return ()
    quotes = _quote_passages(dataset, citation.record_id, i18n)
    return tuple(quote.sentence for quote in quotes if citation in quote.citations)


def quote_record(dataset: Dataset, record_id: str, i18n: I18n) -> tuple[str, ...]:
    """Return all sentences of an event or a claim to quote, each with all its places.

    Parameters
    ----------
    dataset
        The data set, restricted to the sources in use.
    record_id
        The event or the claim.
    i18n
        The language.
    """
    return tuple(quote.sentence for quote in _quote_passages(dataset, record_id, i18n))


def _quote_passages(dataset: Dataset, record_id: str, i18n: I18n) -> list[_PassageQuote]:
    event = dataset.events.get(record_id)
    claim = dataset.claims.get(record_id)
    if event:
        return _quote_event_passages(dataset, find_complete_record(dataset, event), i18n)
    if claim:
        return _quote_claim_passages(dataset, find_complete_record(dataset, claim), i18n)
    return []


def quote_claim(
    dataset: Dataset, claim_id: str, i18n: I18n, style: Cite = "apa"
) -> Quotation | None:
    """Return a claim as sentences to quote, and the references of its sources.

    "According to NPR, 1,400 people had crossed by 24 April 2019 (NPR, 24 April 2019, para. 3)."

    Parameters
    ----------
    dataset
        The data set, restricted to the sources in use.
    claim_id
        The claim.
    i18n
        The language of the sentences and the references.
    style
        The citation style.

    Returns
    -------
    Quotation | None
        ``None`` if no source in use supports the claim.
    """
    claim = find_complete_record(dataset, dataset.claims[claim_id])
    quotes = _quote_claim_passages(dataset, claim, i18n)
    if not quotes:
        return None
    references = []
    for source_id in dict.fromkeys(cited.source_id for cited in dataset.citations_of(claim_id)):
        references.append(format_source(dataset.sources[source_id], style, i18n.language))
    text = " ".join(quote.sentence for quote in quotes)
    return Quotation(text, tuple(references))
