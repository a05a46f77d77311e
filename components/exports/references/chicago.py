"""Chicago, 18th edition, notes and bibliography: an entry of the bibliography."""

from __future__ import annotations

from typing import Final

from components.exports.references.dates import UNDATED, ordered, years
from components.exports.references.reference import Name, Reference
from components.exports.references.text import (
    and_before,
    headline,
    italic,
    joined,
    quoted,
    stopped,
    typographic,
)
from components.i18n.language import Language

_ACCESSED: Final[dict[Language, str]] = {"en": "Accessed", "es": "Consultado el"}
#: The most authors that are all named; of more, the first three.
_MOST_AUTHORS: Final = 6


def _first(name: Name) -> str:
    given = f"{name.given} {name.particle}".strip()
    return ", ".join(filter(None, (name.family, given, name.suffix)))


def _other(name: Name) -> str:
    full = f"{name.given} {name.last}".strip()
    return f"{full}, {name.suffix}" if name.suffix else full


def _names(names: tuple[Name, ...], language: Language) -> str:
    """The authors, the first one inverted."""
    said = [_first(name) for name in names[:1]] + [_other(name) for name in names[1:]]
    if len(said) < 2:
        return "".join(said)
    if len(said) > _MOST_AUTHORS:
        return f"{', '.join(said[:3])}, et al"
    # Spanish has no comma before "y"; one is left where it closes the inverted first name.
    comma = "," if language == "en" or len(said) == 2 else ""
    return f"{', '.join(said[:-1])}{comma} {and_before(said[-1], language)} {said[-1]}"


def _date(ref: Reference, language: Language) -> str:
    if not ref.issued.parts:
        return UNDATED[language]
    date = (
        years(ref.issued, language)
        if ref.form == "book"
        else ordered(ref.issued, language, "month first")
    )
    if not ref.issued.inferred:
        return date
    return f"[¿{date}?]" if language == "es" else f"[{date}?]"


def _issue(ref: Reference, language: Language) -> str:
    """A journal with its number, year and pages."""
    word = "no." if language == "en" else "n.º"
    number = f", {word} {ref.issue}" if ref.issue else ""
    year = (
        years(ref.issued, language) if ref.issue else ordered(ref.issued, language, "month first")
    )
    pages = f": {ref.page}" if ref.page else ""
    return (
        f"{joined(italic(ref.container), ref.volume)}{number} ({year or UNDATED[language]}){pages}"
    )


def _where(ref: Reference, language: Language, *, container: str) -> str:
    date = _date(ref, language)
    if ref.form == "journal" and container:
        return stopped(_issue(ref, language))
    if ref.form == "broadcast":
        house = ", ".join(filter(None, (ref.publisher, date)))
        return joined(stopped(container), stopped(house))
    house = ref.publisher if ref.form in ("book", "page") else ""
    return stopped(", ".join(filter(None, (container, house, date))))


def chicago(ref: Reference, language: Language) -> str:
    """Return a marked entry; an unsigned article, page or broadcast begins with its container."""
    whole = ref.form == "book" or (not ref.container and ref.form != "page")
    title = headline(ref.title) if ref.english else ref.title
    title = typographic(title, language, inner=not whole)
    title = stopped(italic(title)) if whole else quoted(title, language, ".")
    container = ref.site if ref.form == "page" else italic(ref.container)
    who = stopped(_names(ref.authors, language))
    if not who and ref.form in ("article", "page", "broadcast"):
        who, container = stopped(container), ""
    read = ordered(ref.accessed, language, "month first") if not ref.issued.parts else ""
    looked_up = f"{_ACCESSED[language]} {read}." if read else ""
    return joined(who, title, _where(ref, language, container=container), looked_up,
                  f"{ref.url}." if ref.url else "")  # fmt: skip
