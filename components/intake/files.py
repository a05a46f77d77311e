"""Tables in text files: their encoding, CSV, and the rows of any file as a table.

A file that cannot be read raises a :class:`Refusal` with the reason.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from components import limits
from components.intake.problems import PROGRESS_ROWS, SHOWN_CHARACTERS, Notes, Refusal, check
from components.intake.sheet_models import NumberedRow, Sheet

#: What files in encodings that are not read here begin with.
UNREAD: Final = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"+/v": "UTF-7"}
#: A zero byte among so many first bytes is of no text.
MOST_BINARY_BYTES: Final = 4096
#: So much of a header decides on the delimiter.
MOST_HEAD_CHARACTERS: Final = 100_000
DELIMITERS: Final = (",", ";", "\t", "|")
_LINE: Final = re.compile("[^\n]+")
# A cell may be as long as a file: a text that is too long is reported by its row and column, and a
# quotation mark that is not closed by its line. The limit is the process's.
_USUAL_CELL_LIMIT: Final = csv.field_size_limit()
csv.field_size_limit(max(_USUAL_CELL_LIMIT, limits.files.MOST_FILE_BYTES))

#: The cells of an entry by their columns.
Record = dict[str, str]


def decode_text(content: bytes, name: str, notes: Notes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, else Windows-1252, with a note.

    Parameters
    ----------
    name
        The file's name, for its problems.

    Raises
    ------
    Refusal
        If it is in another encoding, or is no text.
    """
    for mark, encoding in UNREAD.items():
        if content.startswith(mark):
            raise Refusal("encoding_unread", sheet=name, value=encoding)
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            return content.decode("utf-16")
        if b"\x00" in content[:MOST_BINARY_BYTES]:
            raise Refusal("not_text", sheet=name)
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            error_position = error.start
        text = content.decode("cp1252")
    except UnicodeDecodeError as error:
        raise Refusal("encoding", sheet=name) from error
    line_number = content.count(b"\n", 0, error_position) + 1
    line_start = text.rfind("\n", 0, error_position) + 1
    line_end = line_start + 2 * SHOWN_CHARACTERS
    line, _, _ = text[line_start:line_end].partition("\n")
    notes.add(
        "windows_1252",
        name,
        line_number,
        value=line.strip(),
        level="note",
    )
    return text


def read_csv(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the rows of a CSV file, numbered as a spreadsheet shows them.

    Raises
    ------
    Refusal
        If it has no rows, too many rows, columns or cells, or a quotation mark is not closed.
    """
    text = decode_text(content, name, notes)
    header_line = _find_header_line(text)
    # Compared with each row, so read once.
    most_rows = limits.files.MOST_ROWS
    most_columns = limits.files.MOST_COLUMNS
    most_cells = limits.files.MOST_CELLS
    rows: list[NumberedRow] = []
    cell_count = 0
    try:
        delimiter = _find_delimiter(header_line)
        lines = _report_lines(text, len(content), notes)
        most_delimiters = most_columns * limits.files.MOST_CELL_CHARACTERS
        if text.count(delimiter) > most_delimiters:
            lines = _check_lines(lines, delimiter, name, most_delimiters)
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        for number, cells in enumerate(map(tuple, reader), start=1):
            column_count = len(cells)
            cell_count += column_count
            # The header is no row.
            if number > most_rows + 1 or column_count > most_columns or cell_count > most_cells:
                check(
                    name,
                    rows=number - 1,
                    columns=column_count,
                    cells=cell_count,
                )
            rows.append((number, cells))
    except csv.Error as error:
        raise Refusal("csv_broken", sheet=name, row=len(rows) + 1) from error
    sheet = headed(name, rows)
    if sheet is None:
        raise Refusal("table_empty", sheet=name)
    return sheet


def _find_header_line(text: str) -> str:
    """Return the beginning of the first line with more than delimiters and blanks."""
    for match in _LINE.finditer(text):
        for line in match[0].splitlines():
            if line.strip(" ,;\t|"):
                return line[:MOST_HEAD_CHARACTERS]
    return ""


def _find_delimiter(header_line: str) -> str:
    """Return the delimiter that gives the header most cells; a comma where none does."""
    header_delimiter = DELIMITERS[0]
    most_cells = 0
    for delimiter in DELIMITERS:
        reader = csv.reader([header_line], delimiter=delimiter)
        header_cells = next(reader, [])
        if len(header_cells) > most_cells:
            most_cells = len(header_cells)
            header_delimiter = delimiter
    return header_delimiter


def _report_lines(text: str, byte_count: int, notes: Notes) -> Iterator[str]:
    """Yield the lines of a text; report now and then how many bytes of its file they take."""
    source = io.StringIO(text, newline="")
    while lines := list(islice(source, PROGRESS_ROWS)):
        done_bytes = byte_count * source.tell() // len(text)
        notes.report_step("file", done_bytes, byte_count)
        yield from lines


def _check_lines(
    lines: Iterable[str], delimiter: str, name: str, most_delimiters: int
) -> Iterator[str]:
    """Yield the lines of a table; refuse one with more delimiters than a row may have characters.

    Such a line would be millions of cells before they could be counted.
    """
    for line in lines:
        if len(line) > most_delimiters:
            delimiter_count = line.count(delimiter)
            if delimiter_count > most_delimiters:
                check(name, columns=delimiter_count + 1)
        yield line


def headed(name: str, rows: Sequence[NumberedRow]) -> Sheet | None:
    """Return rows as a table whose header is the first row with a cell that is not blank.

    ``None`` where all are blank; blank rows between others are only counted.
    """
    # Most rows begin with a cell that is filled.
    filled_rows = [
        row for row in rows if (row[1] and row[1][0].strip()) or any(map(str.strip, row[1]))
    ]
    if not filled_rows:
        return None
    header_row, header = filled_rows[0]
    last_row, _ = filled_rows[-1]
    row_count = last_row - header_row + 1
    blank_count = row_count - len(filled_rows)
    return Sheet(
        name,
        header,
        rows=tuple(filled_rows[1:]),
        blank=blank_count,
        header_row=header_row,
    )


def build_sheet(
    name: str,
    records: Sequence[Record],
    columns: Sequence[str],
    title: str = "",
    *,
    has_markup: bool = False,
) -> Sheet:
    """Return records as a table with the columns in this order, its first row numbered 1.

    Parameters
    ----------
    title
        What the file calls itself, where it does.
    has_markup
        Whether its texts are HTML.

    Raises
    ------
    Refusal
        If there are no records or no columns.
    """
    if not records or not columns:
        raise Refusal("table_empty", sheet=name)
    rows: list[NumberedRow] = []
    for row_number, record in enumerate(records, start=1):
        cells = tuple(record.get(column, "") for column in columns)
        rows.append((row_number, cells))
    return Sheet(
        name,
        tuple(columns),
        tuple(rows),
        header_row=0,
        title=title,
        has_markup=has_markup,
    )
