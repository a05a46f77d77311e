"""The framework's files, and answers that a browser may keep for good."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit
from starlette.responses import Response

STATIC: Final = Path(streamlit.__file__).resolve().parent / "static"
SCRIPT: Final = "text/javascript; charset=utf-8"
# For what is named by its content or its version, and so never changes.
FOR_GOOD: Final = {"cache-control": "public, immutable, max-age=31536000"}


def for_good(content: bytes, kind: str) -> Response:
    """An answer that a browser may keep for good, of a media type."""
    return Response(content, media_type=kind, headers=FOR_GOOD)
