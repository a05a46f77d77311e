"""A picture to publish: a drawing with its title, its legend, notes and credit.

A legend has signs in rows, each with its text; what draws the marks draws the signs of the legend.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from components.drawing.fonts import measure_text, shorten_text, wrap_text
from components.drawing.palette import Palette
from components.drawing.scene import Bar, Group, Line, Mark, Paint, Point, Scene, Shape, Text

EDGE_PX: Final = 28
#: Between a drawing and texts beside it, above it and below.
GAP_PX: Final = 24
TOP_PX: Final = 40.0
BETWEEN_PX: Final = 14.0
ABOVE_KEY_PX: Final = 12.0
#: The size of a legend's texts.
KEY_PX: Final = 14
#: Between a sign and its text, and between two signs.
SIGN_GAP_PX: Final = 8
ITEM_GAP_PX: Final = 26
#: A drawing is never made lower, whatever the texts around it need.
LEAST_DRAWING_PX: Final = 160.0
#: The share of a picture's height for its drawing, before the height of its texts is known.
FIRST_SHARE: Final = 0.66
#: The share of a picture's width for its texts beside the drawing.
BESIDE_SHARE: Final = 0.34
#: The lines of an address in a picture of a fixed height.
MOST_ADDRESS_LINES: Final = 2


class Block(NamedTuple):
    """What is drawn, and the height after it."""

    marks: list[Mark | Group]
    bottom: float


class KeyItem(NamedTuple):
    """A sign of a legend: its shapes around 0, 0, their size in pixels, and their meaning."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    label: str


class _Type(NamedTuple):
    """How lines are set: size and leading as a factor of it; a title is bold and in the serif."""

    size: float
    leading: float = 1.36
    is_title: bool = False


def _set_lines(lines: Iterable[str], at: Point, style: _Type, fill: str) -> Block:
    """Set lines to the right of a point and below it."""
    left, top = at
    weight = 400
    if style.is_title:
        weight = 700
    texts: list[Text] = []
    for number, line in enumerate(lines, start=1):
        baseline = top + style.size * style.leading * number
        texts.append(
            Text(line, left, baseline, style.size, fill, weight=weight, serif=style.is_title)
        )
    return Block([Mark(tuple(texts))], top + style.size * style.leading * len(texts))


class _PlacedItem(NamedTuple):
    """An item of a legend and its left edge."""

    left: float
    item: KeyItem


def _arrange_rows(
    items: Iterable[KeyItem], edge: float, width: float, size: float
) -> list[list[_PlacedItem]]:
    """Divide the items of a legend into rows of a width that begin at an edge."""
    rows: list[list[_PlacedItem]] = []
    right = edge + width
    x = right + 1
    for item in items:
        item_width = item.width + SIGN_GAP_PX + measure_text(item.label, size) + ITEM_GAP_PX
        if not rows or x + item_width - ITEM_GAP_PX > right:
            rows.append([])
            x = edge
        rows[-1].append(_PlacedItem(x, item))
        x += item_width
    return rows


def _set_key(
    items: Iterable[KeyItem], fill: str, edge: float, width: float, size: float = KEY_PX
) -> Block:
    """Set a legend in rows of a width that begin at an edge."""
    marks: list[Mark | Group] = []
    y = 0.0
    for row in _arrange_rows(items, edge, width, size):
        # Each row is as high as its highest sign.
        row_height = max(size * 1.57, *(placed.item.height + 6 for placed in row))
        middle = y + row_height / 2
        for left, item in row:
            marks.append(Group((Mark(item.shapes),), at=(left + item.width / 2, middle)))
            text_left = left + item.width + SIGN_GAP_PX
            lines = wrap_text(item.label, edge + width - text_left, size)
            top = middle - size * (0.24 + 0.6 * len(lines))
            marks += _set_lines(lines, (text_left, top), _Type(size, 1.2), fill).marks
            row_height = max(row_height, size * 1.25 * len(lines) + 4)
        y += row_height
    return Block(marks, y)


def key_scene(items: Sequence[KeyItem], width: float, muted: str, title: str) -> Scene:
    """Draw a legend alone.

    Parameters
    ----------
    items
        The signs in their order.
    width
        In pixels.
    muted
        The colour of the texts.
    title
        The text alternative.
    """
    key = _set_key(items, muted, 0, width)
    return Scene(width, key.bottom, tuple(key.marks), title=title)


class PictureTexts(NamedTuple):
    """The texts of a picture and its legend, in the reader's language.

    Attributes
    ----------
    title
        The finding.
    measured
        Whom it is about, what is drawn, in what unit and until when.
    key
        The legend.
    notes
        Below the legend, the most important first.
    credit
        At the foot.
    language
        Of the texts.
    address
        Of the view, without its scheme; empty if there is none to name.
    """

    title: str
    measured: str
    key: Sequence[KeyItem]
    notes: tuple[str, ...]
    credit: tuple[str, ...]
    language: str
    address: str = ""


@dataclass(frozen=True)
class SheetForm:
    """The size of a picture and of the type around its drawing, in pixels.

    Attributes
    ----------
    width, height
        Of the picture; without a height it is as high as it must be.
    title, measured, key, note, small
        Sizes of the type.
    most_notes
        Of more lines of notes the last one is cut.
    beside
        Whether the texts are to the left of the drawing.
    """

    width: float
    height: float | None = None
    title: float = 34
    measured: float = 17
    key: float = KEY_PX
    note: float = 14
    small: float = 12.5
    most_notes: int | None = None
    beside: bool = False

    @property
    def text_width(self) -> float:
        """The width of the texts."""
        inner = self.width - 2 * EDGE_PX
        if self.beside:
            return inner * BESIDE_SHARE
        return inner


#: Draws for a width and a height in pixels; without a height, as high as it must be.
Draw = Callable[[float, float | None], Scene]


def _set_head(sheet: PictureTexts, palette: Palette, form: SheetForm) -> Block:
    """Set title and subtitle from a height of 0, below a rule."""
    ends = ((EDGE_PX, 22), (form.width - EDGE_PX, 22))
    rule = Line(ends, Paint(stroke=palette.accent, width=5))
    title_lines = wrap_text(sheet.title, form.text_width, form.title, 700, serif=True)
    title_type = _Type(form.title, 1.15, is_title=True)
    title = _set_lines(title_lines, (EDGE_PX, 30), title_type, palette.ink)
    measured_lines = wrap_text(sheet.measured, form.text_width, form.measured)
    measured = _set_lines(
        measured_lines, (EDGE_PX, title.bottom + 4), _Type(form.measured), palette.muted
    )
    return Block([Mark((rule,)), *title.marks, *measured.marks], measured.bottom)


def _set_foot(sheet: PictureTexts, palette: Palette, form: SheetForm) -> Block:
    """Set the legend and the notes from a height of 0."""
    marks, y = _set_key(sheet.key, palette.muted, EDGE_PX, form.text_width, form.key)
    if sheet.key:
        y += 8
    notes: Sequence[str] = sheet.notes
    if form.most_notes is not None:
        # Where room is short, the notes are a single paragraph.
        notes = (" ".join(sheet.notes),)
    for note in notes:
        lines = wrap_text(note, form.text_width, form.note)
        if form.most_notes is not None and len(lines) > form.most_notes:
            last_line = " ".join(lines[form.most_notes - 1 :])
            lines = lines[: form.most_notes - 1]
            lines.append(shorten_text(last_line, form.text_width, form.note))
        block = _set_lines(lines, (EDGE_PX, y), _Type(form.note), palette.ink)
        marks = marks + block.marks
        y = block.bottom + 3
    return Block(marks, y)


def _set_credit(sheet: PictureTexts, palette: Palette, form: SheetForm) -> Block:
    """Set the credit and the address from a height of 0, below a rule."""
    lines: list[str] = []
    for credit in sheet.credit:
        lines += wrap_text(credit, form.text_width, form.small)
    if sheet.address:
        lines += _break_address(sheet.address, form)
    rule = Line(((EDGE_PX, 0), (EDGE_PX + form.text_width, 0)), Paint(stroke=palette.line))
    block = _set_lines(lines, (EDGE_PX, 4), _Type(form.small), palette.muted)
    return Block([Mark((rule,)), *block.marks], block.bottom)


def _break_address(address: str, form: SheetForm) -> list[str]:
    """Break an address before a parameter; with too many parameters only its path is left."""
    lines = [""]
    for part in re.split("(?=&)", address):
        if lines[-1] and measure_text(lines[-1] + part, form.small) > form.text_width:
            lines.append("")
        lines[-1] += part
    is_too_wide = any(measure_text(line, form.small) > form.text_width for line in lines)
    if is_too_wide or (form.height and len(lines) > MOST_ADDRESS_LINES):
        return [address.partition("?")[0]]
    return lines


class _Sheet(NamedTuple):
    """A drawing and the blocks of texts around it."""

    drawing: Scene
    texts: PictureTexts
    head: Block
    foot: Block
    credit: Block

    @property
    def below_height(self) -> float:
        """The height of the legend, the notes and the credit."""
        return self.foot.bottom + BETWEEN_PX + self.credit.bottom


def _set_sheet(
    drawing: Scene, get_texts: Callable[[Scene], PictureTexts], palette: Palette, form: SheetForm
) -> _Sheet:
    texts = get_texts(drawing)
    head = _set_head(texts, palette, form)
    foot = _set_foot(texts, palette, form)
    credit = _set_credit(texts, palette, form)
    return _Sheet(drawing, texts, head, foot, credit)


def sheet_scene(
    get_texts: Callable[[Scene], PictureTexts], draw: Draw, palette: Palette, form: SheetForm
) -> Scene:
    """Set a drawing between its title and everything that must be published with it.

    A picture with more texts than room is made higher; only notes and the address are cut.

    Parameters
    ----------
    get_texts
        Returns the texts that belong to what is drawn.
    draw
        Draws in the room that the texts leave.
    palette
        The colours.
    form
        The sizes.
    """
    gap = 20.0
    margin = 22.0
    if form.height is not None:
        gap = 10.0
        margin = 16.0
    drawing_width = form.width - 2 * EDGE_PX
    if form.beside:
        drawing_width -= form.text_width + GAP_PX

    if form.height is None:
        sheet = _set_sheet(draw(drawing_width, None), get_texts, palette, form)
    else:
        # The height of the texts depends on what is drawn: first with a guess.
        drawing = draw(drawing_width, form.height * FIRST_SHARE)
        sheet = _set_sheet(drawing, get_texts, palette, form)
        taken = TOP_PX + margin
        if not form.beside:
            taken = sheet.head.bottom + gap + ABOVE_KEY_PX + sheet.below_height + margin
        room = max(form.height - taken, LEAST_DRAWING_PX)
        sheet = _set_sheet(draw(drawing_width, room), get_texts, palette, form)
    return _compose_sheet(sheet, palette, form, gap, margin)


def _compose_sheet(
    sheet: _Sheet, palette: Palette, form: SheetForm, gap: float, margin: float
) -> Scene:
    """Compose a picture, with a gap above its drawing and a margin at its foot."""
    drawing = sheet.drawing
    least_height = form.height or 0
    if form.beside:
        drawing_at: Point = (EDGE_PX + form.text_width + GAP_PX, TOP_PX)
        foot_top = sheet.head.bottom + BETWEEN_PX
        height = max(least_height, foot_top + sheet.below_height + margin)
        credit_top = height - margin - sheet.credit.bottom
    else:
        drawing_at = (EDGE_PX, sheet.head.bottom + gap)
        foot_top = sheet.head.bottom + gap + drawing.height + ABOVE_KEY_PX
        credit_top = foot_top + sheet.foot.bottom + BETWEEN_PX
        height = max(least_height, credit_top + sheet.credit.bottom + margin)
    kind = f"drawing {drawing.kind}".strip()
    body = (
        Mark((Bar((0, 0, form.width, height), Paint(palette.paper)),)),
        *sheet.head.marks,
        Group(drawing.body, kind, drawing_at, drawing.unit, drawing.box, drawing.description),
        Group(tuple(sheet.foot.marks), at=(0, foot_top)),
        Group(tuple(sheet.credit.marks), at=(0, credit_top)),
    )
    return Scene(
        form.width,
        height,
        body,
        title=sheet.texts.title,
        description=" ".join([sheet.texts.measured, *sheet.texts.notes]),
        language=sheet.texts.language,
    )
