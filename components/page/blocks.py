"""What a page is made of: a few kinds of blocks, each plain data. How they look is a renderer's.

:mod:`components.page.html` paints them for first documents, published pages and paper,
:mod:`components.page.streamlit` for the app.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from components.drawing.scene import Scene
from components.export.view_files import File
from components.presentation.pictures import Kind
from components.presentation.records import Line
from components.presentation.scenes import WIDTH_PX
from components.presentation.ways_back import Way


def no_key(_: Scene) -> Markup:
    """A drawing whose signs are explained elsewhere, or on it."""
    return Markup()


@dataclass(frozen=True)
class Words:
    """What is read and not touched, as HTML from a template; nothing where it is empty."""

    html: Markup


@dataclass(frozen=True)
class Fold:
    """Parts that open and close, each with an id and ``data-fold``.

    Attributes:
        html: the parts, from a template.
        find: what the box says that looks among them; without it there is none.
        target: the id of the part that the address names, to be brought into sight.
        links: the ids of the page's parts with their names, for an index that stays in sight.
    """

    html: Markup
    find: str = ""
    target: str = ""
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Ways:
    """Ways to other views, where one holds nothing: a heading, what to do, and where to go."""

    ways: tuple[Way, ...]
    heading: str = ""
    note: str = ""
    name: str = "empty"


@dataclass(frozen=True)
class Downloads:
    """Files in one line."""

    name: str
    files: tuple[File, ...]


@dataclass(frozen=True)
class Form:
    """What answers a reader: a form or a choice. Only the app has it, by its name."""

    name: str


@dataclass(frozen=True)
class Instrument:
    """What the app draws to be worked, by its name; ``still`` are the blocks that say the same."""

    name: str
    still: Callable[[], Iterable[Block]]


@dataclass(frozen=True)
class Beside:
    """Blocks in two columns, where there is room."""

    name: str
    left: tuple[Block, ...]
    right: tuple[Block, ...]


@dataclass(frozen=True)
class Chart:
    """A drawing, laid out anew for each width that is asked for.

    Attributes:
        draw: the scene for a width in pixels.
        label: what it is called for those who do not see it.
        chooses: the parameter that a click on one of its marks sets.
        key: what its signs mean, given the scene that was drawn.
        width: the width for which it is drawn where there is room, in pixels.
    """

    draw: Callable[[float], Scene]
    label: str
    chooses: str = ""
    key: Callable[[Scene], Markup] = no_key
    width: float = WIDTH_PX


@dataclass(frozen=True)
class Share:
    """How the charts above it are taken along: link, pictures, code, citation; the app's menu."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Table:
    """A page of a table that is ordered by its heads.

    Attributes:
        label: what it is called.
        heads: its columns: name, label, whether it holds numbers, how it is sorted.
        rows: their cells: text, the value in the file, an address.
        words: which of its pages this is.
        page: its number.
        pages: how many there are.
    """

    label: str
    heads: Sequence[dict[str, Any]]
    rows: Sequence[Sequence[dict[str, str]]]
    words: str
    page: int
    pages: int


@dataclass(frozen=True)
class Records:
    """A list of records, a line each.

    Attributes:
        rows: its lines.
        label: what the list is called.
        chooses: the parameter that a choice sets: ``event`` or ``claim``.
        chosen: the one that is chosen.
        signs: what the signs beside its dates mean.
        detail: the chosen line in full, to open under it; without it a choice opens elsewhere.
        words: which part of a very long list this is.
        page: its number.
        pages: how many there are.
    """

    rows: tuple[Line, ...]
    label: str
    chooses: str
    chosen: str | None
    signs: str = ""
    detail: str = ""
    words: str = ""
    page: int = 1
    pages: int = 1


@dataclass(frozen=True)
class Chosen:
    """The chosen record in full, in the app's drawer; nothing where none is chosen.

    Attributes:
        key: which one, such as ``event:…``; a ``region:…`` stays a filter when it is closed.
        html: all that is known of it, from a template.
        close: what the way to let it go is called.
    """

    key: str
    html: Markup
    close: str


@dataclass(frozen=True)
class Row:
    """Blocks side by side, where there is room."""

    name: str
    blocks: tuple[Block, ...]


Block = (
    Words
    | Fold
    | Ways
    | Downloads
    | Form
    | Instrument
    | Row
    | Chart
    | Share
    | Table
    | Records
    | Chosen
    | Beside
)


@dataclass(frozen=True)
class Page:
    """What one page says of a view: its headline, the line below it, and its blocks in order.

    ``headed`` is whether its first block shows the headline itself, in the app; ``shown`` says how
    much the filters leave of what the page is of.
    """

    heading: str
    lead: str
    blocks: tuple[Block, ...]
    headed: bool = False
    shown: str = ""
