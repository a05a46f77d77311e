"""One line of a list of events or figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ListRow:
    """One line of the list, in the reader's language.

    ``mark`` is the sign of the timeline as a drawing, in place of ``glyph``: how it is filled says
    how the day is known. ``basis`` says the same in words, for those who do not see it. ``sign`` is
    a shape beside the date whose meaning stands once above the list. ``lang`` is the title's
    language where it is not the page's.
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
    mark: str = ""
    lang: str = ""
