"""A table of events alone made into a data set: places, sources, kinds and ids come from its cells.

Nothing in a row is guessed, and nothing whole is refused for a part: a coordinate or an address
that cannot be read is left out and said, and a row whose day cannot be read is kept in a list of
its own. What the table does not say is filled with the plainest thing that is true: a row without
a source is cited from the table itself, a row without a kind is of the one kind "events".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from components.domain.intake.columns.column_map import Credit
from components.domain.intake.columns.layout import Layout
from components.domain.intake.limits import Limits
from components.domain.intake.packages.descriptor import descriptor_of
from components.domain.intake.problems import Count, Notes, Refusal, Sheet, Undated
from components.domain.intake.rows.columns import REQUIRED
from components.domain.intake.rows.library import library_of
from components.domain.intake.rows.names import slug
from components.domain.intake.rows.picked import picker
from components.domain.intake.rows.records import Made, Row, citations_of, licence_of, place_of
from components.domain.intake.rows.rows import check_texts, header_problems
from components.domain.intake.rows.spots import exchanged, read_spot
from components.domain.intake.rows.values import is_address, join_dates
from components.domain.intake.rows.when import Ways, When, read_when, year_of
from components.domain.records.dataset import Dataset, PackageInfo
from components.domain.records.models import Category, Event

MOST_KINDS: Final = 8
ONE_KIND: Final = Category(id="event", name="Events", name_es="Hechos")
OTHER: Final = Category(id="other-kinds", name="Other kinds", name_es="Otras clases")
Progress = Callable[[int, int], None]


@dataclass
class _Reading:
    """One table as it is read: how, and what has been found."""

    sheet: Sheet
    ways: Ways
    limits: Limits
    notes: Notes
    rows: list[Row] = field(default_factory=list)
    undated: list[Undated] = field(default_factory=list)
    commas: int = 0
    ordered: int = 0


def read_events(
    sheet: Sheet, layout: Layout, title: str, limits: Limits, notes: Notes,
    progress: Progress | None = None, lists: Sequence[Sheet] = (),
) -> tuple[Dataset | None, Count, tuple[Undated, ...]]:  # fmt: skip
    """Read a table of events into a data set of its own, count its rows, and list the undated.

    Raises:
        Refusal: when a column is missing without which there is no event.
    """
    columns = layout.map.columns
    missing = [name for name in REQUIRED if name not in columns and not (
        name == "date" and layout.map.dated)]  # fmt: skip
    if missing:
        raise Refusal("columns_missing", sheet=sheet.name, columns=", ".join(missing),
                      value=", ".join(sheet.header[:12]))  # fmt: skip
    pick = picker(sheet, layout.map)
    header_problems(sheet, pick.names, notes)
    cells = [(number, pick.cells(number, raw, notes)) for number, raw in sheet.rows]
    reading = _Reading(sheet, _ways(layout, [c for _, c in cells]), limits, notes)
    for done, (number, found) in enumerate(cells):
        _read_row(reading, number, found)
        if progress and done % 2000 == 0:
            progress(done, len(sheet.rows))
    _say_how(reading, layout)
    made = _made(layout.map.credit.title or title, lists, limits)
    kinds = _kinds(sheet, reading.rows, notes)
    for row in reading.rows:
        _add(sheet, row, made, kinds, notes)
    _say_cited(sheet, made, notes)
    undated = tuple(reading.undated)
    count = Count(sheet.name, len(sheet.rows), len(made.events), sheet.blank, len(undated))
    return (_dataset(made, kinds, layout.map.credit) if made.events else None), count, undated


def _made(title: str, lists: Sequence[Sheet], limits: Limits) -> Made:
    """What grows from the rows; the sources of lists are there from the start."""
    made = Made(title)
    for listed in lists:
        if len(listed.rows) > limits.sources:
            raise Refusal("rows_many", sheet=listed.name, most=limits.sources)
    made.library = library_of(lists, made.source_ids)
    made.sources |= made.library.sources
    return made


def _say_cited(sheet: Sheet, made: Made, notes: Notes) -> None:
    """Say how many rows the list of sources has a source for."""
    if made.library.sources:
        notes.add("sources_beside", sheet.name, level="note", value=made.library.name,
                  count=len(made.library.sources), cited=made.cited_by_list,
                  rows=len(made.events))  # fmt: skip


def _ways(layout: Layout, rows: list[dict[str, str]]) -> Ways:
    """How dates are read: the order and the answers given, and the one year of all."""
    ways = Ways(layout.map.order or layout.ordered.order, layout.map.answers)
    found = [read_when(cells["date"], ways) for cells in rows if "date" in cells]
    if any(when.code == "date_no_year" for when in found):
        ways = Ways(ways.order, ways.answers, year_of(when.text for when in found))
    return ways


def _read_row(reading: _Reading, number: int, cells: dict[str, str]) -> None:
    """Take a row in, or say everything that is wrong with it."""
    sheet, notes = reading.sheet, reading.notes
    check_texts(sheet, number, cells, reading.limits, notes)
    if "title" not in cells:
        notes.add("empty", sheet.name, number, "title")
    when = _date(reading, number, cells)
    lat, lon, comma = read_spot(sheet.name, number, cells, notes)
    reading.commas += comma
    published, accessed = _check_source(sheet, number, cells, notes)
    country = cells.get("country", "")
    if country and not (len(country) == 2 and country.isascii() and country.isalpha()):
        notes.add("country", sheet.name, number, "country", cells.pop("country"), "part")
    if notes.refuses(sheet.name, number):
        return
    if not when:
        raw = " – ".join(cells[name] for name in ("date", "end") if name in cells)
        reading.undated.append(Undated(number, raw, cells["title"], cells.get("place", "")))
        return
    reading.rows.append(Row(number, cells, when, lat, lon, published, accessed))


def _date(reading: _Reading, number: int, cells: Mapping[str, str]) -> str:
    """A row's date; nothing where it cannot be read, which is said."""
    sheet, notes = reading.sheet, reading.notes
    read: dict[str, str] = {}
    for column in ("date", "end"):
        raw = cells.get(column)
        if raw is None:
            continue
        found = read_when(raw, reading.ways)
        if found.code:
            means = {"means": found.means} if found.means else {}
            code = "date_means" if found.code == "date_no_year" and means else found.code
            notes.add(code, sheet.name, number, column, raw, "undated", **found.params, **means)
        _say_read(reading, number, column, raw, found)
        read[column] = found.text
    if "date" not in cells:
        notes.add("empty", sheet.name, number, "date", level="undated")
        return ""
    if not all(read.values()):
        return ""
    start, end = read["date"], read.get("end", "")
    start = _marked(start, cells)
    if not end or start == end:
        return start
    joined = join_dates(start, end)
    if joined.code:
        value = f"{cells['date']} – {cells['end']}"
        notes.add(joined.code, sheet.name, number, "end", value, "undated", **joined.params)
    return joined.text


def _marked(date: str, cells: Mapping[str, str]) -> str:
    """A date that another column calls about right."""
    mark = cells.get("date_mark", "")
    return f"{date}{mark}" if mark in {"~", "?", "%"} and date[-1].isdigit() else date


def _say_read(reading: _Reading, number: int, column: str, raw: str, found: When) -> None:
    if found.how == "time":
        reading.notes.add("date_time", reading.sheet.name, number, column, raw, "note")
    elif found.how == "words":
        reading.notes.add("date_words", reading.sheet.name, number, column, raw, "note",
                          day=found.text)  # fmt: skip
    reading.ordered += found.how == "order"


def _say_how(reading: _Reading, layout: Layout) -> None:
    """Say once what holds for the whole table."""
    sheet, notes = reading.sheet, reading.notes
    if reading.commas:
        notes.add("decimal_commas", sheet.name, level="note", count=reading.commas)
    if reading.ordered and not layout.map.order:
        code = "days_first" if reading.ways.order == "day" else "months_first"
        notes.add(code, sheet.name, column="date", value=layout.ordered.shown_by, level="note",
                  count=reading.ordered)  # fmt: skip
    if layout.above:
        notes.add("rows_above", sheet.name, level="note", count=layout.above)
    _leave_off_exchanged(reading)


def _leave_off_exchanged(reading: _Reading) -> None:
    """Keep off the map what would lie among the rest with latitude and longitude turned."""
    rows = {r.number: r for r in reading.rows}
    spots = [(r.number, r.lat, r.lon) for r in reading.rows
             if r.lat is not None and r.lon is not None]  # fmt: skip
    for number, lat, lon in exchanged(spots):
        rows[number].lat = rows[number].lon = None
        reading.notes.add("coordinates_exchanged", reading.sheet.name, number, "lat, lon",
                          f"{lat:g}, {lon:g}", "part", lat=f"{lon:g}", lon=f"{lat:g}")  # fmt: skip


def _check_source(sheet: Sheet, number: int, cells: dict[str, str], notes: Notes) -> list[str]:
    """When the source appeared and was looked up; what cannot be read is left out, and said."""
    address = cells.get("url")
    if address and not is_address(address):
        if address.lstrip().startswith("<"):
            notes.add("address_markup", sheet.name, number, "url", cells.pop("url"), "note")
        else:
            notes.add("address", sheet.name, number, "url", cells.pop("url"), "part")
    days = []
    for column in ("source_date", "accessed"):
        raw = cells.get(column, "")
        found = read_when(raw, Ways()) if raw else When()
        if found.code:
            notes.add(found.code, sheet.name, number, column, raw, "part", **found.params)
        days.append(found.text)
    return days


def _kinds(sheet: Sheet, rows: list[Row], notes: Notes) -> dict[str, Category]:
    """The kinds by the word of the cell; those beyond the marks there are share one."""
    counted = Counter(" ".join(r.cells["category"].split()) for r in rows if "category" in r.cells)
    named: dict[str, Category] = {}
    words = sorted(counted, key=lambda word: (-counted[word], word))
    for word in words:
        key = slug(word, "kind")
        named.setdefault(key, Category(id=key, name=word, name_es=word))
    room = MOST_KINDS - (len(rows) > sum(counted.values()))
    if len(named) > room:
        kept = list(named.values())[: room - 1]
        rest = list(named.values())[room - 1 :]
        notes.add("kinds_many", sheet.name, column="category", level="note", most=MOST_KINDS,
                  value=", ".join(k.name for k in rest[:8]), count=len(rest))  # fmt: skip
        named = {k.id: k for k in kept} | {k.id: OTHER for k in rest}
    return {word: named[slug(word, "kind")] for word in words}


def _event_id(sheet: Sheet, row: Row, made: Made, notes: Notes) -> str | None:
    given = row.cells.get("id")
    if given is None:
        return made.ids.take(f"ev-{slug(row.date[:10] + ' ' + row.cells['title'], 'event')}")
    first = made.given.setdefault(given, row.number)
    if first != row.number:
        notes.add("duplicate_id", sheet.name, row.number, "id", given, first=first)
        return None
    key = slug(given.removeprefix("ev-"), "event")
    return made.ids.take(f"ev-{key}")


def _add(sheet: Sheet, row: Row, made: Made, kinds: Mapping[str, Category], notes: Notes) -> None:
    key = _event_id(sheet, row, made, notes)
    if key is None:
        return
    cells, title = row.cells, row.cells["title"]
    if not {"source", "url", "citations"} & cells.keys():
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
        place_id=place_of(row, made),
        title=title,
        title_es=cells.get("title_es", title),
        summary=summary,
        summary_es=cells.get("summary_es", cells.get("summary", cells.get("title_es", title))),
    )
    made.citations += citations_of(key, row, made)


def _dataset(made: Made, kinds: Mapping[str, Category], credit: Credit) -> Dataset:
    title = made.title
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
        about=PackageInfo(title_es=credit.title_es or title, licence=licence_of(credit)),
        categories=every,
        descriptor=descriptor_of({}, title, "1.0.0"),
    )
