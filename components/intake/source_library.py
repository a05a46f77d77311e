"""The sources of a table's rows: those of lists beside it, and those that its rows alone name."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from components.intake.cell_texts import ADDRESS_SEPARATOR, is_address
from components.intake.columns import header_key
from components.intake.sheet_models import Sheet
from components.intake.table_dates import parse_table_date
from components.intake.value_names import LIST_SEPARATOR, UniqueIds, make_slug
from components.story.models import UNKNOWN_VOICE, Kind, Role, Source
from components.story.texts import fold, shorten_text
from components.values.date_texts import parse_date

#: The texts of a record in each language.
LanguageTexts = dict[str, str]
#: The cells of a row that hold anything, by field.
RowCells = Mapping[str, Any]
#: The fields of a citation: ``source_id``, ``role``, ``locator``.
CitationFields = dict[str, Any]
#: Fields of CSL-JSON by their names.
CslFields = dict[str, Any]
#: What a row calls its source, and the link beside it.
NameAndLink = tuple[str, str]

#: Between the sources of one cell that were in rows of their own: each is a name for certain.
SOURCE_LINE_END: Final = f"{LIST_SEPARATOR}\n"
#: Zotero's item types, as CSL calls them.
CSL_TYPES: Final[Mapping[str, str]] = {
    "newspaperArticle": "article-newspaper", "magazineArticle": "article-magazine",
    "journalArticle": "article-journal", "webpage": "webpage", "blogPost": "post-weblog",
    "forumPost": "post", "report": "report", "book": "book", "bookSection": "chapter",
    "thesis": "thesis", "interview": "interview", "letter": "personal_communication",
    "radioBroadcast": "broadcast", "tvBroadcast": "broadcast", "podcast": "broadcast",
    "videoRecording": "motion_picture", "film": "motion_picture", "audioRecording": "song",
    "presentation": "speech", "conferencePaper": "paper-conference", "statute": "legislation",
    "bill": "bill", "case": "legal_case", "hearing": "hearing", "map": "map",
    "encyclopediaArticle": "entry-encyclopedia", "dataset": "dataset",
}  # fmt: skip
#: All types of CSL 1.0.2; those that Zotero does not have stand for themselves.
KNOWN_CSL_TYPES: Final = frozenset(CSL_TYPES.values()) | {
    "article", "classic", "collection", "document", "entry", "entry-dictionary", "event",
    "figure", "graphic", "interview", "manuscript", "musical_score", "pamphlet", "patent",
    "performance", "periodical", "post", "regulation", "review", "review-book", "software",
    "standard", "treaty",
}  # fmt: skip
#: The kinds of this project by CSL's types; of all others none is known.
KIND_OF_CSL_TYPE: Final[Mapping[str, Kind]] = {
    "article-newspaper": "newspaper",
    "broadcast": "broadcaster",
    "legislation": "official",
    "bill": "official",
}
#: Kinds of newsrooms, whose voice is theirs: no other source is said to be of the press.
KINDS_OF_PRESS: Final = frozenset({"newspaper", "broadcaster"})
PRESS_VOICE: Final = "press"
#: CSL's fields by the folded headers of Zotero's CSV.
CSL_FIELD_OF_HEADER: Final[Mapping[str, str]] = {
    "publication title": "container-title",
    "publisher": "publisher",
    "doi": "DOI",
    "isbn": "ISBN",
    "issn": "ISSN",
    "pages": "page",
    "volume": "volume",
    "issue": "issue",
    "place": "publisher-place",
}
MAX_SHORT_TITLE_CHARACTERS: Final = 40
#: The least part of an address by which sources of one name are told apart.
MIN_ADDRESS_CHARACTERS: Final = 8
MAX_TITLE_CHARACTERS: Final = 1000
#: Longer parts of a cell are not taken for names of sources without more.
MAX_NAME_CHARACTERS: Final = 60
MAX_NOTE_CHARACTERS: Final = 6000
#: Shorter titles may mean many a thing, so rows do not name sources by them.
MIN_TITLE_KEY_CHARACTERS: Final = 4
#: Zotero writes days with a time behind them.
DAY_CHARACTERS: Final = len("YYYY-MM-DD")
DOI_ADDRESS: Final = "https://doi.org/"
DOI_START: Final = "10."

IN_TABLE: Final[LanguageTexts] = {
    "en": "As the table gives it.",
    "es": "Como la da la tabla.",
}
NAMED: Final[LanguageTexts] = {"en": "Named in the table.", "es": "Nombrada en la tabla."}
LISTED: Final[LanguageTexts] = {
    "en": "As the list of sources gives it.",
    "es": "Como la da la lista de fuentes.",
}
SEEN: Final[LanguageTexts] = {
    "en": "The list gives no date; the source had appeared by this day.",
    "es": "La lista no da la fecha; la fuente ya había aparecido ese día.",
}
FROM_LIST: Final[LanguageTexts] = {
    "en": "From the list of sources.",
    "es": "De la lista de fuentes.",
}

#: Languages as LaTeX and reference managers call them.
LANGUAGE_TAGS: Final[Mapping[str, str]] = {
    "english": "en", "american": "en", "usenglish": "en", "british": "en", "ukenglish": "en",
    "eng": "en", "spanish": "es", "espanol": "es", "spa": "es", "french": "fr", "francais": "fr",
    "fra": "fr", "portuguese": "pt", "portugues": "pt", "brazilian": "pt", "por": "pt",
    "german": "de", "ngerman": "de", "deutsch": "de", "deu": "de", "italian": "it",
    "italiano": "it", "ita": "it",
}  # fmt: skip
UNKNOWN_LANGUAGE: Final = "und"

_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
#: An author of a cell; the name of an institution with a comma or a semicolon is in braces.
_AUTHOR = re.compile(r"\{(?P<institution>[^{}]*)\}|(?P<name>[^;{}]+)")
_AUTHOR_SYNTAX = re.compile(r"[{};,]")
_SCHEME = re.compile(r"^https?://(?:www\.|dx\.)?", re.IGNORECASE)
_EDTF_DAY = re.compile(r"\d{4}(?:-\d\d){0,2}")
# As this project's table of events points to its sources: "npr:20; efe (context)".
_POINTER = re.compile(
    r"(?P<source>[a-z0-9][a-z0-9-]*)(?::(?P<locator>\d{1,9}))?(?: \((?P<role>[a-z]+)\))?"
)
_ROLES: Final[Mapping[str, Role]] = {"disputes": "disputes", "context": "context"}


# Parts of sources ---------------------------------------------------------------------------------


def csl_accessed(day: str) -> CslFields:
    """Return the day on which a source was looked up as a field of CSL; none without a day.

    Parameters
    ----------
    day
        A day, month or year in EDTF.
    """
    match = _EDTF_DAY.match(day)
    if not match:
        return {}
    year_month_day = match[0].split("-")
    date_parts = list(map(int, year_month_day))
    return {"accessed": {"date-parts": [date_parts]}}


def parse_authors(text: str) -> CslFields:
    """Parse authors to a field of CSL; none without authors.

    Parameters
    ----------
    text
        "Family, Given; Family, Given, Suffix"; names without a comma are those of institutions,
        and so are those in braces, which may hold commas and semicolons.
    """
    authors = []
    for match in _AUTHOR.finditer(text):
        institution = (match["institution"] or "").strip()
        parts = [part.strip() for part in (match["name"] or "").split(",", 2)]
        if institution:
            authors.append({"literal": institution})
        elif len(parts) > 1:
            csl_name = dict(zip(("family", "given", "suffix"), parts, strict=False))
            authors.append(csl_name)
        elif parts[0]:
            authors.append({"literal": parts[0]})
    if not authors:
        return {}
    return {"author": authors}


def format_author(csl_name: Mapping[str, str]) -> str:
    """Return a name of CSL as a cell of :func:`parse_authors` has it; empty without one."""
    particles = ("dropping-particle", "non-dropping-particle")
    family_names = [csl_name.get(part, "") for part in (*particles, "family")]
    family = " ".join(filter(None, family_names))
    given = csl_name.get("given", "")
    suffix = csl_name.get("suffix", "")
    if csl_name.get("literal") or not (given or suffix):
        institution = (csl_name.get("literal") or family).strip()
        if not _AUTHOR_SYNTAX.search(institution):
            return institution
        without_braces = institution.replace("{", "(").replace("}", ")")
        return f"{{{without_braces}}}"
    parts = [_AUTHOR_SYNTAX.sub(" ", part).strip() for part in (family, given, suffix)]
    while not parts[-1]:
        parts.pop()
    return ", ".join(parts)


def parse_language(text: str) -> str:
    """Parse the language of a source to its tag (BCP 47); "und" for what is none."""
    name = text.strip()
    tag = LANGUAGE_TAGS.get(fold(name), "")
    if tag:
        return tag
    if _LANGUAGE_TAG.fullmatch(name):
        return name.replace("_", "-")
    return UNKNOWN_LANGUAGE


def split_names(text: str) -> list[str]:
    """Return the names of sources between semicolons."""
    names = map(str.strip, text.split(LIST_SEPARATOR))
    return list(filter(None, names))


def _read_notes(row: Mapping[str, str]) -> LanguageTexts | None:
    """Return what a list says of a source; without Spanish the same in both languages."""
    note = row.get("note", "")[:MAX_NOTE_CHARACTERS]
    note_es = row.get("note es", "")[:MAX_NOTE_CHARACTERS]
    if not note and not note_es:
        return None
    return {"en": note or note_es, "es": note_es or note}


def _parse_zotero_day(text: str) -> str:
    """Parse a day with a time behind it to EDTF; empty for what is no day."""
    return parse_date(text[:DAY_CHARACTERS]).edtf


def fold_source_name(name: str) -> str:
    """Return the name of a source as names are compared: without capitals, accents and spaces."""
    return " ".join(fold(name).split())


def link_key(address: str) -> str:
    """Return an address as addresses are compared; empty for what is none.

    Leaves out what differs from copy to copy: the scheme, ``www.``, parameters of campaigns
    (``utm_``), the fragment, a slash at the end, and capitals of the host.
    """
    if not is_address(address):
        return ""
    without_scheme = _SCHEME.sub("", address.strip())
    without_fragment, _, _ = without_scheme.partition("#")
    page, _, query = without_fragment.partition("?")
    parameters = []
    for parameter in filter(None, query.split("&")):
        if not parameter.lower().startswith("utm_"):
            parameters.append(parameter)
    kept_query = "&".join(parameters)
    host, slash, path = page.rstrip("/").partition("/")
    lower_host = host.lower()
    return f"link:{lower_host}{slash}{path}?{kept_query}"


@dataclass(frozen=True)
class SourceDraft:
    """A source as a table or a list names it.

    Attributes
    ----------
    url
        The address of its page; empty without one.
    day
        When it appeared (EDTF); empty where that is not given.
    kind
        The kind of publication; ``None`` where nothing says it.
    csl_fields
        Other fields of CSL-JSON; they take precedence over those of the draft.
    short_title
        Empty where the title is to be shortened.
    notes
        What a list says of it, in each language.
    is_listed
        Whether a list of sources names it, and not the table.
    is_inferred
        Whether its day is that by which it had appeared.
    """

    source_id: str
    title: str
    url: str = ""
    day: str = ""
    csl_fields: CslFields = field(default_factory=dict)
    kind: Kind | None = None
    short_title: str = ""
    notes: LanguageTexts | None = None
    is_listed: bool = False
    is_inferred: bool = False

    def to_source(self) -> Source:
        """Return the source with its defaults, checked."""
        short_title = self.short_title or self.title
        custom: CslFields = {
            "tier": "document",
            "kind": self.kind,
            "voice": self._voice(),
            "short": shorten_text(short_title, MAX_SHORT_TITLE_CHARACTERS),
            "notes": NAMED,
        }
        if self.notes:
            custom["notes"] = self.notes
        elif self.is_listed:
            custom["notes"] = FROM_LIST
        if self.day:
            # Sources have a day; the time at which one appeared is left out.
            day, _, _ = self.day.partition("T")
            custom["issued_edtf"] = day
            custom["date_basis"] = "stated"
            custom["date_note"] = self._date_note()
            if self.is_inferred:
                custom["date_basis"] = "inferred"
        item: CslFields = {
            "id": self.source_id,
            "type": "document",
            "title": self.title,
            "language": UNKNOWN_LANGUAGE,
        }
        if self.url:
            item["type"] = "webpage"
            item["URL"] = self.url
        return Source.model_validate({**item, **self.csl_fields, "custom": custom})

    def _voice(self) -> str:
        if self.kind in KINDS_OF_PRESS:
            return PRESS_VOICE
        return UNKNOWN_VOICE

    def _date_note(self) -> LanguageTexts:
        if self.is_inferred:
            return SEEN
        if self.is_listed:
            return LISTED
        return IN_TABLE


# The library --------------------------------------------------------------------------------------


class NamedSources(NamedTuple):
    """The ids of the sources that a row names, and the code of the note on it; empty without."""

    source_ids: list[str]
    note: str = ""


class RowCitations(NamedTuple):
    """The citations of a row, and the code of the note on its sources; empty without one."""

    citations: list[CitationFields]
    note: str = ""


class _CellNames(NamedTuple):
    """The names of sources in a cell, and the code of the note on how they were read."""

    names: list[str]
    note: str = ""


class _Pointer(NamedTuple):
    """What a row cites by the id of its source; ``locator`` is the number of a paragraph."""

    source: str
    locator: str
    role: str


def _make_cached_link_key() -> Callable[[str], str]:
    return cache(link_key)


@dataclass
class SourceLibrary:
    """The sources of a story, by what rows call them; a source that rows alone name is added.

    Attributes
    ----------
    default_title
        The source of rows that name none.
    list_name
        The name of the list of sources.
    listed_ids
        The ids of listed sources by their keys, titles and links.
    named_ids
        The ids of sources that rows alone name, by folded name and link.
    pointed_ids
        The ids of sources that no list has, by what rows point to them with.
    link_of_name
        By the folded name of a source the only link that rows give with it; empty where they give
        none or several. Rows without a link are only noted by it.
    link_key
        :func:`link_key`, which is computed once for each address.
    """

    default_title: str = ""
    list_name: str = ""
    ids: UniqueIds = field(default_factory=UniqueIds)
    sources: dict[str, Source] = field(default_factory=dict)
    listed_ids: dict[str, str] = field(default_factory=dict)
    named_ids: dict[NameAndLink, str] = field(default_factory=dict)
    pointed_ids: dict[str, str] = field(default_factory=dict)
    link_of_name: dict[str, str] = field(default_factory=dict)
    link_key: Callable[[str], str] = field(default_factory=_make_cached_link_key)

    def add_source_list(self, sheet: Sheet) -> None:
        """Add the sources of a list; rows without a title are passed over."""
        self.list_name = sheet.name
        names = [header_key(cell) for cell in sheet.header]
        for _, cells in sheet.rows:
            row = {}
            for name, cell in zip(names, cells, strict=False):
                row[name] = cell.strip()
            if row.get("title"):
                self._add_listed_source(row)

    def _add_listed_source(self, row: Mapping[str, str]) -> None:
        """Add the source of a row of a list, by the folded headers of Zotero's CSV."""
        title = row["title"]
        address = row.get("url", "")
        default_type = "document"
        if address:
            default_type = "webpage"
        item_type = row.get("item type", "")
        if item_type in KNOWN_CSL_TYPES:
            default_type = item_type
        csl_type = CSL_TYPES.get(item_type, default_type)
        stated_day = parse_table_date(row.get("date", "")).edtf
        if not stated_day:
            stated_day = parse_table_date(row.get("publication year", "")).edtf
        access_day = _parse_zotero_day(row.get("access date", ""))
        seen_day = access_day or _parse_zotero_day(row.get("date added", ""))
        day = stated_day
        if not day and seen_day:
            # It had appeared by the day on which somebody saw it.
            day = f"../{seen_day}"
        csl_fields: CslFields = {}
        for header, csl_field in CSL_FIELD_OF_HEADER.items():
            if row.get(header):
                csl_fields[csl_field] = row[header]
        csl_fields |= parse_authors(row.get("author", ""))
        csl_fields |= csl_accessed(access_day)
        csl_fields["type"] = csl_type
        csl_fields["language"] = parse_language(row.get("language", ""))
        slug = make_slug(title, "source")
        web_address = ""
        if is_address(address):
            web_address = address
        draft = SourceDraft(
            source_id=self.ids.take_id(slug),
            title=title[:MAX_TITLE_CHARACTERS],
            url=web_address,
            day=day,
            csl_fields=csl_fields,
            kind=KIND_OF_CSL_TYPE.get(csl_type),
            short_title=row.get("short title") or title,
            notes=_read_notes(row),
            is_listed=True,
            is_inferred=not stated_day,
        )
        source = draft.to_source()
        self.sources[source.id] = source
        names = [header_key(row.get("key", ""))]
        title_key = header_key(source.title)
        if len(title_key) >= MIN_TITLE_KEY_CHARACTERS:
            names.append(title_key)
        names.append(link_key(address))
        if "DOI" in csl_fields:
            doi_address = DOI_ADDRESS + csl_fields["DOI"]
            names.append(link_key(doi_address))
        for name in filter(None, names):
            self.listed_ids.setdefault(name, source.id)

    def learn_links(self, cells: Iterable[NameAndLink]) -> None:
        """Learn from the sources and links of rows their names, and the only link of each."""
        links_of_name: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for name, link in dict.fromkeys(cells):
            if name:
                links = links_of_name[fold_source_name(name)]
                key = self.link_key(link)
                if key:
                    links.setdefault(key, link)
        self.link_of_name = {}
        for name, links in links_of_name.items():
            # A name with two links may be that of two sources.
            link = ""
            if len(links) == 1:
                (link,) = links.values()
            self.link_of_name[name] = link

    def find_listed_sources(self, row: RowCells) -> list[str]:
        """Return the ids of the listed sources that a row names, separated by ``;``."""
        source = row.get("source", "")
        addresses = row.get("url", "").split(ADDRESS_SEPARATOR)
        texts = [source, *addresses, *source.split(LIST_SEPARATOR)]
        source_ids: dict[str, None] = {}
        for text in texts:
            name = text.strip()
            if not name:
                continue
            doi_address = ""
            if name.startswith(DOI_START):
                doi_address = DOI_ADDRESS + name
            address_key = self.link_key(name) or self.link_key(doi_address)
            for key in (header_key(name), address_key):
                if key in self.listed_ids:
                    listed_id = self.listed_ids[key]
                    source_ids[listed_id] = None
        return list(source_ids)

    def add_named_sources(self, row: RowCells) -> NamedSources:
        """Return the sources that a row alone names, and add those that are new.

        It may name several, with as many links or none. A link is that of its row alone: other
        rows with the same name may be other articles of that outlet.
        """
        title = row.get("source", "")
        address = row.get("url", "")
        addresses = address.split(ADDRESS_SEPARATOR) if address else []
        cell_names = self._split_cell(title)
        names = cell_names.names
        note = cell_names.note
        if addresses and len(names) not in {1, len(addresses)} and SOURCE_LINE_END not in title:
            # Which name has which link is not said.
            names = [title]
            note = "sources_unsplit"
        if addresses and len(names) == 1:
            names = names * len(addresses)
        elif not addresses and len(names) == 1 and self.link_of_name.get(fold_source_name(title)):
            note = "source_linkless"
        source_ids: dict[str, None] = {}
        for name, each_address in zip_longest(names, addresses, fillvalue=""):
            own_title = "" if name == each_address else name
            source_ids[self._add_named_source(row, own_title, each_address)] = None
        return NamedSources(list(source_ids), note)

    def _split_cell(self, cell: str) -> _CellNames:
        """Split the sources of a cell at its semicolons, if each part is a name.

        A part is one that other rows name by itself, that was in a row of its own, or that is
        written like a name.
        """
        if SOURCE_LINE_END in cell:
            return _CellNames(cell.split(SOURCE_LINE_END))
        names = split_names(cell)
        if len(names) <= 1 or all(map(self._is_known_name, names)):
            return _CellNames(names or [cell])
        if all(self._is_known_name(name) or _looks_like_name(name) for name in names):
            return _CellNames(names, "sources_split")
        return _CellNames([cell], "sources_unsplit")

    def _is_known_name(self, name: str) -> bool:
        return fold_source_name(name) in self.link_of_name

    def _add_named_source(self, row: RowCells, title: str, address: str) -> str:
        """Return the id of the source with a title and an address, which is added if new."""
        key = self.link_key(address)
        name = title
        if not title and not key:
            name = address
        name_and_link = (fold_source_name(name), key)
        if name_and_link not in self.named_ids:
            source_title = title or address or self.default_title
            wanted_id = source_title
            _, _, without_scheme = address.partition("//")
            if without_scheme and not title:
                wanted_id = without_scheme
            source_id = self.ids.take_id(make_slug(wanted_id, "source"))
            csl_fields: CslFields = {}
            if row.get("publication"):
                csl_fields["container-title"] = row["publication"]
            csl_fields |= csl_accessed(row.get("accessed", ""))
            csl_fields |= parse_authors(row.get("author", ""))
            web_address = ""
            if key:
                web_address = address
            draft = SourceDraft(
                source_id,
                title=source_title,
                url=web_address,
                day=parse_table_date(row.get("source_date", "")).edtf,
                csl_fields=csl_fields,
                short_title=self._tell_apart(title, web_address),
            )
            self.named_ids[name_and_link] = source_id
            self.sources[source_id] = draft.to_source()
        return self.named_ids[name_and_link]

    def _tell_apart(self, title: str, address: str) -> str:
        """Return a short title with the end of its address, if other links have the same name.

        Empty where the title alone will do, or leaves no room for an address.
        """
        has_several_links = self.link_of_name.get(fold_source_name(title)) == ""
        room = MAX_SHORT_TITLE_CHARACTERS - len(f"{title} ()")
        if not (title and address and has_several_links) or room < MIN_ADDRESS_CHARACTERS:
            return ""
        _, _, address_end = address.rstrip("/").partition("//")
        if len(address_end) > room:
            # Articles of one outlet differ at the ends of their addresses.
            tail = address_end[1 - room :]
            _, slash, last_parts = tail.partition("/")
            if len(last_parts) >= MIN_ADDRESS_CHARACTERS:
                tail = slash + last_parts
            address_end = f"…{tail}"
        return f"{title} ({address_end})"

    def cite_row(self, row: RowCells) -> RowCitations:
        """Return what a row is cited by: sources it points to or names, or the table itself."""
        pointers = _parse_pointers(row.get("citations", ""))
        if pointers:
            return RowCitations(self._cite_pointers(pointers, row))
        named = NamedSources(self.find_listed_sources(row))
        if named.source_ids:
            unlisted_ids = self._add_unlisted_sources(row)
            named = NamedSources([*named.source_ids, *unlisted_ids])
        else:
            named = self.add_named_sources(row)
        citations: list[CitationFields] = []
        for source_id in named.source_ids:
            citations.append({"source_id": source_id, "role": "supports"})
        return RowCitations(citations, named.note)

    def _add_unlisted_sources(self, row: RowCells) -> list[str]:
        """Return the sources that a row names beside those of a list, and add those that are new.

        What is not written like a name, as a page behind a title, is none.
        """
        cell = row.get("source", "")
        if header_key(cell) in self.listed_ids:
            return []
        source_ids = []
        for name in split_names(cell):
            is_listed = bool(self.find_listed_sources({"source": name}))
            if not is_listed and _looks_like_name(name):
                source_ids.append(self._add_named_source(row, name, ""))
        return source_ids

    def _cite_pointers(self, pointers: Sequence[_Pointer], row: RowCells) -> list[CitationFields]:
        """Return the citations of pointers; sources that no list has are added."""
        names = _names_of_pointers(pointers, row.get("cited_as", ""))
        pointed_sources = {pointer.source for pointer in pointers}
        citations: list[CitationFields] = []
        for pointer in pointers:
            cited_as = names.get(pointer.source, pointer.source)
            name, _, details = cited_as.partition(", ")
            day = _first_day(details)
            if len(pointed_sources) > 1 and not _shares_word(name, pointer.source):
                # The order of several names is not certain.
                name = pointer.source
                day = ""
            source_key = header_key(pointer.source)
            source_id = self.listed_ids.get(source_key, "")
            if not source_id:
                source_id = self._add_pointed_source(pointer.source, name, day)
            role = _ROLES.get(pointer.role, "supports")
            citation = {"source_id": source_id, "role": role}
            if pointer.locator and int(pointer.locator):
                citation["locator"] = pointer.locator
            citations.append(citation)
        return citations

    def _add_pointed_source(self, pointer_source: str, name: str, day: str) -> str:
        """Return the id of a source that no list has; the first row with its name gives it."""
        source_id = self.pointed_ids.get(pointer_source, "")
        if not source_id:
            source_id = self.ids.take_id(pointer_source)
            self.pointed_ids[pointer_source] = source_id
        known = self.sources.get(source_id)
        is_unnamed = known is None or known.title == pointer_source != name
        if is_unnamed:
            draft = SourceDraft(source_id, name, day=day)
            self.sources[source_id] = draft.to_source()
        return source_id


def _looks_like_name(text: str) -> bool:
    """Return whether a part of a cell is written like the name of a source.

    It is short, begins with no small letter, and is no date; a comma would part an author's names.
    """
    if len(text) > MAX_NAME_CHARACTERS or "," in text or text[0].islower():
        return False
    return any(map(str.isalpha, text)) and not parse_table_date(text).edtf


def _parse_pointers(text: str) -> list[_Pointer]:
    """Parse "npr:20; efe (context)"; parts of any other form are left out."""
    pointers = []
    for part in text.split(LIST_SEPARATOR):
        match = _POINTER.fullmatch(part.strip())
        if match:
            locator = match["locator"] or ""
            role = match["role"] or ""
            pointers.append(_Pointer(match["source"], locator, role))
    return pointers


def _names_of_pointers(pointers: Sequence[_Pointer], cited_as: str) -> dict[str, str]:
    """Return the names in a text of citations by the ids of their sources; none if in doubt.

    The text names what is cited by paragraph first.
    """
    by_paragraph = []
    others = []
    for pointer in pointers:
        if pointer.locator:
            by_paragraph.append(pointer.source)
        else:
            others.append(pointer.source)
    source_ids = list(dict.fromkeys(by_paragraph + others))
    names = split_names(cited_as)
    if len(names) != len(source_ids):
        return {}
    return dict(zip(source_ids, names, strict=True))


def _first_day(details: str) -> str:
    """Return the first date (EDTF) among texts between commas; empty without one."""
    for part in details.split(", "):
        day = parse_date(part).edtf
        if day:
            return day
    return ""


def _shares_word(name: str, source_id: str) -> bool:
    """Return whether a name has a word of an id in it."""
    words = set(make_slug(name, "").split("-"))
    return not words.isdisjoint(source_id.split("-"))
