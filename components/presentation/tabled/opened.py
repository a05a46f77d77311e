"""A file of very many rows that a reader opens: asked as a table, and not read row by row."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from components.domain.intake.columns.column_map import ColumnMap
from components.domain.intake.columns.layout import lay_out
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Count, ImportResult, Notes, Refusal
from components.domain.intake.read import sheets_of
from components.domain.intake.together import TABLES, NamedFile, may_stand_beside
from components.domain.limits import MOST_READ_ROWS
from components.presentation.tabled.records import records_of
from components.store.answers import StoreError
from components.store.engine import load_engine
from components.store.files.memory_file import in_memory
from components.store.opened import Packed, not_collecting, pack, unpack
from components.store.table import TableStore


@dataclass(frozen=True)
class Upload:
    """What became of the files that a reader opened; ``packed`` is their table, if it is asked."""

    intake: ImportResult
    packed: Packed | None = None


def maybe_table(files: Sequence[NamedFile], limits: Limits) -> bool:
    """Whether the files are one text file with enough lines to be queried as a table."""
    (name, content), *others = files
    if others or not in_memory() or not name.lower().endswith(TABLES):
        return False
    large = content.count(b"\n") > MOST_READ_ROWS and len(content) <= limits.file
    return large and not may_stand_beside(content, name)


def load_meanwhile() -> None:
    """Load what a table is asked with, in a thread, while another process reads it."""
    threading.Thread(target=load_engine, daemon=True).start()


def read_as_table(
    files: Sequence[NamedFile], limits: Limits, column_map: ColumnMap | None
) -> Upload | None:
    """The table of a text file with more than :data:`MOST_READ_ROWS` rows.

    Returns:
        ``None`` for all other files, and for one that cannot be read so: reading it row by row
        says what is wrong with it.
    """
    if not maybe_table(files, limits):
        return None
    ((name, content),) = files
    shown = PurePosixPath(name.replace("\\", "/")).name
    notes = Notes()
    try:
        with not_collecting():
            sheets = sheets_of(content, shown, limits, notes) or []
            sheet, layout = lay_out(sheets, column_map)
            if len(sheet.rows) <= MOST_READ_ROWS:
                return None
            packed = pack(sheet, layout.map)
    except (Refusal, StoreError):
        return None
    count = Count(
        sheet.name, len(sheet.rows), packed.about["extent"]["count"], sheet.blank,
        packed.about["undated"],
    )  # fmt: skip
    return Upload(ImportResult(shown, None, tuple(notes.found), (count,), layout=layout), packed)


def unpacked(upload: Upload) -> tuple[ImportResult, TableStore | None]:
    """What was opened, and its table in this process where it is asked as one."""
    if upload.packed is None:
        return upload.intake, None
    table = unpack(upload.packed)
    if not table.about.shown:
        return upload.intake, None
    title = PurePosixPath(upload.intake.name).stem or upload.intake.name
    if upload.intake.layout:
        table.credit = upload.intake.layout.map.credit
    return replace(upload.intake, dataset=records_of(table, title, table.credit)), table
