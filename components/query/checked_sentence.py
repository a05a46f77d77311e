"""A sentence with a figure, taken apart: the number, how exact, what, who, where, and by when.

"More than 1,400 had arrived by April" is read by the words of the story's own terms, in all of its
languages. What is not clear is left open: nothing is guessed, and a reader sees and mends the rest.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Final, NamedTuple, cast

from components.story.dataset import Dataset, Span
from components.story.edtf import parse_edtf
from components.story.models import Qualifier
from components.story.texts import fold
from components.values.date_terms import extract_days, parse_month
from components.values.language_tables import MONTHS, QUALIFIER_OF_PROSE, any_pattern
from components.values.number_text import LARGEST_NUMBER, fold_typed_text, parse_numbers

_QUALIFIER_BEFORE: Final = re.compile(
    rf"\b({any_pattern(sorted(QUALIFIER_OF_PROSE, key=len, reverse=True))})\s*$"
)
#: A month without a year, after a word that makes it one: "may" alone is another word.
_MONTH_ALONE: Final = re.compile(
    r"\b(?:by|until|in|during|before|hasta|en|durante|para|antes de)\s+"
    r"(?:the end of\s+|late\s+|(?:finales|fines) de\s+)?"
    rf"({any_pattern(MONTHS)})\b"
)
#: Shorter words of a term's name ("the", "los") tell nothing.
LEAST_WORD_CHARACTERS: Final = 4
#: Words are alike if they begin alike: "arrived" and "arrivals", "llegaron" and "llegado".
STEM_CHARACTERS: Final = 5
_WORD: Final = re.compile(r"[^\W\d_]+")


class SentenceParts(NamedTuple):
    """The parts of a sentence with one figure; ``None`` for what it does not say, or not clearly.

    ``day`` is the last day that the sentence speaks of.
    """

    value: float
    qualifier: Qualifier = "exact"
    measure: str | None = None
    population: str | None = None
    region: str | None = None
    day: date | None = None


def read_figure_sentence(text: str, dataset: Dataset) -> SentenceParts | None:
    """Take a sentence apart; ``None`` unless it has one number besides its days."""
    folded_text = fold_typed_text(text)
    days = extract_days(folded_text)
    numbers = list(parse_numbers(days.other_text))
    if len(numbers) != 1 or numbers[0].value >= LARGEST_NUMBER:
        return None
    number = numbers[0]
    qualifier: Qualifier = "exact"
    words_before = _QUALIFIER_BEFORE.search(days.other_text[: number.start])
    if words_before:
        qualifier = cast(Qualifier, QUALIFIER_OF_PROSE[words_before[1]])
    # "Migración Colombia" says who counted, not that migrants were.
    stems = _stems(_drop_claimants(folded_text, dataset))
    return SentenceParts(
        value=number.value,
        qualifier=qualifier,
        measure=_find_term("measures", stems, dataset),
        population=_find_term("populations", stems, dataset),
        region=_find_region(folded_text, dataset),
        day=_find_last_day(days.terms, folded_text, dataset.coverage),
    )


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
    return {word[:STEM_CHARACTERS] for word in words if len(word) >= LEAST_WORD_CHARACTERS}


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


def _find_last_day(terms: Sequence[str], folded_text: str, coverage: Span) -> date | None:
    """Return the last day that a text speaks of; of a month its last day."""
    month_terms = [f"@{parse_month(name):02}" for name in _MONTH_ALONE.findall(folded_text)]
    days = [_last_day_of(term, coverage) for term in (*terms, *month_terms)]
    return max((day for day in days if day), default=None)


def _last_day_of(term: str, coverage: Span) -> date | None:
    """Return the last day of a term such as ``@2019-04``; without a year, within the coverage."""
    day_text = term.removeprefix("@")
    year_text, _, _ = day_text.partition("-")
    day_texts = [day_text]
    if len(year_text) == len("00"):
        years = range(coverage[0].year, coverage[1].year + 1)
        day_texts = [f"{year:04}-{day_text}" for year in years]
    candidates: list[date] = []
    for text in day_texts:
        # There may be no such day: 29 February is in few years.
        with suppress(ValueError):
            candidates.append(parse_edtf(text).last)
    # A story of several years leaves a month without its year open.
    if len(candidates) != 1:
        return None
    return candidates[0]
