"""Words and numbers looked up in a story: what the filter leaves, and what the search finds.

Words are found in any order and form: without accents and endings ("hotel" finds "hoteles",
"soldados" finds "soldado"), in both languages at once, and while they are being typed. Numbers are
found as numbers: "1,400", "1.400" and "mil cuatrocientos" are one.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

from components.domain.evidence.lookup import STOP
from components.domain.evidence.words import (
    ADD,
    HALF,
    TIMES,
    Token,
    numbers_in_digits,
    read_number,
    tokens,
)
from components.domain.limits import MOST_TEXT_CHARACTERS
from components.domain.records.dataset import Dataset
from components.domain.views.texts import fold

Kind = Literal["questions", "figures", "events", "sources"]
Language = Literal["en", "es"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_STEMMERS: Final[dict[Language, str]] = {"en": "english", "es": "spanish"}
#: Letters from which on a word may be the beginning of a longer one.
LEAST_LETTERS: Final = 3
#: Words that may be part of a number.
NUMBER_WORDS: Final = frozenset({*ADD, *TIMES, *HALF})
_WORD: Final = re.compile(r"[^\W\d_]+")
_SENTENCE: Final = re.compile(r"[.;:!?]\s|\n")


@dataclass(frozen=True)
class Group:
    """What was found of one kind: the ids of topics, claims, events or sources, best first."""

    kind: Kind
    ids: tuple[str, ...]


@lru_cache(maxsize=65536)
def stems(word: str) -> frozenset[str]:
    """The stems of a folded word, one for each language."""
    # Imported late: only a search needs it.
    from snowballstemmer import stemmer

    return frozenset(stemmer(name).stemWord(word) for name in _STEMMERS.values())


def _number_terms(folded: str, words: Set[str]) -> Iterator[str]:
    """The numbers of a text; written in words they are read one sentence after the other."""
    if words.isdisjoint(NUMBER_WORDS):
        return map(_term, numbers_in_digits(folded))
    parts = map(tokens, _SENTENCE.split(folded))
    return (_term(value) for sentence in parts for value, _, _ in _numbers(sentence))


def _term(number: float) -> str:
    return f"#{number:.15g}"


def _terms(text: str) -> tuple[set[str], set[str]]:
    """The words of a text, and what it can be found by: their stems, and its numbers in digits."""
    folded = fold(text)
    words = set(_WORD.findall(folded))
    terms: set[str] = set().union(*map(stems, words))
    terms.update(_number_terms(folded, words))
    return words, terms


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
    """Which records of a data set hold which words and numbers.

    Attributes:
        records: kind and id of each record, in order.
        forms: every word of the records as it is written there, folded, in order.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.records: list[tuple[Kind, str]] = []
        self._heads: list[tuple[str, str]] = []
        self._holders: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        forms: set[str] = set()
        for number, (kind, key, english, spanish, more) in enumerate(_records(dataset)):
            self.records.append((kind, key))
            self._heads.append((english, spanish))
            texts = dict.fromkeys(filter(None, (english, spanish, *more)))
            words, terms = _terms(". ".join(texts))
            forms |= words
            for term in terms:
                self._holders[term].append(number)
        self.forms: Final = sorted(forms)

    def terms(self) -> Iterator[str]:
        """The stems of all words and all numbers, these in digits behind ``#``; in order."""
        return iter(sorted(self._holders))

    def holders(self, term: str) -> Sequence[int]:
        """The numbers of the records that hold a stem or a number."""
        return self._holders.get(term, ())

    def _meant(self, word: str) -> frozenset[str]:
        """The stems of a word of the story; of another those of all words that begin so.

        Where none begins so, what is left of the word itself is looked up.
        """
        begun, found = bisect_left(self.forms, word), []
        for form in self.forms[begun:]:
            if not form.startswith(word) or len(word) < LEAST_LETTERS:
                break
            found.append(form)
        known = begun < len(self.forms) and self.forms[begun] == word
        return frozenset().union(*map(stems, [word] if known or not found else found))

    def holding(self, text: str) -> set[int] | None:
        """The numbers of the records that hold every word and number of a query.

        ``None`` where it asks for nothing: no word, or only those that every text has.
        """
        asked = self._sought(text)
        return self._holding(asked) if asked else None

    def _sought(self, text: str) -> list[frozenset[str]]:
        """The terms of each word and number of a query; a record has to hold one of each."""
        words, numbers = _asked(text)
        return [*map(self._meant, words), *numbers]

    def _holding(self, sought: list[frozenset[str]]) -> set[int]:
        return set.intersection(*({n for t in terms for n in self.holders(t)} for terms in sought))

    def ids(self, text: str, kind: Kind) -> frozenset[str] | None:
        """The ids of one kind's records that hold a query; ``None`` where it asks for nothing."""
        found = self.holding(text)
        if found is None:
            return None
        return frozenset(key for own, key in map(self.records.__getitem__, found) if own == kind)

    def ranked(self, text: str, language: Language) -> list[int]:
        """The records that hold a query: those first that say more of it in their heading."""
        asked = self._sought(text)
        if not asked:
            return []
        side = list(_STEMMERS).index(language)

        def rank(number: int) -> tuple[int, int]:
            _, head = _terms(self._heads[number][side])
            return -sum(bool(terms & head) for terms in asked), number

        return sorted(self._holding(asked), key=rank)


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


def _asked(text: str) -> tuple[list[str], list[frozenset[str]]]:
    """What a query asks for: its words, and the term of each of its numbers."""
    folded = fold(text[:MOST_TEXT_CHARACTERS])
    parts = tokens(folded)
    numbers = _numbers(parts)
    spans = [(parts[begin].start, parts[end - 1].end) for _, begin, end in numbers]
    words = [
        word.group()
        for word in _WORD.finditer(folded)
        if word.group() not in STOP and not any(start <= word.start() < end for start, end in spans)
    ]
    return words, [frozenset({_term(value)}) for value, _, _ in numbers]


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
    index = dataset.search_index
    grouped: defaultdict[Kind, list[str]] = defaultdict(list)
    for number in index.ranked(text, language):
        kind, key = index.records[number]
        grouped[kind].append(key)
    return tuple(Group(kind, tuple(grouped[kind])) for kind in KINDS if grouped[kind])
