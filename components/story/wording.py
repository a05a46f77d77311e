"""Marks messages that are translated elsewhere; cuts texts to a length."""

from __future__ import annotations


def N_(message: str) -> str:
    """Mark a string for the catalogues where it is not translated on the spot."""
    return message


def cut(text: str, most: int) -> str:
    """A text of at most so many characters; where some were left out it ends with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"
