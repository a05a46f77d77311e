"""A lesson told: each step once, as screen, paper and slides say it.

The figures and dates of the data set are written into its texts here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from components.drawing.fonts import PAPER_SIGN
from components.export.citations import FormattedCitation, reference_list
from components.export.quotation import format_pinpoints
from components.i18n import I18n, Language
from components.i18n.credit import credit_line
from components.i18n.labels import BASIS
from components.limits import MOST_MARKS
from components.presentation.context import Context
from components.presentation.stories import LoadedStory
from components.query.figures import list_day_counts
from components.query.view import Cite, View
from components.story.dataset import Dataset
from components.story.lesson import PLACEHOLDER, TEXTS, LessonText, Step, Story, find_placeholders
from components.story.models import Citation, Source

_STARTS = re.compile(r"(?:^|[.!?]\s+)[“«¿¡(]*$")


def fill_figures(text: str, dataset: Dataset, i18n: I18n) -> str:
    """A text with its figures and dates; a ``KeyError`` for a record that is not there."""

    def written(match: re.Match[str]) -> str:
        (place,) = find_placeholders(match.group())
        if place.record in dataset.events:
            figure = i18n.format_date(dataset.events[place.record].date, "yearless")
        elif place.dated:
            figure = i18n.format_date(dataset.claims[place.record].as_of or "", "yearless")
        elif place.whole:
            part, whole = dataset.claims[place.record], dataset.claims[place.whole]
            figure = i18n.format_percent((part.value_low or 0) / (whole.value_low or 1))
        else:
            figure = i18n.format_value(dataset.claims[place.record])
        starts = _STARTS.search(text[: match.start()])
        return figure[:1].upper() + figure[1:] if starts else figure

    return PLACEHOLDER.sub(written, text)


def source_references(
    records: Iterable[str], dataset: Dataset, i18n: I18n, *, short: bool = False
) -> tuple[str, ...]:
    """Each source once with its paragraphs, marked § or ◊: "§ NPR, para. 6, 34" if ``short``."""
    cited: defaultdict[str, list[Citation]] = defaultdict(list)
    for one in (one for record in records for one in dataset.citations_of(record)):
        cited[one.source_id].append(one)
    found = []
    for key in sorted(cited, key=lambda one: dataset.sources[one].custom.tier != "document"):
        source, own = dataset.sources[key], cited[key]
        said, outside = format_pinpoints(dataset, own, i18n), source.custom.tier != "document"
        if short:
            numbers = sorted({one.locator for one in own if one.locator is not None})
            listed = i18n.t("para. {number}", number=", ".join(map(str, numbers)))
            said = (
                f"{i18n.source_label(source)}, {listed}" if numbers else i18n.source_label(source)
            )
        found.append(f"{PAPER_SIGN if outside else '§'}\u00a0{said}")
    return tuple(found)


def evidence(step: Step, dataset: Dataset, i18n: I18n) -> list[dict[str, Any]]:
    """The records that are shown with a step's answer, in some language.

    Of each its ``id``, its figure (``value``, empty for what has no number), its ``text``, who
    ``said`` it and when, of an event how its date is known (``basis``), and its ``references``.
    """
    found = []
    for record in step.evidence:
        value, basis = "", ""
        if event := dataset.events.get(record):
            said, text = i18n.format_date(event.date), i18n.localize(event, "title")
            basis = i18n.t("date {basis}", basis=i18n.t(BASIS[event.date_basis]))
        else:
            claim = dataset.claims[record]
            when = i18n.t("as of {date}", date=i18n.format_date(claim.as_of)) if claim.as_of else ""
            who = i18n.localize(dataset.claimants[claim.claimant_id], "name")
            value, text = i18n.format_figure(claim), i18n.localize(claim, "statement")
            said = ", ".join(filter(None, (who, when)))
        where = source_references([record], dataset, i18n)
        found.append({"id": record, "value": value, "text": text, "said": said, "basis": basis,
                      "references": where})  # fmt: skip
    return found


class StepTexts:
    """One step in the language it is told in; ``question``, ``answer``, ``notes`` may be empty."""

    def __init__(self, number: int, step: Step, of: Lesson) -> None:
        self.number, self.step, self.dataset, self.i18n = number, step, of.dataset, of.i18n
        texts = (of.said(getattr(step, name)) for name in TEXTS)
        self.headline, self.text, self.question, self.answer, self.notes = texts

    @cached_property
    def references(self) -> tuple[str, ...]:
        return source_references(self.step.cited_records(), self.dataset, self.i18n)

    @cached_property
    def evidence(self) -> list[dict[str, Any]]:
        return evidence(self.step, self.dataset, self.i18n)

    def foot(self, *, asked: bool = False) -> str:
        """The sources of headline and text, or of what is asked, in short."""
        records = self.step.answer_records() if asked else self.step.cited_records()
        return "; ".join(source_references(records, self.dataset, self.i18n, short=True))


class Lesson:
    """A whole lesson with its sources, as it is told: in the reader's language, or in its own."""

    def __init__(
        self, story: Story, of: LoadedStory, reader: Language, style: Cite = "apa"
    ) -> None:
        self.story, self.dataset, self.style = story, of.dataset, style
        written = story.title.written_languages()
        spoken = reader if reader in written or not written else written[0]
        self.i18n = of.in_language(spoken)
        self.title, self.credit = self.said(story.title), credit_line(of.dataset, self.i18n)
        #: How it is drawn on paper: of the whole story, on the light ground.
        self.ctx = Context(of, View(), (), self.i18n, "light", "present")

    def said(self, words: LessonText | None) -> str:
        spoken = words.text_in(self.i18n.language) if words else ""
        return fill_figures(spoken, self.dataset, self.i18n)

    @cached_property
    def steps(self) -> tuple[StepTexts, ...]:
        return tuple(StepTexts(n, step, self) for n, step in enumerate(self.story.steps, start=1))

    @property
    def counted(self) -> list[str]:
        """The claims of the table by region: those of the two latest days."""
        days = list_day_counts(self.dataset)[-2:]
        return [claim.id for day in days for claim in day.of_regions(())]

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """All that it rests on; the events beside its steps, too, where its timeline names them."""
        told = [
            r for one in self.steps for r in (*one.step.cited_records(), *one.step.answer_records())
        ]
        events = self.dataset.events if len(self.dataset.events) <= MOST_MARKS else ()
        records = (*told, *events, *self.counted)
        used = {one.source_id for record in records for one in self.dataset.citations_of(record)}
        return tuple(source for key, source in self.dataset.sources.items() if key in used)

    def bibliography(self, *, documents: bool = False) -> list[FormattedCitation]:
        """The references of its sources, or of the documents among them, in order."""
        shown = {"document"} if documents else {"document", "corroborating"}
        sources = (one for one in self.sources if one.custom.tier in shown)
        return reference_list(sources, self.style, self.i18n.language)
