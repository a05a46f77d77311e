"""Where the lanes of a drawn timeline go, in as many rows as its height leaves.

Each kind has a lane; the lane's name stands in its first row.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from components.figures.drawing.timeline.packing import FEW_MARKS, LanePacker
from components.figures.drawing.timeline.scale import Band, DayScale
from components.figures.timeline.lanes import Lane, Mark

#: Rows are as high as a mark with its stroke at least, and no higher than looks well.
LEAST_ROW: Final = 14.4
MOST_ROW: Final = 22.0
PAD_PX: Final = 4.0


def _shared_rows(packers: Sequence[LanePacker], budget: int | None) -> dict[int, int] | None:
    """How many rows each lane gets of a budget, so that the most is named.

    ``None`` where the marks alone need more; without a budget every label gets its row.
    """
    if budget is not None and sum(packer.deepest for packer in packers) > budget:
        return None
    # Where there is room for all, what would have to be shortened need not be found out.
    rows = {n: p.least if budget is not None else p.enough for n, p in enumerate(packers)}
    used = sum(rows.values())
    if budget is not None and used > budget:
        return None
    while budget is None or used < budget:
        best: tuple[float, int, int] | None = None
        for n, packer in enumerate(packers):
            now = packer.score(rows[n])
            if now >= packer.best - 1e-9:
                continue
            # A single row may gain nothing where two or three do.
            for more in (1, 2, 3) if len(packer.marks) <= FEW_MARKS else (1,):
                if budget is not None and used + more > budget:
                    break
                gain = (packer.score(rows[n] + more) - now) / more
                if gain > 1e-9 and (best is None or gain > best[0]):
                    best = (gain, n, more)
        if best is None:
            break
        rows[best[1]] += best[2]
        used += best[2]
    return rows


def bands_of(
    lanes: Sequence[Lane],
    marks: Mapping[str, Sequence[Mark]],
    scale: DayScale,
    height: float | None,
    must: Collection[str] | None,
    row: float = 20.0,
    cut: bool = True,
) -> tuple[list[Band], float, float] | None:
    """Stack the lanes downwards.

    Args:
        lanes: from the top.
        marks: those in the window by kind, what matters most first: it is named first.
        scale: the days of the chart.
        height: what all lanes take together; without it, whatever all labels need.
        must: the ids that get a label; ``None`` is all.
        row: how high a row is where no height is given.
        cut: whether a title without room may be shortened; else it is left out.

    Returns:
        The lanes with their marks, the height of them all, and how much is named, from 0 (nothing)
        to 1 (every label whole); ``None`` where the height does not suffice for the marks.
    """
    packers = [LanePacker(lane, marks.get(lane.category, ()), scale, must, cut) for lane in lanes]
    budget = None if height is None else int((height - PAD_PX * len(lanes)) / LEAST_ROW)
    rows = _shared_rows(packers, budget)
    if rows is None:
        return None
    count = max(sum(rows.values()), 1)
    pad = 0.0
    if height is not None:
        row = min((height - PAD_PX * len(lanes)) / count, MOST_ROW)
        pad = (height - PAD_PX * len(lanes) - row * count) / max(len(lanes), 1)
    bands, y = [], 0.0
    for n, packer in enumerate(packers):
        tall = PAD_PX + pad + rows[n] * row
        placed = packer.pack(rows[n]) or ()
        bands.append(Band(packer.lane, y, y + tall, row, rows[n], placed))
        y += tall
    wanted = sum(packer.best for packer in packers)
    named = sum(packer.score(rows[n]) for n, packer in enumerate(packers))
    return bands, y, named / wanted if wanted else 1.0
