"""One word for each qualifier in each language: a number never changes its certainty by a synonym.

Words, here, because a check of texts is a check of words; what a page shows is in the catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from components.story.dataset import Dataset
from components.story.models import Claim, Qualifier
from tests.data.rules.finding import Finding, stored_texts

#: The words of each qualifier that stand straight before a number; those of one language differ in
#: gender, in what is counted, or in that they keep a limit of the source ("a little more than").
WORDS: Final[Mapping[str, Mapping[Qualifier, tuple[str, ...]]]] = {
    "en": {
        "about": ("about",),
        "nearly": ("nearly",),
        "more_than": ("more than", "a little more than"),
        "at_least": ("at least",),
        "less_than": ("fewer than", "less than"),
        "up_to": ("up to",),
        "range": ("between", "from"),
    },
    "es": {
        "about": ("unos", "unas"),
        "nearly": ("casi", "cerca de"),
        "more_than": ("más de", "un poco más de"),
        "at_least": ("al menos",),
        "less_than": ("menos de",),
        "up_to": ("hasta",),
        "range": ("entre", "de"),
    },
}
#: Synonyms that would be a second word for the same thing.
UNUSED: Final[Mapping[str, str]] = {
    "en": r"some|almost|around|roughly|approximately|circa|close to|just under|just over|"
    r"a little over|over|above|under|upwards of|no fewer than",
    "es": r"alrededor de|aproximadamente|algo más de|(?<!un )poco más de|"
    r"por lo menos|como mínimo|casi unos|más o menos",
}
_NUMBER: Final[Mapping[str, str]] = {
    # A number, or a place of the story where one is written in.
    "en": r"(?:\$?\d|\{cl-|an? (?:month|year|week)\b)",
    "es": r"(?:\d|\{cl-|mil\b|un (?:mes|año)\b|una semana\b|»)",
}
_ENGLISH: Final = "zero one two three four five six seven eight nine ten"
_SPANISH: Final = "cero un dos tres cuatro cinco seis siete ocho nueve diez"
_SMALL: Final[Mapping[str, tuple[str, ...]]] = {
    "en": tuple(_ENGLISH.split()),
    "es": tuple(_SPANISH.split()),
}


def _forms(value: float, language: str) -> tuple[str, ...]:
    """How a text of a language writes a number."""
    digits = f"{value:,.0f}"
    found = [digits if language == "en" else digits.replace(",", ".")]
    if value < len(_SMALL[language]) and value == int(value):
        found.append(_SMALL[language][int(value)])
    if value >= 1_000_000:
        millions = f"{value / 1_000_000:g}"
        found.append(millions if language == "en" else millions.replace(".", ","))
    return tuple(found)


def said_before(text: str, value: float, language: str) -> tuple[Qualifier | None, ...]:
    """The qualifier that stands before each place where a text says a number.

    Args:
        text: a sentence in the language.
        value: the number, as stored.
        language: ``en`` or ``es``.
    """
    numbers = "|".join(re.escape(form) for form in _forms(value, language))
    word = "|".join(re.escape(w) for words in WORDS[language].values() for w in words)
    before = rf"(?:\b(?P<word>{word})(?:l| el| la| los| las)? )?(?<![\w.,])"
    pattern = re.compile(rf"{before}(?:{numbers})(?![\w]|[.,]\d)", re.IGNORECASE)
    return tuple(_qualifier(m["word"], language) for m in pattern.finditer(text))


def _qualifier(word: str | None, language: str) -> Qualifier | None:
    for qualifier, words in WORDS[language].items():
        if word and word.casefold() in words:
            return qualifier
    return None


def _number(claim: Claim) -> float | None:
    return claim.value_low if claim.value_low is not None else claim.value_high


def _of_claim(claim: Claim) -> Iterator[Finding]:
    value, qualifier = _number(claim), claim.qualifier
    if value is None or qualifier is None:
        return
    for language, text in (("en", claim.statement), ("es", claim.statement_es)):
        # Two numbers of one size in a statement may each have their own word; one must be right.
        found = {q for q in said_before(text, value, language) if q != "range" or qualifier == q}
        wanted = None if qualifier == "exact" else qualifier
        if found and wanted not in found:
            words = " or ".join(WORDS[language].get(qualifier, ("no qualifier",)))
            yield Finding(claim.id, f"{language}: {qualifier} is said with {words!r}: {text}")


def _synonyms(dataset: Dataset) -> Iterator[Finding]:
    patterns = {
        language: re.compile(rf"\b(?P<word>{words}) ?(?={_NUMBER[language]})", re.IGNORECASE)
        for language, words in UNUSED.items()
    }
    for stored in stored_texts(dataset):
        for match in patterns[stored.language].finditer(stored.text):
            near = stored.text[match.start() : match.end() + 12]
            message = f"{stored.field} ({stored.language}): {match['word']!r} in “{near}”"
            yield Finding(stored.record, message)


def check_qualifiers(dataset: Dataset) -> tuple[Finding, ...]:
    """Statements that say a qualifier with another word, and synonyms before any number."""
    claims: Iterable[Claim] = dataset.claims.values()
    return (*(f for claim in claims for f in _of_claim(claim)), *_synonyms(dataset))
