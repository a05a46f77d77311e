"""Where a view's charts alone are, and the code that puts one into another site's page."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.presentation.pictures import Kind, picture_view
from components.query.view import View, write_view

PATH: Final = "/embed"
SCRIPT: Final = "height.js"
#: What a host's script for frames adds to the address (Pym and Sidechain); it changes nothing.
FROM_HOSTS: Final = frozenset({"initialWidth", "childId", "parentTitle", "parentUrl"})
#: From this width on, in pixels, a frame shows the wide drawing.
WIDE_PX: Final = 600
#: Pixels that a frame is high in a page that does not listen to its messages: wide and narrow.
HEIGHTS: Final[dict[Kind, tuple[int, int]]] = {
    "timeline": (960, 2250),
    "map": (1050, 1160),
    "figures": (1280, 2220),
}
FRAME: Final = Markup(
    '<iframe src="{src}" title="{title}" loading="lazy" width="{width}" height="{height}" '
    'style="border:0;max-width:100%"></iframe>'
)


def embed_query(kind: Kind, view: View, language: str) -> str:
    """The parameters of a chart alone: what bears on it, and its language."""
    return urlencode({**write_view(picture_view(kind, view)), "lang": language}, doseq=True)


def embed_address(base: str, kind: Kind, view: View, language: str) -> str:
    """The whole address of a chart alone; ``base`` is that of the app, without a slash."""
    return f"{base}{PATH}/{kind}?{embed_query(kind, view, language)}"


def frame_height(kind: Kind, width: int) -> int:
    """How high a frame of a width is made, in pixels, until it says itself how high it must be."""
    return HEIGHTS[kind][0 if width >= WIDE_PX else 1]


def frame_code(address: str, title: str, width: str, height: int) -> str:
    """An ``<iframe>`` to put into a page; ``width`` is in pixels or in percent."""
    return str(FRAME.format(src=address, title=title, width=width, height=height))
