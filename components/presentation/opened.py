"""Stories that readers have opened, by a word that their own page alone knows.

The server's addresses know nothing of sessions. A page that shows an opened story asks for its
files with this word; it is worth nothing once the story is closed, and nothing here keeps a story
in memory.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from typing import Final, TypeVar
from urllib.parse import urlencode
from weakref import WeakValueDictionary

from components.presentation.addresses import server_address

#: After it the word, and the name of the file.
OWN_PATH: Final = "/takeaway/own"
#: An opened story as published pages.
SITE: Final = "site.zip"
#: The table that was opened, with what was mended.
MENDED: Final = "mended.csv"
#: Before the name of a form of bibliography.
SOURCES: Final = "sources-"

WORD_BYTES: Final = 24

_opened: Final[WeakValueDictionary[str, object]] = WeakValueDictionary()
_lock: Final = threading.Lock()
Opened = TypeVar("Opened")


def word_for(opened: object) -> str:
    """The word by which a page asks for files of what its reader has opened; always the same."""
    with _lock:
        known = next((word for word, kept in _opened.items() if kept is opened), None)
        word = known or secrets.token_urlsafe(WORD_BYTES)
        _opened[word] = opened
        return word


def opened_by(word: str, kind: type[Opened]) -> Opened | None:
    """What was opened, while a session has it open; ``None`` where it is of another kind."""
    with _lock:
        found = _opened.get(word)
    return found if isinstance(found, kind) else None


def own_address(opened: object, name: str, params: Mapping[str, str | list[str]]) -> str:
    """The address of a file of what a reader has opened, from a page of the app.

    Args:
        opened: how it was read, or a table as the story that it is.
        params: the view's parameters, and the language.
    """
    query = urlencode(params, doseq=True)
    return server_address(f"{OWN_PATH}/{word_for(opened)}/{name}", query)
