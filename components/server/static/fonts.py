"""The framework's fonts for documents that the server writes itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from components.server.static.files import STATIC

#: The letters that the drawings are laid out for, among the framework's files.
FONTS: Final = {
    "Source Sans": "SourceSansVF-Upright.*",
    "Source Serif": "SourceSerifVariable-Roman.*",
}
FACE: Final = (
    "@font-face{{font-family:'{name}';src:url({base}/static/media/{file});font-weight:200 900;"
    "font-display:swap}}"
)


@lru_cache(maxsize=4)
def font_style(base: str) -> Markup:
    """The style element that loads the fonts.

    Args:
        base: what leads from the document to the server's files, as an address or relative to it.
    """
    faces = [
        FACE.format(name=name, base=base, file=file.name)
        for name, pattern in FONTS.items()
        for file in sorted((STATIC / "static/media").glob(pattern))[:1]
    ]
    return Markup(f"<style>{''.join(faces)}</style>")  # noqa: S704
