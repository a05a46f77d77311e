"""One line of a list of events or figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ListRow:
    """One line of the list, in the reader's language."""

    id: str
    date: str
    title: str
    note: str
    glyph: str
    colour: str
    kind: str
    sources: str
    tag: str
