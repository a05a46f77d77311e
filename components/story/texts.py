"""Texts: marked for translation, shortened, cleaned, folded for search, and as cells of CSV."""

import csv
import datetime as dt
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

Marked = TypeVar("Marked", str, dict[str, str])


def N_(message: Marked) -> Marked:
    """Mark a text, or every value of a dictionary written out here, for the catalogues."""
    return message


def shorten_text(text: str, max_length: int) -> str:
    """Return a text of at most so many characters; a shortened one ends with an ellipsis."""
    if len(text) <= max_length:
        return text
    return text[: max_length - 1] + "…"


#: Control characters, the marks that turn the direction of writing, halves of characters, and what
#: Unicode keeps from ever being a character. Neither XML nor a PDF can hold most of them.
NOT_TEXT: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    "\ufdd0-\ufdef\ufffe\uffff]"
)

#: The bytes by which characters of :data:`NOT_TEXT` begin in UTF-8.
_DOUBTFUL_BYTES: Final = (
    bytes(range(9)) + b"\x0b\x0c" + bytes(range(14, 32)) + b"\x7f\xc2\xe2\xed\xef"
)

#: Where a text is within a JSON value: keys, and positions in lists.
JsonPath = tuple[str | int, ...]


class PlacedText(NamedTuple):
    """A text of a JSON value and where it is."""

    place: JsonPath
    text: str


def mark_invalid_characters(text: str) -> str:
    """Replace each character that is no text by U+FFFD, so that a message can show the rest."""
    return NOT_TEXT.sub("\ufffd", text)


def have_invalid_characters(texts: Iterable[str]) -> bool:
    """Return whether any of some texts has a character that is no text.

    All are looked at together, and their bytes first: that is many times faster than the pattern,
    which is needed only where a byte may begin such a character.
    """
    joined_texts = " ".join(texts)
    content = joined_texts.encode("utf-8", "surrogatepass")
    if len(content.translate(None, _DOUBTFUL_BYTES)) == len(content):
        return False
    return not joined_texts.isprintable() and bool(NOT_TEXT.search(joined_texts))


def find_invalid_texts(content: Any) -> Iterator[PlacedText]:
    """Yield the texts and keys of a JSON value with characters that are no text, these marked."""
    for place, text in walk_texts(content):
        if NOT_TEXT.search(text):
            yield PlacedText(place, mark_invalid_characters(text))


def walk_texts(content: Any) -> Iterator[PlacedText]:
    """Yield every text of a JSON value, and every key with characters that are no text.

    Such characters of a key are U+FFFD in the places.
    """
    # No recursion: a file may be nested more deeply than Python calls itself.
    stack: list[tuple[JsonPath, Any]] = [((), content)]
    while stack:
        place, value = stack.pop()
        if isinstance(value, str):
            yield PlacedText(place, value)
        elif isinstance(value, dict):
            for key, member in reversed(value.items()):
                name = str(key)
                member_place = (*place, mark_invalid_characters(name))
                stack.append((member_place, member))
                if NOT_TEXT.search(name):
                    stack.append((member_place, name))
        elif isinstance(value, list):
            members = [*enumerate(value)]
            for index, member in reversed(members):
                member_place = (*place, index)
                stack.append((member_place, member))


_ACCENTS: Final = re.compile("[\u0300-\u036f]+")


def fold(text: str) -> str:
    """Lower-case a text and drop its accents, so that "Cucuta" finds "Cúcuta"."""
    # Without a cache: the texts of an upload belong to its session alone.
    if text.isascii():
        return text.casefold()
    # Latin accents go at once; only a text with other marks is read letter by letter.
    decomposed_text = unicodedata.normalize("NFKD", text)
    plain_text = _ACCENTS.sub("", decomposed_text)
    other_marks = [letter for letter in set(plain_text) if unicodedata.combining(letter)]
    for mark in other_marks:
        plain_text = plain_text.replace(mark, "")
    return plain_text.casefold()


Value = str | float | dt.date | tuple[str, ...] | tuple[int, ...] | None
#: Without this mark Excel reads "Táchira" as "TÃ¡chira".
BOM: Final = "\ufeff"
# What a spreadsheet takes for a formula, some after stripping a tab or a line break; the full-width
# signs are run in East Asia.
_FORMULA_START: Final = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")


def guard_formula(text: str) -> str:
    """Return a text that no spreadsheet runs: with an apostrophe before what may be a formula.

    :func:`unguard_formula` undoes it.
    """
    # A text with apostrophes before such a sign gets one more, so that one can be removed.
    if _FORMULA_START.match(text):
        return f"'{text}"
    return text


def unguard_formula(text: str) -> str:
    """Return the text that :func:`guard_formula` was given."""
    if text.startswith("'") and _FORMULA_START.match(text):
        return text[1:]
    return text


def format_cell(value: Value) -> str:
    """Write a value as a cell of CSV: "415", "7.5", "true", "2019-02-23".

    The items of a list are separated by semicolons; ``None`` is empty.
    """
    if isinstance(value, str) or value is None:
        return value or ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "; ".join(str(item) for item in value)
    if isinstance(value, dt.date):
        return value.isoformat()
    number = float(value)
    if number.is_integer():
        return str(int(value))
    return repr(number)


#: The columns that hold a latitude or a longitude, in degrees (WGS 84).
COORDINATE_COLUMNS: Final = frozenset({"lat", "lon"})
#: A metre on the ground. Fewer decimals mislead: where the point separates thousands, a spreadsheet
#: reads 6.245 as 6245.
COORDINATE_DECIMALS: Final = 5


def format_coordinate_cell(value: Value) -> str:
    """Write degrees as a cell of CSV with five decimals, or more where the value has more."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return format_cell(value)
    text = f"{value:.{COORDINATE_DECIMALS}f}"
    if float(text) != value:
        return repr(float(value))
    return text


def csv_bytes(rows: Iterable[Sequence[object]], mark: str = BOM) -> bytes:
    """Serialize rows of any lengths as CSV for spreadsheets.

    Returns
    -------
    bytes
        UTF-8 with a byte order mark, lines ended by CR LF; halves of characters become "?".
    """
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerows(rows)
    text = mark + table.getvalue()
    return text.encode("utf-8", "replace")
