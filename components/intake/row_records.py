"""The rows of a table of events made into records, with the sources of a list beside it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from components.intake.columns import JOINED, ColumnMap, Credit, header_key, plain_header
from components.intake.package import descriptor_of
from components.intake.problems import Notes, Sheet
from components.intake.rows import ONE_KIND, Ids, Rows, slug
from components.intake.values import is_address, looked_up, read_date, read_when
from components.story.dataset import Dataset, Licence, PackageInfo
from components.story.models import Citation, Event, Kind, Place, Role, Source
from components.story.texts import cut, fold

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
_POINTER = re.compile(
    r"(?P<source>[a-z0-9][a-z0-9-]*)(?::(?P<at>\d{1,9}))?(?: \((?P<role>[a-z]+)\))?"
)
_ROLES: Final[Mapping[str, Role]] = {"disputes": "disputes", "context": "context"}

Texts = dict[str, str]
#: The cells of a row that hold anything, by field.
Cells = Mapping[str, Any]
UNTITLED: Final[Texts] = {"en": "Untitled story", "es": "Historia sin título"}
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
_ISSUED: Final = ("date", "publication year")
_SCHEME = re.compile(r"^https?://(?:www\.|dx\.)?", re.IGNORECASE)


@dataclass
class Library:
    """The sources of a list, found by what a row may call them."""

    name: str = ""
    sources: dict[str, Source] = field(default_factory=dict)
    by_name: dict[str, str] = field(default_factory=dict)

    def named_in(self, cells: Mapping[str, str]) -> tuple[str, ...]:
        """The ids of the sources that a row names, in one cell or more, parted by ``;``."""
        source = cells.get("source", "")
        found: dict[str, None] = {}
        for text in map(str.strip, (source, cells.get("url", ""), *source.split(";"))):
            doi = f"https://doi.org/{text}" if text.startswith("10.") else ""
            keys = (f"key:{text}", link_key(text) or link_key(doi), title_key(text))
            for name in keys if text else ():
                if name in self.by_name:
                    found[self.by_name[name]] = None
        return tuple(found)


def link_key(address: str) -> str:
    """An address as it is compared: without what differs from copy to copy."""
    if not is_address(address):
        return ""
    plain = _SCHEME.sub("", address.strip()).partition("#")[0]
    page, _, query = plain.partition("?")
    kept = "&".join(p for p in query.split("&") if p and not p.lower().startswith("utm_"))
    host, slash, path = page.rstrip("/").partition("/")
    return f"link:{host.lower()}{slash}{path}?{kept}"


def title_key(text: str) -> str:
    plain = plain_header(text)
    return f"title:{plain}" if len(plain) > 3 else ""


def library_of(sheets: Iterable[Sheet], ids: Ids) -> Library:
    """The sources of lists, each under an id of its own; rows without a title are passed over."""
    library = Library()
    for sheet in sheets:
        library.name = sheet.name
        names = [header_key(cell) for cell in sheet.header]
        for _, cells in sheet.rows:
            row = {name: cell.strip() for name, cell in zip(names, cells, strict=False)}
            if not (title := row.get("title")):
                continue
            address = row.get("url", "")
            kind = TYPES.get(row.get("item type", ""), "webpage" if address else "document")
            issued = (read_when(row.get(n, "")).text for n in _ISSUED)
            seen, added = (
                read_date(row.get(n, "")[:10]).text for n in ("access date", "date added")
            )
            # Without a date, it had appeared by the day it was seen.
            stated, by_then = next(filter(None, issued), ""), seen or added
            more = {csl: row[name] for name, csl in MORE.items() if row.get(name)}
            people = people_named(row.get("author", "")) | looked_up(seen)
            source = own_source(
                ids.take(slug(title, "source")),
                title[:1000],
                address if is_address(address) else "",
                stated or (f"../{by_then}" if by_then else ""),
                {**more, **people, "type": kind, "language": row.get("language") or "und"},
                (LISTED if stated else SEEN, FROM_LIST),
                kind=KINDS.get(kind, TABLE_KIND),
                short=row.get("short title") or title,
                date_basis="stated" if stated else "inferred",
            )
            library.sources[source.id] = source
            key, doi = row.get("key"), source.csl().get("DOI")
            links = (source.URL or "", f"https://doi.org/{doi}" if doi else "")
            names_of_it = (f"key:{key}" if key else "", title_key(source.title))
            for name in filter(None, (*names_of_it, *map(link_key, links))):
                library.by_name.setdefault(name, source.id)
    return library


def people_named(text: str) -> dict[str, Any]:
    """Names as "Family, Given", parted by semicolons, or those of institutions."""
    parts = [part.strip().partition(",") for part in text.split(";") if part.strip()]
    return {"author": [
        {"family": family, "given": given.strip()} if comma else {"literal": family}
        for family, comma, given in parts
    ]} if parts else {}  # fmt: skip


@dataclass
class _Records:
    """What is made from the rows, as it grows: ids by what a row calls a place or a source."""

    title: str
    ids: Ids = field(default_factory=Ids)
    place_ids: Ids = field(default_factory=Ids)
    source_ids: Ids = field(default_factory=Ids)
    library: Library = field(default_factory=Library)
    places: dict[str, Place] = field(default_factory=dict)
    place_by_spot: dict[Any, str] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    source_by_name: dict[tuple[str, str], str] = field(default_factory=dict)
    #: The link of each source that rows name with one link alone, by its folded name.
    links: dict[str, str] = field(default_factory=dict)
    #: What the row that was just cited names without the link that other rows give.
    joined: str = ""

    def place_of(self, row: Cells) -> str | None:
        name, lat, lon = row.get("place", ""), row.get("lat"), row.get("lon")
        if not name and lat is None:
            return None
        country = row.get("country", UNKNOWN_COUNTRY).upper()
        # Of one name, some hundred metres apart: the same place, written twice.
        near = [round(at, 3) for at in (lat, lon) if name and at is not None] or [lat, lon]
        spot = (name.casefold(), country, *near)
        if spot not in self.place_by_spot:
            shown = name or f"{lat:g}, {lon:g}"
            key = self.place_by_spot[spot] = self.place_ids.take(slug(shown, "place"))
            self.places[key] = Place(
                id=key,
                name=shown,
                name_es=shown,
                kind="town",
                lat=lat,
                lon=lon,
                country=country,
                precision="none" if lat is None else "locality",
                coordinate_source="" if lat is None else self.title,
            )
        return self.place_by_spot[spot]

    def citations_of(self, key: str, row: Cells) -> list[Citation]:
        """What a row is cited by: sources it points to, the one it names, or the table itself."""
        found = [_POINTER.fullmatch(p.strip()) for p in row.get("citations", "").split(";")]
        pointers = [pointer for pointer in found if pointer]
        if not pointers:
            ids = self.library.named_in(row) or (self._source_of(row),)
            return [Citation(record_id=key, source_id=one, role="supports") for one in ids]
        names, cited = _names(pointers, row), []
        for source, at, role in (pointer.groups() for pointer in pointers):
            (name, day), address = names[source], ("", f"id:{source}")
            if address not in self.source_by_name:
                self.source_by_name[address] = self.source_ids.take(source)
            one = self.source_by_name[address]
            # The first row that tells its name gives it.
            if one not in self.sources or self.sources[one].title == source != name:
                self.sources[one] = own_source(one, name, "", day)
            locator, role = int(at or 0) or None, _ROLES.get(role, "supports")
            cited.append(Citation(record_id=key, source_id=one, locator=locator, role=role))
        return cited

    def _source_of(self, row: Cells) -> str:
        title, address = row.get("source", ""), row.get("url", "")
        called = _called(title)
        if not address and called in self.links:
            address, self.joined = self.links[called], title
        name = called, link_key(address)
        if name not in self.source_by_name:
            wanted = slug(title or address.partition("//")[2] or self.title, "source")
            key = self.source_by_name[name] = self.source_ids.take(wanted)
            journal = row.get("publication", "")
            more = {"container-title": journal} if journal else {}
            more |= looked_up(row.get("accessed", "")) | people_named(row.get("author", ""))
            shown = title or address or self.title
            self.sources[key] = own_source(key, shown, address, row.get("source_date", ""), more)
        return self.source_by_name[name]


def _called(source: str) -> str:
    """What a row calls its source, however it is written."""
    return " ".join(fold(source).split())


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


def _joined(*texts: str) -> str:
    return JOINED.join(filter(None, texts))


def table_records(
    rows: Rows, called: str, columns: ColumnMap, lists: Sequence[Sheet], notes: Notes
) -> Dataset | None:
    """The rows of a table as a data set of their own; ``None`` where there is none.

    What the table does not say is filled with the plainest thing that is true: a row without a
    source is cited from the table itself, which is ``called`` so where it has no title. The number
    of a row stands in its summary, and is no claim: nothing says as of when, or who says it.
    """
    credit = columns.credit
    counted = [credit.counted(columns.number, language) for language in ("en", "es")]
    records, title = _Records(credit.title or called), credit.title or UNTITLED["en"]
    library = records.library = library_of(lists, records.source_ids)
    records.sources |= library.sources
    events: dict[str, Event] = {}
    citations: list[Citation] = []
    cited = 0
    linked = defaultdict[str, dict[str, str]](dict)
    for name, link in zip(rows.column("source"), rows.column("url"), strict=True):
        if name and link:
            linked[_called(name)].setdefault(link_key(link), link)
    records.links = {
        name: next(iter(links.values())) for name, links in linked.items() if len(links) == 1
    }
    for n in range(len(rows.numbers)):
        # Of each row the cells that hold anything.
        row = {f: cells[n] for f, cells in rows.columns.items() if cells[n] not in ("", None)}
        name, day = row["title"], row["date"]
        own = slug(row["id"].removeprefix("ev-"), "event") if "id" in row else ""
        key = records.ids.take(f"ev-{own or slug(day[:10] + ' ' + name, 'event')}")
        name_es = row.get("title_es", name)
        number, number_es = (
            f"{one}: {row['number']}" if "number" in row else "" for one in counted
        )
        summary = row.get("summary", "")
        events[key] = Event(
            id=key,
            date=day,
            date_basis="stated",
            date_note=IN_TABLE["en"],
            date_note_es=IN_TABLE["es"],
            category=rows.kinds.get(row.get("category", ""), ONE_KIND).id,
            place_id=records.place_of(row),
            title=name,
            title_es=name_es,
            summary=_joined(summary, number) or name,
            summary_es=_joined(row.get("summary_es", summary), number_es) or name_es,
        )
        records.joined = ""
        by = records.citations_of(key, row)
        if records.joined:
            notes.add(
                "source_joined", rows.count.sheet, rows.numbers[n], "source", records.joined, "note"
            )
        citations += by
        cited += any(citation.source_id in library.sources for citation in by)
    if library.sources:
        notes.add("sources_beside", rows.count.sheet, level="note", value=library.name,
                  count=len(library.sources), cited=cited, rows=len(events))  # fmt: skip
    if not events:
        return None
    used = {event.category for event in events.values()}
    return Dataset(
        version="1.0.0",
        title=title,
        sources=records.sources,
        events=dict(sorted(events.items())),
        citations=tuple(citations),
        places=records.places,
        about=PackageInfo(
            title_es=credit.title_es or credit.title or UNTITLED["es"], licence=licence_of(credit)
        ),
        categories={k.id: k for k in [*rows.kinds.values(), ONE_KIND] if k.id in used},
        descriptor=descriptor_of({}, title, "1.0.0"),
    )


def licence_of(credit: Credit) -> Licence | None:
    """Under what a table may be used, where somebody has said it."""
    return Licence(credit.licence, credit.licence_address) if credit.licence else None


def own_source(
    key: str,
    title: str,
    address: str,
    day: str,
    more: Mapping[str, Any] | None = None,
    notes: tuple[Texts, Texts] = (IN_TABLE, NAMED),
    **custom: str,
) -> Source:
    """A source that a table or a list names; ``day`` (EDTF) is empty where that gives none.

    ``more`` are other fields of CSL, ``custom`` those of ours that are not the same for all, and
    ``notes`` say how its date is known and where it is named.
    """
    # The time of day at which something appeared is not told.
    dated = {"issued_edtf": day.partition("T")[0], "date_basis": custom.pop("date_basis", "stated"),
             "date_note": notes[0]}  # fmt: skip
    short = cut(custom.pop("short", title), SHORT_CHARACTERS)
    return Source.model_validate({
        "id": key,
        "type": "webpage" if address else "document",
        "title": title,
        "language": "und",
        **({"URL": address} if address else {}),
        **(more or {}),
        "custom": {"tier": "document", "kind": TABLE_KIND, "voice": "press", "short": short,
                   "notes": notes[1], **(dated if day else {}), **custom},
    })  # fmt: skip
