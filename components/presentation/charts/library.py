"""The addresses of the charts' libraries on this server."""

from __future__ import annotations

from typing import Final

from components.presentation.addresses import server_address

PLOTLY: Final = "plotly-basic-4.1.1.min.js"
DECK: Final = "deck-9.3.11.min.js"

#: A name carries the version: a browser may keep the file for good.
FOLDER: Final = "/scripts"
PATH: Final = f"{FOLDER}/{PLOTLY}"


def script_address(name: str = PLOTLY) -> str:
    """The address of a library on this server."""
    return server_address(f"{FOLDER}/{name}")
