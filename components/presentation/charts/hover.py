"""The text that a chart shows under the pointer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from html import escape
from typing import Final

HOVER_CHARACTERS: Final = 56


def hover_text(head: str, lines: Iterable[str]) -> str:
    """A bold head and lines broken to a width (Plotly breaks none), as Plotly's own HTML."""
    broken = (part for line in lines for part in textwrap.wrap(line, HOVER_CHARACTERS))
    return "<br>".join([f"<b>{escape(head)}</b>", *map(escape, broken)])
