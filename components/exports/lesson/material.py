"""What a handout, an answer sheet and slides are made from: a story, told and referenced.

Nothing here holds a figure of its own: texts are filled from the data set, tables and drawings are
made from its records, and each text carries the paragraphs it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from components.domain.evidence.headlines import regional_counts
from components.domain.evidence.region_counts import count_table
from components.domain.lessons.story import StepView, Story
from components.domain.records.dataset import Dataset
from components.domain.records.models import Citation, Claim
from components.domain.records.sources import Source
from components.domain.views.filters import Filters
from components.domain.views.view import Cite
from components.drawing.fonts import PAPER_SIGN
from components.drawing.scene import Scene
from components.exports.citations import FormattedCitation, format_source
from components.exports.view_citation import pinpoints
from components.i18n import I18n, i18n_for
from components.i18n.counts import CountWords, count_words, sum_words
from components.i18n.credit import credit_line
from components.i18n.story_texts import StepTexts, language_of, render_story, title_of
from components.i18n.story_words import story_i18n

Part = Literal["map", "figures", "timeline"]


#: Told how much of a file is done, from 0 to 1.
Progress = Callable[[float], None]


def no_progress(_: float) -> None:
    """A progress callback that does nothing."""


@dataclass(frozen=True)
class Drawing:
    """A drawing, what it shows in words, and what it is called.

    ``whole`` is whether every title in it has room.
    """

    scene: Scene
    words: str
    name: str
    whole: bool = True


class Drawings(Protocol):
    """Makes the drawings of a lesson; sizes are in pixels."""

    def parts(self, view: StepView) -> tuple[Part, ...]:
        """What is drawn for a step; the first is the larger."""

    def step(self, part: Part, view: StepView, width: float, height: float) -> Drawing:
        """One drawing of a step."""

    def map(self, width: float, height: float) -> Drawing:
        """Where the whole story happened."""

    def timeline(self, width: float, height: float) -> Drawing:
        """When it happened."""

    def keys(self, drawn: Sequence[Drawing], width: float, larger: float = 1.0) -> list[Drawing]:
        """The keys of some drawings; the drawings are enlarged by the factor ``larger``."""


def counts_of(dataset: Dataset, day: str | None) -> dict[str, Claim]:
    """The counts by region that hold for a day (EDTF), by region."""
    return {
        region: claim
        for region, claims in dataset.counts_by_region().items()
        for claim in claims
        if day is not None and claim.as_of == day
    }


def count_days(dataset: Dataset) -> tuple[str, ...]:
    """The days (EDTF) that have counts by region, earliest first."""
    found = (c.as_of for claims in dataset.counts_by_region().values() for c in claims)
    return tuple(sorted({day for day in found if day}))


def largest_count(dataset: Dataset) -> int:
    """The greatest count by region of any day: it has the largest circle everywhere."""
    every = (c for claims in dataset.counts_by_region().values() for c in claims)
    return max((int(c.value_low or 0) for c in every), default=0)


@dataclass(frozen=True)
class Evidence:
    """One record that answers a question: a figure or a statement, who said it, and where.

    ``value`` is empty for an event and for a claim without a number.
    """

    id: str
    value: str
    text: str
    said: str
    references: tuple[str, ...]


@dataclass(frozen=True)
class StepMaterial:
    """One step: its texts, and the paragraphs behind them.

    Attributes:
        told: its texts in the story's language.
        references: of headline and text, each source with its paragraphs.
        evidence: the records shown with the answer.
        short: the sources of headline and text in a few words, for the foot of a slide.
        asked: likewise of question, answer and evidence.
    """

    told: StepTexts
    references: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    short: str
    asked: str


@dataclass(frozen=True)
class PrintedCounts:
    """The counts by region with the days they hold for, and their sums."""

    earlier: str
    latest: str
    rows: tuple[CountWords, ...]
    total: CountWords


@dataclass(frozen=True)
class Material:
    """A whole lesson, in the language it is told in.

    ``bibliography`` is of all its sources, ``documents`` of those that are documents.
    """

    i18n: I18n
    dataset: Dataset
    title: str
    minutes: int
    steps: tuple[StepMaterial, ...]
    table: PrintedCounts | None
    sources: tuple[Source, ...]
    bibliography: tuple[FormattedCitation, ...]
    documents: tuple[FormattedCitation, ...]
    credit: str


def _citations(records: Iterable[str], dataset: Dataset) -> list[Citation]:
    return [citation for record in records for citation in dataset.citations_of(record)]


def references(records: Iterable[str], dataset: Dataset, i18n: I18n) -> tuple[str, ...]:
    """Each source once with its paragraphs, marked § or ◊."""
    found = _citations(records, dataset)
    marked = []
    for apart in (False, True):
        own = [c for c in found if outside(dataset.sources[c.source_id]) == apart]
        marked += [
            f"{PAPER_SIGN if apart else '§'}\u00a0{p}" for p in pinpoints(dataset, own, i18n)
        ]
    return tuple(marked)


def _place(entry: FormattedCitation) -> str:
    """What a bibliography is sorted by."""
    return entry.text.casefold().lstrip("[(¿¡«“‘\"'")


def outside(source: Source) -> bool:
    """Whether a source is none of the documents."""
    return source.custom.tier != "document"


def _short(records: Iterable[str], dataset: Dataset, i18n: I18n) -> str:
    """The sources of a step for its foot: "§ NPR 6, 34; ◊ EFE, 27 Feb"."""
    places: dict[str, set[int]] = {}
    for citation in _citations(records, dataset):
        own = places.setdefault(citation.source_id, set())
        if citation.locator is not None:
            own.add(citation.locator)
    ordered = sorted(places, key=lambda key: outside(dataset.sources[key]))
    parts = []
    for key in ordered:
        source = dataset.sources[key]
        name = f"{PAPER_SIGN if outside(source) else '§'}\u00a0{i18n.source(source)}"
        numbers = ", ".join(map(str, sorted(places[key])))
        parts.append(f"{name}, {i18n.t('para. {number}', number=numbers)}" if numbers else name)
    return "; ".join(parts)


def _evidence(record: str, dataset: Dataset, i18n: I18n) -> Evidence:
    found = references([record], dataset, i18n)
    if record in dataset.events:
        event = dataset.events[record]
        when = i18n.date(event.date)
        return Evidence(record, "", i18n.of(event, "title"), when, found)
    claim = dataset.claims[record]
    who = i18n.of(dataset.claimants[claim.claimant_id], "name")
    when = i18n.t("as of {date}", date=i18n.date(claim.as_of)) if claim.as_of else ""
    said = ", ".join(part for part in (who, when) if part)
    return Evidence(record, i18n.value(claim), i18n.of(claim, "statement"), said, found)


def _step(told: StepTexts, dataset: Dataset, i18n: I18n) -> StepMaterial:
    step = told.step
    return StepMaterial(
        told=told,
        references=references(step.records(), dataset, i18n),
        evidence=tuple(_evidence(record, dataset, i18n) for record in step.evidence),
        short=_short(step.records(), dataset, i18n),
        asked=_short(step.asked(), dataset, i18n),
    )


def _count_table(dataset: Dataset, i18n: I18n) -> PrintedCounts | None:
    """The two latest days side by side; ``None`` where there are fewer."""
    table = count_table(dataset, regional_counts(dataset, Filters())[-2:])
    if not (table.earlier and table.latest):
        return None
    return PrintedCounts(
        i18n.date(table.earlier, "short"),
        i18n.date(table.latest, "short"),
        tuple(count_words(row, i18n) for row in table.rows),
        sum_words(table, i18n.t("Sum"), i18n),
    )


def material(story: Story, dataset: Dataset, reader: I18n, style: Cite = "apa") -> Material:
    """Gather all that a lesson needs on paper.

    Args:
        story: the data set's, or a lesson of one's own that fits it.
        reader: the reader's language; a story that is not written in it keeps its own.
        style: of the bibliography.

    Raises:
        KeyError: when the story names a record that is not in the data set.
    """
    i18n = story_i18n(i18n_for(language_of(story, reader)), dataset)
    steps = tuple(_step(told, dataset, i18n) for told in render_story(story, dataset, i18n))
    records = [r for step in steps for r in (*step.told.step.records(), *step.told.step.asked())]
    table = _count_table(dataset, i18n)
    counted = [c for day in count_days(dataset)[-2:] for c in counts_of(dataset, day).values()]
    every = [*records, *dataset.events, *(claim.id for claim in counted)]
    used = {citation.source_id for citation in _citations(every, dataset)}
    sources = tuple(source for key, source in dataset.sources.items() if key in used)
    entries = [format_source(source, style, i18n.language) for source in sources]
    documents = [e for e, one in zip(entries, sources, strict=True) if not outside(one)]
    return Material(
        i18n=i18n,
        dataset=dataset,
        title=title_of(story, dataset, i18n),
        minutes=story.minutes(),
        steps=steps,
        table=table,
        sources=sources,
        bibliography=tuple(sorted(entries, key=_place)),
        documents=tuple(sorted(documents, key=_place)),
        credit=credit_line(dataset, i18n),
    )
