"""Citations to read and to copy: a source in APA, Chicago or ISO 690, in English or Spanish.

APA is the 7th edition, Chicago the 18th (notes and bibliography), ISO 690 that of author and date,
in Spanish as UNE-ISO 690. Each style is a function of the same description of a source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Final, Literal, get_args

from components.export.references import (
    UNDATED,
    PersonName,
    Reference,
    clean,
    in_quotation_marks,
    in_words,
    issued_date,
    italic,
    joined,
    ordered,
    source_reference,
    stopped,
    title_case,
    to_html,
    to_text,
    typographic,
    years,
)
from components.i18n.language import E_NOT_Y, Language, by_way
from components.story.sources import Source

Style = Literal["apa", "chicago", "iso690"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
#: What each style is called; a proper name, the same in both languages.
STYLE_NAMES: Final[Mapping[Style, str]] = {
    "apa": "APA 7", "chicago": "Chicago 18", "iso690": "ISO 690",
}  # fmt: skip


def _and(name: str, language: Language) -> str:
    """The word before the last author: "and", "y", or "e" before the sound of i."""
    if language == "en":
        return "and"
    return "e" if E_NOT_Y.match(name) else "y"


def _apa(ref: Reference, language: Language) -> str:
    """Author, date, title, container; an unsigned source begins with its title."""
    english = language == "en"
    said = [joined(name.last, name.initials, name.suffix, by=", ") for name in ref.authors]
    who = "".join(said)
    # Of more than twenty authors the first 19 and the last are named.
    if len(said) > 20:
        who = f"{', '.join(said[:19])}, … {said[-1]}"
    elif len(said) > 1:
        word = "&" if english else _and(said[-1], language)
        who = f"{', '.join(said[:-1])}, {word} {said[-1]}"

    date = UNDATED[language]
    if ref.issued.parts:
        only_year = ref.form in ("book", "journal")
        date = (
            years(ref.issued, language)
            if only_year
            else ordered(ref.issued, language, "year first")
        )
        date = f"{('ca. ' if english else 'c. ') if ref.issued.inferred else ''}{date}"

    title = typographic(ref.title, language)
    if ref.form in ("book", "page") or not ref.container:
        title = italic(title)
    kind = ("[Broadcast]" if english else "[Emisión]") if ref.form == "broadcast" else ""
    date = f"({date})."
    head = (
        (stopped(who), date, stopped(joined(title, kind)))
        if who
        else (stopped(title), date, stopped(kind))
    )
    # An address that may change has the day it was read, where the source has no date.
    address = ref.url
    if address and ref.accessed.parts and not ref.issued.parts:
        day = ordered(ref.accessed, language, "month first")
        address = f"Retrieved {day}, from {ref.url}" if english else (
            f"Recuperado el {day}, de {ref.url}"
        )  # fmt: skip
    return joined(*head, _apa_where(ref, english=english), address)


def _apa_where(ref: Reference, *, english: bool) -> str:
    """The paper, site or station that published it."""
    house = stopped(ref.unless_author(ref.publisher))
    if ref.form == "broadcast":
        station = f"{'In' if english else 'En'} {italic(ref.container)}" if ref.container else ""
        return joined(stopped(station), house)
    if ref.form == "book":
        return house
    if ref.form == "page":
        return joined(house, stopped(ref.unless_author(ref.container)))
    number = italic(ref.volume) + (f"({ref.issue})" if ref.issue else "")
    return stopped(joined(italic(ref.container), number, ref.page, by=", "))


def _chicago_names(authors: Sequence[PersonName], language: Language) -> str:
    """The authors, the first one inverted."""
    said: list[str] = []
    for name in authors:
        given = f"{name.given} {name.particle}".strip()
        full = f"{name.given} {name.last}".strip()
        said.append(joined(*((full,) if said else (name.family, given)), name.suffix, by=", "))
    if len(said) < 2:
        return "".join(said)
    # Of more than six authors the first three are named.
    if len(said) > 6:
        return f"{', '.join(said[:3])}, et al"
    # Spanish has no comma before "y"; one is left where it closes the inverted first name.
    comma = "," if language == "en" or len(said) == 2 else ""
    return f"{', '.join(said[:-1])}{comma} {_and(said[-1], language)} {said[-1]}"


def _chicago(ref: Reference, language: Language) -> str:
    """Author, title, container, date; an unsigned article begins with its container."""
    english = language == "en"
    day, year = ordered(ref.issued, language, "month first"), years(ref.issued, language)
    date = (year if ref.form == "book" else day) or UNDATED[language]
    if ref.issued.parts and ref.issued.inferred:
        date = f"[{date}?]" if english else f"[¿{date}?]"

    whole = ref.form == "book" or (not ref.container and ref.form != "page")
    title = title_case(ref.title) if ref.english else ref.title
    title = typographic(title, language, inner=not whole)
    title = stopped(italic(title)) if whole else in_quotation_marks(title, language)
    container = ref.unless_author(ref.container) if ref.form == "page" else italic(ref.container)
    who = stopped(_chicago_names(ref.authors, language))
    if not who and ref.form in ("article", "page", "broadcast"):
        who, container = stopped(container), ""

    if ref.form == "journal" and container:
        # A journal with its number, year and pages.
        number = f", {'no.' if english else 'n.º'} {ref.issue}" if ref.issue else ""
        when = (year if ref.issue else day) or UNDATED[language]
        pages = f": {ref.page}" if ref.page else ""
        where = stopped(f"{joined(container, ref.volume)}{number} ({when}){pages}")
    elif ref.form == "broadcast":
        where = joined(stopped(container), stopped(joined(ref.publisher, date, by=", ")))
    else:
        house = ref.publisher if ref.form in ("book", "page") else ""
        where = stopped(joined(container, house, date, by=", "))
    read = "" if ref.issued.parts else ordered(ref.accessed, language, "month first")
    looked_up = f"{'Accessed' if english else 'Consultado el'} {read}." if read else ""
    return joined(who, title, where, looked_up, f"{ref.url}." if ref.url else "")


def _iso690(ref: Reference, language: Language) -> str:
    """Author and year, title, container, house; an unsigned source begins with its title."""
    english, book = language == "en", ref.form == "book"
    said = [joined(name.last.upper(), name.given, name.suffix, by=", ") for name in ref.authors]
    who = "".join(said)
    if len(said) > 1:
        who = f"{', '.join(said[:-1])} {_and(said[-1], language)} {said[-1]}"

    # The full date, where the year behind the author does not say it all. The year is in brackets
    # where it alone shows that it is inferred.
    about = "[ca. {}]" if ref.issued.inferred else "{}"
    year, date = years(ref.issued, language), ""
    if not year:
        year = "[no date]" if english else "[sin fecha]"
    elif max(map(len, ref.issued.parts)) < 2 or book:
        year = about.format(year)
    else:
        date = about.format(ordered(ref.issued, language, "day first"))

    # The place and the publisher: "S.l." stands for a place that is not known.
    place = ref.place or ("S.l." if book and not english else "")
    house = "" if ref.form == "page" or not ref.publisher else joined(place, ref.publisher, by=": ")

    title = typographic(ref.title, language)
    title = italic(title) if book else title
    parts = [f"{who}, {year}. {title}" if who else f"{title}, {year}"]
    if ref.container and not book:
        parts.append(italic(ref.container))
    if ref.url and english:
        parts.append("Online")
    elif ref.url:
        parts[-1] += " [en línea]"
    parts.append(joined(house, date, by=", ") if house else date[:1].upper() + date[1:])
    numbers = (("Vol.", ref.volume), ("no.", ref.issue), ("p.", ref.page))
    parts.append(", ".join(f"{word} {value}" for word, value in numbers if value))
    address = ""
    if ref.url:
        read = ordered(ref.accessed, language, "day first")
        looked_up = f"[{'Accessed' if english else 'consulta:'} {read}]" if read else ""
        where = "Available from" if english else "Disponible en"
        address = joined(f"{where}: {ref.url}", looked_up)
    return joined(*map(stopped, parts), address)


_ENTRIES: Final[Mapping[Style, Callable[[Reference, Language], str]]] = {
    "apa": _apa, "chicago": _chicago, "iso690": _iso690,
}  # fmt: skip


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
        words = unescape(part.removeprefix("<i>").removesuffix("</i>"))
        for text in re.split(r"(https?://\S+?)(?=\.?(?:\s|$))", words):
            if text:
                link = text if text.startswith(("http://", "https://")) else ""
                found.append(Piece(text, part.startswith("<i>"), link))
    return found


def format_source(source: Source, style: Style, language: Language) -> FormattedCitation:
    """A source as an entry of a bibliography; ``language`` is that of the entry's own words."""
    marked = _ENTRIES[style](source_reference(source, language), language)
    return FormattedCitation(to_text(marked), to_html(marked))


def format_pinpoint(source: Source, locator: int | None, language: Language) -> str:
    """The short form for a footnote or a mark: "VICE News, c. 2 May 2019, para. 26".

    Plain text; ``locator`` is a paragraph number, or ``None`` to name the source alone.
    """
    name = by_way(clean(source.custom.short), language) or clean(source.title)
    parts = [name, in_words(issued_date(source), language)]
    if locator is not None:
        parts.append(f"{'para.' if language == 'en' else 'párr.'} {locator}")
    return ", ".join(parts)
