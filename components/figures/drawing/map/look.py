"""What all parts of one drawn map share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from components.domain.records.presentation import MapExtent
from components.figures.drawing.map.label_places import LabelPlaces
from components.figures.drawing.map.projection import Projection
from components.figures.map.marks import MapPalette, MapTexts

#: How much of its colour a region or circle keeps that the drawing is not about.
DIMMED_GROUND_SHARE: Final = 0.35


@dataclass(frozen=True)
class MapLook:
    """What all parts of one drawing share."""

    to: Projection
    palette: MapPalette
    texts: MapTexts
    focus: frozenset[str] | None
    extent: MapExtent
    largest: int
    tone: str
    ink: str
    regional: bool
    counted: bool
    labels: LabelPlaces

    def dims(self, key: str) -> bool:
        """Whether the drawing is about other things."""
        return self.focus is not None and key not in self.focus
