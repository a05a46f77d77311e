"""Where marks and labels of a still timeline go: a still one has no hovering, so labels need room.

Marks take the first row in which neither they nor their label touch another; a label stands to the
right of its mark, to the left where the chart ends, in two lines where neither side is wide enough,
and on a bar that fills the chart. All lengths are in the drawing's own unit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from components.figures.lanes import LANE_HEAD, ROW, Lane, Mark, extent_of, is_bar, room_of
from components.figures.still.fonts import width_of, wrapped_to

LABEL: Final = 12
LEADING: Final = 13.5
BESIDE: Final = 4
INSET: Final = 16
OPEN: Final = 6
FOOT: Final = 8
Side = Literal["right", "left", "on"]
Labels = Literal["all", "fitting"]


@dataclass(frozen=True)
class Placed:
    """A mark with its row in its lane, its days, and the lines of its label."""

    mark: Mark
    row: int
    start: date
    end: date
    left: float
    right: float
    side: Side = "right"
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Band:
    """One lane with its marks; ``top`` is that of its head."""

    lane: Lane
    top: float
    rows: int
    placed: tuple[Placed, ...]


def _free(rows: list[list[tuple[float, float]]], first: int, room: tuple[float, float]) -> bool:
    """Whether nothing stands in a row where ``room`` is wanted; rows that are new are free."""
    if first >= len(rows):
        return True
    return all(room[1] <= left or right <= room[0] for left, right in rows[first])


def _options(mark: Mark, left: float, right: float, width: float) -> list[tuple[Side, list[str]]]:
    """The ways to set a label, the best first; none where the chart is too narrow for all."""
    found: list[tuple[Side, list[str]]] = []
    rooms: dict[Side, float] = {"right": width - right - BESIDE, "left": left - BESIDE}
    whole = width_of(mark.label, LABEL, 600)
    found += [(side, [mark.label]) for side, room in rooms.items() if whole <= room]
    if not found:
        for side, room in rooms.items():
            lines = wrapped_to(mark.label, room, LABEL, 600)
            if len(lines) == 2 and all(width_of(x, LABEL, 600) <= room for x in lines):
                found.append((side, lines))
    if not found and whole + 2 * INSET <= right - left:
        found.append(("on", [mark.label]))
    return found


def _room(side: Side, lines: Sequence[str], left: float, right: float) -> tuple[float, float]:
    if side == "on":
        return left, right
    wide = max(width_of(line, LABEL, 600) for line in lines) + BESIDE + 8
    return (left, right + wide) if side == "right" else (left - wide, right)


def _put(
    rows: list[list[tuple[float, float]]], first: int, count: int, room: tuple[float, float]
) -> None:
    while len(rows) < first + count:
        rows.append([])
    for row in rows[first : first + count]:
        row.append(room)


def _lane(
    marks: Sequence[Mark],
    window: tuple[date, date],
    width: float,
    must: Collection[str] | None,
    labels: Labels,
) -> tuple[list[Placed], int]:
    scale = width / max((window[1] - window[0]).days + 1, 1)
    rows: list[list[tuple[float, float]]] = []
    placed = []
    ordered = sorted(marks, key=lambda m: (m.date.first, m.date.last, m.id))
    for mark in ordered:
        left, right = room_of(mark, window, scale)
        if is_bar(mark) and (mark.date.approximate or mark.date.uncertain):
            # The open end reaches out to the left, too.
            left = max(left - OPEN, 0)
        wanted = (labels == "all") if must is None else mark.id in must
        options = _options(mark, left, right, width) if wanted and mark.label else []
        side, lines = options[0] if options else ("right", [])
        if lines:
            tries = [
                (row, index)
                for row in range(len(rows) + 1)
                for index, (s, ls) in enumerate(options)
                if all(_free(rows, row + n, _room(s, ls, left, right)) for n in range(len(ls)))
            ]
            row, index = tries[0]
            side, lines = options[index]
            _put(rows, row, len(lines), _room(side, lines, left, right))
        else:
            row = next(r for r in range(len(rows) + 1) if _free(rows, r, (left, right)))
            _put(rows, row, 1, (left, right))
        start, end = extent_of(mark, window)
        placed.append(Placed(mark, row, start, end, left, right, side, tuple(lines)))
    if must is None and labels == "fitting":
        placed = _fitted(placed, width)
    return placed, max(len(rows), 1)


def _fitted(placed: Sequence[Placed], width: float) -> list[Placed]:
    """Give those marks a label that have free room beside them."""
    found: list[Placed] = []
    for item in placed:
        others = [p.left for p in placed if p.row == item.row and p.left > item.left]
        reach = item.right + BESIDE + width_of(item.mark.label, LABEL, 600) + 6
        lines = (item.mark.label,) if reach <= min(others, default=width) else ()
        found.append(
            Placed(item.mark, item.row, item.start, item.end, item.left, item.right, "right", lines)
        )
    return found


def bands_of(
    lanes: Sequence[Lane],
    marks: Sequence[Mark],
    window: tuple[date, date],
    width: float,
    *,
    must: Collection[str] | None,
    labels: Labels,
    row: float = ROW,
) -> tuple[list[Band], float]:
    """Stack the lanes downwards.

    Args:
        lanes: from the top.
        marks: those within ``window``.
        window: first and last day, both included.
        width: of the chart.
        must: the ids that get a label; ``None`` leaves that to ``labels``.
        labels: "all" makes rows until each label has room; "fitting" labels what has room.
        row: the height of a row.

    Returns:
        The lanes with their marks, and the height of them all.
    """
    bands, y = [], 0.0
    for lane in lanes:
        own = [m for m in marks if m.category == lane.category]
        placed, count = _lane(own, window, width, must, labels)
        bands.append(Band(lane, y, count, tuple(placed)))
        y += LANE_HEAD + count * row + FOOT
    return bands, y
