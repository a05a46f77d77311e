"""The files that a reader opens as one story: records, or a table that is queried."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from components import limits
from components.intake import ImportResult, read
from components.intake.companions import may_be_companion
from components.intake.file_formats import TEXT_TABLES, NamedFile
from components.intake.problems import Progress
from components.intake.row_records import UNTITLED, describe_dataset
from components.intake.sheet_models import ColumnMap, Credit
from components.intake.source_library import LanguageTexts, SourceDraft
from components.query.engine import has_shared_memory
from components.story.dataset import Dataset
from components.story.ground_data import EVERYWHERE, pad_bounds
from components.story.models import Bilingual, Region, Source
from components.story.presentation import MapExtent, Presentation, Span

if TYPE_CHECKING:
    from components.query.table import TableStore


def looks_like_single_table(files: Sequence[NamedFile]) -> bool:
    """Guess whether the files are one with enough rows to be queried as a table.

    Parameters
    ----------
    files
        Name and content of each file.

    Returns
    -------
    bool
        False for several files or an archive. A text file is counted by its lines; a workbook, or
        another binary file, by its size.
    """
    if len(files) > 1 or not has_shared_memory():
        return False
    file_name, content = files[0]
    ending = PurePosixPath(file_name.lower()).suffix
    if len(content) > limits.files.MOST_FILE_BYTES or ending == ".zip":
        return False
    if ending not in TEXT_TABLES:
        return len(content) > limits.files.MEGABYTE
    has_many_rows = content.count(b"\n") > limits.files.MOST_READ_ROWS
    return has_many_rows and not may_be_companion(content, file_name)


class OpenedFiles(NamedTuple):
    """What became of files that a reader opened; a worker sends it to the server's process."""

    intake: ImportResult
    #: The database file of their rows, if these are queried as a table.
    packed_table: bytes | None


def read_files(
    files: Sequence[NamedFile],
    column_map: ColumnMap | None,
    report_progress: Progress | None = None,
) -> OpenedFiles:
    """Read files as one story: as records, or with many rows as a table.

    Parameters
    ----------
    files
        Name and content of each file.
    column_map
        Which column holds which field; guessed if ``None``.
    report_progress
        Called with each step, what is done of it and all of it.

    Returns
    -------
    OpenedFiles
        The records with their problems, and the table if the rows are queried.
    """
    most_records = limits.files.MOST_ROWS
    if has_shared_memory():
        most_records = limits.files.MOST_READ_ROWS
    # Python's collector would look through all cells again and again.
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        intake = read.read_together(files, most_records, report_progress, column_map)
        if not intake.rows:
            return OpenedFiles(intake, None)
        # Imported late: only a table needs an engine.
        from components.query.packed_table import pack_rows

        if report_progress:
            row_count = len(intake.rows.numbers)
            report_progress("pages", 0, row_count)
        number_column = ""
        if intake.layout:
            number_column = intake.layout.column_map.number_header
        packed_table = pack_rows(intake.rows, number_column)
        return OpenedFiles(replace(intake, rows=None), packed_table)
    finally:
        if was_collecting:
            gc.enable()


def read_packed_files(
    files: Sequence[NamedFile],
    column_map: ColumnMap | None,
    report_progress: Progress | None = None,
) -> bytes:
    """Read files as :func:`read_files` does; return what became of them as bytes.

    A worker sends bytes to the server in no time. Objects would be made there while others wait.
    """
    opened = read_files(files, column_map, report_progress)
    return pickle.dumps(opened, pickle.HIGHEST_PROTOCOL)


def load_packed_files(packed: bytes) -> tuple[ImportResult, TableStore | None]:
    """Return what :func:`read_packed_files` read, and its table if it is queried as one.

    Call it within :func:`components.work.memory.collection_paused`, with all that is made of it.
    """
    opened: OpenedFiles = pickle.loads(packed)  # noqa: S301 - a worker of this server made it
    return unpack_opened_files(opened)


def unpack_opened_files(opened: OpenedFiles) -> tuple[ImportResult, TableStore | None]:
    """Return what was read, and its table, loaded in this process, if it is queried as one."""
    intake, packed_table = opened
    if packed_table is None:
        return intake, None
    from components.query.packed_table import unpack_table

    table = unpack_table(packed_table)
    if not table.about.shown:
        return intake, None
    if intake.layout:
        table.credit = intake.layout.column_map.credit
    dataset = build_table_dataset(table, UNTITLED, table.credit)
    return replace(intake, dataset=dataset), table


def build_table_dataset(table: TableStore, default_names: LanguageTexts, credit: Credit) -> Dataset:
    """Build the data set of a table: its days, kinds, regions and sources, without events.

    Parameters
    ----------
    table
        The events.
    default_names
        The title in each language where the credit has none.
    credit
        Title, author and licence of the table.
    """
    extents: tuple[MapExtent, ...] = ()
    if table.about.bounds:
        # The one part of the map; its id is never in an address.
        extent_name = Bilingual(en="All", es="Todo")
        bounds = pad_bounds(table.about.bounds)
        extent = MapExtent(id="whole", name=extent_name, bounds=EVERYWHERE, close=True)
        # Across the date line they are no degrees that a package could name.
        extents = (extent.model_copy(update={"bounds": bounds}),)
    regions: dict[str, Region] = {}
    for key, region_name in table.list_names("regions").items():
        regions[key] = Region(
            id=key,
            name=region_name,
            name_es=region_name,
            label=region_name,
            label_es=region_name,
        )
    sources: dict[str, Source] = {}
    for key, source_name in table.list_names("sources").items():
        sources[key] = SourceDraft(key, source_name).to_source()
    first_day, last_day = table.about.span
    # "from" is a keyword of Python.
    period = Span(**{"from": first_day, "to": last_day})
    return Dataset(
        **describe_dataset(credit, default_names),
        sources=sources,
        regions=regions,
        categories={kind.id: kind for kind in table.kinds},
        presentation=Presentation(period=period, extents=extents),
    )
