"""A timeline of very many events: bars that count them by kind and stretch of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from components.domain.dates.bins import Bin, Binned
from components.figures.drawing.fonts import width_of
from components.figures.drawing.svg import line, tag, text
from components.figures.drawing.timeline.scale import DayScale
from components.figures.palette import Palette
from components.figures.timeline.lanes import Lane, TimelineTexts

NAME_PX: Final = 20.0
TALLEST_PX: Final = 64.0
LEAST_PX: Final = 2.0
NUMBER_PX: Final = 12


def _bar(
    found: Bin, foot: float, tall: float, most: int, scale: DayScale, palette: Palette, words: str
) -> tuple[Markup, tuple[float, float, float]]:
    first, last = max(found.start, scale.window[0]), min(found.end, scale.window[1])
    left, right = scale.start(first), scale.end(last)
    high = max(tall * found.count / max(most, 1), LEAST_PX)
    wide = max((right - left) * 0.88, 1.0)
    drawn = tag(
        "rect", x=left, y=foot - high, width=wide, height=high,
        fill=palette.category[found.category], class_="tone-fill",
    )  # fmt: skip
    return tag(
        "g", *([tag("title", words)] if words else []), drawn, class_="mark bin",
        data_kind=found.category, data_start=found.start.isoformat(),
        data_end=found.end.isoformat(), data_count=found.count,
    ), (left, left + wide, foot - high)  # fmt: skip


def _numbers(
    bins: Sequence[Bin],
    boxes: Sequence[tuple[float, float, float]],
    texts: TimelineTexts,
    palette: Palette,
    edge: float,
) -> list[Markup]:
    """The counts on their bars, the greatest first, where no other number or bar is in the way."""
    drawn: list[Markup] = []
    taken: list[tuple[float, float, float]] = []
    for n in sorted(range(len(bins)), key=lambda n: -bins[n].count):
        left, right, top = boxes[n]
        words = texts.number(bins[n].count)
        half = width_of(words, NUMBER_PX, 600) / 2
        x = min(max((left + right) / 2, half), edge - half)
        free = all(
            x + half + 3 < other[0] or other[1] < x - half - 3 or top - NUMBER_PX > other[2]
            for other in taken
        )
        under = all(
            b[1] < x - half - 1 or x + half + 1 < b[0] or b[2] >= top - 1
            for m, b in enumerate(boxes)
            if m != n
        )
        if free and under:
            taken.append((x - half, x + half, top))
            written = text(
                words, x, top - 4, size=NUMBER_PX, fill=palette.ink, weight=600,
                anchor="middle", halo=palette.paper,
            )  # fmt: skip
            drawn.append(
                tag("g", written, class_="bin-number", data_kind=bins[n].category,
                    data_start=bins[n].start.isoformat())
            )  # fmt: skip
    return drawn


def count_lanes(
    binned: Binned,
    lanes: Sequence[Lane],
    scale: DayScale,
    height: float | None,
    palette: Palette,
    texts: TimelineTexts,
) -> tuple[list[Markup], float]:
    """Count the events of each lane; every lane has the same scale, so that bars can be compared.

    Args:
        binned: the events of the window by kind and stretch of time.
        lanes: from the top.
        height: of all lanes together; without it, what looks well.
        texts: the words of numbers and stretches.

    Returns:
        The lanes' elements, the first lane's top at 0, and the height of them all.
    """
    each = (height / max(len(lanes), 1)) if height else NAME_PX + TALLEST_PX + NUMBER_PX + 8
    tall = max(each - NAME_PX - NUMBER_PX - 8, 4.0)
    right = scale.left + scale.width
    drawn = []
    for n, lane in enumerate(lanes):
        top, foot = n * each, (n + 1) * each - 4
        own = [b for b in binned.bins if b.category == lane.category]
        made = [_bar(b, foot, tall, binned.most, scale, palette, texts.stretch(b)) for b in own]
        numbers = _numbers(own, [box for _, box in made], texts, palette, right)
        name = text(
            lane.name, scale.left + 2, top + 15, size=12, fill=palette.category[lane.category],
            weight=700, halo=palette.paper,
        )  # fmt: skip
        edges = [
            line((scale.left, top), (right, top), palette.line),
            line((scale.left, foot), (right, foot), palette.line),
        ]
        bars = [bar for bar, _ in made]
        drawn.append(
            tag("g", *edges, *bars, *numbers, name, class_="lane", data_kind=lane.category)
        )
    return drawn, each * len(lanes)
