"""What a phrase says: its number, how it was said, and what it counts, in English or Spanish."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from components.domain.evidence.words import Token, fold_words, read_number, tokens
from components.domain.records.models import Measure, Population, Qualifier
from components.domain.views.said_days import take_days

# "About" and "nearly" leave room for a tenth.
NEAR_SHARE: Final = 0.10
_PHRASES: Final[tuple[tuple[Qualifier, str], ...]] = (
    ("more_than", r"(?<!no )more than|over|above|upwards of|(?<!no )mas del?|>"),
    (
        "at_least",
        r"at least|no fewer than|no less than|no menos de|al menos|por lo menos|como minimo|≥",
    ),
    ("less_than", r"less than|fewer than|under|below|menos del?|<"),
    ("up_to", r"up to|at most|no more than|no mas del?|hasta|como maximo|a lo sumo|≤"),
    ("nearly", r"nearly|almost|close to|just under|casi"),
    (
        "about",
        r"about|around|some|roughly|approximately|circa|cerca del?|alrededor del?|"
        r"aproximadamente|unos|unas|~",
    ),
)
# What may be said of a number behind it, too: "567 at least"; "567 hasta el lunes" is a day.
_PHRASES_BEHIND: Final[tuple[tuple[Qualifier, str], ...]] = (
    ("at_least", r"at least|or more|al menos|por lo menos|como minimo|o mas"),
    ("up_to", r"at most|or less|or fewer|como maximo|a lo sumo|o menos"),
    ("about", r"approximately|roughly|aproximadamente|mas o menos"),
)
_POPULATION: Final[tuple[tuple[Population, str], ...]] = (
    ("soldiers-and-police", r"soldiers and police|police\w*|policias?|uniformados"),
    ("security-forces", r"security forces|fuerza publica|fuerzas de seguridad"),
    (
        "soldiers",
        r"soldiers?|troops?|military|(?:ex-?)?militares|militar|(?:ex-?)?soldados?|tropas?|desertor\w*",
    ),
    ("relatives", r"relatives?|famil\w+|spouses?|children|parientes|esposas?|hijos|ninos"),
    ("migrants", r"migrants?|migrantes?"),
)
_MEASURE: Final[tuple[tuple[Measure, str], ...]] = (
    ("expelled", r"expelled|expulsions?|kicked out|expuls(?:o|aron|ad[oa]s?)|degradad[oa]s?"),
    (
        "still-present",
        r"still|remain\w*|stayed|todavia|aun|siguen|seguian|quedan|quedaban|permanecen",
    ),
    ("force-size", r"army|armed forces|ejercito|fuerzas? armadas?|efectivos"),
    ("arrivals", r"arriv\w+|fled|crossed|deserted|llegaron|llegado|huyeron|cruzaron|salieron"),
)  # fmt: skip
_UNIT: Final[tuple[tuple[str, str], ...]] = (
    ("hotels", r"hotel(?:s|es)?"),
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
_HOTELS: Final = re.compile(r"(?<!\w)(?:in|at|en)(?: \w+){0,2} hotel(?:s|es)?(?!\w)")
_DAY: Final = re.compile(
    r"\b(?:[0-9]{1,2}(?: de)? )?(?:jan\w*|ene\w*|feb\w*|mar|march|marzo|apr\w*|abr\w*|may|mayo)"
    r"(?: [0-9]{1,2}\b)?(?:,? (?:de )?2019)?\b|\b2019\b"
)
# The number that is the name of a document: "decree 116", "párr. 4"; "decree 116 soldiers" is none.
_COUNTED_NEXT: Final = "|".join(pattern for _, pattern in (*_POPULATION, *_UNIT))
_DOCUMENT: Final = re.compile(
    r"(?<!\w)(?:(?:decree|decreto|resolutions?|resolucion|law|ley|articles?|articulo|gaceta|gazette|"
    r"para|parr|paragraphs?|parrafos?|pages?|paginas?|chapter|capitulo|operation|operacion)\b\.?"
    r"(?: (?:no|n|nr|num|number|numero)\b\.?(?:o\b)?)? ?)[0-9]+(?:[.,/-][0-9]+)*(?![0-9])"
    rf"(?! (?:of |de )?(?:{_COUNTED_NEXT})(?!\w))"
)

_ARTICLES: Final = frozenset({"un", "una"})
# Here ends what a number counts: "a thousand soldiers | are in hotels".
_BREAK: Final = re.compile(
    r"[,;:.()]|(?<!\w)(?:in|at|on|from|with|for|who|that|which|are|is|were|was|had|have|has|live|"
    r"en|con|desde|para|que|quienes|son|estan|esta|fueron|fue|eran|viven|al|a)(?!\w)"
)
# Words that change nothing in what a number says.
_PLAIN: Final = (
    r"the|of|and|or|there|are|is|were|was|in|at|on|a|an|el|la|los|las|de|del|y|o|hay|habia|en|un|una|"
    r"venezuelan\w*|venezolan\w*|deserters?|members?|miembros?|how|many|to|colombia|total"
)


@dataclass(frozen=True)
class Reading:
    """What a phrase was understood to say; ``value`` is ``None`` where it names no number.

    ``doubtful`` says that part of it was not understood: then nothing contradicts it.
    ``in_hotels`` says that hotels are named as the place, not as what is counted.
    """

    value: float | None = None
    high: float | None = None
    qualifier: Qualifier | None = None
    unit: str | None = None
    population: Population | None = None
    measure: Measure | None = None
    words: tuple[str, ...] = ()
    doubtful: bool = False
    in_hotels: bool = False

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
        return most * (1 - NEAR_SHARE), most
    if qualifier == "about":
        return least * (1 - NEAR_SHARE), most * (1 + NEAR_SHARE)
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
    # "Una marcha de 300 millas": an article is a number only where there is no other.
    counted = [n for n in found if words[n[1]].word not in _ARTICLES or n[2] - n[1] > 1]
    return counted or found


def _range(words: tuple[Token, ...], numbers: list[tuple[float, int, int]]) -> float | None:
    """The upper number of "95,000 to 150,000" or "between 10 and 20"."""
    if len(numbers) < 2 or numbers[1][0] <= numbers[0][0]:
        return None
    link = [w.word for w in words[numbers[0][2] : numbers[1][1]]]
    before = {w.word for w in words[: numbers[0][1]]}
    between = link in (["and"], ["y"]) and before & {"between", "entre"}
    return numbers[1][0] if between or link in (["to"], ["a"], ["-"], ["–"]) else None


def _nearest(text: str, *, last: bool = False) -> tuple[str, Population | None] | None:
    """The unit, and the people it counts, whose name stands first in a text, or last."""
    units = [(unit, None, pattern) for unit, pattern in _UNIT]
    people = [("people", name, pattern) for name, pattern in _POPULATION]
    found = [
        (match.start(), -match.end(), unit, population)
        for unit, population, pattern in (*units, *people)
        for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text)
    ]
    if not found:
        return None
    chosen = max(found, key=lambda f: f[:2]) if last else min(found, key=lambda f: f[:2])
    # "Soldiers and police" are counted together, whichever stands first.
    people_named = _found(text, _POPULATION) if chosen[3] else None
    return chosen[2], people_named


def _counted(before: str, after: str) -> tuple[str, Population | None] | None:
    """What a number counts: the noun it stands before ("a thousand soldiers are in hotels").

    Without one there, as in "hotels: 7" or "of soldiers 567", what stands before it.
    """
    phrase = _BREAK.split(after, maxsplit=1)[0]
    return _nearest(phrase) or (None if phrase.strip(" .,:;") else _nearest(before, last=True))


def _qualifier(before: str, after: str) -> Qualifier | None:
    """How a number is said to be meant, before it or behind it."""
    return _found(before, _PHRASES) or _found(after, _PHRASES_BEHIND)


def _is_doubtful(text: str, spans: Sequence[tuple[int, int]], unit: str | None) -> bool:
    """Whether words are left that were not understood; ``spans`` are those of the numbers."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    own = [pattern for name, pattern in _UNIT if name in {unit, "people"}]
    known = [pattern for _, pattern in (*_PHRASES, *_PHRASES_BEHIND, *_POPULATION, *_MEASURE)]
    for pattern in (*known, *own, _PLAIN):
        text = re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", " ", text)
    return bool(re.search(r"[a-z]{2,}", text))


def read_phrase(text: str) -> Reading:
    """Say what a phrase means: its number, how it was said, and what it counts.

    Any text is allowed; one that names no number gives its words alone. A reading is doubtful
    where something of the phrase was not understood.
    """
    folded = fold_words(text)
    words = tuple(re.findall(r"[a-z]{3,}", folded))
    dateless = fold_words(_DAY.sub(" ", _DOCUMENT.sub(" ", take_days(folded)[1])))
    parts = tokens(dateless)
    numbers = _numbers(parts)
    if not numbers:
        return Reading(words=words)
    high = _range(parts, numbers)
    first, final = numbers[0], numbers[0] if high is None else numbers[1]
    before, after = dateless[: parts[first[1]].start], dateless[parts[final[2] - 1].end :]
    unit, population = _counted(before, after) or (None, None)
    measure = _found(dateless, _MEASURE)
    # Relatives are counted by themselves, whether or not it is said that they came.
    measure = None if (population, measure) == ("relatives", "arrivals") else measure
    if unit in {None, "people"} and population is None:
        population = _found(dateless, _POPULATION)
    rest = numbers[1:] if high is None else numbers[2:]
    spans = [(parts[begin].start, parts[end - 1].end) for _, begin, end in numbers]
    return Reading(
        value=first[0],
        high=high,
        qualifier="range" if high is not None else _qualifier(before, after),
        unit=unit or ("people" if population else None),
        population=population,
        measure=measure if unit in {None, "people"} else None,
        words=words,
        in_hotels=unit in {None, "people"} and bool(_HOTELS.search(dateless)),
        # A share says nothing without what it is of, and a day is not compared.
        doubtful=bool(rest)
        or unit == "percent"
        or dateless != folded
        or _is_doubtful(dateless, spans, unit),
    )
