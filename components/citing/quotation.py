"""Sentences ready to quote, with their sources and references.

Every sentence is made from the claims and the event that a view shows, with their paragraphs.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Generic, NamedTuple

from components.citing.citations import FormattedCitation, format_pinpoint, format_source
from components.citing.speech import (
    has_own_date,
    lower_opening,
    names_speaker,
    names_year,
    split_where,
)
from components.drawing.text_direction import join_isolated
from components.i18n import N_, I18n
from components.i18n.language import story_name
from components.query.evidence import list_dating_reports
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
from components.story.models import Citation, Claim, Event, Role, Source
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
    """A phrase with an exact day, and the phrase with an approximate day.

    Spanish has an article before a day and none before a month or a year: these may have phrases of
    their own.
    """

    exact: str
    inexact: str
    exact_month: str = ""
    inexact_month: str = ""


_BY_PHRASES: Final = DatePhrases(
    N_("by {date}"),
    N_("by about {date}"),
    N_("by {month}"),
    N_("by about {month}"),
)
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
        for claim in dataset.claims_of_event(view.event):
            record_ids.append(claim.id)
    if view.claim:
        record_ids.append(view.claim)
    cited_ids = set()
    for record_id in record_ids:
        for citation in dataset.citations_of(record_id):
            cited_ids.add(citation.source_id)
    cited_sources = []
    for source in dataset.sources.values():
        if source.id in cited_ids:
            cited_sources.append(source)
    return tuple(cited_sources)


def _is_report(source: Source) -> bool:
    return source.custom.tier != "document"


def format_pinpoints(dataset: Dataset, citations: Iterable[Citation], i18n: I18n) -> str:
    """Return the short form of each source once with its paragraphs, the documents first.

    "NPR, 21 March 2019, paras. 3 and 7; VICE News, c. 2 May 2019, para. 26".
    """
    locators_by_source: defaultdict[str, set[int]] = defaultdict(set)
    for citation in citations:
        locators = locators_by_source[citation.source_id]
        if citation.locator is not None:
            locators.add(citation.locator)
    sources = [dataset.sources[source_id] for source_id in locators_by_source]
    texts = []
    for source in sorted(sources, key=_is_report):
        locators = locators_by_source[source.id]
        single_locator = None
        if len(locators) == 1:
            (single_locator,) = locators
        text = format_pinpoint(source, single_locator, i18n.language)
        if len(locators) > 1:
            numbers = map(str, sorted(locators))
            number_list = i18n.format_list(numbers)
            paragraphs = i18n.t("paras. {numbers}", numbers=number_list)
            text = f"{text}, {paragraphs}"
        texts.append(text)
    return join_isolated("; ", texts)


#: What supports a passage, in the order of the file.
PassageCitations = tuple[Citation, ...]


class CitedPassage(NamedTuple):
    """Consecutive sentences of a record, and the citations that support each of them.

    A sentence that no source in use supports is in no passage.
    """

    text: str
    citations: PassageCitations


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
    record_text: str
    if isinstance(record, Event):
        complete_event = find_complete_record(dataset, record)
        record_text = i18n.localize(complete_event, "summary")
    else:
        complete_claim = find_complete_record(dataset, record)
        record_text = i18n.localize(complete_claim, "statement")
    citations = dataset.citations_of(record.id)
    supporting = _select_by_role(citations, "supports")
    if not supporting:
        return [CitedPassage(_without_stop(record_text), citations)]
    disputing = _select_by_role(citations, "disputes")
    passages: list[CitedPassage] = []
    sentences = split_sentences(record_text)
    for number, sentence in enumerate(sentences, start=1):
        sentence_citations = []
        for citation in supporting:
            if not citation.sentences or number in citation.sentences:
                sentence_citations.append(citation)
        if not sentence_citations:
            continue
        passage_citations = (*sentence_citations, *disputing)
        passage_text = _without_stop(sentence)
        if passages and passages[-1].citations == passage_citations:
            earlier_passage = passages.pop()
            passage_text = f"{earlier_passage.text}. {passage_text}"
        passages.append(CitedPassage(passage_text, passage_citations))
    return passages


def _select_by_role(citations: Iterable[Citation], role: Role) -> list[Citation]:
    return [citation for citation in citations if citation.role == role]


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
    supporting = _select_by_role(citations, "supports")
    disputing = _select_by_role(citations, "disputes")
    if not supporting:
        supporting = _select_by_role(citations, "context")
    text = format_pinpoints(dataset, supporting, i18n)
    others = format_pinpoints(dataset, disputing, i18n)
    if not text and others:
        return i18n.t("disputed by {source}", source=others)
    if not text:
        return ""
    # A newsroom's own figure needs no "NPR, in NPR".
    is_by_source = text.startswith(f"{claimant_name}, ")
    if claimant_name and not is_by_source:
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
    name: str = i18n.localize(claimant, "name")
    return _BRACKETS.sub(r", \1", name)


# Dates of a sentence ------------------------------------------------------------------------------


class _CitedSources(NamedTuple):
    """The documents and the reports that are cited, each once, in order."""

    documents: list[Source]
    reports: list[Source]


def _split_by_tier(dataset: Dataset, citations: Iterable[Citation]) -> _CitedSources:
    cited_sources = _CitedSources([], [])
    source_ids = [citation.source_id for citation in citations]
    for source_id in dict.fromkeys(source_ids):
        source = dataset.sources[source_id]
        if source.custom.tier == "document":
            cited_sources.documents.append(source)
        else:
            cited_sources.reports.append(source)
    return cited_sources


def _date_note(
    dataset: Dataset, record: Event | Claim, citations: Iterable[Citation], i18n: I18n
) -> str:
    """Return whose the date is if the documents cited do not give it; "" otherwise."""
    documents, reports = _split_by_tier(dataset, citations)
    if not reports or not documents:
        return ""
    if not record.document_date:
        return ""
    edtf = ""
    if isinstance(record, Event):
        edtf = record.date
    elif record.as_of:
        edtf = record.as_of
    date_text = i18n.format_date(edtf)
    dating_reports = list_dating_reports(record, reports)
    if len(dating_reports) == 1:
        (report,) = dating_reports
        report_name = format_pinpoint(report, None, i18n.language)
        return i18n.t("the date, {date}, is from {sources}", date=date_text, sources=report_name)
    short_names = map(i18n.short_source_name, documents)
    document_names = i18n.format_list(short_names)
    return i18n.t(
        "the date, {date}, is from a report and not from {sources}",
        date=date_text,
        sources=document_names,
    )


class _DatedPassage(NamedTuple, Generic[Record]):
    """A passage, and its record with the date that the citations of the passage give.

    Attributes
    ----------
    text, citations
        As in :class:`CitedPassage`.
    record
        With the date of the documents where no report is cited.
    date_note
        Whose the date is if the documents cited do not give it; else empty.
    """

    text: str
    citations: PassageCitations
    record: Record
    date_note: str


def _date_passages(dataset: Dataset, record: Record, i18n: I18n) -> Iterator[_DatedPassage[Record]]:
    for passage in list_cited_passages(dataset, record, i18n):
        dated_record = record
        if not _split_by_tier(dataset, passage.citations).reports:
            dated_record = with_document_date(record)
        yield _DatedPassage(
            passage.text,
            passage.citations,
            record=dated_record,
            date_note=_date_note(dataset, dated_record, passage.citations, i18n),
        )


def _date_phrase(edtf: str, phrases: DatePhrases, i18n: I18n) -> str:
    date = parse_edtf(edtf)
    phrase = phrases.exact
    month_phrase = phrases.exact_month
    if date.approximate:
        phrase = phrases.inexact
        month_phrase = phrases.inexact_month
    plain_edtf = _DOUBT_MARK.sub("", edtf)
    date_text = i18n.format_date(plain_edtf)
    if month_phrase and date.precision != "day":
        text = i18n.t(month_phrase, month=date_text)
    else:
        text = i18n.t(phrase, date=date_text)
    # The word of dates elsewhere: uncertain is not approximate.
    if date.uncertain:
        return i18n.t("{phrase}, an uncertain date", phrase=text)
    return text


# Sentences of a view ------------------------------------------------------------------------------


def _add_sources(body: str, sources_text: str, date_note: str = "") -> str:
    """Return a sentence with its sources in brackets and a note on its date."""
    if date_note:
        return f"{body} ({sources_text}); {date_note}."
    return f"{body} ({sources_text})."


def _capitalize(sentence: str) -> str:
    initial = sentence[:1].upper()
    return initial + sentence[1:]


def _finish_sentence(body: str, sources_text: str, date_note: str = "") -> str:
    """Return a sentence as :func:`_add_sources`, with a capital; "" without sources."""
    if not sources_text:
        return ""
    plain_body = _without_stop(body)
    sentence = _add_sources(plain_body, sources_text, date_note)
    return _capitalize(sentence)


def _total_phrase(claim: Claim, statement: str, i18n: I18n, *, dated: bool = True) -> str:
    """Return a running total as a sentence without a full stop; "" for any other claim.

    A statement that names its speaker and its year is quoted as it stands: it may limit its figure
    or its date more than the measure's sentence can.
    """
    is_total = claim.qualifier and not claim.region_id
    if not is_total or not claim.as_of:
        return ""
    is_attributed = names_speaker(statement, i18n.language)
    if is_attributed and names_year(statement):
        return ""
    date_phrase = ""
    if dated:
        date_phrase = _date_phrase(claim.as_of, _BY_PHRASES, i18n)
    figure = i18n.format_figure(claim)
    sentence = i18n.figure_sentence(claim, figure=figure, by=date_phrase)
    return sentence.strip()


def _with_day_of_figure(claim: Claim, statement: str, sources_text: str, i18n: I18n) -> str:
    """Return the sources of a figure behind its day, unless its statement names a year."""
    if not sources_text or names_year(statement):
        return sources_text
    if not claim.as_of:
        return sources_text
    date_phrase = _date_phrase(claim.as_of, _AS_OF_PHRASES, i18n)
    return f"{date_phrase}; {sources_text}"


def _claim_sentences(dataset: Dataset, claim: Claim, i18n: I18n) -> str:
    """Return a claim as sentences, each with its claimant and its places."""
    claimant_name = _claimant_mention(dataset, claim, i18n)
    sentences: list[str] = []
    for passage in _date_passages(dataset, claim, i18n):
        dated_claim = passage.record
        date_note = passage.date_note
        sources_text = _cite_passage(dataset, passage.citations, i18n, claimant_name)
        total = _total_phrase(dated_claim, passage.text, i18n, dated=not date_note)
        if total:
            # The figure is the first sentence of its claim, and says it whole.
            return _finish_sentence(total, sources_text, date_note)
        if dated_claim.qualifier and not date_note:
            sources_text = _with_day_of_figure(dated_claim, passage.text, sources_text, i18n)
        sentence = _finish_sentence(passage.text, sources_text, date_note)
        sentences.append(sentence)
    return " ".join(filter(None, sentences))


def _put_date_in_front(event: Event, text: str, i18n: I18n) -> str:
    """Return a text behind the date of its event: "22 February 2019: …".

    A text that names a year has its own date, and what a report writes is not of the event's day.
    An inferred interval is the span in which the day lies; the event did not last as long.
    """
    sentences = split_sentences(text)
    if sentences and has_own_date(sentences[0], i18n.language):
        return text
    date_text = i18n.format_date(event.date)
    if "/" in event.date and event.date_basis == "inferred":
        date_text = i18n.t("{date} (day unknown)", date=date_text)
    return f"{_capitalize(date_text)}: {text}"


def _event_sentences(dataset: Dataset, event: Event, i18n: I18n) -> str:
    """Return an event as sentences, each with its places; the first one has the date."""
    sentences: list[str] = []
    for passage in _date_passages(dataset, event, i18n):
        body = passage.text
        date_note = ""
        if not sentences:
            date_note = passage.date_note
            if not date_note:
                body = _put_date_in_front(passage.record, body, i18n)
        sources_text = _cite_passage(dataset, passage.citations, i18n)
        sentence = _finish_sentence(body, sources_text, date_note)
        sentences.append(sentence)
    return " ".join(filter(None, sentences))


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
    first_claim = claims[0]
    total: float = 0
    region_ids: list[str] = []
    claimant_names: set[str] = set()
    citations: list[Citation] = []
    for claim in claims:
        total += claim.value_low or 0
        region_ids.append(claim.region_id or "")
        claimant_mention = _claimant_mention(dataset, claim, i18n)
        claimant_names.add(claimant_mention)
        passages = list_cited_passages(dataset, claim, i18n)
        # The count is the first sentence of its claim.
        citations += passages[0].citations
    region_names = []
    for region_id in sorted(region_ids):
        region = dataset.regions[region_id]
        region_names.append(i18n.localize(region, "label"))
    populations = dataset.terms["populations"]
    population = populations[first_claim.population]
    people: str = i18n.localize(population, "people")
    if not people:
        people = i18n.unit_name(first_claim.unit, 2)
    if not people:
        people = i18n.t("people")
    body = i18n.t(
        message,
        title=story_name(dataset, i18n),
        figure=total,
        people=people,
        places=i18n.format_list(region_names),
        count=len(claims),
        by=_date_phrase(first_claim.as_of or "", _BY_PHRASES, i18n),
    )
    claimant_name = ""
    if len(claimant_names) == 1:
        claimant_name = claimant_names.pop()
    sources_text = _cite_passage(dataset, citations, i18n, claimant_name)
    if sources_text:
        sources_text = i18n.t("the counts: {sources}", sources=sources_text)
    date_note = _date_note(dataset, first_claim, citations, i18n)
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
        chosen_claim = dataset.claims[view.claim]
        claim = find_complete_record(dataset, chosen_claim)
        claim_text = _claim_sentences(dataset, claim, i18n)
        sentences.append(FigureSentence(claim_text, (claim,)))
    if view.event:
        chosen_event = dataset.events[view.event]
        event = find_complete_record(dataset, chosen_event)
        event_text = _event_sentences(dataset, event, i18n)
        sentences.append(FigureSentence(event_text, event=event))
    counts_of_days = list_regional_counts(dataset, filters)
    headlines = select_headlines(dataset, selection.claims, counts_of_days)
    for claims in headlines.values():
        if len(claims) == 1:
            (single_claim,) = claims
            text = _claim_sentences(dataset, single_claim, i18n)
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
    licence = dataset.about.licence
    if licence:
        version = f"{version}, {licence.name}"
    message = N_("{title}, data set version {version}. {shown} Accessed [date of access].")
    return i18n.t(
        message,
        title=story_name(dataset, i18n),
        version=version,
        shown=view_text,
    )


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
    source_names: dict[str, None] = {}
    for citation in citations:
        source = dataset.sources[citation.source_id]
        carriers = set()
        for carrier_id in citation.via:
            carrier = dataset.sources[carrier_id]
            carriers.add(carrier.custom.short)
        is_source = newsroom == source.custom.short
        if is_source or newsroom not in carriers:
            return claimant_name
        source_names[i18n.short_source_name(source)] = None
    if not source_names:
        return claimant_name
    message = N_("{source}, which relays {claimant}")
    names_text = i18n.format_list(source_names)
    return i18n.t(message, source=names_text, claimant=claimant_name)


class _PassageQuote(NamedTuple):
    """A passage as it is quoted, with the citations that support it."""

    sentence: str
    citations: PassageCitations


def _quote_claim_passages(dataset: Dataset, claim: Claim, i18n: I18n) -> list[_PassageQuote]:
    """Return the sentences of a claim, each with its claimant and all its places."""
    quotes: list[_PassageQuote] = []
    for passage in _date_passages(dataset, claim, i18n):
        texts = split_where(passage.text, i18n.language, names_speaker)
        for text in texts:
            part = passage._replace(text=_without_stop(text))
            is_first = not quotes
            sentence = _quote_claim_passage(dataset, part, i18n, is_first=is_first)
            if sentence:
                quotes.append(_PassageQuote(sentence, passage.citations))
    return quotes


def _quote_claim_passage(
    dataset: Dataset, passage: _DatedPassage[Claim], i18n: I18n, *, is_first: bool
) -> str:
    """Return a passage of a claim with its claimant, its places and, for a figure, its day.

    Parameters
    ----------
    dataset
        The data set, restricted to the sources in use.
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
    claim = passage.record
    sources_text = _cite_passage(dataset, passage.citations, i18n)
    if not sources_text:
        return ""
    text = passage.text
    date_note = ""
    total = ""
    if is_first:
        is_dated = not passage.date_note
        total = _total_phrase(claim, text, i18n, dated=is_dated)
        # Only the sentence of a figure names its date.
        if total or claim.region_id:
            date_note = passage.date_note
        if is_dated and claim.region_id:
            sources_text = _with_day_of_figure(claim, text, sources_text, i18n)
    if total or not names_speaker(text, i18n.language):
        speaker = _speaker_of_passage(dataset, claim, passage.citations, i18n)
        statement = total or lower_opening(text, i18n.language)
        text = _attribute(speaker, statement, i18n)
    return _add_sources(text, sources_text, date_note)


def _quote_event_passages(dataset: Dataset, event: Event, i18n: I18n) -> list[_PassageQuote]:
    """Return the sentences of an event, each with the date that its places give, and these."""
    quotes = []
    for passage in _date_passages(dataset, event, i18n):
        sources_text = _cite_passage(dataset, passage.citations, i18n)
        if not sources_text:
            continue
        parts = split_where(passage.text, i18n.language, has_own_date)
        for part in parts:
            text = _without_stop(part)
            date_note = ""
            if not passage.date_note:
                text = _put_date_in_front(passage.record, text, i18n)
            elif not has_own_date(text, i18n.language):
                date_note = passage.date_note
            sentence = _add_sources(text, sources_text, date_note)
            quotes.append(_PassageQuote(sentence, passage.citations))
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
    sentences = []
    for quote in _quote_passages(dataset, citation.record_id, i18n):
        if citation in quote.citations:
            sentences.append(quote.sentence)
    return tuple(sentences)


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
    quotes = _quote_passages(dataset, record_id, i18n)
    return tuple(quote.sentence for quote in quotes)


def _quote_passages(dataset: Dataset, record_id: str, i18n: I18n) -> list[_PassageQuote]:
    event = dataset.events.get(record_id)
    claim = dataset.claims.get(record_id)
    if event:
        complete_event = find_complete_record(dataset, event)
        return _quote_event_passages(dataset, complete_event, i18n)
    if claim:
        complete_claim = find_complete_record(dataset, claim)
        return _quote_claim_passages(dataset, complete_claim, i18n)
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
    references = {}
    for citation in dataset.citations_of(claim_id):
        source = dataset.sources[citation.source_id]
        references[source.id] = format_source(source, style, i18n.language)
    text = " ".join(quote.sentence for quote in quotes)
    return Quotation(text, tuple(references.values()))
