"""Where the table of events is in a file: its sheet, its header row, and which column is what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Final, NamedTuple

from components.intake.cell_texts import strip_markup
from components.intake.column_guesses import SAMPLE_ROWS, guess_columns
from components.intake.column_values import MOST_SHARE, looks_like_date, share_of
from components.intake.columns import (
    load_presets,
    looks_like_events,
    map_of_guesses,
    match_preset,
    restrict_to_header,
)
from components.intake.number_columns import find_number_columns
from components.intake.sheet_models import (
    Certainty,
    ColumnMap,
    DateOrder,
    DateReadings,
    Layout,
    MinusReadings,
    Sheet,
)
from components.intake.table_dates import (
    detect_day_order,
    find_minus_years,
    parse_both_orders,
    rule_of_minus,
)
from components.values.date_texts import parse_date

#: Rows among which the header is looked for.
TOP_ROWS: Final = 15
EXAMPLE_ROWS: Final = 50
MAX_EXAMPLES: Final = 3
MAX_EXAMPLE_CHARACTERS: Final = 60
MAX_TITLE_CHARACTERS: Final = 200
MAX_TOP_ROW_CHARACTERS: Final = 80
#: One may be a date in brackets; two are footnote marks.
MIN_FOOTNOTES: Final = 2
#: The fields of first and last days, and those that may hold years.
_ORDERED_FIELDS: Final = ("date", "end")
YEAR_FIELDS: Final = (*_ORDERED_FIELDS, "year", "end_year")
#: A footnote mark at the end of a cell is no longer than this.
FOOTNOTE_CHARACTERS: Final = 8

_DEGREE_UNIT = re.compile(
    r"(?:decimal[ _]?)?deg(?:rees?)?(?:[ _](?:north|south|east|west|[nsew]|decimal))?|°|grados",
    re.IGNORECASE,
)
#: How HXL writes a tag: "#date+start".
_HXL_TAG = re.compile(r"#[a-z]\w*(?:\s*\+\s*\w+)*$", re.IGNORECASE)
_ELEMENT = re.compile(r"<(?P<tag>[A-Za-z]\w{0,30})(?:\s[^<>]{0,200})?>.*</(?P=tag)>", re.DOTALL)
_FOOTNOTE_AT_END = re.compile(r"\S\[\d{1,3}\]\s*$")


#: The first texts of columns by the headers of these.
ExamplesByHeader = dict[str, tuple[str, ...]]
#: The different texts of the columns of some fields.
TextsOfField = dict[str, list[str]]


class NumberedCells(NamedTuple):
    """The cells of a row and its number, as a spreadsheet shows it."""

    number: int
    cells: tuple[str, ...]


class LocatedTable(NamedTuple):
    """A sheet below its header row, and what is known of its columns from their names alone."""

    sheet: Sheet
    column_map: ColumnMap


# The header row -----------------------------------------------------------------------------------


def first_rows(sheet: Sheet) -> list[NumberedCells]:
    """Return the first rows of a sheet with their numbers, its header among them.

    Where the columns have their names from elsewhere, as those of objects, no row is the header.
    """
    rows = [NumberedCells(sheet.header_row, sheet.header)]
    if sheet.header_row == 0:
        return rows
    for row_number, cells in sheet.rows[: TOP_ROWS - 1]:
        rows.append(NumberedCells(row_number, cells))
    return rows


def find_title_above(sheet: Sheet, header_row: int) -> str:
    """Return the first text that stands alone in a row above the header; empty without one."""
    for row in first_rows(sheet):
        if row.number < header_row:
            stripped_cells = map(str.strip, row.cells)
            texts = list(filter(None, stripped_cells))
            if len(texts) == 1:
                (title,) = texts
                return title[:MAX_TITLE_CHARACTERS]
    return ""


def _with_header_row(sheet: Sheet, row_number: int) -> Sheet:
    """Return a sheet whose header is the row of this number; the sheet if there is no such row."""
    if row_number <= sheet.header_row:
        # Its header is that row already, and all its rows stand below.
        return sheet
    for position, (number, cells) in enumerate(sheet.rows):
        if number == row_number:
            rows = sheet.rows[position + 1 :]
            return replace(
                sheet,
                header=cells,
                rows=rows,
                header_row=row_number,
            )
    return sheet


def _without_header(sheet: Sheet, names: Sequence[str]) -> Sheet:
    """Return a sheet whose first row is none of names; its columns are called or numbered."""
    header = tuple(names)
    if not header:
        column_numbers = range(1, len(sheet.header) + 1)
        header = tuple(f"Column {number}" for number in column_numbers)
    first_row = (sheet.header_row, sheet.header)
    return replace(
        sheet,
        header=header,
        rows=(first_row, *sheet.rows),
        header_row=0,
    )


def _locate_header_row(sheet: Sheet, given: ColumnMap | None) -> LocatedTable:
    """Find the header row of a sheet: as somebody says, by known names, or by its filled cells."""
    if given and given.columns:
        located = _locate_given_columns(sheet, given)
        if located:
            return located
    if given and given.header:
        table = _with_header_row(sheet, given.header)
        return LocatedTable(table, ColumnMap(order=given.order, minus=given.minus))
    tagged = _locate_row_above_tags(sheet)
    if tagged:
        return tagged
    for row in first_rows(sheet):
        preset_map = match_preset(row.cells)
        if preset_map:
            return LocatedTable(_with_header_row(sheet, row.number), preset_map)
        if looks_like_events(row.cells):
            return LocatedTable(_with_header_row(sheet, row.number), ColumnMap())
    located = _locate_preset_without_header(sheet)
    if located:
        return located
    return _locate_likely_header(sheet)


def _locate_likely_header(sheet: Sheet) -> LocatedTable:
    """Find the row that is most like a header, or that there is none."""
    row_number = _likely_header_row(sheet)
    if row_number == sheet.header_row and _begins_with_values(sheet):
        return LocatedTable(_without_header(sheet, ()), ColumnMap(header=0))
    return LocatedTable(_with_header_row(sheet, row_number), ColumnMap())


def _begins_with_values(sheet: Sheet) -> bool:
    """Return whether the first row of a sheet has a day where all rows have one: it names nothing.

    The columns of objects have names, whatever these are.
    """
    if sheet.header_row == 0:
        return False
    for position, header in enumerate(sheet.header):
        if looks_like_date(header.strip()):
            texts = sheet.column_texts(position, SAMPLE_ROWS)
            if share_of(texts, looks_like_date) >= MOST_SHARE:
                return True
    return False


def _locate_row_above_tags(sheet: Sheet) -> LocatedTable | None:
    """Find the row above a row of HXL's tags: that has the names, whatever stands above it."""
    rows = first_rows(sheet)
    for row_above, row in pairwise(rows):
        if _are_tags(row.cells):
            table = _with_header_row(sheet, row_above.number)
            return LocatedTable(table, match_preset(row_above.cells) or ColumnMap())
    return None


def _are_tags(cells: Sequence[str]) -> bool:
    """Return whether all filled cells of a row are tags of HXL, which is more than one."""
    filled_cells = [cell.strip() for cell in cells if cell.strip()]
    return len(filled_cells) > 1 and all(map(_HXL_TAG.match, filled_cells))


def _locate_given_columns(sheet: Sheet, given: ColumnMap) -> LocatedTable | None:
    """Find the row that has the columns which somebody named."""
    if given.header == 0:
        unnamed = _without_header(sheet, given.names)
        column_map = restrict_to_header(given, unnamed.header)
        return LocatedTable(unnamed, column_map)
    rows = first_rows(sheet)
    candidates = rows
    if given.header is not None:
        candidates = [row for row in rows if row.number == given.header]
    for row in candidates or rows:
        column_map = restrict_to_header(given, row.cells)
        if column_map.has_events:
            table = _with_header_row(sheet, row.number)
            return LocatedTable(table, column_map)
    return None


def _locate_preset_without_header(sheet: Sheet) -> LocatedTable | None:
    """Recognize a tool's table without a header by its width and the date in its first row."""
    first_row, *_ = first_rows(sheet)
    for preset in load_presets():
        names = preset.names
        if not names or len(names) != len(first_row.cells):
            continue
        column_map = restrict_to_header(preset, names)
        date_header, *_ = column_map.columns["date"]
        cell = first_row.cells[names.index(date_header)]
        if cell.isdigit() and parse_date(cell).edtf:
            table = _without_header(sheet, names)
            return LocatedTable(table, column_map)
    return None


def _likely_header_row(sheet: Sheet) -> int:
    """Return the number of the first row with a date and a title by name.

    Without such a row, that of the first with half as many filled cells as the fullest: titles
    stand alone.
    """
    rows = first_rows(sheet)
    for row in rows:
        names_alone = Sheet(sheet.name, row.cells, rows=())
        column_map = map_of_guesses(guess_columns(names_alone))
        if column_map.has_events:
            return row.number
    filled_counts = []
    for row in rows:
        filled_cells = list(filter(str.strip, row.cells))
        filled_counts.append(len(filled_cells))
    fullest = max(filled_counts)
    for row, filled_count in zip(rows, filled_counts, strict=True):
        if 2 * filled_count >= fullest:
            return row.number
    return rows[0].number


# The layout ---------------------------------------------------------------------------------------


def candidate_sheets(sheets: Sequence[Sheet], given: ColumnMap | None) -> list[Sheet]:
    """Return the sheets that may hold the events.

    The sheet that somebody names, else those with known columns, else those whose columns can be
    guessed, else all.
    """
    if given and given.sheet:
        for sheet in sheets:
            if sheet.name == given.sheet:
                return [sheet]
    if len(sheets) == 1:
        # The only one is taken without a look: its columns are guessed later.
        return list(sheets)
    with_known_columns = []
    for sheet in sheets:
        rows = first_rows(sheet)
        if any(looks_like_events(row.cells) for row in rows):
            with_known_columns.append(sheet)
    if with_known_columns:
        return with_known_columns
    with_guessed_columns = []
    for sheet in sheets:
        table = _locate_header_row(sheet, given).sheet
        if map_of_guesses(guess_columns(table)).has_events:
            with_guessed_columns.append(sheet)
    return with_guessed_columns or list(sheets)


def detect_layout(sheets: Sequence[Sheet], given: ColumnMap | None) -> tuple[Sheet, Layout]:
    """Choose the sheet, the header row and the columns.

    Parameters
    ----------
    sheets
        Every table of the file, each below its first row; at least one.
    given
        Which column is what, where somebody has said so.

    Returns
    -------
    tuple
        The table below its header row, and its layout.
    """
    candidates = candidate_sheets(sheets, given)
    sheet = candidates[0]
    table, column_map = _locate_header_row(sheet, given)
    certainty: dict[str, Certainty] = dict.fromkeys(column_map.columns, "sure")
    if not column_map.has_events:
        guesses = guess_columns(table)
        columns = map_of_guesses(guesses).columns
        column_map = column_map.model_copy(update={"columns": columns})
        certainty = {field: guess.certainty for field, guess in guesses.items()}
    table, has_tags = _drop_row_of_tags(table, column_map)
    title = column_map.credit.title
    if given and given.credit.title:
        title = given.credit.title
    title = title or sheet.title or find_title_above(sheet, table.header_row)
    if "slide" in column_map.columns:
        table, slide_title = _drop_title_slides(table, column_map)
        title = title or slide_title
    sheet_name = ""
    if len(sheets) > 1:
        sheet_name = sheet.name
    column_map = column_map.model_copy(
        update={
            "sheet": sheet_name,
            "footnotes": column_map.footnotes or _has_footnotes(table),
            "markup": column_map.markup or table.has_markup or _has_elements(table, column_map),
            "credit": column_map.credit.model_copy(update={"title": title}),
        }
    )
    texts_of_field = _list_date_texts(table, column_map)
    date_order = _detect_date_order(texts_of_field)
    ambiguous_dates: tuple[DateReadings, ...] = ()
    if not column_map.order and not date_order.order:
        ambiguous_dates = tuple(map(parse_both_orders, date_order.ambiguous))
    doubts = []
    if given and not _fits_header(given, table.header):
        doubts.append("map")
    if len(candidates) > 1:
        doubts.append("sheet")
    date_certainty = certainty.get("date", certainty.get("year"))
    if date_certainty != "sure" or certainty.get("title") != "sure":
        doubts.append("columns")
    if ambiguous_dates:
        doubts.append("order")
    minus_years = _find_minus_years(texts_of_field, column_map)
    if minus_years:
        doubts.append("minus")
    top_rows = []
    rows_above = 0
    for row in first_rows(sheet):
        preview = _row_preview(row.cells)
        top_rows.append((row.number, preview))
        if row.number < table.header_row:
            rows_above += 1
    layout = Layout(
        sheet_names=tuple(each_sheet.name for each_sheet in sheets),
        column_map=column_map,
        certainty=certainty,
        header=table.header,
        header_row=table.header_row,
        examples=_first_examples(table),
        doubts=tuple(doubts),
        date_order=date_order,
        ambiguous_dates=ambiguous_dates,
        top_rows=tuple(top_rows),
        rows_above=rows_above,
        has_tags=has_tags,
        minus_years=minus_years,
        number_columns=find_number_columns(table, column_map),
    )
    return table, layout


def _fits_header(given: ColumnMap, header: Sequence[str]) -> bool:
    """Return whether the columns that somebody names make events of a table; none always do."""
    return not given.columns or restrict_to_header(given, header).has_events


def _find_minus_years(
    texts_of_field: TextsOfField, column_map: ColumnMap
) -> tuple[MinusReadings, ...]:
    """Return years with a minus that somebody has to be asked about."""
    if rule_of_minus(column_map) != "ask":
        return ()
    distinct_texts = dict.fromkeys(chain.from_iterable(texts_of_field.values()))
    unanswered_texts = [text for text in distinct_texts if text not in column_map.answers]
    return find_minus_years(unanswered_texts)


def _drop_row_of_tags(table: Sheet, column_map: ColumnMap) -> tuple[Sheet, bool]:
    """Drop a row of HXL's tags or of units below the header: it is no event.

    Returns
    -------
    tuple
        The table, and whether a row was dropped.
    """
    if len(table.rows) <= 1:
        return table, False
    _, first_cells = table.rows[0]
    if _are_tags(first_cells) or _has_units(table, first_cells, column_map):
        return replace(table, rows=table.rows[1:]), True
    return table, False


def _has_units(table: Sheet, cells: Sequence[str], column_map: ColumnMap) -> bool:
    """Return whether a row names the units of latitude and longitude."""
    for field in ("lat", "lon"):
        headers = column_map.columns.get(field)
        if not headers:
            return False
        position = table.header.index(headers[0])
        cell = cells[position].strip() if position < len(cells) else ""
        if not _DEGREE_UNIT.fullmatch(cell):
            return False
    return True


def _drop_title_slides(table: Sheet, column_map: ColumnMap) -> tuple[Sheet, str]:
    """Drop TimelineJS's slide that names the whole story, and return its headline as the title.

    It is no event; an era is one that lasted.
    """
    slide_header, *_ = column_map.columns["slide"]
    title_header, *_ = column_map.columns["title"]
    slide_column = table.header.index(slide_header)
    title_column = table.header.index(title_header)
    title_slides = []
    events = []
    for row in table.rows:
        _, cells = row
        slide_type = "".join(cells[slide_column : slide_column + 1])
        if slide_type.strip() == "title":
            title_slides.append(cells)
        else:
            events.append(row)
    if not title_slides:
        return table, ""
    headline_cells = title_slides[0][title_column : title_column + 1]
    headline = strip_markup("".join(headline_cells))
    table_of_events = replace(table, rows=tuple(events))
    return table_of_events, headline[:MAX_TITLE_CHARACTERS]


def _has_elements(table: Sheet, column_map: ColumnMap) -> bool:
    """Return whether every summary is an element of XML, as in editions of letters."""
    texts = []
    for header in column_map.columns.get("summary", ()):
        texts += table.column_texts(table.header.index(header), SAMPLE_ROWS)
    return len(texts) > 1 and all(map(_ELEMENT.fullmatch, texts))


def _has_footnotes(table: Sheet) -> bool:
    """Return whether cells end in footnote marks, as in a table copied from Wikipedia."""
    count = 0
    for _, cells in table.rows[:SAMPLE_ROWS]:
        for cell in cells:
            cell_end = cell[-FOOTNOTE_CHARACTERS:]
            if _FOOTNOTE_AT_END.search(cell_end):
                count += 1
    return count >= MIN_FOOTNOTES


def _detect_date_order(texts_of_field: TextsOfField) -> DateOrder:
    """Find out whether days or months come first in the columns of first and last days."""
    return detect_day_order(chain(*[texts_of_field[field] for field in _ORDERED_FIELDS]))


def _list_date_texts(table: Sheet, column_map: ColumnMap) -> TextsOfField:
    """Return the different texts of each field of days or years, in the order of its columns."""
    texts_of_field: TextsOfField = {}
    for field in YEAR_FIELDS:
        texts_of_field[field] = []
        for header in column_map.columns.get(field, ()):
            position = table.header.index(header)
            texts_of_field[field] += table.distinct_texts(position)
    return texts_of_field


def _first_examples(table: Sheet) -> ExamplesByHeader:
    """Return the first texts of each column by its header."""
    examples: ExamplesByHeader = {}
    for position, header in enumerate(table.header):
        texts = table.column_texts(position, EXAMPLE_ROWS)
        short_texts = [text[:MAX_EXAMPLE_CHARACTERS] for text in texts[:MAX_EXAMPLES]]
        examples.setdefault(header, tuple(short_texts))
    return examples


def _row_preview(cells: Sequence[str]) -> str:
    row_text = " | ".join(filter(str.strip, cells))
    return row_text[:MAX_TOP_ROW_CHARACTERS]
