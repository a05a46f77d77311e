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
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.notices import Way, current_address
from components.presentation.pictures import Kind
from components.presentation.records import Line
from components.presentation.scenes import WIDTH_PX


@dataclass(frozen=True)
class Words:
    """What is read and not touched, as HTML from a template; nothing where it is empty.

    ``renewed`` is the name under which a picture that answers is sent it anew for another view.
    """

    html: Markup
    renewed: str = ""


def words(template: str, ctx: Context, /, **values: Any) -> Words:
    """A template filled for a view, in the reader's language."""
    return Words(filled(template, ctx.i18n, ctx=ctx, **values))


@dataclass(frozen=True)
class Fold:
    """Parts that open and close, each with an id and ``data-fold``, as HTML from a template.

    ``find`` is what the box says that looks among them, ``target`` the id of the part that the
    address names, and ``links`` are the ids and names of the parts for an index.
    """

    html: Markup
    find: str = ""
    target: str = ""
    links: tuple[tuple[str, str], ...] = ()


def ways_on(ctx: Context, ways: Iterable[Way], heading: str = "", note: str = "") -> Words:
    """Links to other views, where one holds nothing: a heading, what to do, and where to go."""
    links = [(current_address(ctx, **changes), label) for label, changes in ways]
    return words("ways.html", ctx, links=links, heading=heading, note=note)


@dataclass(frozen=True)
class Form:
    """What the app draws to be worked, by its name; ``still`` are the blocks that say the same."""

    name: str
    still: Callable[[], Iterable[Block]] = tuple


@dataclass(frozen=True)
class Row:
    """Blocks side by side, where there is room; with ``right`` in two columns."""

    name: str
    blocks: Sequence[Block]
    right: Sequence[Block] = ()


@dataclass(frozen=True)
class Chart:
    """A drawing, laid out anew for each width in pixels that is asked for.

    ``label`` says what it shows, ``key`` what its signs mean, and ``width`` is the one where there
    is room.
    """

    draw: Callable[[float], Scene]
    label: str
    key: Callable[[Scene], Markup] = lambda _: Markup()
    width: float = WIDTH_PX


@dataclass(frozen=True)
class Share:
    """How the charts above it are taken along: link, pictures, code, citation; the app's menu."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Table:
    """A page of a table that is ordered by its heads.

    A head has ``name``, ``label``, ``numeric`` and ``sort``, a cell ``text`` and where there are
    any ``code`` and ``href``. ``words`` say which page this is.
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

    A choice sets the parameter ``event`` or ``claim``; ``detail`` is the chosen line in full, to
    open under it, and ``words`` say which part of a very long list this is.
    """

    rows: Sequence[Line]
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

    ``key`` says which, such as ``event:…``; a ``region:…`` stays a filter when it is closed.
    """

    key: str
    html: Markup
    close: str


Block = Words | Fold | Form | Row | Chart | Share | Table | Records | Chosen


def sent_records(block: Block, ctx: Context) -> dict[str, Any]:
    """What the list of the app is sent: its rows as HTML, and what opens under one of them."""
    rows = filled("event_rows.html", ctx.i18n, **vars(block)) if isinstance(block, Records) else ""
    return vars(block) | {"rows": rows}


def pager(block: Table | Records, ctx: Context) -> Markup:
    """The links to the pages before and after; nothing where there is one."""
    if block.pages < 2:
        return Markup()
    number = block.page
    before = current_address(ctx, page=number - 1) if number > 1 else ""
    after = current_address(ctx, page=number + 1) if number < block.pages else ""
    said = {"words": block.words, "page": number}
    return filled("text_pager.html", ctx.i18n, before=before, after=after, **said)


@dataclass(frozen=True)
class Page:
    """What one page says of a view: its headline, the line below it, and its blocks in order.

    ``headed`` is whether its first block shows the headline itself, in the app; ``shown`` says how
    much the filters leave of what the page is of.
    """

    heading: str
    lead: str
    blocks: Sequence[Block] = ()
    headed: bool = False
    shown: str = ""
