"""Texts: folded, as words are looked up; cut; without what is no text; in a cell of a CSV file."""

import csv
import datetime as dt
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

Marked = TypeVar("Marked", str, dict[str, str])


def N_(message: Marked) -> Marked:
    """Mark a text, or every value of a dictionary written out here, for the catalogues."""
    return message


def shorten_text(text: str, most: int) -> str:
    """A text of at most so many characters; where some were left out it ends with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


#: Control characters, the marks that turn the direction of writing, halves of characters, and what
#: Unicode keeps from ever being a character. Neither XML nor a PDF can hold most of them.
NOT_TEXT: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    "\ufdd0-\ufdef\ufffe\uffff]"
)

Place = tuple[str | int, ...]


def mark_invalid_characters(text: str) -> str:
    """Replace each character that is no text by U+FFFD, so that a message can show the rest."""
    return NOT_TEXT.sub("\ufffd", text)


def find_invalid_texts(content: Any) -> Iterator[tuple[Place, str]]:
    """The texts and keys of a JSON value with characters that are no text, and their places."""
    found = ((place, text) for place, text in walk_texts(content) if NOT_TEXT.search(text))
    return ((place, mark_invalid_characters(text)) for place, text in found)


def walk_texts(content: Any) -> Iterator[tuple[Place, str]]:
    """Every text of a JSON value with its place, and every key with characters that are no text.

    A place is of keys and positions in lists; such characters of a key are U+FFFD there.
    """
    # No recursion: a file may be nested more deeply than Python calls itself.
    left: list[tuple[Place, Any]] = [((), content)]
    while left:
        place, value = left.pop()
        if isinstance(value, str):
            yield place, value
        elif isinstance(value, dict):
            for key, part in reversed(value.items()):
                name = str(key)
                left.append(((*place, mark_invalid_characters(name)), part))
                if NOT_TEXT.search(name):
                    left.append(((*place, mark_invalid_characters(name)), name))
        elif isinstance(value, list):
            left += [((*place, n), part) for n, part in reversed(list(enumerate(value)))]


_ACCENTS: Final = re.compile("[\u0300-\u036f]+")


def fold(text: str) -> str:
    """Lower-case a text and drop its accents, so that "Cucuta" finds "Cúcuta"."""
    # Without a cache: the texts of an upload belong to its session alone.
    if text.isascii():
        return text.casefold()
    # Latin accents go at once; only a text with other marks is read letter by letter.
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    if any(map(unicodedata.combining, set(plain))):
        plain = "".join(c for c in plain if not unicodedata.combining(c))
    return plain.casefold()


Value = str | float | dt.date | tuple[str, ...] | None
#: Without this mark Excel reads "Táchira" as "TÃ¡chira".
BOM: Final = "\ufeff"
# What a spreadsheet takes for a formula, some after stripping a tab or a line break; the full-width
# signs are run in East Asia.
_RUNS: Final = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")


def guard_formula(text: str) -> str:
    """The text as a spreadsheet may be given it; :func:`restored` undoes it."""
    # One that has an apostrophe before such a sign gets one more, so that one can be taken away.
    return f"'{text}" if _RUNS.match(text) else text


def unguard_formula(text: str) -> str:
    """The text that :func:`harmless` was given."""
    return text[1:] if text.startswith("'") and _RUNS.match(text) else text


def format_cell(value: Value) -> str:
    """A value as one text: "415", "7.5"; a list's items parted by semicolons, a day as ISO 8601."""
    if isinstance(value, str) or value is None:
        return value or ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "; ".join(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def csv_bytes(rows: Iterable[Sequence[object]], mark: str = BOM) -> bytes:
    """Rows of texts, of any lengths, as CSV for spreadsheets: UTF-8 with a mark at its start."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return (mark + text.getvalue()).encode("utf-8", "replace")
