"""The search: questions, figures, events and sources that hold the words of a query, best first."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from components.query.word_index import KINDS, STEMMERS, Index, Kind, Language
from components.story.dataset import Dataset


@dataclass(frozen=True)
class Group:
    """What was found of one kind: the ids of topics, claims, events or sources, best first."""

    kind: Kind
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """What a query found.

    Attributes:
        groups: a group for each kind that has anything, in the order of :data:`KINDS`.
        held: where nothing holds all that was asked for: how many of its words and numbers those
            found hold, and how many there are.
    """

    groups: tuple[Group, ...] = ()
    held: tuple[int, int] | None = None


def _best(index: Index, sought: list[frozenset[str]]) -> tuple[list[int], int]:
    """The records that hold the most of what is sought, if at least half of it, and how much."""
    counted = Counter(n for numbers in index.holding(sought) for n in numbers)
    most = max(counted.values(), default=0)
    if not most or 2 * most < len(sought):
        return [], 0
    return [number for number, count in counted.items() if count == most], most


def search(dataset: Dataset, text: str, language: Language = "en") -> Found:
    """What of a story holds the words, numbers and days of a query.

    Where nothing holds all of them, what holds the most is found, if that is half or more.

    Args:
        text: what was typed; anything is allowed, and no more than a sentence is read.
        language: the reader's, whose headings count for the order.

    Returns:
        What was found, by kind. Within one, what says more of it in its heading comes first, the
        very word before one that means about the same, then the order of the files.
    """
    index = dataset.once(Index)
    sought = index.sought(text)
    numbers, most = _best(index, sought)
    said = index.sought_as_said(text)
    side = list(STEMMERS).index(language)

    def rank(number: int) -> tuple[int, int, int]:
        head = index.heading(number, side)
        alike, just = (sum(bool(terms & head) for terms in one) for one in (sought, said))
        return -alike, -just, number

    grouped: defaultdict[Kind, list[str]] = defaultdict(list)
    for number in sorted(numbers, key=rank):
        kind, key = index.records[number]
        grouped[kind].append(key)
    groups = tuple(Group(kind, tuple(grouped[kind])) for kind in KINDS if grouped[kind])
    return Found(groups, (most, len(sought)) if 0 < most < len(sought) else None)
