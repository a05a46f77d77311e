"""What a page is made of: a few kinds of blocks, each plain data. How they look is a renderer's.

:mod:`components.page.html` paints them for first documents, published pages and paper,
:mod:`components.page.streamlit` for the app.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from components.domain.views.filters import Filters
from components.i18n import I18n
from components.presentation.files import File


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
class Way:
    """One way out of a view in which nothing is left: what it is called, and what it changes."""

    label: str
    changes: Mapping[str, Any]


def every_filter(i18n: I18n) -> Way:
    """The way out that takes all filters away."""
    return Way(i18n.t("Clear all filters"), {"filters": Filters(), "page": 1})


@dataclass(frozen=True)
class Ways:
    """That nothing is left, and the ways to a view that holds something."""

    heading: str
    note: str
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class Downloads:
    """Files in one line."""

    name: str
    files: tuple[File, ...]


@dataclass(frozen=True)
class Form:
    """What a reader fills in or chooses, by its name: only the app has it."""

    name: str


@dataclass(frozen=True)
class Row:
    """Blocks side by side, where there is room."""

    name: str
    blocks: tuple[Block, ...]


Block = Words | Fold | Ways | Downloads | Form | Row


@dataclass(frozen=True)
class Page:
    """What one page says of a view: its headline, the line below it, and its blocks in order."""

    heading: str
    lead: str
    blocks: tuple[Block, ...]
