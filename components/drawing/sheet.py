"""A picture to publish: a drawing with its title, its key, and all that must go with it.

A key has signs in rows, each with its words; what makes marks makes the signs that explain them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from components.drawing.fonts import shortened, width_of, wrapped_to
from components.drawing.palette import Palette
from components.drawing.scene import Bar, Group, Line, Mark, Paint, Scene, Shape, Text

EDGE_PX: Final = 28
#: Between a drawing and words beside it, above it and below.
GAP_PX: Final = 24
TOP_PX: Final = 40.0
BETWEEN_PX: Final = 14.0
ABOVE_KEY_PX: Final = 12.0
#: The size of a key's words.
KEY_PX: Final = 14
#: What is drawn, and the height after it.
Block = tuple[list[Mark | Group], float]


class KeyItem(NamedTuple):
    """One sign of a key: its shapes around 0, 0, how wide and high it is, and what it means."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    words: str


def _lines(
    lines: Sequence[str],
    y: float,
    size: float,
    fill: str,
    *,
    leading: float = 1.36,
    x: float = EDGE_PX,
    title: bool = False,
) -> Block:
    """Lines below ``y``; those of a ``title`` are bold and in the serif."""
    texts = tuple(
        Text(line, x, y + size * leading * n, size, fill, weight=700 if title else 400, serif=title)
        for n, line in enumerate(lines, start=1)
    )
    return [Mark(texts)], y + size * leading * len(lines)


def _key(
    items: Sequence[KeyItem], muted: str, edge: float, inner: float, size: float = KEY_PX
) -> Block:
    """The signs in rows, in a width of ``inner`` that begins at ``edge``."""
    rows: list[list[tuple[float, KeyItem]]] = []
    x, y = edge + inner + 1, 0.0
    for item in items:
        wide = item.width + 8 + width_of(item.words, size) + 26
        if not rows or x + wide - 26 > edge + inner:
            rows.append([])
            x = edge
        rows[-1].append((x, item))
        x += wide
    drawn: list[Mark | Group] = []
    for row in rows:
        # Each row is as high as its highest sign.
        tall = max(size * 1.57, *(item.height + 6 for _, item in row))
        middle = y + tall / 2
        for left, item in row:
            drawn.append(Group((Mark(item.shapes),), at=(left + item.width / 2, middle)))
            at = left + item.width + 8
            lines = wrapped_to(item.words, edge + inner - at, size)
            top = middle - size * (0.24 + 0.6 * len(lines))
            drawn += _lines(lines, top, size, muted, leading=1.2, x=at)[0]
            tall = max(tall, size * 1.25 * len(lines) + 4)
        y += tall
    return drawn, y


def key_scene(items: Sequence[KeyItem], width: float, muted: str, title: str) -> Scene:
    """The signs of a key as a drawing of their own, ``width`` pixels wide."""
    drawn, height = _key(items, muted, 0, width)
    return Scene(width, height, tuple(drawn), title=title)


class PictureTexts(NamedTuple):
    """The words of a picture and its key, in the reader's language.

    ``title`` is the finding; ``measured`` says whom it is about, what is drawn, in what unit and
    until when; ``notes`` stand below the key, what matters most first, ``credit`` at the foot.
    ``address`` is that of the view, without its scheme; empty where there is none to name.
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

    Without a ``height`` it is as high as it must be. Of more than ``most_notes`` lines of notes the
    last one is cut. With ``beside`` the words stand to the left of the drawing.
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
    def column(self) -> float:
        inner = self.width - 2 * EDGE_PX
        return inner * 0.34 if self.beside else inner


#: What is drawn, for a width and a height in pixels; without a height, as high as it must be.
Draw = Callable[[float, float | None], Scene]


def _words(sheet: PictureTexts, palette: Palette, form: SheetForm) -> tuple[Block, Block, Block]:
    """Head, key with notes, and credit of a picture, each from a height of 0 with its height."""
    wide = form.column
    title = wrapped_to(sheet.title, wide, form.title, 700, serif=True)
    head, y = _lines(title, 30, form.title, palette.ink, leading=1.15, title=True)
    measured = wrapped_to(sheet.measured, wide, form.measured)
    more, head_end = _lines(measured, y + 4, form.measured, palette.muted)
    rule = Line(((EDGE_PX, 22), (form.width - EDGE_PX, 22)), Paint(stroke=palette.accent, width=5))
    head = [Mark((rule,)), *head, *more]
    foot, y = _key(sheet.key, palette.muted, EDGE_PX, wide, form.key)
    y += 8 if sheet.key else 0
    # Where room is short, the notes are one paragraph.
    most = form.most_notes
    for note in sheet.notes if most is None else (" ".join(sheet.notes),):
        lines = wrapped_to(note, wide, form.note)
        if most is not None and len(lines) > most:
            rest = " ".join(lines[most - 1 :])
            lines = [*lines[: most - 1], shortened(rest, wide, form.note)]
        more, y = _lines(lines, y, form.note, palette.ink)
        foot, y = foot + more, y + 3
    credit = [part for words in sheet.credit for part in wrapped_to(words, wide, form.small)]
    # The address breaks before a parameter; where it has too many, its path stands alone.
    address = [""]
    for part in re.split("(?=&)", sheet.address):
        if address[-1] and width_of(address[-1] + part, form.small) > wide:
            address.append("")
        address[-1] += part
    fits = all(width_of(line, form.small) <= wide for line in address)
    if not fits or (form.height and len(address) > 2):
        address = [sheet.address.partition("?")[0]]
    credit += address if sheet.address else []
    more, end = _lines(credit, 4, form.small, palette.muted)
    rule = Line(((EDGE_PX, 0), (EDGE_PX + wide, 0)), Paint(stroke=palette.line))
    return (head, head_end), (foot, y), ([Mark((rule,)), *more], end)


def sheet_scene(
    words: Callable[[Scene], PictureTexts], draw: Draw, palette: Palette, form: SheetForm
) -> Scene:
    """Set a drawing between its title and everything that must be published with it.

    ``words`` gives what belongs to what is drawn, ``draw`` the drawing for the room that it leaves.
    A picture with more words than room is made higher; only notes and the address are cut.
    """
    free, width = form.height is None, form.width - 2 * EDGE_PX
    gap, margin = (20.0, 22.0) if free else (10.0, 16.0)
    width -= form.column + GAP_PX if form.beside else 0
    # How high the words are is known only when it is known what is drawn: first with a guess.
    room = None if form.height is None else form.height * 0.66
    for last in (True,) if free else (False, True):
        drawing = draw(width, room)
        sheet = words(drawing)
        (head, y), foot, credit = _words(sheet, palette, form)
        below = foot[1] + BETWEEN_PX + credit[1]
        if not last and form.height is not None:
            taken = TOP_PX + margin if form.beside else y + gap + ABOVE_KEY_PX + below + margin
            # A drawing is never made lower, whatever the words around it need.
            room = max(form.height - taken, 160.0)
    if form.beside:
        at, foot_at = (EDGE_PX + form.column + GAP_PX, TOP_PX), y + BETWEEN_PX
        height = max(form.height or 0, foot_at + below + margin)
        credit_at = height - margin - credit[1]
    else:
        at, foot_at = (EDGE_PX, y + gap), y + gap + drawing.height + ABOVE_KEY_PX
        credit_at = foot_at + foot[1] + BETWEEN_PX
        height = max(form.height or 0, credit_at + credit[1] + margin)
    kind = f"drawing {drawing.kind}".strip()
    body = (
        Mark((Bar((0, 0, form.width, height), Paint(palette.paper)),)),
        *head,
        Group(drawing.body, kind, at, drawing.unit, drawing.box, drawing.description),
        Group(tuple(foot[0]), at=(0, foot_at)),
        Group(tuple(credit[0]), at=(0, credit_at)),
    )
    said = " ".join([sheet.measured, *sheet.notes])
    return Scene(form.width, height, body, title=sheet.title, description=said,
                 language=sheet.language)  # fmt: skip
