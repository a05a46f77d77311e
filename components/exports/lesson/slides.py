"""The slides as PPTX, to be read from the last row: texts of 24 points and more, labels of 14.

A deck has a title and a key; for each step its text beside its map, then its question with a
drawing and the answer, which appears when the teacher goes on; at the end the documents with their
references, and the other sources. How texts are set is in ``slide_text``.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Any, Final

from components.drawing.fonts import PAPER_SIGN, paper_signs
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.exports.citations import FormattedCitation, pieces
from components.exports.lesson.material import (
    Drawing,
    Drawings,
    Evidence,
    Material,
    Part,
    Progress,
    StepMaterial,
    no_progress,
    outside,
)
from components.exports.lesson.slide_text import (
    GAP_INCHES,
    TAGS,
    Paragraph,
    Run,
    appear_on_click,
    below,
    height_of,
    parted,
    place,
    write,
    write_body,
    write_title,
)
from components.exports.lesson.theme import (
    DRAWING_LAYOUT,
    MAP,
    MAP_LAYOUT,
    OPENING_LAYOUT,
    PALETTE,
    TEXT,
    TEXT_LAYOUT,
    WHOLE,
    SlideBox,
    add_slide,
    new_deck,
)
from components.exports.png import to_png
from components.i18n import I18n
from components.i18n.credit import story_name

# A slide fills a screen 1280 pixels wide: 96 of them to the inch.
PIXELS_PER_INCH: Final = 96
PNG_WIDTH_PX: Final = 1920
#: A drawing is laid out so much smaller than its place on the slide: its labels have 14 points.
DRAWING_SCALE_FACTOR: Final = 1.72
KEY_SCALE_FACTOR: Final = 2.0
#: Between the edge of a placeholder and its text, both sides together.
INSET_INCHES: Final = 0.2
#: Where a question's drawing and its answer stand.
ASKED: Final = replace(MAP, left=TEXT.left)
ANSWER: Final = replace(TEXT, left=TEXT.left + MAP.width + 0.3)
#: So many names of sources stand in one paragraph.
NAMES_TOGETHER: Final = 10
#: Points of lists of sources, which are looked up and not read from the last row.
LISTED: Final = (24, 20, 18, 16, 14)


def _png(scene: Scene) -> io.BytesIO:
    return io.BytesIO(to_png(paint(scene), PNG_WIDTH_PX, PALETTE.paper))


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
    return paper_signs("\n".join(parts))


def _step_slides(deck: Any, step: StepMaterial, made: Material, drawn: Drawings) -> list[Drawing]:
    """The text beside the first drawing, then the question above the other; both drawings."""
    i18n, told, view = made.i18n, step.told, step.told.step.view
    sources = f"{i18n.t('Sources:')} {step.short}" if step.short else ""
    first, *others = drawn.parts(view)
    layout = MAP_LAYOUT if others else TEXT_LAYOUT
    box, side = (below(part, told.headline) for part in (TEXT if others else WHOLE, MAP))
    beside = drawn.step(first, view, *drawn_in(side)) if others else None
    for words in parted(told.text, box):
        slide = add_slide(deck, layout, sources)
        write_title(slide, told.headline, i18n)
        write_body(slide, [[Run(words)]], box, i18n)
        if beside:
            place(slide.placeholders[2], side)
            _described(slide.placeholders[2].insert_picture(_png(beside.scene)), beside)
        slide.notes_slide.notes_text_frame.text = notes_of(step, i18n)
    under = _question(deck, step, others[0] if others else first, made, drawn)
    return [beside, under] if beside else [under]


def _question(
    deck: Any, step: StepMaterial, part: Part, made: Material, drawn: Drawings
) -> Drawing:
    """The question with a drawing and its answer, hidden at first; without one the drawing alone.

    What has no room beside the drawing goes on on slides of its own.
    """
    i18n, told = made.i18n, step.told
    title = told.question or told.headline
    short = step.asked or step.short
    sources = f"{i18n.t('Sources:')} {short}" if short else ""
    slide = add_slide(deck, MAP_LAYOUT if told.answer else DRAWING_LAYOUT, sources)
    write_title(slide, title, i18n)
    box, room = below(ANSWER, title), below(ASKED if told.answer else WHOLE, title)
    drawing = drawn.step(part, told.step.view, *drawn_in(room))
    lead = f"{i18n.t('Answer:')} "
    first, *more = parted(lead + told.answer, box)
    if told.answer:
        place(slide.placeholders[2], room)
        picture = slide.placeholders[2].insert_picture(_png(drawing.scene))
        place(picture, room)
        _described(picture, drawing)
        runs = [Run(lead, bold=True), Run(first.removeprefix(lead))]
        write_body(slide, [runs], box, i18n)
        appear_on_click(slide, slide.placeholders[1])
    else:
        _described(slide.shapes.add_picture(_png(drawing.scene), *room.placed()), drawing)
    slide.notes_slide.notes_text_frame.text = notes_of(step, i18n)
    for words in parted(" ".join(more), below(WHOLE, title)) if more else ():
        slide = add_slide(deck, TEXT_LAYOUT, sources)
        write_title(slide, title, i18n)
        write_body(slide, [[Run(words)]], below(WHOLE, title), i18n)
    return drawing


def _opening(deck: Any, made: Material) -> None:
    i18n = made.i18n
    slide = add_slide(deck, OPENING_LAYOUT, made.credit)
    write_title(slide, made.title, i18n)
    minutes = i18n.n("{count} minute", "{count} minutes", made.minutes)
    lead = i18n.t("What happened, where, how many, and who says so.")
    write(slide.placeholders[1].text_frame, [[Run(lead)], [Run(minutes)]], i18n, None)


def _key(slide: Any, made: Material, drawn: Drawings, drawings: Sequence[Drawing]) -> None:
    """How to read the drawings of the slides."""
    write_title(slide, made.i18n.t("How to read the drawings"), made.i18n)
    width, top = WHOLE.width * PIXELS_PER_INCH / KEY_SCALE_FACTOR, WHOLE.top
    for key in drawn.keys(drawings, width, DRAWING_SCALE_FACTOR / KEY_SCALE_FACTOR):
        picture = slide.shapes.add_picture(_png(key.scene), *replace(WHOLE, top=top).placed()[:3])
        _described(picture, key)
        top += picture.height.inches + 0.4


def _reference(entry: FormattedCitation) -> Paragraph:
    """A reference to be read; the words for where it stood are a link in place of the address.

    Of a page, whose title is in italics, these are the last ones: LibreOffice breaks a long link
    within a word.
    """
    link = next((piece.link for piece in pieces(entry) if piece.link), "")
    *found, last = (piece for piece in pieces(entry) if not piece.link)
    before, stop, where = last.text.rstrip().rpartition(". ")
    # Behind a periodical in italics stands only a full stop.
    ends = len(where) > 1
    runs = [Run(p.text, italic=p.italic, link="" if ends or not p.italic else link) for p in found]
    return [*runs, Run(before + stop), Run(where, italic=last.italic, link=link if ends else "")]


def _pages(paragraphs: Sequence[Paragraph], size: int) -> list[list[Paragraph]]:
    """Paragraphs of a size in points, as many to a slide as have room."""
    pages: list[list[Paragraph]] = [[]]
    height = 0.0
    for paragraph in paragraphs:
        words = "".join(run.words for run in paragraph)
        tall = height_of(words, WHOLE.width - INSET_INCHES, size) + GAP_INCHES
        if pages[-1] and height + tall > WHOLE.height - INSET_INCHES:
            pages.append([])
            height = 0.0
        pages[-1].append(paragraph)
        height += tall
    return pages


def _listed(
    deck: Any, title: str, paragraphs: Sequence[Paragraph], notes: str, made: Material
) -> None:
    """Sources on one slide, in the largest type that has room; more slides where there is none."""
    if not paragraphs:
        return
    size = next((s for s in LISTED if len(_pages(paragraphs, s)) == 1), LISTED[-1])
    pages = _pages(paragraphs, size)
    for number, page in enumerate(pages, start=1):
        slide = add_slide(deck, TEXT_LAYOUT, made.credit)
        of = f" {number}/{len(pages)}" if len(pages) > 1 else ""
        write_title(slide, f"{title}{of}", made.i18n)
        write(slide.placeholders[1].text_frame, page, made.i18n, size)
        slide.notes_slide.notes_text_frame.text = notes


def _sources(deck: Any, made: Material) -> None:
    """The documents with their references, then all others by name; the notes have addresses."""
    i18n, documents = made.i18n, {entry.text for entry in made.documents}
    told = "\n".join(entry.text for entry in made.documents)
    references = list(map(_reference, made.documents))
    _listed(deck, i18n.t("The documents"), references, told, made)
    others = [source for source in made.sources if outside(source)]
    names = sorted((f"{PAPER_SIGN}\u00a0{i18n.source(one)}", one.URL or "") for one in others)
    runs = [part for name, link in names for part in (Run(name, link=link), Run("; "))][:-1]
    step = 2 * NAMES_TOGETHER
    together = [runs[at : at + step] for at in range(0, len(runs), step)]
    told = "\n".join(e.text for e in made.bibliography if e.text not in documents)
    _listed(deck, i18n.t("Other sources"), together, told, made)


def slides_pptx(made: Material, drawn: Drawings, progress: Progress = no_progress) -> bytes:
    """The slides of a lesson.

    Args:
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
    _sources(deck, made)
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
