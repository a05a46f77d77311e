"""The Plotly painter of a timeline's scene, to be dragged over, looked at closely and clicked on.

Every shape stands at its place in the scene: the axes count the scene's own unit, and ``meta`` says
which day that is. A chart that is wider than its scene stretches it, so nothing comes to lie on
anything else.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, Final

from components.drawing.palette import Palette
from components.drawing.scene import Bar, Dot, Group, Line, Mark, Scene, Shape, Sign, Text

FONT: Final = '"Source Sans", sans-serif'
#: From the baseline of a text to its middle, in parts of its size.
MIDDLE: Final = 1 / 3
ANCHOR: Final = {"start": "left", "middle": "center", "end": "right"}
#: A text's place beside the point at which it is anchored.
SIDE: Final = {"start": "middle right", "middle": "middle center", "end": "middle left"}
#: The number of 1 January 1970, from which a browser counts days.
EPOCH: Final = 719_163
HOVER_CHARACTERS: Final = 56
Json = dict[str, Any]


def base_layout(width: float, height: float, margin: Json, palette: Palette) -> Json:
    """The layout of a chart without its axes."""
    return {
        "width": width,
        "height": int(height),
        "margin": margin,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "hovermode": "closest",
        "hoverlabel": {
            "bgcolor": palette.panel,
            "font": {"family": FONT, "color": palette.ink, "size": 13},
            "align": "left",
        },
        "font": {"family": FONT, "color": palette.ink},
    }


def _frame(body: Sequence[Mark | Group]) -> Iterator[tuple[str, Shape]]:
    """The shapes of axis and lanes that belong to no record, each with the group's kind."""
    for group in body:
        for mark in group.marks if isinstance(group, Group) else ():
            if isinstance(mark, Mark) and not mark.kind:
                yield from ((group.kind, shape) for shape in mark.shapes)


def _line(x: tuple[float, float] | None, y: tuple[float, float], colour: str) -> Json:
    """A line below the marks: at a place of the axis, or without one across the whole chart."""
    place = {"xref": "x", "x0": x[0], "x1": x[1]} if x else {"xref": "paper", "x0": 0, "x1": 1}
    return {
        "type": "line", "yref": "paper" if x else "y", "y0": y[0], "y1": y[1], "layer": "below",
        "line": {"color": colour, "width": 1}, **place,
    }  # fmt: skip


def _note(text: Text, place: Json, palette: Palette) -> Json:
    words = escape(text.words)
    return {
        "text": f"<b>{words}</b>" if text.weight > 600 else words, "showarrow": False,
        "xanchor": ANCHOR[text.anchor], "yanchor": "middle", "bgcolor": palette.paper,
        "borderpad": 0, "font": {"size": text.size, "color": text.fill}, **place,
    }  # fmt: skip


def _surroundings(scene: Scene, palette: Palette) -> Json:
    """The lanes with their names, the dates above with their lines, the dates below."""
    left, top, _, bottom = scene.plot
    lines, notes, ticks = [], [], []
    for kind, shape in _frame(scene.body):
        match shape:
            case Line(((x0, y0), (x1, _)), paint) if kind == "lane":
                lines.append(_line(None, (y0, y0), paint.stroke or palette.line))
            case Line(((x0, y0), (x1, _)), paint) if y0 < top and x0 > left:
                # The first stretch begins with the chart, which needs no line there.
                ends = (0.0, 1 + (top - y0) / (bottom - top))
                lines.append(_line((x0, x1), ends, paint.stroke or palette.line))
            case Text() if kind == "lane":
                shift = {"x": 0, "xref": "paper", "xshift": shape.x - left}
                notes.append(_note(shape, {**shift, "y": shape.y - shape.size * MIDDLE}, palette))
            case Text() if shape.y < top:
                place = {"x": shape.x, "yref": "paper", "y": 1}
                up = {"yshift": top - shape.y + shape.size * MIDDLE}
                notes.append(_note(shape, place | up, palette))
            case Text():
                ticks.append((shape.x, shape.words))
    axis = {
        "tickmode": "array", "tickvals": [x for x, _ in ticks], "ticktext": [t for _, t in ticks],
        "tickangle": 0, "ticks": "outside", "ticklen": 4, "tickcolor": palette.line,
        "tickfont": {"size": 11, "color": palette.muted}, "showgrid": False, "zeroline": False,
        "showline": True, "linecolor": palette.line, "range": [left, scene.plot[2]],
        # Every name has its room: measuring each again takes a third of a drawing's time.
        "ticklabeloverflow": "allow",
    }  # fmt: skip
    return {"xaxis": axis, "shapes": lines, "annotations": notes}


def _bars(found: Sequence[tuple[Mark, Bar]]) -> Json:
    boxes = [bar.box for _, bar in found]
    return {
        "type": "bar", "orientation": "h", "base": [x0 for x0, *_ in boxes],
        "x": [x1 - x0 for x0, _, x1, _ in boxes], "y": [(y0 + y1) / 2 for _, y0, _, y1 in boxes],
        "width": [y1 - y0 for _, y0, _, y1 in boxes],
        "marker": {
            # A pattern that replaces takes the bar's own colour; any other one is drawn in grey.
            "color": [b.paint.stroke if b.hatched else b.paint.fill for _, b in found],
            "line": {"width": 0},
            "pattern": {
                "shape": ["/" if b.hatched else "" for _, b in found], "fillmode": "replace",
                "size": 6, "solidity": 0.45,
            },
        },
    }  # fmt: skip


def _points(found: Sequence[tuple[Mark, Sign | Dot]]) -> Json:
    shapes = [shape for _, shape in found]
    return {
        "type": "scatter", "mode": "markers", "x": [s.x for s in shapes],
        "y": [s.y for s in shapes],
        "marker": {
            "opacity": 1, "symbol": [s.form if isinstance(s, Sign) else "circle" for s in shapes],
            "size": [2 * s.radius + (isinstance(s, Sign)) for s in shapes],
            "color": [s.paint.fill for s in shapes],
            "line": {
                "width": [s.paint.width if s.paint.stroke else 0 for s in shapes],
                "color": [s.paint.stroke or s.paint.fill for s in shapes],
            },
        },
    }  # fmt: skip


def _names(found: Sequence[tuple[Mark, Text]], chosen: Callable[[Mark], bool]) -> Json:
    return {
        "type": "scatter", "mode": "text", "x": [t.x for _, t in found],
        "y": [t.y - t.size * MIDDLE for _, t in found], "text": [escape(t.words) for _, t in found],
        "textposition": [SIDE[t.anchor] for _, t in found], "cliponaxis": False,
        "textfont": {
            "size": 12, "color": [t.fill for _, t in found],
            # As heavy as its room was measured for.
            "weight": [600 if chosen(mark) else t.weight for mark, t in found],
        },
    }  # fmt: skip


def _heads(found: Sequence[tuple[Mark, Line]]) -> Iterator[Json]:
    """Lines of marks, a trace for each colour: the points of each, with a gap after them."""
    by_colour: dict[str, list[Line]] = {}
    for _, line in found:
        by_colour.setdefault(line.paint.stroke or "", []).append(line)
    for colour, lines in by_colour.items():
        points = [p for line in lines for p in (*line.points, (None, None))]
        yield {
            "type": "scatter", "mode": "lines", "name": "open-ends", "hoverinfo": "skip",
            "x": [x for x, _ in points], "y": [y for _, y in points], "cliponaxis": False,
            "line": {"color": colour, "width": lines[0].paint.width},
        }  # fmt: skip


def _ring(mark: Mark, palette: Palette) -> tuple[Json | None, Json | None]:
    """The outline of what is chosen: a circle around a mark, or a box around a bar."""
    shape = mark.shapes[0]
    if isinstance(shape, Bar):
        x0, y0, x1, y1 = shape.box
        box = {"x0": x0 - 3, "y0": y0 - 3, "x1": x1 + 3, "y1": y1 + 3}
        return None, {"type": "rect", **box, "line": {"color": palette.ink, "width": 2}}
    if not isinstance(shape, Sign):
        return None, None
    marker = {
        "symbol": "circle-open", "size": 2 * shape.radius + 13, "color": palette.ink,
        "line": {"width": 2.5},
    }  # fmt: skip
    return {"x": [shape.x], "y": [shape.y], "mode": "markers", "marker": marker}, None


def _told(mark: Mark) -> list[Any] | None:
    """What a click on a mark says: nothing if it is a number on a bar."""
    if mark.id:
        return [mark.id]
    count = mark.data.get("count")
    return [mark.data["start"], mark.data["end"], int(count)] if count else None


def _hover(mark: Mark) -> str:
    """What a mark says, its beginning bold, in lines (Plotly breaks none), as Plotly's own HTML."""
    head, _, rest = mark.says.partition(". ")
    lines = textwrap.wrap(rest, HOVER_CHARACTERS)
    return "<br>".join([f"<b>{escape(head)}</b>", *map(escape, lines)])


def timeline_figure(
    scene: Scene,
    palette: Palette,
    *,
    chosen: Callable[[Mark], bool],
) -> Json:
    """The figure of a timeline, as Plotly reads it; no object of its library looks through it.

    Args:
        scene: laid out for a width.
        chosen: whether a mark is the chosen one, or holds it.

    Returns:
        ``data``, with the traces ``bars``, ``events``, ``labels`` and ``chosen``, whose
        ``customdata`` is the event's id, or the first and last day of a bar of counts and its
        number; and ``layout``, whose ``meta`` says where the first day begins and how wide it is.
    """
    marks = [mark for mark in scene.marks() if mark.kind]
    shapes = [(mark, shape) for mark in marks for shape in mark.shapes]
    bars = [(m, s) for m, s in shapes if isinstance(s, Bar)]
    points = [(m, s) for m, s in shapes if isinstance(s, Sign | Dot)]
    names = [(m, s) for m, s in shapes if isinstance(s, Text)]

    def trace(name: str, made: Json, of: Sequence[tuple[Mark, Any]], *, tells: bool) -> Json:
        told = {"name": name, "customdata": [_told(mark) for mark, _ in of]}
        spoken: Json = {"hoverinfo": "skip"}
        if tells:
            spoken = {"hovertext": [_hover(mark) for mark, _ in of], "hoverinfo": "text"}
        return made | told | spoken

    rings = [_ring(mark, palette) for mark in marks if chosen(mark)]
    traces = [
        trace("bars", _bars(bars), bars, tells=True),
        *_heads([(m, s) for m, s in shapes if isinstance(s, Line)]),
        trace("labels", _names(names, chosen), names, tells=False),
        *(ring | {"hoverinfo": "skip", "name": "chosen"} for ring, _ in rings if ring),
        trace("events", _points(points), points, tells=True),
    ]
    left, top, right, bottom = scene.plot
    width, height = scene.box
    margin = {"l": left, "r": width - right, "t": top, "b": height - bottom}
    layout = base_layout(width, height, margin, palette) | _surroundings(scene, palette)
    layout["shapes"] += [box for _, box in rings if box]
    if scene.days:
        first = scene.days.window[0].toordinal() - EPOCH
        layout["meta"] = {"first": first, "left": left, "day": scene.days.day}
    layout |= {
        "barmode": "overlay",
        # The page's own script drags, zooms and scrolls: see time.js.
        "dragmode": False,
        # Well under the distance between two rows: beside a narrow bar nothing is meant, not the
        # mark in the row below.
        "hoverdistance": 10,
        "yaxis": {"range": [bottom, top], "visible": False, "fixedrange": True},
    }
    return {"data": traces, "layout": layout}
