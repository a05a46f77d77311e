"""What stands in one cell of a CSV file: numbers, lists, and text that no spreadsheet may run.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-`` or ``@`` for a formula, and some
strip a tab or a line break first. Such a text gets an apostrophe before it. A text that already has
apostrophes before such a sign gets one more, so that taking one away always gives the text back.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

Value = str | float | dt.date | tuple[str, ...] | None
#: Without this mark Excel reads "Táchira" as "TÃ¡chira".
BOM: Final = "\ufeff"
#: The full-width signs count too: some spreadsheets in East Asia run them.
_RUNS: Final = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
_GUARDED: Final = re.compile("'+[=+\\-@\t\r\n＝＋－＠]")


def harmless(text: str) -> str:
    """The text as a spreadsheet may be given it; :func:`restored` undoes it.

    Only for texts: a negative number is a number, and stays one.
    """
    return f"'{text}" if _RUNS.match(text) else text


def restored(text: str) -> str:
    """The text that :func:`harmless` was given."""
    return text[1:] if _GUARDED.match(text) else text


def plain_number(value: float) -> str:
    """A number as the files write it: ``415``, ``7.5``, ``-72.5049``."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def text_of(value: Value) -> str:
    """A value as one text: a list's items parted by semicolons, a day as ISO 8601."""
    if isinstance(value, str) or value is None:
        return value or ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "; ".join(value)
    return value.isoformat() if isinstance(value, dt.date) else plain_number(value)


def csv_cell(value: Value) -> str:
    """A value as a CSV file holds it; only texts can be dangerous, and only they are guarded."""
    return harmless(text_of(value)) if isinstance(value, (str, tuple)) else text_of(value)


def csv_bytes(rows: Iterable[Sequence[object]], mark: str = BOM) -> bytes:
    """Rows of texts, of any lengths, as CSV for spreadsheets: UTF-8 with a mark at its start."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return (mark + text.getvalue()).encode("utf-8", "replace")
