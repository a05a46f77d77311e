"""Marks messages that are translated elsewhere, so that the catalogues find them."""

from __future__ import annotations


def N_(message: str) -> str:
    """Mark a string for the catalogues where it is not translated on the spot."""
    return message
