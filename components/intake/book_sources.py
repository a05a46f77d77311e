"""The sources and citations of a workbook that is a package.

Its sheet of sources has the fields of CSL-JSON or plain names. A row of an event or a claim is
cited by what it names as its source; one that names none by the workbook itself.
"""

import re
from collections.abc import Iterable
from typing import Final

from components.intake import source_library
from components.intake.book_references import assign_ids
from components.intake.book_tables import Origin, PackageBook, Row
from components.intake.json_files import JsonObject, object_in
from components.intake.nested_values import NameParts, nest_values, split_list
from components.intake.sheet_models import Sheet
from components.intake.table_dates import parse_table_date
from components.intake.value_names import make_slug
from components.story import package_files as paths

#: The tables whose rows are cited.
CITED_TABLES: Final = (paths.EVENTS, paths.CLAIMS)
#: The columns by which a row names its sources.
_SOURCE_COLUMNS: Final = ("source", "url", "citations")
#: Where in a source a row is found, which is no part of the source itself.
_CITATION_DETAILS: Final = ("locator", "wording")
_NUMBER_OF_DATE: Final = re.compile(r"\d{1,4}")


def read_sources(book: PackageBook, source_lists: Iterable[Sheet]) -> None:
    """Read the sheet of sources, and lists of sources beside the workbook."""
    library = book.library
    book.ids[paths.SOURCES] = library.ids
    book.known_ids[paths.SOURCES] = library.listed_ids
    assign_ids(book, paths.SOURCES)
    rows = book.rows_of(paths.SOURCES)
    for row_number, row in rows.items():
        source_item = _parse_source(book, row, row_number)
        book.source_items.append(source_item)
        item_number = len(book.source_items)
        origin = book.origin_in(paths.SOURCES, row_number)
        book.origins[paths.SOURCES, item_number] = origin
        link = source_library.link_key(row.get("URL", ""))
        if link:
            library.listed_ids.setdefault(link, row.get("id", ""))
    for sheet in source_lists:
        library.add_source_list(sheet)
    _set_source_origins(book, 0, Origin(library.list_name, None))


def _set_source_origins(book: PackageBook, first_position: int, origin: Origin) -> None:
    """Set the origin of the sources of the library from a position on."""
    first_number = len(book.source_items) + 1
    for position in range(first_position, len(book.library.sources)):
        item_number = first_number + position
        book.origins[paths.SOURCES, item_number] = origin


def _parse_source(book: PackageBook, row: Row, row_number: int) -> JsonObject:
    """Parse a row of the sheet of sources to an item of CSL-JSON."""
    written_day = row.pop("day", "")
    written_access_day = row.pop("accessed day", "")
    authors = row.pop("author", "")
    item = _nest_source_fields(row)
    custom = item.get("custom", {})
    is_complete = not isinstance(custom, dict) or "tier" in custom
    if is_complete or not item.get("title"):
        return item
    day = parse_table_date(written_day)
    if written_day and day.code:
        headers = book.columns[paths.SOURCES]
        book.notes.add(
            day.code,
            book.sheets[paths.SOURCES].name,
            row_number,
            column=headers.get("day"),
            value=written_day,
            level="part",
            **day.params,
        )
    access_day = parse_table_date(written_access_day)
    csl_fields = source_library.parse_authors(authors)
    csl_fields.update(source_library.csl_accessed(access_day.edtf))
    draft = source_library.SourceDraft(
        row["id"],
        item["title"],
        url=item.get("URL", ""),
        day=day.edtf,
        csl_fields=csl_fields,
    )
    default_item = draft.to_source().to_csl()
    merged_custom = {**default_item["custom"], **custom}
    return {**default_item, **item, "custom": merged_custom}


def _nest_source_fields(row: Row) -> JsonObject:
    """Return the fields of CSL-JSON that a row of the sheet of sources has."""
    values: dict[NameParts, str] = {}
    for name, text in row.items():
        if text:
            name_parts = tuple(name.split())
            values[name_parts] = text
    item: JsonObject = {}
    if values:
        item = nest_values(values)
    custom = object_in(item, "custom")
    upstream = custom.get("upstream")
    if isinstance(upstream, str):
        custom["upstream"] = split_list(upstream)
    for date_name in ("issued", "accessed"):
        _parse_csl_date(object_in(item, date_name))
    return item


def _parse_csl_date(csl_date: JsonObject) -> None:
    """Parse the texts of a CSL-JSON date in place: its numbers, and whether it is approximate."""
    if "circa" in csl_date:
        csl_date["circa"] = csl_date["circa"] == "true"
    date_parts = csl_date.get("date-parts")
    if isinstance(date_parts, list):
        parsed_parts = []
        for day in date_parts:
            numbers = _NUMBER_OF_DATE.findall(str(day))
            parsed_parts.append(list(map(int, numbers)))
        csl_date["date-parts"] = parsed_parts


def cite_records(book: PackageBook, default_title: str) -> None:
    """Cite the events and claims of a workbook, whose references are ids.

    Parameters
    ----------
    default_title
        The title of the story: the source of rows that name none.
    """
    library = book.library
    library.default_title = default_title
    sources_and_links: list[source_library.NameAndLink] = []
    for table in CITED_TABLES:
        for row in book.rows_of(table).values():
            source_name = row.get("source", "")
            link = row.get("url", "")
            sources_and_links.append((source_name, link))
    library.learn_links(sources_and_links)
    for table in CITED_TABLES:
        _cite_rows(book, table)


def _cite_rows(book: PackageBook, table: str) -> None:
    """Cite the rows of a table by the sources that they name, else by the workbook."""
    citation_rows = book.rows[paths.CITATIONS].values()
    cited_ids = {row.get("record_id") for row in citation_rows}
    rows = book.rows_of(table)
    for row_number, row in rows.items():
        names_source = any(row.get(name) for name in _SOURCE_COLUMNS)
        if not names_source:
            record_id = row.get("id")
            if not record_id or record_id in cited_ids:
                continue
            book.notes.add("no_source", table, row_number, "source", level="note")
        _cite_row(book, table, row_number)


def _cite_row(book: PackageBook, table: str, row_number: int) -> None:
    row = book.rows[table][row_number]
    origin = book.origin_in(table, row_number)
    count_before = len(book.library.sources)
    citations = _find_citations(book, table, row_number)
    _set_source_origins(book, count_before, origin)
    details: JsonObject = {}
    if len(citations) == 1:
        for name in _CITATION_DETAILS:
            if row.get(name):
                details[name] = row[name]
    record_id = row.get("id", "")
    for citation in citations:
        citation_row = {"record_id": record_id, **details, **citation}
        book.add_row(paths.CITATIONS, citation_row, origin)


def _find_citations(book: PackageBook, table: str, row_number: int) -> list[JsonObject]:
    """Return what a row is cited by; a source that is new is added to the library."""
    row = book.rows[table][row_number]
    source_name = row.get("source", "")
    # With a sheet of sources, an id that it lacks is an error and no new source.
    is_source_id = source_name and source_name == make_slug(source_name, "")
    if is_source_id and paths.SOURCES in book.sheets:
        listed_sources = book.library.find_listed_sources(row)
        if not listed_sources:
            return [{"source_id": source_name}]
    row_citations = book.library.cite_row(row)
    if row_citations.note:
        book.notes.add(
            row_citations.note,
            table,
            row_number,
            column="source",
            value=source_name,
            level="note",
        )
    return row_citations.citations
