"""What a page says, with the words by which it is found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PageText:
    """A page of one view in one language, in words.

    Attributes:
        title: of the document: the page and the story.
        description: one or two sentences for searches and previews, without markup.
        heading: the page's headline, as it stands in ``html`` too.
        html: what the page says, to stand in a ``main`` element; its links are relative to the
            path that the pages stand under.
    """

    title: str
    description: str
    heading: str
    html: str
