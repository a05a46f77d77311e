"""How the texts of the slides are set: sizes, parts of a long text, filled placeholders, and texts
that appear on a click.

Places are in inches, sizes of type in points.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pptx.enum.text import MSO_AUTO_SIZE
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls
from pptx.util import Inches, Pt

from components.drawing.fonts import paper_signs, width_of, wrapped_to
from components.exports.lesson.theme import TEXT_POINTS, TITLE, TITLE_POINTS, SlideBox
from components.i18n import I18n

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
    for place, runs in enumerate(paragraphs):
        paragraph = frame.paragraphs[0] if place == 0 else frame.add_paragraph()
        if place:
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


def place(shape: Any, box: SlideBox) -> None:
    """Put a placeholder elsewhere than its layout does."""
    shape.left, shape.top, shape.width, shape.height = box.placed()


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
