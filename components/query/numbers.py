"""Numbers and days as people write them, in both languages: "mil", "1.400", "30 de abril".

Texts come from anybody. They are cut to a length, folded and split into words; nothing in them is
ever run or kept. The patterns of days mean the same in Python and in JavaScript, and the browser is
sent them. A day is the term ``@2019-04-30``, without its year ``@04-30``; a month ``@2019-04`` or
``@04``; a year ``@2019``.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from components.limits import MOST_TEXT_CHARACTERS
from components.story.edtf import MONTHS, days_after, parse_edtf
from components.story.texts import fold

#: A stretch of more days or months is found by its ends alone.
MOST_DAYS: Final = 31
MOST_MONTHS: Final = 24
#: A day as EDTF writes it.
_DAY_CHARACTERS: Final = 10
#: A month's name from its first three letters on.
_NAMES: Final = [name[:3] + "(?:".join(["", *name[3:]]) + ")?" * len(name[3:]) for name in MONTHS]
_MONTH: Final = rf"({'|'.join(_NAMES)})\b\.?"
_YEAR: Final = r"([0-9]{4})(?![0-9])"
_OWN: Final = r"(?<![0-9.,/-])"
_DAY: Final = r"([0-9]{1,2})(?:st|nd|rd|th|o)?(?![0-9])"
#: Each pattern, and what its groups are: year, month (its name or its number), day.
DAY_PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    (rf"{_OWN}([0-9]{{4}})-([0-9]{{2}})-([0-9]{{2}})(?![0-9])", "ymd"),
    (rf"{_OWN}([0-9]{{1,2}})[/.-]([0-9]{{1,2}})[/.-]{_YEAR}", "dmy"),
    (rf"{_OWN}{_DAY} (?:de |of )?{_MONTH}(?:,? (?:de |del |of )?{_YEAR})?", "dmy"),
    (rf"\b{_MONTH} {_DAY}(?:,? {_YEAR})?", "mdy"),
    (rf"\b{_MONTH},? (?:de |del |of )?{_YEAR}", "my"),
    (rf"{_OWN}([0-9]{{4}})-([0-9]{{2}})(?![0-9-])", "ym"),
)
_COMPILED: Final = tuple((re.compile(pattern), order) for pattern, order in DAY_PATTERNS)


def parse_month(said: str) -> int:
    """The month that a name, the beginning of one or a number means; 0 where there is none."""
    if said.isdigit():
        return int(said) if 1 <= int(said) <= 12 else 0
    return next((n for name, n in MONTHS.items() if name.startswith(said)), 0)


def _term(said: dict[str, str]) -> str | None:
    """The term of a day or a month; ``None`` where there is no such day."""
    month, day = parse_month(said["m"]), int(said.get("d") or 0)
    # "02/23/2019": where the second number is no month, the first is.
    if not month and parse_month(said.get("d", "")) and int(said["m"]) <= MOST_DAYS:
        month, day = day, int(said["m"])
    if not month or day > MOST_DAYS or (not day and said.get("d")):
        return None
    parts = [said["y"]] if said.get("y") else []
    return "@" + "-".join([*parts, f"{month:02}", *([f"{day:02}"] if day else [])])


def extract_days(folded: str) -> tuple[list[str], str]:
    """The terms of the days and months that stand in a folded text, and the text without them."""
    terms: list[str] = []
    for pattern, order in _COMPILED:

        def taken(match: re.Match[str], order: str = order) -> str:
            term = _term(dict(zip(order, (g or "" for g in match.groups()), strict=True)))
            if term is None:
                return match.group()
            terms.append(term)
            return " " * len(match.group())

        folded = pattern.sub(taken, folded)
    return terms, folded


def list_date_terms(date: str | None) -> Iterator[str]:
    """What a date (EDTF) is found by: its year, its months and, where it says days, its days."""
    when = parse_edtf(date or "../..")
    if not (ends := [day for day in (when.lower, when.upper) if day]):
        return
    first, last = ends[0], ends[-1]
    begun, ended = (day.year * 12 + day.month - 1 for day in (first, last))
    for number in range(begun, ended + 1) if ended - begun < MOST_MONTHS else (begun, ended):
        year, month = f"@{number // 12:04}", f"{number % 12 + 1:02}"
        yield from (year, f"{year}-{month}", f"@{month}")
    text = when.text.partition("T")[0]
    if all(len(part.strip("~?%-")) == _DAY_CHARACTERS for part in text.split("/")):
        length = last.toordinal() - first.toordinal()
        days = map(partial(days_after, first), range(length + 1))
        for day in days if length < MOST_DAYS else (first, last):
            text = day.isoformat()
            yield from ("@" + text, "@" + text[-5:])


LARGEST_NUMBER: Final = 1e9

#: Words by what they add to a number: each row begins with a number and goes on by steps.
ADDED_BY_WORD: Final[dict[str, int]] = {
    **{
        word: n * step
        for first, step, words in (
            (0, 1, "zero one two three four five six seven eight nine ten eleven twelve thirteen "
                   "fourteen fifteen sixteen seventeen eighteen nineteen"),
            (0, 1, "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece "
                   "catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno "
                   "veintidos veintitres veinticuatro veinticinco veintiseis veintisiete "
                   "veintiocho veintinueve"),
            (2, 10, "twenty thirty forty fifty sixty seventy eighty ninety"),
            (3, 10, "treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
            (2, 100, "doscientos trescientos cuatrocientos quinientos seiscientos setecientos "
                     "ochocientos novecientos"),
            (2, 100, "doscientas trescientas cuatrocientas quinientas seiscientas setecientas "
                     "ochocientas novecientas"),
        )
        for n, word in enumerate(words.split(), first)
    },
    "cien": 100, "ciento": 100, "un": 1, "una": 1, "veintiun": 21, "veintiuna": 21,
}  # fmt: skip
FACTOR_BY_WORD: Final[dict[str, int]] = {
    "hundred": 100, "centenar": 100, "dozen": 12, "docena": 12, "docenas": 12,
    "thousand": 1000, "mil": 1000, "millar": 1000, "k": 1000,
    "million": 10**6, "millon": 10**6, "millones": 10**6, "m": 10**6,
}  # fmt: skip
HALF_WORDS: Final = frozenset({"half", "medio", "media"})
#: Words that may be part of a number.
NUMBER_WORDS: Final = frozenset({*ADDED_BY_WORD, *FACTOR_BY_WORD, *HALF_WORDS})
_DIGITS: Final = (
    r"[0-9]{1,3}(?P<mark>[.,' ])[0-9]{3}(?:(?P=mark)[0-9]{3})*(?![0-9])(?:(?!(?P=mark))[.,][0-9]+)?"
    r"|[0-9]+(?:[.,][0-9]+)?"
)
#: A number in digits, as two languages write it.
DIGITS_PATTERN: Final = re.compile(_DIGITS)


def _any(words: Iterable[str]) -> str:
    return rf"(?:{'|'.join(words)})(?![a-z])"


# "And" stands inside one number: after hundreds or tens, before something smaller. "A few hundred"
# names no number.
_SMALL: Final = _any(word for word, value in ADDED_BY_WORD.items() if value < 10)
_TENS: Final = _any(word for word, value in ADDED_BY_WORD.items() if 20 <= value < 100)
_LONG_FACTORS: Final = _any(word for word in FACTOR_BY_WORD if len(word) > 1)
_TIMES: Final = rf"{_LONG_FACTORS}(?: (?:and|y)(?= {_any(ADDED_BY_WORD)}))?"
_MORE: Final = rf"(?:[ -](?:{_TENS}(?: (?:and|y)(?= {_SMALL}))?|{_any(ADDED_BY_WORD)}|{_TIMES}))*"
_NUMBERS: Final = re.compile(
    rf"(?P<number>{_DIGITS})(?: ?(?:{_TIMES}{_MORE}|{_any('km')}))?"
    rf"|(?<![a-z])(?:{_any(HALF_WORDS)}(?: an?)? {_TIMES}"
    rf"|(?<!few )(?<!several )(?<!many )(?<!some ){_TIMES}"
    rf"|{_TENS}(?: (?:and|y)(?= {_SMALL}))?|{_any(ADDED_BY_WORD)}){_MORE}"
)


def fold_typed_text(text: str) -> str:
    """Lower case without accents, cut to a length (``MOST_TEXT_CHARACTERS``), plain spaces."""
    return " ".join(fold(text[:MOST_TEXT_CHARACTERS]).split())


def parse_digits(text: str) -> float:
    """Read a number in digits: groups of three are thousands, any other mark is the decimal one."""
    found = DIGITS_PATTERN.match(text)
    if found and found["mark"] and text[0] != "0":
        text = text.replace(found["mark"], "")
    plain = re.match(r"[0-9]+(?:[.,][0-9]+)?", re.sub(r"[' ]", "", text))
    return float(plain.group().replace(",", ".")) if plain else 0.0


def parse_numbers(folded: str) -> Iterator[tuple[float, int, int]]:
    """The numbers of a folded text ("1.2 million", "mil cuatrocientos"), and where each begins and
    ends; one and nothing are numbers in digits alone.
    """
    for match in _NUMBERS.finditer(folded):
        number = match["number"] or ""
        total, part = 0.0, parse_digits(number) if number else None
        words = re.findall("[a-z]+", match.group()[len(number) :])
        for word in words:
            if word in FACTOR_BY_WORD:
                part = (1 if part is None else part) * FACTOR_BY_WORD[word]
                if FACTOR_BY_WORD[word] >= 1000:
                    total, part = total + part, None
            elif word in HALF_WORDS:
                part = 0.5
            else:
                part = (part or 0) + ADDED_BY_WORD.get(word, 0)
        value = min(total + (part or 0), LARGEST_NUMBER)
        if number or len(words) > 1 or value >= 2:
            yield value, *match.span()


def list_numbers(text: str) -> tuple[float, ...]:
    """The numbers that stand in a text, each once; those of days ("27 February") are left out."""
    folded = extract_days(fold_typed_text(text))[1]
    return tuple(dict.fromkeys(value for value, _, _ in parse_numbers(folded)))
