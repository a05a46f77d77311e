"""Citations to read and to copy: a source in APA, Chicago or ISO 690, in English or Spanish."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from types import MappingProxyType
from typing import Final, Literal, get_args

from components.exports.references.apa import apa
from components.exports.references.chicago import chicago
from components.exports.references.dates import in_words, issued
from components.exports.references.iso690 import iso690
from components.exports.references.reference import Reference, reference
from components.exports.references.text import clean, to_html, to_text
from components.i18n.language import Language, by_way
from components.story.sources import Source

__all__ = [
    "STYLES",
    "STYLE_NAMES",
    "FormattedCitation",
    "Language",
    "Piece",
    "Style",
    "format_pinpoint",
    "format_source",
    "pieces",
]

Style = Literal["apa", "chicago", "iso690"]
STYLES: tuple[Style, ...] = get_args(Style)
#: What each style is called; a proper name, the same in both languages.
STYLE_NAMES: dict[Style, str] = {"apa": "APA 7", "chicago": "Chicago 18", "iso690": "ISO 690"}
_WRITERS: Final[Mapping[Style, Callable[[Reference, Language], str]]] = MappingProxyType(
    {"apa": apa, "chicago": chicago, "iso690": iso690}
)

_PARAGRAPH: dict[Language, str] = {"en": "para.", "es": "párr."}


@dataclass(frozen=True)
class FormattedCitation:
    """One citation, to copy (``text``) and to show (``html``).

    ``html`` holds escaped text and ``<i>``, nothing else: it is safe to show whatever the title.
    """

    text: str
    html: str


@dataclass(frozen=True)
class Piece:
    """Some words of a citation in one look; ``link`` is the address that they are, or empty."""

    text: str
    italic: bool
    link: str


def pieces(entry: FormattedCitation) -> list[Piece]:
    """The words of a citation, for writers that set italics and links themselves."""
    found = []
    for part in re.split(r"(<i>.*?</i>)", entry.html, flags=re.DOTALL):
        italic = part.startswith("<i>")
        words = unescape(part.removeprefix("<i>").removesuffix("</i>"))
        for text in re.split(r"(https?://\S+?)(?=\.?(?:\s|$))", words):
            if text:
                link = text if text.startswith(("http://", "https://")) else ""
                found.append(Piece(text, italic, link))
    return found


def format_source(source: Source, style: Style, language: Language) -> FormattedCitation:
    """Format ``source`` as an entry of a bibliography.

    Args:
        language: The language of the citation's own words, not of the source.
    """
    marked = _WRITERS[style](reference(source, language), language)
    return FormattedCitation(to_text(marked), to_html(marked))


def format_pinpoint(source: Source, locator: int | None, language: Language) -> str:
    """Return the short form for a footnote or a mark: "VICE News, c. 2 May 2019, para. 26".

    Plain text; ``locator`` is a paragraph number, or ``None`` to name the source alone.
    """
    name = by_way(clean(source.custom.short), language) or clean(source.title)
    parts = [name, in_words(issued(source), language)]
    if locator is not None:
        parts.append(f"{_PARAGRAPH[language]} {locator}")
    return ", ".join(parts)
