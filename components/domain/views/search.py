"""Search over a whole story: its questions, figures, events and sources, grouped.

Words are found in any order and form: without accents and endings ("hotel" finds "hoteles",
"soldados" finds "soldado"), in both languages at once, and while the last of them is being typed.
Numbers are found as numbers: "1,400", "1.400" and "mil cuatrocientos" are one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

from components.domain.evidence.lookup import STOP
from components.domain.evidence.words import Token, read_number, tokens
from components.domain.limits import MOST_TEXT_CHARACTERS
from components.domain.records.dataset import Dataset
from components.domain.views.filters import fold

Kind = Literal["questions", "figures", "events", "sources"]
Language = Literal["en", "es"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_STEMMERS: Final[dict[Language, str]] = {"en": "english", "es": "spanish"}
#: Letters from which on a word may be the beginning of a longer one.
_LEAST_LETTERS: Final = 3
_WORD: Final = re.compile(r"[^\W\d_]+")
_SENTENCE: Final = re.compile(r"[.;:!?]\s|\n")


@dataclass(frozen=True)
class Group:
    """What was found of one kind: the ids of topics, claims, events or sources, best first."""

    kind: Kind
    ids: tuple[str, ...]


@lru_cache(maxsize=65536)
def stems(word: str) -> frozenset[str]:
    """What is left of a folded word without its ending, in each language."""
    # Imported late: only a search needs it.
    from snowballstemmer import stemmer

    return frozenset(stemmer(name).stemWord(word) for name in _STEMMERS.values())


def _terms(text: str) -> Iterator[str]:
    """What a text can be found by: the stems of its words, and its numbers in digits."""
    folded = fold(text)
    for word in _WORD.findall(folded):
        yield from stems(word)
    for sentence in _SENTENCE.split(folded):
        for value, _, _ in _numbers(tokens(sentence)):
            yield f"#{value:g}"


def _numbers(parts: Sequence[Token]) -> list[tuple[float, int, int]]:
    """The numbers of a text with the first of their tokens and the one after them.

    "A" and "un" are articles here, not ones.
    """
    found, at = [], 0
    while at < len(parts):
        number = read_number(tuple(parts), at)
        if number and (parts[at].value is not None or number[1] - at > 1 or number[0] >= 2):
            found.append((number[0], at, number[1]))
        at = number[1] if number else at + 1
    return found


class Index:
    """Which records of a data set hold which terms, and which of them in their heading.

    Attributes:
        records: kind and id of each record, in order.
        heads: for each record and language, the terms of its heading.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.records: list[tuple[Kind, str]] = []
        self.heads: list[dict[Language, frozenset[str]]] = []
        self._holders: defaultdict[str, set[int]] = defaultdict(set)
        for kind, key, english, spanish, more in _records(dataset):
            number = len(self.records)
            self.records.append((kind, key))
            self.heads.append({"en": frozenset(_terms(english)), "es": frozenset(_terms(spanish))})
            for term in {t for text in (english, spanish, *more) for t in _terms(text)}:
                self._holders[term].add(number)

    def holding(self, terms: Iterable[str], beginning: str = "") -> set[int]:
        """The records that hold one of some terms, or a term that begins so."""
        found: set[int] = set().union(*(self._holders.get(term, ()) for term in terms))
        if len(beginning) >= _LEAST_LETTERS:
            found.update(*(own for t, own in self._holders.items() if t.startswith(beginning)))
        return found


def _records(dataset: Dataset) -> Iterator[tuple[Kind, str, str, str, Sequence[str]]]:
    """Each record's kind and id, its heading in both languages, and what else it is found by."""
    for topic in dataset.topics.values():
        told = (topic.explanation, topic.explanation_es)
        yield "questions", topic.id, topic.question, topic.question_es, told
    for claim in dataset.claims.values():
        speaker = dataset.claimants[claim.claimant_id]
        values = [f"{v:.0f}" for v in (claim.value_low, claim.value_high) if v is not None]
        words = [c.wording for c in dataset.citations_of(claim.id)]
        more = (speaker.name, speaker.name_es, claim.unit or "", *values, *words)
        yield "figures", claim.id, claim.statement, claim.statement_es, more
    for row in dataset.events.values():
        place = dataset.places[row.place_id] if row.place_id else None
        names = (place.name, place.name_es) if place else ()
        words = [c.wording for c in dataset.citations_of(row.id)]
        told = (row.summary, row.summary_es, *row.actors, *row.actors_es, *names, *words)
        yield "events", row.id, row.title, row.title_es, told
    for source in dataset.sources.values():
        house = str((source.model_extra or {}).get("container-title") or "")
        yield "sources", source.id, source.title, source.title, (source.custom.short, house)


def _asked(text: str) -> list[tuple[frozenset[str], str]]:
    """What a query asks for: the terms of each word or number, and the beginning of the last."""
    folded = fold(text[:MOST_TEXT_CHARACTERS])
    parts = tokens(folded)
    numbers = _numbers(parts)
    spans = [(parts[begin].start, parts[end - 1].end) for _, begin, end in numbers]
    asked: list[tuple[frozenset[str], str]] = []
    for word in _WORD.finditer(folded):
        inside = any(start <= word.start() < end for start, end in spans)
        if not inside and word.group() not in STOP and len(word.group()) >= _LEAST_LETTERS:
            found = stems(word.group())
            last = word.end() == len(folded.rstrip())
            asked.append((found, min(found, key=len) if last else ""))
    return asked + [(frozenset({f"#{value:g}"}), "") for value, _, _ in numbers]


def search(dataset: Dataset, text: str, language: Language = "en") -> tuple[Group, ...]:
    """What of a story holds every word and number of a query.

    Args:
        dataset: the story.
        text: what was typed; anything is allowed, and no more than a sentence is read.
        language: the reader's, whose headings count for the order.

    Returns:
        A group for each kind that has anything, in the order of :data:`KINDS`. Within one, what
        says more of the words in its heading comes first, then the order of the files.
    """
    asked = _asked(text)
    if not asked:
        return ()
    index = dataset.search_index
    found = set.intersection(*(index.holding(terms, start) for terms, start in asked))

    def rank(number: int) -> tuple[int, int]:
        head = index.heads[number][language]
        return -sum(bool(terms & head) for terms, _ in asked), number

    grouped: defaultdict[Kind, list[str]] = defaultdict(list)
    for number in sorted(found, key=rank):
        kind, key = index.records[number]
        grouped[kind].append(key)
    return tuple(Group(kind, tuple(grouped[kind])) for kind in KINDS if grouped[kind])
