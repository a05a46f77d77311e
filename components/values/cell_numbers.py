"""The number in a cell of a table, with its qualifier, its range and its unit.

"~300", "more than 1,200", "3–8", "300+ people" are read; "several", "(5)" or "12 of 40" are not,
and nothing is guessed. Whether the mark in "1.200" is that of thousands or of decimals is decided
for all cells of a column together.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from components.story.models import Qualifier
from components.story.texts import fold
from components.values.language_tables import QUALIFIER_OF_PROSE
from components.values.number_text import (
    FACTOR_BY_WORD,
    LARGEST_NUMBER,
    MINUS_SIGN,
    NO_BREAK_SPACE,
    NUMBER_LIMIT,
    fold_typed_text,
    parse_numbers,
)

#: Digits with groups of thousands, or with decimals.
_DIGITS: Final = re.compile(
    # The digit of "m3" is part of a unit.
    r"(?<![^\W_])(?:\d{1,3}(?P<mark>[.,'’ ])\d{3}(?:(?P=mark)\d{3})*(?:[.,]\d+)?(?!\d)"
    r"|\d+(?:[.,]\d+)?|\.\d+)"
)
#: One group of three digits: thousands or decimals.
_ONE_GROUP: Final = re.compile(r"[1-9]\d{0,2}(?P<mark>[.,])\d{3}")
#: Several groups, or a group with decimals after it, are thousands in any column.
_DECIMALS: Final = re.compile(r"\d+(?P<mark>[.,])\d+")
_DASHES: Final = re.compile("[\u2010-\u2015\u2212\ufe63\uff0d]")
#: A unit is a word or a few; signs in it are those of squares, cubes, shares and abbreviations.
_UNIT: Final = re.compile(r"(?:[^\W\d_]|[%°])[^\d()\[\]{}<>~≈?;:,|+=]{0,30}[²³]?|[^\W\d_]{1,3}[23]")
_SIGNS_BEFORE: Final[Mapping[str, Qualifier]] = {
    "": "exact",
    "~": "about",
    "≈": "about",
    "c": "about",
    "c.": "about",
    "ca": "about",
    "ca.": "about",
    "circa": "about",
    "approx": "about",
    "approx.": "about",
    "aprox": "about",
    "aprox.": "about",
    ">": "more_than",
    ">=": "at_least",
    "≥": "at_least",
    "<": "less_than",
    "<=": "up_to",
    "≤": "up_to",
}
#: What stands before the first number of a range, and between its two.
_RANGE_BEGINNINGS: Final = frozenset({"", "between", "entre", "from", "de", "desde"})
_RANGE_JOINERS: Final = frozenset({"-", "to", "a", "and", "y", "hasta", "–"})
NUMBERS_OF_RANGE: Final = 2
_LONG_FACTORS: Final[Mapping[str, int]] = {
    word: factor for word, factor in FACTOR_BY_WORD.items() if len(word) > 1
}


@dataclass(frozen=True)
class CellNumber:
    """A number that a row gives: as a claim has it, and the unit that is written after it.

    ``low`` or ``high`` is ``None`` where the qualifier says that there is no such bound.
    """

    low: float | None
    high: float | None
    qualifier: Qualifier
    unit: str = ""

    @property
    def number(self) -> float:
        """The number that is written; of a range the lower one."""
        if self.low is not None:
            return self.low
        return self.high or 0.0


def find_decimal_marks(texts: Iterable[str]) -> frozenset[str]:
    """Return the marks before decimals in the cells of a column: those that group no thousands."""
    marks: set[str] = set()
    for text in texts:
        for match in _DIGITS.finditer(text):
            digits = match.group()
            if digits.startswith("."):
                marks.add(".")
            decimals = _DECIMALS.fullmatch(digits)
            if decimals and not _ONE_GROUP.fullmatch(digits):
                marks.add(decimals["mark"])
    return frozenset(marks)


def is_grouped(text: str, decimal_marks: frozenset[str]) -> bool:
    """Return whether a text has one group of three digits that is taken for thousands."""
    for match in _DIGITS.finditer(text):
        group = _ONE_GROUP.fullmatch(match.group())
        if group and group["mark"] not in decimal_marks:
            return True
    return False


def parse_cell_number(text: str, decimal_marks: frozenset[str] = frozenset()) -> CellNumber | None:
    """Parse the number of a cell.

    Parameters
    ----------
    text
        The cell.
    decimal_marks
        The marks before decimals in its column (:func:`find_decimal_marks`).

    Returns
    -------
    CellNumber | None
        ``None`` where the cell does not give one number, or one range, and nothing else.
    """
    plain_text = _DASHES.sub(
        "-", text.replace(NO_BREAK_SPACE, " ").replace(MINUS_SIGN, "-")
    ).strip()
    matches = list(_DIGITS.finditer(plain_text))
    if not matches:
        return _parse_number_in_words(plain_text)
    before = plain_text[: matches[0].start()]
    after = plain_text[matches[-1].end() :]
    first = _parse_digits(matches[0].group(), decimal_marks)
    if len(matches) == 1:
        return _qualify_number(before, first, after)
    if len(matches) != NUMBERS_OF_RANGE:
        return None
    between = plain_text[matches[0].end() : matches[1].start()]
    second = _parse_digits(matches[1].group(), decimal_marks)
    is_range = fold(between).strip() in _RANGE_JOINERS and fold(before).strip() in _RANGE_BEGINNINGS
    if not is_range:
        return None
    tail = _read_tail(after)
    if (
        tail is None
        or tail.is_open
        or not first * tail.factor < second * tail.factor < NUMBER_LIMIT
    ):
        return None
    return CellNumber(first * tail.factor, second * tail.factor, "range", tail.unit)


def _parse_digits(digits: str, decimal_marks: frozenset[str]) -> float:
    """Return the value of digits whose marks are decimal ones only where their column says so."""
    group = _ONE_GROUP.fullmatch(digits)
    if group and group["mark"] in decimal_marks:
        return float(digits.replace(",", "."))
    match = _DIGITS.fullmatch(digits)
    if match and match["mark"]:
        digits = digits.replace(match["mark"], "")
    return float(digits.replace(",", "."))


class _Tail(NamedTuple):
    """What stands after a number: a factor, a unit, and whether a plus leaves it open upwards."""

    factor: int
    unit: str
    is_open: bool


def _read_tail(after: str) -> _Tail | None:
    """Read what stands after a number; ``None`` where it is anything but a factor and a unit."""
    rest = after.strip()
    is_open = rest.startswith("+")
    if is_open:
        rest = rest[1:].strip()
    first_word, _, further = rest.partition(" ")
    factor = _LONG_FACTORS.get(fold(first_word), 1)
    if factor > 1:
        rest = further.removeprefix("de ").removeprefix("of ").strip()
    rest = rest.rstrip(".").strip()
    if rest and not _UNIT.fullmatch(rest):
        return None
    return _Tail(factor, rest, is_open)


def _qualify_number(before: str, value: float, after: str) -> CellNumber | None:
    """Return a number by what stands before and after it; ``None`` where that is something else."""
    tail = _read_tail(after)
    words_before = fold(before).strip()
    if words_before.endswith("-"):
        words_before = words_before[:-1].strip()
        value = -value
    qualifier = _SIGNS_BEFORE.get(words_before) or QUALIFIER_OF_PROSE.get(words_before)
    if tail is None or qualifier is None:
        return None
    value *= tail.factor
    if abs(value) >= NUMBER_LIMIT or (tail.is_open and qualifier != "exact"):
        return None
    if tail.is_open:
        qualifier = "at_least"
    return _bound_number(value, qualifier, tail.unit)


def _bound_number(value: float, qualifier: str, unit: str) -> CellNumber:
    """Return a number with the bounds that its qualifier leaves it."""
    low: float | None = value
    high: float | None = value
    if qualifier in {"nearly", "less_than", "up_to"}:
        low = None
    if qualifier in {"more_than", "at_least"}:
        high = None
    return CellNumber(low, high, qualifier, unit)  # type: ignore[arg-type]


def _parse_number_in_words(text: str) -> CellNumber | None:
    """Parse a number in words: "mil cuatrocientos", "more than two hundred people"."""
    folded_text = fold_typed_text(text)
    numbers = list(parse_numbers(folded_text))
    # "²" is folded to a digit.
    if (
        any(map(str.isdigit, folded_text))
        or len(numbers) != 1
        or numbers[0].value >= LARGEST_NUMBER
    ):
        return None
    number = numbers[0]
    return _qualify_number(folded_text[: number.start], number.value, folded_text[number.end :])


def find_common_unit(numbers: Iterable[CellNumber]) -> str:
    """Return the unit that most numbers with a unit have, folded; empty where none has one."""
    unit_counts = Counter(fold(number.unit) for number in numbers if number.unit)
    if not unit_counts:
        return ""
    ((unit, _),) = unit_counts.most_common(1)
    return unit
