"""Rows that go on with the row above: OpenRefine's records, of which only the first row has a key.

A record with several values in a column has a row for each; its further rows have no key, no date
and no title.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from components.intake.cell_texts import ADDRESS_SEPARATOR
from components.intake.problems import Notes
from components.intake.sheet_models import ColumnMap, NumberedRow, Sheet
from components.intake.source_library import SOURCE_LINE_END

#: Between the values of a column that one record has.
VALUE_SEPARATOR: Final = "; "
#: The fields of a source and of its link, which belong together row by row.
PAIRED_FIELDS: Final = ("source", "url")
#: The fields whose texts are joined, by what separates them in a cell.
SEPARATOR_OF_FIELD: Final[Mapping[str, str]] = {
    "summary": "\n",
    "summary_es": "\n",
}
#: By position of a column and number of a record's first row: the numbers and values of others.
FurtherValues = dict[int, dict[int, list[tuple[int, str]]]]
#: The fields of days: a row with one is an event of its own, and none is a key.
_DAY_FIELDS: Final = (
    "date", "end", "year", "month", "day", "end_year", "end_month", "end_day",
)  # fmt: skip


def join_record_rows(sheet: Sheet, column_map: ColumnMap, notes: Notes) -> Sheet:
    """Return a table in which each record is one row, with all its sources, links and texts.

    Of a field that an event has once, as its place, the first value counts; each other one is
    noted. A table in which a row with a day or a title has no key has no records.
    """
    day_positions = _positions_of(sheet, column_map, _DAY_FIELDS)
    if 0 in day_positions or not _has_rows_without_key(sheet.rows):
        return sheet
    event_positions = [*day_positions, *_positions_of(sheet, column_map, ("title", "title_es"))]
    field_of_position: dict[int, str] = {}
    for field_name in column_map.columns:
        for position in _positions_of(sheet, column_map, (field_name,)):
            field_of_position[position] = field_name
    records: list[list[NumberedRow]] = []
    for row in sheet.rows:
        _, cells = row
        if cells[0].strip():
            records.append([row])
            continue
        is_of_event = any(
            position < len(cells) and cells[position].strip() for position in event_positions
        )
        if is_of_event or not records:
            return sheet
        records[-1].append(row)
    joined_rows: list[NumberedRow] = []
    further_values: FurtherValues = {}
    for record in records:
        joined = _join_rows(record, field_of_position, further_values)
        joined_rows.append(joined)
    joined_count = len(sheet.rows) - len(joined_rows)
    notes.add("rows_joined", sheet.name, level="note", count=joined_count)
    joined_sheet = replace(sheet, rows=tuple(joined_rows))
    return _add_further_columns(joined_sheet, field_of_position, further_values, notes)


def _add_further_columns(
    sheet: Sheet,
    field_of_position: Mapping[int, str],
    further_values: FurtherValues,
    notes: Notes,
) -> Sheet:
    """Return a sheet with a column more for each field of which records have further values.

    No field takes it: "place (2)" is among the other columns of its record.
    """
    for position, values_by_row in further_values.items():
        for first_number, row_values in values_by_row.items():
            for row_number, value in row_values:
                notes.add(
                    "further_value",
                    sheet.name,
                    row_number,
                    column=field_of_position[position],
                    value=value,
                    level="note",
                    first=first_number,
                )
    header = list(sheet.header)
    width = max(len(header), max(len(cells) for _, cells in sheet.rows))
    header += [""] * (width - len(header)) if further_values else []
    header += [f"{sheet.header[position]} (2)" for position in further_values]
    rows: list[NumberedRow] = []
    for row_number, cells in sheet.rows:
        further_cells = []
        for values_by_row in further_values.values():
            texts = [value for _, value in values_by_row.get(row_number, ())]
            further_cells.append(VALUE_SEPARATOR.join(dict.fromkeys(texts)))
        if any(further_cells):
            cells = (*cells, *[""] * (width - len(cells)), *further_cells)
        rows.append((row_number, cells))
    return replace(sheet, header=tuple(header), rows=tuple(rows))


def _has_rows_without_key(rows: Iterable[NumberedRow]) -> bool:
    return any(not cells[0].strip() for _, cells in rows)


def _positions_of(sheet: Sheet, column_map: ColumnMap, fields: Iterable[str]) -> list[int]:
    """Return the positions of the columns of some fields."""
    positions = []
    for field_name in fields:
        for header in column_map.columns.get(field_name, ()):
            if header in sheet.header:
                positions.append(sheet.header.index(header))
    return positions


def _join_rows(
    record: list[NumberedRow],
    field_of_position: Mapping[int, str],
    further_values: FurtherValues,
) -> NumberedRow:
    """Return the rows of a record as one, under the number of the first.

    Other values of what an event has once are added to ``further_values``.
    """
    first_number, first_cells = record[0]
    joined = list(first_cells)
    _join_sources(joined, record, field_of_position)
    for row_number, cells in record[1:]:
        for position, cell in enumerate(cells):
            value = cell.strip()
            if not value or field_of_position.get(position) in PAIRED_FIELDS:
                continue
            joined += [""] * (position + 1 - len(joined))
            present = joined[position].strip()
            field_name = field_of_position.get(position, "")
            separator = SEPARATOR_OF_FIELD.get(field_name, VALUE_SEPARATOR)
            if not present:
                joined[position] = value
            elif not field_name or field_name in SEPARATOR_OF_FIELD:
                if value not in present.split(separator):
                    joined[position] = f"{present}{separator}{value}"
            elif value != present:
                values_by_row = further_values.setdefault(position, {})
                values_by_row.setdefault(first_number, []).append((row_number, value))
    return first_number, tuple(joined)


def _join_sources(
    joined: list[str], record: list[NumberedRow], field_of_position: Mapping[int, str]
) -> None:
    """Put the sources and links of a record into its first row, each link with its source.

    Links without a source are called by their address, and come before sources without a link.
    """
    pairs: dict[tuple[str, str], None] = {}
    for _, cells in record:
        texts = dict.fromkeys(PAIRED_FIELDS, "")
        for position, cell in enumerate(cells):
            field_name = field_of_position.get(position, "")
            if field_name in texts and not texts[field_name]:
                texts[field_name] = cell.strip()
        if any(texts.values()):
            pairs[texts["source"], texts["url"]] = None
    ordered = sorted(pairs, key=lambda pair: (not pair[1], not pair[0]))
    has_names = any(name for name, _ in ordered)
    names = [name or address for name, address in ordered] if has_names else []
    addresses = [address for _, address in ordered if address]
    for position, field_name in field_of_position.items():
        if field_name in PAIRED_FIELDS:
            joined += [""] * (position + 1 - len(joined))
        if field_name == "source":
            joined[position] = SOURCE_LINE_END.join(names)
        elif field_name == "url":
            joined[position] = ADDRESS_SEPARATOR.join(addresses)
