"""What a phrase says: its number, how it was said, and what it counts, in English or Spanish."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from components.domain.models import Measure, Population, Qualifier
from components.domain.words import Token, fold_words, read_number, tokens

# "About" and "nearly" leave room for a tenth.
NEAR: Final = 0.10
_PHRASES: Final[tuple[tuple[Qualifier, str], ...]] = (
    ("more_than", r"more than|over|above|upwards of|mas de|>"),
    ("at_least", r"at least|no fewer than|al menos|por lo menos|como minimo|≥"),
    ("less_than", r"less than|fewer than|under|below|menos de|<"),
    ("up_to", r"up to|at most|no more than|hasta|como maximo|a lo sumo|≤"),
    ("nearly", r"nearly|almost|close to|just under|casi"),
    (
        "about",
        r"about|around|some|roughly|approximately|circa|cerca de|alrededor de|"
        r"aproximadamente|unos|unas|~",
    ),
)
_POPULATION: Final[tuple[tuple[Population, str], ...]] = (
    ("soldiers-and-police", r"soldiers and police|police\w*|policias?|uniformados"),
    ("security-forces", r"security forces|fuerza publica|fuerzas de seguridad"),
    ("soldiers", r"soldiers?|troops?|military|militares|militar|soldados?|tropas?|desertor\w*"),
    ("relatives", r"relatives?|famil\w+|spouses?|children|parientes|esposas?|hijos|ninos"),
    ("migrants", r"migrants?|migrantes?"),
)
_MEASURE: Final[tuple[tuple[Measure, str], ...]] = (
    ("expelled", r"expelled|expulsions?|expulsad[oa]s?|expulso|degradad[oa]s?"),
    (
        "still-present",
        r"still|remain\w*|stayed|todavia|aun|siguen|seguian|quedan|quedaban|permanecen",
    ),
    ("force-size", r"army|armed forces|ejercito|fuerzas? armadas?|efectivos"),
    ("arrivals", r"arriv\w+|fled|crossed|deserted|llegaron|llegado|huyeron|cruzaron|salieron"),
)  # fmt: skip
_UNIT: Final[tuple[tuple[str, str], ...]] = (
    ("hotels", r"hotel\w*"),
    ("percent", r"%|percent|per cent|por ciento"),
    ("days", r"days?|dias?"),
    ("months", r"months?|mes|meses"),
    ("years", r"years?|ano|anos"),
    ("hours", r"hours?|horas?"),
    ("meals", r"meals?|comidas?"),
    ("miles", r"miles|millas?"),
    ("times", r"times|veces"),
    ("countries", r"countr\w+|pais|paises"),
    ("people", r"people|personas?"),
)
_DAY: Final = re.compile(
    r"\b(?:[0-9]{1,2}(?: de)? )?(?:jan\w*|ene\w*|feb\w*|mar|march|marzo|apr\w*|abr\w*|may|mayo)"
    r"(?: [0-9]{1,2}\b)?(?:,? (?:de )?2019)?\b|\b2019\b"
)


@dataclass(frozen=True)
class Reading:
    """What a phrase was understood to say; ``value`` is ``None`` where it names no number."""

    value: float | None = None
    high: float | None = None
    qualifier: Qualifier | None = None
    unit: str | None = None
    population: Population | None = None
    measure: Measure | None = None
    words: tuple[str, ...] = ()

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest number it allows."""
        value = self.value or 0.0
        if self.high is not None:
            return value, self.high
        return allowed(self.qualifier or "exact", value, value)


def allowed(qualifier: Qualifier, low: float | None, high: float | None) -> tuple[float, float]:
    """The least and the greatest number that a figure, as it was said, leaves room for."""
    least = -math.inf if low is None else low
    most = math.inf if high is None else high
    if qualifier in {"more_than", "at_least"}:
        return least, math.inf
    if qualifier in {"less_than", "up_to"}:
        return 0.0, most
    if qualifier == "nearly":
        return most * (1 - NEAR), most
    if qualifier == "about":
        return least * (1 - NEAR), most * (1 + NEAR)
    return least, most


Name = TypeVar("Name", bound=str)


def _found(text: str, table: Sequence[tuple[Name, str]]) -> Name | None:
    """The first name of a table whose pattern stands in the text as whole words."""
    for name, pattern in table:
        if re.search(rf"(?<!\w)(?:{pattern})(?!\w)", text):
            return name
    return None


def _numbers(words: tuple[Token, ...]) -> list[tuple[float, int, int]]:
    found, at = [], 0
    while at < len(words):
        number = read_number(words, at)
        if number:
            found.append((number[0], at, number[1]))
            at = number[1]
        else:
            at += 1
    return found


def _range(words: tuple[Token, ...], numbers: list[tuple[float, int, int]]) -> float | None:
    """The upper number of "95,000 to 150,000" or "between 10 and 20"."""
    if len(numbers) < 2 or numbers[1][0] <= numbers[0][0]:
        return None
    link = [w.word for w in words[numbers[0][2] : numbers[1][1]]]
    before = {w.word for w in words[: numbers[0][1]]}
    between = link in (["and"], ["y"]) and before & {"between", "entre"}
    return numbers[1][0] if between or link in (["to"], ["a"], ["-"], ["–"]) else None


def read_phrase(text: str) -> Reading:
    """Say what a phrase means: its number, how it was said, and what it counts.

    Any text is allowed; one that names no number gives its words alone.
    """
    folded = fold_words(text)
    words = tuple(re.findall(r"[a-z]{3,}", folded))
    dateless = _DAY.sub(" ", folded)
    parts = tokens(dateless)
    numbers = _numbers(parts)
    if not numbers:
        return Reading(words=words)
    population = _found(dateless, _POPULATION)
    high = _range(parts, numbers)
    return Reading(
        value=numbers[0][0],
        high=high,
        qualifier="range" if high is not None else _found(dateless, _PHRASES),
        unit=_found(dateless, _UNIT) or ("people" if population else None),
        population=population,
        measure=_found(dateless, _MEASURE),
        words=words,
    )
