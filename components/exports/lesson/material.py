"""What a handout, an answer sheet and slides are made from: a story, told and referenced.

Nothing here holds a figure of its own: texts are filled from the data set, tables and drawings are
made from its records, and each text carries the paragraphs it rests on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim
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


def counts_of(dataset: Dataset, day: str | None) -> dict[str, Claim]:
    """The counts by region that hold for a day (EDTF), by region."""
    return {
        region: claim
        for region, claims in dataset.counts_by_region().items()
        for claim in claims
        if day is not None and claim.as_of == day
    }


def count_days(dataset: Dataset) -> tuple[str, ...]:
    """The days (EDTF) that have counts by region, earliest first."""
    found = (c.as_of for claims in dataset.counts_by_region().values() for c in claims)
    return tuple(sorted({day for day in found if day}))


def largest_count(dataset: Dataset) -> int:
    """The greatest count by region of any day: it has the largest circle everywhere."""
    every = (c for claims in dataset.counts_by_region().values() for c in claims)
    return max((int(c.value_low or 0) for c in every), default=0)
