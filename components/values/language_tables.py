"""The words of numbers and dates: a table for English and one for Spanish, all words folded.

Folded is without capitals and accents (:func:`components.story.texts.fold`). Names that end with
``_patterns`` hold regular expressions, in the order in which they are tried; all else is plain
words. What reads numbers, days, periods or years takes its words from here, so that a word that
one of them knows is known to all.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final


@dataclass(frozen=True)
class LanguageTable:
    """The words of numbers and dates in one language.

    Attributes
    ----------
    months
        The names of the twelve months.
    month_spellings
        Other names of months that no other word is written like, with the numbers of their months.
    month_abbreviations
        Short names besides the first three letters; in prose they may be other words ("a set").
    weekdays
        The names of the days of the week.
    seasons
        The names of the seasons, with their numbers in EDTF.
    day_endings
        Patterns of what follows the number of a day: "3rd", "1.º".
    small_numbers
        Words by what they add to a number, all under 1,000.
    factors
        Words by what they multiply a number with; those of one letter follow digits alone.
    half_words
        Words of a half: "half a million".
    and_word
        What joins the words of one number.
    decimal_mark, thousands_mark
        What divides the digits of a number: "1,200.5" and "1.200,5".
    qualifiers
        The words of tables for how exact a figure is, by what they mean.
    prose_qualifiers
        Further words of sentences for how exact a figure is, by what they mean.
    number_articles
        Patterns of articles between such words and the number: "about a thousand".
    range_starts
        Words before the lower number of a range: "between 300 and 400".
    range_joiners
        Words between the two numbers of a range; the :attr:`and_word` is one behind a start.
    article_patterns
        What may stand before the day of a month.
    about_patterns
        What says before a date that it is approximate.
    perhaps_patterns
        What says before a date that it is uncertain.
    early_patterns, middle_patterns, late_patterns
        What names the first, second or last third of a period.
    """

    months: tuple[str, ...]
    month_spellings: Mapping[str, int]
    month_abbreviations: Mapping[str, int]
    weekdays: tuple[str, ...]
    seasons: Mapping[str, int]
    day_endings: tuple[str, ...]
    small_numbers: Mapping[str, int]
    factors: Mapping[str, int]
    half_words: tuple[str, ...]
    and_word: str
    decimal_mark: str
    thousands_mark: str
    qualifiers: Mapping[str, str]
    prose_qualifiers: Mapping[str, str]
    number_articles: tuple[str, ...]
    range_starts: tuple[str, ...]
    range_joiners: tuple[str, ...]
    article_patterns: tuple[str, ...]
    about_patterns: tuple[str, ...]
    perhaps_patterns: tuple[str, ...]
    early_patterns: tuple[str, ...]
    middle_patterns: tuple[str, ...]
    late_patterns: tuple[str, ...]


MONTHS_IN_YEAR: Final = 12


def _count_words(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    """Return the value of each of some words, the first being ``first`` times ``step``."""
    values: dict[str, int] = {}
    for number, word in enumerate(words.split(), first):
        values[word] = number * step
    return values


ENGLISH: Final = LanguageTable(
    months=(
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ),
    month_spellings={},
    month_abbreviations={"sept": 9},
    weekdays=("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    seasons={"spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24},
    day_endings=("st", "nd", "rd", "th"),
    small_numbers={
        **_count_words("zero one two three four five six seven eight nine ten eleven twelve"),
        **_count_words("thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 13),
        **_count_words("twenty thirty forty fifty sixty seventy eighty ninety", 2, 10),
    },
    factors={
        "hundred": 100,
        "dozen": 12,
        "thousand": 1000,
        "k": 1000,
        "million": 10**6,
        "m": 10**6,
    },
    half_words=("half",),
    and_word="and",
    decimal_mark=".",
    thousands_mark=",",
    qualifiers={
        "more than": "more_than",
        "nearly": "nearly",
        "about": "about",
        "at least": "at_least",
        "less than": "less_than",
        "up to": "up_to",
        "exact": "exact",
    },
    prose_qualifiers={
        "over": "more_than",
        "above": "more_than",
        "almost": "nearly",
        "close to": "nearly",
        "around": "about",
        "roughly": "about",
        "approximately": "about",
        "some": "about",
        "no fewer than": "at_least",
        "no less than": "at_least",
        "fewer than": "less_than",
        "under": "less_than",
        "below": "less_than",
        "at most": "up_to",
        "no more than": "up_to",
        "as many as": "up_to",
    },
    number_articles=("an?", "the"),
    range_starts=("between", "from"),
    range_joiners=("to",),
    article_patterns=("the",),
    about_patterns=(
        r"c\.",
        r"c(?=\s?\d)",
        "~",
        r"ca\.?",
        "circa",
        "about",
        "around",
        "approximately",
        r"approx\.?",
    ),
    perhaps_patterns=("probably", "possibly", "perhaps"),
    early_patterns=("early(?: in)?", "(?:the )?(?:beginning|start|first days) of"),
    middle_patterns=("mid", "(?:the )?middle of"),
    late_patterns=("late(?: in)?", "(?:the )?(?:end|last days) of"),
)
SPANISH: Final = LanguageTable(
    months=(
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ),
    month_spellings={"setiembre": 9},
    month_abbreviations={"set": 9},
    weekdays=("lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"),
    # The sign º is folded to an o; ° is the sign of degrees, which many keyboards have instead.
    seasons={"primavera": 21, "verano": 22, "otono": 23, "invierno": 24},
    day_endings=(r"\.?o", "°", r"e?ro\.?"),
    small_numbers={
        **_count_words("cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece"),
        **_count_words("catorce quince dieciseis diecisiete dieciocho diecinueve veinte", 14),
        **_count_words("veintiuno veintidos veintitres veinticuatro veinticinco", 21),
        **_count_words("veintiseis veintisiete veintiocho veintinueve", 26),
        **_count_words("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 3, 10),
        **_count_words("doscientos trescientos cuatrocientos quinientos seiscientos", 2, 100),
        **_count_words("setecientos ochocientos novecientos", 7, 100),
        **_count_words("doscientas trescientas cuatrocientas quinientas seiscientas", 2, 100),
        **_count_words("setecientas ochocientas novecientas", 7, 100),
        "cien": 100,
        "ciento": 100,
        "un": 1,
        "una": 1,
        "veintiun": 21,
        "veintiuna": 21,
    },
    factors={
        "centenar": 100,
        "docena": 12,
        "docenas": 12,
        "mil": 1000,
        "millar": 1000,
        "millon": 10**6,
        "millones": 10**6,
    },
    half_words=("medio", "media"),
    and_word="y",
    decimal_mark=",",
    thousands_mark=".",
    qualifiers={
        "mas de": "more_than",
        "casi": "nearly",
        "alrededor de": "about",
        "al menos": "at_least",
        "menos de": "less_than",
        "hasta": "up_to",
        "exacto": "exact",
        "exacta": "exact",
    },
    prose_qualifiers={
        "unos": "about",
        "unas": "about",
        "cerca de": "about",
        "en torno a": "about",
        "aproximadamente": "about",
        "por lo menos": "at_least",
        "no menos de": "at_least",
        "como mucho": "up_to",
        "como maximo": "up_to",
        "no mas de": "up_to",
    },
    number_articles=("un", "una", "los", "las"),
    range_starts=("entre", "de", "desde"),
    range_joiners=("a", "hasta"),
    article_patterns=(r"el(?:\s+dia)?",),
    about_patterns=(
        "aproximadamente",
        r"aprox\.?",
        "alrededor del?",
        "hacia",
        "cerca del?",
        "en torno al?",
    ),
    perhaps_patterns=("probablemente", "posiblemente", "quizas?"),
    early_patterns=("(?:a )?(?:principios|comienzos|inicios) del?", "(?:los )?primeros dias de"),
    middle_patterns=("(?:a )?mediados del?",),
    late_patterns=("(?:a )?(?:finales|fines|fin) del?", "(?:los )?ultimos dias de"),
)
LANGUAGE_TABLES: Final = (ENGLISH, SPANISH)


def any_pattern(patterns: Iterable[str]) -> str:
    """Return a pattern of any of some patterns."""
    return f"(?:{'|'.join(patterns)})"


def any_pattern_of(field_name: str) -> str:
    """Return a pattern of any of the words or patterns of a field, in all languages."""
    return any_pattern(chain.from_iterable(getattr(table, field_name) for table in LANGUAGE_TABLES))


def join_tables(field_name: str) -> dict[str, int]:
    """Return the words of a field in all languages by their numbers."""
    numbers: dict[str, int] = {}
    for table in LANGUAGE_TABLES:
        numbers.update(getattr(table, field_name))
    return numbers


def _number_months() -> dict[str, int]:
    numbers: dict[str, int] = {}
    for table in LANGUAGE_TABLES:
        for number, name in enumerate(table.months, start=1):
            numbers[name] = number
    numbers.update(join_tables("month_spellings"))
    return numbers


def _number_abbreviated_months() -> dict[str, int]:
    numbers = dict(MONTHS)
    for name, number in MONTHS.items():
        numbers[name[:3]] = number
    numbers.update(join_tables("month_abbreviations"))
    return numbers


#: The months by their names; English is first.
MONTHS: Final[dict[str, int]] = _number_months()
#: The months as tables name them: also by the first three letters, and by other short names.
MONTH_OF: Final[dict[str, int]] = _number_abbreviated_months()
#: The numbers of seasons in EDTF by their names.
SEASONS: Final[dict[str, int]] = join_tables("seasons")


def _index_qualifiers(field_name: str) -> dict[str, str]:
    qualifiers: dict[str, str] = {}
    for table in LANGUAGE_TABLES:
        qualifiers.update(getattr(table, field_name))
    return qualifiers


#: How exact a figure is, by the words of tables.
QUALIFIER_OF_WORDS: Final = _index_qualifiers("qualifiers")
#: The same by the words of sentences.
QUALIFIER_OF_PROSE: Final = QUALIFIER_OF_WORDS | _index_qualifiers("prose_qualifiers")
