"""Workbooks as packages: each sheet is the table of its name, the settings a sheet of two columns.

The sheets become the tables of a package, under their row numbers, which are then checked as those
of a zip are. Columns have the package's names or plain names; references hold the id or the name of
a row. What a sheet leaves out is filled with the plainest thing that is true.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final

from components.intake import layouts, package, package_outlines
from components.intake.book_defaults import build_tables
from components.intake.book_problems import relabel_problems
from components.intake.book_references import add_default_kind, resolve_references
from components.intake.book_settings import Settings, read_settings
from components.intake.book_sources import cite_records, read_sources
from components.intake.book_tables import SETTINGS, PackageBook, assign_sheets, read_sheets
from components.intake.problems import ImportResult, Notes
from components.intake.sheet_models import Sheet
from components.story import package_files as paths
from components.story.package_files import Files

#: Areas whose file is called regions, as it is named beside a workbook and in a package.
_SECOND_REGIONS: Final = f"{package_outlines.FOLDER}regions-2.geojson"
_REGIONS: Final = f"{package_outlines.FOLDER}regions.geojson"


def read_book(
    sheets: Sequence[Sheet],
    name: str,
    notes: Notes,
    source_lists: Iterable[Sheet],
    outlines: Files,
) -> ImportResult:
    """Read a workbook as a package.

    Parameters
    ----------
    sheets
        Its sheets, for which :func:`components.intake.book_tables.is_package` holds.
    name
        The name of the file.
    notes
        Takes its problems.
    source_lists
        Lists of sources beside the workbook.
    outlines
        Files of outlines (GeoJSON) and pictures beside it, by path in a package.

    Returns
    -------
    ImportResult
        Its problems and counts name sheets, rows and headers of the workbook.
    """
    book = PackageBook(notes)
    assign_sheets(book, sheets)
    events_sheet = book.sheets[paths.EVENTS]
    read_sheets(book)
    header_row = book.sheets[paths.EVENTS].header_row
    title_above = layouts.find_title_above(events_sheet, header_row)
    settings = read_settings(book, title_above)
    files = _list_files(settings, outlines)
    add_default_kind(book)
    read_sources(book, source_lists)
    resolve_references(book, settings.title)
    cite_records(book, settings.title)
    result = package.read_package(
        files,
        name,
        notes=notes,
        given=build_tables(book),
    )
    return relabel_problems(book, result)


def _list_files(settings: Settings, outlines: Files) -> Files:
    """Return the files of the package that are no tables, by path."""
    descriptor_text = json.dumps(settings.descriptor)
    files = {paths.DESCRIPTOR: descriptor_text.encode()}
    presentation = settings.presentation
    if presentation:
        files[SETTINGS] = json.dumps(presentation).encode()
    for path, content in outlines.items():
        # They are those of the story's own regions.
        if path == _SECOND_REGIONS:
            files[_REGIONS] = content
        else:
            files[path] = content
    return files
