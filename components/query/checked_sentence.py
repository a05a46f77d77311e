"""A sentence with a figure, taken apart: the number, how exact, what, who, where, and by when.

"More than 1,400 had arrived by April" is read by the words of the story's own terms, in all of its
languages. What is not clear is left open: nothing is guessed, and a reader sees and mends the rest.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from itertools import chain
from typing import Final, NamedTuple, cast

from components.story.dataset import Dataset, Span
from components.story.edtf import parse_edtf
from components.story.models import Qualifier
from components.story.texts import fold
from components.values.date_terms import extract_days, parse_month
from components.values.language_tables import (
    LANGUAGE_TABLES,
    MONTHS,
    QUALIFIER_OF_PROSE,
    any_pattern,
    any_pattern_of,
)
from components.values.number_text import (
    FACTOR_BY_WORD,
    LARGEST_NUMBER,
    THOUSAND,
    NumberSpan,
    any_word,
    fold_typed_text,
    parse_numbers,
)

_QUALIFIER_WORDS: Final = any_pattern(sorted(QUALIFIER_OF_PROSE, key=len, reverse=True))
#: "About a thousand" is as exact as "about 1,000".
_ARTICLE: Final = rf"(?:{any_pattern_of('number_articles')}\s+)?"
_QUALIFIER_BEFORE: Final = re.compile(rf"\b({_QUALIFIER_WORDS})\s+{_ARTICLE}$")
_SIMPLE_JOINERS: Final = any_pattern_of("range_joiners")
_AND_JOINERS: Final = any_pattern(table.and_word for table in LANGUAGE_TABLES)
#: Some say "between about 300 and 400".
_RANGE_QUALIFIER: Final = rf"(?:{_QUALIFIER_WORDS}\s+)?{_ARTICLE}"
_RANGE_START: Final = re.compile(rf"\b{any_pattern_of('range_starts')}\s+{_RANGE_QUALIFIER}$")
_RANGE_JOINER: Final = re.compile(
    rf"\s*[-\u2010-\u2015]\s*|\s+{_SIMPLE_JOINERS}\s+{_RANGE_QUALIFIER}"
)
_RANGE_AND: Final = re.compile(rf"\s+{_AND_JOINERS}\s+{_RANGE_QUALIFIER}")
#: The word of "1 to 2 million" that the first number has, too.
_LARGE_WORD: Final = re.compile(
    rf"\b({any_word(word for word, factor in FACTOR_BY_WORD.items() if factor >= THOUSAND)})$"
)
_DATE_WORDS: Final = (
    r"\b(?:by|until|in|during|before|hasta|en|durante|para|antes de)\s+"
    r"(?:the end of\s+|late\s+|(?:el (?:final|fin)|finales|fines) de\s+)?"
)
#: A month without a year, after a word that makes it one: "may" alone is another word.
_MONTH_ALONE: Final = re.compile(rf"{_DATE_WORDS}({any_pattern(MONTHS)})\b")
#: "Before April" ends on the day before.
_BEFORE: Final = re.compile(r"\b(?:before|antes del?)\s+(?:el\s+|the\s+)?")
#: A month or a year at the beginning of a text.
_STARTS_WITH_PERIOD: Final = re.compile(rf"(?:{any_pattern(MONTHS)}|[12][0-9]{{3}})\b")
#: A year beside another number, after the same words.
_YEAR_ALONE: Final = re.compile(rf"{_DATE_WORDS}([12][0-9]{{3}})(?![0-9]|[.,][0-9])\b")
#: Shorter words of a term's name ("the", "los") tell nothing.
LEAST_WORD_CHARACTERS: Final = 4
#: Words are alike if they begin alike: "arrived" and "arrivals", "llegaron" and "llegado".
STEM_CHARACTERS: Final = 5
_WORD: Final = re.compile(r"[^\W\d_]+")
#: "From 300 to 400" says nothing of those expelled from the forces.
_RANGE_WORDS: Final = frozenset(
    chain.from_iterable(table.range_starts for table in LANGUAGE_TABLES)
)
#: The numbers of a range.
PAIR: Final = 2


class SentenceParts(NamedTuple):
    """The parts of a sentence with one figure; ``None`` for what it does not say, or not clearly.

    ``upper_value`` is the greater number of a range. ``day`` is the last day that the sentence
    speaks of, and ``period`` the month or the year (EDTF) whose last day that is.
    """

    value: float
    qualifier: Qualifier = "exact"
    measure: str | None = None
    population: str | None = None
    region: str | None = None
    day: date | None = None
    upper_value: float | None = None
    period: str | None = None


class _ReadNumber(NamedTuple):
    """The figure of a sentence: its number or, of a range, both; and how exact it is."""

    value: float
    qualifier: Qualifier = "exact"
    upper_value: float | None = None


class _LastDay(NamedTuple):
    """The last day of a sentence, and the month or the year (EDTF) that names it."""

    day: date
    period: str | None = None


def read_figure_sentence(text: str, dataset: Dataset) -> SentenceParts | None:
    """Take a sentence apart; ``None`` unless it has one number or one range besides its days."""
    folded_text = fold_typed_text(text)
    days = extract_days(folded_text)
    years = _find_years(days.other_text, dataset.coverage)
    other_text = _blank_spans(days.other_text, years)
    number = _read_number(other_text)
    if number is None and years:
        # "In 1999" alone may be a figure.
        years = []
        number = _read_number(days.other_text)
    if number is None:
        return None
    year_terms = [f"@{match[1]}" for match in years]
    last_day = _find_last_day([*days.terms, *year_terms], folded_text, dataset.coverage)
    # "Migración Colombia" says who counted, not that migrants were.
    stems = _stems(_drop_claimants(folded_text, dataset))
    return SentenceParts(
        value=number.value,
        qualifier=number.qualifier,
        upper_value=number.upper_value,
        measure=_find_term("measures", stems, dataset),
        population=_find_term("populations", stems, dataset),
        region=_find_region(folded_text, dataset),
        day=last_day.day if last_day else None,
        period=last_day.period if last_day else None,
    )


# The figure ---------------------------------------------------------------------------------------


def _blank_spans(text: str, matches: Iterable[re.Match[str]]) -> str:
    """Return a text with spaces for some matches, so that all else stays where it is."""
    for match in matches:
        blank = " " * len(match[0])
        text = text[: match.start()] + blank + text[match.end() :]
    return text


def _find_years(text: str, coverage: Span) -> list[re.Match[str]]:
    """Return the years of a story that a text names without a month: "by 2019"."""
    years: list[re.Match[str]] = []
    for match in _YEAR_ALONE.finditer(text):
        if coverage[0].year <= int(match[1]) <= coverage[1].year:
            years.append(match)
    return years


def _read_number(text: str) -> _ReadNumber | None:
    """Return the one figure of a text without its days; ``None`` for none or several."""
    numbers = list(parse_numbers(text))
    if not numbers or numbers[-1].value >= LARGEST_NUMBER:
        return None
    text_before = text[: numbers[0].start]
    if len(numbers) == 1:
        words_before = _QUALIFIER_BEFORE.search(text_before)
        if words_before is None:
            return _ReadNumber(numbers[0].value)
        qualifier = cast(Qualifier, QUALIFIER_OF_PROSE[words_before[1]])
        return _ReadNumber(numbers[0].value, qualifier)
    if len(numbers) == PAIR:
        return _read_range(text, *numbers)
    return None


def _read_range(text: str, low: NumberSpan, high: NumberSpan) -> _ReadNumber | None:
    """Return the range of two numbers: "between 300 and 400", "300 to 400", "300–400"."""
    text_between = text[low.end : high.start]
    is_range = bool(_RANGE_JOINER.fullmatch(text_between))
    if _RANGE_AND.fullmatch(text_between):
        is_range = bool(_RANGE_START.search(text[: low.start]))
    if not is_range:
        return None
    value = low.value
    large_word = _LARGE_WORD.search(text[high.start : high.end])
    if large_word and value < THOUSAND:
        scaled_value = value * FACTOR_BY_WORD[large_word[1]]
        if scaled_value < high.value:
            value = scaled_value
    if value >= high.value:
        return None
    return _ReadNumber(value, "range", high.value)


def _drop_claimants(folded_text: str, dataset: Dataset) -> str:
    """Return a folded text without the names of claimants."""
    names: set[str] = set()
    for claimant in dataset.claimants.values():
        names |= {fold(claimant.name), fold(claimant.name_es)}
    for name in sorted(filter(None, names), key=len, reverse=True):
        folded_text = re.sub(rf"\b{re.escape(name)}\b", " ", folded_text)
    return folded_text


# What and who is counted --------------------------------------------------------------------------


def _stems(text: str) -> set[str]:
    words = _WORD.findall(fold(text))
    stems: set[str] = set()
    for word in words:
        if len(word) >= LEAST_WORD_CHARACTERS and word not in _RANGE_WORDS:
            stems.add(word[:STEM_CHARACTERS])
    return stems


def _find_term(table: str, text_stems: set[str], dataset: Dataset) -> str | None:
    """Return the term whose name a text has.

    That is the one with the most words of which the text has all; else the one of which it has a
    word that no other term's name has. ``None`` where two are alike. Measures that gather unlike
    things are never meant by their names ("number").
    """
    names: dict[str, list[set[str]]] = {}
    for term in dataset.terms[table].values():
        if not getattr(term, "mixed", False):
            names[term.id] = [stems for stems in (_stems(term.name), _stems(term.name_es)) if stems]
    whole = {
        term_id: max((len(stems) for stems in of_term if stems <= text_stems), default=0)
        for term_id, of_term in names.items()
    }
    found = _choose_most(whole)
    if found or any(whole.values()):
        return found
    used_by = Counter(stem for of_term in names.values() for stem in set().union(*of_term, set()))
    own = {
        term_id: sum(used_by[stem] == 1 for stem in set().union(*of_term, set()) & text_stems)
        for term_id, of_term in names.items()
    }
    return _choose_most(own)


def _choose_most(counts: Mapping[str, int]) -> str | None:
    """Return the key with the greatest count; ``None`` where it is 0 or two have it."""
    most = max(counts.values(), default=0)
    chosen = [key for key, count in counts.items() if count == most]
    if most == 0 or len(chosen) > 1:
        return None
    return chosen[0]


# Where and by when --------------------------------------------------------------------------------


def _find_region(folded_text: str, dataset: Dataset) -> str | None:
    """Return the one region whose name, or its part before a bracket, a text has."""
    found: list[str] = []
    for region in dataset.regions.values():
        labels = {fold(label).partition(" (")[0] for label in (region.label, region.label_es)}
        if any(re.search(rf"\b{re.escape(label)}\b", folded_text) for label in labels if label):
            found.append(region.id)
    if len(found) == 1:
        return found[0]
    return None


def _find_last_day(terms: Sequence[str], folded_text: str, coverage: Span) -> _LastDay | None:
    """Return the last day that a text speaks of; of a month its last day."""
    month_terms = [f"@{parse_month(name):02}" for name in _MONTH_ALONE.findall(folded_text)]
    days: list[_LastDay] = []
    for term in (*terms, *month_terms):
        day = _last_day_of(term, coverage)
        if day:
            days.append(day)
    if len(set(days)) == 1 and _has_date_before(folded_text):
        first_day = parse_edtf(days[0].period or days[0].day.isoformat()).first
        return _LastDay(first_day - timedelta(days=1))
    return max(days, key=_day_order, default=None)


def _has_date_before(folded_text: str) -> bool:
    """Return whether a text speaks of what was before a day, a month or a year."""
    match = _BEFORE.search(folded_text)
    if match is None:
        return False
    date_text = folded_text[match.end() :]
    if _STARTS_WITH_PERIOD.match(date_text):
        return True
    # The text without its days has spaces for them.
    return extract_days(date_text).other_text.startswith(" ")


def _day_order(last_day: _LastDay) -> tuple[date, bool]:
    """Return what days are compared by: of two alike that which is named as a day."""
    return last_day.day, last_day.period is None


def _last_day_of(term: str, coverage: Span) -> _LastDay | None:
    """Return the last day of a term such as ``@2019-04``; without a year, within the coverage."""
    day_text = term.removeprefix("@")
    year_text, _, _ = day_text.partition("-")
    day_texts = [day_text]
    if len(year_text) == len("00"):
        years = range(coverage[0].year, coverage[1].year + 1)
        day_texts = [f"{year:04}-{day_text}" for year in years]
    candidates: list[_LastDay] = []
    for text in day_texts:
        # There may be no such day: 29 February is in few years.
        with suppress(ValueError):
            when = parse_edtf(text)
            candidates.append(_LastDay(when.last, None if when.is_day else text))
    # A story of several years leaves a month without its year open.
    if len(candidates) != 1:
        return None
    return candidates[0]
