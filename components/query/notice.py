"""What in an address cannot be used, as data; the words are ``presentation.notices``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Reason = Literal[
    "unknown",
    "step",
    "date",
    "look",
    "reversed",
    "beyond",
    "too_long",
    "repeated",
    "number",
    "table",
    "retired",
]
SHOWN_CHARACTERS: Final = 40


@dataclass(frozen=True)
class Notice:
    """One thing in the address that could not be used.

    ``allowed`` lists values a reader may write instead; it may be empty.
    """

    parameter: str
    value: str
    reason: Reason
    allowed: tuple[str, ...] = ()


def shown(value: str) -> str:
    """A value fit for a message: one line, and short."""
    flat = " ".join(value.split())
    return flat if len(flat) <= SHOWN_CHARACTERS else flat[:SHOWN_CHARACTERS] + "…"
