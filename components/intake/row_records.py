"""The rows of a table of events made into records, with the sources of a list beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from components.intake.columns import Credit, header_key, plain_header
from components.intake.package import descriptor_of
from components.intake.problems import Notes, Sheet
from components.intake.rows import ONE_KIND, Ids, Rows, slug
from components.intake.values import DateWays, is_address, looked_up, read_date, read_when
from components.story.dataset import Dataset, Licence, PackageInfo
from components.story.models import Category, Citation, Event, Kind, Place, Role
from components.story.sources import Source
from components.story.texts import cut

#: What Zotero calls an item, in CSL.
TYPES: Final[Mapping[str, str]] = {
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
KINDS: Final[Mapping[str, Kind]] = {
    "article-newspaper": "newspaper",
    "broadcast": "broadcaster",
    "legislation": "official",
    "bill": "official",
}
MORE: Final[Mapping[str, str]] = {
    "publication title": "container-title", "publisher": "publisher", "doi": "DOI",
    "isbn": "ISBN", "issn": "ISSN", "pages": "page", "volume": "volume", "issue": "issue",
    "place": "publisher-place",
}  # fmt: skip
SHORT_CHARACTERS: Final = 40
UNKNOWN_COUNTRY: Final = "ZZ"
TABLE_KIND: Final[Kind] = "original-reporting"
# As this project's own table of events points to its sources: "npr:20; efe (context)".
_POINTER = re.compile(r"(?P<source>[a-z0-9][a-z0-9-]*)(?::(?P<at>\d+))?(?: \((?P<role>[a-z]+)\))?")
_ROLES: Final[Mapping[str, Role]] = {"disputes": "disputes", "context": "context"}

Texts = dict[str, str]
#: The cells of a row that hold anything, by field.
Cells = Mapping[str, Any]
IN_TABLE: Final[Texts] = {"en": "As the table gives it.", "es": "Como la da la tabla."}
NAMED: Final[Texts] = {"en": "Named in the table.", "es": "Nombrada en la tabla."}
LISTED: Final[Texts] = {
    "en": "As the list of sources gives it.", "es": "Como la da la lista de fuentes.",
}  # fmt: skip
SEEN: Final[Texts] = {
    "en": "The list gives no date; the source had appeared by this day.",
    "es": "La lista no da la fecha; la fuente ya había aparecido ese día.",
}
FROM_LIST: Final[Texts] = {"en": "From the list of sources.", "es": "De la lista de fuentes."}
_SCHEME = re.compile(r"^https?://(?:www\.|dx\.)?", re.IGNORECASE)


@dataclass
class Library:
    """The sources of a list, found by what a row may call them."""

    name: str = ""
    sources: dict[str, Source] = field(default_factory=dict)
    _by_name: dict[str, str] = field(default_factory=dict)

    def add(self, source: Source, key: str) -> None:
        """Take a source in, under its link, its DOI, its title and its key in the list."""
        self.sources[source.id] = source
        csl = source.csl()
        names = (f"key:{key}" if key else "", _link(source.URL or ""),
                 _link(f"https://doi.org/{csl['DOI']}") if csl.get("DOI") else "",
                 _title(source.title))  # fmt: skip
        for name in filter(None, names):
            self._by_name.setdefault(name, source.id)

    def named_in(self, cells: Mapping[str, str]) -> tuple[str, ...]:
        """The ids of the sources that a row names, in one cell or more, parted by ``;``."""
        texts = [cells.get("source", ""), cells.get("url", "")]
        texts += [part for text in texts[:1] for part in text.split(";")]
        found = (self._by_name.get(name) for text in texts for name in _called(text.strip()))
        return tuple(dict.fromkeys(one for one in found if one))


def _called(text: str) -> Iterator[str]:
    if text:
        yield f"key:{text}"
        yield _link(text) or _link(f"https://doi.org/{text}" if text.startswith("10.") else "")
        yield _title(text)


def _link(address: str) -> str:
    """An address as it is compared: without what differs from copy to copy."""
    if not is_address(address):
        return ""
    plain = _SCHEME.sub("", address.strip()).partition("#")[0]
    page, _, query = plain.partition("?")
    kept = "&".join(p for p in query.split("&") if p and not p.lower().startswith("utm_"))
    return f"link:{page.rstrip('/').lower()}?{kept}"


def _title(text: str) -> str:
    plain = plain_header(text)
    return f"title:{plain}" if len(plain) > 3 else ""


def library_of(sheets: Iterable[Sheet], ids: Ids) -> Library:
    """The sources of lists, each under an id of its own.

    Rows without a title are passed over.
    """
    library = Library()
    for sheet in sheets:
        library.name = sheet.name
        names = [header_key(cell) for cell in sheet.header]
        for _, cells in sheet.rows:
            row = {name: cell.strip() for name, cell in zip(names, cells, strict=False)}
            if row.get("title"):
                library.add(_of_list(row, ids), row.get("key", ""))
    return library


def _of_list(row: Mapping[str, str], ids: Ids) -> Source:
    """A source as its list gives it."""
    title, address = row["title"], row.get("url", "")
    more: dict[str, Any] = {csl: row[name] for name, csl in MORE.items() if row.get(name)}
    kind = TYPES.get(row.get("item type", ""), "webpage" if address else "document")
    more |= _people(row.get("author", "")) | looked_up(
        read_date(row.get("access date", "")[:10]).text
    )
    day, stated = _issued(row)
    return own_source(
        ids.take(slug(title, "source")), title[:1000], address if is_address(address) else "", day,
        {**more, "type": kind, "language": row.get("language") or "und"},
        (LISTED if stated else SEEN, FROM_LIST),
        kind=KINDS.get(kind, TABLE_KIND), short=row.get("short title") or title,
        date_basis="stated" if stated else "inferred",
    )  # fmt: skip


def _issued(row: Mapping[str, str]) -> tuple[str, bool]:
    """When a source appeared, and whether the list says so; else the day by which it had."""
    for name in ("date", "publication year"):
        if found := read_when(row.get(name, ""), DateWays()).text:
            return found, True
    seen = (read_date(row.get(name, "")[:10]).text for name in ("access date", "date added"))
    day = next((day for day in seen if day), "")
    return f"../{day}" if day else "", False


def _people(text: str) -> dict[str, Any]:
    """Names as "Family, Given", parted by semicolons, or those of institutions."""
    parts = [part.strip().partition(",") for part in text.split(";") if part.strip()]
    return {"author": [
        {"family": family, "given": given.strip()} if comma else {"literal": family}
        for family, comma, given in parts
    ]} if parts else {}  # fmt: skip


@dataclass
class Made:
    """What is made from the rows, as it grows."""

    title: str
    library: Library = field(default_factory=Library)
    ids: Ids = field(default_factory=Ids)
    places: dict[str, Place] = field(default_factory=dict)
    place_by_spot: dict[tuple[str, str, float | None, float | None], str] = field(
        default_factory=dict
    )
    place_ids: Ids = field(default_factory=Ids)
    sources: dict[str, Source] = field(default_factory=dict)
    source_by_name: dict[tuple[str, str], str] = field(default_factory=dict)
    source_ids: Ids = field(default_factory=Ids)
    events: dict[str, Event] = field(default_factory=dict)
    citations: list[Citation] = field(default_factory=list)
    #: Rows that are cited by the list of sources.
    cited_by_list: int = 0


def table_records(
    rows: Rows, title: str, credit: Credit, lists: Sequence[Sheet], notes: Notes
) -> Dataset | None:
    """The rows of a table as a data set of their own; ``None`` where there is none.

    Places, sources, kinds and ids come from the cells. What the table does not say is filled with
    the plainest thing that is true: a row without a source is cited from the table itself, a row
    without a kind is of the one kind "events".

    Args:
        rows: the rows.
        title: what the table is called.
        credit: whose it is.
        lists: sources beside the table.
        notes: takes how many rows the lists have a source for.
    """
    made = Made(title)
    made.library = library_of(lists, made.source_ids)
    made.sources |= made.library.sources
    for row in rows.each():
        _add(row, made, rows.kinds.get(row.get("category", ""), ONE_KIND))
    if made.library.sources:
        notes.add("sources_beside", rows.count.sheet, level="note", value=made.library.name,
                  count=len(made.library.sources), cited=made.cited_by_list,
                  rows=len(made.events))  # fmt: skip
    used = {event.category for event in made.events.values()}
    every = {k.id: k for k in [*rows.kinds.values(), ONE_KIND] if k.id in used}
    return _dataset(made, every, credit) if made.events else None


def _add(cells: Cells, made: Made, kind: Category) -> None:
    title, day = cells["title"], cells["date"]
    own = slug(cells["id"].removeprefix("ev-"), "event") if "id" in cells else ""
    key = made.ids.take(f"ev-{own or slug(cells['date'][:10] + ' ' + title, 'event')}")
    summary = cells.get("summary", title)
    made.events[key] = Event(
        id=key,
        date=day,
        date_basis="stated",
        date_note=IN_TABLE["en"],
        date_note_es=IN_TABLE["es"],
        category=kind.id,
        place_id=place_of(cells, made),
        title=title,
        title_es=cells.get("title_es", title),
        summary=summary,
        summary_es=cells.get("summary_es", cells.get("summary", cells.get("title_es", title))),
    )
    made.citations += row_citations(key, cells, made)


def _dataset(made: Made, kinds: Mapping[str, Category], credit: Credit) -> Dataset:
    return Dataset(
        version="1.0.0",
        title=made.title,
        sources=made.sources,
        events=dict(sorted(made.events.items())),
        citations=tuple(made.citations),
        places=made.places,
        about=PackageInfo(title_es=credit.title_es or made.title, licence=licence_of(credit)),
        categories=kinds,
        descriptor=descriptor_of({}, made.title, "1.0.0"),
    )


def place_of(row: Cells, made: Made) -> str | None:
    """The id of a row's place; ``None`` where it names none."""
    name, lat, lon = row.get("place", ""), row.get("lat"), row.get("lon")
    if not name and lat is None:
        return None
    country = row.get("country", UNKNOWN_COUNTRY).upper()
    spot = (name.casefold(), country, lat, lon)
    if spot in made.place_by_spot:
        return made.place_by_spot[spot]
    shown = name or f"{lat:g}, {lon:g}"
    key = made.place_ids.take(slug(shown, "place"))
    made.place_by_spot[spot] = key
    made.places[key] = Place(
        id=key,
        name=shown,
        name_es=shown,
        kind="town",
        lat=lat,
        lon=lon,
        country=country,
        precision="none" if lat is None else "locality",
        coordinate_source="" if lat is None else made.title,
    )
    return key


def row_citations(key: str, row: Cells, made: Made) -> list[Citation]:
    """What a row is cited by: the sources it points to, the one it names, or the table itself."""
    found = [_POINTER.fullmatch(p.strip()) for p in row.get("citations", "").split(";")]
    pointers = [pointer for pointer in found if pointer]
    if not pointers and (listed := made.library.named_in(row)):
        made.cited_by_list += 1
        return [Citation(record_id=key, source_id=one, role="supports") for one in listed]
    if not pointers:
        return [Citation(record_id=key, source_id=_source(row, made), role="supports")]
    names = _names(pointers, row)
    return [
        Citation(
            record_id=key,
            source_id=_pointed(p["source"], *names[p["source"]], made),
            locator=int(p["at"]) or None if p["at"] else None,
            role=_ROLES.get(p["role"] or "", "supports"),
        )
        for p in pointers
    ]


def _names(pointers: list[re.Match[str]], row: Cells) -> dict[str, tuple[str, str]]:
    """Name and day of each source, from the words of the citations where these are as many.

    The words name what is cited by paragraph first. Where the order of several others is not
    certain, a name counts that has a word of the id in it.
    """
    located = [p["source"] for p in pointers if p["at"]]
    others = [p["source"] for p in pointers if p["source"] not in located]
    ids = list(dict.fromkeys([*located, *others]))
    words = [part.strip() for part in row.get("cited_as", "").split(";") if part.strip()]
    if len(words) != len(ids):
        return {source: (source, "") for source in ids}
    found = {}
    for source, text in zip(ids, words, strict=True):
        name, _, rest = text.partition(", ")
        day = next((d for part in rest.split(", ") if (d := read_date(part).text)), "")
        alike = set(slug(name, "").split("-")) & set(source.split("-"))
        found[source] = (name, day) if alike or len(ids) == 1 else (source, "")
    return found


def _pointed(source: str, name: str, day: str, made: Made) -> str:
    """The id of a source that a row points to; the first row that tells its name gives it."""
    address = ("", f"id:{source}")
    if address not in made.source_by_name:
        key = made.source_ids.take(source)
        made.source_by_name[address] = key
        made.sources[key] = own_source(key, name, "", day)
    key = made.source_by_name[address]
    if made.sources[key].title == source != name:
        made.sources[key] = own_source(key, name, "", day)
    return key


def _source(row: Cells, made: Made) -> str:
    title, address = row.get("source", ""), row.get("url", "")
    name = (title.casefold(), address)
    if name in made.source_by_name:
        return made.source_by_name[name]
    shown = title or address or made.title
    key = made.source_ids.take(slug(title or address.partition("//")[2] or made.title, "source"))
    made.source_by_name[name] = key
    journal = row.get("publication", "")
    more = {"container-title": journal} if journal else {}
    more |= looked_up(row.get("accessed", "")) | _people(row.get("author", ""))
    made.sources[key] = own_source(key, shown, address, row.get("source_date", ""), more)
    return key


def licence_of(credit: Credit) -> Licence | None:
    """Under what a table may be used, where somebody has said it."""
    return Licence(credit.licence, credit.licence_address) if credit.licence else None


def own_source(
    key: str, title: str, address: str, day: str, more: Mapping[str, Any] | None = None,
    notes: tuple[Texts, Texts] = (IN_TABLE, NAMED), **custom: str,
) -> Source:  # fmt: skip
    """A source that a table or a list names; it has a date only where that gives one.

    Args:
        key: its id.
        title: what it is called.
        address: that of its page, or nothing.
        day: when it appeared, in EDTF, or nothing.
        more: other fields of CSL.
        notes: how its date is known, and where it is named.
        custom: what is not the same for all of them.
    """
    dated = {"issued_edtf": day, "date_basis": "stated", "date_note": notes[0]}
    short = cut(custom.pop("short", title), SHORT_CHARACTERS)
    if not day:
        dated = {}
        custom.pop("date_basis", None)
    return Source.model_validate({
        "id": key,
        "type": "webpage" if address else "document",
        "title": title,
        "language": "und",
        **({"URL": address} if address else {}),
        **(more or {}),
        "custom": {"tier": "document", "kind": TABLE_KIND, "voice": "press", "short": short,
                   "notes": notes[1], **dated, **custom},
    })  # fmt: skip
