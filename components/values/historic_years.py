"""Years, decades and centuries as histories write them: "44 BC", "the 1540s", "siglo III a. C."."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from components.values.date_texts import APPROXIMATE, SHORT_YEAR_DIGITS, format_edtf_year
from components.values.language_tables import any_pattern_of

Era = Literal["bc", "ad", ""]

#: Below this a year needs its era: "44" alone may be an age, a day or a number.
FIRST_YEAR_WITHOUT_ERA: Final = 100
LAST_CENTURY: Final = 99
DECADE_YEARS: Final = 10
CENTURY_YEARS: Final = 100

_BEFORE_CHRIST: Final = (
    r"b\.?\s?c\.?(?:\s?e)?|a\.?\s?(?:de\s)?c|a\.?\s?(?:n\.?\s?e|e\.?\s?c)|antes de cristo"
)
_AFTER_CHRIST: Final = r"a\.?\s?d|c\.?\s?e|d\.?\s?(?:de\s)?c|n\.?\s?e|e\.?\s?c|despues de cristo"
_ORDINALS: Final = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth"
    "|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
)
_ROMAN_NUMERALS: Final = (
    "i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv|xvi|xvii|xviii|xix|xx|xxi"
)


def _number_words(alternatives: str) -> dict[str, int]:
    words = alternatives.split("|")
    return {word: number for number, word in enumerate(words, start=1)}


_NUMBER_WORDS: Final = _number_words(_ROMAN_NUMERALS) | _number_words(_ORDINALS)
_YEAR_TERM = re.compile(
    rf"(?P<about>{any_pattern_of('about_patterns')}\s*(?=[^a-z]))?(?:the\s+|el\s+)?"
    r"(?:(?P<era_before>a\.?\s?d\.?|c\.?\s?e\.?)\s*)?"
    r"(?:(?P<decade>(?:los\s+)?anos\s+|(?:la\s+)?decada de(?: los)?(?: anos)?\s+)?"
    r"(?P<year>\d{1,4})(?P<plural>'?s)?"
    rf"|(?P<ordinal>\d{{1,2}}(?:st|nd|rd|th)|{_ORDINALS})"
    r"(?:[\s-]+(?P<century>centur(?:y|ies)|cent\.?|c\.?))?"
    rf"|(?P<siglo>(?:siglos?|s\.?)\s?)?(?P<roman>{_ROMAN_NUMERALS}))"
    rf"\s*(?:(?P<bc>{_BEFORE_CHRIST})|(?P<ad>{_AFTER_CHRIST}))?\.?",
    re.ASCII,
)


@dataclass(frozen=True)
class YearTerm:
    """A year, decade or century as it is written.

    Attributes
    ----------
    number
        The year, the first year of a decade, or the number of a century.
    digits
        How many digits of a year are written; 0 for ordinals and Roman numerals.
    is_ordinal
        Whether the number is "third", "3rd" or "III", which counts centuries alone.
    names_century, names_decade
        Whether the term itself says so; of "siglos XII y XIII" the first does for both.
    is_about
        Whether the year is approximate ("c. 1850").
    """

    number: int
    digits: int
    era: Era
    is_ordinal: bool
    names_century: bool
    names_decade: bool
    is_about: bool


class YearRange(NamedTuple):
    """First and last year, as EDTF counts them: 0 is 1 BC."""

    first: int
    last: int


def parse_year_term(text: str) -> YearTerm | None:
    """Parse a folded year, decade or century; ``None`` for anything else."""
    match = _YEAR_TERM.fullmatch(text)
    if not match:
        return None
    era: Era = ""
    if match["bc"]:
        era = "bc"
    elif match["ad"] or match["era_before"]:
        era = "ad"
    year_digits = match["year"] or ""
    ordinal = match["roman"] or match["ordinal"] or ""
    if year_digits:
        number = int(year_digits)
    elif ordinal in _NUMBER_WORDS:
        number = _NUMBER_WORDS[ordinal]
    else:
        # "3rd": the ending has two letters.
        number = int(ordinal[:-2])
    return YearTerm(
        number=number,
        digits=len(year_digits),
        era=era,
        is_ordinal=bool(ordinal),
        names_century=bool(match["century"] or match["siglo"]),
        names_decade=bool(match["plural"] or match["decade"]),
        is_about=bool(match["about"]),
    )


def _complete_short_end(start: YearTerm, end: YearTerm) -> YearTerm:
    """Give the end of "1348-51" the century of the start."""
    has_era = start.era or end.era
    if has_era or end.digits != SHORT_YEAR_DIGITS:
        return end
    if start.number < FIRST_YEAR_WITHOUT_ERA:
        return end
    century_start = start.number - start.number % CENTURY_YEARS
    return replace(end, number=century_start + end.number)


def _shared_era(terms: Sequence[YearTerm]) -> Era:
    """Return the era of terms without one.

    "300–250 BC" and "AD 250–300" say it once for both. After a start BC an end without an era may
    be of either.
    """
    if terms[0].era == "bc":
        return ""
    return terms[0].era or terms[-1].era


def _range_of_term(term: YearTerm, era: Era, *, is_century: bool) -> YearRange | None:
    """Return the years of a term; ``None`` for a year 0, or one too short to be without an era."""
    if term.number == 0:
        return None
    if is_century:
        if term.number > LAST_CENTURY:
            return None
        # The 1st century begins with the year 1, the 2nd with 101.
        first_year = CENTURY_YEARS * (term.number - 1) + 1
        last_year = first_year + CENTURY_YEARS - 1
    elif term.names_decade:
        if term.number % DECADE_YEARS:
            return None
        first_year = term.number
        last_year = first_year + DECADE_YEARS - 1
    else:
        if not era and term.number < FIRST_YEAR_WITHOUT_ERA:
            return None
        first_year = term.number
        last_year = term.number
    if era == "bc":
        # Years BC count down, and 1 BC is the year 0 of EDTF.
        return YearRange(1 - last_year, 1 - first_year)
    return YearRange(first_year, last_year)


def _format_end(year: int, *, is_about: bool) -> str:
    text = format_edtf_year(year)
    if is_about:
        text += APPROXIMATE
    return text


def _format_terms(terms: Sequence[YearTerm]) -> str:
    """Format one term, or the first and last of a span, as EDTF; empty where unclear.

    A century is the interval of its years ("3rd century" is 0201~/0300~), since EDTF has no shorter
    form that a page could draw.
    """
    is_century = any(term.names_century for term in terms)
    if not is_century and any(term.is_ordinal for term in terms):
        return ""
    shared_era = _shared_era(terms)
    ranges = []
    for term in terms:
        years = _range_of_term(term, term.era or shared_era, is_century=is_century)
        if years is None:
            return ""
        ranges.append(years)
    first_year = ranges[0].first
    last_year = ranges[-1].last
    if first_year > last_year:
        return ""
    # Within a decade or a century the year is not known, and it may not have lasted all of them.
    is_wide = is_century or any(term.names_decade for term in terms)
    start = _format_end(first_year, is_about=is_wide or terms[0].is_about)
    if first_year == last_year and len(terms) == 1:
        return start
    end = _format_end(last_year, is_about=is_wide or terms[-1].is_about)
    return f"{start}/{end}"


def parse_historic_years(text: str) -> str:
    """Parse a folded year, decade or century to EDTF; empty for anything else."""
    term = parse_year_term(text)
    if term is None:
        return ""
    return _format_terms([term])


def parse_historic_span(start_text: str, end_text: str, *, is_hyphenated: bool) -> str:
    """Parse the two ends of "44–30 BC" or "siglos XII y XIII" to EDTF; empty where unclear.

    Parameters
    ----------
    is_hyphenated
        Whether a hyphen or a slash joins them: after it two digits might be a month, so that only
        "1348–51" with a dash or a word is completed.
    """
    start = parse_year_term(start_text)
    end = parse_year_term(end_text)
    if start is None or end is None:
        return ""
    if not (start.names_century or end.names_century):
        if not is_hyphenated:
            end = _complete_short_end(start, end)
        if start.era == "bc" and not end.era and end.number < start.number:
            # In "300 BC – 250" the end may be of either era.
            return ""
    return _format_terms([start, end])
