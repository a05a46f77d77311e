"""The slides as PPTX, to be read from the last row: texts of 24 points and more, labels of 14.

A title and a key; for each step its text beside its map, then its question with a drawing and the
answer, which appears when the teacher goes on; at the end the sources. Slides fill placeholders and
name no font and no colour of their own, so that whoever opens the deck changes the look of all of
them in the slide master. The fonts are Georgia and Arial: a slide opens where there are no others.
"""

import io
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from datetime import date, datetime, time
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls
from pptx.util import Inches, Length, Pt

from components.caches import clear_with_stories
from components.drawing.fonts import PAPER_SIGN, measure_text, use_paper_signs, wrap_text
from components.drawing.palette import PALETTES
from components.drawing.scene import Scene
from components.drawing.svg import paint, to_png
from components.export.citations import FormattedCitation, TextRun, split_runs
from components.i18n import I18n
from components.i18n.language import story_name
from components.lesson.drawings import PART_NAMES, Part, StepDrawings, paper_keys, paper_step
from components.lesson.step_texts import Lesson, StepTexts
from components.presentation.context import Context
from components.story.lesson import StepView

#: The theme, the master and the layouts, which PowerPoint and LibreOffice edit: their fonts and
#: colours are the light palette's. The boxes below are where its placeholders stand.
TEMPLATE: Final = Path(__file__).with_name("slides.pptx")
OPENING_LAYOUT, TEXT_LAYOUT, MAP_LAYOUT, DRAWING_LAYOUT = range(4)
WIDTH_INCHES, EDGE_INCHES = 13.333, 0.6
#: A head line, what a class reads, and what it may look up.
TITLE_POINTS, TEXT_POINTS, LABEL_POINTS = 32, 24, 14


class SlideBox(NamedTuple):
    left: float  # all in inches
    top: float
    width: float
    height: float


TITLE: Final = SlideBox(EDGE_INCHES, 0.31, WIDTH_INCHES - 2 * EDGE_INCHES, 1.23)
WHOLE: Final = SlideBox(EDGE_INCHES, 1.7, WIDTH_INCHES - 2 * EDGE_INCHES, 4.8)
TEXT: Final = SlideBox(EDGE_INCHES, 1.7, 5.9, 4.8)
MAP: Final = SlideBox(6.8, 1.7, WIDTH_INCHES - EDGE_INCHES - 6.8, 4.8)


def place(shape: Any, box: SlideBox) -> None:
    shape.left, shape.top, shape.width, shape.height = map(Inches, box)


PIXELS_PER_INCH: Final = 96  # a slide fills a screen 1280 pixels wide
#: Half as many pixels again as a projector 1,920 wide shows; that many of the widest pictures.
PNG_PIXELS_PER_INCH: Final = 216
PNG_WIDTH_PX: Final = 1920
#: A drawing is laid out so much smaller than its place on the slide: its labels have 14 points.
DRAWING_SCALE_FACTOR: Final = 1.72
#: Likewise of a key, whose words have 14 points at least; the first with which all of it has room.
KEY_SCALE_FACTORS: Final = (2.0, 1.8, 1.6, 1.4)
BETWEEN_KEYS_INCHES: Final = 0.4
INSET_INCHES: Final = 0.2  # from a placeholder's edges to its text, both sides together
#: Where a question's drawing and its answer stand.
ASKED: Final = MAP._replace(left=TEXT.left)
ANSWER: Final = TEXT._replace(left=TEXT.left + MAP.width + 0.3)
NAMES_TOGETHER: Final = 10  # so many sources are named in one paragraph
#: Points of lists of sources, which are looked up and not read from the last row.
LISTED: Final = (24, 20, 18, 16, 14)
LINE_HEIGHT_EM: Final = 1.22
# Arial runs wider than Source Sans, whose widths are known here, and Georgia than Source Serif;
# what stands in for Georgia where it is missing is wider still.
SANS_WIDTH_FACTOR, SERIF_WIDTH_FACTOR = 1.14, 1.33
TITLES: Final = (TITLE_POINTS, 30, 28, 26, TEXT_POINTS)
TEXTS: Final = (32, 30, 28, 26, TEXT_POINTS)
GAP_INCHES: Final = 0.08  # between two references
TAGS: Final = {"en": "en-GB", "es": "es-CO"}
#: PresentationML for the effect "Appear", started by a click.
_APPEAR: Final = """
<p:timing {ns}><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot">
<p:childTnLst><p:seq concurrent="1" nextAc="seek">
<p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst><p:par><p:cTn id="3" fill="hold">
<p:stCondLst><p:cond delay="indefinite"/></p:stCondLst><p:childTnLst><p:par>
<p:cTn id="4" fill="hold"><p:stCondLst><p:cond delay="0"/></p:stCondLst><p:childTnLst><p:par>
<p:cTn id="5" presetID="1" presetClass="entr" presetSubtype="0" fill="hold" grpId="0"
nodeType="clickEffect"><p:stCondLst><p:cond delay="0"/></p:stCondLst><p:childTnLst><p:set>
<p:cBhvr><p:cTn id="6" dur="1" fill="hold"><p:stCondLst><p:cond delay="0"/></p:stCondLst></p:cTn>
<p:tgtEl><p:spTgt spid="{shape}"/></p:tgtEl>
<p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst></p:cBhvr>
<p:to><p:strVal val="visible"/></p:to></p:set></p:childTnLst></p:cTn></p:par></p:childTnLst>
</p:cTn></p:par></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn>
<p:prevCondLst><p:cond evt="onPrev" delay="0">
<p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:prevCondLst>
<p:nextCondLst><p:cond evt="onNext" delay="0">
<p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:nextCondLst>
</p:seq></p:childTnLst></p:cTn></p:par></p:tnLst>
<p:bldLst><p:bldP spid="{shape}" grpId="0"/></p:bldLst></p:timing>"""
_SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+")

Paragraph = Sequence[TextRun]


def height_of(words: str, width: float, size: float, *, serif: bool = False) -> float:
    """How tall a text is when it is set so wide, in inches; a word that is too wide makes it so."""
    weight, room = (700, SERIF_WIDTH_FACTOR) if serif else (600, SANS_WIDTH_FACTOR)
    lines = wrap_text(words, width * 72 / room, size, weight, serif=serif)
    widest = max((measure_text(line, size, weight, serif=serif) for line in lines), default=0)
    return len(lines) * size * LINE_HEIGHT_EM / 72 if widest * room <= width * 72 else float("inf")


def fitting(words: str, box: SlideBox, sizes: Sequence[int], *, serif: bool = False) -> int:
    """The largest of some sizes, in points, in which a text fits into a box; else the smallest."""
    fit = (s for s in sizes if height_of(words, box.width, s, serif=serif) <= box.height)
    return next(fit, sizes[-1])


def parted(words: str, box: SlideBox) -> list[str]:
    """A text in as many parts as it needs boxes, parted between sentences."""
    parts: list[str] = [""]
    for sentence in _SENTENCE.split(words):
        longer = f"{parts[-1]} {sentence}".strip()
        if parts[-1] and height_of(longer, box.width, TEXT_POINTS) > box.height:
            parts.append(sentence)
        else:
            parts[-1] = longer
    return parts


def write(frame: Any, paragraphs: Sequence[Paragraph], i18n: I18n, size: int | None) -> None:
    """Fill a placeholder; a size is set only where it differs from the theme's."""
    frame.word_wrap = True
    frame.auto_size = MSO_AUTO_SIZE.NONE
    for number, pieces_of_it in enumerate(paragraphs):
        paragraph = frame.add_paragraph() if number else frame.paragraphs[0]
        if number:
            paragraph.space_before = Inches(GAP_INCHES)
        for piece in pieces_of_it:
            run = paragraph.add_run()
            run.text = use_paper_signs(piece.text)
            run.font._rPr.set("lang", TAGS[i18n.language])
            if size:
                run.font.size = Pt(size)
            if piece.italic:
                run.font.italic = True
            if piece.link:
                run.hyperlink.address = piece.link


def write_body(slide: Any, words: Paragraph, box: SlideBox, i18n: I18n) -> None:
    """Fill the body in the largest size in which all of it fits."""
    place(slide.placeholders[1], box)
    size = fitting(" ".join(piece.text for piece in words), box, TEXTS)
    write(slide.placeholders[1].text_frame, [words], i18n, size)


def body_below(box: SlideBox, title: str) -> SlideBox:
    """A place under a title; one that in 24 points is taller than its place takes some of it."""
    tall = height_of(title, TITLE.width, TEXT_POINTS, serif=True)
    over = max(tall - TITLE.height, 0.0) if tall != float("inf") else 0.0
    return box._replace(top=box.top + over, height=box.height - over)


def add_slide(
    deck: Any, layout: int, title: str, i18n: I18n, footer: str = "", notes: str = ""
) -> Any:
    """A new slide with its title in the largest size that fits, a footer, its number, and notes."""
    slide = deck.slides.add_slide(deck.slide_layouts[layout])
    for shape in slide.slide_layout.placeholders:
        kind = shape.placeholder_format.type
        if kind == PP_PLACEHOLDER.SLIDE_NUMBER or (kind == PP_PLACEHOLDER.FOOTER and footer):
            slide.shapes._spTree.append(deepcopy(shape._element))
    for shape in slide.placeholders:
        if shape.placeholder_format.type == PP_PLACEHOLDER.FOOTER:
            shape.text_frame.text = footer
            shape.text_frame.word_wrap = True
            shape.text_frame.paragraphs[0].runs[0].font.size = Pt(LABEL_POINTS)
    size = fitting(title, TITLE, TITLES, serif=True)
    if over := body_below(TITLE, title).top - TITLE.top:
        place(slide.shapes.title, TITLE._replace(height=TITLE.height + over))
    frame = slide.shapes.title.text_frame
    write(frame, [[TextRun(title)]], i18n, None if size == TITLE_POINTS else size)
    if notes:
        slide.notes_slide.notes_text_frame.text = notes
    return slide


@clear_with_stories
@lru_cache(maxsize=32)
def picture_png(svg: str, width: int) -> bytes:
    """A picture on paper; those of steps that show the same are drawn once."""
    return to_png(svg, width, PALETTES["light"].paper)


def _put(add: Callable[..., Any], drawing: Scene, name: str, box: SlideBox, *where: Length) -> Any:
    """Add a drawing as a picture, with its name and what it shows for those who do not see it."""
    # As fine as a projector shows it in its box: most of the time goes into pixels.
    width = min(round(box.width * PNG_PIXELS_PER_INCH), PNG_WIDTH_PX)
    picture = add(io.BytesIO(picture_png(paint(drawing), width)), *where)
    picture.name = name
    picture._element.nvPicPr.cNvPr.set("descr", drawing.text_alternative)
    return picture


def _drawing(ctx: Context, part: Part, view: StepView, box: SlideBox) -> Scene:
    scale = PIXELS_PER_INCH / DRAWING_SCALE_FACTOR
    return paper_step(ctx, part, view, box.width * scale, box.height * scale)


def notes_of(step: StepTexts, i18n: I18n) -> str:
    parts = [i18n.n("{count} minute", "{count} minutes", step.step.minutes)]
    if step.question:
        parts += [f"{i18n.t('Question:')} {step.question}", f"{i18n.t('Answer:')} {step.answer}"]
        for item in step.evidence:
            value = f"{item['value']}. " if item["value"] else ""
            places = f" [{'; '.join(item['references'])}]" if item["references"] else ""
            parts.append(f"– {value}{item['text']} ({item['said']}){places}")
    if step.notes:
        parts.append(f"{i18n.t('Notes:')} {step.notes}")
    if step.references:
        parts.append(f"{i18n.t('Sources:')} {'; '.join(step.references)}.")
    return use_paper_signs("\n".join(parts))


def _step_slides(deck: Any, step: StepTexts, i18n: I18n, ctx: Context) -> list[Scene]:
    """The text beside the first drawing, then the question above the other; both drawings."""
    view, title, notes = step.step.view, step.question or step.headline, notes_of(step, i18n)
    foot, asked = (
        f"{i18n.t('Sources:')} {sources}" if sources else ""
        for sources in (
            step.format_sources(),
            step.format_sources(of_answer=True) or step.format_sources(),
        )
    )
    first, *others = StepDrawings(view, ctx).parts()
    last, name = others[0] if others else first, i18n.t(PART_NAMES[first])
    layout = MAP_LAYOUT if others else TEXT_LAYOUT
    box, side = (body_below(part, step.headline) for part in (TEXT if others else WHOLE, MAP))
    beside = [_drawing(ctx, first, view, side)] if others else []
    for words in parted(step.text, box):
        slide = add_slide(deck, layout, step.headline, i18n, foot, notes)
        write_body(slide, [TextRun(words)], box, i18n)
        for one in beside:
            place(slide.placeholders[2], side)
            _put(slide.placeholders[2].insert_picture, one, name, side)

    layout = MAP_LAYOUT if step.answer else DRAWING_LAYOUT
    slide = add_slide(deck, layout, title, i18n, asked, notes)
    box, room = body_below(ANSWER, title), body_below(ASKED if step.answer else WHOLE, title)
    drawing, name = _drawing(ctx, last, view, room), i18n.t(PART_NAMES[last])
    if not step.answer:
        _put(slide.shapes.add_picture, drawing, name, room, *map(Inches, room))
        return [*beside, drawing]
    lead = f"{i18n.t('Answer:')} "
    start, *more = parted(lead + step.answer, box)
    place(slide.placeholders[2], room)
    place(_put(slide.placeholders[2].insert_picture, drawing, name, room), room)
    write_body(slide, [TextRun(lead), TextRun(start.removeprefix(lead))], box, i18n)
    answer = slide.placeholders[1]
    answer.text_frame.paragraphs[0].runs[0].font.bold = True
    slide._element.append(parse_xml(_APPEAR.format(ns=nsdecls("p"), shape=answer.shape_id)))
    # What has no room goes on on slides of its own.
    for words in parted(" ".join(more), body_below(WHOLE, title)) if more else ():
        slide = add_slide(deck, TEXT_LAYOUT, title, i18n, asked)
        write_body(slide, [TextRun(words)], body_below(WHOLE, title), i18n)
    return [*beside, drawing]


def _reference(entry: FormattedCitation) -> Paragraph:
    """A reference to be read; the words for where it stood are a link in place of the address."""
    link = next((piece.link for piece in split_runs(entry) if piece.link), "")
    *found, last = (piece for piece in split_runs(entry) if not piece.link)
    # Of a page in italics these are the last ones: LibreOffice breaks a long link within a word.
    before, stop, where = last.text.rstrip().rpartition(". ")
    # Behind a periodical in italics stands only a full stop.
    ends = len(where) > 1
    words = [one._replace(link="" if ends or not one.italic else link) for one in found]
    return [*words, TextRun(before + stop), TextRun(where, last.italic, link if ends else "")]


def _sources(deck: Any, made: Lesson) -> None:
    i18n, documents = made.i18n, made.format_bibliography(documents_only=True)
    reports = [source for source in made.sources if source.custom.tier != "document"]
    names = sorted(
        (f"{PAPER_SIGN}\u00a0{i18n.source_label(one)}", one.URL or "") for one in reports
    )
    words = [part for name, link in names for part in (TextRun("; "), TextRun(name, link=link))][1:]
    others = [entry for entry in made.format_bibliography() if entry not in documents]
    step = 2 * NAMES_TOGETHER
    together = [words[at : at + step] for at in range(0, len(words), step)]
    for title, paragraphs, entries in (
        (i18n.t("The documents"), list(map(_reference, documents)), documents),
        (i18n.t("Other sources"), together, others),
    ):
        for size in LISTED:
            pages, height = list[list[Paragraph]](), float("inf")
            for paragraph in paragraphs:
                text = "".join(piece.text for piece in paragraph)
                tall = height_of(text, WHOLE.width - INSET_INCHES, size) + GAP_INCHES
                if height + tall > WHOLE.height - INSET_INCHES:
                    pages, height = [*pages, []], 0.0
                pages[-1].append(paragraph)
                height += tall
            if len(pages) <= 1:
                break
        notes = "\n".join(entry.text for entry in entries)
        for number, page in enumerate(pages, start=1):
            of = f" {number}/{len(pages)}" if len(pages) > 1 else ""
            slide = add_slide(deck, TEXT_LAYOUT, f"{title}{of}", i18n, made.credit, notes)
            write(slide.placeholders[1].text_frame, page, i18n, size)


def slides_pptx(made: Lesson) -> bytes:
    deck, i18n, ctx = Presentation(str(TEMPLATE)), made.i18n, made.ctx
    slide = add_slide(deck, OPENING_LAYOUT, made.title, i18n, made.credit)
    lead = i18n.t("What happened, where, how many, and who says so.")
    length = sum(step.minutes for step in made.story.steps)
    minutes = i18n.n("{count} minute", "{count} minutes", length)
    write(slide.placeholders[1].text_frame, [[TextRun(lead)], [TextRun(minutes)]], i18n, None)

    key = add_slide(deck, DRAWING_LAYOUT, i18n.t("How to read the drawings"), i18n)
    drawings = [one for step in made.steps for one in _step_slides(deck, step, i18n, ctx)]
    for scale in KEY_SCALE_FACTORS:
        inch = PIXELS_PER_INCH / scale
        keys = paper_keys(ctx, drawings, WHOLE.width * inch, DRAWING_SCALE_FACTOR / scale)
        tall = [one.height / inch + BETWEEN_KEYS_INCHES for one in keys]
        if sum(tall) <= WHOLE.height:
            break
    for n, one in enumerate(keys):
        at = WHOLE._replace(top=WHOLE.top + sum(tall[:n]))
        _put(key.shapes.add_picture, one, one.title, at, *map(Inches, at[:3]))
    _sources(deck, made)

    about = deck.core_properties
    about.title, about.author = made.title, story_name(made.dataset, i18n)
    about.language, about.comments = TAGS[i18n.language], made.credit
    # The data's day, not today's.
    day = made.dataset.created or date(2000, 1, 1)
    about.created = about.modified = datetime.combine(day, time())
    about.last_modified_by = about.author
    file = io.BytesIO()
    deck.save(file)
    return file.getvalue()
