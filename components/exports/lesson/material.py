"""A drawing of a lesson, with what it shows in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from components.drawing.scene import Scene

Part = Literal["map", "figures", "timeline"]


@dataclass(frozen=True)
class Drawing:
    """A drawing, what it shows in words, and what it is called.

    ``whole`` is whether every title in it has room.
    """

    scene: Scene
    words: str
    name: str
    whole: bool = True
