"""PNG from SVG, made here: no browser, no network, and no font but those installed with the app."""

from __future__ import annotations

import resvg_py

from components.drawing.fonts import font_files


def to_png(svg: str, width: int, ground: str | None = None) -> bytes:
    """Draw an SVG as PNG, ``width`` pixels wide and as high as it must be.

    Without a ``ground`` (``#rrggbb``) it is transparent where nothing is drawn.

    Raises:
        ValueError: if ``svg`` cannot be drawn.
    """
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=str(svg),
            width=width,
            background=ground,
            skip_system_fonts=True,
            font_files=[str(file) for file in font_files()],
        )
    )
