"""What stands in one cell of a CSV file: numbers, lists, and text that no spreadsheet may run.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-`` or ``@`` for a formula, and some
strip a tab or a line break first. Such a text gets an apostrophe before it. A text that already has
apostrophes before such a sign gets one more, so that taking one away always gives the text back.
"""

from __future__ import annotations

import re
from typing import Final

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


def joined(items: tuple[str, ...]) -> str:
    """A list in one cell: its items parted by semicolons."""
    return "; ".join(items)
