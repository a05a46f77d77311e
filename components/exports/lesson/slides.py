"""The slides as PPTX, to be read from the last row: texts of 24 points and more, labels of 14.

A deck has a title and a key; for each step its text beside its map, then its question above its
timeline; at the end the answers and the references. Places are in inches, sizes of type in points.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from typing import Any, Final

from markupsafe import Markup
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Inches, Pt

from components.exports.citations import FormattedCitation, pieces
from components.exports.lesson.material import Drawing, Drawings, Evidence, Material, StepMaterial
from components.exports.lesson.theme import (
    DRAWING_LAYOUT,
    LABEL_POINTS,
    MAP,
    MAP_LAYOUT,
    OPENING_LAYOUT,
    PALETTE,
    TEXT,
    TEXT_LAYOUT,
    TEXT_POINTS,
    TITLE,
    TITLE_POINTS,
    WHOLE,
    SlideBox,
    add_slide,
    new_deck,
)
from components.exports.png import to_png
from components.figures.drawing.fonts import width_of, wrapped_to
from components.i18n import I18n
from components.i18n.credit import story_name

Progress = Callable[[float], None]
# A slide fills a screen 1280 pixels wide: 96 of them to the inch.
PIXELS_PER_INCH: Final = 96
PNG_WIDTH_PX: Final = 1920
LINE_HEIGHT_EM: Final = 1.22
# Arial runs wider than Source Sans, whose widths are known here, and Georgia than Source Serif;
# what stands in for Georgia where it is missing is wider still.
SANS_WIDTH_FACTOR: Final = 1.14
SERIF_WIDTH_FACTOR: Final = 1.33
#: A question as long as a lesson may ask is the only text below 24 points.
TITLES: Final = (TITLE_POINTS, 30, 28, 26, TEXT_POINTS, 22, 20, 18)
TEXTS: Final = (32, 30, 28, 26, TEXT_POINTS)
#: A drawing is laid out so much smaller than its place on the slide: its labels have 14 points.
DRAWING_SCALE_FACTOR: Final = 1.72
KEY_SCALE_FACTOR: Final = 2.0
#: Between two references, in inches.
GAP_INCHES: Final = 0.08
TAGS: Final = {"en": "en-GB", "es": "es-CO"}
_SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+")


@dataclass(frozen=True)
class Run:
    """Some words in one look."""

    words: str
    bold: bool = False
    italic: bool = False
    link: str = ""


Paragraph = Sequence[Run]


def _height(words: str, width: float, size: float, *, serif: bool = False) -> float:
    """How tall a text is when it is set so wide, in inches; a word that is too wide makes it so."""
    weight, room = (700, SERIF_WIDTH_FACTOR) if serif else (600, SANS_WIDTH_FACTOR)
    lines = wrapped_to(words, width * 72 / room, size, weight, serif=serif)
    widest = max((width_of(line, size, weight, serif=serif) for line in lines), default=0)
    return len(lines) * size * LINE_HEIGHT_EM / 72 if widest * room <= width * 72 else float("inf")


def fitting(words: str, box: SlideBox, sizes: Sequence[int], *, serif: bool = False) -> int:
    """The largest of some sizes, in points, in which a text fits into a box; else the smallest."""
    fit = (s for s in sizes if _height(words, box.width, s, serif=serif) <= box.height)
    return next(fit, sizes[-1])


def parted(words: str, box: SlideBox, size: int = TEXT_POINTS) -> list[str]:
    """A text in as many parts as it needs boxes, parted between sentences."""
    parts: list[str] = [""]
    for sentence in _SENTENCE.split(words):
        longer = f"{parts[-1]} {sentence}".strip()
        if parts[-1] and _height(longer, box.width, size) > box.height:
            parts.append(sentence)
        else:
            parts[-1] = longer
    return parts


def _write(frame: Any, paragraphs: Sequence[Paragraph], i18n: I18n, size: int | None) -> None:
    """Fill a placeholder; a size is set only where it differs from the theme's."""
    frame.word_wrap = True
    frame.auto_size = MSO_AUTO_SIZE.NONE
    for place, runs in enumerate(paragraphs):
        paragraph = frame.paragraphs[0] if place == 0 else frame.add_paragraph()
        if place:
            paragraph.space_before = Inches(GAP_INCHES)
        for item in runs:
            run = paragraph.add_run()
            run.text = item.words
            run.font._rPr.set("lang", TAGS[i18n.language])
            if size:
                run.font.size = Pt(size)
            if item.bold:
                run.font.bold = True
            if item.italic:
                run.font.italic = True
            if item.link:
                run.hyperlink.address = item.link


def _title(slide: Any, words: str, i18n: I18n) -> None:
    size = fitting(words, TITLE, TITLES, serif=True)
    _write(
        slide.shapes.title.text_frame, [[Run(words)]], i18n, None if size == TITLE_POINTS else size
    )


def _png(svg: Markup) -> io.BytesIO:
    return io.BytesIO(to_png(svg, PNG_WIDTH_PX, PALETTE.paper))


def _described(picture: Any, drawing: Drawing) -> None:
    """A picture's name, and what it shows for those who do not see it."""
    picture.name = drawing.name
    picture._element.nvPicPr.cNvPr.set("descr", drawing.words)


def drawn_in(box: SlideBox) -> tuple[float, float]:
    """The pixels in which a drawing of a place on the slide is laid out."""
    return (
        box.width * PIXELS_PER_INCH / DRAWING_SCALE_FACTOR,
        box.height * PIXELS_PER_INCH / DRAWING_SCALE_FACTOR,
    )


def _evidence(item: Evidence) -> str:
    value = f"{item.value}. " if item.value else ""
    places = f" [{'; '.join(item.references)}]" if item.references else ""
    return f"– {value}{item.text} ({item.said}){places}"


def notes_of(step: StepMaterial, i18n: I18n) -> str:
    """What the speaker sees: the question, its answer and evidence, advice, and the paragraphs."""
    told = step.told
    parts = [i18n.n("{count} minute", "{count} minutes", told.step.minutes)]
    if told.question:
        parts += [f"{i18n.t('Question:')} {told.question}", f"{i18n.t('Answer:')} {told.answer}"]
        parts += [_evidence(item) for item in step.evidence]
    if told.notes:
        parts.append(f"{i18n.t('Notes:')} {told.notes}")
    if step.references:
        parts.append(f"{i18n.t('Sources:')} {'; '.join(step.references)}.")
    return "\n".join(parts)


def _step_slides(deck: Any, step: StepMaterial, made: Material, drawn: Drawings) -> list[Drawing]:
    """The text beside the first drawing, then the question above the other; both drawings."""
    i18n, told, view = made.i18n, step.told, step.told.step.view
    sources = f"{i18n.t('Sources:')} {step.short}" if step.short else ""
    first, *others = drawn.parts(view)
    box, layout = (TEXT, MAP_LAYOUT) if others else (WHOLE, TEXT_LAYOUT)
    beside = drawn.step(first, view, *drawn_in(MAP)) if others else None
    for words in parted(told.text, box):
        slide = add_slide(deck, layout, sources)
        _title(slide, told.headline, i18n)
        size = fitting(words, box, TEXTS)
        _write(slide.placeholders[1].text_frame, [[Run(words)]], i18n, size)
        if beside:
            _described(slide.placeholders[2].insert_picture(_png(beside.svg)), beside)
        slide.notes_slide.notes_text_frame.text = notes_of(step, i18n)
    slide = add_slide(deck, DRAWING_LAYOUT, sources)
    _title(slide, told.question or told.headline, i18n)
    below = drawn.step(others[0] if others else first, view, *drawn_in(WHOLE))
    _described(slide.shapes.add_picture(_png(below.svg), *WHOLE.placed()), below)
    slide.notes_slide.notes_text_frame.text = notes_of(step, i18n)
    return [beside, below] if beside else [below]


def _opening(deck: Any, made: Material) -> None:
    i18n = made.i18n
    slide = add_slide(deck, OPENING_LAYOUT, made.credit)
    _title(slide, made.title, i18n)
    minutes = i18n.n("{count} minute", "{count} minutes", made.minutes)
    lead = i18n.t("What happened, where, how many, and who says so.")
    _write(slide.placeholders[1].text_frame, [[Run(lead)], [Run(minutes)]], i18n, None)


def _key(slide: Any, made: Material, drawn: Drawings, drawings: Sequence[Drawing]) -> None:
    """How to read the drawings of the slides."""
    _title(slide, made.i18n.t("How to read the drawings"), made.i18n)
    width, top = WHOLE.width * PIXELS_PER_INCH / KEY_SCALE_FACTOR, WHOLE.top
    for key in drawn.keys(drawings, width, DRAWING_SCALE_FACTOR / KEY_SCALE_FACTOR):
        picture = slide.shapes.add_picture(_png(key.svg), *replace(WHOLE, top=top).placed()[:3])
        _described(picture, key)
        top += picture.height.inches + 0.4


def _answers(deck: Any, made: Material) -> None:
    """Each question again, with what the sources answer."""
    i18n = made.i18n
    for step in made.steps:
        told = step.told
        if not told.question:
            continue
        sources = f"{i18n.t('Sources:')} {'; '.join(step.answer_references)}"
        for words in parted(told.answer, WHOLE):
            slide = add_slide(deck, TEXT_LAYOUT, sources)
            _title(slide, told.question, i18n)
            lead = f"{i18n.t('Answer:')} "
            runs = [Run(lead, bold=True), Run(words)]
            size = fitting(lead + words, WHOLE, TEXTS)
            _write(slide.placeholders[1].text_frame, [runs], i18n, size)


def _runs(entry: FormattedCitation) -> Paragraph:
    """A reference with its italics, its address a link."""
    return [Run(piece.text, italic=piece.italic, link=piece.link) for piece in pieces(entry)]


def _reference_height(entry: FormattedCitation) -> float:
    """How tall a reference is, in inches; its address is broken wherever a line ends."""
    words, _, address = entry.text.partition("http")
    long = width_of(address, LABEL_POINTS, 400, serif=False) * SANS_WIDTH_FACTOR
    lines = 1 + int(long / (WHOLE.width * 72)) if address else 0
    return _height(words, WHOLE.width, LABEL_POINTS) + lines * LABEL_POINTS * LINE_HEIGHT_EM / 72


def _references(deck: Any, made: Material) -> None:
    """The sources of the lesson, as many to a slide as have room."""
    i18n = made.i18n
    pages: list[list[Paragraph]] = [[]]
    height = 0.0
    for entry in made.bibliography:
        tall = _reference_height(entry) + GAP_INCHES
        if pages[-1] and height + tall > WHOLE.height:
            pages.append([])
            height = 0.0
        pages[-1].append(_runs(entry))
        height += tall
    for number, page in enumerate(pages, start=1):
        slide = add_slide(deck, TEXT_LAYOUT, made.credit)
        _title(slide, f"{i18n.t('References')} {number}/{len(pages)}", i18n)
        _write(slide.placeholders[1].text_frame, page, i18n, LABEL_POINTS)


def _no_progress(_: float) -> None:
    """Nobody watches."""


def slides_pptx(made: Material, drawn: Drawings, progress: Progress = _no_progress) -> bytes:
    """The slides of a lesson.

    Args:
        made: the lesson.
        drawn: makes its drawings.
        progress: told the share done, from 0 to 1.
    """
    deck = new_deck()
    _opening(deck, made)
    key = add_slide(deck, DRAWING_LAYOUT, "")
    drawings: list[Drawing] = []
    for done, step in enumerate(made.steps):
        progress(done / len(made.steps))
        drawings += _step_slides(deck, step, made, drawn)
    _key(key, made, drawn, drawings)
    _answers(deck, made)
    _references(deck, made)
    about = deck.core_properties
    about.title, about.author = made.title, story_name(made.dataset, made.i18n)
    about.language, about.comments = TAGS[made.i18n.language], made.credit
    # The data's day, not today's.
    day = made.dataset.created
    stamp = datetime.combine(day, time(), UTC) if day else datetime(2000, 1, 1, tzinfo=UTC)
    about.created = about.modified = stamp.replace(tzinfo=None)
    about.last_modified_by = about.author
    file = io.BytesIO()
    deck.save(file)
    progress(1.0)
    return file.getvalue()
