"""The rows of a table of events made into records, with the sources of a list beside it."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from components.intake.columns import header_key
from components.intake.date_texts import parse_date
from components.intake.package import descriptor_of
from components.intake.problems import Notes
from components.intake.sheet_models import CELL_JOINER, ColumnMap, Credit, Rows, Sheet
from components.intake.table_dates import parse_table_date
from components.intake.value_names import DEFAULT_KIND, UniqueIds, make_slug
from components.intake.values import is_address
from components.story.dataset import Dataset, Licence, PackageInfo
from components.story.models import Citation, Event, Kind, Place, Role, Source
from components.story.texts import fold, shorten_text

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
Row = dict[str, Any]
#: The cells of a row that hold anything, by field.
Cells = Mapping[str, Any]
UNTITLED: Final[Texts] = {"en": "Untitled story", "es": "Historia sin título"}
IN_TABLE: Final[Texts] = {"en": "As the table gives it.", "es": "Como la da la tabla."}
_DATED: Final[Mapping[str, Any]] = {
    "date_basis": "stated", "date_note": IN_TABLE["en"], "date_note_es": IN_TABLE["es"],
}  # fmt: skip
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
    """The sources of a story, by what rows call them; one that rows alone name is made.

    ``title`` is what a row is cited from that names none.
    """

    title: str = ""
    name: str = ""  # that of the list
    ids: UniqueIds = field(default_factory=UniqueIds)
    sources: dict[str, Source] = field(default_factory=dict)
    #: The ids of listed sources by their keys, titles and links.
    by_name: dict[str, str] = field(default_factory=dict)
    #: Those of sources that rows alone name, by folded name and link; and the names that rows give
    #: for one source, with the link that stands beside one.
    made: dict[tuple[str, str], str] = field(default_factory=dict)
    pointed: dict[str, str] = field(default_factory=dict)  # by what rows point to them with
    links: dict[str, str] = field(default_factory=dict)
    #: :func:`link_key`, of each different address once.
    key: Callable[[str], str] = field(default_factory=lambda: cache(link_key))

    def named_in(self, cells: Cells) -> list[str]:
        """The ids of the listed sources that a row names, in one cell or more, parted by ``;``."""
        source, found = cells.get("source", ""), dict[str, None]()
        for text in map(str.strip, (source, cells.get("url", ""), *source.split(";"))):
            doi = f"https://doi.org/{text}" if text.startswith("10.") else ""
            for name in (header_key(text), self.key(text) or self.key(doi)) if text else ():
                if name in self.by_name:
                    found[self.by_name[name]] = None
        return list(found)

    def made_of(self, row: Cells) -> tuple[list[str], bool]:
        """The ids of the sources that a row alone names; whether other rows gave their links.

        It names several, parted by ``;``, where other rows name each by itself.
        """
        title, address = row.get("source", ""), row.get("url", "")
        parts = [] if address else [part.strip() for part in title.split(";") if part.strip()]
        if len(parts) > 1 and all(called(part) in self.links for part in parts):
            several = [self.made_of({**row, "source": part}) for part in parts]
            ids = dict.fromkeys(one for found, _ in several for one in found)
            return list(ids), any(joined for _, joined in several)
        joined = not address and bool(self.links.get(called(title)))
        address = self.links[called(title)] if joined else address
        link = self.key(address)
        name = called(title or ("" if link else address)), link
        if name not in self.made:
            wanted = title or address.partition("//")[2] or address or self.title
            key = self.made[name] = self.ids.take_id(make_slug(wanted, "source"))
            journal, day = (
                row.get("publication", ""),
                parse_table_date(row.get("source_date", "")).edtf,
            )
            more = {"container-title": journal} if journal else {}
            more |= csl_accessed(row.get("accessed", "")) | people_named(row.get("author", ""))
            shown = title or address or self.title
            self.sources[key] = own_source(key, shown, address if link else "", day, more)
        return [self.made[name]], joined

    def learn(self, cells: Iterable[tuple[str, str]]) -> None:
        """Learn from rows' sources and links which link is whose name's: the only one beside it."""
        linked = defaultdict[str, dict[str, str]](dict)
        for name, link in dict.fromkeys(cells):
            if name:
                own = linked[called(name)]
                if key := self.key(link):
                    own.setdefault(key, link)
        # A name with two links may be that of two.
        self.links = {
            n: "".join(own.values()) if len(own) == 1 else "" for n, own in linked.items()
        }

    def citations_of(self, row: Cells) -> tuple[list[Row], bool]:
        """What a row is cited by: sources that it points to, those it names, or the table itself.

        And whether the one it names has its link from another row.
        """
        found = (_POINTER.fullmatch(p.strip()) for p in row.get("citations", "").split(";"))
        if not (pointers := [pointer for pointer in found if pointer]):
            listed = self.named_in(row)
            ids, joined = (listed, False) if listed else self.made_of(row)
            return [{"source_id": one, "role": "supports"} for one in ids], joined
        # The words of the citations name what is cited by paragraph first. Where the order of
        # several others is not certain, a name counts that has a word of the id in it.
        keys = [*dict.fromkeys(p["source"] for p in sorted(pointers, key=lambda p: not p["at"]))]
        words = [part.strip() for part in row.get("cited_as", "").split(";") if part.strip()]
        told = dict(zip(keys, words, strict=True)) if len(words) == len(keys) else {}
        cited: list[Row] = []
        for source, at, role in (pointer.groups() for pointer in pointers):
            name, _, rest = str(told.get(source, source)).partition(", ")
            day = next((d for part in rest.split(", ") if (d := parse_date(part).edtf)), "")
            if len(keys) > 1 and not set(make_slug(name, "").split("-")) & set(source.split("-")):
                name, day = source, ""
            if not (one := self.by_name.get(header_key(source), "")):
                if not (one := self.pointed.get(source, "")):
                    one = self.pointed[source] = self.ids.take_id(source)
                # The first row that tells its name gives it.
                if one not in self.sources or self.sources[one].title == source != name:
                    self.sources[one] = own_source(one, name, "", day)
            locator = {"locator": at} if int(at or 0) else {}
            cited.append({"source_id": one, "role": _ROLES.get(role, "supports"), **locator})
        return cited, False


def called(source: str) -> str:
    """What a row calls its source, however it is written."""
    return " ".join(fold(source).split())


def link_key(address: str) -> str:
    """An address as it is compared: without what differs from copy to copy."""
    if not is_address(address):
        return ""
    plain = _SCHEME.sub("", address.strip()).partition("#")[0]
    page, _, query = plain.partition("?")
    kept = "&".join(p for p in query.split("&") if p and not p.lower().startswith("utm_"))
    host, slash, path = page.rstrip("/").partition("/")
    return f"link:{host.lower()}{slash}{path}?{kept}"


def library_of(sheets: Iterable[Sheet], library: Library) -> Library:
    """A library with the sources of lists; rows without a title are passed over."""
    for sheet in sheets:
        library.name = sheet.name
        names = [header_key(cell) for cell in sheet.header]
        for _, cells in sheet.rows:
            row = {name: cell.strip() for name, cell in zip(names, cells, strict=False)}
            if not (title := row.get("title")):
                continue
            address = row.get("url", "")
            kind = TYPES.get(row.get("item type", ""), "webpage" if address else "document")
            issued = (parse_table_date(row.get(n, "")).edtf for n in ("date", "publication year"))
            seen, added = (
                parse_date(row.get(n, "")[:10]).edtf for n in ("access date", "date added")
            )
            # Without a date, it had appeared by the day it was seen.
            stated, by_then = next(filter(None, issued), ""), seen or added
            more = {csl: row[name] for name, csl in MORE.items() if row.get(name)}
            people = people_named(row.get("author", "")) | csl_accessed(seen)
            source = own_source(
                library.ids.take_id(make_slug(title, "source")),
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
            links = address, f"https://doi.org/{more['DOI']}" if "DOI" in more else ""
            known = header_key(source.title)
            # Three letters may stand for many a thing.
            names_of_it = (header_key(row.get("key", "")), known if len(known) > 3 else "")
            for name in filter(None, (*names_of_it, *map(link_key, links))):
                library.by_name.setdefault(name, source.id)
    return library


def csl_accessed(day: str) -> dict[str, Any]:
    """Return the day on which a source was last looked up as a field of CSL; {} without one."""
    match = re.match(r"\d{4}(?:-\d\d){0,2}", day)
    if not match:
        return {}
    return {"accessed": {"date-parts": [[int(part) for part in match[0].split("-")]]}}


def people_named(text: str) -> dict[str, Any]:
    """Names as "Family, Given", parted by semicolons, or those of institutions."""
    parts = [part.strip().partition(",") for part in text.split(";") if part.strip()]
    return {"author": [
        {"family": family, "given": given.strip()} if comma else {"literal": family}
        for family, comma, given in parts
    ]} if parts else {}  # fmt: skip


@dataclass
class Places:
    """The rows of places that rows of events name: one for each name where it lies."""

    title: str  # whose their coordinates are
    endings: tuple[str, ...] = ("", "_es")  # of the columns of their names
    ids: UniqueIds = field(default_factory=UniqueIds)
    by_spot: dict[object, Row] = field(default_factory=dict)

    def of(self, row: Cells) -> Row:
        """The place of a row that names one, or has coordinates."""
        name, lat, lon = row.get("place", ""), row.get("lat"), row.get("lon")
        country = row.get("country", UNKNOWN_COUNTRY).upper()
        # Of one name, some hundred metres apart: the same place, written twice.
        near = [round(at, 3) for at in (lat, lon) if name and at is not None] or [lat, lon]
        spot = (name.casefold(), country, *near)
        if spot not in self.by_spot:
            shown = name or f"{lat:g}, {lon:g}"
            where = {} if lat is None else {"lat": lat, "lon": lon, "coordinate_source": self.title}
            self.by_spot[spot] = {
                "id": self.ids.take_id(make_slug(shown, "place")),
                **{f"name{ending}": shown for ending in self.endings},
                "country": country,
                "precision": "locality" if where else "none",
                **where,
            }
        return self.by_spot[spot]


def about_of(credit: Credit, names: Texts = UNTITLED) -> dict[str, Any]:
    """What a data set of a table says of itself: named by its credit, else by ``names``."""
    title_es = credit.title_es or credit.title or names["es"]
    licence = Licence(credit.licence, credit.licence_address) if credit.licence else None
    about = PackageInfo(title_es=title_es, licence=licence)
    return {"version": "1.0.0", "title": credit.title or names["en"], "about": about}


def table_records(
    rows: Rows, file: str, columns: ColumnMap, lists: Sequence[Sheet], notes: Notes
) -> Dataset | None:
    """The rows of a table as a data set of their own; ``None`` where there is none.

    What the table does not say is filled with the plainest thing that is true: a row without a
    source is cited from the table itself, which is called as its ``file`` where it has no title.
    The number of a row stands in its summary, and is no claim: nothing says as of when, or who says
    it.
    """
    credit, sheet = columns.credit, rows.count.sheet
    counted = [credit.count_label(columns.number_header, language) for language in ("en", "es")]
    library, places, ids = library_of(lists, Library()), Places(credit.title or file), UniqueIds()
    library.title, listed = places.title, set(library.sources)
    library.learn(zip(rows.field_cells("source"), rows.field_cells("url"), strict=True))
    events: dict[str, Event] = {}
    citations: list[Citation] = []
    cited = 0
    for n, number in enumerate(rows.numbers):
        # Of each row the cells that hold anything.
        row = {f: cells[n] for f, cells in rows.columns.items() if cells[n] not in ("", None)}
        name, day, summary = row["title"], row["date"], row.get("summary", "")
        own = make_slug(row["id"].removeprefix("ev-"), "event") if "id" in row else ""
        key = ids.take_id(f"ev-{own or make_slug(day[:10] + ' ' + name, 'event')}")
        name_es = row.get("title_es", name)
        texts = (summary, row.get("summary_es", summary))
        counts = (f"{one}: {row['number']}" if "number" in row else "" for one in counted)
        both = [CELL_JOINER.join(filter(None, pair)) for pair in zip(texts, counts, strict=True)]
        events[key] = Event(
            id=key,
            date=day,
            **_DATED,
            category=rows.kinds.get(row.get("category", ""), DEFAULT_KIND).id,
            place_id=places.of(row)["id"] if {"place", "lat"} & row.keys() else None,
            title=name,
            title_es=name_es,
            summary=both[0] or name,
            summary_es=both[1] or name_es,
        )
        by, joined = library.citations_of(row)
        if joined:
            notes.add("source_joined", sheet, number, "source", row["source"], "note")
        citations += [Citation(record_id=key, **one) for one in by]
        cited += any(one["source_id"] in listed for one in by)
    if listed:
        notes.add("sources_beside", sheet, level="note", value=library.name, count=len(listed),
                  cited=cited, rows=len(events))  # fmt: skip
    if not events:
        return None
    used = {event.category for event in events.values()}
    about = about_of(credit)
    return Dataset(
        **about,
        sources=library.sources,
        events=dict(sorted(events.items())),
        citations=tuple(citations),
        places={row["id"]: Place.model_validate(row) for row in places.by_spot.values()},
        categories={k.id: k for k in [*rows.kinds.values(), DEFAULT_KIND] if k.id in used},
        descriptor=descriptor_of({}, about["title"], "1.0.0"),
    )


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
    short = shorten_text(custom.pop("short", title), SHORT_CHARACTERS)
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
