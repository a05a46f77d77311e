"""Numbers and days as people write them, in both languages: "mil", "1.400", "30 de abril".

Texts come from anybody. They are cut to a length, folded and split into words; nothing in them is
ever run or kept. The patterns of days mean the same in Python and in JavaScript, and the browser is
sent them. A day is the term ``@2019-04-30``, without its year ``@04-30``; a month ``@2019-04`` or
``@04``; a year ``@2019``.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple

from components.limits import MOST_TEXT_CHARACTERS
from components.story.edtf import MONTHS, days_after, parse_edtf
from components.story.texts import fold

#: A stretch of more days or months is found by its ends alone.
MOST_DAYS: Final = 31
MOST_MONTHS: Final = 24
#: A day as EDTF writes it.
_DAY_CHARACTERS: Final = 10


def month_name_pattern(name: str) -> str:
    """Return a pattern of a month's name from its first three letters on: "apr(?:i(?:l)?)?"."""
    more_letters = name[3:]
    optional_letters = "".join(f"(?:{letter}" for letter in more_letters)
    closing_brackets = ")?" * len(more_letters)
    return f"{name[:3]}{optional_letters}{closing_brackets}"


_NAMES: Final = "|".join(month_name_pattern(name) for name in MONTHS)
_MONTH: Final = rf"({_NAMES})\b\.?"
_YEAR: Final = r"([0-9]{4})(?![0-9])"
#: Before a number that is no part of a longer number or date.
_ALONE: Final = r"(?<![0-9.,/-])"
_DAY: Final = r"([0-9]{1,2})(?:st|nd|rd|th|o)?(?![0-9])"
#: Each pattern, and what its groups are: year, month (its name or its number), day.
DAY_PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    (rf"{_ALONE}([0-9]{{4}})-([0-9]{{2}})-([0-9]{{2}})(?![0-9])", "ymd"),
    (rf"{_ALONE}([0-9]{{1,2}})[/.-]([0-9]{{1,2}})[/.-]{_YEAR}", "dmy"),
    (rf"{_ALONE}{_DAY} (?:de |of )?{_MONTH}(?:,? (?:de |del |of )?{_YEAR})?", "dmy"),
    (rf"\b{_MONTH} {_DAY}(?:,? {_YEAR})?", "mdy"),
    (rf"\b{_MONTH},? (?:de |del |of )?{_YEAR}", "my"),
    (rf"{_ALONE}([0-9]{{4}})-([0-9]{{2}})(?![0-9-])", "ym"),
)
_COMPILED_DAY_PATTERNS: Final = tuple(
    (re.compile(pattern), group_letters) for pattern, group_letters in DAY_PATTERNS
)


def parse_month(text: str) -> int:
    """Return the month that a name, the beginning of one or a number means; 0 for none."""
    if text.isdigit():
        number = int(text)
        return number if 1 <= number <= 12 else 0
    for name, number in MONTHS.items():
        if name.startswith(text):
            return number
    return 0


def format_date_term(year_text: str, month_text: str, day_text: str) -> str | None:
    """Return the term of a day or a month; ``None`` where there is no such day."""
    month = parse_month(month_text)
    day = int(day_text or 0)
    # "02/23/2019": where the second number is no month, the first is.
    if not month and parse_month(day_text) and int(month_text) <= MOST_DAYS:
        month = day
        day = int(month_text)
    if not month or day > MOST_DAYS:
        return None
    if not day and day_text:
        return None
    term_parts = []
    if year_text:
        term_parts.append(year_text)
    term_parts.append(f"{month:02}")
    if day:
        term_parts.append(f"{day:02}")
    return "@" + "-".join(term_parts)


def match_date_term(match: re.Match[str], group_letters: str) -> str | None:
    """Return the term of a match of one of :data:`DAY_PATTERNS`."""
    texts = {"y": "", "m": "", "d": ""}
    for group_letter, group_text in zip(group_letters, match.groups(), strict=True):
        texts[group_letter] = group_text or ""
    return format_date_term(texts["y"], texts["m"], texts["d"])


class ExtractedDays(NamedTuple):
    """The terms of the days and months in a folded text, and the text with spaces for them."""

    terms: list[str]
    other_text: str


def extract_days(folded_text: str) -> ExtractedDays:
    """Return the days and months that a folded text names, and the text without them."""
    terms: list[str] = []
    other_text = folded_text
    for pattern, group_letters in _COMPILED_DAY_PATTERNS:
        text_pieces = []
        piece_start = 0
        for match in pattern.finditer(other_text):
            term = match_date_term(match, group_letters)
            if term is None:
                continue
            terms.append(term)
            text_pieces.append(other_text[piece_start : match.start()])
            text_pieces.append(" " * len(match.group()))
            piece_start = match.end()
        text_pieces.append(other_text[piece_start:])
        other_text = "".join(text_pieces)
    return ExtractedDays(terms, other_text)


def list_date_terms(date_text: str | None) -> Iterator[str]:
    """Yield what a date (EDTF) is found by: its year, its months and, where it has days, its days.

    Years and months are yielded with and without each other: ``@2019``, ``@2019-04``, ``@04``.
    """
    when = parse_edtf(date_text or "../..")
    first_day = when.lower or when.upper
    last_day = when.upper or when.lower
    if first_day is None or last_day is None:
        return
    yield from _list_month_terms(first_day, last_day)
    written_days = when.text.partition("T")[0].split("/")
    if all(len(day_text.strip("~?%-")) == _DAY_CHARACTERS for day_text in written_days):
        yield from _list_day_terms(first_day, last_day)


def _list_month_terms(first_day: date, last_day: date) -> Iterator[str]:
    first_month = first_day.year * 12 + first_day.month - 1
    last_month = last_day.year * 12 + last_day.month - 1
    months: Iterable[int] = (first_month, last_month)
    if last_month - first_month < MOST_MONTHS:
        months = range(first_month, last_month + 1)
    for month_count in months:
        term_year = month_count // 12
        term_month = month_count % 12 + 1
        yield f"@{term_year:04}"
        yield f"@{term_year:04}-{term_month:02}"
        yield f"@{term_month:02}"


def _list_day_terms(first_day: date, last_day: date) -> Iterator[str]:
    day_count = last_day.toordinal() - first_day.toordinal()
    days: Iterable[date] = (first_day, last_day)
    if day_count < MOST_DAYS:
        days = [days_after(first_day, number) for number in range(day_count + 1)]
    for day in days:
        day_text = day.isoformat()
        yield f"@{day_text}"
        yield f"@{day_text[-5:]}"


LARGEST_NUMBER: Final = 1e9


def number_words(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    """Return the value of each of some words, the first being ``first`` times ``step``."""
    return {word: number * step for number, word in enumerate(words.split(), first)}


#: Words by what they add to a number.
ADDED_BY_WORD: Final[dict[str, int]] = {
    **number_words(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen"
    ),
    **number_words(
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
        "dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres "
        "veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve"
    ),
    **number_words("twenty thirty forty fifty sixty seventy eighty ninety", 2, 10),
    **number_words("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 3, 10),
    **number_words(
        "doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos "
        "novecientos",
        2,
        100,
    ),
    **number_words(
        "doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas "
        "novecientas",
        2,
        100,
    ),
    "cien": 100,
    "ciento": 100,
    "un": 1,
    "una": 1,
    "veintiun": 21,
    "veintiuna": 21,
}
#: Words by what they multiply a number with.
FACTOR_BY_WORD: Final[dict[str, int]] = {
    "hundred": 100,
    "centenar": 100,
    "dozen": 12,
    "docena": 12,
    "docenas": 12,
    "thousand": 1000,
    "mil": 1000,
    "millar": 1000,
    "k": 1000,
    "million": 10**6,
    "millon": 10**6,
    "millones": 10**6,
    "m": 10**6,
}
HALF_WORDS: Final = frozenset({"half", "medio", "media"})
#: Words that may be part of a number.
NUMBER_WORDS: Final = frozenset({*ADDED_BY_WORD, *FACTOR_BY_WORD, *HALF_WORDS})
_DIGITS: Final = (
    r"[0-9]{1,3}(?P<mark>[.,' ])[0-9]{3}(?:(?P=mark)[0-9]{3})*(?![0-9])(?:(?!(?P=mark))[.,][0-9]+)?"
    r"|[0-9]+(?:[.,][0-9]+)?"
)
#: A number in digits, as two languages write it.
DIGITS_PATTERN: Final = re.compile(_DIGITS)
_PLAIN_DIGITS: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)?")


def any_word(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, up to its end."""
    return rf"(?:{'|'.join(words)})(?![a-z])"


# "And" is inside a number: after hundreds or tens, before something smaller. "A few hundred" names
# no number.
_SMALL: Final = any_word(word for word, value in ADDED_BY_WORD.items() if value < 10)
_TENS: Final = any_word(word for word, value in ADDED_BY_WORD.items() if 20 <= value < 100)
_ADDED: Final = any_word(ADDED_BY_WORD)
_LONG_FACTORS: Final = any_word(word for word in FACTOR_BY_WORD if len(word) > 1)
_TIMES: Final = rf"{_LONG_FACTORS}(?: (?:and|y)(?= {_ADDED}))?"
_MORE: Final = rf"(?:[ -](?:{_TENS}(?: (?:and|y)(?= {_SMALL}))?|{_ADDED}|{_TIMES}))*"
_NUMBERS: Final = re.compile(
    rf"(?P<number>{_DIGITS})(?: ?(?:{_TIMES}{_MORE}|{any_word('km')}))?"
    rf"|(?<![a-z])(?:{any_word(HALF_WORDS)}(?: an?)? {_TIMES}"
    rf"|(?<!few )(?<!several )(?<!many )(?<!some ){_TIMES}"
    rf"|{_TENS}(?: (?:and|y)(?= {_SMALL}))?|{_ADDED}){_MORE}"
)
_WORDS: Final = re.compile("[a-z]+")


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
        words = _WORDS.findall(match.group()[len(digits) :])
        value = min(sum_number_words(digits, words), LARGEST_NUMBER)
        if digits or len(words) > 1 or value >= 2:
            yield NumberSpan(value, match.start(), match.end())


def sum_number_words(digits: str, words: Iterable[str]) -> float:
    """Return the number that digits, which may be empty, and the words after them make."""
    total = 0.0
    # Below the next thousand; ``None`` where nothing is counted yet, so that "mil" is 1,000.
    small_part: float | None = None
    if digits:
        small_part = parse_digits(digits)
    for number_word in words:
        if number_word in FACTOR_BY_WORD:
            factor = FACTOR_BY_WORD[number_word]
            if small_part is None:
                small_part = 1
            small_part *= factor
            if factor >= 1000:
                total += small_part
                small_part = None
        elif number_word in HALF_WORDS:
            small_part = 0.5
        else:
            small_part = (small_part or 0) + ADDED_BY_WORD.get(number_word, 0)
    return total + (small_part or 0)


def list_numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a text, each once, without those of days ("27 February")."""
    other_text = extract_days(fold_typed_text(text)).other_text
    values = dict.fromkeys(number.value for number in parse_numbers(other_text))
    return tuple(values)
