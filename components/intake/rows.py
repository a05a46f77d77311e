"""Rows of a table of events, parsed by its columns: each different text once."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, zip_longest
from typing import Any, Final, NamedTuple

from components import limits
from components.intake.cell_texts import (
    ADDRESS_SEPARATOR,
    DIRECTION_MARKS,
    ParsedCells,
    find_addresses,
    find_linked_addresses,
    is_address,
    means_nothing,
    remove_anchors,
    split_addresses,
    strip_footnotes,
    strip_markup,
)
from components.intake.derived_cells import FieldTexts, compose_derived_cells
from components.intake.named_places import place_rows_by_name
from components.intake.place_names import join_place_names
from components.intake.problems import PROGRESS_ROWS, Notes, Problem, Refusal, fault
from components.intake.projections import unproject_cells
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
    rule_of_minus,
    rules_of_column,
)
from components.intake.unmapped_columns import (
    find_other_columns,
    note_other_columns,
    read_other_cells,
)
from components.intake.value_names import MAX_KINDS, group_kinds
from components.story.ground_data import MOST_LATITUDE
from components.story.models import MAX_LATITUDE, MAX_LONGITUDE
from components.story.texts import (
    NOT_TEXT,
    have_invalid_characters,
    mark_invalid_characters,
    shorten_text,
)
from components.values.coordinates import ParsedDegrees, parse_degrees
from components.values.countries import parse_country_code

#: A place so far from the middle of all others may have its coordinates exchanged.
FAR_DEGREES: Final = 20.0
#: It has, if it would be so near the middle with latitude and longitude exchanged.
NEAR_DEGREES: Final = 8.0
#: With fewer places none is far from the others.
MIN_PLACES_WITH_MIDDLE: Final = 4
#: Rows without a day, and problems of one kind, that are listed of a table of very many rows.
MAX_LISTED: Final = 100
#: So much of the header is quoted where columns are missing, and so many kinds that share one.
MAX_QUOTED_HEADERS: Final = 12
MAX_QUOTED_KINDS: Final = 8
#: Fields in which "NA" may be a word: Namibia is a country, and a title may be a dash.
FIELDS_IN_WORDS: Final = frozenset({"title", "title_es", "summary", "summary_es", "country"})
#: What a title is made of where a row has none.
TITLE_PARTS: Final = ("category", "place", "date")
#: Of a row that names neither kind nor place the beginning of its summary is the title.
MAX_MADE_TITLE_CHARACTERS: Final = 120
#: The positions of the columns of a field, and those of each field.
FieldPositions = tuple[int, ...]
Positions = Mapping[str, FieldPositions]
#: The cells of each field, or the values that they were parsed to, in the order of rows.
ValueColumns = dict[str, list[Any]]
#: Latitude and longitude of a row; ``None`` where it has none.
Point = tuple[Any, Any]
#: The cells of some fields of a row.
CellsOfRow = tuple[Any, ...]
#: Problems by the position of their row.
RowProblems = defaultdict[int, list[Problem]]
#: A minus before or behind a number, whatever dash it is, or brackets as accountants write.
_LESS_THAN_NOTHING: Final = re.compile(
    r"[-\u2010-\u2015\u2212]\s?\d.*|\(\s?\d[^()]*\)|\d[\d.,]*\s?[-\u2212]"
)


class CellParser(NamedTuple):
    """A function that parses the cells of some fields of a row.

    Attributes
    ----------
    fields
        The fields whose cells it takes, in order.
    value_count
        How many values it returns; they replace the cells of the first fields.
    """

    parse: Callable[..., ParsedCells]
    fields: tuple[str, ...]
    value_count: int


# Cells --------------------------------------------------------------------------------------------


def parse_coordinates(lat: str, lon: str) -> ParsedCells:
    """Parse latitude and longitude in degrees (WGS 84).

    Returns
    -------
    ParsedCells
        Two values; ``None`` for both where there are none: the row is off the map, no more.
    """
    cells = {}
    if lat:
        cells["lat"] = lat
    if lon:
        cells["lon"] = lon
    degrees = {}
    for axis, cell in cells.items():
        degrees[axis] = parse_degrees(cell)
    named_axes = [parsed.axis for parsed in degrees.values()]
    if named_axes == ["lon", "lat"]:
        # The letters say which is which, whatever their columns are called.
        return parse_coordinates(lon, lat)
    problems = _degree_problems(cells, degrees)
    if len(cells) == 1:
        ((present_axis, cell),) = cells.items()
        missing_axis = "lat"
        if present_axis == "lat":
            missing_axis = "lon"
        problem = fault(
            "coordinate_alone",
            missing_axis,
            value=cell,
            level="part",
            have=present_axis,
        )
        problems.append(problem)
    if not cells or problems:
        return ParsedCells((None, None), tuple(problems))
    north = degrees["lat"].value or 0.0
    east = degrees["lon"].value or 0.0
    problems = _range_problems(cells, north, east)
    has_comma = "," in lat or "," in lon
    tally = int(has_comma)
    if problems:
        return ParsedCells((None, None), tuple(problems), tally)
    return ParsedCells((north, east), (), tally)


def _degree_problems(
    cells: Mapping[str, str], degrees: Mapping[str, ParsedDegrees]
) -> list[Problem]:
    """Return the problems of cells that are no degrees, or whose letter is of the other axis."""
    problems = []
    for axis, parsed in degrees.items():
        is_of_axis = parsed.axis in {"", axis}
        if parsed.code or not is_of_axis:
            code = parsed.code or "not_a_number"
            problem = fault(code, axis, value=cells[axis], level="part")
            problems.append(problem)
    return problems


def _range_problems(cells: Mapping[str, str], north: float, east: float) -> list[Problem]:
    """Return the problems of degrees beyond the poles, or around more than half the world."""
    is_latitude_longitude = MAX_LATITUDE < abs(north) <= MAX_LONGITUDE
    if is_latitude_longitude and abs(east) <= MAX_LATITUDE:
        problem = fault(
            "coordinates_swapped",
            "lat, lon",
            value=f"{north:g}, {east:g}",
            level="part",
            lat=f"{east:g}",
            lon=f"{north:g}",
        )
        return [problem]
    most_by_axis = {}
    if abs(north) > MAX_LATITUDE:
        most_by_axis["lat"] = MAX_LATITUDE
    if abs(east) > MAX_LONGITUDE:
        most_by_axis["lon"] = MAX_LONGITUDE
    problems = []
    for axis, most in most_by_axis.items():
        problem = fault(
            "coordinate_range",
            axis,
            value=cells[axis],
            level="part",
            most=most,
        )
        problems.append(problem)
    return problems


def parse_url(cell: str) -> ParsedCells:
    """Parse the addresses of web pages of a cell; nothing else is ever made a link.

    Returns
    -------
    ParsedCells
        One value: the addresses, with a blank between each two.
    """
    if not cell or (is_address(cell) and len(find_addresses(cell)) <= 1):
        return ParsedCells((cell,))
    if cell.startswith("<"):
        return ParsedCells(("",), (fault("address_markup", "url", cell, "note"),))
    addresses = split_addresses(cell)
    if addresses:
        return ParsedCells((ADDRESS_SEPARATOR.join(addresses),))
    return ParsedCells(("",), (fault("address", "url", cell, "part"),))


def parse_country(cell: str) -> ParsedCells:
    """Parse a country by its letters (ISO 3166-1) or its name."""
    code = parse_country_code(cell)
    if code or not cell or means_nothing(cell):
        return ParsedCells((code,))
    return ParsedCells(("",), (fault("country", "country", cell, "note"),))


def parse_source_day(field_name: str, cell: str) -> ParsedCells:
    """Parse a day of a source: when it appeared, or when somebody looked it up."""
    if not cell:
        return ParsedCells(("",))
    day = parse_table_date(cell)
    if not day.code:
        return ParsedCells((day.edtf,))
    problem = fault(
        day.code,
        field_name,
        value=cell,
        level="part",
        **day.params,
    )
    return ParsedCells((day.edtf,), (problem,))


#: What parses which cells of rows of events.
CELL_PARSERS: Final[tuple[CellParser, ...]] = (
    CellParser(
        parse_coordinates,
        fields=("lat", "lon"),
        value_count=2,
    ),
    CellParser(
        parse_url,
        fields=("url",),
        value_count=1,
    ),
    CellParser(
        partial(parse_source_day, "source_date"),
        fields=("source_date",),
        value_count=1,
    ),
    CellParser(
        partial(parse_source_day, "accessed"),
        fields=("accessed",),
        value_count=1,
    ),
    CellParser(
        parse_country,
        fields=("country",),
        value_count=1,
    ),
)


def parse_columns(
    columns: ValueColumns, parsers: Iterable[CellParser], problems: RowProblems
) -> list[int]:
    """Replace the cells of each row by their values, and add their problems.

    Parameters
    ----------
    columns
        The cells of each row by field; changed in place.
    parsers
        What parses them.
    problems
        Problems by the position of their row; changed in place.

    Returns
    -------
    list of int
        The sum of what each parser tallied.
    """
    row_count = max(map(len, columns.values()), default=0)
    tallies = []
    for parser in parsers:
        present_fields = [field_name for field_name in parser.fields if field_name in columns]
        cells_of_rows: list[CellsOfRow] = [()] * row_count
        if present_fields:
            present_columns = [columns[field_name] for field_name in present_fields]
            cells_of_rows = list(zip(*present_columns, strict=True))
        # Each different row of cells is parsed once, and most have nothing to report.
        parsed_cells = {}
        for cells in dict.fromkeys(cells_of_rows):
            cell_of_field = dict(zip(present_fields, cells, strict=True))
            arguments = [cell_of_field.get(field_name, "") for field_name in parser.fields]
            parsed_cells[cells] = parser.parse(*arguments)
        replaced_fields = parser.fields[: parser.value_count]
        for index, field_name in enumerate(replaced_fields):
            value_of_cells = {cells: parsed.values[index] for cells, parsed in parsed_cells.items()}
            columns[field_name] = list(map(value_of_cells.__getitem__, cells_of_rows))
        telling_cells = set()
        for cells, parsed in parsed_cells.items():
            if parsed.tally or parsed.problems:
                telling_cells.add(cells)
        tallies.append(_report_cells(cells_of_rows, parsed_cells, telling_cells, problems))
    return tallies


def _report_cells(
    cells_of_rows: Sequence[CellsOfRow],
    parsed_cells: Mapping[CellsOfRow, ParsedCells],
    telling_cells: Collection[CellsOfRow],
    problems: RowProblems,
) -> int:
    """Add the problems of each row with telling cells, and return the sum of their tallies."""
    tally = 0
    if not telling_cells:
        return tally
    for position, cells in enumerate(cells_of_rows):
        if cells in telling_cells:
            parsed = parsed_cells[cells]
            tally += parsed.tally
            if parsed.problems:
                problems[position].extend(parsed.problems)
    return tally


# Texts --------------------------------------------------------------------------------------------


def extract_event_texts(sheet: Sheet, column_map: ColumnMap, positions: Positions) -> FieldTexts:
    """Return the texts of rows of events, with links of cells as addresses and derived cells."""
    texts = extract_texts(sheet, column_map, positions)
    if column_map.markup:
        _take_linked_addresses(sheet, positions, texts)
    links = find_row_links(sheet, positions.get("source", ()))
    if links:
        row_numbers = sheet.row_numbers
        urls = texts.get("url") or [""] * len(row_numbers)
        linked_urls = []
        for url, row_number in zip(urls, row_numbers, strict=True):
            linked_urls.append(url or links.get(row_number, ""))
        texts["url"] = linked_urls
    for field_name, cells in texts.items():
        if field_name not in FIELDS_IN_WORDS:
            texts[field_name] = _empty_nothing(cells)
    for field_name in ("coordinates", "lat"):
        if field_name in texts:
            texts[field_name] = list(unproject_cells(texts[field_name]))
    compose_derived_cells(texts, column_map.minus)
    return texts


def _take_linked_addresses(sheet: Sheet, positions: Positions, texts: FieldTexts) -> None:
    """Take the links within HTML texts as those of rows that have no other: they cite by them."""
    urls = texts.get("url", [""] * len(sheet.rows))
    for field_name in ("source", "summary"):
        field_positions = positions.get(field_name, ())
        if not field_positions:
            continue
        for row_index, (_, cells) in enumerate(sheet.rows):
            if urls[row_index]:
                continue
            addresses: dict[str, None] = {}
            for position in field_positions:
                if position < len(cells):
                    linked_addresses = _find_markup_addresses(cells[position])
                    addresses.update(dict.fromkeys(linked_addresses))
            urls[row_index] = ADDRESS_SEPARATOR.join(addresses)
    if any(urls):
        texts["url"] = urls


def _find_markup_addresses(markup: str) -> tuple[str, ...]:
    """Find the addresses that an HTML text links to, then those that it writes out beside."""
    written_text = strip_markup(remove_anchors(markup))
    addresses = (*find_linked_addresses(markup), *find_addresses(written_text))
    return tuple(dict.fromkeys(addresses))


def find_row_links(sheet: Sheet, source_columns: Sequence[int]) -> dict[int, str]:
    """Return the link of each row by its number: that of its source's cell, else the first."""
    links: dict[int, str] = {}
    for (column, row_number), link in sorted(sheet.links.items()):
        is_first_or_source = row_number not in links or column in source_columns
        if is_first_or_source and is_address(link):
            links[row_number] = link
    return links


def extract_texts(sheet: Sheet, column_map: ColumnMap, positions: Positions) -> FieldTexts:
    """Return the text of each field in each row.

    Columns of one field are joined, codes replaced by their words, and footnote marks and HTML
    removed where the column map says so.
    """
    row_count = len(sheet.rows)
    # One pass over all cells; rows may be shorter than the header, or longer.
    rows_of_cells = [cells for _, cells in sheet.rows]
    columns = list(zip_longest(*rows_of_cells, fillvalue=""))
    texts: FieldTexts = {}
    for field_name, field_positions in positions.items():
        parts = []
        for position in field_positions:
            cells: Sequence[str] = [""] * row_count
            if position < len(columns):
                cells = columns[position]
            header = sheet.header[position]
            words = column_map.values.get(header, {})
            parts.append(_clean_cells(cells, words))
        field_cells = parts[0]
        if len(parts) > 1:
            field_cells = []
            for row_parts in zip(*parts, strict=True):
                filled_parts = filter(None, row_parts)
                field_cells.append(CELL_JOINER.join(filled_parts))
        event_field = EVENT_FIELDS.get(field_name, EventField())
        if event_field.may_have_markup:
            field_cells = _strip_marks(field_cells, column_map)
        texts[field_name] = field_cells
    return texts


def _clean_cells(cells: Sequence[str], words: Mapping[str, str]) -> list[str]:
    """Strip cells, and replace codes by their words."""
    stripped = list(map(str.strip, cells))
    if not words:
        return stripped
    return [words.get(text, text) for text in stripped]


def _empty_nothing(cells: list[str]) -> list[str]:
    """Empty the cells that say in a word that nothing is known."""
    words_for_nothing = {cell for cell in set(cells) if means_nothing(cell)}
    if not words_for_nothing:
        return cells
    return ["" if cell in words_for_nothing else cell for cell in cells]


def _strip_marks(cells: list[str], column_map: ColumnMap) -> list[str]:
    """Remove HTML and footnote marks where the column map says that texts have them."""
    if column_map.markup:
        cells = list(map(strip_markup, cells))
    if column_map.footnotes:
        cells = list(map(strip_footnotes, cells))
    return cells


def find_odd_texts(sheet: Sheet, texts: FieldTexts) -> RowProblems:
    """Find cells beyond the header, texts that are too long, and characters that are no text.

    Returns
    -------
    RowProblems
        Problems by the position of their row.
    """
    problems = _find_cells_beyond(sheet)
    for field_name, column in texts.items():
        limit = _text_limit(field_name)
        if not _has_odd_texts(column, limit):
            continue
        for position, text in enumerate(column):
            if len(text) > limit:
                problem = fault(
                    "text_long",
                    field_name,
                    text,
                    count=len(text),
                    most=limit,
                )
                problems[position].append(problem)
            if NOT_TEXT.search(text):
                marked_text = mark_invalid_characters(text)
                problem = fault("control_characters", field_name, marked_text)
                problems[position].append(problem)
    return problems


def _find_cells_beyond(sheet: Sheet) -> RowProblems:
    """Find rows with more cells than the header has: nobody knows which belongs where."""
    problems: RowProblems = defaultdict(list)
    width = len(sheet.header)
    widest = max((len(cells) for _, cells in sheet.rows), default=0)
    if widest <= width:
        return problems
    for position, (_, cells) in enumerate(sheet.rows):
        if len(cells) > width:
            beyond = list(filter(str.strip, cells[width:]))
            if beyond:
                problem = fault(
                    "cells_beyond",
                    column=None,
                    value=beyond,
                    count=len(cells),
                    most=width,
                )
                problems[position].append(problem)
    return problems


def _text_limit(field_name: str) -> int:
    """Return the most characters of a field's text."""
    field_limit = EVENT_FIELDS.get(field_name, EventField()).max_characters
    return min(field_limit, limits.files.MOST_CELL_CHARACTERS)


def _has_odd_texts(column: Sequence[str], limit: int) -> bool:
    """Return whether a text of a column is too long or has characters that are no text.

    All texts are searched at once: few columns have any odd text.
    """
    longest = max(map(len, column), default=0)
    return longest > limit or have_invalid_characters(column)


def _repair_odd_texts(rows: Rows) -> RowProblems:
    """Repair the texts of events that cannot be shown as they are; no row is left out for one.

    Characters that are no text are marked, marks of direction removed. A title or a summary that
    is too long is cut, and any other such cell left out.
    """
    problems: RowProblems = defaultdict(list)
    for field_name, column in rows.columns.items():
        limit = _text_limit(field_name)
        if not _has_odd_texts(column, limit):
            continue
        for position, text in enumerate(column):
            repaired, notes = _repair_text(field_name, text, limit)
            column[position] = repaired
            if notes:
                problems[position].extend(notes)
    return problems


def _repair_text(field_name: str, text: str, limit: int) -> tuple[str, list[Problem]]:
    """Return a text as it can be shown, and what was done to it."""
    notes = []
    if NOT_TEXT.search(text):
        text = mark_invalid_characters(DIRECTION_MARKS.sub("", text))
        notes.append(fault("characters_marked", field_name, text, "note"))
    if len(text) <= limit:
        return text, notes
    code = "text_left_out"
    shown_text = ""
    if field_name in FIELDS_IN_WORDS:
        code = "text_cut"
        shown_text = text[: limit - 1] + "…"
    too_long = fault(
        code,
        field_name,
        value=text,
        level="part",
        count=len(text),
        most=limit,
    )
    notes.append(too_long)
    return shown_text, notes


# Columns ------------------------------------------------------------------------------------------


def note_header_problems(sheet: Sheet, names: Sequence[str | None], notes: Notes) -> None:
    """Note which columns are not read, and which are there twice.

    Parameters
    ----------
    names
        The field of each column of the header; ``None`` for a column that is not read.
    """
    unknown = []
    for header, name in zip(sheet.header, names, strict=True):
        if name is None and header:
            unknown.append(header)
    if unknown:
        notes.add(
            "columns_unknown",
            sheet.name,
            1,
            value=unknown,
            level="note",
        )
    first_header: dict[str, str] = {}
    for header, name in zip(sheet.header, names, strict=True):
        if not name:
            continue
        if name in first_header:
            notes.add(
                "column_twice",
                sheet.name,
                1,
                column=header,
                value=header,
                level="note",
                first=first_header[name],
            )
        else:
            first_header[name] = header


def _require_event_columns(sheet: Sheet, column_map: ColumnMap) -> None:
    """Refuse a table without dates, or without anything to make a title of."""
    if column_map.has_events:
        return
    missing = []
    if not column_map.has_date:
        missing.append("date")
    if "title" not in column_map.columns:
        missing.append("title")
    quoted_headers = sheet.header[:MAX_QUOTED_HEADERS]
    raise Refusal(
        "columns_missing",
        sheet=sheet.name,
        columns=", ".join(missing),
        value=", ".join(quoted_headers),
    )


def _find_positions(sheet: Sheet, column_map: ColumnMap) -> Positions:
    """Return the positions of the columns of each field; the first of two of one name."""
    position_of: dict[str, int] = {}
    for position, header in enumerate(sheet.header):
        position_of.setdefault(header, position)
    positions: dict[str, FieldPositions] = {}
    for field_name, headers in column_map.columns.items():
        present_headers = [header for header in headers if header in position_of]
        if present_headers:
            positions[field_name] = tuple(position_of[header] for header in present_headers)
    return positions


# Rows ---------------------------------------------------------------------------------------------


def parse_rows(sheet: Sheet, layout: Layout, notes: Notes) -> Rows:
    """Parse the rows of a table that are events.

    Parameters
    ----------
    sheet
        The table.
    layout
        Which column holds which field.
    notes
        Takes the problems of its rows.

    Raises
    ------
    Refusal
        For a table without dates or titles.
    """
    column_map = layout.column_map
    _require_event_columns(sheet, column_map)
    if len(sheet.rows) > notes.records:
        notes.most = MAX_LISTED
    positions = _find_positions(sheet, column_map)
    numbers = sheet.row_numbers
    texts = extract_event_texts(sheet, column_map, positions)
    columns: ValueColumns = dict(texts)
    count = RowCount(sheet.name, read=len(numbers), blank=sheet.blank)
    rows = Rows(count, numbers, columns)
    _take_other_columns(rows, sheet, positions, notes)
    _parse_cells(rows, sheet, layout, notes)
    _note_doubtful_coordinates(rows, notes)
    if len(sheet.rows) <= notes.records:
        join_place_names(rows, notes)
        place_rows_by_name(rows, column_map.places, notes)
    _assign_kinds(rows, notes)
    _drop_repeated_rows(rows, sheet, notes)
    accepted_count = len(rows.numbers)
    rows.count = replace(rows.count, accepted=accepted_count)
    return rows


def _take_other_columns(rows: Rows, sheet: Sheet, positions: Positions, notes: Notes) -> None:
    """Take the cells of the columns that no field takes, and note which these are."""
    taken_positions = {position for field in positions.values() for position in field}
    found = find_other_columns(sheet, taken_positions)
    problems: RowProblems = defaultdict(list)
    rows.other = read_other_cells(sheet, found.shown, problems)
    note_other_columns(sheet, rows.other, found, notes)
    for position, row_problems in sorted(problems.items()):
        for problem in row_problems:
            notes.take(problem, sheet.name, rows.numbers[position])


def _parse_cells(rows: Rows, sheet: Sheet, layout: Layout, notes: Notes) -> None:
    """Parse the cells of all rows, and keep only those of events with a day."""
    column_map = layout.column_map
    places = rows.field_cells("place")
    dates = rows.field_cells("date")
    ends = rows.field_cells("end")
    order = column_map.order or layout.date_order.order
    rules = DateRules(
        order,
        column_map.answers,
        is_confirmed=bool(column_map.order),
        minus=rule_of_minus(column_map),
    )
    date_headers = column_map.columns.get("date", ("",))
    rules = rules_of_column(dates, rules, date_headers[0])
    if rules.first_days_are_years:
        notes.add("years_alone", sheet.name, column="date", level="note")
    parse_date = partial(parse_row_date, rules)
    date_parser = CellParser(parse_date, ("date", "end", "date_mark", "time"), 1)
    problems = _find_cells_beyond(sheet)
    _note_negative_numbers(rows, problems)
    for position, notes_of_row in _repair_odd_texts(rows).items():
        problems[position].extend(notes_of_row)
    _make_missing_titles(rows, problems)
    titles = rows.field_cells("title")
    tallies = parse_columns(rows.columns, (date_parser, *CELL_PARSERS), problems)
    _take_row_problems(rows, problems, notes)
    # Dates as written are shown for rows without a day: the parsed ones are empty there.
    undated_count = 0
    undated: list[Undated] = []
    dated_positions = []
    edtf_texts = rows.columns["date"]
    for position, row_number in enumerate(rows.numbers):
        if notes.refused and (sheet.name, row_number) in notes.refused:
            continue
        if edtf_texts[position]:
            dated_positions.append(position)
            continue
        undated_count += 1
        if len(undated) < notes.most:
            written_dates = filter(None, (dates[position], ends[position]))
            undated_row = Undated(
                row_number,
                " – ".join(written_dates),
                title=titles[position],
                place=places[position],
            )
            undated.append(undated_row)
    rows.undated = tuple(undated)
    rows.count = replace(rows.count, undated=undated_count)
    rows.order = order
    rows.filter_rows(dated_positions)
    ordered_dates, decimal_commas, *_ = tallies
    if decimal_commas:
        notes.add(
            "decimal_commas",
            sheet.name,
            level="note",
            count=decimal_commas,
        )
    if ordered_dates and not column_map.order:
        code = "months_first"
        if order == "day":
            code = "days_first"
        notes.add(
            code,
            sheet.name,
            column="date",
            value=layout.date_order.shown_by,
            level="note",
            count=ordered_dates,
        )
    if layout.has_tags:
        notes.add("row_of_tags", sheet.name, level="note")
    if layout.rows_above:
        notes.add(
            "rows_above",
            sheet.name,
            level="note",
            count=layout.rows_above,
        )


def _note_negative_numbers(rows: Rows, problems: RowProblems) -> None:
    """Note the numbers of rows that are less than nothing; they stay as written."""
    numbers = rows.columns.get("number", ())
    negative_numbers = set(filter(_LESS_THAN_NOTHING.fullmatch, set(numbers)))
    if not negative_numbers:
        return
    for position, number in enumerate(numbers):
        if number in negative_numbers:
            problem = fault("number_negative", "number", value=number, level="note")
            problems[position].append(problem)


def _make_missing_titles(rows: Rows, problems: RowProblems) -> None:
    """Make the titles that are missing of the kind, the place and the day, and say so."""
    titles = list(rows.field_cells("title"))
    if all(titles):
        return
    summaries = rows.field_cells("summary")
    columns_of_parts = [rows.field_cells(name) for name in TITLE_PARTS]
    for position, parts in enumerate(zip(*columns_of_parts, strict=True)):
        if titles[position]:
            continue
        kind, place, _ = parts
        if kind or place:
            titles[position] = CELL_JOINER.join(filter(None, parts))
        elif summaries[position]:
            titles[position] = shorten_text(summaries[position], MAX_MADE_TITLE_CHARACTERS)
        if titles[position]:
            made = fault(
                "title_made",
                "title",
                value=titles[position],
                level="note",
            )
            problems[position].append(made)
        else:
            problems[position].append(fault("empty", "title"))
    rows.columns["title"] = titles


def _take_row_problems(rows: Rows, problems: RowProblems, notes: Notes) -> None:
    """Note the problems of each row in order, and report how far it is."""
    row_count = len(rows.numbers)
    positions = sorted(problems)
    listed = 0
    for start in range(0, row_count, PROGRESS_ROWS):
        notes.report_progress(start, row_count)
        while listed < len(positions) and positions[listed] < start + PROGRESS_ROWS:
            position = positions[listed]
            for problem in problems[position]:
                notes.take(problem, rows.count.sheet, rows.numbers[position])
            listed += 1


def _note_doubtful_coordinates(rows: Rows, notes: Notes) -> None:
    """Note places whose coordinates may be exchanged, and take 0, 0 for no place.

    A place may be exchanged that lies far from the middle of all others and, exchanged, would lie
    near it. That may be right, so the place is drawn. Programs write 0, 0 where they know none:
    the point lies in the sea off Ghana.
    """
    latitudes = rows.columns["lat"]
    longitudes = rows.columns["lon"]
    points = list(zip(latitudes, longitudes, strict=True))
    point_counts = Counter(points)
    odd_points = {}
    for point in point_counts:
        problem = _judge_point(*point)
        if problem:
            odd_points[point] = problem
    if odd_points:
        for position, point in enumerate(points):
            if point in odd_points:
                notes.take(odd_points[point], rows.count.sheet, rows.numbers[position])
            if point == (0, 0):
                latitudes[position] = None
                longitudes[position] = None
    spot_counts = {}
    for point, count in point_counts.items():
        if None not in point and point != (0, 0):
            spot_counts[point] = count
    _note_exchanged_coordinates(rows, points, spot_counts, notes)


def _judge_point(lat: float | None, lon: float | None) -> Problem | None:
    """Return the note on a point that is no place, or beyond the map; ``None`` for most."""
    if lat is None or lon is None:
        return None
    if lat == 0 and lon == 0:
        return fault("coordinates_zero", "lat, lon", value="0, 0", level="note")
    if abs(lat) > MOST_LATITUDE:
        return fault("beyond_map", "lat", value=f"{lat:g}, {lon:g}", level="note")
    return None


def _note_exchanged_coordinates(
    rows: Rows, points: Sequence[Point], spot_counts: Mapping[Point, int], notes: Notes
) -> None:
    """Note points far from the middle of all others that, exchanged or with a minus, are near it.

    Parameters
    ----------
    points
        That of each row.
    spot_counts
        How many rows each point has that is a place.
    """
    if sum(spot_counts.values()) < MIN_PLACES_WITH_MIDDLE:
        return
    latitude_counts: Counter[float] = Counter()
    longitude_counts: Counter[float] = Counter()
    for (lat, lon), count in spot_counts.items():
        latitude_counts[lat] += count
        longitude_counts[lon] += count
    north = _median_of_counts(latitude_counts)
    east = _median_of_counts(longitude_counts)
    doubtful_points = {}
    for lat, lon in spot_counts:
        distance = max(abs(lat - north), abs(lon - east))
        if distance <= FAR_DEGREES:
            continue
        # Exchanged, or without a minus that one or both had.
        likely_points = {
            (lon, lat): "coordinates_exchanged",
            (lat, -abs(lon)): "coordinates_minus",
            (-abs(lat), lon): "coordinates_minus",
            (-abs(lat), -abs(lon)): "coordinates_minus",
        }
        for (likely_lat, likely_lon), code in likely_points.items():
            if max(abs(likely_lat - north), abs(likely_lon - east)) >= NEAR_DEGREES:
                continue
            doubtful_points[lat, lon] = fault(
                code,
                "lat, lon",
                value=f"{lat:g}, {lon:g}",
                level="note",
                lat=f"{likely_lat:g}",
                lon=f"{likely_lon:g}",
            )
            break
    if doubtful_points:
        for position, point in enumerate(points):
            if point in doubtful_points:
                notes.take(doubtful_points[point], rows.count.sheet, rows.numbers[position])


def _median_of_counts(counts: Mapping[float, int]) -> float:
    """Return the median of numbers by how often each occurs."""
    numbers = sorted(counts)
    places = list(accumulate(counts[number] for number in numbers))
    middle, is_odd = divmod(places[-1], 2)
    upper = numbers[bisect_right(places, middle)]
    if is_odd:
        return upper
    lower = numbers[bisect_right(places, middle - 1)]
    return (lower + upper) / 2


def _assign_kinds(rows: Rows, notes: Notes) -> None:
    """Find the kinds of event by the cells of rows; too many share one."""
    written_cells = rows.field_cells("category")
    cell_of_text = {text: " ".join(text.split()) for text in set(written_cells)}
    cells = [cell_of_text[text] for text in written_cells]
    if "category" in rows.columns:
        rows.columns["category"] = cells
    kind_counts = Counter(cell or None for cell in cells)
    names, kinds = group_kinds(kind_counts)
    kind_of_cell = {}
    for kind in kinds:
        for cell in names.cells[kind.id]:
            kind_of_cell[cell or ""] = kind
    rows.kinds = kind_of_cell
    if names.shared_labels:
        quoted_labels = names.shared_labels[:MAX_QUOTED_KINDS]
        problem = fault(
            "kinds_many",
            "category",
            value=", ".join(quoted_labels),
            level="note",
            most=MAX_KINDS,
            count=len(names.shared_labels),
        )
        notes.take(problem, rows.count.sheet)


def _drop_repeated_rows(rows: Rows, sheet: Sheet, notes: Notes) -> None:
    """Drop rows that are there already, and note those without a source.

    Rows that are the same all count in a table of very many rows, as in one on an engine.
    """
    checks_duplicates = len(sheet.rows) <= notes.records
    ids = rows.field_cells("id")
    sources = rows.field_cells("source")
    urls = rows.field_cells("url")
    citations = rows.field_cells("citations")
    filled_ids = list(filter(None, ids))
    has_repeated_ids = len(set(filled_ids)) < len(filled_ids)
    has_sources = all(map(any, zip(sources, urls, citations, strict=True)))
    if has_sources and not checks_duplicates and not has_repeated_ids:
        return
    cells_of_row = dict(sheet.rows)
    first_row: dict[object, int] = {}
    kept_positions: list[int] = []
    for position, row_number in enumerate(rows.numbers):
        if checks_duplicates:
            cells = cells_of_row[row_number]
            first = first_row.setdefault(cells, row_number)
            if first != row_number:
                notes.add("duplicate_row", sheet.name, row_number, first=first)
                continue
        row_id = ids[position]
        if row_id:
            first = first_row.setdefault(row_id, row_number)
            if first != row_number:
                # What stands twice is no id of a row: each row gets one of its own.
                ids[position] = ""
                notes.add(
                    "id_twice",
                    sheet.name,
                    row_number,
                    column="id",
                    value=row_id,
                    level="note",
                    first=first,
                )
        kept_positions.append(position)
        names_source = sources[position] or urls[position] or citations[position]
        if not names_source:
            notes.add("no_source", sheet.name, row_number, "source", level="note")
    rows.filter_rows(kept_positions)
