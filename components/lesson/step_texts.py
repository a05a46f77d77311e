"""The texts of a lesson in one language: each step once, for screen, paper and slides.

The figures and dates of the data set are written into its texts here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from components.citing.citations import FormattedCitation, reference_list
from components.citing.quotation import format_pinpoints
from components.drawing.fonts import PAPER_SIGN
from components.drawing.text_direction import isolate_value, join_isolated
from components.i18n import I18n, Language
from components.i18n.credit import credit_line
from components.i18n.labels import BASIS
from components.limits.views import MOST_MARKS
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.query.figures import list_day_counts
from components.query.view import Cite, View
from components.story.dataset import Dataset
from components.story.lesson import (
    PLACEHOLDER,
    LessonText,
    Placeholder,
    Step,
    Story,
    find_placeholders,
)
from components.story.models import Citation, Claim, Source

#: What stands before a place at the start of a sentence, which then begins with a capital.
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?]\s+)[“«¿¡(]*$")
#: The word after a place: in Spanish "1,2 millones de" stands before it.
_NOUN: Final = re.compile(r" (\w{4,})")
MILLION: Final = 1_000_000
TENTH_OF_MILLION: Final = 100_000
#: The latest days whose counts by region stand in the table of a lesson.
DAYS_IN_TABLE: Final = 2
NO_BREAK_SPACE: Final = "\u00a0"
Json = dict[str, Any]


def fill_figures(text: str, dataset: Dataset, i18n: I18n) -> str:
    """Return a text with the figures and dates that its places name.

    Raises
    ------
    KeyError
        For a record that the data set does not have.
    """
    text_around = PLACEHOLDER.sub(" ", text)
    text_parts: list[str] = []
    end = 0
    for match in PLACEHOLDER.finditer(text):
        (place,) = find_placeholders(match.group())
        figure = _format_place(place, dataset, i18n)
        start = match.start()
        figure_end = match.end()
        claim = dataset.claims.get(place.record)
        noun = _NOUN.match(text, figure_end)
        if claim and noun and figure == i18n.format_value(claim) and _is_round_million(claim):
            figure = _format_millions(claim, noun[1], i18n)
            figure_end = noun.end()
        text_before = text[:start]
        if _SENTENCE_START.search(text_before):
            first_letter = figure[:1]
            figure = first_letter.upper() + figure[1:]
        text_parts.append(text[end:start])
        shown_figure = isolate_value(figure, text_around)
        text_parts.append(shown_figure)
        end = figure_end
    text_parts.append(text[end:])
    return "".join(text_parts)


def _is_round_million(claim: Claim) -> bool:
    """Return whether a figure is so round that its source wrote it in millions.

    Seven digits would say that somebody counted: "1.2 million" is not 1,200,000.
    """
    value = claim.value_low or 0
    is_tenth = value % TENTH_OF_MILLION == 0
    return claim.qualifier == "exact" and value > MILLION and is_tenth


def _format_millions(claim: Claim, noun: str, i18n: I18n) -> str:
    value = claim.value_low or 0
    return i18n.t("{number} million {things}", number=value / MILLION, things=noun)


def _format_place(place: Placeholder, dataset: Dataset, i18n: I18n) -> str:
    event = dataset.events.get(place.record)
    if event is not None:
        return i18n.format_date(event.date, "yearless")
    claim = dataset.claims[place.record]
    if place.dated:
        return i18n.format_date(claim.as_of or "", "yearless")
    if place.whole:
        total = dataset.claims[place.whole]
        part_value = claim.value_low or 0
        total_value = total.value_low or 1
        return i18n.format_percent(part_value / total_value)
    return i18n.format_value(claim)


def list_source_references(
    records: Iterable[str], dataset: Dataset, i18n: I18n, *, short: bool = False
) -> tuple[str, ...]:
    """List the sources of some records, each once with its paragraphs, the documents first.

    Parameters
    ----------
    records
        Ids of events and claims.
    short
        Without quoted words: "§ NPR, para. 6, 34".
    """
    citations_by_source: defaultdict[str, list[Citation]] = defaultdict(list)
    for record_id in records:
        for citation in dataset.citations_of(record_id):
            source_citations = citations_by_source[citation.source_id]
            source_citations.append(citation)
    documents: list[str] = []
    reports: list[str] = []
    for source_id, citations in citations_by_source.items():
        source = dataset.sources[source_id]
        if short:
            reference = _format_short_reference(source, citations, i18n)
        else:
            reference = format_pinpoints(dataset, citations, i18n)
        if source.custom.tier == "document":
            documents.append(f"§{NO_BREAK_SPACE}{reference}")
        else:
            reports.append(f"{PAPER_SIGN}{NO_BREAK_SPACE}{reference}")
    return (*documents, *reports)


def _format_short_reference(source: Source, citations: Sequence[Citation], i18n: I18n) -> str:
    label = i18n.source_label(source)
    numbers: set[int] = set()
    for citation in citations:
        if citation.locator is not None:
            numbers.add(citation.locator)
    if not numbers:
        return label
    listed_numbers = ", ".join(str(number) for number in sorted(numbers))
    paragraphs = i18n.t("para. {number}", number=listed_numbers)
    return f"{label}, {paragraphs}"


def list_evidence(step: Step, dataset: Dataset, i18n: I18n) -> list[Json]:
    """List the records that are shown with a step's answer.

    Returns
    -------
    list of dict
        For each record its ``id``; its figure (``value``, empty without a number); its ``text``;
        who ``said`` it and when; how the date of an event is known (``basis``); its ``references``.
    """
    evidence: list[Json] = []
    for record_id in step.evidence:
        if record_id in dataset.events:
            item = _describe_event(record_id, dataset, i18n)
        else:
            item = _describe_claim(record_id, dataset, i18n)
        item["references"] = list_source_references([record_id], dataset, i18n)
        evidence.append(item)
    return evidence


def _describe_event(event_id: str, dataset: Dataset, i18n: I18n) -> Json:
    event = dataset.events[event_id]
    basis = i18n.t(BASIS[event.date_basis])
    return {
        "id": event_id,
        "value": "",
        "text": i18n.localize(event, "title"),
        "said": i18n.format_date(event.date),
        "basis": i18n.t("date {basis}", basis=basis),
    }


def _describe_claim(claim_id: str, dataset: Dataset, i18n: I18n) -> Json:
    claim = dataset.claims[claim_id]
    claimant = dataset.claimants[claim.claimant_id]
    attribution = i18n.localize(claimant, "name")
    if claim.as_of:
        date_text = i18n.format_date(claim.as_of)
        claim_date = i18n.t("as of {date}", date=date_text)
        attribution = join_isolated(", ", filter(None, (attribution, claim_date)))
    return {
        "id": claim_id,
        "value": i18n.format_figure(claim),
        "text": i18n.localize(claim, "statement"),
        "said": attribution,
        "basis": "",
    }


class StepTexts:
    """A step in the language of its lesson; ``question``, ``answer``, ``notes`` may be empty."""

    def __init__(self, number: int, step: Step, lesson: Lesson) -> None:
        self.number = number
        self.step = step
        self.dataset = lesson.dataset
        self.i18n = lesson.i18n
        self.headline = lesson.fill_text(step.headline)
        self.text = lesson.fill_text(step.text)
        self.question = lesson.fill_text(step.question)
        self.answer = lesson.fill_text(step.answer)
        self.notes = lesson.fill_text(step.notes)

    @cached_property
    def references(self) -> tuple[str, ...]:
        """The sources of headline and text, with their paragraphs."""
        return list_source_references(self.step.cited_records(), self.dataset, self.i18n)

    @cached_property
    def evidence(self) -> list[Json]:
        """What is shown with the answer, as :func:`list_evidence` describes it."""
        return list_evidence(self.step, self.dataset, self.i18n)

    def format_sources(self, *, of_answer: bool = False) -> str:
        """Format the sources of headline and text, or of question and answer, in short."""
        records = self.step.cited_records()
        if of_answer:
            records = self.step.answer_records()
        references = list_source_references(records, self.dataset, self.i18n, short=True)
        return join_isolated("; ", references)


class Lesson:
    """A lesson with its sources, in the reader's language, or else in its first.

    Parameters
    ----------
    story
        The lesson; its texts name records of ``loaded_story``.
    reader_language
        Used where the lesson is written in it.
    citation_style
        The style of its bibliography.
    """

    def __init__(
        self,
        story: Story,
        loaded_story: LoadedStory,
        reader_language: Language,
        citation_style: Cite = "apa",
    ) -> None:
        self.story = story
        self.dataset = loaded_story.dataset
        self.citation_style: Cite = citation_style
        language = reader_language
        written_languages = story.title.written_languages()
        if written_languages and reader_language not in written_languages:
            language = written_languages[0]
        self.i18n = loaded_story.in_language(language)
        self.title = self.fill_text(story.title)
        self.credit = credit_line(loaded_story.dataset, self.i18n)
        #: How it is drawn on paper: without filters, on the light ground.
        self.ctx = Context(loaded_story, View(), (), self.i18n, "light", "present")

    def fill_text(self, text: LessonText | None) -> str:
        """Return a text in the lesson's language with its figures; empty without one."""
        if text is None:
            return ""
        plain_text = text.text_in(self.i18n.language)
        return fill_figures(plain_text, self.dataset, self.i18n)

    @cached_property
    def steps(self) -> tuple[StepTexts, ...]:
        """The texts of its steps, in order."""
        step_texts: list[StepTexts] = []
        for number, step in enumerate(self.story.steps, start=1):
            step_texts.append(StepTexts(number, step, self))
        return tuple(step_texts)

    @property
    def counted_claims(self) -> list[str]:
        """The ids of the claims in the table by region, of the latest days."""
        claim_ids: list[str] = []
        day_counts = list_day_counts(self.dataset)
        for day in day_counts[-DAYS_IN_TABLE:]:
            for claim in day.of_regions(()):
                claim_ids.append(claim.id)
        return claim_ids

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources of its steps, its table, and of the events that its timeline names."""
        record_ids = set(self.counted_claims)
        for step in self.story.steps:
            record_ids.update(step.cited_records())
            record_ids.update(step.answer_records())
        # Of more events the timeline counts those beside its steps and names none.
        if len(self.dataset.events) <= MOST_MARKS:
            record_ids.update(self.dataset.events)
        source_ids: set[str] = set()
        for record_id in record_ids:
            for citation in self.dataset.citations_of(record_id):
                source_ids.add(citation.source_id)
        sources = self.dataset.sources.values()
        return tuple([source for source in sources if source.id in source_ids])

    def format_bibliography(self, *, documents_only: bool = False) -> list[FormattedCitation]:
        """Format the references of its sources, or of the documents among them, in order."""
        listed_sources: list[Source] = []
        for source in self.sources:
            tier = source.custom.tier
            is_listed_report = tier == "corroborating" and not documents_only
            if tier == "document" or is_listed_report:
                listed_sources.append(source)
        return reference_list(listed_sources, self.citation_style, self.i18n.language)
