"""One line of a list of events or figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ListRow:
    """One line of the list, in the reader's language.

    ``sign`` is a shape beside the date whose meaning stands once above the list; ``basis`` says the
    same in words, for those who do not see it.
    """

    id: str
    date: str
    title: str
    note: str
    glyph: str
    colour: str
    kind: str
    sources: str
    tag: str
    sign: str = ""
    basis: str = ""
