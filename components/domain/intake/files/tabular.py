"""Reading a CSV file as people save it: other encodings, semicolons, tabs, blank lines."""

from __future__ import annotations

import csv
import io
import re
from typing import Final

from components.domain.intake.files.workbook import headed
from components.domain.intake.limits import LIMITS, Limits
from components.domain.intake.problems import Notes, Refusal, Sheet

DELIMITERS: Final = (",", ";", "\t", "|")
_LINE: Final = re.compile("[^\n]+")
# A cell may be as long as a file: a text that is too long is said by its row and column, and a
# quotation mark that is not closed by the line it is on. The limit is the process's own.
csv.field_size_limit(max(csv.field_size_limit(), LIMITS.file))


def decode(content: bytes, name: str, notes: Notes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, else Windows-1252, which is said."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise Refusal("encoding", sheet=name) from error
    if b"\x00" in content[:4096]:
        raise Refusal("not_text", sheet=name)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = content[: error.start].count(b"\n") + 1
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError as error:
        raise Refusal("encoding", sheet=name) from error
    line = text.splitlines()[at - 1] if at <= len(text.splitlines()) else ""
    notes.add("windows_1252", name, at, value=line, level="note")
    return text


def _delimiter(text: str) -> str:
    """The mark that parts the header into most cells; a comma where none does."""
    parts = (found[0].splitlines() for found in _LINE.finditer(text))
    head = next((line for lines in parts for line in lines if line.strip(" ,;\t|")), "")
    counts = {mark: len(next(csv.reader([head], delimiter=mark), [])) for mark in DELIMITERS}
    return max(DELIMITERS, key=lambda mark: counts[mark])


def read_csv(content: bytes, name: str, limits: Limits, notes: Notes) -> Sheet:
    """The rows of a CSV file, numbered as a spreadsheet shows them.

    Raises:
        Refusal: when it is no text, holds nothing, or is over a limit.
    """
    text = decode(content, name, notes)
    mark = _delimiter(text)
    rows: list[tuple[int, tuple[str, ...]]] = []
    cells = 0
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
        for number, row in enumerate(reader, start=1):
            cells += len(row)
            limits.check(name, rows=number - 1, columns=len(row), cells=cells)
            rows.append((number, tuple(row)))
    except csv.Error as error:
        raise Refusal("csv_broken", sheet=name, row=len(rows) + 1) from error
    sheet = headed(name, rows)
    if sheet is None:
        raise Refusal("table_empty", sheet=name)
    return sheet
