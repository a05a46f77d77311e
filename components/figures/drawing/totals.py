"""The chart of totals as a drawing: the marks, strokes and labels of the one on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from markupsafe import Markup

from components.figures.drawing.fonts import wrapped_to
from components.figures.drawing.svg import document, group, line, symbol, tag, text
from components.figures.palette import Palette
from components.figures.totals.chart import SYMBOL, TotalsTexts, labels_of, ticks_of
from components.figures.totals.labels import (
    NAME_LINE_PX,
    NAME_PX,
    VALUE_LINE_PX,
    VALUE_PX,
    PlacedLabel,
)
from components.figures.totals.marks import (
    HOLLOW,
    MARK_PX,
    Ruler,
    Spot,
    TotalMark,
    date_line,
    noon,
    number,
    strokes,
)
from components.figures.totals.marks import spots as spots_of
from components.figures.totals.scale import NumberScale
from components.figures.totals.shapes import colour_of
from components.figures.totals.signs import DASHES

PANEL_PX: Final = 290
GAP_PX: Final = 18
AXIS_PX: Final = 26
TITLE_PX: Final = 14
BETWEEN_PX: Final = 22
#: How far apart the lines of the scales stand in a picture at most and at least, by the screen's
#: distance, and from when on a picture is short of height.
MOST_STRETCH: Final = 1.3
LEAST_STRETCH: Final = 0.4
NEAR_STRETCH_SHARE: Final = 0.7
#: How much of the screen's room it then has above and below its scales.
NEAR_ROOM_SHARE: Final = 0.5


@dataclass(frozen=True)
class TotalsPanel:
    """One panel: its heading, what it says, its marks and its scale.

    ``window`` is the first and last day shown, both included.
    """

    title: str
    lines: tuple[str, ...]
    marks: tuple[TotalMark, ...]
    window: tuple[date, date]
    scale: NumberScale


def _strokes(spot: Spot, scale: NumberScale, ruler: Ruler, colour: str) -> list[Markup]:
    """The lines that say how a figure was said, and that of its date; y grows downwards here."""
    base = scale.height - scale.at(number(spot.mark))
    drawn = []
    for stroke in strokes(spot.mark, scale):
        width = 4 if stroke.kind == "bar" else 1.75
        dash = DASHES[stroke.dash] or None
        if stroke.kind == "ring":
            drawn.append(
                tag("circle", cx=spot.left, cy=base, r=float(stroke.x1), fill="none",
                    stroke=colour, stroke_width=width, stroke_dasharray=dash)
            )  # fmt: skip
            continue
        ends = (
            (spot.left + stroke.x0, base - stroke.y0),
            (spot.left + stroke.x1, base - stroke.y1),
        )
        drawn.append(line(*ends, colour, width, dash))
    dated = date_line(spot, ruler)
    if dated:
        y = scale.height - spot.y
        left, right = max(dated[0], 0), min(dated[1], ruler.width)
        drawn.append(line((left, y), (right, y), colour, 1.75, DASHES[dated[2]] or None))
    return drawn


def _symbols(spot: Spot, scale: NumberScale, palette: Palette, colour: str) -> list[Markup]:
    hollow = spot.mark.qualifier in HOLLOW
    heights = [spot.y]
    if spot.mark.qualifier == "range":
        heights.append(scale.at(spot.mark.high or 0))
    return [
        symbol(
            SYMBOL[spot.mark.population], spot.left, scale.height - y,
            (MARK_PX if hollow else MARK_PX + 2) / 2,
            fill=palette.paper if hollow else colour,
            stroke=colour if hollow else palette.paper, stroke_width=2 if hollow else 1,
        )
        for y in heights
    ]  # fmt: skip


def _label(item: PlacedLabel, height: float, palette: Palette) -> list[Markup]:
    label, box = item.label, item.box
    anchor = {"right": "start", "left": "end"}.get(item.side, "middle")
    x = {"start": box.left, "end": box.right}.get(anchor, label.x)
    top = height - box.top
    drawn = []
    if item.leader:
        ends = ((label.x, height - item.leader.bottom), (label.x, height - item.leader.top))
        drawn.append(line(*ends, palette.muted))
    drawn.append(
        text(label.value, x, top + VALUE_LINE_PX - 4, size=VALUE_PX, fill=palette.ink, weight=700,
             anchor=anchor, halo=palette.paper)
    )  # fmt: skip
    drawn += [
        text(words, x, top + VALUE_LINE_PX + (n + 1) * NAME_LINE_PX - 4.5, size=NAME_PX,
             fill=palette.muted, anchor=anchor, halo=palette.paper)
        for n, words in enumerate(label.name)
    ]  # fmt: skip
    return drawn


def _axes(panel: TotalsPanel, ruler: Ruler, texts: TotalsTexts, palette: Palette) -> list[Markup]:
    drawn, scale = [], panel.scale
    for value in scale.ticks():
        y = scale.height - scale.at(value)
        drawn.append(line((0, y), (ruler.width, y), palette.line))
        drawn.append(text(texts.number(value), 0, y - 3, size=11, fill=palette.muted))
    foot = scale.height
    drawn.append(line((0, foot), (ruler.width, foot), palette.muted))
    for day, words, middle in ticks_of(panel.window, texts, ruler.width):
        x = ruler.left(noon(day))
        drawn.append(line((x, foot), (x, foot + 4), palette.muted))
        drawn.append(
            text(words, x if middle else x + 2, foot + 16, size=11, fill=palette.muted,
                 anchor="middle" if middle else "start")
        )  # fmt: skip
    return drawn


def _panel(
    panel: TotalsPanel,
    width: float,
    texts: TotalsTexts,
    palette: Palette,
) -> list[Markup]:
    """The chart of one panel, its upper left corner at 0, 0."""
    ruler = Ruler(panel.window, width)
    scale = panel.scale
    found = spots_of(panel.marks, scale, ruler)
    labels = {p.label.id: p for p in labels_of(found, scale, ruler, texts)}
    drawn = _axes(panel, ruler, texts, palette)
    behind, before = [], []
    for spot in found:
        colour = colour_of(spot.mark, palette)
        name = " ".join([spot.mark.value, *spot.mark.name])
        own = [*_strokes(spot, scale, ruler, colour), *_symbols(spot, scale, palette, colour)]
        behind.append(group(own, spot.mark.id, kind="claim", title=name))
        if spot.mark.id in labels:
            words = _label(labels[spot.mark.id], scale.height, palette)
            before.append(group(words, spot.mark.id, kind="claim-label"))
    return [*drawn, *before, *behind]


def _heading(panel: TotalsPanel, width: float, palette: Palette) -> tuple[list[Markup], float]:
    drawn = [line((0, 0.75), (width, 0.75), palette.ink, 1.5)]
    y = 20.0
    drawn.append(text(panel.title, 0, y, size=TITLE_PX, fill=palette.ink, weight=700))
    for words in panel.lines:
        for part in wrapped_to(words, width, 12):
            y += 16
            drawn.append(text(part, 0, y, size=12, fill=palette.muted))
    return drawn, y + 8


def totals_svg(
    panels: Sequence[TotalsPanel],
    *,
    palette: Palette,
    texts: TotalsTexts,
    width: float,
    height: float | None = None,
    scale: float = 1.0,
    stretch: bool = False,
    title: str = "",
    desc: str = "",
) -> Markup:
    """Draw the panels of the chart of totals as small multiples, row by row.

    Args:
        panels: from the first; those of one scale can be compared.
        width: of the drawing, in pixels.
        height: likewise; without it, whatever the panels need. With it, everything is made as much
            smaller as it must be.
        scale: the size of type and marks; 1 is the screen's.
        stretch: whether the lines of the scales come nearer to each other, or farther apart, to
            take the height, before anything is made smaller.
        title: what the drawing says, and
        desc: what it shows, for those who do not see it.

    Returns:
        An ``<svg>`` element; a claim is a ``<g class="mark claim" data-id="…">`` for its mark and
        another for its label.
    """
    unit = min(scale, width / PANEL_PX)
    if height and stretch:
        panels = _stretched(panels, width / unit, height / unit, palette)
    while height and _height(panels, width / unit, palette) * unit > height:
        unit *= 0.96
    body, tall = _grid(panels, width / unit, palette, texts)
    box = (width / unit, (height or tall * unit) / unit)
    return document(
        body, width=width, height=height or tall * unit, box=box, title=title, desc=desc
    )


def _scaled(panels: Sequence[TotalsPanel], scales: Sequence[NumberScale]) -> list[TotalsPanel]:
    return [replace(p, scale=scale) for p, scale in zip(panels, scales, strict=True)]


def _stretched(
    panels: Sequence[TotalsPanel], width: float, height: float, palette: Palette
) -> Sequence[TotalsPanel]:
    """The panels with the lines of all scales as far apart as the height allows, within reason.

    Where that is near, the highest panels leave out what is free at the top and at the foot.
    """

    def at(stretch: float) -> list[TotalsPanel]:
        whole = [replace(panel.scale, stretch=stretch) for panel in panels]
        if stretch >= NEAR_STRETCH_SHARE:
            return _scaled(panels, whole)
        most = [max(m.high or m.low or 0 for m in panel.marks) for panel in panels]
        low = [replace(s.topped(n), room=NEAR_ROOM_SHARE) for s, n in zip(whole, most, strict=True)]
        deepest = max(scale.height for scale in low)
        pairs = zip(whole, low, strict=True)
        return _scaled(panels, [one if one.height <= deepest else two for one, two in pairs])

    most, least = MOST_STRETCH, LEAST_STRETCH
    while most > least and _height(at(most), width, palette) > height:
        most -= 0.05
    return at(most)


def _rows(
    panels: Sequence[TotalsPanel], width: float, palette: Palette
) -> list[tuple[Sequence[TotalsPanel], list[Markup], float, float]]:
    """The panels row by row with their headings, and how high headings and charts are."""
    most = max(int((width + GAP_PX) / (PANEL_PX + GAP_PX)), 1)
    columns = min(most, max(len(panels), 1))
    wide = (width - GAP_PX * (columns - 1)) / columns
    rows = []
    for first in range(0, len(panels), columns):
        row = panels[first : first + columns]
        heads = [_heading(panel, wide, palette) for panel in row]
        drawn = [tag("g", *parts) for parts, _ in heads]
        deepest = max(panel.scale.height for panel in row)
        rows.append((row, drawn, max(tall for _, tall in heads), deepest))
    return rows


def _height(panels: Sequence[TotalsPanel], width: float, palette: Palette) -> float:
    """The height that the panels take."""
    rows = _rows(panels, width, palette)
    return max(
        sum(head + deepest + AXIS_PX + BETWEEN_PX for *_, head, deepest in rows) - BETWEEN_PX, 1.0
    )


def _grid(
    panels: Sequence[TotalsPanel],
    width: float,
    palette: Palette,
    texts: TotalsTexts,
) -> tuple[list[Markup], float]:
    """All panels in rows of equal columns, and the height they take."""
    rows = _rows(panels, width, palette)
    columns = len(rows[0][0]) if rows else 1
    wide = (width - GAP_PX * (columns - 1)) / columns
    drawn: list[Markup] = []
    y = 0.0
    for row, headings, head, deepest in rows:
        for n, (panel, heading) in enumerate(zip(row, headings, strict=True)):
            x = n * (wide + GAP_PX)
            # Scales of one row end on one line, so that equal heights are equal numbers.
            chart = tag(
                "g", *_panel(panel, wide, texts, palette),
                transform=f"translate({x:.2f} {y + head + deepest - panel.scale.height:.2f})",
            )  # fmt: skip
            drawn.append(tag("g", heading, transform=f"translate({x:.2f} {y:.2f})"))
            drawn.append(chart)
        y += head + deepest + AXIS_PX + BETWEEN_PX
    return drawn, _height(panels, width, palette)
