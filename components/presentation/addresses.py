"""Addresses on this server, relative to a page: they hold whatever path the server stands under."""

from __future__ import annotations

from typing import Final

#: The charts' libraries on this server.
PLOTLY: Final = "plotly-basic-4.1.1.min.js"
DECK: Final = "deck-9.3.11.min.js"

#: A name carries the version: a browser may keep the file for good.
FOLDER: Final = "/scripts"
PATH: Final = f"{FOLDER}/{PLOTLY}"


def server_address(path: str, query: str = "") -> str:
    """The address of a path that begins with a slash, from any page.

    Every page is one step below the path that the server stands under, which it need not know.
    """
    return f".{path}{'?' + query if query else ''}"


def script_address(name: str = PLOTLY) -> str:
    """The address of a library on this server."""
    return server_address(f"{FOLDER}/{name}")
