"""Reading an Excel workbook: its parts are looked through before its cells are read.

A workbook is an archive of XML. The archive goes through the same limits as any other; a part with
a document type, the door to every trick with entities, is refused; the rectangle of cells and the
characters in them are counted before a value is kept. The values come from Calamine, which knows
nothing of entities, runs no formula and follows no link.
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Sequence
from typing import Any

from components.domain.intake.files.archive import unpack
from components.domain.intake.files.workbook_scan import RELATIONS, WORKSHEET, scan_workbook
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Notes, Refusal, Sheet


def read_workbook(content: bytes, limits: Limits, notes: Notes) -> list[Sheet]:
    """The sheets of a workbook that hold anything, each cell as text.

    Raises:
        Refusal: when the file is no workbook, or holds what it must not.
    """
    parts = unpack(content, limits)
    if "[Content_Types].xml" not in parts or not any(map(WORKSHEET.match, parts)):
        raise Refusal("xlsx_broken")
    if RELATIONS not in map(str.lower, parts):
        raise Refusal("xlsx_broken", value=RELATIONS)
    scan_workbook(parts, limits, notes)
    return sheets_in(content, Refusal("xlsx_broken"), limits)


def sheets_in(content: bytes, broken: Refusal, limits: Limits) -> list[Sheet]:
    """The sheets of a workbook of any age that hold anything, once it was looked through.

    Raises:
        Refusal: ``broken`` when it cannot be read, another one when a sheet is over a limit.
    """
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        names = [s.name for s in book.sheets_metadata if "work" in str(s.typ).lower()]
        found = [_sheet(name, book.get_sheet_by_name(name), limits) for name in names]
    except Refusal:
        raise
    except BaseException as error:
        # The reader's own panics are no Exception; anything else that is none goes on.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise broken from error
        raise
    return [sheet for sheet in found if sheet]


def _sheet(name: str, sheet: Any, limits: Limits) -> Sheet | None:
    # Calamine gives the full rectangle: one cell far off would make a huge one.
    if sheet.end is None:
        return None
    height, width = sheet.end[0] + 1, sheet.end[1] + 1
    limits.check(name, rows=height - 1, columns=width, cells=height * width)
    rows = [
        (number, tuple(cell_text(cell) for cell in cells))
        for number, cells in enumerate(sheet.to_python(skip_empty_area=False), start=1)
    ]
    return headed(name, _filled_down(rows, sheet.merged_cell_ranges or (), limits))


def _filled_down(
    rows: list[tuple[int, tuple[str, ...]]], merged: Sequence[Any], limits: Limits
) -> list[tuple[int, tuple[str, ...]]]:
    """The rows with the text of a merged cell in each row that it reaches over.

    Raises:
        Refusal: when that makes too many cells or characters.
    """
    cells = characters = 0
    for (first, column), (last, _) in merged:
        end = min(last, len(rows) - 1)
        if first >= end or column >= len(rows[first][1]):
            continue
        text = rows[first][1][column]
        cells += end - first
        characters += len(text) * (end - first)
        limits.check(cells=cells, characters=characters)
        for n in range(first + 1, end + 1) if text else ():
            number, had = rows[n]
            rows[n] = (number, (*had[:column], text, *had[column + 1 :]))
    return rows


def cell_text(value: Any) -> str:
    """A cell as a person would type it: a day as ``2019-03-02``, a whole number without a point."""
    if isinstance(value, dt.datetime):
        if value.time() == dt.time():
            return value.date().isoformat()
        return value.isoformat(timespec="minutes")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return str(value)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


def headed(name: str, rows: Sequence[tuple[int, tuple[str, ...]]]) -> Sheet | None:
    """A table from its rows: the first that holds anything is the header."""
    filled = [(number, cells) for number, cells in rows if any(map(str.strip, cells))]
    if not filled:
        return None
    head = filled[0][0]
    last = filled[-1][0]
    blank = (last - head) - (len(filled) - 1)
    return Sheet(name, filled[0][1], tuple(filled[1:]), blank, head)
