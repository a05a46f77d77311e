"""Which column of a table is what: by its name, by what stands in it, or as somebody says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from components.intake import values
from components.intake.date_texts import parse_date
from components.intake.files import parse_json
from components.intake.problems import MB, Refusal
from components.intake.sheet_models import EVENT_FIELDS, Certainty, ColumnMap, Layout, Sheet
from components.intake.table_dates import (
    DateRules,
    detect_day_order,
    parse_both_orders,
    parse_table_date,
)
from components.story.texts import fold

#: What people call columns, sheets and settings, in English and Spanish, parted by bars. Of a table
#: of events: ``events`` are the names of its fields, ``within`` words within longer names, in the
#: order in which they are looked for, ``parts`` the names of parts of dates, where year and month
#: have a column each. The rest is that of workbooks that are packages.
WORDS: Final[Mapping[str, Mapping[str, Any]]] = json.loads(
    Path(__file__).with_name("words.json").read_text(encoding="utf-8")
)
NO_DATE: Final = "updated|added|created|modified|access|published|publicacion"
#: What columns of regions are called, the first that a table has; without one it is the country.
REGIONS: Final = "region|admin1|adm1|department|departamento|province|provincia|state|estado"
#: Rows whose values are looked at; rows among which the names of the columns are looked for.
SAMPLE_ROWS: Final = 200
TOP_ROWS: Final = 15
MOSTLY_SHARE: Final = 0.7
HALF_SHARE: Final = 0.5
MOST_EXAMPLES: Final = 3
MOST_MAP_BYTES: Final = MB
PRESETS: Final = Path(__file__).with_name("presets.json")
OR: Final = "|"
_BY_NAME: Final = {name: key for key, names in WORDS["events"].items() for name in names.split(OR)}
_MARKS = re.compile(r"[^a-z0-9]+")
_FOOTNOTE = re.compile(r"\S\[\d{1,3}\]\s*$")
LEAST_FOOTNOTES: Final = 2


def plain_header(text: str) -> str:
    """A header without accents, capitals and marks: "Título (ES)" is "titulo es"."""
    return _MARKS.sub(" ", fold(text)).strip()


def header_key(header: str) -> str:
    """What a header is known by, whatever its accents, capitals and marks."""
    return plain_header(header) or header.strip()


def column_of(header: str) -> str | None:
    """The field that a header means; ``None`` for one of the reader's own."""
    return _BY_NAME.get(plain_header(header))


def looks_like_events(header: Sequence[str]) -> bool:
    return {column_of(cell) for cell in header} >= {"date", "title"}


def restrict_to_header(
    column_map: ColumnMap, header: Sequence[str], separator: str | None = None
) -> ColumnMap:
    """Return a column map with only the columns that a header has, in the header's spelling.

    Of names between which a ``separator`` stands, the first that the header has counts.
    """
    spellings = {header_key(cell): cell for cell in reversed(header) if cell.strip()}
    restricted = {}
    for column, names in column_map.columns.items():
        either = (name.split(separator) if separator else [name] for name in names)
        keys = (next((k for k in map(header_key, some) if k in spellings), "") for some in either)
        if found := tuple(spellings[key] for key in keys if key):
            restricted[column] = found
    every = {name: getattr(column_map, name) for name in ColumnMap.model_fields}
    return ColumnMap.model_construct(**{**every, "columns": restricted})


def is_map(content: bytes, name: str) -> bool:
    """Whether a file is, by its ending and its first words, a column map."""
    return name.lower().endswith(".json") and b'"column-map"' in content[:2000]


def read_map(content: bytes, name: str = "") -> ColumnMap:
    """Read a column map from its file.

    Raises:
        Refusal: when it is too large, no JSON or not of this form.
    """
    if len(content) > MOST_MAP_BYTES:
        raise Refusal("map_broken", sheet=name)
    try:
        text = content.decode("utf-8-sig")
        found = ColumnMap.model_validate(parse_json(text, name))
    except ValueError as error:
        raise Refusal("map_broken", sheet=name) from error
    if unknown := sorted(found.columns.keys() - EVENT_FIELDS.keys()):
        raise Refusal("map_broken", sheet=name, value=", ".join(unknown))
    return found


#: The column of each field, and how sure that is.
Guessed = dict[str, tuple[str, Certainty]]


def _map_of(found: Guessed) -> ColumnMap:
    columns = {name: (header,) for name, (header, _) in found.items()}
    return ColumnMap().model_copy(update={"columns": columns})


def fields_of(header: Sequence[str]) -> dict[str, str]:
    """The fields of the columns whose names this reader knows, by those names."""
    parts = {cell: part for part, names in WORDS["parts"].items() for cell in header
             if plain_header(cell) in names.split(OR)}  # fmt: skip
    # Year, month and day count where each has a column of its own; years alone are dates where no
    # other column has them.
    own = parts if {"year", "month"} <= set(parts.values()) else {}
    cells = sorted(header, key=lambda cell: cell in parts)
    return {cell: known for cell in cells if (known := own.get(cell) or column_of(cell))}


def by_names(header: Sequence[str]) -> Guessed:
    """What the names of columns say: a name that this reader knows, or one within a longer name."""
    found: Guessed = {}
    plain = {cell: plain_header(cell) for cell in header}
    for cell, known in fields_of(header).items():
        found.setdefault(known, (cell, "sure"))
    if "year" in found and "date" in found:
        found = {name: taken for name, taken in found.items() if name not in WORDS["parts"]}
    for name, within in WORDS["within"].items():
        taken = {cell for cell, _ in found.values()}
        never = set(NO_DATE.split(OR) if name == "date" else ())
        words = ((cell, set(plain[cell].split())) for cell in header if cell not in taken)
        fits = [cell for cell, said in words if said & {*within.split(OR)} and not said & never]
        if fits and not (name == "date" and "year" in found):
            found.setdefault(name, (fits[0], "likely"))
    return found


def guess(sheet: Sheet) -> Guessed:
    """What the names say and, where date or title are not certain, what the values say."""
    found = by_names(sheet.header)
    certain = {name for name, (_, sure) in found.items() if sure == "sure"}
    if "title" in certain and certain & {"date", "year"}:
        return found
    cells = {cell: sheet.column_texts(n, SAMPLE_ROWS) for n, cell in enumerate(sheet.header)}
    # A column of texts counts nothing, whatever it is called.
    number, _ = found.get("number", ("", ""))
    if "title" not in found and all(
        values.parse_number(text).code for text in cells.get(number, ())
    ):
        found.pop("number", None)
    taken = {cell for cell, _ in found.values()}
    free = {cell: texts for cell, texts in cells.items()
            if texts and cell.strip() and cell not in taken}  # fmt: skip

    def best(name: str, fits: Callable[[str], bool], least: float = MOSTLY_SHARE) -> None:
        shares = {cell: sum(map(fits, texts)) / len(texts) for cell, texts in free.items()}
        if shares and name not in found and max(shares.values()) >= least:
            found[name] = max(shares, key=lambda cell: shares[cell]), "likely"
            del free[found[name][0]]

    def is_date(text: str) -> bool:
        when = parse_table_date(text, DateRules("day"))
        return bool(when.edtf or when.suggestion) and not (text.isdigit() and len(text) < 8)

    def degrees(cell: str, most: int) -> bool:
        read = [values.parse_number(t).value if {*".,"} & {*t} else None for t in free[cell]]
        return all(value is not None and abs(value) <= most for value in read)

    if "year" not in found:
        best("date", is_date, HALF_SHARE)
    if not found.keys() & {"lat", "lon"}:
        best("coordinates", lambda text: bool({*".°"} & {*text} and values.split_coordinates(text)))
    if not found.keys() & {"lat", "lon", "coordinates"}:
        # Two columns side by side of numbers with decimals within the bounds of degrees.
        sides = [pair for pair in pairwise(free) if degrees(pair[0], 90) and degrees(pair[1], 180)]
        for name, cell in zip(("lat", "lon"), sides[0] if sides else (), strict=False):
            found[name] = cell, "doubtful"
            del free[cell]
    best("url", values.is_address)
    # The title is of short texts that differ from row to row, else of any length; a place, a kind
    # or a number is none.
    size = {
        cell: sum(map(len, texts)) for cell, texts in free.items()
        if sum(any(map(str.isalpha, t)) and not values.is_address(t) for t in texts)
        >= MOSTLY_SHARE * len(texts)
    }  # fmt: skip
    if "title" not in found and size:
        short = [cell for cell in size if 8 <= size[cell] / len(free[cell]) <= 160]
        title = max(short or size, key=lambda c: len(set(free[c])) / len(free[c]))
        found["title"] = title, "doubtful"
        if longer := [cell for cell in size if size[cell] > size[title]]:
            found.setdefault("summary", (longer[0], "doubtful"))
    return found


class Preset(ColumnMap):
    """One tool's table: its column map, and the ``signature`` of headers by which it is known.

    Names stand for the first of several that a header has where they are parted by bars.
    ``sources`` says that its rows are sources, and no events where a table of events stands beside.
    """

    signature: tuple[str, ...] = ()
    sources: bool = False

    def fits(self, header: Sequence[str]) -> bool:
        """Whether a header has every name of the signature."""
        known = {header_key(cell) for cell in header}
        every = (any(header_key(n) in known for n in names.split(OR)) for names in self.signature)
        return bool(self.signature) and all(every)


@lru_cache(maxsize=1)
def presets() -> tuple[Preset, ...]:
    items: list[dict[str, Any]] = json.loads(PRESETS.read_text(encoding="utf-8"))
    return tuple(Preset.model_validate(item) for item in items)


def preset_of(header: Sequence[str]) -> ColumnMap | None:
    """The column map of the first preset whose headers these are, with a date and a title."""
    found = (restrict_to_header(preset, header, OR) for preset in presets() if preset.fits(header))
    return next((column_map for column_map in found if column_map.has_events), None)


def _could_be(sheets: Sequence[Sheet], given: ColumnMap | None) -> list[Sheet]:
    """The sheets that may hold the events: the one that is named, those with our own columns, those
    whose columns can be guessed, or else all.
    """
    return (
        [sheet for sheet in sheets if given and given.sheet and sheet.name == given.sheet][:1]
        or [s for s in sheets if any(looks_like_events(cells) for _, cells in top_rows(s))]
        or [s for s in sheets if _map_of(guess(_under(s, given)[0])).has_events]
        or [*sheets]
    )


def lay_out(sheets: Sequence[Sheet], given: ColumnMap | None) -> tuple[Sheet, Layout]:
    """Choose the sheet, the row of names and the columns.

    Args:
        sheets: every table of the file, each under its first row; one at least.
        given: what the columns are, where somebody has said so.

    Returns:
        the table under its names, and what was taken for what.
    """
    could = _could_be(sheets, given)
    under, found = _under(could[0], given)
    sure = dict[str, Certainty](dict.fromkeys(found.columns, "sure"))
    if not found.has_events:
        guessed = guess(under)
        found = found.model_copy(update={"columns": _map_of(guessed).columns})
        sure = {name: how for name, (_, how) in guessed.items()}
    title = (given.credit.title if given else "") or found.credit.title
    title = title or title_above(could[0], under.header_row)
    if "slide" in found.columns:
        # TimelineJS's slide that names the whole is no event; an era is one that lasted.
        kind, headline = (under.header.index(found.columns[n][0]) for n in ("slide", "title"))
        slides = [c for _, c in under.rows if "".join(c[kind : kind + 1]).strip() == "title"]
        under = replace(under, rows=tuple(row for row in under.rows if row[1] not in slides))
        title = title or "".join(values.strip_markup(cells[headline])[:200] for cells in slides[:1])
    # Cells end in numbers of footnotes in a table copied from Wikipedia.
    cells = (cell[-8:] for _, row in under.rows[:SAMPLE_ROWS] for cell in row)
    footnotes = found.footnotes or sum(map(bool, map(_FOOTNOTE.search, cells))) >= LEAST_FOOTNOTES
    found = found.model_copy(update={
        "sheet": could[0].name if len(sheets) > 1 else "", "footnotes": footnotes,
        "credit": found.credit.model_copy(update={"title": title}),
    })  # fmt: skip
    at = [under.header.index(n) for field in ("date", "end") for n in found.columns.get(field, ())]
    ordered = detect_day_order(text for n in at for text in under.column_texts(n))
    asked = () if found.order or ordered.order else tuple(map(parse_both_orders, ordered.ambiguous))
    doubts = {
        "map": bool(
            given and given.columns and not restrict_to_header(given, under.header).has_events
        ),
        "sheet": len(could) > 1,
        "columns": not sure.get("date", sure.get("year")) == sure.get("title") == "sure",
        "order": bool(asked),
    }
    examples: dict[str, tuple[str, ...]] = {}
    for n, name in enumerate(under.header):
        texts = under.column_texts(n, 50)[:MOST_EXAMPLES]
        examples.setdefault(name, tuple(text[:60] for text in texts))
    grid = top_rows(could[0])
    return under, Layout(
        sheet_names=tuple(s.name for s in sheets),
        column_map=found,
        certainty=sure,
        header=under.header,
        header_row=under.header_row,
        examples=examples,
        doubts=tuple(doubt for doubt, there in doubts.items() if there),
        date_order=ordered,
        ambiguous_dates=asked,
        top_rows=tuple((n, " | ".join(c for c in cells if c.strip())[:80]) for n, cells in grid),
        rows_above=sum(n < under.header_row for n, _ in grid),
    )


def top_rows(sheet: Sheet) -> list[tuple[int, tuple[str, ...]]]:
    """The first rows of a sheet with their numbers, that of its header among them."""
    return [(sheet.header_row, sheet.header), *sheet.rows[: TOP_ROWS - 1]]


def _under(sheet: Sheet, given: ColumnMap | None) -> tuple[Sheet, ColumnMap]:
    """A sheet under the row with its names, and what is known of its columns from them alone."""
    grid = top_rows(sheet)

    def below(number: int) -> Sheet:
        at = next((n for n, (row, _) in enumerate(sheet.rows) if row == number), None)
        if at is None:
            return sheet
        return replace(
            sheet, header=sheet.rows[at][1], rows=sheet.rows[at + 1 :], header_row=number
        )

    def bare(names: Sequence[str]) -> Sheet:
        header = tuple(names) or tuple(f"Column {n}" for n in range(1, len(sheet.header) + 1))
        return replace(
            sheet, header=header, rows=((sheet.header_row, sheet.header), *sheet.rows), header_row=0
        )

    if given and given.columns:
        if given.header == 0:
            unnamed = bare(given.names)
            return unnamed, restrict_to_header(given, unnamed.header)
        for number, cells in [row for row in grid if given.header in {None, row[0]}] or grid:
            if (held := restrict_to_header(given, cells)).has_events:
                return below(number), held
    if given and given.header:
        return below(given.header), ColumnMap(order=given.order)
    for number, cells in grid:
        known = preset_of(cells)
        if known or looks_like_events(cells):
            return below(number), known or _map_of(by_names(cells))
    for preset in presets():
        if preset.names and len(preset.names) == len(first := grid[0][1]):
            found = restrict_to_header(preset, preset.names)
            cell = first[preset.names.index(found.columns["date"][0])]
            if cell.isdigit() and parse_date(cell).edtf:
                return bare(preset.names), found
    # Else the first row that fills at least half of what the fullest one does: titles stand alone.
    filled = {number: sum(bool(c.strip()) for c in cells) for number, cells in grid}
    full = (number for number, count in filled.items() if 2 * count >= max(filled.values()))
    likely = (number for number, cells in grid if _map_of(by_names(cells)).has_events)
    return below(next(likely, None) or next(full)), ColumnMap()


def title_above(sheet: Sheet, top: int) -> str:
    """The first text that stands alone in a row above the names of the columns."""
    rows = [[*filter(None, map(str.strip, cells))] for n, cells in top_rows(sheet) if n < top]
    return next((cells[0][:200] for cells in rows if len(cells) == 1), "")


def with_region(found: ColumnMap, header: Sequence[str]) -> ColumnMap:
    """A column map with a column of regions, where one of the header is called so."""
    plain = {plain_header(cell): cell for cell in reversed(header)}
    region = tuple(plain[word] for word in REGIONS.split(OR) if word in plain)[:1]
    more = {"region": region} if region else {}
    return found.model_copy(update={"columns": {**more, **found.columns}})
