"""Characters that are no text, in whatever a file holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

#: Control characters, the marks that turn the direction of writing, halves of characters, and what
#: Unicode keeps from ever being a character. Neither XML nor a PDF can hold most of them.
NOT_TEXT: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    "\ufdd0-\ufdef\ufffe\uffff]"
)

Place = tuple[str | int, ...]


def with_marks(text: str) -> str:
    """A text with U+FFFD in place of each character that is none, fit for a message."""
    return NOT_TEXT.sub("\ufffd", text)


def no_texts(content: Any) -> Iterator[tuple[Place, str]]:
    """Texts in what a JSON file holds that are no texts, keys included: as :func:`texts_in`."""
    found = ((place, text) for place, text in texts_in(content) if NOT_TEXT.search(text))
    return ((place, with_marks(text)) for place, text in found)


def texts_in(content: Any) -> Iterator[tuple[Place, str]]:
    """Every text in what a JSON file holds, and every key that is none.

    Returns:
        each with where it stands, as keys and places in lists; a key that is at fault stands there
        with U+FFFD in place of what is wrong with it.
    """
    # No recursion: a file may be nested more deeply than Python calls itself.
    left: list[tuple[Place, Any]] = [((), content)]
    while left:
        place, value = left.pop()
        if isinstance(value, str):
            yield place, value
        elif isinstance(value, dict):
            for key, part in reversed(value.items()):
                name = str(key)
                left.append(((*place, with_marks(name)), part))
                if NOT_TEXT.search(name):
                    left.append(((*place, with_marks(name)), name))
        elif isinstance(value, list):
            left += [((*place, n), part) for n, part in reversed(list(enumerate(value)))]
