"""Figures in the texts of a lesson: those that were typed, and the claims that have them.

A figure of the story is named in braces, so that its source goes with it; what is typed in has
none, and the form of a lesson asks for its claim.
"""

import re
from collections.abc import Iterable
from typing import Final

from components.story.dataset import Dataset
from components.story.lesson import PLACEHOLDER, Step, field_specs
from components.story.models import Claim

#: So many years at most may be typed into a lesson's texts.
MOST_YEARS: Final = 400
_FIGURE_PATTERN: Final = re.compile(r"\d[\d.,]*")
_NUMBER_MARKS: Final = re.compile(r"[.,\s]")
#: A brace with what is in it, to the end of the text if it is not closed.
_OPEN_BRACE_PATTERN: Final = re.compile(r"\{[^{}]*\}?")


def find_typed_figures(texts: Iterable[str], dataset: Dataset) -> tuple[str, ...]:
    """Return the figures that were typed into texts, each once.

    Years of the story are left out: they count nothing.
    """
    first_day, last_day = dataset.coverage
    story_years = range(first_day.year, last_day.year + 1)[:MOST_YEARS]
    year_texts = {str(year) for year in story_years}
    # A dict, since it keeps the order in which the figures are read.
    figures: dict[str, None] = {}
    for text in texts:
        without_placeholders = PLACEHOLDER.sub(" ", text)
        plain_text = _OPEN_BRACE_PATTERN.sub(" ", without_placeholders)
        for number_text in _FIGURE_PATTERN.findall(plain_text):
            figure = number_text.rstrip(".,")
            if figure not in year_texts:
                figures[figure] = None
    return tuple(figures)


def find_uncited_figures(step: Step, dataset: Dataset) -> tuple[str, ...]:
    """Return the figures that were typed into what a class reads of a step, each once."""
    step_specs = field_specs(Step)
    shown_texts: list[str] = []
    for field_name, lesson_text in step.named_texts():
        text_spec = step_specs[field_name]
        if not text_spec.shown:
            continue
        for language in lesson_text.written_languages():
            text = lesson_text.text_in(language)
            shown_texts.append(text)
    return find_typed_figures(shown_texts, dataset)


def find_claims_of_figure(figure: str, dataset: Dataset) -> list[str]:
    """Return the ids of the claims that have a typed number as a value.

    Points and commas are left out, so "1,400" and "1.400" both are 1400.
    """
    digits = _NUMBER_MARKS.sub("", figure)
    claim_ids: list[str] = []
    for claim in dataset.claims.values():
        if claim.qualifier and digits in _claim_digits(claim):
            claim_ids.append(claim.id)
    return claim_ids


def _claim_digits(claim: Claim) -> set[str]:
    digits: set[str] = set()
    for value in (claim.value_low, claim.value_high):
        if value is not None:
            # Fifteen digits: with the six of "g" alone 1,200,000 would be 1.2e+06.
            digits.add(f"{value:.15g}")
    return digits
