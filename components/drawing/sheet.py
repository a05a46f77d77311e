"""A picture to publish: a drawing with its title, its key, and all that must go with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from components.drawing.fonts import shortened, width_of, wrapped_to
from components.drawing.key import KEY_PX, Block, KeyItem, key_block
from components.drawing.palette import Palette
from components.drawing.scene import Bar, Group, Line, Mark, Paint, Scene, Text

EDGE_PX: Final = 28
#: Words that stand beside a drawing take this share of the width.
BESIDE_SHARE: Final = 0.34
GAP_PX: Final = 24
#: A drawing is never made lower than this, whatever the words around it need.
LEAST_HEIGHT_PX: Final = 160.0
#: The share of a picture's height that a drawing is given to find out what of it is drawn.
GUESS_SHARE: Final = 0.66
TOP_PX: Final = 40.0
BETWEEN_PX: Final = 14.0
ABOVE_KEY_PX: Final = 12.0
MOST_ADDRESS_LINES: Final = 2


@dataclass(frozen=True)
class PictureTexts:
    """The words of a picture, in the reader's language.

    Attributes:
        title: the finding.
        measured: whom it is about, what is drawn, in what unit and until when.
        notes: lines below the key: the filters' words, the caveats; what matters most first.
        credit: lines at the foot: the sources, the data set with its date, the licence.
        language: of all of these.
        address: of the view, without its scheme; empty where there is none to name.
    """

    title: str
    measured: str
    notes: tuple[str, ...]
    credit: tuple[str, ...]
    language: str
    address: str = ""


@dataclass(frozen=True)
class SheetForm:
    """The size of a picture and of the type around its drawing, in pixels.

    Attributes:
        width: of the whole.
        height: likewise; ``None`` is as high as it must be.
        title: the type of the finding.
        measured: of what is drawn.
        key: of the key.
        note: of the notes.
        small: of the credit.
        most_notes: lines of notes at most, of which the last one is cut; ``None`` is all.
        beside: whether the words stand to the left of the drawing instead of above and below it.
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
    def inner(self) -> float:
        """The width between the edges."""
        return self.width - 2 * EDGE_PX

    @property
    def column(self) -> float:
        """The width of the words."""
        return self.inner * BESIDE_SHARE if self.beside else self.inner

    @property
    def gap(self) -> float:
        """Between the words above and the drawing."""
        return 20.0 if self.height is None else 10.0

    @property
    def margin(self) -> float:
        """Below everything."""
        return 22.0 if self.height is None else 16.0

    @property
    def drawing(self) -> float:
        """The width of the drawing."""
        return self.inner - self.column - GAP_PX if self.beside else self.inner


#: What is drawn, for a width and a height in pixels; without a height, as high as it must be.
Draw = Callable[[float, float | None], Scene]
Worded = tuple[PictureTexts, Sequence[KeyItem]]


def _lines(
    parts: Sequence[str], y: float, *, size: float, fill: str, weight: int = 400,
    serif: bool = False, leading: float = 1.36,
) -> Block:  # fmt: skip
    """Lines of text one below the other, and the height after them."""
    lines = [
        Text(part, EDGE_PX, y + size * leading * n, size, fill, weight=weight, serif=serif)
        for n, part in enumerate(parts, start=1)
    ]
    return [Mark(tuple(lines))], y + size * leading * len(lines)


def _rule(y: float, wide: float, colour: str, width: float = 1) -> Mark | Group:
    """A line across, from the left edge."""
    return Mark((Line(((EDGE_PX, y), (EDGE_PX + wide, y)), Paint(stroke=colour, width=width)),))


def _head(sheet: PictureTexts, palette: Palette, form: SheetForm) -> Block:
    """The rule, the finding and what is drawn, from the top."""
    body = [_rule(22, form.width - 2 * EDGE_PX, palette.accent, 5)]
    title = wrapped_to(sheet.title, form.column, form.title, 700, serif=True)
    parts, y = _lines(
        title, 30, size=form.title, fill=palette.ink, weight=700, serif=True, leading=1.15
    )
    body += parts
    parts, y = _lines(
        wrapped_to(sheet.measured, form.column, form.measured), y + 4, size=form.measured,
        fill=palette.muted,
    )  # fmt: skip
    return body + parts, y


def _notes(sheet: PictureTexts, y: float, palette: Palette, form: SheetForm) -> Block:
    # Where room is short, the notes are one paragraph.
    notes = (" ".join(sheet.notes),) if form.most_notes is not None else sheet.notes
    lines = [wrapped_to(note, form.column, form.note) for note in notes]
    if form.most_notes is not None and sum(map(len, lines)) > form.most_notes:
        every = [part for parts in lines for part in parts]
        kept, rest = every[: form.most_notes - 1], " ".join(every[form.most_notes - 1 :])
        lines = [[*kept, shortened(rest, form.column, form.note)]]
    body: list[Mark | Group] = []
    for parts in lines:
        drawn, y = _lines(parts, y, size=form.note, fill=palette.ink)
        body += drawn
        y += 3
    return body, y


def address_lines(address: str, width: float, size: float, most: int | None = None) -> list[str]:
    """An address in lines that break before a parameter; where these are too many, its path."""
    head, *rest = address.split("&")
    lines = [head]
    for part in rest:
        longer = f"{lines[-1]}&{part}"
        if width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(f"&{part}")
    fits = all(width_of(one, size) <= width for one in lines)
    if fits and (most is None or len(lines) <= most):
        return lines
    return [address.partition("?")[0]]


def _credit(sheet: PictureTexts, y: float, palette: Palette, form: SheetForm) -> Block:
    body = [_rule(y, form.column, palette.line)]
    y += 4
    most = MOST_ADDRESS_LINES if form.height else None
    lines = [part for words in sheet.credit for part in wrapped_to(words, form.column, form.small)]
    lines += address_lines(sheet.address, form.column, form.small, most) if sheet.address else []
    drawn, y = _lines(lines, y, size=form.small, fill=palette.muted)
    return body + drawn, y


@dataclass(frozen=True)
class _Words:
    """All that stands around a drawing, each part from a height of 0."""

    sheet: PictureTexts
    head: Block
    foot: Block
    credit: Block

    @property
    def below(self) -> float:
        """The height of key, notes and credit."""
        return self.foot[1] + BETWEEN_PX + self.credit[1]


def _words(found: Worded, palette: Palette, form: SheetForm) -> _Words:
    sheet, key = found
    drawn, y = key_block(key, 0, palette.muted, EDGE_PX, form.column, form.key)
    notes, y = _notes(sheet, y + (8 if key else 0), palette, form)
    foot = [*drawn, *notes], y
    return _Words(sheet, _head(sheet, palette, form), foot, _credit(sheet, 0, palette, form))


def _room(words: _Words, form: SheetForm) -> float | None:
    """The height left for the drawing; ``None`` where it may be as high as it must be."""
    if form.height is None:
        return None
    if form.beside:
        return form.height - TOP_PX - form.margin
    taken = words.head[1] + form.gap + ABOVE_KEY_PX + words.below + form.margin
    return max(form.height - taken, LEAST_HEIGHT_PX)


def _set(words: _Words, drawing: Scene, form: SheetForm) -> tuple[list[Mark | Group], float]:
    """Everything at its place, and the height of it all."""
    head, y = words.head
    if form.beside:
        least = y + BETWEEN_PX + words.below + form.margin
        height = max(form.height or least, least)
        at = EDGE_PX + form.column + GAP_PX, TOP_PX
        foot, credit = y + BETWEEN_PX, height - form.margin - words.credit[1]
    else:
        at = EDGE_PX, y + form.gap
        foot = at[1] + drawing.height + ABOVE_KEY_PX
        credit = foot + words.foot[1] + BETWEEN_PX
        height = credit + words.credit[1] + form.margin
    below = Group(tuple(words.foot[0]), at=(0, foot))
    return [*head, drawing.set_at(at), below, Group(tuple(words.credit[0]), at=(0, credit))], height


def sheet_scene(
    words: Callable[[Scene], Worded], draw: Draw, palette: Palette, form: SheetForm
) -> Scene:
    """Set a drawing between its title and everything that must be published with it.

    Args:
        words: from a drawing, the words and the signs that belong to what is drawn.
        draw: makes the drawing for the room that the words leave.
        palette: the colours around the drawing.
        form: the size of the picture. One of a fixed height that has more words than room is
            made higher; nothing is cut but notes and the parameters of the address.
    """
    guess = None if form.height is None else form.height * GUESS_SHARE
    drawing = draw(form.drawing, guess)
    around = _words(words(drawing), palette, form)
    if form.height is not None:
        # How high the words are is known only when it is known what is drawn.
        drawing = draw(form.drawing, _room(around, form))
        around = _words(words(drawing), palette, form)
    body, height = _set(around, drawing, form)
    height = max(height, form.height or 0)
    sheet = around.sheet
    ground = Mark((Bar((0, 0, form.width, height), Paint(palette.paper)),))
    return Scene(
        form.width, height, (ground, *body), title=sheet.title,
        description=" ".join([sheet.measured, *sheet.notes]),
        language=sheet.language,
    )  # fmt: skip
