"""Downloads of what readers have opened: secret tokens, addresses, messages.

Files of an opened story have a token in their address that the reader's page alone knows. It is
void once the story is closed: nothing here keeps a story in memory.
"""

import secrets
import threading
from collections.abc import Mapping
from typing import Final, TypeVar
from urllib.parse import urlencode
from weakref import WeakValueDictionary

from components.i18n import I18n
from components.presentation.pages import server_address

#: Followed by the token and the name of the file.
OPENED_PATH: Final = "/takeaway/own"
#: Random bytes of a token: 192 bits cannot be guessed.
TOKEN_BYTES: Final = 24

_opened_by_token: Final[WeakValueDictionary[str, object]] = WeakValueDictionary()
_lock: Final = threading.Lock()
OpenedT = TypeVar("OpenedT")


def _find_token(opened: object) -> str | None:
    for token, known_object in _opened_by_token.items():
        if known_object is opened:
            return token
    return None


def download_token(opened: object) -> str:
    """Return the token by which a page asks for files of what its reader has opened.

    Parameters
    ----------
    opened
        The result of reading a reader's files, or the story of a table. The same object always has
        the same token.
    """
    with _lock:
        token = _find_token(opened)
        if token is None:
            token = secrets.token_urlsafe(TOKEN_BYTES)
            _opened_by_token[token] = opened
        return token


def resolve_token(token: str, kind: type[OpenedT]) -> OpenedT | None:
    """Return what was opened, while a session has it open; ``None`` if it is of another kind."""
    with _lock:
        opened = _opened_by_token.get(token)
    if isinstance(opened, kind):
        return opened
    return None


def download_messages(i18n: I18n) -> dict[str, str]:
    """Return the messages of the script that requests a file, by their names in the script."""
    return {
        "making": i18n.t("Being made …"),
        "ready": i18n.t("Ready, {size}: download again"),
        "failed": i18n.t("It could not be made. Try again."),
        "lost": i18n.t("The server did not answer. Try again in a moment."),
    }


def opened_file_address(
    opened: object, file_name: str, params: Mapping[str, str | list[str]]
) -> str:
    """Return the address of a file of what a reader has opened."""
    path = f"{OPENED_PATH}/{download_token(opened)}/{file_name}"
    return server_address(path, urlencode(params, doseq=True))
