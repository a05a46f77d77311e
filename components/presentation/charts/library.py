"""Where the charts' library is on this server."""

from __future__ import annotations

from typing import Final

from components.presentation.addresses import server_address

PLOTLY: Final = "plotly-basic-4.1.1.min.js"


# The name carries the version: a browser may keep the file for good.
PATH: Final = f"/scripts/{PLOTLY}"


def script_address() -> str:
    """Where the charts' library is on this server."""
    return server_address(PATH)
