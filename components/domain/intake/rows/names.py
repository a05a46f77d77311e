"""Ids made from texts: stable, readable, and each one once."""

from __future__ import annotations

import re

from components.domain.views.texts import fold

LONGEST_NAME_CHARACTERS = 48
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
