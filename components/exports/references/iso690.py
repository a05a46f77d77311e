"""ISO 690, author and date; in Spanish as UNE-ISO 690."""

from __future__ import annotations

from typing import Final

from components.exports.references.dates import ordered, years
from components.exports.references.reference import Name, Reference
from components.exports.references.text import (
    and_before,
    italic,
    joined,
    stopped,
    typographic,
)
from components.i18n.language import Language

_UNDATED: Final[dict[Language, str]] = {"en": "[no date]", "es": "[sin fecha]"}
_FROM: Final[dict[Language, str]] = {"en": "Available from", "es": "Disponible en"}
_READ: Final[dict[Language, str]] = {"en": "Accessed", "es": "consulta:"}


def _names(names: tuple[Name, ...], language: Language) -> str:
    said = [", ".join(filter(None, (name.last.upper(), name.given, name.suffix))) for name in names]
    if len(said) < 2:
        return "".join(said)
    return f"{', '.join(said[:-1])} {and_before(said[-1], language)} {said[-1]}"


def _about(date: str, ref: Reference) -> str:
    return f"[ca. {date}]" if ref.issued.inferred else date


def _date(ref: Reference, language: Language) -> str:
    """The full date; "" where the year behind the author says it all."""
    if not ref.issued.parts or max(map(len, ref.issued.parts)) < 2 or ref.form == "book":
        return ""
    return _about(ordered(ref.issued, language, "day first"), ref)


def _year(ref: Reference, language: Language) -> str:
    """The year behind the author; in brackets where it alone shows that the date is inferred."""
    if not ref.issued.parts:
        return _UNDATED[language]
    return (
        years(ref.issued, language)
        if _date(ref, language)
        else _about(years(ref.issued, language), ref)
    )


def _house(ref: Reference, language: Language) -> str:
    """The place and the publisher: "S.l." stands for a place that is not known."""
    if ref.form == "page" or not ref.publisher:
        return ""
    place = ref.place or ("S.l." if language == "es" and ref.form == "book" else "")
    return f"{place}: {ref.publisher}" if place else ref.publisher


def iso690(ref: Reference, language: Language) -> str:
    """Return a marked entry; an unsigned source begins with its title."""
    title, book = typographic(ref.title, language), ref.form == "book"
    title = italic(title) if book else title
    who, year = _names(ref.authors, language), _year(ref, language)
    parts = [f"{who}, {year}. {title}" if who else f"{title}, {year}"]
    if ref.container and not book:
        parts.append(italic(ref.container))
    if ref.url and language == "en":
        parts.append("Online")
    elif ref.url:
        parts[-1] += " [en línea]"
    house, date = _house(ref, language), _date(ref, language)
    parts.append(", ".join(filter(None, (house, date))) if house else date[:1].upper() + date[1:])
    numbers = (("Vol.", ref.volume), ("no.", ref.issue), ("p.", ref.page))
    parts.append(", ".join(f"{word} {value}" for word, value in numbers if value))
    read = ordered(ref.accessed, language, "day first")
    looked_up = f"[{_READ[language]} {read}]" if read else ""
    address = joined(f"{_FROM[language]}: {ref.url}", looked_up) if ref.url else ""
    return joined(*map(stopped, parts), address)
