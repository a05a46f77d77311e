"""The slides as PPTX: one for each step, its text native, its map and timeline as sharp pictures.

Sizes on a slide are inches, those of type points. The fonts are Georgia and Arial: a slide opens on
machines that have no others, and LibreOffice has letters of the same widths.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, Final

from markupsafe import Markup
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE
from pptx.oxml.ns import qn
from pptx.util import Emu, Inches, Length, Pt

from components.domain.geography import Geography
from components.exports.lesson.drawings import PALETTE, step_map, step_timeline
from components.exports.lesson.material import Evidence, Material, StepMaterial
from components.exports.png import to_png
from components.figures.still.fonts import width_of, wrapped_to
from components.i18n import I18n

Progress = Callable[[float], None]
WIDTH: Final = 13.333
HEIGHT: Final = 7.5
EDGE: Final = 0.6
# A slide fills a screen 1280 pixels wide: 96 of them to the inch.
PIXELS: Final = 96
PNG_WIDTH: Final = 1920
LEADING: Final = 1.22
# Arial runs wider than Source Sans, whose widths are known here, and Georgia than Source Serif;
# what stands in for Georgia where it is missing is wider still.
ROOM: Final = 1.14
SERIF_ROOM: Final = 1.33
HEADLINES: Final = (30, 28, 26, 24, 22, 20, 18)
TEXTS: Final = (20, 19, 18, 17, 16, 15, 14, 13, 12, 11)
SMALL: Final = (11, 10, 9, 8)
MARGIN: Final = Emu(0)
TAGS: Final = {"en": "en-GB", "es": "es-CO"}


@dataclass(frozen=True)
class Box:
    """A place on the slide, in inches."""

    left: float
    top: float
    width: float
    height: float

    def placed(self) -> tuple[Length, Length, Length, Length]:
        """Left, top, width and height as the format counts them."""
        return Inches(self.left), Inches(self.top), Inches(self.width), Inches(self.height)

    def pixels(self) -> tuple[float, float]:
        """Width and height in pixels of a screen."""
        return self.width * PIXELS, self.height * PIXELS


KICKER: Final = Box(EDGE, 0.37, WIDTH - 2 * EDGE, 0.3)
HEADLINE: Final = Box(EDGE, 0.68, WIDTH - 2 * EDGE, 0.96)
TEXT: Final = Box(EDGE, 1.7, 7.2, 1.68)
QUESTION: Final = Box(EDGE, 3.42, 7.2, 0.78)
TIMELINE: Final = Box(EDGE, 4.28, 7.2, 2.3)
MAP: Final = Box(8.15, 1.7, WIDTH - EDGE - 8.15, 4.88)
SOURCES: Final = Box(EDGE, 6.68, WIDTH - 2 * EDGE, 0.56)


@dataclass(frozen=True)
class Run:
    """Some words in one look."""

    words: str
    colour: str
    bold: bool = False


def fitting(words: str, box: Box, sizes: Sequence[int], *, serif: bool = False) -> int:
    """The largest of some sizes, in points, in which a text fits into a box; else the smallest."""
    weight, room = (700, SERIF_ROOM) if serif else (600, ROOM)
    for size in sizes:
        lines = wrapped_to(words, box.width * 72 / room, size, weight, serif=serif)
        widest = max((width_of(line, size, weight, serif=serif) for line in lines), default=0)
        tall = len(lines) * size * LEADING / 72
        if tall <= box.height and widest * room <= box.width * 72:
            return size
    return sizes[-1]


def _colour(value: str) -> RGBColor:
    return RGBColor(*bytes.fromhex(value.removeprefix("#")))  # type: ignore[no-untyped-call]


def _write(frame: Any, runs: Sequence[Run], size: int, i18n: I18n, font: str = "Arial") -> None:
    """Fill a text frame with one paragraph, its language set."""
    frame.word_wrap = True
    frame.auto_size = MSO_AUTO_SIZE.NONE
    frame.vertical_anchor = MSO_ANCHOR.TOP
    frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = MARGIN
    paragraph = frame.paragraphs[0]
    for item in runs:
        run = paragraph.add_run()
        run.text = item.words
        run.font.size, run.font.name, run.font.bold = Pt(size), font, item.bold
        run.font.color.rgb = _colour(item.colour)
        run.font._rPr.set("lang", TAGS[i18n.language])


def _text_box(
    slide: Any, box: Box, runs: Sequence[Run], sizes: Sequence[int], i18n: I18n, name: str
) -> None:
    shape = slide.shapes.add_textbox(*box.placed())
    shape.name = name
    words = "".join(run.words for run in runs)
    _write(shape.text_frame, runs, fitting(words, box, sizes), i18n)


def _picture(slide: Any, box: Box, svg: Markup, words: str, name: str) -> None:
    """A drawing as a picture, and in words for those who do not see it."""
    png = io.BytesIO(to_png(svg, PNG_WIDTH, PALETTE.paper))
    shape = slide.shapes.add_picture(png, *box.placed())
    shape.name = name
    shape._element.nvPicPr.cNvPr.set("descr", words)


def _headline(slide: Any, step: StepMaterial, i18n: I18n) -> None:
    title = slide.shapes.title
    title.left, title.top, title.width, title.height = HEADLINE.placed()
    size = fitting(step.told.headline, HEADLINE, HEADLINES, serif=True)
    runs = [Run(step.told.headline, PALETTE.ink, bold=True)]
    _write(title.text_frame, runs, size, i18n, "Georgia")
    title.text_frame.paragraphs[0].alignment = 1


def _ornament(slide: Any) -> None:
    bar = slide.shapes.add_shape(1, Inches(EDGE), Inches(0.22), KICKER.placed()[2], Inches(0.06))
    bar.fill.solid()
    bar.fill.fore_color.rgb = _colour(PALETTE.accent)
    bar.line.fill.background()
    # Its style would give it a shadow.
    bar._element.remove(bar._element.find(qn("p:style")))
    bar.name = "–"


def _draw(slide: Any, step: StepMaterial, made: Material, geography: Geography) -> None:
    view, data, i18n = step.told.step.view, made.dataset, made.i18n
    ground = step_map(view, data, geography, i18n, *MAP.pixels(), scale=1.25)
    _picture(slide, MAP, ground, step.map_words, i18n.t("Map"))
    time_line = step_timeline(view, data, i18n, *TIMELINE.pixels(), scale=1.5)
    _picture(slide, TIMELINE, time_line, step.time_words, i18n.t("Timeline"))


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


def _slide(deck: Any, step: StepMaterial, made: Material, geography: Geography) -> None:
    i18n, told = made.i18n, step.told
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.background.fill.solid()
    slide.background.fill.fore_color.rgb = _colour(PALETTE.paper)
    _ornament(slide)
    _headline(slide, step, i18n)
    place = f"{made.title} · {told.number}/{len(made.steps)}"
    _text_box(slide, KICKER, [Run(place, PALETTE.muted)], (12, 11, 10), i18n, i18n.t("Lesson"))
    tall = TEXT.height if told.question else TEXT.height + QUESTION.height
    text = Box(TEXT.left, TEXT.top, TEXT.width, tall)
    _text_box(slide, text, [Run(told.text, PALETTE.ink)], TEXTS, i18n, i18n.t("Text"))
    if told.question:
        runs = [
            Run(f"{i18n.t('Question:')} ", PALETTE.accent, bold=True),
            Run(told.question, PALETTE.ink, bold=True),
        ]
        _text_box(slide, QUESTION, runs, TEXTS, i18n, i18n.t("Question"))
    _draw(slide, step, made, geography)
    sources = f"{i18n.t('Sources:')} {step.short}. {made.credit}"
    _text_box(slide, SOURCES, [Run(sources, PALETTE.muted)], SMALL, i18n, i18n.t("Sources"))
    slide.notes_slide.notes_text_frame.text = notes_of(step, i18n)


def _no_progress(_: float) -> None:
    """Nobody watches."""


def slides_pptx(made: Material, geography: Geography, progress: Progress = _no_progress) -> bytes:
    """The slides of a lesson.

    Args:
        made: the lesson.
        geography: the boundaries.
        progress: told the share done, from 0 to 1.
    """
    deck = Presentation()
    deck.slide_width, deck.slide_height = Inches(WIDTH), Inches(HEIGHT)
    for done, step in enumerate(made.steps):
        progress(done / len(made.steps))
        _slide(deck, step, made, geography)
    about = deck.core_properties
    about.title, about.author = made.title, made.i18n.t("Across the Táchira")
    about.language, about.comments = TAGS[made.i18n.language], made.credit
    # The data's day, not today's.
    day = made.dataset.created
    stamp = datetime.combine(day, time(), UTC) if day else datetime(2019, 1, 1, tzinfo=UTC)
    about.created = about.modified = stamp.replace(tzinfo=None)
    about.last_modified_by = about.author
    file = io.BytesIO()
    deck.save(file)
    progress(1.0)
    return file.getvalue()
