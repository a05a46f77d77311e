"""Citations to read and to copy: a source in APA, Chicago or ISO 690, in English or Spanish."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import get_args

from components.domain.models import Source
from components.exports.csl.dates import Language, in_words, issued
from components.exports.csl.finish import finish
from components.exports.csl.marks import clean, to_html, to_text
from components.exports.csl.processor import Style, csl_item, render

__all__ = [
    "STYLES",
    "STYLE_NAMES",
    "FormattedCitation",
    "Language",
    "Style",
    "format_pinpoint",
    "format_source",
]

STYLES: tuple[Style, ...] = get_args(Style)

#: What each style is called; a proper name, the same in both languages.
STYLE_NAMES: dict[Style, str] = {"apa": "APA 7", "chicago": "Chicago 18", "iso690": "ISO 690"}

_PARAGRAPH: dict[Language, str] = {"en": "para.", "es": "párr."}


@dataclass(frozen=True)
class FormattedCitation:
    """One citation, to copy (``text``) and to show (``html``).

    ``html`` holds escaped text and ``<i>``, nothing else: it is safe to show whatever the title.
    """

    text: str
    html: str


Entries = dict[tuple[Style, Language], FormattedCitation]
#: What was formatted, by the record it was made of, and no longer than that record: the sources
#: of a story that a reader opened leave nothing behind when their session ends.
_kept: dict[int, Entries] = {}


def _entry(source: Source, style: Style, language: Language) -> FormattedCitation:
    """The entry of a source, formatted once; records are frozen, so an edit is another record."""
    key = id(source)
    if key not in _kept:
        _kept[key] = {}
        weakref.finalize(source, _kept.pop, key, None)
    made = _kept[key].get((style, language))
    if made is None:
        made = _kept[key][style, language] = _format(source, style, language)
    return made


def _format(source: Source, style: Style, language: Language) -> FormattedCitation:
    item = csl_item(source, style, language)
    about = "circa" in item.get("issued", {})
    marked = finish(render(item, style, language), style, language, inferred=about)
    return FormattedCitation(to_text(marked), to_html(marked))


def format_source(
    source: Source, style: Style, language: Language, *, locator: int | None = None
) -> FormattedCitation:
    """Format ``source`` as an entry of a bibliography.

    Args:
        source: The document to cite.
        style: One of :data:`STYLES`.
        language: The language of the citation's own words, not of the source.
        locator: A paragraph number to add at the end.
    """
    entry = _entry(source, style, language)
    if locator is None:
        return entry
    place = f" ({_PARAGRAPH[language]} {locator})"

    def add(text: str) -> str:
        return f"{text[:-1]}{place}." if text.endswith(".") else f"{text}{place}"

    return FormattedCitation(add(entry.text), add(entry.html))


def format_pinpoint(source: Source, locator: int | None, language: Language) -> str:
    """Return the short form for a footnote or a mark: "VICE News, c. 2 May 2019, para. 26".

    Plain text; ``locator`` is a paragraph number, or ``None`` to name the source alone.
    """
    name = clean(source.custom.short) or clean(source.title)
    parts = [name, in_words(issued(source), language)]
    if locator is not None:
        parts.append(f"{_PARAGRAPH[language]} {locator}")
    return ", ".join(parts)
