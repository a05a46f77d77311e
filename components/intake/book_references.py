"""References between the sheets of a workbook: the names of rows, replaced by their ids.

A reference may hold the id or the name of a row. A name that no row has adds a row, where the
workbook has no sheet of that table.
"""

import re
from typing import Final

from components.intake.book_tables import PackageBook, Row
from components.intake.columns import header_key
from components.intake.row_records import PlaceRegistry
from components.intake.value_names import DEFAULT_KIND, UniqueIds, make_slug
from components.story import package_files as paths
from components.story.models import column_references

#: Tables whose rows are never made from a name in another table. Whether sources differ on a
#: question is for its author to write.
_TABLES_OF_AUTHORS: Final = (
    paths.EVENTS,
    paths.CLAIMS,
    paths.SOURCES,
    paths.TOPICS,
)
_NAME_FIELDS: Final = ("name", "title", "question", "statement")
_ID_PREFIXES: Final = {
    paths.EVENTS: "ev-",
    paths.CLAIMS: "cl-",
}


def add_default_kind(book: PackageBook) -> None:
    """Give events without a kind the default kind, which is added where no sheet has it."""
    default_row: Row = {"id": DEFAULT_KIND.id}
    for ending in book.endings:
        field_name = f"name{ending}"
        default_row[field_name] = getattr(DEFAULT_KIND, field_name)
    event_rows = book.rows[paths.EVENTS]
    for row_number, row in event_rows.items():
        if row.get("category"):
            continue
        row["category"] = DEFAULT_KIND.id
        kind_rows = book.rows_of(paths.CATEGORIES).values()
        if all(kind_row.get("id") != DEFAULT_KIND.id for kind_row in kind_rows):
            origin = book.origin_in(paths.EVENTS, row_number)
            book.add_row(paths.CATEGORIES, default_row, origin)


def assign_ids(book: PackageBook, table: str) -> None:
    """Give each row of a table an id, and learn the names that refer to it."""
    ids = book.ids.setdefault(table, UniqueIds())
    known_ids = book.known_ids.setdefault(table, {})
    prefix = _ID_PREFIXES.get(table, "")
    id_pattern = re.compile(f"{prefix}[a-z0-9][a-z0-9-]*")
    rows = book.rows_of(table).values()
    # Written ids first, so that no name takes one of them.
    for row in rows:
        written_id = row.get("id", "")
        if id_pattern.fullmatch(written_id):
            ids.take_id(written_id)
    for row in rows:
        names = _names_of_row(row)
        written_id = row.get("id", "")
        wanted = written_id
        if not wanted and names:
            wanted = names[0]
        has_valid_id = id_pattern.fullmatch(written_id)
        if wanted and not has_valid_id:
            slug = make_slug(wanted, "row")
            bare_slug = slug.removeprefix(prefix)
            wanted_id = f"{prefix}{bare_slug}"
            row["id"] = ids.take_id(wanted_id)
        row_id = row.get("id", "")
        for name in (row_id, written_id, *names):
            if name:
                folded_name = header_key(name)
                known_ids.setdefault(folded_name, row_id)


def _names_of_row(row: Row) -> list[str]:
    """Return the names and titles of a row, in both languages."""
    names = []
    for name_field in _NAME_FIELDS:
        for ending in ("", "_es"):
            field_name = f"{name_field}{ending}"
            name = row.get(field_name)
            if name:
                names.append(name)
    return names


def resolve_references(book: PackageBook, coordinate_source: str) -> None:
    """Replace all references by ids.

    Parameters
    ----------
    coordinate_source
        Whose the coordinates of events are, where they have no sheet of places.
    """
    for table in paths.WITH_IDS:
        if table != paths.SOURCES:
            assign_ids(book, table)
    has_place_sheet = paths.PLACES in book.sheets
    for table, model in paths.MODELS.items():
        references = column_references(model)
        for column, targets in references.items():
            if column == "place_id" and not has_place_sheet:
                _assign_places(book, coordinate_source)
            # A cell with several ids is read as it is.
            if column == "via":
                continue
            if len(targets) > 1:
                continue
            if table in book.sheets:
                target = targets[0]
                _resolve_column(book, table, column, target)
    _resolve_records(book)


def _resolve_column(
    book: PackageBook,
    table: str,
    column: str,
    target: str,
) -> None:
    """Replace the names of rows of another table by their ids.

    Parameters
    ----------
    table, column
        The column that refers.
    target
        The table that it refers to.
    """
    has_sheet = target in book.sheets
    may_add = target not in _TABLES_OF_AUTHORS and not has_sheet
    has_codes = target in paths.VOCABULARIES
    first_ending = book.endings[0]
    name_column = f"name{first_ending}"
    known_ids = book.known_ids.setdefault(target, {})
    rows = book.rows[table]
    for row_number, row in rows.items():
        name = row.get(column, "")
        if not name:
            continue
        slug = name
        if column != "unit":
            slug = make_slug(name, "word")
        folded_name = header_key(name)
        row_id = known_ids.get(folded_name)
        # Codes of vocabularies do without rows.
        is_code = has_codes and slug == name
        if row_id is None and may_add and not is_code:
            ids = book.ids.setdefault(target, UniqueIds())
            row_id = ids.take_id(slug)
            new_row = {
                "id": row_id,
                name_column: name,
            }
            origin = book.origin_in(table, row_number)
            book.add_row(target, new_row, origin)
            known_ids[folded_name] = row_id
        row[column] = row_id or slug


def _assign_places(book: PackageBook, coordinate_source: str) -> None:
    """Add the places of events that have coordinates, and refer to them.

    Parameters
    ----------
    coordinate_source
        Whose the coordinates are.
    """
    first_ending = book.endings[0]
    name_column = f"name{first_ending}"
    place_ids = book.ids[paths.PLACES]
    endings = (first_ending,)
    registry = PlaceRegistry(coordinate_source, endings, place_ids)
    known_ids = book.known_ids[paths.PLACES]
    event_rows = book.rows[paths.EVENTS]
    for row_number, row in event_rows.items():
        if row.get("lat") is None:
            continue
        cells = dict(row)
        cells["place"] = row.get("place_id", "")
        filled_cells = {}
        for column, cell in cells.items():
            if cell != "":
                filled_cells[column] = cell
        count_before = len(registry.rows_by_spot)
        place = registry.place_of(filled_cells)
        place_id = place["id"]
        row["place_id"] = place_id
        place_name = place[name_column]
        for name in (place_id, place_name):
            folded_name = header_key(name)
            known_ids.setdefault(folded_name, place_id)
        if len(registry.rows_by_spot) > count_before:
            place_row = {}
            for column, cell in place.items():
                place_row[column] = str(cell)
            origin = book.origin_in(paths.EVENTS, row_number)
            book.add_row(paths.PLACES, place_row, origin)


def _resolve_records(book: PackageBook) -> None:
    """Replace the names of events and claims in citations by ids; events come first."""
    event_ids = book.known_ids[paths.EVENTS]
    claim_ids = book.known_ids[paths.CLAIMS]
    citation_rows = book.rows.setdefault(paths.CITATIONS, {})
    for row in citation_rows.values():
        written_name = row.get("record_id", "")
        name = header_key(written_name)
        event_id = event_ids.get(name)
        claim_id = claim_ids.get(name)
        row["record_id"] = event_id or claim_id or written_name
