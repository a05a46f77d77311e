"""Citations to read and to copy: a source in APA, Chicago or ISO 690, in English or Spanish.

APA is the 7th edition, Chicago the 18th (notes and bibliography), ISO 690 that of author and date,
in Spanish as UNE-ISO 690. Each style is a function of the same description of a source.

Dates are never more precise than is known. Italic type is marked with private-use characters,
which :func:`clean` takes out of every value of a source. The HTML is made last, by escaping
everything and turning the marks into tags, so no value can bring its own.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args

from babel.dates import get_month_names

from components.i18n.language import E_NOT_Y, Language, by_way
from components.story.sources import Source

ITALIC: Final = "\ue014"
ITALIC_END: Final = "\ue015"

_MARKDOWN = re.compile(r"[\\`*_\[\]~$|]")
#: Characters that no citation needs: controls, invisible direction marks that can make a line read
#: backwards, and the private-use characters that serve as marks.
_UNWANTED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
#: Outer and inner quotation marks.
_QUOTES: dict[Language, tuple[tuple[str, str], tuple[str, str]]] = {
    "en": (("“", "”"), ("‘", "’")),
    "es": (("«", "»"), ("“", "”")),
}
_QUOTED = re.compile('["“”«]([^"“”«»]*)["“”»]')
_ENDED = re.compile(f"[.?!…][”’»{ITALIC_END}]*$")
#: English words that stay small within a title, as the Citation Style Language lists them.
_SMALL = frozenset({
    "a", "an", "and", "as", "at", "but", "by", "down", "for", "from", "in", "into", "nor", "of",
    "on", "onto", "or", "over", "so", "the", "till", "to", "up", "via", "with", "yet",
})  # fmt: skip


def clean(text: str) -> str:
    """A text on one line, without control, direction and private-use characters."""
    spaced = " ".join(text.split())
    # What can be printed holds none of them; else it is looked through letter by letter.
    if spaced.isprintable():
        return spaced
    return "".join(c for c in spaced if unicodedata.category(c) not in _UNWANTED)


def italic(text: str) -> str:
    """Mark italic type."""
    return f"{ITALIC}{text}{ITALIC_END}" if text else ""


def typographic(text: str, language: Language, *, inner: bool = False) -> str:
    """A text with curly apostrophes and a language's quotation marks; ``inner`` within others."""
    opening, closing = _QUOTES[language][inner]
    text = _QUOTED.sub(rf"{opening}\1{closing}", text)
    return re.sub(r"(?<!\w)'(?=\w)", "‘", text).replace("'", "’")


def title_case(text: str) -> str:
    """Capitalise an English title; words that have a capital already keep their letters."""
    parts = re.split(r"(\s+|-)", text)
    words = [place for place, part in enumerate(parts) if re.search(r"\w", part)]
    for place in words:
        word = parts[place]
        bare = re.sub(r"^\W+|\W+$", "", word)
        before = "".join(parts[:place]).rstrip(" “‘\"'([")
        opens = not before or before[-1] in ":.?!—"
        ends = place in (words[0], words[-1])
        if bare.islower() and (opens or ends or bare not in _SMALL):
            start = word.index(bare)
            parts[place] = word[:start] + bare[0].upper() + word[start + 1 :]
    return "".join(parts)


def stopped(text: str) -> str:
    """End a part of a reference with a full stop, unless it ends with a mark of its own."""
    return text if not text or _ENDED.search(text) else f"{text}."


def joined(*parts: str, by: str = " ") -> str:
    """Join the parts that are there."""
    return by.join(part for part in parts if part)


#: Year; year and month; or year, month and day.
Part = tuple[int, ...]
Order = Literal["year first", "month first", "day first"]
UNDATED: dict[Language, str] = {"en": "n.d.", "es": "s. f."}


@dataclass(frozen=True)
class Issued:
    """A date of publication: up to two lists of year, month and day, and if it is inferred."""

    parts: tuple[Part, ...]
    inferred: bool


def _from_csl(value: Any) -> tuple[Part, ...]:
    given = (value or {}).get("date-parts") or []
    return tuple(tuple(int(n) for n in end) for end in given if end)


def issued_date(source: Source) -> Issued:
    """When a source was published, and whether anyone had to infer it.

    The EDTF date is what the data set vouches for; the CSL field serves where there is none.
    """
    extra: dict[str, Any] = (source.model_extra or {}).get("issued") or {}
    edtf = source.custom.issued_edtf
    if edtf.startswith("../") and accessed(source).parts:
        # The day by which it had appeared is the day it was looked up: no date is known.
        return Issued((), inferred=False)
    inferred = (
        source.custom.date_basis == "inferred"
        or any(mark in edtf for mark in "~?%")
        or bool(extra.get("circa"))
    )
    if not edtf:
        return Issued(_from_csl(extra), inferred)
    parts = []
    for end in (end.rstrip("~?%") for end in edtf.split("/")):
        if end not in ("", ".."):
            year, *rest = map(int, end.removeprefix("-").split("-"))
            # A year before 1 begins with its sign.
            parts.append((-year if end.startswith("-") else year, *rest))
    return Issued(tuple(parts), inferred or ".." in edtf)


def accessed(source: Source) -> Issued:
    """Read the day on which the source was last looked up, if that is recorded."""
    return Issued(_from_csl((source.model_extra or {}).get("accessed"))[:1], inferred=False)


def _year(year: int, language: Language) -> str:
    return str(year) if year >= 1 else f"{1 - year} {'BC' if language == 'en' else 'a. C.'}"


def ordered(date: Issued, language: Language, order: Order) -> str:
    """Say a date or both ends of an interval, naming what they share once; "" without one.

    Spanish has the day before the month in every order.
    """
    if not date.parts:
        return ""
    first, last = date.parts[0], date.parts[-1]
    if first[0] != last[0]:
        return "–".join(ordered(Issued((end,), False), language, order) for end in (first, last))
    month_first = order != "day first" and language == "en"

    def body(part: Part, *, month: bool = True) -> str:
        words = [str(part[2])] if len(part) > 2 else []
        if len(part) > 1 and month:
            words.append(get_month_names("wide", "format", language)[part[1]])
        joint = " " if language == "en" else " de "
        return joint.join(reversed(words) if month_first else words)

    said, year = body(last), _year(first[0], language)
    if first != last:
        same_month = len(first) > 2 and len(last) > 2 and first[1] == last[1]
        ends = (body(first, month=month_first or not same_month),
                body(last, month=not (month_first and same_month)))  # fmt: skip
        said = joined(*ends, by="–")
    if not said:
        return year
    if order == "year first":
        return f"{year}, {said}"
    if language == "es":
        return f"{said} de {year}"
    comma = "," if order == "month first" and said[-1].isdigit() else ""
    return f"{said}{comma} {year}"


def years(date: Issued, language: Language) -> str:
    """The year, or both years of an interval; "" without a date."""
    return "–".join(dict.fromkeys(_year(part[0], language) for part in date.parts))


def in_words(date: Issued, language: Language) -> str:
    """Say a date as a person writes it: "c. 2 May 2019", "h. 2 de mayo de 2019", "s. f."."""
    about = ("c. " if language == "en" else "h. ") if date.inferred else ""
    return about + ordered(date, language, "day first") if date.parts else UNDATED[language]


#: How a source is cited; a type that is not named here is cited as a page of the web.
CitedAs = Literal["article", "journal", "blog", "broadcast", "book", "page"]
CITED_AS: Final[Mapping[str, CitedAs]] = {
    **dict.fromkeys(("article", "article-newspaper", "article-magazine"), "article"),
    "article-journal": "journal",
    **dict.fromkeys(("post", "post-weblog"), "blog"),
    "broadcast": "broadcast",
    **dict.fromkeys(("report", "book"), "book"),
}
_PARTICLE = re.compile(r"((?:[^\W\dA-ZÀ-Þ][\w’']* )+)(\S.*)")


class PersonName(NamedTuple):
    """The name of a person, or in ``family`` alone that of an institution."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    @property
    def last(self) -> str:
        """The family name with its particle: "de la Torre"."""
        return f"{self.particle} {self.family}".strip()

    @property
    def initials(self) -> str:
        words = (w for w in self.given.split() if w[0].isalnum())
        return " ".join("-".join(f"{p[0].upper()}." for p in w.split("-") if p) for w in words)


def _name(given: Mapping[str, Any], language: Language) -> PersonName:
    parts = {key: typographic(clean(str(value)), language) for key, value in given.items() if value}
    if literal := parts.get("literal"):
        return PersonName(literal)
    family = parts.get("family", "")
    particle = parts.get("non-dropping-particle") or parts.get("dropping-particle") or ""
    if not particle and (split := _PARTICLE.fullmatch(family)):
        particle, family = split[1].strip(), split[2]
    return PersonName(family, parts.get("given", ""), particle, parts.get("suffix", ""))


class Reference:
    """The fields of a source that a reference shows; what is not known is empty.

    ``note`` is left out: it is this project's remark, not part of the publication.
    """

    def __init__(self, source: Source, language: Language) -> None:
        extra = source.model_extra or {}

        def field(key: str) -> str:
            return typographic(clean(str(extra.get(key) or "")), language)

        self.form = CITED_AS.get(source.type, "page")
        self.title = clean(source.title)
        self.issued, self.accessed = issued_date(source), accessed(source)
        self.english = source.language.startswith("en")
        self.authors = [_name(name, language) for name in extra.get("author") or ()]
        self.container, publisher = by_way(field("container-title"), language), field("publisher")
        # A publisher of the same name as its paper would be printed twice.
        self.publisher = "" if publisher == self.container else publisher
        self.place, self.volume, self.issue = map(field, ("publisher-place", "volume", "issue"))
        self.page = field("page").replace("-", "–")
        doi = clean(str(extra.get("DOI") or ""))
        self.url = clean(source.URL or "") or (f"https://doi.org/{doi}" if doi else "")

    def unless_author(self, name: str) -> str:
        """The name of a site or a publisher, unless it is itself the author."""
        return "" if name in {author.family for author in self.authors} else name


Style = Literal["apa", "chicago", "iso690"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
#: What each style is called; a proper name, the same in both languages.
STYLE_NAMES: Final[Mapping[Style, str]] = {
    "apa": "APA 7", "chicago": "Chicago 18", "iso690": "ISO 690",
}  # fmt: skip


def _and(name: str, language: Language) -> str:
    """The word before the last author: "and", "y", or "e" before the sound of i."""
    return "and" if language == "en" else "e" if E_NOT_Y.match(name) else "y"


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

    yearly = ref.form in ("book", "journal")
    date = years(ref.issued, language) if yearly else ordered(ref.issued, language, "year first")
    if date and ref.issued.inferred:
        date = f"{'ca.' if english else 'c.'} {date}"
    date = f"({date or UNDATED[language]})."
    title = typographic(ref.title, language)
    if ref.form in ("book", "page") or not ref.container:
        title = italic(title)
    kind = ("[Broadcast]" if english else "[Emisión]") if ref.form == "broadcast" else ""
    head = (stopped(title), date, stopped(kind))
    if who:
        head = (stopped(who), date, stopped(joined(title, kind)))
    # An address that may change has the day it was read, where the source has no date.
    address = ref.url
    if address and ref.accessed.parts and not ref.issued.parts:
        day = ordered(ref.accessed, language, "month first")
        verb, of = ("Retrieved", "from") if english else ("Recuperado el", "de")
        address = f"{verb} {day}, {of} {ref.url}"
    return joined(*head, _apa_where(ref, english=english), address)


def _apa_where(ref: Reference, *, english: bool) -> str:
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
    if whole:
        title = stopped(italic(title))
    else:
        # English has a full stop inside the quotation marks and Spanish outside.
        (opening, closing), stop = _QUOTES[language][0], "" if _ENDED.search(title) else "."
        title = f"{opening}{title}" + (stop + closing if english else closing + stop)
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


class FormattedCitation(NamedTuple):
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
        words = html.unescape(part.removeprefix("<i>").removesuffix("</i>"))
        for text in re.split(r"(https?://\S+?)(?=\.?(?:\s|$))", words):
            if text:
                link = text if text.startswith(("http://", "https://")) else ""
                found.append(Piece(text, part.startswith("<i>"), link))
    return found


def format_source(source: Source, style: Style, language: Language) -> FormattedCitation:
    """A source as an entry of a bibliography; ``language`` is that of the entry's own words."""
    marked = _ENTRIES[style](Reference(source, language), language)
    # What Markdown would read as its own is escaped, too, so that the result stays what it is where
    # a page shows HTML through Markdown.
    escaped = _MARKDOWN.sub(lambda m: f"&#{ord(m.group())};", html.escape(marked, quote=True))
    return FormattedCitation(
        re.sub(f"[{ITALIC}{ITALIC_END}]", "", marked),
        escaped.replace(ITALIC, "<i>").replace(ITALIC_END, "</i>"),
    )


def format_pinpoint(source: Source, locator: int | None, language: Language) -> str:
    """The short form for a footnote or a mark: "VICE News, c. 2 May 2019, para. 26".

    Plain text; ``locator`` is a paragraph number, or ``None`` to name the source alone.
    """
    name = by_way(clean(source.custom.short), language) or clean(source.title)
    parts = [name, in_words(issued_date(source), language)]
    if locator is not None:
        parts.append(f"{'para.' if language == 'en' else 'párr.'} {locator}")
    return ", ".join(parts)
