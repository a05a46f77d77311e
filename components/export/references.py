"""What a reference is made of: the fields of a source, its dates, and the setting of its text.

Dates are never more precise than is known. Italic type is marked with private-use characters,
which :func:`clean` takes out of every value of a source. The HTML is made last, by escaping
everything and turning the marks into tags, so no value can bring its own.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

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
_SMALL = frozenset(
    {
        *("a", "an", "and", "as", "at", "but", "by", "down", "for", "from", "in", "into", "nor"),
        *("of", "on", "onto", "or", "over", "so", "the", "till", "to", "up", "via", "with", "yet"),
    }
)


def clean(text: str) -> str:
    """Return ``text`` on one line, without control, direction and private-use characters."""
    spaced = " ".join(text.split())
    # What can be printed holds none of them; else it is looked through letter by letter.
    if spaced.isprintable():
        return spaced
    return "".join(c for c in spaced if unicodedata.category(c) not in _UNWANTED)


def italic(text: str) -> str:
    """Mark italic type."""
    return f"{ITALIC}{text}{ITALIC_END}" if text else ""


def typographic(text: str, language: Language, *, inner: bool = False) -> str:
    """Return text with curly apostrophes and the quotation marks of a language.

    Args:
        text: a value of a source.
        language: of the reference, not of the source.
        inner: whether the text stands within quotation marks itself.
    """
    opening, closing = _QUOTES[language][inner]
    text = _QUOTED.sub(rf"{opening}\1{closing}", text)
    return re.sub(r"(?<!\w)'(?=\w)", "‘", text).replace("'", "’")


def in_quotation_marks(text: str, language: Language, stop: str = "") -> str:
    """Put a title in quotation marks, with ``stop`` behind it where it has no ending of its own.

    English has the stop inside the marks and Spanish outside.
    """
    opening, closing = _QUOTES[language][0]
    if _ENDED.search(text):
        stop = ""
    return (
        f"{opening}{text}{stop}{closing}" if language == "en" else f"{opening}{text}{closing}{stop}"
    )


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


def and_before(name: str, language: Language) -> str:
    """Return "and", or Spanish "y", which is "e" before the sound of i."""
    if language == "en":
        return "and"
    return "e" if E_NOT_Y.match(name) else "y"


def stopped(text: str) -> str:
    """End a part of a reference with a full stop, unless it ends with a mark of its own."""
    return text if not text or _ENDED.search(text) else f"{text}."


def joined(*parts: str) -> str:
    """Join the parts that are there with spaces."""
    return " ".join(part for part in parts if part)


def to_text(marked: str) -> str:
    """Return marked text without its marks."""
    return re.sub(f"[{ITALIC}{ITALIC_END}]", "", marked)


def to_html(marked: str) -> str:
    """Return marked text as HTML: escaped, with ``<i>`` for italic type and no other tag.

    What Markdown would read as its own is escaped too, so that the result stays what it is where a
    page shows HTML through Markdown.
    """
    escaped = _MARKDOWN.sub(lambda m: f"&#{ord(m.group())};", html.escape(marked, quote=True))
    return escaped.replace(ITALIC, "<i>").replace(ITALIC_END, "</i>")


#: Year; year and month; or year, month and day.
Part = tuple[int, ...]
Order = Literal["year first", "month first", "day first"]

#: What stands before a date that was inferred: "circa" in English, "hacia" in Spanish.
ABOUT: dict[Language, str] = {"en": "c. ", "es": "h. "}
#: What stands after a year that EDTF counts as 0 or less.
BEFORE: dict[Language, str] = {"en": "BC", "es": "a. C."}
UNDATED: dict[Language, str] = {"en": "n.d.", "es": "s. f."}


@dataclass(frozen=True)
class Issued:
    """A date of publication: one or two lists of year, month and day, and whether it is inferred.

    ``parts`` is empty for a source without a date.
    """

    parts: tuple[Part, ...]
    inferred: bool


def _from_csl(value: Any) -> tuple[Part, ...]:
    given = (value or {}).get("date-parts") or []
    return tuple(tuple(int(n) for n in end) for end in given if end)


def _part(edtf: str) -> Part:
    """Year, month and day of one end of a date; a year before 1 begins with its sign."""
    year, *rest = edtf.removeprefix("-").split("-")
    return -int(year) if edtf.startswith("-") else int(year), *map(int, rest)


def issued_date(source: Source) -> Issued:
    """Read when ``source`` was published, and whether anyone had to infer it.

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
    if edtf:
        ends = [end.rstrip("~?%") for end in edtf.split("/")]
        parts = tuple(_part(end) for end in ends if end not in ("", ".."))
        return Issued(parts, inferred or ".." in ends)
    return Issued(_from_csl(extra), inferred)


def accessed(source: Source) -> Issued:
    """Read the day on which the source was last looked up, if that is recorded."""
    return Issued(_from_csl((source.model_extra or {}).get("accessed"))[:1], inferred=False)


def to_csl(date: Issued) -> dict[str, Any] | None:
    """Return the CSL-JSON form of a date, or ``None`` without one."""
    if not date.parts:
        return None
    value: dict[str, Any] = {"date-parts": [list(part) for part in date.parts]}
    return value | {"circa": True} if date.inferred else value


def to_edtf(date: Issued) -> str:
    """Return an EDTF date or interval, each end with "~" where it was inferred; "" without one."""
    about = "~" if date.inferred else ""
    return "/".join(_edtf(part) + about for part in date.parts)


def _edtf(part: Part) -> str:
    year, *rest = part
    sign = "-" if year < 0 else ""
    return "-".join([f"{sign}{abs(year):04}", *(f"{n:02}" for n in rest)])


@lru_cache(maxsize=4)
def month_names(language: Language) -> dict[int, str]:
    """The names of the months, as they stand within a date."""
    # Imported late: only the first date needs it.
    from babel.dates import get_month_names

    return dict(get_month_names("wide", "format", language))


def _body(part: Part, language: Language, *, month_first: bool, month: bool = True) -> str:
    """The month and day of a date: "May 2", "2 May", "2 de mayo"."""
    words = [str(part[2])] if len(part) > 2 else []
    if len(part) > 1 and month:
        words.append(month_names(language)[part[1]])
    joint = " de " if language == "es" and not month_first else " "
    return joint.join(reversed(words) if month_first else words)


def _year(year: int, language: Language) -> str:
    return str(year) if year >= 1 else f"{1 - year} {BEFORE[language]}"


def _with_year(year: int, body: str, language: Language, order: Order) -> str:
    named = _year(year, language)
    if not body:
        return named
    if order == "year first":
        return f"{named}, {body}"
    if order == "month first":
        return f"{body}, {named}" if body[-1].isdigit() else f"{body} {named}"
    return f"{body} de {named}" if language == "es" else f"{body} {named}"


def ordered(date: Issued, language: Language, order: Order) -> str:
    """Say a date or both ends of an interval, naming what they share once; "" without one.

    Spanish has the day before the month in every order.
    """
    if not date.parts:
        return ""
    first, last = date.parts[0], date.parts[-1]
    month_first = order != "day first" and language == "en"
    if first[0] != last[0]:
        return "–".join(ordered(Issued((end,), False), language, order) for end in (first, last))
    body = _body(last, language, month_first=month_first)
    if first != last:
        same_month = len(first) > 2 and len(last) > 2 and first[1] == last[1]
        ends = [
            _body(first, language, month_first=month_first, month=month_first or not same_month),
            _body(last, language, month_first=month_first, month=not (month_first and same_month)),
        ]
        body = "–".join(filter(None, ends))
    year_order: Order = "day first" if language == "es" and order == "month first" else order
    return _with_year(first[0], body, language, year_order)


def years(date: Issued, language: Language) -> str:
    """The year, or both years of an interval; "" without a date."""
    return "–".join(dict.fromkeys(_year(part[0], language) for part in date.parts))


def in_words(date: Issued, language: Language) -> str:
    """Say a date as a person writes it: "c. 2 May 2019", "h. 2 de mayo de 2019", "s. f."."""
    about = ABOUT[language] if date.inferred else ""
    return about + ordered(date, language, "day first") if date.parts else UNDATED[language]


#: How a source is cited; a type that is not named here is cited as a page of the web.
CitedAs = Literal["article", "journal", "blog", "broadcast", "book", "page"]
CITED_AS: Final[Mapping[str, CitedAs]] = {
    "article": "article",
    "article-newspaper": "article",
    "article-magazine": "article",
    "article-journal": "journal",
    "post": "blog",
    "post-weblog": "blog",
    "broadcast": "broadcast",
    "report": "book",
    "book": "book",
}
_PARTICLE = re.compile(r"((?:[^\W\dA-ZÀ-Þ][\w’']* )+)(\S.*)")


@dataclass(frozen=True)
class PersonName:
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
        """The given names as initials: "J.-P.", "J. M."."""
        words = (w for w in self.given.split() if w[0].isalnum())
        return " ".join("-".join(f"{p[0].upper()}." for p in w.split("-") if p) for w in words)


@dataclass(frozen=True)
class Reference:
    """The fields of a source that a reference shows; what is not known is empty."""

    form: CitedAs
    title: str
    issued: Issued
    accessed: Issued
    english: bool
    authors: tuple[PersonName, ...] = ()
    container: str = ""
    publisher: str = ""
    place: str = ""
    volume: str = ""
    issue: str = ""
    page: str = ""
    url: str = ""

    @property
    def site(self) -> str:
        """The name of a page's site, unless the site is itself the author."""
        return "" if self.container in {name.family for name in self.authors} else self.container

    @property
    def house(self) -> str:
        """The publisher, unless it is itself the author."""
        return "" if self.publisher in {name.family for name in self.authors} else self.publisher


def _name(given: Mapping[str, Any], language: Language) -> PersonName:
    parts = {key: typographic(clean(str(value)), language) for key, value in given.items() if value}
    if literal := parts.get("literal"):
        return PersonName(literal)
    family = parts.get("family", "")
    particle = parts.get("non-dropping-particle") or parts.get("dropping-particle") or ""
    if not particle and (split := _PARTICLE.fullmatch(family)):
        particle, family = split[1].strip(), split[2]
    return PersonName(family, parts.get("given", ""), particle, parts.get("suffix", ""))


def source_reference(source: Source, language: Language) -> Reference:
    """Read the fields of ``source``, with the quotation marks of ``language``.

    ``note`` is left out: it is this project's remark, not part of the publication.
    """
    extra = source.model_extra or {}

    def field(key: str) -> str:
        return typographic(clean(str(extra.get(key) or "")), language)

    container, publisher = by_way(field("container-title"), language), field("publisher")
    doi = clean(str(extra.get("DOI") or ""))
    return Reference(
        form=CITED_AS.get(source.type, "page"),
        title=clean(source.title),
        issued=issued_date(source),
        accessed=accessed(source),
        english=source.language.startswith("en"),
        authors=tuple(_name(name, language) for name in extra.get("author") or ()),
        container=container,
        # A publisher of the same name as its paper would be printed twice.
        publisher="" if publisher == container else publisher,
        place=field("publisher-place"),
        volume=field("volume"),
        issue=field("issue"),
        page=field("page").replace("-", "–"),
        url=clean(source.URL or "") or (f"https://doi.org/{doi}" if doi else ""),
    )
