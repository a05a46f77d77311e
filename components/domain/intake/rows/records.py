"""The rows of a table of events made into records: events, places, sources, citations, kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from components.domain.intake.columns.column_map import Credit
from components.domain.intake.packages.descriptor import descriptor_of
from components.domain.intake.problems import Notes, Sheet
from components.domain.intake.rows.library import SHORT_CHARACTERS, Library, library_of, person
from components.domain.intake.rows.names import ONE_KIND, Ids, slug
from components.domain.intake.rows.table import Row, Rows
from components.domain.intake.rows.values import looked_up, read_date
from components.domain.records.dataset import Dataset, Licence, PackageInfo
from components.domain.records.models import Category, Citation, Event, Kind, Place, Role
from components.domain.records.sources import Source
from components.domain.wording import cut

UNKNOWN_COUNTRY: Final = "ZZ"
TABLE_KIND: Final[Kind] = "original-reporting"
# As this project's own table of events points to its sources: "npr:20; efe (context)".
_POINTER = re.compile(r"(?P<source>[a-z0-9][a-z0-9-]*)(?::(?P<at>\d+))?(?: \((?P<role>[a-z]+)\))?")
_ROLES: Final[Mapping[str, Role]] = {"disputes": "disputes", "context": "context"}


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


def records_of(
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
        _add(row, made, rows.kinds.get(row.cells.get("category", ""), ONE_KIND))
    if made.library.sources:
        notes.add("sources_beside", rows.count.sheet, level="note", value=made.library.name,
                  count=len(made.library.sources), cited=made.cited_by_list,
                  rows=len(made.events))  # fmt: skip
    used = {event.category for event in made.events.values()}
    every = {k.id: k for k in [*rows.kinds.values(), ONE_KIND] if k.id in used}
    return _dataset(made, every, credit) if made.events else None


def _add(row: Row, made: Made, kind: Category) -> None:
    cells, title = row.cells, row.cells["title"]
    own = slug(cells["id"].removeprefix("ev-"), "event") if "id" in cells else ""
    key = made.ids.take(f"ev-{own or slug(row.date[:10] + ' ' + title, 'event')}")
    summary = cells.get("summary", title)
    made.events[key] = Event(
        id=key,
        date=row.date,
        date_basis="stated",
        date_note="As the table gives it.",
        date_note_es="Como la da la tabla.",
        category=kind.id,
        place_id=place_of(row, made),
        title=title,
        title_es=cells.get("title_es", title),
        summary=summary,
        summary_es=cells.get("summary_es", cells.get("summary", cells.get("title_es", title))),
    )
    made.citations += citations_of(key, row, made)


def _dataset(made: Made, kinds: Mapping[str, Category], credit: Credit) -> Dataset:
    return Dataset(
        version="1.0.0",
        title=made.title,
        sources=made.sources,
        events=dict(sorted(made.events.items())),
        claims={},
        claimants={},
        citations=tuple(made.citations),
        topics={},
        places=made.places,
        regions={},
        region_departments=(),
        about=PackageInfo(title_es=credit.title_es or made.title, licence=licence_of(credit)),
        categories=kinds,
        descriptor=descriptor_of({}, made.title, "1.0.0"),
    )


def place_of(row: Row, made: Made) -> str | None:
    """The id of a row's place; ``None`` where it names none."""
    name = row.cells.get("place", "")
    if not name and row.lat is None:
        return None
    country = row.cells.get("country", UNKNOWN_COUNTRY).upper()
    spot = (name.casefold(), country, row.lat, row.lon)
    if spot in made.place_by_spot:
        return made.place_by_spot[spot]
    shown = name or f"{row.lat:g}, {row.lon:g}"
    key = made.place_ids.take(slug(shown, "place"))
    made.place_by_spot[spot] = key
    made.places[key] = Place(
        id=key,
        name=shown,
        name_es=shown,
        kind="town",
        lat=row.lat,
        lon=row.lon,
        country=country,
        precision="none" if row.lat is None else "locality",
        coordinate_source="" if row.lat is None else made.title,
    )
    return key


def citations_of(key: str, row: Row, made: Made) -> list[Citation]:
    """What a row is cited by: the sources it points to, the one it names, or the table itself."""
    found = [_POINTER.fullmatch(p.strip()) for p in row.cells.get("citations", "").split(";")]
    pointers = [pointer for pointer in found if pointer]
    if not pointers and (listed := made.library.named_in(row.cells)):
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


def _names(pointers: list[re.Match[str]], row: Row) -> dict[str, tuple[str, str]]:
    """Name and day of each source, from the words of the citations where these are as many.

    The words name what is cited by paragraph first. Where the order of several others is not
    certain, a name counts that has a word of the id in it.
    """
    located = [p["source"] for p in pointers if p["at"]]
    others = [p["source"] for p in pointers if p["source"] not in located]
    ids = list(dict.fromkeys([*located, *others]))
    words = [part.strip() for part in row.cells.get("cited_as", "").split(";") if part.strip()]
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


def _source(row: Row, made: Made) -> str:
    title, address = row.cells.get("source", ""), row.cells.get("url", "")
    author, journal = row.cells.get("author", ""), row.cells.get("publication", "")
    name = (title.casefold(), address)
    if name in made.source_by_name:
        return made.source_by_name[name]
    shown = title or address or made.title
    key = made.source_ids.take(slug(title or address.partition("//")[2] or made.title, "source"))
    made.source_by_name[name] = key
    more: dict[str, Any] = {"container-title": journal} if journal else {}
    more |= looked_up(row.accessed)
    if author:
        more["author"] = [person(text) for text in author.split(";") if text.strip()]
    made.sources[key] = own_source(key, shown, address, row.published, more)
    return key


def licence_of(credit: Credit) -> Licence | None:
    """Under what a table may be used, where somebody has said it."""
    return Licence(credit.licence, credit.licence_address) if credit.licence else None


def own_source(
    key: str,
    title: str,
    address: str,
    day: str,
    more: Mapping[str, Any] | None = None,
) -> Source:
    """A source that a table names; it has a date only where the table gives one."""
    dated: dict[str, Any] = {
        "issued_edtf": day,
        "date_basis": "stated",
        "date_note": {"en": "As the table gives it.", "es": "Como la da la tabla."},
    }
    values: dict[str, Any] = {
        "id": key,
        "type": "webpage" if address else "document",
        "title": title,
        "language": "und",
        "custom": {
            "tier": "document",
            "kind": TABLE_KIND,
            "voice": "press",
            "short": cut(title, SHORT_CHARACTERS),
            **(dated if day else {}),
            "notes": {"en": "Named in the table.", "es": "Nombrada en la tabla."},
        },
        **(more or {}),
    }
    if address:
        values["URL"] = address
    return Source.model_validate(values)
