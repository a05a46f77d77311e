"""The slides as PPTX, to be read from the last row: texts of 24 points and more, labels of 14.

A title and a key; for each step its text beside its map, then its question with a drawing and the
answer, which appears when the teacher goes on; at the end the sources. Slides fill placeholders and
name no font and no colour of their own, so that whoever opens the deck changes the look of all of
them in the slide master. The fonts are Georgia and Arial: a slide opens where there are no others.
"""

import io
import math
import re
from collections.abc import Mapping, Sequence
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
from pptx.util import Inches, Pt

from components.caches import clear_with_stories
from components.citing.citations import FormattedCitation, TextRun, split_runs
from components.drawing.fonts import PAPER_SIGN, measure_text, use_paper_signs, wrap_text
from components.drawing.palette import PALETTES
from components.drawing.scene import Scene
from components.drawing.svg import paint, to_png
from components.drawing.text_direction import (
    isolate_text,
    join_isolated,
    script_language,
    text_direction,
)
from components.i18n import I18n
from components.i18n.language import story_name
from components.lesson.drawings import (
    PART_NAMES,
    Part,
    StepDrawings,
    choose_drawn_view,
    paper_keys,
    paper_step,
)
from components.lesson.step_texts import NO_BREAK_SPACE, Lesson, StepTexts

#: The theme, the master and the layouts, which PowerPoint and LibreOffice edit: their fonts and
#: colours are the light palette's. The boxes below are where its placeholders stand.
TEMPLATE: Final = Path(__file__).with_name("slides.pptx")
#: The layouts of the template by their numbers.
OPENING_LAYOUT: Final = 0
TEXT_LAYOUT: Final = 1
MAP_LAYOUT: Final = 2
DRAWING_LAYOUT: Final = 3
WIDTH_INCHES: Final = 13.333
EDGE_INCHES: Final = 0.6
#: A headline, what a class reads, and what it may look up.
TITLE_POINTS: Final = 32
TEXT_POINTS: Final = 24
LABEL_POINTS: Final = 14


class SlideBox(NamedTuple):
    """A place on a slide, in inches."""

    left: float
    top: float
    width: float
    height: float


TITLE: Final = SlideBox(
    left=EDGE_INCHES,
    top=0.31,
    width=WIDTH_INCHES - 2 * EDGE_INCHES,
    height=1.23,
)
WHOLE: Final = SlideBox(
    left=EDGE_INCHES,
    top=1.7,
    width=WIDTH_INCHES - 2 * EDGE_INCHES,
    height=4.8,
)
TEXT: Final = SlideBox(
    left=EDGE_INCHES,
    top=1.7,
    width=5.9,
    height=4.8,
)
MAP: Final = SlideBox(
    left=6.8,
    top=1.7,
    width=WIDTH_INCHES - EDGE_INCHES - 6.8,
    height=4.8,
)
#: Where a question's drawing and its answer stand.
ASKED: Final = MAP._replace(left=TEXT.left)
#: Between a drawing and the text beside it.
BESIDE_DRAWING_INCHES: Final = 0.3
ANSWER_LEFT_INCHES: Final = TEXT.left + MAP.width + BESIDE_DRAWING_INCHES
ANSWER: Final = TEXT._replace(left=ANSWER_LEFT_INCHES)

PIXELS_PER_INCH: Final = 96  # a slide fills a screen 1280 pixels wide
POINTS_PER_INCH: Final = 72
#: Half as many pixels again as a projector 1,920 wide shows; that many of the widest pictures.
PNG_PIXELS_PER_INCH: Final = 216
PNG_WIDTH_PX: Final = 1920
#: A drawing is laid out so much smaller than its place on the slide: its labels have 14 points.
DRAWING_SCALE_FACTOR: Final = 1.72
#: Likewise of a key, whose words have 14 points at least; the first with which all of it has room.
KEY_SCALE_FACTORS: Final = (2.0, 1.8, 1.6, 1.4)
BETWEEN_KEYS_INCHES: Final = 0.4
INSET_INCHES: Final = 0.2  # from a placeholder's edges to its text, both sides together
GAP_INCHES: Final = 0.08  # between two references
NAMES_TOGETHER: Final = 10  # so many sources are named in a paragraph
#: Points of lists of sources, which are looked up and not read from the last row.
LIST_SIZES: Final = (24, 20, 18, 16, 14)
TITLE_SIZES: Final = (TITLE_POINTS, 30, 28, 26, TEXT_POINTS)
TEXT_SIZES: Final = (32, 30, 28, 26, TEXT_POINTS)
LINE_HEIGHT_EM: Final = 1.22
# Arial runs wider than Source Sans, whose widths are known here, and Georgia than Source Serif;
# what stands in for Georgia where it is missing is wider still.
SANS_WIDTH_FACTOR: Final = 1.14
SERIF_WIDTH_FACTOR: Final = 1.33
SANS_WEIGHT: Final = 600
SERIF_WEIGHT: Final = 700
LANGUAGE_TAGS: Final = {"en": "en-GB", "es": "es-CO"}
#: Of a data set without a day of its own: the same data give the same file.
DEFAULT_DAY: Final = date(2000, 1, 1)
#: The placeholders of a layout by their numbers: the body, and beside it the drawing.
BODY: Final = 1
DRAWING: Final = 2
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


class SourceList(NamedTuple):
    """A list of sources: its title, its paragraphs, and the references for the notes."""

    title: str
    paragraphs: list[Paragraph]
    references: Sequence[FormattedCitation]


# Measuring ----------------------------------------------------------------------------------------


def measure_text_height(text: str, width: float, size: float, *, serif: bool = False) -> float:
    """Return how tall a text is when it is set so wide; inf where a word is too wide.

    Parameters
    ----------
    width
        Inches, as is the height.
    size
        Points.
    """
    weight = SANS_WEIGHT
    width_factor = SANS_WIDTH_FACTOR
    if serif:
        weight = SERIF_WEIGHT
        width_factor = SERIF_WIDTH_FACTOR
    width_points = width * POINTS_PER_INCH
    wrap_width = width_points / width_factor
    lines = wrap_text(
        content=text,
        width=wrap_width,
        size=size,
        weight=weight,
        serif=serif,
    )
    for line in lines:
        line_width = measure_text(line, size, weight, serif=serif)
        if line_width * width_factor > width_points:
            return math.inf
    return len(lines) * size * LINE_HEIGHT_EM / POINTS_PER_INCH


def choose_font_size(text: str, box: SlideBox, sizes: Sequence[int], *, serif: bool = False) -> int:
    """Return the first of some sizes (points) in which a text fits into a box; else the last."""
    for size in sizes:
        text_height = measure_text_height(
            text=text,
            width=box.width,
            size=size,
            serif=serif,
        )
        if text_height <= box.height:
            return size
    return sizes[-1]


def split_text(text: str, box: SlideBox) -> list[str]:
    """Split a text between sentences into as many parts as it needs boxes."""
    parts: list[str] = []
    current_part = ""
    for sentence in _SENTENCE.split(text):
        longer_part = f"{current_part} {sentence}".strip()
        height = measure_text_height(longer_part, box.width, TEXT_POINTS)
        if current_part and height > box.height:
            parts.append(current_part)
            current_part = sentence
        else:
            current_part = longer_part
    parts.append(current_part)
    return parts


def list_fitting_evidence(step_texts: StepTexts, text: str, box: SlideBox) -> list[str]:
    """Return the claims that an answer rests on, as far as a box has room for them below a text."""
    room = box.height - measure_text_height(text, box.width, TEXT_POINTS)
    claims: list[str] = []
    for item in step_texts.evidence:
        claim = f"{isolate_text(item['text'])} ({item['said']})"
        if item["value"]:
            claim = f"{item['value']}. {claim}"
        line = f"– {claim}"
        room -= GAP_INCHES + measure_text_height(line, box.width, TEXT_POINTS)
        if room < 0:
            break
        claims.append(line)
    return claims


def title_excess(title: str) -> float:
    """Return by how many inches a title in the smallest size is taller than its box."""
    height = measure_text_height(
        text=title,
        width=TITLE.width,
        size=TEXT_POINTS,
        serif=True,
    )
    if height == math.inf:
        return 0.0
    return max(height - TITLE.height, 0.0)


def box_below_title(box: SlideBox, title: str) -> SlideBox:
    """Return a box as its title leaves it: a title too tall for its own takes some of it."""
    excess = title_excess(title)
    top = box.top + excess
    height = box.height - excess
    return box._replace(top=top, height=height)


# Filling ------------------------------------------------------------------------------------------


def place_shape(shape: Any, box: SlideBox) -> None:
    """Place a shape of python-pptx in a box."""
    shape.left = Inches(box.left)
    shape.top = Inches(box.top)
    shape.width = Inches(box.width)
    shape.height = Inches(box.height)


def write_paragraphs(
    frame: Any, paragraphs: Sequence[Paragraph], i18n: I18n, size: int | None
) -> None:
    """Fill the text frame of a placeholder.

    Parameters
    ----------
    size
        Points; ``None`` leaves the size of the theme.
    """
    frame.word_wrap = True
    frame.auto_size = MSO_AUTO_SIZE.NONE
    for index, text_runs in enumerate(paragraphs):
        if index == 0:
            paragraph = frame.paragraphs[0]
        else:
            paragraph = frame.add_paragraph()
            paragraph.space_before = Inches(GAP_INCHES)
        for text_run in text_runs:
            run = paragraph.add_run()
            _write_run(
                run=run,
                text_run=text_run,
                i18n=i18n,
                size=size,
            )
        set_direction(paragraph)


def set_direction(paragraph: Any) -> None:
    """Set a paragraph of python-pptx right to left, and at the right, where its text runs so."""
    if text_direction(paragraph.text) == "ltr":
        return
    properties = paragraph._p.get_or_add_pPr()
    properties.set("algn", "r")
    properties.set("rtl", "1")


def _write_run(run: Any, text_run: TextRun, i18n: I18n, size: int | None) -> None:
    run.text = use_paper_signs(text_run.text)
    font = run.font
    language_tag = script_language(text_run.text) or LANGUAGE_TAGS[i18n.language]
    font._rPr.set("lang", language_tag)
    if size:
        font.size = Pt(size)
    if text_run.italic:
        font.italic = True
    if text_run.link:
        run.hyperlink.address = text_run.link


def _first_run(frame: Any) -> Any:
    """Return the first run of the first paragraph of a text frame."""
    first_paragraph = frame.paragraphs[0]
    return first_paragraph.runs[0]


def write_body(slide: Any, text_runs: Paragraph, box: SlideBox, i18n: I18n) -> None:
    """Fill the body of a slide in the largest size in which all of it fits."""
    body = slide.placeholders[BODY]
    place_shape(body, box)
    text = " ".join(text_run.text for text_run in text_runs)
    size = choose_font_size(text, box, TEXT_SIZES)
    write_paragraphs(
        frame=body.text_frame,
        paragraphs=[text_runs],
        i18n=i18n,
        size=size,
    )


def write_title(slide: Any, title: str, i18n: I18n) -> None:
    """Fill the title of a slide in the largest size in which it fits."""
    title_shape = slide.shapes.title
    excess = title_excess(title)
    if excess:
        title_height = TITLE.height + excess
        taller_box = TITLE._replace(height=title_height)
        place_shape(title_shape, taller_box)
    size: int | None = choose_font_size(
        text=title,
        box=TITLE,
        sizes=TITLE_SIZES,
        serif=True,
    )
    if size == TITLE_POINTS:
        size = None
    title_run = TextRun(title)
    write_paragraphs(
        frame=title_shape.text_frame,
        paragraphs=[[title_run]],
        i18n=i18n,
        size=size,
    )


@clear_with_stories
@lru_cache(maxsize=32)
def picture_png(svg: str, width: int) -> bytes:
    """Rasterize a drawing on paper; steps that show the same share a picture.

    Parameters
    ----------
    width
        Pixels.
    """
    palette = PALETTES["light"]
    return to_png(svg, width, palette.paper)


def _render_picture(drawing: Scene, box: SlideBox) -> io.BytesIO:
    # As fine as a projector shows it in its box: most of the time goes into pixels.
    box_width = round(box.width * PNG_PIXELS_PER_INCH)
    width = min(box_width, PNG_WIDTH_PX)
    svg = paint(drawing)
    picture = picture_png(svg, width)
    return io.BytesIO(picture)


def _name_picture(picture: Any, drawing: Scene, name: str) -> None:
    """Name a picture, and describe it for those who do not see it."""
    picture.name = name
    properties = picture._element.nvPicPr.cNvPr
    properties.set("descr", drawing.text_alternative)


def insert_drawing(slide: Any, drawing: Scene, name: str, box: SlideBox) -> Any:
    """Fill the placeholder of a drawing, which is placed in a box; return the picture."""
    placeholder = slide.placeholders[DRAWING]
    place_shape(placeholder, box)
    picture_file = _render_picture(drawing, box)
    picture = placeholder.insert_picture(picture_file)
    _name_picture(picture, drawing, name)
    return picture


def format_notes(step_texts: StepTexts, i18n: I18n) -> str:
    """Format the teacher's notes of a step: its question, answer, evidence and sources."""
    minutes = step_texts.step.minutes
    duration = i18n.n("{count} minute", "{count} minutes", minutes)
    lines = [duration]
    if step_texts.question:
        question_label = i18n.t("Question:")
        answer_label = i18n.t("Answer:")
        lines.append(f"{question_label} {step_texts.question}")
        lines.append(f"{answer_label} {step_texts.answer}")
        for item in step_texts.evidence:
            evidence_line = _format_evidence(item)
            lines.append(evidence_line)
    if step_texts.notes:
        notes_label = i18n.t("Notes:")
        lines.append(f"{notes_label} {step_texts.notes}")
    if step_texts.references:
        sources_label = i18n.t("Sources:")
        references = join_isolated("; ", step_texts.references)
        lines.append(f"{sources_label} {references}.")
    return use_paper_signs("\n".join(lines))


def _format_evidence(item: Mapping[str, Any]) -> str:
    evidence_text = isolate_text(item["text"])
    line = f"{evidence_text} ({item['said']})"
    if item["value"]:
        line = f"{item['value']}. {line}"
    if item["references"]:
        references = join_isolated("; ", item["references"])
        line = f"{line} [{references}]"
    return f"– {line}"


# The sources --------------------------------------------------------------------------------------


def _reference_paragraph(reference: FormattedCitation) -> Paragraph:
    """Return a reference to be read; its last words are a link in place of the address."""
    link = ""
    text_runs: list[TextRun] = []
    for text_run in split_runs(reference):
        if not text_run.link:
            text_runs.append(text_run)
        elif not link:
            link = text_run.link
    last_run = text_runs.pop()
    last_text = last_run.text.rstrip()
    before, stop, last_words = last_text.rpartition(". ")
    last_link = link
    italics_link = ""
    if len(last_words) <= 1:
        # Behind a periodical in italics stands only a full stop, so its name is the link. Of a
        # page in italics the last words are: LibreOffice breaks a long link within a word.
        last_link = ""
        italics_link = link
    paragraph: list[TextRun] = []
    for text_run in text_runs:
        run_link = ""
        if text_run.italic:
            run_link = italics_link
        linked_run = text_run._replace(link=run_link)
        paragraph.append(linked_run)
    text_before_link = TextRun(before + stop)
    final_run = TextRun(last_words, last_run.italic, last_link)
    paragraph.append(text_before_link)
    paragraph.append(final_run)
    return paragraph


def _name_paragraphs(lesson: Lesson) -> list[Paragraph]:
    """Return the names of the reports, linked and in order, some in each paragraph."""
    names: list[tuple[str, str]] = []
    for source in lesson.sources:
        if source.custom.tier != "document":
            label = lesson.i18n.source_label(source)
            name = f"{PAPER_SIGN}{NO_BREAK_SPACE}{label}"
            link = source.URL or ""
            names.append((name, link))
    names.sort()
    text_runs: list[TextRun] = []
    for name, link in names:
        name_run = TextRun(name, link=link)
        separator_run = TextRun("; ")
        text_runs.append(name_run)
        text_runs.append(separator_run)
    # The last name has no other behind it.
    text_runs = text_runs[:-1]
    # Each name with the sign that parts it from the next.
    run_count = 2 * NAMES_TOGETHER
    starts = range(0, len(text_runs), run_count)
    return [text_runs[start : start + run_count] for start in starts]


def _split_pages(paragraphs: Sequence[Paragraph], size: int) -> list[list[Paragraph]]:
    """Split paragraphs into as many slides as they need in a size (points)."""
    page_width = WHOLE.width - INSET_INCHES
    page_height = WHOLE.height - INSET_INCHES
    pages: list[list[Paragraph]] = []
    used_height = math.inf
    for paragraph in paragraphs:
        text = "".join(text_run.text for text_run in paragraph)
        text_height = measure_text_height(text, page_width, size)
        height = text_height + GAP_INCHES
        if used_height + height > page_height:
            pages.append([])
            used_height = 0.0
        pages[-1].append(paragraph)
        used_height += height
    return pages


# The deck -----------------------------------------------------------------------------------------


class DeckWriter:
    """Writes a lesson into a deck of the template, slide by slide."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.i18n = lesson.i18n
        self.ctx = lesson.ctx
        self.deck = Presentation(str(TEMPLATE))

    def write_deck(self) -> bytes:
        """Write all slides and return the file."""
        self._write_opening()
        title = self.i18n.t("How to read the drawings")
        # The keys are those of the drawings, so this slide is filled once these are known.
        key_slide = self._add_slide(DRAWING_LAYOUT, title)
        drawings: list[Scene] = []
        for step_texts in self.lesson.steps:
            step_drawings = self._write_step(step_texts)
            drawings.extend(step_drawings)
        self._write_keys(key_slide, drawings)
        self._write_sources()
        self._write_properties()
        file = io.BytesIO()
        self.deck.save(file)
        return file.getvalue()

    def _add_slide(self, layout: int, title: str, footer: str = "", notes: str = "") -> Any:
        """Add a slide with its title, number and notes, and a footer if it has one."""
        slide_layout = self.deck.slide_layouts[layout]
        slide = self.deck.slides.add_slide(slide_layout)
        for shape in slide.slide_layout.placeholders:
            kind = shape.placeholder_format.type
            has_footer = kind == PP_PLACEHOLDER.FOOTER and footer
            if kind == PP_PLACEHOLDER.SLIDE_NUMBER or has_footer:
                element = deepcopy(shape._element)
                slide.shapes._spTree.append(element)
        for shape in slide.placeholders:
            if shape.placeholder_format.type == PP_PLACEHOLDER.FOOTER:
                frame = shape.text_frame
                frame.text = footer
                frame.word_wrap = True
                _first_run(frame).font.size = Pt(LABEL_POINTS)
                set_direction(frame.paragraphs[0])
        write_title(slide, title, self.i18n)
        if notes:
            notes_frame = slide.notes_slide.notes_text_frame
            notes_frame.text = notes
            for paragraph in notes_frame.paragraphs:
                set_direction(paragraph)
        return slide

    def _draw_part(self, step_texts: StepTexts, part: Part, box: SlideBox) -> Scene:
        """Draw a part of a step for a box of a slide."""
        scale = PIXELS_PER_INCH / DRAWING_SCALE_FACTOR
        width_px = box.width * scale
        height_px = box.height * scale
        view = choose_drawn_view(step_texts.step, self.ctx.dataset)
        return paper_step(
            ctx=self.ctx,
            part=part,
            view=view,
            width=width_px,
            height=height_px,
        )

    def _write_body(self, slide: Any, text: str, box: SlideBox) -> None:
        text_run = TextRun(text)
        write_body(
            slide=slide,
            text_runs=[text_run],
            box=box,
            i18n=self.i18n,
        )

    def _write_opening(self) -> None:
        lesson = self.lesson
        slide = self._add_slide(OPENING_LAYOUT, lesson.title, lesson.credit)
        lead = self.i18n.t("What happened, where, how many, and who says so.")
        minutes = sum(step.minutes for step in lesson.story.steps)
        duration = self.i18n.n("{count} minute", "{count} minutes", minutes)
        paragraphs = [
            [TextRun(lead)],
            [TextRun(duration)],
        ]
        body = slide.placeholders[BODY]
        write_paragraphs(
            frame=body.text_frame,
            paragraphs=paragraphs,
            i18n=self.i18n,
            size=None,
        )

    def _write_step(self, step_texts: StepTexts) -> list[Scene]:
        """Write the slides of a step and return its drawings.

        Its text stands beside the first of two drawings, its question above the last.
        """
        notes = format_notes(step_texts, self.i18n)
        view = choose_drawn_view(step_texts.step, self.ctx.dataset)
        step_drawings = StepDrawings(view, self.ctx)
        parts = step_drawings.parts()
        drawings: list[Scene] = []
        if len(parts) > 1:
            text_drawing = self._write_text_and_drawing(step_texts, parts[0], notes)
            drawings.append(text_drawing)
        else:
            self._write_text(step_texts, notes)
        if not parts:
            self._write_question_alone(step_texts, notes)
            return drawings
        question_drawing = self._write_question(step_texts, parts[-1], notes)
        drawings.append(question_drawing)
        return drawings

    def _format_footer(self, sources: str) -> str:
        if sources:
            label = self.i18n.t("Sources:")
            return f"{label} {sources}"
        return ""

    def _write_text(self, step_texts: StepTexts, notes: str) -> None:
        headline = step_texts.headline
        footer = self._format_footer(step_texts.format_sources())
        box = box_below_title(WHOLE, headline)
        for text in split_text(step_texts.text, box):
            slide = self._add_slide(
                layout=TEXT_LAYOUT,
                title=headline,
                footer=footer,
                notes=notes,
            )
            self._write_body(slide, text, box)

    def _write_text_and_drawing(self, step_texts: StepTexts, part: Part, notes: str) -> Scene:
        headline = step_texts.headline
        footer = self._format_footer(step_texts.format_sources())
        text_box = box_below_title(TEXT, headline)
        drawing_box = box_below_title(MAP, headline)
        drawing = self._draw_part(step_texts, part, drawing_box)
        name = self.i18n.t(PART_NAMES[part])
        for text in split_text(step_texts.text, text_box):
            slide = self._add_slide(
                layout=MAP_LAYOUT,
                title=headline,
                footer=footer,
                notes=notes,
            )
            self._write_body(slide, text, text_box)
            insert_drawing(
                slide=slide,
                drawing=drawing,
                name=name,
                box=drawing_box,
            )
        return drawing

    def _write_question(self, step_texts: StepTexts, part: Part, notes: str) -> Scene:
        """Write the question, or else the headline, above a drawing, with the answer."""
        title = step_texts.question or step_texts.headline
        sources = step_texts.format_sources(of_answer=True)
        if not sources:
            sources = step_texts.format_sources()
        footer = self._format_footer(sources)
        name = self.i18n.t(PART_NAMES[part])
        if not step_texts.answer:
            box = box_below_title(WHOLE, title)
            slide = self._add_slide(
                layout=DRAWING_LAYOUT,
                title=title,
                footer=footer,
                notes=notes,
            )
            drawing = self._draw_part(step_texts, part, box)
            picture_file = _render_picture(drawing, box)
            sides = [Inches(side) for side in box]
            picture = slide.shapes.add_picture(picture_file, *sides)
            _name_picture(picture, drawing, name)
            return drawing
        box = box_below_title(ASKED, title)
        slide = self._add_slide(
            layout=MAP_LAYOUT,
            title=title,
            footer=footer,
            notes=notes,
        )
        drawing = self._draw_part(step_texts, part, box)
        picture = insert_drawing(
            slide=slide,
            drawing=drawing,
            name=name,
            box=box,
        )
        place_shape(picture, box)
        self._write_answer(
            slide=slide,
            step_texts=step_texts,
            title=title,
            footer=footer,
        )
        return drawing

    def _write_question_alone(self, step_texts: StepTexts, notes: str) -> None:
        """Write the question of a step without a drawing, if it has one, with its answer."""
        if not step_texts.answer:
            return
        footer = self._format_footer(step_texts.format_sources(of_answer=True))
        slide = self._add_slide(
            layout=MAP_LAYOUT,
            title=step_texts.question,
            footer=footer,
            notes=notes,
        )
        self._write_answer(
            slide=slide,
            step_texts=step_texts,
            title=step_texts.question,
            footer=footer,
        )

    def _write_answer(self, slide: Any, step_texts: StepTexts, title: str, footer: str) -> None:
        """Write the answer, which appears at a click.

        Its rest goes on on slides of its own, the last of which has the evidence that fits: else
        it could hold a single sentence.
        """
        answer = step_texts.answer
        answer_label = self.i18n.t("Answer:")
        label = f"{answer_label} "
        box = box_below_title(ANSWER, title)
        labelled_answer = label + answer
        first_part, *other_parts = split_text(labelled_answer, box)
        first_text = first_part.removeprefix(label)
        text_runs = [TextRun(label), TextRun(first_text)]
        write_body(
            slide=slide,
            text_runs=text_runs,
            box=box,
            i18n=self.i18n,
        )
        body = slide.placeholders[BODY]
        _first_run(body.text_frame).font.bold = True
        namespace = nsdecls("p")
        timing = _APPEAR.format(ns=namespace, shape=body.shape_id)
        timing_element = parse_xml(timing)
        slide._element.append(timing_element)
        if not other_parts:
            return
        whole_box = box_below_title(WHOLE, title)
        rest_of_answer = " ".join(other_parts)
        *full_texts, last_text = split_text(rest_of_answer, whole_box)
        for text in full_texts:
            next_slide = self._add_slide(TEXT_LAYOUT, title, footer)
            self._write_body(next_slide, text, whole_box)
        last_slide = self._add_slide(TEXT_LAYOUT, title, footer)
        body = last_slide.placeholders[BODY]
        place_shape(body, whole_box)
        texts = [last_text, *list_fitting_evidence(step_texts, last_text, whole_box)]
        write_paragraphs(
            frame=body.text_frame,
            paragraphs=[[TextRun(text)] for text in texts],
            i18n=self.i18n,
            size=TEXT_POINTS,
        )

    def _write_keys(self, slide: Any, drawings: Sequence[Scene]) -> None:
        """Write how to read the drawings, in the largest type in which all of it has room."""
        for scale in KEY_SCALE_FACTORS:
            pixels_per_inch = PIXELS_PER_INCH / scale
            relative_scale = DRAWING_SCALE_FACTOR / scale
            width = WHOLE.width * pixels_per_inch
            keys = paper_keys(
                ctx=self.ctx,
                scenes=drawings,
                width=width,
                larger=relative_scale,
            )
            heights: list[float] = []
            for key in keys:
                key_height = key.height / pixels_per_inch
                heights.append(key_height + BETWEEN_KEYS_INCHES)
            if sum(heights) <= WHOLE.height:
                break
        top = WHOLE.top
        for key, height in zip(keys, heights, strict=True):
            picture_file = _render_picture(key, WHOLE)
            picture = slide.shapes.add_picture(
                picture_file,
                left=Inches(WHOLE.left),
                top=Inches(top),
                width=Inches(WHOLE.width),
            )
            _name_picture(picture, key, key.title)
            top += height

    def _write_sources(self) -> None:
        for source_list in self._source_lists():
            for size in LIST_SIZES:
                pages = _split_pages(source_list.paragraphs, size)
                if len(pages) <= 1:
                    break
            notes = "\n".join(reference.text for reference in source_list.references)
            page_count = len(pages)
            for number, paragraphs in enumerate(pages, start=1):
                title = source_list.title
                if page_count > 1:
                    title = f"{title} {number}/{page_count}"
                slide = self._add_slide(
                    layout=TEXT_LAYOUT,
                    title=title,
                    footer=self.lesson.credit,
                    notes=notes,
                )
                body = slide.placeholders[BODY]
                write_paragraphs(
                    frame=body.text_frame,
                    paragraphs=paragraphs,
                    i18n=self.i18n,
                    size=size,
                )

    def _source_lists(self) -> tuple[SourceList, SourceList]:
        documents = self.lesson.format_bibliography(documents_only=True)
        reports: list[FormattedCitation] = []
        for reference in self.lesson.format_bibliography():
            if reference not in documents:
                reports.append(reference)
        document_list = SourceList(
            title=self.i18n.t("The sources"),
            paragraphs=[_reference_paragraph(reference) for reference in documents],
            references=documents,
        )
        report_list = SourceList(
            title=self.i18n.t("Other sources"),
            paragraphs=_name_paragraphs(self.lesson),
            references=reports,
        )
        return document_list, report_list

    def _write_properties(self) -> None:
        # The data's day, not today's.
        day = self.lesson.dataset.created or DEFAULT_DAY
        written_at = datetime.combine(day, time())
        author = story_name(self.lesson.dataset, self.i18n)
        properties = self.deck.core_properties
        properties.title = self.lesson.title
        properties.author = author
        properties.language = LANGUAGE_TAGS[self.i18n.language]
        properties.comments = self.lesson.credit
        properties.created = written_at
        properties.modified = written_at
        properties.last_modified_by = author


def slides_pptx(lesson: Lesson) -> bytes:
    """Write a lesson as slides, PPTX."""
    deck_writer = DeckWriter(lesson)
    return deck_writer.write_deck()
