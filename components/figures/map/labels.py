"""Positions of labels, set by hand in the package, in pixels from the mark.

Labels that a program places move when a number changes, and overlap when they should not. A region
or a place without a spot gets its label to the right of its mark.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from components.domain.records.presentation import LabelSpot

NAME_PX = 12
NUMBER_PX = 15
LINE_PX = 14
OTHER_SPOT = LabelSpot(dx=12, dy=0)


def spot_of(spots: Mapping[str, LabelSpot], key: str) -> LabelSpot:
    """The hand-set place of a label, or the ordinary one."""
    return spots.get(key, OTHER_SPOT)


def wrapped(label: str, width: int) -> list[str]:
    """A label's lines; words are never broken."""
    return textwrap.wrap(label, width, break_long_words=False, break_on_hyphens=False) or [""]
