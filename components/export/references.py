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
from typing import Any, Final, Literal

from babel.dates import get_month_names

from components.i18n.language import Language, by_way
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
_SMALL_WORDS = (
    "a an and as at but by down for from in into nor of on onto or over so the till to up via with "
    "yet"
)
_SMALL = frozenset(_SMALL_WORDS.split())


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
    """Return text with curly apostrophes and the quotation marks of a reference's language.

    ``inner`` says that the text stands within quotation marks itself.
    """
    opening, closing = _QUOTES[language][inner]
    text = _QUOTED.sub(rf"{opening}\1{closing}", text)
    return re.sub(r"(?<!\w)'(?=\w)", "‘", text).replace("'", "’")


def in_quotation_marks(text: str, language: Language) -> str:
    """Put a title in quotation marks, with a full stop where it has no ending of its own.

    English has the stop inside the marks and Spanish outside.
    """
    (opening, closing), _ = _QUOTES[language]
    stop = "" if _ENDED.search(text) else "."
    return f"{opening}{text}" + (stop + closing if language == "en" else closing + stop)


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
    authors: tuple[PersonName, ...]
    container: str
    publisher: str
    place: str
    volume: str
    issue: str
    page: str
    url: str

    def unless_author(self, name: str) -> str:
        """The name of a site or a publisher, unless it is itself the author."""
        return "" if name in {author.family for author in self.authors} else name


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
