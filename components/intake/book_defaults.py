"""What the sheets of a workbook leave out, filled with the plainest thing that is true.

The rows then are the tables of a package, under the package's names of their columns.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from components.intake.book_tables import PackageBook, Row
from components.intake.columns import header_key
from components.intake.files import headed
from components.intake.row_records import UNKNOWN_COUNTRY
from components.intake.rows import parse_country
from components.intake.sheet_models import CELL_JOINER, NumberedRow
from components.intake.source_library import IN_TABLE
from components.intake.table_dates import DEFAULT_RULES, parse_row_date, parse_table_date
from components.intake.unmapped_columns import PACKAGE_PREFIX, name_of_column
from components.story import package_files as paths
from components.story.models import UNKNOWN_VOICE
from components.values.language_tables import QUALIFIER_OF_WORDS

#: The values of required fields that a sheet leaves out; texts in English and Spanish.
DEFAULT_VALUES: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    paths.EVENTS: {
        "date_basis": ("stated",),
        "date_note": tuple(IN_TABLE.values()),
    },
    paths.CLAIMS: {"measure": ("count",), "population": ("people",)},
    paths.TOPICS: {"explanation_basis": ("editors",)},
    paths.PLACES: {"country": (UNKNOWN_COUNTRY,)},
    paths.CLAIMANTS: {"voice": (UNKNOWN_VOICE,)},
    paths.CITATIONS: {"role": ("supports",)},
    paths.REGION_DEPARTMENTS: {"basis": ("attested",)},
}
#: Texts that are copied from another column where they are left out.
_COPIED_TEXTS: Final = {
    paths.EVENTS: {"summary": "title"},
    paths.REGIONS: {"label": "name"},
}
#: How exact a figure is that names no qualifier, and what it counts.
DEFAULT_QUALIFIER: Final = "exact"
DEFAULT_UNIT: Final = "people"
#: Qualifiers of figures that have no lower or no upper bound.
_WITHOUT_LOW: Final = ("nearly", "less_than", "up_to")
_WITHOUT_HIGH: Final = ("more_than", "at_least")
#: The endings of the columns of a text: English and Spanish.
_ENDINGS: Final = ("", "_es")


def build_tables(book: PackageBook) -> dict[str, Any]:
    """Build the tables that have rows, and the items of ``sources.json``."""
    tables: dict[str, Any] = {}
    for table in book.rows:
        if table != paths.SOURCES:
            _fill_rows(book, table)
            tables[table] = headed(table, _number_rows(book, table))
    source_items = list(book.source_items)
    for source in book.library.sources.values():
        source_items.append(source.to_csl())
    tables[paths.SOURCES] = source_items
    return tables


def _number_rows(book: PackageBook, table: str) -> list[NumberedRow]:
    """Return the header and the rows of a table; columns without a cell are left out."""
    rows = book.rows[table]
    field_names = list(paths.MODELS[table].model_fields)
    known_names = dict.fromkeys(field_names)
    for row in rows.values():
        # The cells of columns that no field takes.
        other_names = [name for name in row if name.startswith(PACKAGE_PREFIX)]
        known_names |= dict.fromkeys(other_names)
    header = []
    for name in known_names:
        if any(row.get(name) for row in rows.values()):
            header.append(name)
    if not header:
        header = field_names
    header_row = 1
    if table in book.sheets:
        header_row = book.sheets[table].header_row
    first_row = (header_row, tuple(header))
    numbered_rows: list[NumberedRow] = [first_row]
    for row_number, row in sorted(rows.items()):
        cells = tuple(row.get(name, "") for name in header)
        numbered_rows.append((row_number, cells))
    return numbered_rows


def _fill_rows(book: PackageBook, table: str) -> None:
    """Fill what a sheet leaves out, and put values and dates into the package's columns."""
    rows = book.rows[table]
    for row_number, row in rows.items():
        _fill_date(book, table, row_number)
        if row.get("number"):
            header = book.columns[table]["number"]
            _add_number(row, header, book.endings)
        as_of = row.get("as_of")
        if as_of:
            parsed_day = parse_table_date(as_of)
            row["as_of"] = parsed_day.edtf or as_of
            if table == paths.CLAIMS:
                row.setdefault("as_of_basis", "stated")
        if row.get("value"):
            fill_figure(row)
        elif table == paths.CLAIMS:
            _fill_range(row)
        if table == paths.PLACES:
            _fill_country(book, row_number)
        lacks_precision = not row.get("precision")
        if table == paths.PLACES and lacks_precision:
            row["precision"] = "none"
            if row.get("lat"):
                row["precision"] = "locality"
        _fill_defaults(table, row, book.endings)


def _fill_date(book: PackageBook, table: str, row_number: int) -> None:
    """Put the date of a row, with its end, mark and time, into one cell in EDTF."""
    row = book.rows[table][row_number]
    date = row.get("date", "")
    if not date:
        return
    end = row.get("end", "")
    mark = row.get("date_mark", "")
    time = row.get("time", "")
    parsed = parse_row_date(
        DEFAULT_RULES,
        date,
        end=end,
        mark=mark,
        time=time,
    )
    written_date = date
    if end:
        written_date = f"{date}/{end}"
    (parsed_date,) = parsed.values
    row["date"] = parsed_date or written_date
    for problem in parsed.problems:
        if problem.code == "date_time":
            book.notes.take(problem, table, row_number)


def _add_number(row: Row, header: str, endings: Sequence[str]) -> None:
    """Add the number of a row to its summary, under its header, and to its other columns."""
    number = row["number"]
    row.setdefault(f"{PACKAGE_PREFIX}{name_of_column(header)}", number)
    counted = f"{header}: {number}"
    for ending in endings:
        field_name = f"summary{ending}"
        summary = row.get(field_name)
        if summary:
            row[field_name] = f"{summary}{CELL_JOINER}{counted}"
        else:
            row[field_name] = counted


def fill_figure(row: Row) -> None:
    """Put the value of a claim and how exact it is into the package's columns, in place.

    "More than 500" has no upper bound and "up to 500" no lower one; without a qualifier a figure is
    exact.
    """
    value = row["value"]
    written_qualifier = header_key(row.get("qualifier", ""))
    default_qualifier = written_qualifier.replace(" ", "_")
    qualifier = QUALIFIER_OF_WORDS.get(written_qualifier, default_qualifier)
    if not qualifier:
        qualifier = DEFAULT_QUALIFIER
    row["qualifier"] = qualifier
    row["unit"] = row.get("unit") or DEFAULT_UNIT
    if qualifier not in _WITHOUT_LOW:
        row["value_low"] = value
    if qualifier not in _WITHOUT_HIGH:
        row["value_high"] = value


def _fill_range(row: Row) -> None:
    """Call two numbers that differ a range where a row does not say how exact they are."""
    bounds = (row.get("value_low"), row.get("value_high"))
    if row.get("qualifier") or not all(bounds):
        return
    row["qualifier"] = DEFAULT_QUALIFIER
    if bounds[0] != bounds[1]:
        row["qualifier"] = "range"
    row["unit"] = row.get("unit") or DEFAULT_UNIT


def _fill_country(book: PackageBook, row_number: int) -> None:
    """Put the letters of a place's country for its name; an unknown one is left out, and noted."""
    row = book.rows[paths.PLACES][row_number]
    parsed = parse_country(row.get("country", ""))
    (code,) = parsed.values
    row["country"] = code.upper()
    for problem in parsed.problems:
        book.notes.take(problem, paths.PLACES, row_number)


def _fill_defaults(table: str, row: Row, endings: Sequence[str]) -> None:
    """Fill required fields that a row has in neither language."""
    copied_texts = _COPIED_TEXTS.get(table, {})
    for name, other_name in copied_texts.items():
        if not _has_text(row, name):
            for ending in _ENDINGS:
                other_text = row.get(f"{other_name}{ending}", "")
                row[f"{name}{ending}"] = other_text
    default_values = DEFAULT_VALUES.get(table, {})
    for name, texts in default_values.items():
        if _has_text(row, name):
            continue
        if len(texts) == 1:
            row[name] = texts[0]
            continue
        texts_by_ending = dict(zip(_ENDINGS, texts, strict=True))
        for ending in endings:
            row[f"{name}{ending}"] = texts_by_ending[ending]


def _has_text(row: Row, name: str) -> bool:
    """Return whether a row has a field in English or Spanish."""
    return bool(row.get(name) or row.get(f"{name}_es"))
