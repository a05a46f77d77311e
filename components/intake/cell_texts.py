"""Cells of a table: what parsing gives of them, addresses, and texts without marks."""

import html
import re
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from components.intake.problems import Problem

_HTML_TAG = re.compile(r"<[^<>]{0,1000}>")
_FOOTNOTE_MARK = re.compile(r"\s*\[(?:\d{1,3}|[a-z]{1,2}|(?:note|nota)\s*\d+)\]", re.IGNORECASE)


class ParsedCells(NamedTuple):
    """The values of some cells of a row, with the problems found in them.

    Attributes
    ----------
    tally
        1 for a decimal comma, and for each date that was read by the order of its column.
    """

    values: tuple[Any, ...]
    problems: tuple[Problem, ...] = ()
    tally: int = 0


def is_address(text: str) -> bool:
    """Return whether a text is the address of a web page: nothing else is ever made a link."""
    try:
        parts = urlsplit(text)
        # The port is parsed only here, and raises where it is no number.
        _ = parts.port
    except ValueError:
        return False
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return False
    return not any(character.isspace() or character in '<>"' for character in text)


def strip_markup(text: str) -> str:
    """Return a text without HTML tags, with its entities as characters."""
    if "<" in text or "&" in text:
        text = html.unescape(_HTML_TAG.sub(" ", text))
    return " ".join(text.split())


def strip_footnotes(text: str) -> str:
    """Remove the footnote marks that copied tables bring: "[1]", "[a]", "[note 2]"."""
    return _FOOTNOTE_MARK.sub("", text).strip()
