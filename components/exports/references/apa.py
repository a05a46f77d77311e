"""APA, 7th edition: author, date, title, container."""

from __future__ import annotations

from typing import Final

from components.exports.references.dates import UNDATED, ordered, years
from components.exports.references.reference import Name, Reference
from components.exports.references.text import (
    and_before,
    italic,
    joined,
    stopped,
    typographic,
)
from components.i18n.language import Language

_ABOUT: Final[dict[Language, str]] = {"en": "ca. ", "es": "c. "}
_BROADCAST: Final[dict[Language, str]] = {"en": "[Broadcast]", "es": "[Emisión]"}
_IN: Final[dict[Language, str]] = {"en": "In", "es": "En"}
#: The most authors that are all named; of more, the first 19 and the last.
_MOST_AUTHORS: Final = 20


def _name(name: Name) -> str:
    return ", ".join(filter(None, (name.last, name.initials, name.suffix)))


def _names(names: tuple[Name, ...], language: Language) -> str:
    said = [_name(name) for name in names]
    if len(said) < 2:
        return "".join(said)
    if len(said) > _MOST_AUTHORS:
        return f"{', '.join(said[:19])}, … {said[-1]}"
    word = "&" if language == "en" else and_before(said[-1], language)
    return f"{', '.join(said[:-1])}, {word} {said[-1]}"


def _date(ref: Reference, language: Language) -> str:
    if not ref.issued.parts:
        return f"({UNDATED[language]})."
    only_year = ref.form in ("book", "journal")
    date = years(ref.issued, language) if only_year else ordered(ref.issued, language, "year first")
    return f"({_ABOUT[language] if ref.issued.inferred else ''}{date})."


def _where(ref: Reference, language: Language) -> str:
    """The paper, site or station that published it."""
    if ref.form == "broadcast":
        station = f"{_IN[language]} {italic(ref.container)}" if ref.container else ""
        return joined(stopped(station), stopped(ref.house))
    if ref.form == "book":
        return stopped(ref.house)
    if ref.form == "page":
        return joined(stopped(ref.house), stopped(ref.site))
    number = italic(ref.volume) + (f"({ref.issue})" if ref.issue else "")
    return stopped(", ".join(filter(None, (italic(ref.container), number, ref.page))))


def _address(ref: Reference, language: Language) -> str:
    """The address; with the day it was read if the source has no date, for it may change."""
    if ref.issued.parts or not ref.accessed.parts or not ref.url:
        return ref.url
    day = ordered(ref.accessed, language, "month first")
    words = ("Retrieved", "from") if language == "en" else ("Recuperado el", "de")
    return f"{words[0]} {day}, {words[1]} {ref.url}"


def apa(ref: Reference, language: Language) -> str:
    """Return a marked entry; an unsigned source begins with its title."""
    title = typographic(ref.title, language)
    if ref.form in ("book", "page") or not ref.container:
        title = italic(title)
    kind = _BROADCAST[language] if ref.form == "broadcast" else ""
    who, date = stopped(_names(ref.authors, language)), _date(ref, language)
    head = (who, date, stopped(joined(title, kind))) if who else (stopped(title), date,
                                                                  stopped(kind))  # fmt: skip
    return joined(*head, _where(ref, language), _address(ref, language))
