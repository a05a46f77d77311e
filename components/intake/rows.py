"""A table of events read by its columns, whatever its number of rows: each different text once."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import zip_longest
from statistics import median
from typing import Any, Final, TypeVar

from components.intake.columns import FIELDS, JOINED, ColumnMap, Field, Layout, column_of
from components.intake.problems import (
    Limits,
    Notes,
    Problem,
    Progress,
    Refusal,
    RowCount,
    Sheet,
    Undated,
    fault,
    list_values,
)
from components.intake.values import (
    DateWays,
    Read,
    ReadDate,
    cell_number,
    is_address,
    read_day,
    read_when,
    ways_of,
    without_footnotes,
)
from components.limits import MOST_VALUES
from components.story.days import MONTH_OF
from components.story.models import Category
from components.story.texts import NOT_TEXT, fold, with_marks

#: How any other column of a package is read.
OTHER_FIELD: Final = Field()
BOUNDS: Final = {"lat": 90.0, "lon": 180.0}
FAR_DEGREES: Final = 20.0
NEAR_DEGREES: Final = 8.0
LONGEST_NAME_CHARACTERS = 48
MOST_KINDS: Final = 8
ONE_KIND: Final = Category(id="event", name="Events", name_es="Hechos")
OTHER_KINDS: Final = Category(id="other-kinds", name="Other kinds", name_es="Otras clases")
MANY: Final = ";"
_OTHER = re.compile(r"[^a-z0-9]+")
#: Rows without a day, and problems of one kind, that are listed of a table of very many rows.
MOST_LISTED: Final = 100
_NOTHING: Final = ("", None)
_TAG = re.compile(r"<[^<>]{0,1000}>")
#: The text of each row by field; empty where nothing is in it.
Texts = dict[str, list[str]]
Found = TypeVar("Found")


def header_problems(sheet: Sheet, names: Sequence[str | None], notes: Notes) -> None:
    """Say which columns are not read, and which stand twice."""
    extra = [cell for cell, name in zip(sheet.header, names, strict=True) if name is None and cell]
    if extra:
        notes.add("columns_unknown", sheet.name, 1, value=list_values(extra), level="note")
    seen: dict[str, str] = {}
    for cell, name in zip(sheet.header, names, strict=True):
        if name and name in seen:
            first = seen[name]
            notes.add("column_twice", sheet.name, 1, cell, cell, "note", first=first)
        elif name:
            seen[name] = cell


def read_spot(lat: str, lon: str) -> Read:
    """Read latitude and longitude in degrees (WGS 84), or ``None`` for both.

    What cannot be read keeps its row off the map alone.
    """
    cells = {name: text for name, text in (("lat", lat), ("lon", lon)) if text}
    found = {name: cell_number(text) for name, text in cells.items()}
    said = [fault(n.code, name, cells[name], "part") for name, n in found.items() if n.code]
    if len(found) == 1:
        (have,) = found
        other = "lon" if have == "lat" else "lat"
        said.append(fault("coordinate_alone", other, cells[have], "part", have=have))
    if len(found) < 2 or said:
        return Read((None, None), tuple(said))
    north, east = (found[name].value or 0.0 for name in ("lat", "lon"))
    comma = int(any(number.comma for number in found.values()))
    if BOUNDS["lat"] < abs(north) <= BOUNDS["lon"] and abs(east) <= BOUNDS["lat"]:
        value, turned = f"{north:g}, {east:g}", {"lat": f"{east:g}", "lon": f"{north:g}"}
        swapped = fault("coordinates_swapped", "lat, lon", value, "part", **turned)
        return Read((None, None), (swapped,), comma)
    beyond = tuple(
        fault("coordinate_range", name, cells[name], "part", most=f"{BOUNDS[name]:g}")
        for name, degrees in (("lat", north), ("lon", east))
        if abs(degrees) > BOUNDS[name]
    )
    return Read((None, None), beyond) if beyond else Read((north, east), (), comma)


def _read_address(url: str) -> Read:
    if not url or is_address(url):
        return Read((url,))
    if url.startswith("<"):
        return Read(("",), (fault("address_markup", "url", url, "note"),))
    return Read(("",), (fault("address", "url", url, "part"),))


def _read_source_day(column: str, raw: str) -> Read:
    found = read_when(raw, DateWays()) if raw else ReadDate()
    wrong = (fault(found.code, column, raw, "part", **found.params),) if found.code else ()
    return Read((found.text,), wrong)


def _read_country(country: str) -> Read:
    if not country or (len(country) == 2 and country.isascii() and country.isalpha()):
        return Read((country,))
    return Read(("",), (fault("country", "country", country, "part"),))


def slug(text: str, default: str) -> str:
    """A text as an id: lower case, digits and hyphens; ``default`` where nothing is left."""
    made = (
        _OTHER.sub("-", fold(text[: 4 * LONGEST_NAME_CHARACTERS]))
        .strip("-")[:LONGEST_NAME_CHARACTERS]
        .strip("-")
    )
    return made or default


class Ids:
    """Hands out ids, each one once: a second one of the same name gets a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """The id wanted, or that with the next free number behind it."""
        made = wanted
        while made in self._taken:
            self._next[wanted] = self._next.get(wanted, 1) + 1
            made = f"{wanted}-{self._next[wanted]}"
        self._taken.add(made)
        return made


@dataclass(frozen=True)
class Names:
    """The values of one column.

    Attributes:
        labels: what each id is called.
        words: the cells that mean each id; ``None`` among them is an empty cell.
        many: whether a cell may hold several values, between semicolons.
        shared: what the kinds are called that share one.
        rest: the id of every other cell that holds something; empty where all are known.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    many: bool = False
    shared: tuple[str, ...] = ()
    rest: str = ""

    @cached_property
    def _ids(self) -> dict[str | None, str]:
        return {word: key for key, words in self.words.items() for word in words}

    def of(self, cell: str | None) -> tuple[str, ...]:
        """The ids of the values in a cell."""
        parts: Iterable[str | None] = (cell,)
        if self.many and cell:
            parts = [part for part in cell.split(MANY) if part]
        found = [self._ids.get(part, self.rest if part else "") for part in parts]
        return tuple(dict.fromkeys(filter(None, found)))


def cell_names(counted: Mapping[str, int], default: str, *, many: bool = False) -> Names:
    """Names for the values of a column, the most frequent first; spellings of one id are one."""
    labels: dict[str, str] = {}
    words: dict[str, list[str | None]] = {}
    for word in sorted(counted, key=lambda word: (-counted[word], word)):
        key = slug(word, default)
        labels.setdefault(key, word)
        words.setdefault(key, []).append(word)
    return Names(labels, {key: tuple(found) for key, found in words.items()}, many)


def kinds_of_table(counted: Mapping[str | None, int]) -> tuple[Names, tuple[Category, ...]]:
    """The kinds of event by the rules for an opened table: eight at most, the rest share one."""
    plain = {word: count for word, count in counted.items() if word}
    every = cell_names(plain, "kind")
    unnamed = bool(counted.get(None))
    room = MOST_KINDS - unnamed
    ids = list(every.labels)
    kept = ids if len(ids) <= room else ids[: room - 1]
    shared = tuple(every.labels[key] for key in ids[len(kept) :])
    words = {key: every.words[key] for key in kept}
    labels = {key: every.labels[key] for key in kept}
    if shared:
        words[OTHER_KINDS.id] = tuple(word for key in ids[len(kept) :] for word in every.words[key])
        labels[OTHER_KINDS.id] = OTHER_KINDS.name
    if unnamed:
        words[ONE_KIND.id] = (*words.get(ONE_KIND.id, ()), None)
        labels.setdefault(ONE_KIND.id, ONE_KIND.name)
    fixed = {kind.id: kind for kind in (OTHER_KINDS, ONE_KIND)}
    kinds = [fixed.get(k) or Category(id=k, name=n, name_es=n) for k, n in labels.items()]
    # The most frequent alone are known of a table with more.
    rest = OTHER_KINDS.id if shared and len(counted) >= MOST_VALUES else ""
    return Names(labels, words, shared=shared, rest=rest), tuple(kinds)


def each(read: Callable[..., Found], *columns: Sequence[str]) -> list[Found]:
    """What the cells of each row are read as; different ones once."""
    known: dict[tuple[str, ...], Found] = {}
    found = []
    for cells in zip(*columns, strict=True):
        if (one := known.get(cells)) is None:
            one = known[cells] = read(*cells)
        found.append(one)
    return found


@dataclass
class Rows:
    """The rows of a table that are events.

    Attributes:
        count: how many there were, and what became of them.
        numbers: the rows' numbers, as a spreadsheet shows them.
        columns: their cells by field, after the columns were joined and parted: texts, in ``url``
            addresses alone; in ``date``, ``source_date`` and ``accessed`` days in EDTF; in ``lat``
            and ``lon`` degrees (WGS 84) or ``None``.
        order: whether days or months are first in its dates.
        kinds: the kinds of event, by the word of their cell.
        undated: rows that are whole but for their day.
    """

    count: RowCount
    numbers: list[int] = field(default_factory=list)
    columns: dict[str, list[Any]] = field(default_factory=dict)
    order: str = ""
    kinds: Mapping[str, Category] = field(default_factory=dict)
    undated: tuple[Undated, ...] = ()

    def column(self, name: str) -> list[Any]:
        """The cells of a field; empty texts where the table has none."""
        return self.columns.get(name) or [""] * len(self.numbers)

    def each(self) -> Iterator[Mapping[str, Any]]:
        """The rows one by one: of each the cells that hold anything."""
        columns = list(self.columns.items())
        for n in range(len(self.numbers)):
            yield {name: cells[n] for name, cells in columns if cells[n] not in _NOTHING}

    def keep(self, rows: Sequence[int]) -> None:
        """Leave out all rows but some, given by their places."""
        if len(rows) < len(self.numbers):
            self.numbers = [self.numbers[n] for n in rows]
            self.columns = {name: [had[n] for n in rows] for name, had in self.columns.items()}


def read_rows(
    sheet: Sheet, layout: Layout, limits: Limits, notes: Notes, progress: Progress | None = None
) -> Rows:
    """Read a table of events; everything that is wrong with a row is said.

    Raises:
        Refusal: when a column is missing without which there is no event.
    """
    columns = layout.map.columns
    missing = [name for name in ("date", "title") if name not in columns and not (
        name == "date" and layout.map.dated)]  # fmt: skip
    if missing:
        raise Refusal("columns_missing", sheet=sheet.name, columns=", ".join(missing),
                      value=", ".join(sheet.header[:12]))  # fmt: skip
    notes.most = MOST_LISTED if len(sheet.rows) > limits.records else notes.most
    places = _places(sheet, layout.map)
    header_problems(sheet, _fields(sheet, layout.map, places), notes)
    for n, said in say_beyond(sheet).items():
        notes.of_row(sheet.name, sheet.rows[n][0], said)
    texts = texts_of(sheet, layout.map, places)
    composed(texts)
    numbers, columns_read = [number for number, _ in sheet.rows], dict[str, list[Any]](texts)
    found = Rows(RowCount(sheet.name, len(numbers), 0, sheet.blank), numbers, columns_read)
    _read(found, sheet.name, layout, limits, notes, progress)
    _leave_off_exchanged(found, sheet.name, notes)
    _check_together(found, sheet.name, notes)
    found.count = replace(found.count, accepted=len(found.numbers))
    return found


def _places(sheet: Sheet, column_map: ColumnMap) -> dict[str, tuple[int, ...]]:
    """Where the columns of each field stand; of two of one name the first is taken."""
    at = {cell: n for n, cell in reversed(list(enumerate(sheet.header)))}
    places = {
        field: tuple(at[name] for name in names if name in at)
        for field, names in column_map.columns.items()
    }
    return {field: found for field, found in places.items() if found}


def _fields(
    sheet: Sheet, column_map: ColumnMap, places: Mapping[str, tuple[int, ...]]
) -> list[str | None]:
    """The field of each column; ``None`` for one that is not read."""
    fields = {
        place: field if nth == 0 else f"{field} {nth + 1}"
        for field, found in places.items()
        for nth, place in enumerate(found)
    }

    def again(cell: str) -> str | None:
        """The field that a second column names, where names alone decide."""
        known = None if column_map.name else column_of(cell)
        return known if known in places else None

    return [fields.get(n) or again(cell) for n, cell in enumerate(sheet.header)]


def say_beyond(sheet: Sheet) -> dict[int, list[Problem]]:
    """Which rows have cells beyond the header, by their places."""
    width = len(sheet.header)
    return {
        n: [fault("cells_beyond", None, list_values(more), count=len(raw), most=width)]
        for n, (_, raw) in enumerate(sheet.rows)
        if len(raw) > width and (more := [cell for cell in raw[width:] if cell.strip()])
    }


def texts_of(sheet: Sheet, column_map: ColumnMap, places: Mapping[str, tuple[int, ...]]) -> Texts:
    """The text of each field in each row: columns joined, codes as words, without footnotes."""
    # One pass over all cells; rows may be shorter than the header, or longer.
    cells = list(zip_longest(*(raw for _, raw in sheet.rows), fillvalue=""))

    def column(n: int) -> list[str]:
        found = [cell.strip() for cell in cells[n]] if n < len(cells) else [""] * len(sheet.rows)
        words = column_map.values.get(sheet.header[n])
        return [words.get(text, text) for text in found] if words else found

    texts: Texts = {}
    for name, found in places.items():
        parts = [column(n) for n in found]
        texts[name] = parts[0]
        if len(parts) > 1:
            texts[name] = [JOINED.join(filter(None, row)) for row in zip(*parts, strict=True)]
        if FIELDS.get(name, OTHER_FIELD).plain and (column_map.footnotes or column_map.markup):
            texts[name] = [_plain(text, column_map) for text in texts[name]]
    return texts


def _plain(text: str, column_map: ColumnMap) -> str:
    """A text without marks of footnotes and of HTML, where the map says that it brings them."""
    if column_map.markup:
        text = html.unescape(_TAG.sub(" ", text)) if "<" in text or "&" in text else text
        text = " ".join(text.split())
    return without_footnotes(text) if column_map.footnotes else text


def composed(texts: Texts) -> None:
    """Make one date of its parts, two coordinates of one cell, and put addresses where they go."""
    blank = [""] * max(map(len, texts.values()), default=0)
    for name, prefix in (("date", ""), ("end", "end_")):
        parts = [texts.pop(f"{prefix}{part}", blank) for part in ("year", "month", "day")]
        if any(parts[0]):
            made = each(_from_parts, *parts)
            texts[name] = [own or day for own, day in zip(texts.get(name, made), made, strict=True)]
    if "coordinates" in texts:
        rows = zip(texts.pop("coordinates"), texts.get("lat", blank), texts.get("lon", blank),
                   strict=True)  # fmt: skip
        pairs = [(lat, lon) if lat else _parted(spot, lon) for spot, lat, lon in rows]
        texts["lat"], texts["lon"] = [lat for lat, _ in pairs], [lon for _, lon in pairs]
    if "source" in texts:
        addresses = each(is_address, texts["source"])
        both = zip(texts["source"], texts.get("url", blank), addresses, strict=True)
        cells = [("", name) if fits and not url else (name, url) for name, url, fits in both]
        texts["source"], texts["url"] = [name for name, _ in cells], [url for _, url in cells]


def _parted(spot: str, lon: str) -> tuple[str, str]:
    lat, _, other = spot.partition(",")
    return lat.strip(), other.strip() or lon


def _from_parts(year: str, month: str, day: str) -> str:
    """A date as precise as its parts: "2019", "2019-02" or "2019-02-23"; else as they stand."""
    if not year:
        return ""
    named = MONTH_OF.get(fold(month).strip(" ."), 0)
    number = str(named) if named else month
    if not (year.isdigit() and (not month or number.isdigit()) and (not day or day.isdigit())):
        return " ".join(part for part in (year, month, day) if part)
    made = f"{int(year):04}"
    if month:
        made += f"-{int(number):02}"
        made += f"-{int(day):02}" if day else ""
    return made


def _read(
    found: Rows, sheet: str, layout: Layout, limits: Limits, notes: Notes,
    progress: Progress | None,
) -> None:  # fmt: skip
    """Read each row, say what is wrong with it, and keep those that are events."""
    titles, places, dates, ends = map(found.column, ("title", "place", "date", "end"))
    ways = ways_of(dates, layout.map.order or layout.ordered.order, layout.map.answers)
    # What reads which columns, and the columns that it makes.
    readers: tuple[tuple[Callable[..., Read], tuple[str, ...], tuple[str, ...]], ...] = (
        (partial(read_day, ways), ("date", "end", "date_mark"), ("date",)),
        (read_spot, ("lat", "lon"), ("lat", "lon")),
        (_read_address, ("url",), ("url",)),
        (partial(_read_source_day, "source_date"), ("source_date",), ("source_date",)),
        (partial(_read_source_day, "accessed"), ("accessed",), ("accessed",)),
        (_read_country, ("country",), ("country",)),
    )
    said, tallies = odd_texts(found.columns, limits), []
    for n in (n for n, title in enumerate(titles) if not title):
        said.setdefault(n, []).append(fault("empty", "title"))
    for read, cells, made in readers:
        results = each(read, *map(found.column, cells))
        for at, name in enumerate(made):
            found.columns[name] = [result.values[at] for result in results]
        for n in (n for n, result in enumerate(results) if result.said):
            said.setdefault(n, []).extend(results[n].said)
        tallies.append(sum([result.tally for result in results]))
    for n, number in enumerate(found.numbers):
        notes.of_row(sheet, number, said.get(n, ()))
        if progress and n % 2000 == 0:
            progress(n, len(found.numbers))
    whole = [n for n, number in enumerate(found.numbers) if not notes.refuses(sheet, number)]
    undated = [n for n in whole if not found.columns["date"][n]]
    found.undated = tuple(
        Undated(found.numbers[n], " – ".join(filter(None, (dates[n], ends[n]))), titles[n],
                places[n])
        for n in undated[: notes.most]
    )  # fmt: skip
    found.count, found.order = replace(found.count, undated=len(undated)), ways.order
    found.keep([n for n in whole if found.columns["date"][n]])
    _say_how(found, sheet, layout, tallies, notes)


def _say_how(found: Rows, sheet: str, layout: Layout, tallies: Sequence[int], notes: Notes) -> None:
    """Say what was read by a rule: decimal commas, days by the order of their column."""
    ordered, commas, *_ = tallies
    if commas:
        notes.add("decimal_commas", sheet, level="note", count=commas)
    if ordered and not layout.map.order:
        code = "days_first" if found.order == "day" else "months_first"
        notes.add(code, sheet, column="date", value=layout.ordered.shown_by, level="note",
                  count=ordered)  # fmt: skip
    if layout.above:
        notes.add("rows_above", sheet, level="note", count=layout.above)


def odd_texts(texts: Mapping[str, list[str]], limits: Limits) -> dict[int, list[Problem]]:
    """What is too long for a text, and what is no text, by the places of rows."""
    found: dict[int, list[Problem]] = {}
    for name, cells in texts.items():
        most = min(FIELDS.get(name, OTHER_FIELD).most, limits.cell)
        if max(map(len, cells), default=0) <= most and not NOT_TEXT.search("\n".join(cells)):
            continue
        for n, text in enumerate(cells):
            if len(text) > most:
                said = fault("text_long", name, text, count=len(text), most=most)
                found.setdefault(n, []).append(said)
            if NOT_TEXT.search(text):
                said = fault("control_characters", name, with_marks(text))
                found.setdefault(n, []).append(said)
    return found


def _leave_off_exchanged(found: Rows, sheet: str, notes: Notes) -> None:
    """Keep off the map what lies far from all others and, turned around, would lie among them.

    It may be right, so it is told and not turned.
    """
    lats, lons = found.columns["lat"], found.columns["lon"]
    spots = [(n, *spot) for n, spot in enumerate(zip(lats, lons, strict=True)) if None not in spot]
    if len(spots) < 4:
        return
    north: float = median(spot[1] for spot in spots)
    east: float = median(spot[2] for spot in spots)

    def away(lat: float, lon: float) -> float:
        return max(abs(lat - north), abs(lon - east))

    for n, lat, lon in spots:
        if away(lat, lon) > FAR_DEGREES and away(lon, lat) < NEAR_DEGREES:
            lats[n] = lons[n] = None
            notes.add("coordinates_exchanged", sheet, found.numbers[n], "lat, lon",
                      f"{lat:g}, {lon:g}", "part", lat=f"{lon:g}", lon=f"{lat:g}")  # fmt: skip


def _check_together(found: Rows, sheet: str, notes: Notes) -> None:
    """Find the kinds, leave out ids that are there already, and say which rows name no source."""
    words = [" ".join(text.split()) for text in found.column("category")]
    if "category" in found.columns:
        found.columns["category"] = words
    names, kinds = kinds_of_table(Counter(word or None for word in words))
    found.kinds = {word or "": k for k in kinds for word in names.words[k.id]}
    if names.shared:
        notes.add("kinds_many", sheet, column="category", level="note", most=MOST_KINDS,
                  value=", ".join(names.shared[:8]), count=len(names.shared))  # fmt: skip
    first: dict[str, int] = {}
    kept: list[int] = []
    columns = map(found.column, ("id", "source", "url", "citations"))
    for n, (number, own, *sources) in enumerate(zip(found.numbers, *columns, strict=True)):
        if own and first.setdefault(own, number) != number:
            notes.add("duplicate_id", sheet, number, "id", own, first=first[own])
            continue
        kept.append(n)
        if not any(sources):
            notes.add("no_source", sheet, number, "source", level="note")
    found.keep(kept)
