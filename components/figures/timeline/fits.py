"""The live timeline at several widths: the widest figure, and for each other the differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import plotly.graph_objects as go

from components.figures.timeline.chart import timeline_parts
from components.figures.timeline.lanes import Lane, Mark

#: Inner widths in pixels for which labels find their places: from a phone to a large screen.
WIDTHS: Final = (300.0, 640.0, 960.0, 1300.0, 1580.0)


def difference(base: Any, other: Any) -> Any:
    """What has to be put in the place of parts of ``base`` so that it becomes ``other``.

    Objects are compared key by key, and lists of objects of the same length item by item; anything
    else is replaced whole. An empty object where nothing differs. A key that ``other`` lacks stays.
    """
    if isinstance(base, dict) and isinstance(other, dict):
        pairs = ((key, base.get(key), value) for key, value in other.items())
        return {key: difference(was, now) for key, was, now in pairs if was != now}
    if _records(base) and _records(other) and len(base) == len(other):
        return {str(n): difference(base[n], now) for n, now in enumerate(other) if base[n] != now}
    return other


def _records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def timelines(
    marks: Sequence[Mark], lanes: Sequence[Lane], *, widths: Sequence[float] = WIDTHS, **view: Any
) -> tuple[go.Figure, list[list[Any]]]:
    """The widest chart, and for each width what differs from it there.

    Args:
        marks: as :func:`components.figures.timeline.chart.timeline` takes them.
        lanes: likewise.
        widths: inner widths in pixels, the widest last.
        view: what else it takes, but for the width.
    """
    parts = [timeline_parts(marks, lanes, width=width, **view) for width in widths]
    differing = [difference(parts[-1], made) for made in parts]
    return go.Figure(parts[-1]), [[w, d] for w, d in zip(widths, differing, strict=True)]
