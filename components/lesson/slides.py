"""The slides as PPTX, to be read from the last row: texts of 24 points and more, labels of 14.

A deck has a title and a key; for each step its text beside its map, then its question with a
drawing and the answer, which appears when the teacher goes on; at the end the documents with their
references, and the other sources. Slides fill placeholders and name no font and no colour of their
own, so that whoever opens the deck changes the look of all of them in the slide master. The fonts
are Georgia and Arial: a slide opens on machines that have no others.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from typing import Any, Final

from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls, qn
from pptx.util import Inches, Length, Pt

from components.drawing.fonts import PAPER_SIGN, paper_signs, width_of, wrapped_to
from components.drawing.palette import PALETTES
from components.drawing.png import to_png
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.export.citations import FormattedCitation, pieces
from components.i18n import I18n
from components.i18n.credit import story_name
from components.lesson.drawings import Drawing, PaperDrawings, Part
from components.lesson.step_texts import Evidence, Lesson, StepTexts, is_report

PALETTE: Final = PALETTES["light"]
WIDTH_INCHES: Final = 13.333
HEIGHT_INCHES: Final = 7.5
EDGE_INCHES: Final = 0.6
HEAD_FONT: Final = "Georgia"
TEXT_FONT: Final = "Arial"
#: Points: a head line, what a class reads, and what it may look up.
TITLE_POINTS: Final = 32
TEXT_POINTS: Final = 24
LABEL_POINTS: Final = 14
_COLOURS: Final[Mapping[str, str]] = {
    "dk1": PALETTE.ink,
    "lt1": PALETTE.paper,
    "dk2": PALETTE.muted,
    "lt2": PALETTE.paper,
    "accent1": PALETTE.accent,
    "hlink": PALETTE.accent,
    "folHlink": PALETTE.accent,
}


@dataclass(frozen=True)
class SlideBox:
    """A place on the slide, in inches."""

    left: float
    top: float
    width: float
    height: float

    def placed(self) -> tuple[Length, Length, Length, Length]:
        """Left, top, width and height as the format counts them."""
        return Inches(self.left), Inches(self.top), Inches(self.width), Inches(self.height)


TITLE: Final = SlideBox(EDGE_INCHES, 0.31, WIDTH_INCHES - 2 * EDGE_INCHES, 1.23)
WHOLE: Final = SlideBox(EDGE_INCHES, 1.7, WIDTH_INCHES - 2 * EDGE_INCHES, 4.8)
TEXT: Final = SlideBox(EDGE_INCHES, 1.7, 5.9, 4.8)
MAP: Final = SlideBox(6.8, 1.7, WIDTH_INCHES - EDGE_INCHES - 6.8, 4.8)
FOOTER: Final = SlideBox(EDGE_INCHES, 6.58, 11.2, 0.76)
NUMBER: Final = SlideBox(WIDTH_INCHES - EDGE_INCHES - 0.8, 7.0, 0.8, 0.34)
OPENING: Final = SlideBox(EDGE_INCHES, 2.0, WIDTH_INCHES - 2 * EDGE_INCHES, 1.7)
SUBTITLE: Final = SlideBox(EDGE_INCHES, 3.9, WIDTH_INCHES - 2 * EDGE_INCHES, 2.2)

#: Layouts of python-pptx's template that are kept: what each is called, and where its parts stand
#: by their place in the template; those without a place are taken away.
_LAYOUTS: Final[Mapping[int, tuple[str, Mapping[int, SlideBox]]]] = {
    0: ("Title", {0: OPENING, 1: SUBTITLE}),
    1: ("Text", {0: TITLE, 1: WHOLE}),
    3: ("Text and map", {0: TITLE, 1: TEXT, 2: MAP}),
    5: ("Drawing", {0: TITLE}),
}
OPENING_LAYOUT, TEXT_LAYOUT, MAP_LAYOUT, DRAWING_LAYOUT = range(4)


def _recolour(deck: Any) -> None:
    """Write fonts and colours into the theme."""
    part = deck.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    theme = part.blob.decode("utf-8")
    for kind, font in (("major", HEAD_FONT), ("minor", TEXT_FONT)):
        theme = re.sub(rf'(<a:{kind}Font>\s*<a:latin typeface=")[^"]*', rf"\g<1>{font}", theme)
    for name, colour in _COLOURS.items():
        value = f'<a:srgbClr val="{colour.removeprefix("#")}"/>'
        theme = re.sub(rf"(<a:{name}>).*?(</a:{name}>)", rf"\1{value}\2", theme, flags=re.DOTALL)
    part._blob = theme.encode("utf-8")


def place(shape: Any, box: SlideBox) -> None:
    """Put a shape in its place."""
    shape.left, shape.top, shape.width, shape.height = box.placed()


def _bar(master: Any) -> None:
    """The line above every slide, in the theme's accent."""
    tree = master.shapes._spTree
    bar = tree.add_autoshape(
        99, "–", "rect", *SlideBox(EDGE_INCHES, 0.22, WIDTH_INCHES - 2 * EDGE_INCHES, 0.06).placed()
    )
    tree.remove(bar)
    # Behind all others. Its style would give it a shadow.
    tree.insert(2, bar)
    if (style := bar.find(qn("p:style"))) is not None:
        bar.remove(style)
    properties = bar.spPr
    fill = properties.makeelement(qn("a:solidFill"), {})
    fill.append(fill.makeelement(qn("a:schemeClr"), {"val": "accent1"}))
    line = properties.makeelement(qn("a:ln"), {})
    line.append(line.makeelement(qn("a:noFill"), {}))
    properties.append(fill)
    properties.append(line)


def _size(style: Any, size: int, *, bold: bool) -> None:
    """Set the first level of a text style of the master: left, without a bullet."""
    level = style.find(qn("a:lvl1pPr"))
    level.set("algn", "l")
    level.set("marL", "0")
    level.set("indent", "0")
    for bullet in level.findall(qn("a:buChar")) + level.findall(qn("a:buFont")):
        level.remove(bullet)
    run = level.find(qn("a:defRPr"))
    if level.find(qn("a:buNone")) is None:
        run.addprevious(run.makeelement(qn("a:buNone"), {}))
    run.set("sz", str(size * 100))
    run.set("b", str(int(bold)))


def _master(deck: Any) -> None:
    master = deck.slide_master
    styles = master._element.find(qn("p:txStyles"))
    _size(styles.find(qn("p:titleStyle")), TITLE_POINTS, bold=True)
    _size(styles.find(qn("p:bodyStyle")), TEXT_POINTS, bold=False)
    _bar(master)
    boxes = {
        PP_PLACEHOLDER.TITLE: TITLE,
        PP_PLACEHOLDER.BODY: WHOLE,
        PP_PLACEHOLDER.FOOTER: FOOTER,
        PP_PLACEHOLDER.SLIDE_NUMBER: NUMBER,
    }
    for shape in list(master.placeholders):
        kind = shape.placeholder_format.type
        if kind not in boxes:
            shape._element.getparent().remove(shape._element)
            continue
        place(shape, boxes[kind])
        frame = shape.text_frame
        frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = 0
        frame.vertical_anchor = (
            MSO_ANCHOR.BOTTOM if kind == PP_PLACEHOLDER.TITLE else MSO_ANCHOR.TOP
        )
        for level in shape._element.iter(qn("a:lvl1pPr")):
            level.set("algn", "r" if kind == PP_PLACEHOLDER.SLIDE_NUMBER else "l")
            run = level.find(qn("a:defRPr"))
            if kind in (PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER):
                run.set("sz", str(LABEL_POINTS * 100))
                for colour in run.iter(qn("a:schemeClr")):
                    colour.clear()
                    colour.set("val", "tx2")


def _layouts(deck: Any) -> None:
    """Keep the layouts that are used, each with its name and its parts in their places."""
    for number, layout in reversed(list(enumerate(deck.slide_layouts))):
        if number not in _LAYOUTS:
            deck.slide_layouts.remove(layout)
            continue
        layout.name, boxes = _LAYOUTS[number]
        for shape in list(layout.placeholders):
            index, kind = shape.placeholder_format.idx, shape.placeholder_format.type
            if kind in (PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER):
                place(shape, FOOTER if kind == PP_PLACEHOLDER.FOOTER else NUMBER)
            elif index in boxes:
                place(shape, boxes[index])
                for style in shape._element.iter(qn("a:lstStyle")):
                    # Sizes and alignment are the master's.
                    style.clear()
                if boxes[index] == MAP:
                    shape._element.nvSpPr.nvPr.find(qn("p:ph")).set("type", "pic")
            else:
                shape._element.getparent().remove(shape._element)


def new_deck() -> Any:
    """An empty deck with the theme and four layouts: title, text, text and map, drawing."""
    deck = Presentation()
    deck.slide_width, deck.slide_height = Inches(WIDTH_INCHES), Inches(HEIGHT_INCHES)
    _recolour(deck)
    _master(deck)
    _layouts(deck)
    return deck


def add_slide(deck: Any, layout: int, footer: str) -> Any:
    """A new slide with the placeholders of its layout, footer and number among them."""
    made = deck.slides.add_slide(deck.slide_layouts[layout])
    for shape in made.slide_layout.placeholders:
        kind = shape.placeholder_format.type
        if kind == PP_PLACEHOLDER.SLIDE_NUMBER or (kind == PP_PLACEHOLDER.FOOTER and footer):
            copied = deepcopy(shape._element)
            made.shapes._spTree.append(copied)
    for shape in made.placeholders:
        if shape.placeholder_format.type == PP_PLACEHOLDER.FOOTER:
            shape.text_frame.text = footer
            shape.text_frame.word_wrap = True
            shape.text_frame.paragraphs[0].runs[0].font.size = Pt(LABEL_POINTS)
    return made


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
LINE_HEIGHT_EM: Final = 1.22
# Arial runs wider than Source Sans, whose widths are known here, and Georgia than Source Serif;
# what stands in for Georgia where it is missing is wider still.
SANS_WIDTH_FACTOR: Final = 1.14
SERIF_WIDTH_FACTOR: Final = 1.33
TITLES: Final = (TITLE_POINTS, 30, 28, 26, TEXT_POINTS)
TEXTS: Final = (32, 30, 28, 26, TEXT_POINTS)
#: Between two references, in inches.
GAP_INCHES: Final = 0.08
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

# How texts are set: places are in inches, sizes of type in points ---------------------------------


@dataclass(frozen=True)
class Run:
    """Some words in one look."""

    words: str
    bold: bool = False
    italic: bool = False
    link: str = ""


Paragraph = Sequence[Run]


def height_of(words: str, width: float, size: float, *, serif: bool = False) -> float:
    """How tall a text is when it is set so wide, in inches; a word that is too wide makes it so."""
    weight, room = (700, SERIF_WIDTH_FACTOR) if serif else (600, SANS_WIDTH_FACTOR)
    lines = wrapped_to(words, width * 72 / room, size, weight, serif=serif)
    widest = max((width_of(line, size, weight, serif=serif) for line in lines), default=0)
    return len(lines) * size * LINE_HEIGHT_EM / 72 if widest * room <= width * 72 else float("inf")


def fitting(words: str, box: SlideBox, sizes: Sequence[int], *, serif: bool = False) -> int:
    """The largest of some sizes, in points, in which a text fits into a box; else the smallest."""
    fit = (s for s in sizes if height_of(words, box.width, s, serif=serif) <= box.height)
    return next(fit, sizes[-1])


def parted(words: str, box: SlideBox, size: int = TEXT_POINTS) -> list[str]:
    """A text in as many parts as it needs boxes, parted between sentences."""
    parts: list[str] = [""]
    for sentence in _SENTENCE.split(words):
        longer = f"{parts[-1]} {sentence}".strip()
        if parts[-1] and height_of(longer, box.width, size) > box.height:
            parts.append(sentence)
        else:
            parts[-1] = longer
    return parts


def write(frame: Any, paragraphs: Sequence[Paragraph], i18n: I18n, size: int | None) -> None:
    """Fill a placeholder; a size is set only where it differs from the theme's."""
    frame.word_wrap = True
    frame.auto_size = MSO_AUTO_SIZE.NONE
    for number, runs in enumerate(paragraphs):
        paragraph = frame.add_paragraph() if number else frame.paragraphs[0]
        if number:
            paragraph.space_before = Inches(GAP_INCHES)
        for item in runs:
            run = paragraph.add_run()
            run.text = paper_signs(item.words)
            run.font._rPr.set("lang", TAGS[i18n.language])
            if size:
                run.font.size = Pt(size)
            if item.bold:
                run.font.bold = True
            if item.italic:
                run.font.italic = True
            if item.link:
                run.hyperlink.address = item.link


def overrun(title: str) -> float:
    """How much taller than its place a title of 24 points is, in inches; mostly 0."""
    tall = height_of(title, TITLE.width, TEXT_POINTS, serif=True)
    return max(tall - TITLE.height, 0.0) if tall != float("inf") else 0.0


def below(box: SlideBox, title: str) -> SlideBox:
    """A place under a title; a title that is taller than its place takes some of it."""
    over = overrun(title)
    return replace(box, top=box.top + over, height=box.height - over)


def write_title(slide: Any, words: str, i18n: I18n) -> None:
    """Fill a slide's title in the largest size that fits; of 24 points in a taller place."""
    size = fitting(words, TITLE, TITLES, serif=True)
    if over := overrun(words):
        place(slide.shapes.title, replace(TITLE, height=TITLE.height + over))
    write(
        slide.shapes.title.text_frame, [[Run(words)]], i18n, None if size == TITLE_POINTS else size
    )


def write_body(slide: Any, paragraphs: Sequence[Paragraph], box: SlideBox, i18n: I18n) -> None:
    """Fill a slide's text placeholder, at ``box``, in the largest size in which all of it fits."""
    place(slide.placeholders[1], box)
    words = " ".join(run.words for runs in paragraphs for run in runs)
    write(slide.placeholders[1].text_frame, paragraphs, i18n, fitting(words, box, TEXTS))


def appear_on_click(slide: Any, shape: Any) -> None:
    """Hide a shape of a slide that is shown until the speaker goes on."""
    slide._element.append(parse_xml(_APPEAR.format(ns=nsdecls("p"), shape=shape.shape_id)))


# What the slides hold -----------------------------------------------------------------------------


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


def notes_of(step: StepTexts, i18n: I18n) -> str:
    """What the speaker sees: the question, its answer and evidence, advice, and the paragraphs."""
    parts = [i18n.n("{count} minute", "{count} minutes", step.step.minutes)]
    if step.question:
        parts += [f"{i18n.t('Question:')} {step.question}", f"{i18n.t('Answer:')} {step.answer}"]
        parts += [_evidence(item) for item in step.evidence]
    if step.notes:
        parts.append(f"{i18n.t('Notes:')} {step.notes}")
    if step.references:
        parts.append(f"{i18n.t('Sources:')} {'; '.join(step.references)}.")
    return paper_signs("\n".join(parts))


def _foot(sources: str, i18n: I18n) -> str:
    return f"{i18n.t('Sources:')} {sources}" if sources else ""


def _step_slides(deck: Any, step: StepTexts, made: Lesson, drawn: PaperDrawings) -> list[Drawing]:
    """The text beside the first drawing, then the question above the other; both drawings."""
    i18n, view = made.i18n, step.step.view
    sources = _foot(step.foot(), i18n)
    first, *others = drawn.parts(view)
    layout = MAP_LAYOUT if others else TEXT_LAYOUT
    box, side = (below(part, step.headline) for part in (TEXT if others else WHOLE, MAP))
    beside = drawn.step(first, view, *drawn_in(side)) if others else None
    for words in parted(step.text, box):
        slide = add_slide(deck, layout, sources)
        write_title(slide, step.headline, i18n)
        write_body(slide, [[Run(words)]], box, i18n)
        if beside:
            place(slide.placeholders[2], side)
            _described(slide.placeholders[2].insert_picture(_png(beside.scene)), beside)
        slide.notes_slide.notes_text_frame.text = notes_of(step, i18n)
    under = _question(deck, step, others[0] if others else first, made, drawn)
    return [beside, under] if beside else [under]


def _question(
    deck: Any, step: StepTexts, part: Part, made: Lesson, drawn: PaperDrawings
) -> Drawing:
    """The question with a drawing and its answer, hidden at first; without one the drawing alone.

    What has no room beside the drawing goes on on slides of its own.
    """
    i18n = made.i18n
    title = step.question or step.headline
    sources = _foot(step.foot(asked=True) or step.foot(), i18n)
    slide = add_slide(deck, MAP_LAYOUT if step.answer else DRAWING_LAYOUT, sources)
    write_title(slide, title, i18n)
    box, room = below(ANSWER, title), below(ASKED if step.answer else WHOLE, title)
    drawing = drawn.step(part, step.step.view, *drawn_in(room))
    lead = f"{i18n.t('Answer:')} "
    first, *more = parted(lead + step.answer, box)
    if step.answer:
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


def _opening(deck: Any, made: Lesson) -> None:
    i18n = made.i18n
    slide = add_slide(deck, OPENING_LAYOUT, made.credit)
    write_title(slide, made.title, i18n)
    minutes = i18n.n("{count} minute", "{count} minutes", made.story.minutes())
    lead = i18n.t("What happened, where, how many, and who says so.")
    write(slide.placeholders[1].text_frame, [[Run(lead)], [Run(minutes)]], i18n, None)


def _key(slide: Any, made: Lesson, drawn: PaperDrawings, drawings: Sequence[Drawing]) -> None:
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
    deck: Any, title: str, paragraphs: Sequence[Paragraph], notes: str, made: Lesson
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


def _sources(deck: Any, made: Lesson) -> None:
    """The documents with their references, then all others by name; the notes have addresses."""
    i18n, documents = made.i18n, made.bibliography(documents=True)
    told = "\n".join(entry.text for entry in documents)
    _listed(deck, i18n.t("The documents"), list(map(_reference, documents)), told, made)
    others = [source for source in made.sources if is_report(source)]
    names = sorted((f"{PAPER_SIGN}\u00a0{i18n.source(one)}", one.URL or "") for one in others)
    runs = [part for name, link in names for part in (Run(name, link=link), Run("; "))][:-1]
    step = 2 * NAMES_TOGETHER
    together = [runs[at : at + step] for at in range(0, len(runs), step)]
    told = "\n".join(e.text for e in made.bibliography() if e not in documents)
    _listed(deck, i18n.t("Other sources"), together, told, made)


def slides_pptx(made: Lesson, drawn: PaperDrawings) -> bytes:
    """The slides of a lesson."""
    deck = new_deck()
    _opening(deck, made)
    key = add_slide(deck, DRAWING_LAYOUT, "")
    drawings: list[Drawing] = []
    for step in made.steps:
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
    return file.getvalue()
