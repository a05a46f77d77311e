"""Citations to read and to copy: a source in APA, Chicago or ISO 690; files for reference managers.

APA is the 7th edition, Chicago the 18th (notes and bibliography), ISO 690 that of author and date,
in Spanish as UNE-ISO 690. Each style is a template that is filled with the fields of a source.

Dates are never more precise than is known. Italic type is marked with private-use characters,
which :func:`clean` takes out of every value; the HTML is made last, by escaping everything and
turning the marks into tags, so no value can bring its own.
"""

import html
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, get_args

from babel.dates import get_month_names

from components.i18n.language import E_NOT_Y, Language, by_way
from components.story.edtf import MONTHS
from components.story.models import Source
from components.story.texts import fold
from components.work.memory import KEPT

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
_MARKS = str.maketrans("<>", ITALIC + ITALIC_END)
_ENDED = re.compile(f"[.?!…][”’»{ITALIC_END}]*$")
#: A word, or the part of one between hyphens, without the marks around it.
_WORD = re.compile(r"\w(?:[^\s-]*\w)?")
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
    kept = (c for c in spaced if unicodedata.category(c) not in _UNWANTED)
    return " ".join("".join(kept).split())


def _typographic(text: str, language: Language, *, inner: bool = False) -> str:
    """A text with curly apostrophes and a language's quotation marks; ``inner`` within others."""
    opening, closing = _QUOTES[language][inner]
    text = _QUOTED.sub(rf"{opening}\1{closing}", text)
    return re.sub(r"(?<!\w)'(?=\w)", "‘", text).replace("'", "’")


def _title_case(text: str) -> str:
    """Capitalise an English title; words that have a capital already keep their letters."""
    *_, last = (0, *(word.start() for word in _WORD.finditer(text)))

    def capital(found: re.Match[str]) -> str:
        word, before = found[0], text[: found.start()].rstrip(" “‘\"'([")
        inner = before and before[-1] not in ":.?!—" and found.start() != last
        small = not word.islower() or (inner and word in _SMALL)
        return word if small else word[0].upper() + word[1:]

    return _WORD.sub(capital, text)


def _extra(source: Source, key: str) -> str:
    return clean(str((source.model_extra or {}).get(key) or ""))


def _stopped(text: str) -> str:
    """A part of a reference with a full stop, unless it ends with a mark of its own."""
    return text if not text or _ENDED.search(text) else f"{text}."


def _filled(template: str, values: Mapping[str, Any]) -> str:
    """Sentences parted by " / ", each of pieces parted by "|" that name the values they need.

    A piece that lacks one is left out, with the punctuation that it begins with; one that comes
    first then has none. What stands between "<" and ">" is in italics.
    """
    said = []
    for sentence in template.translate(_MARKS).split(" / "):
        pieces = sentence.removesuffix(".").split("|")
        there = (p for p in pieces if all(map(values.get, re.findall(r"{(\w+)}", p))))
        text = "".join(there).lstrip(",: ").format_map(values)
        said.append(_stopped(text) if sentence.endswith(".") else text)
    return " ".join(filter(None, said))


Style = Literal["apa", "chicago", "iso690"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
Order = Literal["year", "year first", "month first", "day first"]
#: One end of a date: its year, and where they are known its month and its day.
_END = re.compile(r"(-?\d{4,})(?:-(0[1-9]|1[0-2])(?:-(\d\d))?)?")


def date_parts(edtf: str) -> list[tuple[int, ...]]:
    """The ends of an EDTF date: of each year, year and month, or year, month and day."""
    return [tuple(map(int, filter(None, end))) for end in _END.findall(edtf)]


def _from_csl(value: Any) -> list[str]:
    given = (value or {}).get("date-parts") or []
    ends = ([int(number) for number in end] for end in given if end)
    return ["-".join([f"{'-' * (y < 0)}{abs(y):04}", *(f"{n:02}" for n in rest)])
            for y, *rest in ends]  # fmt: skip


def issued_date(source: Source) -> str:
    """When a source was published: an EDTF date or interval, "" without one.

    Each end has "~" where anyone had to infer it. The EDTF date is what the data set vouches for;
    the CSL field serves where there is none.
    """
    extra: dict[str, Any] = (source.model_extra or {}).get("issued") or {}
    edtf = source.custom.issued_edtf
    if edtf.startswith("../") and accessed(source):
        # The day by which it had appeared is the day it was looked up: no date is known.
        return ""
    inferred = source.custom.date_basis == "inferred" or extra.get("circa")
    mark = "~" if inferred or re.search(r"[~?%]|\.\.", edtf) else ""
    ends = [end[0] for end in _END.finditer(edtf)] if edtf else _from_csl(extra)
    return "/".join(end + mark for end in ends)


def accessed(source: Source) -> str:
    """The day on which the source was last looked up, as EDTF; "" where none is recorded."""
    return "".join(_from_csl((source.model_extra or {}).get("accessed"))[:1])


def _dated(edtf: str, language: Language, order: Order) -> str:
    """A date or an interval in words, "" without one; Spanish always begins with the day."""
    if not (parts := [end[:1] if order == "year" else end for end in date_parts(edtf)]):
        return ""
    first, last = parts[0], parts[-1]
    if first[0] != last[0]:
        return "–".join(_dated(end, language, order) for end in edtf.split("/"))
    english, months = language == "en", get_month_names("wide", "format", language)
    ends = [[*(months[n] for n in end[1:2]), *map(str, end[2:])] for end in (first, last)]
    if len(first) == len(last) == 3 and first[1] == last[1] and first != last:
        ends = [[ends[0][0], f"{first[2]}–{last[2]}"]]
    month_first, joint = english and order != "day first", " " if english else " de "
    said = "–".join(dict.fromkeys(joint.join(e if month_first else e[::-1]) for e in ends))
    year = str(first[0])
    if first[0] < 1:
        year = f"{1 - first[0]} {'BC' if english else 'a. C.'}"
    if order == "year first" or not said:
        return ", ".join(filter(None, (year, said)))
    if not english:
        return f"{said} de {year}"
    return f"{said}{',' if order == 'month first' and said[-1].isdigit() else ''} {year}"


#: The words that stand in an entry as they are, and how each style writes an inferred date.
_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "undated": "n.d.", "no_date": "[no date]", "broadcast": "[Broadcast]", "In": "In",
        "Retrieved": "Retrieved", "from": "from", "no": "no.", "Accessed": "Accessed",
        "Online": "Online", "media": "", "Available": "Available from:", "looked": "Accessed",
        "apa": "ca. {}", "chicago": "[{}?]", "iso690": "[ca. {}]", "words": "c. {}",
    },
    "es": {
        "undated": "s. f.", "no_date": "[sin fecha]", "broadcast": "[Emisión]", "In": "En",
        "Retrieved": "Recuperado el", "from": "de", "no": "n.º", "Accessed": "Consultado el",
        "Online": "", "media": " [en línea]", "Available": "Disponible en:", "looked": "consulta:",
        "apa": "c. {}", "chicago": "[¿{}?]", "iso690": "[ca. {}]", "words": "h. {}",
    },
}  # fmt: skip


def _in_style(edtf: str, language: Language, order: Order, style: Style | Literal["words"]) -> str:
    """A date as a style writes one that is inferred, or its word for none; in ``words`` it is as a
    person writes it: "c. 2 May 2019", "h. 2 de mayo de 2019", "s. f.".
    """
    words, said = _WORDS[language], _dated(edtf, language, order)
    return words[style].format(said) if "~" in edtf else said or words["undated"]


CitedAs = Literal["article", "journal", "blog", "broadcast", "book", "page"]
_NEWS: Final[tuple[CitedAs, str, str, str]] = ("article", "article", "newspaper", "NEWS")
#: How a source of a CSL type is cited, its kind of entry and of periodical in BibTeX, and its RIS.
SOURCE_TYPES: Final[Mapping[str, tuple[CitedAs, str, str, str]]] = {
    "article": _NEWS,
    "article-newspaper": _NEWS,
    "article-magazine": ("article", "article", "magazine", "MGZN"),
    "article-journal": ("journal", "article", "", "JOUR"),
    "webpage": ("page", "online", "", "WEB"),
    "post": ("blog", "online", "", "BLOG"),
    "post-weblog": ("blog", "online", "", "BLOG"),
    "broadcast": ("broadcast", "online", "", "SOUND"),
    "report": ("book", "report", "", "RPRT"),
    "book": ("book", "book", "", "BOOK"),
    "personal_communication": ("page", "online", "", "ICOMM"),
}
#: A type that is not named there.
OTHER_TYPE: Final[tuple[CitedAs, str, str, str]] = ("page", "online", "", "GEN")
_PARTICLE = re.compile(r"((?:[^\W\dA-ZÀ-Þ][\w’']* )+)(\S.*)")


def _authors(source: Source) -> Sequence[Mapping[str, Any]]:
    return (source.model_extra or {}).get("author") or ()


def _name(given: Mapping[str, Any], language: Language) -> dict[str, str]:
    """A name's parts; ``last`` begins with the particle, ``after`` ends with it."""
    parts = {
        key: _typographic(clean(str(value)), language) for key, value in given.items() if value
    }
    if literal := parts.get("literal"):
        parts = {"family": literal}
    family, first = parts.get("family", ""), parts.get("given", "")
    particle = parts.get("non-dropping-particle") or parts.get("dropping-particle") or ""
    if not (particle or literal) and (split := _PARTICLE.fullmatch(family)):
        particle, family = split[1].strip(), split[2]
    words = (word for word in first.split() if word[0].isalnum())
    initials = ("-".join(f"{p[0].upper()}." for p in w.split("-") if p) for w in words)
    last, after = f"{particle} {family}".strip(), f"{first} {particle}".strip()
    own = {"family": family, "last": last, "LAST": last.upper(), "initials": " ".join(initials)}
    return parts | own | {"after": after}


class Reference:
    """The fields of a source that a reference shows, empty where nothing is known."""

    def __init__(self, source: Source, language: Language) -> None:
        def field(key: str) -> str:
            return _typographic(_extra(source, key), language)

        self.language: Language = language
        self.form = SOURCE_TYPES.get(source.type, OTHER_TYPE)[0]
        self.plain = clean(source.title)
        self.title = _typographic(self.plain, language)
        self.issued, read = issued_date(source), accessed(source)
        # The year, or both years of an interval.
        self.year = _dated(self.issued, language, "year")
        # An address that may change has the day it was read, where the source has no date.
        self.read = "" if self.issued else _dated(read, language, "month first")
        self.looked_up = _dated(read, language, "day first")
        self.english = source.language.startswith("en")
        self.authors = [_name(name, language) for name in _authors(source)]
        self.container, publisher = by_way(field("container-title"), language), field("publisher")
        # A publisher of the same name as its paper would be printed twice.
        self.publisher = "" if publisher == self.container else publisher
        self.place, self.volume, self.issue = map(field, ("publisher-place", "volume", "issue"))
        self.page = field("page").replace("-", "–")
        doi = _extra(source, "DOI")
        self.url = clean(source.URL or "") or (doi and f"https://doi.org/{doi}")
        # A site or a publisher that is itself the author is named once.
        named = {author["family"] for author in self.authors}
        self.site = "" if self.container in named else self.container
        self.house = "" if self.publisher in named else self.publisher

    def people(self, first: str, others: str = "") -> list[str]:
        """The authors, the first written by one template and the others by another."""
        ways = [first, *[others or first] * len(self.authors)]
        return list(filter(None, map(_filled, ways, self.authors)))

    def series(self, said: Sequence[str], comma: str = "", word: str = "") -> str:
        """Names in a row; before the last one a comma, if any, and a word, else "and" or "y"."""
        if len(said) < 2:
            return "".join(said)
        plain = "and" if self.language == "en" else "e" if E_NOT_Y.match(said[-1]) else "y"
        return f"{', '.join(said[:-1])}{comma} {word or plain} {said[-1]}"

    def date(self, order: Order, style: Style) -> str:
        return _in_style(self.issued, self.language, order, style)

    def entry(self, template: str, **values: str) -> str:
        """A template filled with the language's words, these fields, and values in their place."""
        return _filled(template, {**_WORDS[self.language], **vars(self), **values})


#: What each style is called; a proper name, the same in both languages.
STYLE_NAMES: Final[Mapping[Style, str]] = {
    "apa": "APA 7", "chicago": "Chicago 18", "iso690": "ISO 690",
}  # fmt: skip
#: What stands behind the title in APA, by the form of a source.
_APA_WHERE: Final[Mapping[CitedAs, str]] = {
    **dict.fromkeys(("article", "journal", "blog"), "<{container}>|, {number}|, {page}."),
    "broadcast": "{In} <{container}>. / {house}.",
    "book": "{house}.",
    "page": "{house}. / {site}.",
}


def _apa(ref: Reference) -> str:
    """Author, date, title, container; an unsigned source begins with its title."""
    said, word = ref.people("{last}|, {initials}|, {suffix}"), "&" if ref.language == "en" else ""
    # Of more than twenty authors the first 19 and the last are named.
    if len(said) > 20:
        said, word = [*said[:19], said[-1]], "…"
    who, yearly = ref.series(said, ",", word), ref.form in ("book", "journal")
    whole = ref.form in ("book", "page") or not ref.container
    title, kind = "<{title}>" if whole else "{title}", "."
    if ref.form == "broadcast":
        kind = "| {broadcast}."
    head = f"{{who}}. / ({{date}}). / {title}{kind}" if who else f"{title}. / ({{date}}). / {kind}"
    address = "{Retrieved} {read}, {from} {url}" if ref.read else "{url}"
    return ref.entry(
        f"{head} / {_APA_WHERE[ref.form]} / {address}",
        who=who,
        date=ref.date("year" if yearly else "year first", "apa"),
        number=ref.entry("|<{volume}>|({issue})"),
    )


def _chicago(ref: Reference) -> str:
    """Author, title, container, date; an unsigned article begins with its container."""
    english, form = ref.language == "en", ref.form
    said = ref.people("{family}|, {after}|, {suffix}", "{given}| {last}|, {suffix}")
    # Spanish has no comma before "y"; one is left where it closes the inverted first name.
    who = ref.series(said, "," if english or len(said) == 2 else "")
    # Of more than six authors the first three are named.
    if len(said) > 6:
        who = f"{', '.join(said[:3])}, et al"
    whole = form == "book" or (not ref.container and form != "page")
    title = _title_case(ref.plain) if ref.english else ref.plain
    title = _typographic(title, ref.language, inner=not whole)
    if whole:
        title = _stopped(f"{ITALIC}{title}{ITALIC_END}")
    else:
        # English has a full stop inside the quotation marks and Spanish outside.
        (opening, closing), stop = _QUOTES[ref.language][0], "" if _ENDED.search(title) else "."
        title = f"{opening}{title}" + (stop + closing if english else closing + stop)
    container = ref.site
    if form != "page":
        container = ref.container and f"{ITALIC}{ref.container}{ITALIC_END}"
    if not who and form in ("article", "page", "broadcast"):
        who, container = container, ""
    house = "|, {publisher}" if form in ("book", "page") else ""
    day = _dated(ref.issued, ref.language, "month first")
    where = f"{{container}}{house}|, {{date}}."
    if form == "journal" and container:
        where = "{container}| {volume}|, {no} {issue}| ({when})|: {page}."
    elif form == "broadcast":
        where = "{container}. / {publisher}|, {date}."
    return ref.entry(
        f"{{who}}. / {{title}} / {where} / {{Accessed}} {{read}}. / {{url}}.",
        who=who,
        title=title,
        container=container,
        date=ref.date("year" if form == "book" else "month first", "chicago"),
        when=(ref.year if ref.issue else day) or _WORDS[ref.language]["undated"],
    )


def _iso690(ref: Reference) -> str:
    """Author and year, title, container, house; an unsigned source begins with its title."""
    book, who = ref.form == "book", ref.series(ref.people("{LAST}|, {given}|, {suffix}"))
    # The full date, where the year behind the author does not say it all. The year is in brackets
    # where it alone shows that it is inferred.
    year, date = ref.year or _WORDS[ref.language]["no_date"], ""
    if ref.year and (book or max(map(len, date_parts(ref.issued))) < 2):
        year = ref.date("year", "iso690")
    elif ref.year:
        date = ref.date("day first", "iso690")
    title = "<{title}>" if book else "{title}"
    head = f"{{who}}, {{year}}. / {title}" if who else f"{title}|, {{year}}"
    container = "" if book or not ref.container else ". / <{container}>"
    house = "" if ref.form == "page" or not ref.publisher else "{place}|: {publisher}|, "
    online = "|{media}. / {Online}" if ref.url else ""
    return ref.entry(
        f"{head}{container}{online}. / {house}{{date}}. / "
        "Vol. {volume}|, no. {issue}|, p. {page}. / "
        + ("{Available} {url}| [{looked} {looked_up}]" if ref.url else ""),
        who=who,
        year=year,
        # "S.l." stands for a place that is not known.
        place=ref.place or ("S.l." if book and ref.language == "es" else ""),
        date=date if house else date[:1].upper() + date[1:],
    )


_ENTRIES: Final[Mapping[Style, Callable[[Reference], str]]] = {
    "apa": _apa, "chicago": _chicago, "iso690": _iso690,
}  # fmt: skip


class FormattedCitation(NamedTuple):
    """A citation to copy (``text``) and to show (``html``: escaped, with ``<i>`` alone)."""

    text: str
    html: str


class Piece(NamedTuple):
    """Some words of a citation in one look; ``link`` is the address that they are, or empty."""

    text: str
    italic: bool = False
    link: str = ""


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


@lru_cache(maxsize=1024)
def format_source(source: Source, style: Style, language: Language) -> FormattedCitation:
    """A source as an entry of a bibliography; ``language`` is that of the entry's own words."""
    marked = _ENTRIES[style](Reference(source, language))
    # What Markdown would read as its own is escaped, too, so that the result stays what it is where
    # a page shows HTML through Markdown.
    escaped = _MARKDOWN.sub(lambda m: f"&#{ord(m.group())};", html.escape(marked, quote=True))
    return FormattedCitation(
        re.sub(f"[{ITALIC}{ITALIC_END}]", "", marked),
        escaped.replace(ITALIC, "<i>").replace(ITALIC_END, "</i>"),
    )


def reference_list(
    sources: Iterable[Source], style: Style, language: Language
) -> list[FormattedCitation]:
    """The references of some sources as they are printed: in the order of letters and figures."""
    entries = (format_source(source, style, language) for source in sources)
    return sorted(entries, key=lambda entry: fold(entry.text).lstrip("[(¿¡«“‘\"'"))


@lru_cache(maxsize=4096)
def format_pinpoint(source: Source, locator: int | None, language: Language) -> str:
    """The short form in plain text: "VICE News, c. 2 May 2019, para. 26"."""
    name = by_way(clean(source.custom.short), language) or clean(source.title)
    parts = [name, _in_style(issued_date(source), language, "day first", "words")]
    if locator is not None:
        parts.append(f"{'para.' if language == 'en' else 'párr.'} {locator}")
    return ", ".join(parts)


# A page says the same source a hundred times; what is said of an opened story's goes with it.
KEPT.extend((format_source.cache_clear, format_pinpoint.cache_clear))


def _note(source: Source, language: Language) -> str:
    date, english = issued_date(source), language == "en"
    parts = []
    if "/" in date:
        span = _in_style(date.replace("~", ""), language, "day first", "words")
        parts.append(f"{'Published' if english else 'Publicado'}: {span}")
    why = clean(getattr(source.custom.date_note, language))
    if "~" in date:
        inferred = "Date inferred" if english else "Fecha inferida"
        parts.append(f"{inferred}: {why}" if why else inferred)
    elif source.custom.date_basis != "stated" and why:
        parts.append(why)
    parts += [_extra(source, "note"), clean(getattr(source.custom.notes, language))]
    return " ".join(part if part[-1] in ".?!" else f"{part}." for part in parts if part)


def _names(source: Source, *order: str) -> list[tuple[str, list[str]]]:
    """Each author: an institution, or the parts of a name, the family's with its particle."""
    found = []
    for name in _authors(source):
        particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
        parts = {**name, "family": f"{particle} {name.get('family', '')}"}
        texts = (clean(str(parts.get(key) or "")) for key in order)
        found.append((clean(name.get("literal") or ""), list(filter(None, texts))))
    return found


def _url(source: Source) -> str:
    address = clean(source.URL or "")
    return re.sub(r"[{}\\<>\" ]", lambda m: f"%{ord(m.group()):02X}", address)


def to_csl_json(sources: Iterable[Source], language: Language = "en") -> str:
    items = []
    for source in sources:
        item, date = source.csl(), issued_date(source)
        if date:
            item["issued"] = {"date-parts": [list(end) for end in date_parts(date)]}
            if "~" in date:
                item["issued"]["circa"] = True
        if note := _note(source, language):
            item["note"] = note
        items.append(item)
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


#: Braces become commands: BibTeX counts them even behind a backslash.
_TEX = str.maketrans({
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_"},
})  # fmt: skip
#: The languages whose capitals biblatex and pandoc know by name.
_LANGID = {"en": "english", "es": "spanish", "fr": "french", "pt": "portuguese", "de": "german",
           "it": "italian"}  # fmt: skip


def _tex(text: str) -> str:
    """Escape what LaTeX reads as its own; letters with accents stay UTF-8."""
    return clean(text).translate(_TEX)


def to_bibtex(sources: Iterable[Source], language: Language = "en") -> str:
    """BibTeX: ``@article`` for what stood in a periodical, ``@report``, ``@book``, ``@online``.

    Classic BibTeX reads ``year`` and ``month``, all others ``date``, an EDTF date.
    """
    entries = []
    for source in sources:
        date = issued_date(source)
        year, month = (*next(iter(date_parts(date)), ()), 0, 0)[:2]
        authors = []
        for literal, parts in _names(source, "family", "suffix", "given"):
            # A name may itself hold what parts two names, or the parts of one; an institution is in
            # braces, lest it be cut into names.
            held = (f"{{{p}}}" if " and " in f" {p} " or "," in p else p for p in map(_tex, parts))
            authors.append(f"{{{_tex(literal)}}}" if literal else ", ".join(held))
        # Every word of a title that has a capital is in braces, lest a style make it small.
        title = "".join(f"{{{w}}}" if w != w.lower() else w
                        for w in re.split("( )", _tex(source.title)))  # fmt: skip
        _, kind, periodical, _ = SOURCE_TYPES.get(source.type, OTHER_TYPE)
        fields = {
            "title": title,
            "author": " and ".join(filter(None, authors)),
            "entrysubtype": periodical,
            "journal": _tex(_extra(source, "container-title")),
            "institution" if kind == "report" else "publisher": _tex(_extra(source, "publisher")),
            "date": date,
            "year": str(year or ""),
            "month": list(MONTHS)[month - 1][:3] if month else "",
            "url": _url(source),
            "urldate": accessed(source),
            "language": _tex(source.language),
            "langid": _LANGID.get(source.language[:2], ""),
            "note": _tex(_note(source, language)),
        }
        lines = [f"@{kind}{{{source.id}"]
        # The month is BibTeX's own word and has no braces.
        lines += [f"  {key} = {value if key == 'month' else f'{{{value}}}'}"
                  for key, value in fields.items() if value]  # fmt: skip
        entries.append(",\n".join(lines) + "\n}\n")
    return "\n".join(entries)


def to_ris(sources: Iterable[Source], language: Language = "en") -> str:
    """RIS, each value on one line, so that none can start another record; dates are EDTF."""
    records = []
    for source in sources:
        *_, kind = SOURCE_TYPES.get(source.type, OTHER_TYPE)
        names = _names(source, "family", "given", "suffix")
        authors = [literal or ", ".join(parts) for literal, parts in names]
        # Of a signed article or a page citation-js would lose the authors or the title.
        silent = kind == "WEB" or (kind == "NEWS" and authors)
        tags = [
            ("TY", kind),
            ("ID", source.id),
            ("TI", clean(source.title)),
            *(("A1", author) for author in authors),
            ("JF", _extra(source, "container-title")),
            ("PB", _extra(source, "publisher")),
            ("Y1", issued_date(source)),
            ("UR", _url(source)),
            ("Y2", accessed(source)),
            ("LA", "" if silent else clean(source.language)),
            ("N1", _note(source, language)),
        ]
        records.append("".join(f"{tag}  - {value}\n" for tag, value in tags if value) + "ER  - \n")
    return "\n".join(records)


Writer = Callable[[Iterable[Source], Language], str]
#: By the ending of a file: what the format is called, its media type, and what writes it.
BIBLIOGRAPHIES: Final[Mapping[str, tuple[str, str, Writer]]] = {
    "bib": ("BibTeX", "application/x-bibtex", to_bibtex),
    "json": ("CSL-JSON", "application/vnd.citationstyles.csl+json", to_csl_json),
    "ris": ("RIS", "application/x-research-info-systems", to_ris),
}
