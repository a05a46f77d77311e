"""Citations to read and to copy: a source in APA, Chicago or ISO 690, in English or Spanish.

APA is the 7th edition, Chicago the 18th (notes and bibliography), ISO 690 that of author and date,
in Spanish as UNE-ISO 690. Each style says what its parts are; order and stops are in ``entry``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import Final, Literal, get_args

from components.export.references import (
    UNDATED,
    PersonName,
    Reference,
    and_before,
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
from components.i18n.language import Language, by_way
from components.story.sources import Source

Style = Literal["apa", "chicago", "iso690"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
#: What each style is called; a proper name, the same in both languages.
STYLE_NAMES: Final[Mapping[Style, str]] = {
    "apa": "APA 7", "chicago": "Chicago 18", "iso690": "ISO 690",
}  # fmt: skip


@dataclass(frozen=True)
class _Entry:
    """One source as an entry of a bibliography, its italics marked."""

    ref: Reference
    language: Language

    def say(self, english: str, spanish: str) -> str:
        return english if self.language == "en" else spanish

    def joint(self, name: str) -> str:
        """The word before the last author: "and", "y", or "e" before the sound of i."""
        return and_before(name, self.language)


class _Apa(_Entry):
    """Author, date, title, container; an unsigned source begins with its title."""

    def names(self) -> str:
        said = [
            ", ".join(filter(None, (name.last, name.initials, name.suffix)))
            for name in self.ref.authors
        ]
        if len(said) < 2:
            return "".join(said)
        # Of more than twenty authors the first 19 and the last are named.
        if len(said) > 20:
            return f"{', '.join(said[:19])}, … {said[-1]}"
        word = self.say("&", self.joint(said[-1]))
        return f"{', '.join(said[:-1])}, {word} {said[-1]}"

    def date(self) -> str:
        ref, language = self.ref, self.language
        if not ref.issued.parts:
            return f"({UNDATED[language]})."
        only_year = ref.form in ("book", "journal")
        date = years(ref.issued, language)
        date = date if only_year else ordered(ref.issued, language, "year first")
        return f"({self.say('ca. ', 'c. ') if ref.issued.inferred else ''}{date})."

    def where(self) -> str:
        """The paper, site or station that published it."""
        ref = self.ref
        if ref.form == "broadcast":
            station = f"{self.say('In', 'En')} {italic(ref.container)}" if ref.container else ""
            return joined(stopped(station), stopped(ref.house))
        if ref.form == "book":
            return stopped(ref.house)
        if ref.form == "page":
            return joined(stopped(ref.house), stopped(ref.site))
        number = italic(ref.volume) + (f"({ref.issue})" if ref.issue else "")
        return stopped(", ".join(filter(None, (italic(ref.container), number, ref.page))))

    def address(self) -> str:
        """The address; with the day it was read if the source has no date, for it may change."""
        ref = self.ref
        if ref.issued.parts or not ref.accessed.parts or not ref.url:
            return ref.url
        day = ordered(ref.accessed, self.language, "month first")
        return self.say(f"Retrieved {day}, from {ref.url}", f"Recuperado el {day}, de {ref.url}")

    def entry(self) -> str:
        ref = self.ref
        title = typographic(ref.title, self.language)
        if ref.form in ("book", "page") or not ref.container:
            title = italic(title)
        kind = self.say("[Broadcast]", "[Emisión]") if ref.form == "broadcast" else ""
        who, date = stopped(self.names()), self.date()
        titled = (who, date, stopped(joined(title, kind)))
        head = titled if who else (stopped(title), date, stopped(kind))
        return joined(*head, self.where(), self.address())


class _Chicago(_Entry):
    """Author, title, container, date; an unsigned article begins with its container."""

    def names(self) -> str:
        """The authors, the first one inverted."""

        def inverted(name: PersonName) -> str:
            given = f"{name.given} {name.particle}".strip()
            return ", ".join(filter(None, (name.family, given, name.suffix)))

        def plain(name: PersonName) -> str:
            full = f"{name.given} {name.last}".strip()
            return f"{full}, {name.suffix}" if name.suffix else full

        said = [*map(inverted, self.ref.authors[:1]), *map(plain, self.ref.authors[1:])]
        if len(said) < 2:
            return "".join(said)
        # Of more than six authors the first three are named.
        if len(said) > 6:
            return f"{', '.join(said[:3])}, et al"
        # Spanish has no comma before "y"; one is left where it closes the inverted first name.
        comma = "," if self.language == "en" or len(said) == 2 else ""
        return f"{', '.join(said[:-1])}{comma} {self.joint(said[-1])} {said[-1]}"

    def date(self) -> str:
        ref, language = self.ref, self.language
        if not ref.issued.parts:
            return UNDATED[language]
        date = years(ref.issued, language)
        date = date if ref.form == "book" else ordered(ref.issued, language, "month first")
        return self.say(f"[{date}?]", f"[¿{date}?]") if ref.issued.inferred else date

    def issue(self) -> str:
        """A journal with its number, year and pages."""
        ref, language = self.ref, self.language
        number = f", {self.say('no.', 'n.º')} {ref.issue}" if ref.issue else ""
        year = years(ref.issued, language)
        year = year if ref.issue else ordered(ref.issued, language, "month first")
        pages = f": {ref.page}" if ref.page else ""
        name = joined(italic(ref.container), ref.volume)
        return f"{name}{number} ({year or UNDATED[language]}){pages}"

    def where(self, container: str) -> str:
        ref, date = self.ref, self.date()
        if ref.form == "journal" and container:
            return stopped(self.issue())
        if ref.form == "broadcast":
            house = ", ".join(filter(None, (ref.publisher, date)))
            return joined(stopped(container), stopped(house))
        house = ref.publisher if ref.form in ("book", "page") else ""
        return stopped(", ".join(filter(None, (container, house, date))))

    def entry(self) -> str:
        ref, language = self.ref, self.language
        whole = ref.form == "book" or (not ref.container and ref.form != "page")
        title = title_case(ref.title) if ref.english else ref.title
        title = typographic(title, language, inner=not whole)
        title = stopped(italic(title)) if whole else in_quotation_marks(title, language, ".")
        container = ref.site if ref.form == "page" else italic(ref.container)
        who = stopped(self.names())
        if not who and ref.form in ("article", "page", "broadcast"):
            who, container = stopped(container), ""
        read = "" if ref.issued.parts else ordered(ref.accessed, language, "month first")
        looked_up = f"{self.say('Accessed', 'Consultado el')} {read}." if read else ""
        address = f"{ref.url}." if ref.url else ""
        return joined(who, title, self.where(container), looked_up, address)


class _Iso690(_Entry):
    """Author and year, title, container, house; an unsigned source begins with its title."""

    def names(self) -> str:
        said = [
            ", ".join(filter(None, (name.last.upper(), name.given, name.suffix)))
            for name in self.ref.authors
        ]
        if len(said) < 2:
            return "".join(said)
        return f"{', '.join(said[:-1])} {self.joint(said[-1])} {said[-1]}"

    def about(self, date: str) -> str:
        return f"[ca. {date}]" if self.ref.issued.inferred else date

    def date(self) -> str:
        """The full date; "" where the year behind the author says it all."""
        ref = self.ref
        if not ref.issued.parts or max(map(len, ref.issued.parts)) < 2 or ref.form == "book":
            return ""
        return self.about(ordered(ref.issued, self.language, "day first"))

    def year(self) -> str:
        """The year behind the author; in brackets where it alone shows that it is inferred."""
        if not self.ref.issued.parts:
            return self.say("[no date]", "[sin fecha]")
        year = years(self.ref.issued, self.language)
        return year if self.date() else self.about(year)

    def house(self) -> str:
        """The place and the publisher: "S.l." stands for a place that is not known."""
        ref = self.ref
        if ref.form == "page" or not ref.publisher:
            return ""
        place = ref.place or (self.say("", "S.l.") if ref.form == "book" else "")
        return f"{place}: {ref.publisher}" if place else ref.publisher

    def entry(self) -> str:
        ref, house, date = self.ref, self.house(), self.date()
        title, book = typographic(ref.title, self.language), ref.form == "book"
        title = italic(title) if book else title
        who, year = self.names(), self.year()
        parts = [f"{who}, {year}. {title}" if who else f"{title}, {year}"]
        if ref.container and not book:
            parts.append(italic(ref.container))
        if ref.url and self.language == "en":
            parts.append("Online")
        elif ref.url:
            parts[-1] += " [en línea]"
        both = ", ".join(filter(None, (house, date)))
        parts.append(both if house else date[:1].upper() + date[1:])
        numbers = (("Vol.", ref.volume), ("no.", ref.issue), ("p.", ref.page))
        parts.append(", ".join(f"{word} {value}" for word, value in numbers if value))
        read = ordered(ref.accessed, self.language, "day first")
        looked_up = f"[{self.say('Accessed', 'consulta:')} {read}]" if read else ""
        where = self.say("Available from", "Disponible en")
        address = joined(f"{where}: {ref.url}", looked_up) if ref.url else ""
        return joined(*map(stopped, parts), address)


_ENTRIES: Final[Mapping[Style, type[_Apa | _Chicago | _Iso690]]] = {
    "apa": _Apa, "chicago": _Chicago, "iso690": _Iso690,
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
    marked = _ENTRIES[style](source_reference(source, language), language).entry()
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
