"""Ids made from texts: stable, readable, and each one once; those of the values of a column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from components.domain.records.models import Category
from components.domain.views.texts import fold

LONGEST_NAME_CHARACTERS = 48
MOST_KINDS: Final = 8
ONE_KIND: Final = Category(id="event", name="Events", name_es="Hechos")
OTHER: Final = Category(id="other-kinds", name="Other kinds", name_es="Otras clases")
MANY: Final = ";"
_OTHER = re.compile(r"[^a-z0-9]+")


def slug(text: str, default: str) -> str:
    """A text as an id: lower case, digits and hyphens; ``default`` where nothing is left."""
    made = (
        _OTHER.sub("-", fold(text[: 4 * LONGEST_NAME_CHARACTERS]))
        .strip("-")[:LONGEST_NAME_CHARACTERS]
        .strip("-")
    )
    return made or default


class Ids:
    """Hands out ids, each one once: a second one of the same name gets a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """The id wanted, or that with the next free number behind it."""
        made = wanted
        while made in self._taken:
            self._next[wanted] = self._next.get(wanted, 1) + 1
            made = f"{wanted}-{self._next[wanted]}"
        self._taken.add(made)
        return made


@dataclass(frozen=True)
class Names:
    """The values of one column.

    Attributes:
        labels: what each id is called.
        words: the cells that mean each id; ``None`` among them is an empty cell.
        many: whether a cell may hold several values, between semicolons.
        shared: what the kinds are called that share one.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    many: bool = False
    shared: tuple[str, ...] = ()

    @cached_property
    def _ids(self) -> dict[str | None, str]:
        return {word: key for key, words in self.words.items() for word in words}

    def of(self, cell: str | None) -> tuple[str, ...]:
        """The ids of the values in a cell."""
        parts: Iterable[str | None] = (cell,)
        if self.many and cell:
            parts = [part for part in cell.split(MANY) if part]
        found = [self._ids[part] for part in parts if part in self._ids]
        return tuple(dict.fromkeys(found))


def names_of(counted: Mapping[str, int], default: str, *, many: bool = False) -> Names:
    """Names for the values of a column, the most frequent first; spellings of one id are one."""
    labels: dict[str, str] = {}
    words: dict[str, list[str | None]] = {}
    for word in sorted(counted, key=lambda word: (-counted[word], word)):
        key = slug(word, default)
        labels.setdefault(key, word)
        words.setdefault(key, []).append(word)
    return Names(labels, {key: tuple(found) for key, found in words.items()}, many)


def kinds_of_table(counted: Mapping[str | None, int]) -> tuple[Names, tuple[Category, ...]]:
    """The kinds of event by the rules for an opened table: eight at most, the rest share one."""
    plain = {word: count for word, count in counted.items() if word}
    every = names_of(plain, "kind")
    unnamed = bool(counted.get(None))
    room = MOST_KINDS - unnamed
    ids = list(every.labels)
    kept = ids if len(ids) <= room else ids[: room - 1]
    shared = tuple(every.labels[key] for key in ids[len(kept) :])
    words = {key: every.words[key] for key in kept}
    labels = {key: every.labels[key] for key in kept}
    if shared:
        words[OTHER.id] = tuple(word for key in ids[len(kept) :] for word in every.words[key])
        labels[OTHER.id] = OTHER.name
    if unnamed:
        words[ONE_KIND.id] = (*words.get(ONE_KIND.id, ()), None)
        labels.setdefault(ONE_KIND.id, ONE_KIND.name)
    fixed = {kind.id: kind for kind in (OTHER, ONE_KIND)}
    kinds = [fixed.get(k) or Category(id=k, name=n, name_es=n) for k, n in labels.items()]
    return Names(labels, words, shared=shared), tuple(kinds)
