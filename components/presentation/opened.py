"""What a reader opens: read as records or, with very many rows, as a table that is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final

from components.intake.columns import ColumnMap
from components.intake.problems import ImportResult, Limits
from components.intake.read import TABLES, NamedFile, may_stand_beside, read_together
from components.limits import MEGABYTE, MOST_READ_ROWS
from components.presentation.table_records import records_of
from components.query.engine import load_engine
from components.query.opening import Packed, in_memory, not_collecting, pack, unpack
from components.query.table import TableStore

#: How a package ends.
PACKED: Final = ".zip"


@dataclass(frozen=True)
class Upload:
    """What became of the files that a reader opened; ``packed`` is their table, if it is asked."""

    intake: ImportResult
    packed: Packed | None = None


def maybe_table(files: Sequence[NamedFile], limits: Limits) -> bool:
    """Whether the files are one with enough rows to be queried as a table, as far as one sees."""
    (name, content), *others = files
    ending = PurePosixPath(name.lower()).suffix
    if others or not in_memory() or len(content) > limits.file or ending == PACKED:
        return False
    if ending in TABLES:
        return content.count(b"\n") > MOST_READ_ROWS and not may_stand_beside(content, name)
    return len(content) > MEGABYTE


def load_meanwhile() -> None:
    """Load what a table is asked with, in a thread, while another process reads it."""
    threading.Thread(target=load_engine, daemon=True).start()


def read_files(
    files: Sequence[NamedFile], limits: Limits, column_map: ColumnMap | None,
    progress: Callable[[int, int], None] | None = None,
) -> Upload:  # fmt: skip
    """Read files as one story: as records, or with many rows as a table.

    Args:
        files: names and contents.
        limits: how much each may hold.
        column_map: which column of a table is what; guessed where nothing is said.
        progress: called with rows done and rows in all, now and then.
    """
    few = replace(limits, records=MOST_READ_ROWS) if in_memory() else limits
    with not_collecting():
        intake = read_together(files, few, progress, column_map)
        packed = pack(intake.rows) if intake.rows else None
    return Upload(replace(intake, rows=None), packed)


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
