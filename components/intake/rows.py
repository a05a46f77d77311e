"""A table of events read by its columns, whatever its number of rows: each different text once."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import zip_longest
from statistics import median
from typing import Any, Final, TypeVar

from components import limits
from components.intake import problems, values
from components.intake.columns import column_of
from components.intake.date_texts import ParsedDate, format_edtf_year
from components.intake.problems import Notes, Problem, Refusal, fault
from components.intake.sheet_models import (
    CELL_JOINER,
    EVENT_FIELDS,
    ColumnMap,
    EventField,
    Layout,
    RowCount,
    Rows,
    Sheet,
    Undated,
)
from components.intake.table_dates import (
    DateRules,
    parse_row_date,
    parse_table_date,
    rules_with_year,
)
from components.intake.values import ParsedCells
from components.story.edtf import MONTH_OF
from components.story.models import Category
from components.story.texts import NOT_TEXT, fold, mark_invalid_characters

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
#: The text of each row by field; empty where nothing is in it.
Texts = dict[str, list[str]]
Found = TypeVar("Found")


def header_problems(sheet: Sheet, names: Sequence[str | None], notes: Notes) -> None:
    """Say which columns are not read, and which stand twice; ``names`` are what they are."""
    columns, first = list(zip(sheet.header, names, strict=True)), dict[str, int]()
    if extra := [cell for cell, name in columns if name is None and cell]:
        notes.add("columns_unknown", sheet.name, 1, value=extra, level="note")
    for n, (cell, name) in enumerate(columns):
        if name and (at := first.setdefault(name, n)) != n:
            also = sheet.header[at]
            notes.add("column_twice", sheet.name, 1, cell, cell, "note", first=also)


def read_spot(lat: str, lon: str) -> ParsedCells:
    """Latitude and longitude in degrees (WGS 84), or ``None`` for both: off the map, no more."""
    cells = {name: text for name, text in (("lat", lat), ("lon", lon)) if text}
    found = {name: values.parse_degrees(text) for name, text in cells.items()}
    if [axis for _, _, axis in found.values()] == ["lon", "lat"]:
        # The letters say which is which, whatever their columns are called.
        return read_spot(lon, lat)
    said = [
        fault(code or "not_a_number", name, cells[name], "part")
        for name, (_, code, axis) in found.items() if code or axis not in {"", name}
    ]  # fmt: skip
    if len(found) == 1:
        (have,) = found
        other = "lon" if have == "lat" else "lat"
        said.append(fault("coordinate_alone", other, cells[have], "part", have=have))
    if len(found) < 2 or said:
        return ParsedCells((None, None), tuple(said))
    north, east = (degrees or 0.0 for degrees, _, _ in found.values())
    if 90 < abs(north) <= 180 and abs(east) <= 90:
        said.append(fault("coordinates_swapped", "lat, lon", f"{north:g}, {east:g}", "part",
                          lat=f"{east:g}", lon=f"{north:g}"))  # fmt: skip
    else:
        said += [
            fault("coordinate_range", name, cells[name], "part", most=most)
            for name, degrees, most in (("lat", north, 90), ("lon", east, 180))
            if abs(degrees) > most
        ]
    spot = (None, None) if said else (north, east)
    return ParsedCells(spot, tuple(said), int("," in lat + lon))


def _read_cell(column: str, raw: str) -> ParsedCells:
    """Parse an address, a country's two letters or a day of a source; nothing of what is none."""
    found = ParsedDate(raw)
    if column == "url" and not values.is_address(raw):
        found = ParsedDate(code="address_markup" if raw.startswith("<") else "address")
    elif column == "country" and not (len(raw) == 2 and raw.isascii() and raw.isalpha()):
        found = ParsedDate(code="country")
    elif column in {"source_date", "accessed"}:
        found = parse_table_date(raw)
    if not raw or not found.code:
        return ParsedCells((found.edtf,))
    level: problems.Level = "note" if found.code == "address_markup" else "part"
    return ParsedCells((found.edtf,), (fault(found.code, column, raw, level, **found.params),))


#: What reads which columns of rows of events, and how many of them it makes.
Reader = tuple[Callable[..., ParsedCells], tuple[str, ...], int]
READERS: Final[tuple[Reader, ...]] = (
    (read_spot, ("lat", "lon"), 2),
    *((partial(_read_cell, name), (name,), 1)
      for name in ("url", "source_date", "accessed", "country")),
)  # fmt: skip


def slug(text: str, default: str) -> str:
    """A text as an id: lower case, digits and hyphens; ``default`` where nothing is left."""
    plain = _OTHER.sub("-", fold(text[: 4 * LONGEST_NAME_CHARACTERS])).strip("-")
    return plain[:LONGEST_NAME_CHARACTERS].strip("-") or default


class Ids:
    """Hands out ids, each one once: a second one of the same name gets the next free number."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        free = wanted
        while free in self._taken:
            self._next[wanted] = self._next.get(wanted, 1) + 1
            free = f"{wanted}-{self._next[wanted]}"
        self._taken.add(free)
        return free


@dataclass(frozen=True)
class Names:
    """The values of one column by their ids: what each is called, and the cells that mean it.

    ``None`` among the cells is an empty one; ``rest`` is the id of every other that holds anything.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    many: bool = False  # whether a cell may hold several values, between semicolons
    shared: tuple[str, ...] = ()  # what the kinds are called that share one
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
    words: dict[str, tuple[str, ...]] = {}
    for word in sorted(counted, key=lambda word: (-counted[word], word)):
        key = slug(word, default)
        labels.setdefault(key, word)
        words[key] = (*words.get(key, ()), word)
    return Names(labels, words, many)


def kinds_of_table(counted: Mapping[str | None, int]) -> tuple[Names, tuple[Category, ...]]:
    """The kinds of event by the rules for an opened table: eight at most, the rest share one."""
    every = cell_names({word: count for word, count in counted.items() if word}, "kind")
    unnamed, ids = bool(counted.get(None)), list(every.labels)
    room = MOST_KINDS - unnamed
    kept = ids if len(ids) <= room else ids[: room - 1]
    rare = ids[len(kept) :]
    words = {key: every.words[key] for key in kept}
    if rare:
        words[OTHER_KINDS.id] = tuple(word for key in rare for word in every.words[key])
    if unnamed:
        words[ONE_KIND.id] = (*words.get(ONE_KIND.id, ()), None)
    fixed = {kind.id: kind for kind in (OTHER_KINDS, ONE_KIND)}
    labels = {key: every.labels.get(key) or fixed[key].name for key in words}
    kinds = [fixed.get(k) or Category(id=k, name=n, name_es=n) for k, n in labels.items()]
    # The most frequent alone are known of a table with more.
    rest = OTHER_KINDS.id if rare and len(counted) >= limits.MOST_VALUES else ""
    shared = tuple(every.labels[key] for key in rare)
    return Names(labels, words, shared=shared, rest=rest), tuple(kinds)


def each(read: Callable[..., Found], *columns: Sequence[str]) -> list[Found]:
    """What the cells of each row are read as; different ones once."""
    return list(map(cache(read), *columns))


def read_rows(sheet: Sheet, layout: Layout, notes: Notes) -> Rows:
    """The rows of a table that are events; a table without dates or titles is refused."""
    column_map, name = layout.column_map, sheet.name
    if not column_map.has_events:
        there = {"date": column_map.has_date, "title": "title" in column_map.columns}
        missing = ", ".join(field for field in there if not there[field])
        said = ", ".join(sheet.header[:12])
        raise Refusal("columns_missing", sheet=name, columns=missing, value=said)
    notes.most = MOST_LISTED if len(sheet.rows) > notes.records else notes.most
    # Where the columns of each field stand; of two of one name the first is taken.
    at = {cell: n for n, cell in reversed(list(enumerate(sheet.header)))}
    places = {
        field: found
        for field, names in column_map.columns.items()
        if (found := tuple(at[cell] for cell in names if cell in at))
    }
    fields = {place: f"{field} {nth + 1}" if nth else field
              for field, found in places.items() for nth, place in enumerate(found)}  # fmt: skip
    # A second column of a field is one that is there twice, where names alone decide.
    known = [None if column_map.name else column_of(cell) for cell in sheet.header]
    again = [field if field in places else None for field in known]
    header_problems(sheet, [fields.get(n) or field for n, field in enumerate(again)], notes)
    numbers, texts = [number for number, _ in sheet.rows], event_texts(sheet, column_map, places)
    rows = Rows(RowCount(name, len(numbers), 0, sheet.blank), numbers, dict[str, list[Any]](texts))
    _read_rows(rows, sheet, layout, notes)
    _check_together(rows, sheet, notes)
    rows.count = replace(rows.count, accepted=len(rows.numbers))
    return rows


def event_texts(
    sheet: Sheet, column_map: ColumnMap, places: Mapping[str, tuple[int, ...]]
) -> Texts:
    """The texts of rows that are events: links of cells are their addresses, parts are joined."""
    texts = texts_of(sheet, column_map, places)
    if linked := row_links(sheet, places.get("source", ())):
        own = texts.get("url", [""] * len(sheet.rows))
        texts["url"] = [url or linked.get(n, "")
                        for url, (n, _) in zip(own, sheet.rows, strict=True)]  # fmt: skip
    composed(texts)
    return texts


def row_links(sheet: Sheet, sources: Sequence[int]) -> dict[int, str]:
    """What a cell of each row is linked to: that of its source, else the first."""
    found: dict[int, str] = {}
    for (column, number), link in sorted(sheet.links.items()):
        if values.is_address(link) and (column in sources or number not in found):
            found[number] = link
    return found


def texts_of(sheet: Sheet, column_map: ColumnMap, places: Mapping[str, tuple[int, ...]]) -> Texts:
    """The text of each field in each row: columns joined, codes as words, without footnotes."""
    # One pass over all cells; rows may be shorter than the header, or longer.
    cells = list(zip_longest(*(raw for _, raw in sheet.rows), fillvalue=""))

    def column(n: int) -> list[str]:
        found = [cell.strip() for cell in cells[n]] if n < len(cells) else [""] * len(sheet.rows)
        words = column_map.values.get(sheet.header[n])
        return [words.get(text, text) for text in found] if words else found

    def plain(text: str) -> str:
        """Without marks of footnotes and of HTML, where the map says that it brings them."""
        text = values.strip_markup(text) if column_map.markup else text
        return values.strip_footnotes(text) if column_map.footnotes else text

    texts: Texts = {}
    for name, found in places.items():
        parts = [column(n) for n in found]
        texts[name] = parts[0]
        if len(parts) > 1:
            texts[name] = [CELL_JOINER.join(filter(None, row)) for row in zip(*parts, strict=True)]
        if EVENT_FIELDS.get(name, EventField()).may_have_markup and (
            column_map.footnotes or column_map.markup
        ):
            texts[name] = list(map(plain, texts[name]))
    return texts


def composed(texts: Texts) -> None:
    """Make one date of its parts, two coordinates of one cell, and put addresses where they go."""
    blank = [""] * max(map(len, texts.values()), default=0)

    def put(names: Sequence[str], read: Callable[..., tuple[str, ...]], *more: str) -> None:
        """Fill columns by what is read from them and others, which go."""
        own = [texts.get(name, blank) for name in names]
        found = each(read, *own, *(texts.pop(name, blank) for name in more))
        texts.update({name: [cells[n] for cells in found] for n, name in enumerate(names)})

    for name, prefix in (("date", ""), ("end", "end_")):
        parts = [f"{prefix}{part}" for part in ("year", "month", "day")]
        if any(texts.get(parts[0], ())):
            put([name], _from_parts, *parts)
        for part in parts:
            texts.pop(part, None)
    if any(texts.get("minute", ())):
        put(["time"], lambda hour, minute: (f"{hour}:{minute:0>2}" if hour else "",), "minute")
    if any(texts.get("media", ())):
        put(["source", "url"], _of_media, "media", "caption")
    for name in ("media", "caption", "minute"):
        texts.pop(name, None)
    if "coordinates" in texts or "lat" in texts:
        put(["lat", "lon"], _parted, "coordinates")
    if "source" in texts:
        put(
            ["source", "url"],
            lambda name, url: ("", name) if not url and values.is_address(name) else (name, url),
        )


def _parted(lat: str, lon: str, spot: str) -> tuple[str, str]:
    """Latitude and longitude, of which the columns' own come before both in one cell."""
    if lat and (lon or not values.parse_number(lat).code):
        return lat, lon
    return values.split_coordinates(lat or spot) or (lat or spot, lon)


def _of_media(source: str, url: str, media: str, caption: str) -> tuple[str, str]:
    """What a row with a picture or video elsewhere is cited from, whose words it has; its link."""
    if not values.is_address(media):
        return source, url or media
    credit = f"Picture or video: {source}" if source else "Picture or video"
    return CELL_JOINER.join(filter(None, (credit, caption))), url or media


def _from_parts(own: str, year: str, month: str, day: str) -> tuple[str]:
    """A date as precise as its parts: "2019", "2019-02" or "2019-02-23"; else as they stand."""
    if own or not year:
        return (own,)
    number = str(MONTH_OF.get(fold(month).strip(" ."), month))
    plain = year.lstrip("-\u2212")
    cells = (plain, *filter(None, (number, day)))
    if not all(part.isdecimal() and len(part) < 9 for part in cells):
        return (" ".join(filter(None, (year, month, day))),)
    # A minus is that of TimelineJS, which counts no year 0: -450 is 450 BC.
    whole = format_edtf_year(int(plain) if plain == year else 1 - int(plain))
    return ("-".join([whole, *(f"{int(part):02}" for part in (number, day) if month and part)]),)


def read_columns(
    columns: dict[str, list[Any]], readers: Iterable[Reader], said: defaultdict[int, list[Problem]]
) -> list[int]:
    """Put what the cells of each row are read as in their place, and what is said of it by row.

    What each reader tallied is returned.
    """
    blank, tallies = [""] * max(map(len, columns.values()), default=0), []
    for read, cells, made in readers:
        results = each(read, *(columns.get(name, blank) for name in cells))
        for at, name in enumerate(cells[:made]):
            columns[name] = [result.values[at] for result in results]
        for n in (n for n, result in enumerate(results) if result.problems):
            said[n].extend(results[n].problems)
        tallies.append(sum(result.tally for result in results))
    return tallies


def _read_rows(rows: Rows, table: Sheet, layout: Layout, notes: Notes) -> None:
    sheet = table.name
    titles, places, dates, ends = map(rows.field_cells, ("title", "place", "date", "end"))
    own, order = layout.column_map, layout.column_map.order or layout.date_order.order
    ways = rules_with_year(dates, DateRules(order, own.answers, is_confirmed=bool(own.order)))
    day = partial(parse_row_date, ways), ("date", "end", "date_mark", "time"), 1
    said = odd_texts(table, rows.columns)
    for n in (n for n, title in enumerate(titles) if not title):
        said[n].append(fault("empty", "title"))
    ordered, commas, *_ = read_columns(rows.columns, (day, *READERS), said)
    for n, number in enumerate(rows.numbers):
        for problem in said.get(n, ()):
            notes.take(problem, sheet, number)
        notes.tell(n, len(rows.numbers))
    whole = [n for n, number in enumerate(rows.numbers) if (sheet, number) not in notes.refused]
    undated = [n for n in whole if not rows.columns["date"][n]]
    rows.undated = tuple(
        Undated(rows.numbers[n], " – ".join(filter(None, (dates[n], ends[n]))), titles[n],
                places[n])
        for n in undated[: notes.most]
    )  # fmt: skip
    rows.count, rows.order = replace(rows.count, undated=len(undated)), ways.order
    rows.filter_rows([n for n in whole if rows.columns["date"][n]])
    if commas:
        notes.add("decimal_commas", sheet, level="note", count=commas)
    if ordered and not layout.column_map.order:
        code = "days_first" if rows.order == "day" else "months_first"
        notes.add(code, sheet, column="date", value=layout.date_order.shown_by, level="note",
                  count=ordered)  # fmt: skip
    if layout.rows_above:
        notes.add("rows_above", sheet, level="note", count=layout.rows_above)


def odd_texts(sheet: Sheet, texts: Texts) -> defaultdict[int, list[Problem]]:
    """By the places of rows: what stands beyond the header, is too long, or is no text."""
    found, width = defaultdict[int, list[Problem]](list), len(sheet.header)
    for n, (_, raw) in enumerate(sheet.rows):
        if len(raw) > width and (beyond := [cell for cell in raw[width:] if cell.strip()]):
            found[n].append(fault("cells_beyond", None, beyond, count=len(raw), most=width))
    for name, cells in texts.items():
        most = min(EVENT_FIELDS.get(name, EventField()).max_characters, limits.MOST_CELL_CHARACTERS)
        if max(map(len, cells), default=0) <= most and not NOT_TEXT.search("\n".join(cells)):
            continue
        for n, text in enumerate(cells):
            if len(text) > most:
                found[n].append(fault("text_long", name, text, count=len(text), most=most))
            if NOT_TEXT.search(text):
                found[n].append(fault("control_characters", name, mark_invalid_characters(text)))
    return found


def _check_together(rows: Rows, table: Sheet, notes: Notes) -> None:
    """What rows are by each other: places far off, kinds of event, rows that are there already.

    Rows that are the same are all kept of a table of very many, as of one on an engine.
    """
    sheet, raw = table.name, dict(table.rows)
    lats, lons = rows.columns["lat"], rows.columns["lon"]
    spots = [(n, *spot) for n, spot in enumerate(zip(lats, lons, strict=True)) if None not in spot]
    middle = [median(spot[axis] for spot in spots) for axis in (1, 2)] if len(spots) >= 4 else []

    for n, lat, lon in spots if middle else ():
        north, east = middle
        # What lies far from all others and, turned around, would lie among them may be right, so it
        # is told and not turned.
        far = abs(lat - north) > FAR_DEGREES or abs(lon - east) > FAR_DEGREES
        if far and abs(lon - north) < NEAR_DEGREES and abs(lat - east) < NEAR_DEGREES:
            lats[n] = lons[n] = None
            notes.add("coordinates_exchanged", sheet, rows.numbers[n], "lat, lon",
                      f"{lat:g}, {lon:g}", "part", lat=f"{lon:g}", lon=f"{lat:g}")  # fmt: skip
    words = [" ".join(text.split()) for text in rows.field_cells("category")]
    if "category" in rows.columns:
        rows.columns["category"] = words
    names, kinds = kinds_of_table(Counter(word or None for word in words))
    rows.kinds = {word or "": k for k in kinds for word in names.words[k.id]}
    if names.shared:
        notes.add("kinds_many", sheet, column="category", level="note", most=MOST_KINDS,
                  value=", ".join(names.shared[:8]), count=len(names.shared))  # fmt: skip
    first, many = dict[object, int](), len(raw) > notes.records
    kept: list[int] = []
    columns = map(rows.field_cells, ("id", "source", "url", "citations"))
    for n, (number, own, *sources) in enumerate(zip(rows.numbers, *columns, strict=True)):
        if not many and (again := first.setdefault(raw[number], number)) != number:
            notes.add("duplicate_row", sheet, number, first=again)
        elif own and (again := first.setdefault(own, number)) != number:
            notes.add("duplicate_id", sheet, number, "id", own, first=again)
        else:
            kept.append(n)
            if not any(sources):
                notes.add("no_source", sheet, number, "source", level="note")
    rows.filter_rows(kept)
