"""The icon of the pages, as a drawing and as the file that browsers ask for by its name."""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path
from typing import Final

from components.exports.png import to_png

ICON: Final = Path(__file__).parents[1] / "icon.svg"
ICON_PX: Final = 32


@lru_cache(maxsize=1)
def icon_file() -> bytes:
    """The icon as an ICO file: a header of one picture, and that picture as PNG."""
    png = to_png(ICON.read_text("utf-8"), ICON_PX)
    header = struct.pack("<3H", 0, 1, 1)
    size = (ICON_PX, ICON_PX)
    return header + struct.pack("<4B2H2I", *size, 0, 0, 1, 32, len(png), 22) + png
