"""A table of events alone made into a data set: places, sources, kinds and ids come from its cells.

A row that cannot be read for certain is refused whole and said; nothing in it is guessed. What the
table does not say is filled with the plainest thing that is true: a row without a source is cited
from the table itself, a row without a kind is of the one kind "events".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from components.domain.intake.limits import Limits
from components.domain.intake.packages.descriptor import descriptor_of
from components.domain.intake.problems import Count, Notes, Refusal, Sheet
from components.domain.intake.rows.columns import REQUIRED, column_of
from components.domain.intake.rows.names import Ids, slug
from components.domain.intake.rows.rows import cells_of, check_texts, header_problems
from components.domain.intake.rows.spots import exchanged, read_spot
from components.domain.intake.rows.values import is_address, join_dates, read_date
from components.domain.records.dataset import About, Dataset
from components.domain.records.models import Category, Citation, Event, Kind, Place, Source

KINDS: Final = 8
ONE_KIND: Final = Category(id="event", name="Events", name_es="Hechos")
OTHER: Final = Category(id="other-kinds", name="Other kinds", name_es="Otras clases")
UNKNOWN_COUNTRY: Final = "ZZ"
TABLE_KIND: Final[Kind] = "original-reporting"
Progress = Callable[[int, int], None]


@dataclass
class _Row:
    """One good row."""

    number: int
    cells: Mapping[str, str]
    date: str
    lat: float | None
    lon: float | None


@dataclass
class _Made:
    """What is made from the rows, as it grows."""

    title: str
    ids: Ids = field(default_factory=Ids)
    given: dict[str, int] = field(default_factory=dict)
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


def read_events(
    sheet: Sheet, title: str, limits: Limits, notes: Notes, progress: Progress | None = None
) -> tuple[Dataset | None, Count]:
    """Read a table of events into a data set of its own, and count its rows.

    Raises:
        Refusal: when a column is missing without which there is no event.
    """
    names = [column_of(cell) for cell in sheet.header]
    missing = [column for column in REQUIRED if column not in names]
    if missing:
        raise Refusal("columns_missing", sheet=sheet.name, columns=", ".join(missing),
                      value=", ".join(sheet.header[:12]))  # fmt: skip
    header_problems(sheet, names, notes)
    rows: list[_Row] = []
    commas = 0
    for done, (number, cells) in enumerate(sheet.rows):
        row, comma = _read_row(sheet, names, number, cells, limits, notes)
        commas += comma
        if row:
            rows.append(row)
        if progress and done % 2000 == 0:
            progress(done, len(sheet.rows))
    if commas:
        notes.add("decimal_commas", sheet.name, level="note", count=commas)
    _say_exchanged(sheet, rows, notes)
    made = _Made(title)
    kinds = _kinds(sheet, rows, notes)
    for row in rows:
        _add(sheet, row, made, kinds, notes)
    count = Count(sheet.name, len(sheet.rows), len(made.events), sheet.blank)
    if not made.events:
        return None, count
    return _dataset(title, made, kinds), count


def _read_row(
    sheet: Sheet,
    names: list[str | None],
    number: int,
    raw: tuple[str, ...],
    limits: Limits,
    notes: Notes,
) -> tuple[_Row | None, bool]:
    """A row, or ``None`` once everything that is wrong with it has been said."""
    cells = cells_of(sheet, names, number, raw, notes)
    check_texts(sheet, number, cells, limits, notes)
    for column in REQUIRED:
        if column not in cells:
            notes.add("empty", sheet.name, number, column)
    when = _date(sheet, number, cells, notes)
    lat, lon, comma = read_spot(sheet.name, number, cells, notes)
    _check_source(sheet, number, cells, notes)
    country = cells.get("country", "")
    if country and not (len(country) == 2 and country.isascii() and country.isalpha()):
        notes.add("country", sheet.name, number, "country", country)
    if notes.refuses(sheet.name, number):
        return None, comma
    return _Row(number, cells, when, lat, lon), comma


def _date(sheet: Sheet, number: int, cells: Mapping[str, str], notes: Notes) -> str:
    read: dict[str, str] = {}
    for column in ("date", "end"):
        raw = cells.get(column)
        if raw is None:
            continue
        found = read_date(raw)
        if found.code:
            notes.add(found.code, sheet.name, number, column, raw, **found.params)
        elif found.time:
            notes.add("date_time", sheet.name, number, column, raw, "note")
        read[column] = found.text
    start, end = read.get("date", ""), read.get("end", "")
    if not (start and end) or start == end:
        return start
    joined = join_dates(start, end)
    if joined.code:
        value = f"{cells['date']} – {cells['end']}"
        notes.add(joined.code, sheet.name, number, "end", value, **joined.params)
    return joined.text


def _check_source(sheet: Sheet, number: int, cells: Mapping[str, str], notes: Notes) -> None:
    address = cells.get("url")
    if address and not is_address(address):
        notes.add("address", sheet.name, number, "url", address)
    published = cells.get("source_date")
    if published:
        found = read_date(published)
        if found.code:
            notes.add(found.code, sheet.name, number, "source_date", published, **found.params)


def _say_exchanged(sheet: Sheet, rows: list[_Row], notes: Notes) -> None:
    spots = [(r.number, r.lat, r.lon) for r in rows if r.lat is not None and r.lon is not None]
    for number, lat, lon in exchanged(spots):
        notes.add("coordinates_exchanged", sheet.name, number, "lat, lon", f"{lat:g}, {lon:g}",
                  "note", lat=f"{lon:g}", lon=f"{lat:g}")  # fmt: skip


def _kinds(sheet: Sheet, rows: list[_Row], notes: Notes) -> dict[str, Category]:
    """The kinds by the word of the cell; those beyond the marks there are share one."""
    counted = Counter(" ".join(r.cells["category"].split()) for r in rows if "category" in r.cells)
    named: dict[str, Category] = {}
    words = sorted(counted, key=lambda word: (-counted[word], word))
    for word in words:
        key = slug(word, "kind")
        named.setdefault(key, Category(id=key, name=word, name_es=word))
    room = KINDS - (len(rows) > sum(counted.values()))
    if len(named) > room:
        kept = list(named.values())[: room - 1]
        rest = list(named.values())[room - 1 :]
        notes.add("kinds_many", sheet.name, column="category", level="note", most=KINDS,
                  value=", ".join(k.name for k in rest[:8]), count=len(rest))  # fmt: skip
        named = {k.id: k for k in kept} | {k.id: OTHER for k in rest}
    return {word: named[slug(word, "kind")] for word in words}


def _place(row: _Row, made: _Made) -> str | None:
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


def _source(row: _Row, made: _Made) -> str:
    title, address = row.cells.get("source", ""), row.cells.get("url", "")
    name = (title.casefold(), address)
    if name in made.source_by_name:
        return made.source_by_name[name]
    published = read_date(row.cells["source_date"]).text if "source_date" in row.cells else ""
    shown = title or address or made.title
    key = made.source_ids.take(slug(title or address.partition("//")[2] or made.title, "source"))
    made.source_by_name[name] = key
    made.sources[key] = _own_source(key, shown, address, published or row.date, bool(published))
    return key


def _own_source(key: str, title: str, address: str, day: str, stated: bool) -> Source:
    note = {
        True: {"en": "As the table gives it.", "es": "Como la da la tabla."},
        False: {
            "en": "The table gives no date for this source; that of its first event stands here.",
            "es": "La tabla no da la fecha de esta fuente; aquí está la de su primer hecho.",
        },
    }[stated]
    values: dict[str, Any] = {
        "id": key,
        "type": "webpage" if address else "document",
        "title": title,
        "language": "und",
        "custom": {
            "tier": "document",
            "kind": TABLE_KIND,
            "voice": "press",
            "short": title if len(title) <= 40 else title[:39] + "…",
            "issued_edtf": day,
            "date_basis": "stated" if stated else "inferred",
            "date_note": note,
            "notes": {"en": "Named in the table.", "es": "Nombrada en la tabla."},
        },
    }
    if address:
        values["URL"] = address
    return Source.model_validate(values)


def _event_id(sheet: Sheet, row: _Row, made: _Made, notes: Notes) -> str | None:
    given = row.cells.get("id")
    if given is None:
        return made.ids.take(f"ev-{slug(row.date[:10] + ' ' + row.cells['title'], 'event')}")
    first = made.given.setdefault(given, row.number)
    if first != row.number:
        notes.add("duplicate_id", sheet.name, row.number, "id", given, first=first)
        return None
    key = slug(given.removeprefix("ev-"), "event")
    return made.ids.take(f"ev-{key}")


def _add(sheet: Sheet, row: _Row, made: _Made, kinds: Mapping[str, Category], notes: Notes) -> None:
    key = _event_id(sheet, row, made, notes)
    if key is None:
        return
    cells, title = row.cells, row.cells["title"]
    if "source" not in cells and "url" not in cells:
        notes.add("no_source", sheet.name, row.number, "source", level="note")
    kind = kinds.get(" ".join(cells.get("category", "").split()), ONE_KIND)
    summary = cells.get("summary", title)
    made.events[key] = Event(
        id=key,
        date=row.date,
        date_basis="stated",
        date_note="As the table gives it.",
        date_note_es="Como la da la tabla.",
        category=kind.id,
        place_id=_place(row, made),
        title=title,
        title_es=cells.get("title_es", title),
        summary=summary,
        summary_es=cells.get("summary_es", cells.get("summary", cells.get("title_es", title))),
    )
    made.citations.append(Citation(record_id=key, source_id=_source(row, made), role="supports"))


def _dataset(title: str, made: _Made, kinds: Mapping[str, Category]) -> Dataset:
    used = {event.category for event in made.events.values()}
    every = {k.id: k for k in [*kinds.values(), ONE_KIND] if k.id in used}
    return Dataset(
        version="1.0.0",
        title=title,
        sources=made.sources,
        events=dict(sorted(made.events.items())),
        claims={},
        claimants={},
        citations=tuple(made.citations),
        topics={},
        places=made.places,
        regions={},
        region_departments=(),
        about=About(title_es=title),
        categories=every,
        descriptor=descriptor_of({}, title, "1.0.0"),
    )
