"""What can be wrong in a lesson, and how it is said.

The messages are in English here; :data:`SAYS` holds them as patterns, so that a page can say them
in the reader's language.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from components.domain.wording import N_

SHOWN_CHARACTERS: Final = 60
MOST_LISTED: Final = 12

Code = Literal[
    "large", "json", "letters", "object", "list", "text", "empty", "extra", "choice", "whole",
    "bounds", "form", "long", "many", "few", "day", "unfit", "language", "reversed", "twice",
    "unknown", "counts", "brace", "digits", "number", "share", "undated", "half", "uncited",
    "characters",
]  # fmt: skip
SAYS: Final[Mapping[Code, str]] = {
    "large": N_("the file is too large: {value} bytes, and at most {most} are read"),
    "json": N_("the file is not JSON at line {line}, column {column}"),
    "letters": N_("the file holds broken characters; save it as UTF-8"),
    "characters": N_("“{value}” holds characters that are no text; type it again"),
    "object": N_("must be an object in braces: {allowed}"),
    "list": N_("must be a list in square brackets"),
    "text": N_("“{value}” is not a text; write it in quotation marks"),
    "empty": N_("is missing or empty, and must not be"),
    "extra": N_("is not a field here; allowed: {allowed}"),
    "choice": N_("“{value}” is not known here; allowed: {allowed}"),
    "whole": N_("“{value}” is not a whole number"),
    "bounds": N_("“{value}” is out of bounds; allowed: {allowed}"),
    "form": N_("“{value}” is not an id: small letters, digits and hyphens"),
    "long": N_("is too long: {value} characters, and at most {most} are shown"),
    "many": N_("holds too many: {value}, and at most {most} are taken"),
    "few": N_("holds none, and needs at least one"),
    "day": N_("“{value}” is not a day; write it like 2019-02-23"),
    "unfit": N_("“{value}” cannot be used here"),
    "language": N_("is in “{value}”, which the title is not; give the title, too, or take it out"),
    "reversed": N_("“from” comes after “to”: {value}"),
    "twice": N_("“{value}” is the id of step {other} already"),
    "unknown": N_("“{value}” is not an id in the data set; allowed: {allowed}"),
    "counts": N_("“{value}” has no counts by region; allowed: {allowed}"),
    "brace": N_("“{value}” is none of the places for a figure; allowed: {allowed}"),
    "digits": N_("“{value}” is typed in; name the claim instead, such as {allowed}"),
    "number": N_("“{value}” is a claim without a number"),
    "share": N_("“{value}”: a share is made of two exact figures, the smaller one first"),
    "undated": N_("“{value}” is a claim without a day"),
    "half": N_("question and answer stand together or not at all"),
    "uncited": N_("the step rests on no event and no claim; name one under citations"),
}


@dataclass(frozen=True)
class LessonProblem:
    """One thing that is wrong in a lesson: the step, counted from 1, its field (``spot``), why."""

    code: Code
    step: int | None = None
    spot: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """What is wrong and what is allowed, in English."""
        return SAYS[self.code].format(**self.values)


class LessonError(Exception):
    """A lesson cannot be used; ``problems`` lists all that was found."""

    def __init__(self, problems: Sequence[LessonProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)


def short(value: Any) -> str:
    """A value fit for a message: one line, and not long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN_CHARACTERS else flat[:SHOWN_CHARACTERS] + "…"


def listed(names: Iterable[str], value: str = "") -> str:
    """What is allowed, those that begin like ``value`` first; a long list is cut."""
    ordered = sorted(names, key=lambda name: (-_alike(name, value), name))
    text = ", ".join(ordered[:MOST_LISTED])
    return f"{text} …" if len(ordered) > MOST_LISTED else text


def _alike(one: str, other: str) -> int:
    """How many characters two names have in common from the start."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
