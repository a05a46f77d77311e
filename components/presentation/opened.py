"""What a reader opens: read as records or, with very many rows, as a table that is asked."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from components.intake.columns import ColumnMap, Credit
from components.intake.problems import ImportResult
from components.intake.read import TABLES, NamedFile, may_stand_beside, read_together
from components.intake.row_records import UNTITLED, Texts, licence_of, own_source
from components.limits import MEGABYTE, MOST_FILE_BYTES, MOST_READ_ROWS, MOST_ROWS
from components.query.engine import in_memory
from components.story.dataset import Dataset, PackageInfo
from components.story.ground_data import with_room
from components.story.models import Region
from components.story.presentation import MapExtent, Presentation, Span
from components.story.sources import Bilingual

if TYPE_CHECKING:
    from components.query.table import TableStore

#: How a package ends.
PACKED: Final = ".zip"


def maybe_table(files: Sequence[NamedFile]) -> bool:
    """Whether the files are one with enough rows to be queried as a table, as far as one sees."""
    (name, content), *others = files
    ending = PurePosixPath(name.lower()).suffix
    if others or not in_memory() or len(content) > MOST_FILE_BYTES or ending == PACKED:
        return False
    if ending in TABLES:
        return content.count(b"\n") > MOST_READ_ROWS and not may_stand_beside(content, name)
    return len(content) > MEGABYTE


#: What became of files that a reader opened, and the file of their table, if it is asked.
Opened = tuple[ImportResult, bytes | None]


def read_files(
    files: Sequence[NamedFile], column_map: ColumnMap | None,
    progress: Callable[[int, int], None] | None = None,
) -> Opened:  # fmt: skip
    """Read files, names and contents, as one story: as records, or with many rows as a table.

    ``column_map`` says which column of a table is what, else it is guessed; ``progress`` is called
    with rows done and rows in all, now and then.
    """
    records = MOST_READ_ROWS if in_memory() else MOST_ROWS
    # Python's collector would look through all cells again and again.
    collected = gc.isenabled()
    gc.disable()
    try:
        intake = read_together(files, records, progress, column_map)
        if not intake.rows:
            return intake, None
        # Imported late: only a table needs an engine.
        from components.query.opening import pack

        number = intake.layout.map.number if intake.layout else ""
        return replace(intake, rows=None), pack(intake.rows, number)
    finally:
        if collected:
            gc.enable()


def unpacked(opened: Opened) -> tuple[ImportResult, TableStore | None]:
    """What was opened, and its table in this process where it is asked as one."""
    intake, packed = opened
    if packed is None:
        return intake, None
    from components.query.opening import unpack

    table = unpack(packed)
    if not table.about.shown:
        return intake, None
    if intake.layout:
        table.credit = intake.layout.map.credit
    return replace(intake, dataset=records_of(table, UNTITLED, table.credit)), table


def records_of(table: TableStore, names: Texts, credit: Credit) -> Dataset:
    """A data set of a table: days, kinds, regions, sources; named by its credit, else ``names``."""
    # The one part of the map; its id is never in an address.
    extents = [
        MapExtent(
            id="whole", name=Bilingual(en="All", es="Todo"), bounds=with_room(bounds), close=True
        )
        for bounds in (table.about.bounds,) if bounds
    ]  # fmt: skip
    regions = {
        key: Region(id=key, name=word, name_es=word, label=word, label_es=word)
        for key, word in table.names("regions").items()
    }
    first, last = table.about.span
    span = Span(**{"from": first, "to": last})
    return Dataset(
        version="1.0.0",
        title=credit.title or names["en"],
        sources={k: own_source(k, word, "", "") for k, word in table.names("sources").items()},
        regions=regions,
        about=PackageInfo(
            title_es=credit.title_es or credit.title or names["es"], licence=licence_of(credit)
        ),
        categories={kind.id: kind for kind in table.kinds},
        presentation=Presentation(period=span, extents=tuple(extents)),
    )
