"""Numbers in texts: in digits, in words, and in single cells of tables.

"mil", "1.400" and "1.2 million" in prose are read as they are meant; texts come from anybody, are
cut to a length and folded, and nothing in them is ever run or kept. A cell of a table is read where
it is clear, and never guessed.
"""

import math
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from components.limits.views import MOST_TEXT_CHARACTERS
from components.story.texts import fold
from components.values.date_terms import extract_days
from components.values.language_tables import (
    LANGUAGE_TABLES,
    any_pattern,
    join_tables,
)

#: Greater numbers of a text are taken for this one.
LARGEST_NUMBER: Final = 1e9
#: Numbers of cells from here on are errors, and their squares would be infinite.
NUMBER_LIMIT: Final = 1e300
#: A word for less is no number: "one" and "a" count nothing.
LEAST_IN_WORDS: Final = 2
MINUS_SIGN: Final = "\u2212"
#: Dashes that programs and people write for a minus: figure dash, en dash, small and wide hyphen.
_MINUS_DASHES: Final = re.compile("^[\u2212\u2012\u2013\ufe63\uff0d]\\s?(?=[\\d.])")
NO_BREAK_SPACE: Final = "\u00a0"
#: Words by what they add to a number.
ADDED_BY_WORD: Final = join_tables("small_numbers")
#: Words by what they multiply a number with.
FACTOR_BY_WORD: Final = join_tables("factors")
#: From this factor on, what is counted below the next thousand begins anew.
THOUSAND: Final = 1000


def _join_words(field_name: str) -> frozenset[str]:
    words: set[str] = set()
    for table in LANGUAGE_TABLES:
        words.update(getattr(table, field_name))
    return frozenset(words)


HALF_WORDS: Final = _join_words("half_words")
#: Words that may be part of a number.
NUMBER_WORDS: Final = frozenset({*ADDED_BY_WORD, *FACTOR_BY_WORD, *HALF_WORDS})
#: Either language's mark is the decimal one, unless three digits follow it.
_DECIMAL_MARKS: Final = "".join(table.decimal_mark for table in LANGUAGE_TABLES)
_DECIMALS: Final = f"[{_DECIMAL_MARKS}][0-9]+"
_GROUP_MARKS: Final = "".join(table.thousands_mark for table in LANGUAGE_TABLES) + "' "
_DIGITS: Final = (
    rf"[0-9]{{1,3}}(?P<mark>[{_GROUP_MARKS}])[0-9]{{3}}(?:(?P=mark)[0-9]{{3}})*(?![0-9])"
    rf"(?:(?!(?P=mark)){_DECIMALS})?"
    rf"|[0-9]+(?:{_DECIMALS})?"
)
#: A number in digits, as two languages write it.
DIGITS_PATTERN: Final = re.compile(_DIGITS)
_PLAIN_DIGITS: Final = re.compile(rf"[0-9]+(?:{_DECIMALS})?")


def any_word(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, up to its end."""
    return f"{any_pattern(words)}(?![a-z])"


# "And" is inside a number: after hundreds or tens, before something smaller. "A few hundred" names
# no number.
_AND: Final = any_pattern(table.and_word for table in LANGUAGE_TABLES)
_SMALL: Final = any_word(word for word, value in ADDED_BY_WORD.items() if value in range(10))
_TENS: Final = any_word(word for word, value in ADDED_BY_WORD.items() if value in range(20, 100))
_ADDED: Final = any_word(ADDED_BY_WORD)
_LONG_FACTOR_WORDS: Final = [word for word in FACTOR_BY_WORD if len(word) > 1]
_HALF: Final = any_word(HALF_WORDS)
#: Words of a number before its factor: "two hundred" before "thousand".
MOST_WORDS_BEFORE_FACTOR: Final = 4


def _times_pattern(factor: float) -> str:
    """Return a pattern of the words for a factor, with the "and" that goes on with its number.

    "A thousand and two" goes on, and so does "a million and two hundred thousand". "A thousand and
    two thousand" are two numbers: what follows is as large.
    """
    factor_words = [word for word in _LONG_FACTOR_WORDS if FACTOR_BY_WORD[word] == factor]
    # "Two hundred and fifty thousand" is one number: below a thousand, a thousand is no rival.
    limit = THOUSAND if factor < THOUSAND else math.inf
    large_words = [word for word in _LONG_FACTOR_WORDS if factor <= FACTOR_BY_WORD[word] < limit]
    small_words = {*ADDED_BY_WORD, *(set(_LONG_FACTOR_WORDS) - set(large_words))}
    words_before = rf"(?: {any_word(small_words)}){{0,{MOST_WORDS_BEFORE_FACTOR}}}"
    is_other_number = rf"(?!{words_before} {any_word(large_words)})"
    goes_on = rf" {_AND}(?= {_ADDED}){is_other_number}"
    and_a_half = rf" {_AND}(?: an?)? {_HALF}"
    return rf"{any_word(factor_words)}(?:{and_a_half}|{goes_on})?"


_FACTORS: Final = sorted({FACTOR_BY_WORD[word] for word in _LONG_FACTOR_WORDS})
_TIMES: Final = f"(?:{'|'.join(map(_times_pattern, _FACTORS))})"
_MORE: Final = rf"(?:[ -](?:{_TENS}(?: {_AND}(?= {_SMALL}))?|{_ADDED}|{_TIMES}))*"
_NUMBERS: Final = re.compile(
    rf"(?P<number>{_DIGITS})(?: ?(?:{_TIMES}{_MORE}|{any_word('km')}))?"
    rf"|(?<![a-z])(?:{_HALF}(?: an?)? {_TIMES}|{_ADDED} {_AND}(?: an?)? {_HALF} {_TIMES}"
    rf"|(?<!few )(?<!several )(?<!many )(?<!some ){_TIMES}"
    rf"|{_TENS}(?: {_AND}(?= {_SMALL}))?|{_ADDED}){_MORE}"
)
_WORDS: Final = re.compile("[a-z]+")


# In prose -----------------------------------------------------------------------------------------


def fold_typed_text(text: str) -> str:
    """Fold the first ``MOST_TEXT_CHARACTERS``: lower case, no accents, single spaces."""
    return " ".join(fold(text[:MOST_TEXT_CHARACTERS]).split())


def parse_digits(text: str) -> float:
    """Parse a number in digits.

    Groups of three digits are thousands; any other mark is the decimal one.
    """
    match = DIGITS_PATTERN.match(text)
    if match and match["mark"] and text[0] != "0":
        text = text.replace(match["mark"], "")
    plain_match = _PLAIN_DIGITS.match(re.sub(r"[' ]", "", text))
    if plain_match is None:
        return 0.0
    return float(plain_match.group().replace(",", "."))


class NumberSpan(NamedTuple):
    """A number in a folded text, and where its words begin and end."""

    value: float
    start: int
    end: int


def parse_numbers(folded_text: str) -> Iterator[NumberSpan]:
    """Yield the numbers of a folded text ("1.2 million", "mil cuatrocientos").

    One and nothing are numbers in digits alone.
    """
    for match in _NUMBERS.finditer(folded_text):
        digits = match["number"] or ""
        text_after = match.group().removeprefix(digits)
        words = _WORDS.findall(text_after)
        value = min(sum_number_words(digits, words), LARGEST_NUMBER)
        if digits or len(words) > 1 or value >= LEAST_IN_WORDS:
            yield NumberSpan(value, match.start(), match.end())


def sum_number_words(digits: str, words: Iterable[str]) -> float:
    """Return the number that digits, which may be empty, and the words after them make."""
    total = 0.0
    # Below the next thousand; ``None`` where nothing is counted yet, so that "mil" is 1,000.
    small_part: float | None = None
    # Of the word before: half of it is meant by "a million and a half".
    last_factor = 0.0
    if digits:
        small_part = parse_digits(digits)
    for number_word in words:
        if number_word in FACTOR_BY_WORD:
            factor = FACTOR_BY_WORD[number_word]
            if small_part is None:
                small_part = 1
            small_part *= factor
            last_factor = factor
            if factor >= THOUSAND:
                total += small_part
                small_part = None
        elif number_word in HALF_WORDS and last_factor:
            total += last_factor / 2
        elif number_word in HALF_WORDS:
            small_part = (small_part or 0) + 0.5
        else:
            small_part = (small_part or 0) + ADDED_BY_WORD.get(number_word, 0)
    return total + (small_part or 0)


def list_numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a text, each once, without those of days ("27 February")."""
    other_text = extract_days(fold_typed_text(text)).other_text
    values = dict.fromkeys(number.value for number in parse_numbers(other_text))
    return tuple(values)


# In cells -----------------------------------------------------------------------------------------

#: Programs for statistics leave out the nought before the point: "-.18".
_POINT_NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?")
_COMMA_NUMBER: Final = re.compile(r"[+-]?\d+,\d+")
#: What English readers take for thousands, and Spanish ones for decimals.
_COMMA_GROUP: Final = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
#: Groups of thousands that are nothing else in any language: "30,000,000", "1.000.000".
_GROUPS: Final = re.compile(r"[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})")
#: A number in brackets, or with a minus behind it: accountants write so what is below nothing, and
#: editors the number of a footnote.
_BRACKETED: Final = re.compile(r"\(\s?\d[\d.,]*\s?\)|\d[\d.,]*\s?-")
_LOOKS_LIKE_DEGREES: Final = re.compile(r"[°º'\"′″]|\d\s*[NSEWO]\b|\b[NSEWO]\s*\d")


class ParsedNumber(NamedTuple):
    """A number, or ``None`` and the code of the reason why there is none."""

    value: float | None
    code: str = ""


def _clean_cell(raw: str) -> str:
    text = raw.strip().replace(NO_BREAK_SPACE, "")
    return _MINUS_DASHES.sub("-", text).replace(MINUS_SIGN, "-")


def parse_number(raw: str) -> ParsedNumber:
    """Parse the number of a cell in digits, with a decimal point or comma.

    Returns
    -------
    ParsedNumber
        The code is ``coordinate_degrees`` for a text that looks like degrees, else
        ``not_a_number``.
    """
    text = _clean_cell(raw)
    if _POINT_NUMBER.fullmatch(text):
        value = float(text)
        if abs(value) < NUMBER_LIMIT:
            return ParsedNumber(value)
        return ParsedNumber(None, "not_a_number")
    if _COMMA_NUMBER.fullmatch(text):
        return ParsedNumber(float(text.replace(",", ".")))
    if _LOOKS_LIKE_DEGREES.search(text):
        return ParsedNumber(None, "coordinate_degrees")
    return ParsedNumber(None, "not_a_number")


def parse_count(raw: str) -> ParsedNumber:
    """Parse the number of a cell that counts something, as :func:`parse_number` does.

    "1,400" is none: where a figure is typed it is 1400 (:func:`parse_digits`), as a decimal 1.4. A
    point is the decimal mark of data packages, so "1.400" stays 1.4:
    https://datapackage.org/standard/table-schema/#number. Two marks or more are those of thousands.
    "(5)" and "5-" are none, with the code ``number_bracketed``: nothing in the cell tells which of
    its two meanings is meant.
    """
    text = _clean_cell(raw)
    if _BRACKETED.fullmatch(text):
        return ParsedNumber(None, "number_bracketed")
    if _COMMA_GROUP.fullmatch(text):
        return ParsedNumber(None, "not_a_number")
    if _GROUPS.fullmatch(text):
        value = float(text.replace(",", "").replace(".", ""))
        if abs(value) < NUMBER_LIMIT:
            return ParsedNumber(value)
        return ParsedNumber(None, "not_a_number")
    return parse_number(raw)
