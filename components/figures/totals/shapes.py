"""The lines and words around the marks of the chart of totals, as Plotly's shapes and annotations.

A shape belongs to one claim and is named after it, so a line that joined two could not be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from components.domain.dates.days import days_after, moment_text
from components.figures.palette import Palette
from components.figures.totals.labels import NAME_PX, VALUE_PX, PlacedLabel
from components.figures.totals.marks import (
    Ruler,
    Spot,
    Stroke,
    TotalMark,
    clip,
    date_line,
    number,
    strokes,
)
from components.figures.totals.scale import NumberScale


def colour_of(mark: TotalMark, palette: Palette) -> str:
    """The main voice in the accent, everybody else in ink."""
    return palette.accent if mark.main else palette.ink


def _line(spot: Spot, stroke: Stroke, base: float, colour: str) -> dict[str, Any]:
    ring = stroke.kind == "ring"
    return {
        "name": f"{spot.mark.id} {stroke.kind}",
        "type": "circle" if ring else "line",
        "xsizemode": "pixel",
        "xanchor": moment_text(spot.x),
        "x0": stroke.x0,
        "x1": stroke.x1,
        "y0": base + stroke.y0,
        "y1": base + stroke.y1,
        "line": {
            "color": colour,
            "width": 4 if stroke.kind == "bar" else 1.75,
            "dash": stroke.dash,
        },
        "layer": "below",
    }


def stroke_shapes(
    spots: Sequence[Spot], scale: NumberScale, ruler: Ruler, palette: Palette
) -> list[dict[str, Any]]:
    """Every stroke as its own shape: a shape belongs to one claim, named in it."""
    found = []
    for spot in spots:
        colour = colour_of(spot.mark, palette)
        base = scale.at(number(spot.mark))
        found += [_line(spot, stroke, base, colour) for stroke in strokes(spot.mark, scale)]
        line = date_line(spot, ruler)
        if not line:
            continue
        first, last = clip(spot.mark.date, ruler.window)
        stub = spot.mark.date.precision == "day"
        ends: dict[str, Any] = (
            {"xsizemode": "pixel", "xanchor": moment_text(spot.x), "x0": -15, "x1": 15}
            if stub
            else {"x0": first.isoformat(), "x1": days_after(last, 1).isoformat()}
        )
        found.append(
            {
                "name": f"{spot.mark.id} date", "type": "line", "y0": spot.y, "y1": spot.y,
                "line": {"color": colour, "width": 1.75, "dash": line[2]}, "layer": "below",
            }
            | ends
        )  # fmt: skip
    return found


def leader_shapes(
    placed: Sequence[PlacedLabel], moments: dict[str, str], palette: Palette
) -> list[Any]:
    """The thin lines from marks to labels that found no room beside them."""
    return [
        {
            "name": f"{item.label.id} leader", "type": "line", "layer": "below",
            "xsizemode": "pixel", "xanchor": moments[item.label.id], "x0": 0, "x1": 0,
            "y0": item.leader.bottom, "y1": item.leader.top,
            "line": {"color": palette.muted, "width": 1},
        }
        for item in placed
        if item.leader
    ]  # fmt: skip


def label_notes(
    placed: Sequence[PlacedLabel], moments: dict[str, str], palette: Palette
) -> list[Any]:
    """The words beside the marks."""
    notes = []
    for item in placed:
        label, box = item.label, item.box
        name = "".join(
            f'<br><span style="font-size:{NAME_PX}px;color:{palette.muted}">{escape(n)}</span>'
            for n in label.name
        )
        anchor = {"right": "left", "left": "right"}.get(item.side, "center")
        edge = {"left": box.left, "right": box.right, "center": label.x}[anchor]
        notes.append(
            {
                "name": label.id, "x": moments[label.id], "y": (box.bottom + box.top) / 2,
                "xanchor": anchor, "yanchor": "middle", "xshift": edge - label.x,
                "align": "left" if anchor == "center" else anchor,
                "text": f"<b>{escape(label.value)}</b>{name}", "showarrow": False,
                "font": {"size": VALUE_PX, "color": palette.ink}, "borderpad": 0,
                "bgcolor": palette.paper,
            }
        )  # fmt: skip
    return notes
