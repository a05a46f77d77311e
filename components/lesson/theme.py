"""The theme of the slides: fonts, colours, master and layouts, in this one place.

Slides fill placeholders and name no font and no colour of their own, so that whoever opens the deck
changes the look of all of them in the slide master. The fonts are Georgia and Arial: a slide opens
on machines that have no others, and LibreOffice has letters of the same widths.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.enum.text import MSO_ANCHOR
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml.ns import qn
from pptx.util import Inches, Length, Pt

from components.drawing.palette import PALETTES

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
