"""The ids under which an address names the values of a column, and the words they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from components.domain.intake.rows.events_table import MOST_KINDS, ONE_KIND, OTHER
from components.domain.intake.rows.names import slug
from components.domain.records.models import Category

MANY: Final = ";"


@dataclass(frozen=True)
class Names:
    """The values of one column.

    Attributes:
        labels: what each id is called.
        words: the cells that mean each id; ``None`` among them is an empty cell.
        many: whether a cell may hold several values, between semicolons.
    """

    labels: Mapping[str, str]
    words: Mapping[str, tuple[str | None, ...]]
    many: bool = False

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
    words = {key: every.words[key] for key in kept}
    labels = {key: every.labels[key] for key in kept}
    if len(kept) < len(ids):
        words[OTHER.id] = tuple(word for key in ids[len(kept) :] for word in every.words[key])
        labels[OTHER.id] = OTHER.name
    if unnamed:
        words[ONE_KIND.id] = (*words.get(ONE_KIND.id, ()), None)
        labels.setdefault(ONE_KIND.id, ONE_KIND.name)
    fixed = {kind.id: kind for kind in (OTHER, ONE_KIND)}
    kinds = [fixed.get(k) or Category(id=k, name=n, name_es=n) for k, n in labels.items()]
    return Names(labels, words), tuple(kinds)
