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
    left_x, top_y = at
    text_weight = 400
    if style.is_title:
        text_weight = 700
    line_texts: list[Text] = []
    for line_number, line in enumerate(lines, start=1):
        baseline = top_y + style.size * style.leading * line_number
        line_texts.append(
            Text(
                line,
                x=left_x,
                y=baseline,
                size=style.size,
                fill=fill,
                weight=text_weight,
                serif=style.is_title,
            )
        )
    bottom_y = top_y + style.size * style.leading * len(line_texts)
    return Block([Mark(tuple(line_texts))], bottom_y)


class _PlacedItem(NamedTuple):
    """An item of a legend and its left edge."""

    left: float
    item: KeyItem


def _arrange_rows(
    items: Iterable[KeyItem],
    edge: float,
    width: float,
    size: float,
) -> list[list[_PlacedItem]]:
    """Divide the items of a legend into rows of a width that begin at an edge."""
    item_rows: list[list[_PlacedItem]] = []
    right_edge = edge + width
    x = right_edge + 1
    for item in items:
        label_width = measure_text(item.label, size)
        item_width = item.width + SIGN_GAP_PX + label_width + ITEM_GAP_PX
        if not item_rows or x + item_width - ITEM_GAP_PX > right_edge:
            item_rows.append([])
            x = edge
        item_rows[-1].append(_PlacedItem(x, item))
        x += item_width
    return item_rows


def _set_key(
    items: Iterable[KeyItem],
    fill: str,
    edge: float,
    width: float,
    size: float = KEY_PX,
) -> Block:
    """Set a legend in rows of a width that begin at an edge."""
    key_marks: list[Mark | Group] = []
    y = 0.0
    for item_row in _arrange_rows(items, edge=edge, width=width, size=size):
        # Each row is as high as its highest sign.
        sign_height = max(placed.item.height for placed in item_row)
        row_height = max(size * 1.57, sign_height + 6)
        row_middle = y + row_height / 2
        for item_left, key_item in item_row:
            sign_mark = Mark(key_item.shapes)
            sign_middle = item_left + key_item.width / 2
            key_marks.append(Group((sign_mark,), at=(sign_middle, row_middle)))
            text_left = item_left + key_item.width + SIGN_GAP_PX
            label_lines = wrap_text(key_item.label, edge + width - text_left, size)
            label_top = row_middle - size * (0.24 + 0.6 * len(label_lines))
            key_marks += _set_lines(
                label_lines,
                at=(text_left, label_top),
                style=_Type(size, 1.2),
                fill=fill,
            ).marks
            label_height = size * 1.25 * len(label_lines)
            row_height = max(row_height, label_height + 4)
        y += row_height
    return Block(key_marks, y)


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
    key = _set_key(items, fill=muted, edge=0, width=width)
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
    rule_ends = ((EDGE_PX, 22), (form.width - EDGE_PX, 22))
    head_rule = Line(rule_ends, Paint(stroke=palette.accent, width=5))
    title_lines = wrap_text(
        sheet.title,
        width=form.text_width,
        size=form.title,
        weight=700,
        serif=True,
    )
    title_type = _Type(form.title, 1.15, is_title=True)
    title_block = _set_lines(
        title_lines,
        at=(EDGE_PX, 30),
        style=title_type,
        fill=palette.ink,
    )
    measured_lines = wrap_text(sheet.measured, form.text_width, form.measured)
    measured_block = _set_lines(
        measured_lines,
        at=(EDGE_PX, title_block.bottom + 4),
        style=_Type(form.measured),
        fill=palette.muted,
    )
    return Block(
        [Mark((head_rule,)), *title_block.marks, *measured_block.marks],
        measured_block.bottom,
    )


def _set_foot(sheet: PictureTexts, palette: Palette, form: SheetForm) -> Block:
    """Set the legend and the notes from a height of 0."""
    foot_marks, y = _set_key(
        sheet.key,
        fill=palette.muted,
        edge=EDGE_PX,
        width=form.text_width,
        size=form.key,
    )
    if sheet.key:
        y += 8
    note_texts: Sequence[str] = sheet.notes
    if form.most_notes is not None:
        # Where room is short, the notes are a single paragraph.
        note_texts = (" ".join(sheet.notes),)
    for note_text in note_texts:
        note_lines = wrap_text(note_text, form.text_width, form.note)
        if form.most_notes is not None and len(note_lines) > form.most_notes:
            last_line = " ".join(note_lines[form.most_notes - 1 :])
            note_lines = note_lines[: form.most_notes - 1]
            note_lines.append(shorten_text(last_line, form.text_width, form.note))
        note_block = _set_lines(
            note_lines,
            at=(EDGE_PX, y),
            style=_Type(form.note),
            fill=palette.ink,
        )
        foot_marks = foot_marks + note_block.marks
        y = note_block.bottom + 3
    return Block(foot_marks, y)


def _set_credit(sheet: PictureTexts, palette: Palette, form: SheetForm) -> Block:
    """Set the credit and the address from a height of 0, below a rule."""
    credit_lines: list[str] = []
    for credit_text in sheet.credit:
        credit_lines += wrap_text(credit_text, form.text_width, form.small)
    if sheet.address:
        credit_lines += _break_address(sheet.address, form)
    rule_right = EDGE_PX + form.text_width
    credit_rule = Line.horizontal(EDGE_PX, rule_right, 0, Paint(stroke=palette.line))
    credit_block = _set_lines(
        credit_lines,
        at=(EDGE_PX, 4),
        style=_Type(form.small),
        fill=palette.muted,
    )
    return Block([Mark((credit_rule,)), *credit_block.marks], credit_block.bottom)


def _break_address(address: str, form: SheetForm) -> list[str]:
    """Break an address before a parameter; with too many parameters only its path is left."""
    address_lines = [""]
    for address_part in re.split("(?=&)", address):
        if (
            address_lines[-1]
            and measure_text(address_lines[-1] + address_part, form.small) > form.text_width
        ):
            address_lines.append("")
        address_lines[-1] += address_part
    widest_line = max(measure_text(line, form.small) for line in address_lines)
    is_too_wide = widest_line > form.text_width
    is_too_high = form.height and len(address_lines) > MOST_ADDRESS_LINES
    if is_too_wide or is_too_high:
        return [address.partition("?")[0]]
    return address_lines


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

    @property
    def texts_height(self) -> float:
        """The height of all texts, above and below the drawing."""
        return self.head.bottom + self.below_height


def _without_query(get_texts: Callable[[Scene], PictureTexts]) -> Callable[[Scene], PictureTexts]:
    """Return the texts with the path of the address alone, where its query takes too much room."""

    def get_short_texts(drawing: Scene) -> PictureTexts:
        texts = get_texts(drawing)
        path, _, _ = texts.address.partition("?")
        return texts._replace(address=path)

    return get_short_texts


def _set_sheet(
    drawing: Scene,
    get_texts: Callable[[Scene], PictureTexts],
    palette: Palette,
    form: SheetForm,
) -> _Sheet:
    texts = get_texts(drawing)
    head = _set_head(texts, palette, form)
    foot = _set_foot(texts, palette, form)
    credit = _set_credit(texts, palette, form)
    return _Sheet(
        drawing,
        texts=texts,
        head=head,
        foot=foot,
        credit=credit,
    )


def sheet_scene(
    get_texts: Callable[[Scene], PictureTexts],
    draw: Draw,
    palette: Palette,
    form: SheetForm,
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
    head_gap = 20.0
    foot_margin = 22.0
    if form.height is not None:
        head_gap = 10.0
        foot_margin = 16.0
    drawing_width = form.width - 2 * EDGE_PX
    if form.beside:
        drawing_width -= form.text_width + GAP_PX

    if form.height is None:
        sheet = _set_sheet(
            draw(drawing_width, None),
            get_texts=get_texts,
            palette=palette,
            form=form,
        )
    else:
        # The height of the texts depends on what is drawn: first with a guess.
        first_drawing = draw(drawing_width, form.height * FIRST_SHARE)
        sheet = _set_sheet(first_drawing, get_texts=get_texts, palette=palette, form=form)
        gaps_height = head_gap + ABOVE_KEY_PX + foot_margin + LEAST_DRAWING_PX
        if form.beside:
            gaps_height = BETWEEN_PX + foot_margin
        if sheet.texts_height + gaps_height > form.height:
            get_texts = _without_query(get_texts)
            sheet = _set_sheet(first_drawing, get_texts=get_texts, palette=palette, form=form)
        drawing_room = form.height - TOP_PX - foot_margin
        if not form.beside:
            free_height = form.height - sheet.texts_height - head_gap - ABOVE_KEY_PX - foot_margin
            drawing_room = max(free_height, LEAST_DRAWING_PX)
        sheet = _set_sheet(
            draw(drawing_width, drawing_room),
            get_texts=get_texts,
            palette=palette,
            form=form,
        )
    return _compose_sheet(
        sheet,
        palette=palette,
        form=form,
        gap=head_gap,
        margin=foot_margin,
    )


def _compose_sheet(
    sheet: _Sheet,
    palette: Palette,
    form: SheetForm,
    gap: float,
    margin: float,
) -> Scene:
    """Compose a picture, with a gap above its drawing and a margin at its foot."""
    drawing = sheet.drawing
    least_height = form.height or 0
    if form.beside:
        drawing_at: Point = (EDGE_PX + form.text_width + GAP_PX, TOP_PX)
        foot_top = sheet.head.bottom + BETWEEN_PX
        sheet_height = max(least_height, foot_top + sheet.below_height + margin)
        credit_top = sheet_height - margin - sheet.credit.bottom
    else:
        drawing_at = (EDGE_PX, sheet.head.bottom + gap)
        foot_top = sheet.head.bottom + gap + drawing.height + ABOVE_KEY_PX
        credit_top = foot_top + sheet.foot.bottom + BETWEEN_PX
        sheet_height = max(least_height, credit_top + sheet.credit.bottom + margin)
    group_kind = f"drawing {drawing.kind}".strip()
    scene_body = (
        Mark((Bar((0, 0, form.width, sheet_height), Paint(palette.paper)),)),
        *sheet.head.marks,
        Group(
            drawing.body,
            kind=group_kind,
            at=drawing_at,
            scale=drawing.unit,
            cut=drawing.box,
            says=drawing.description,
        ),
        Group(tuple(sheet.foot.marks), at=(0, foot_top)),
        Group(tuple(sheet.credit.marks), at=(0, credit_top)),
    )
    return Scene(
        form.width,
        sheet_height,
        scene_body,
        title=sheet.texts.title,
        description=" ".join([sheet.texts.measured, *sheet.texts.notes]),
        language=sheet.texts.language,
    )
