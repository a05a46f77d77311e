"""The Plotly painter of a timeline's scene, to be dragged over, looked at closely and clicked on.

Every shape stands at its place in the scene: the axes count the scene's own unit, and ``meta`` says
which day that is. A chart that is wider than its scene stretches it, so nothing comes to lie on
anything else.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Any, Final

from components.drawing.palette import Palette
from components.drawing.scene import Bar, Group, Line, Mark, Scene, Sign, Text

FONT: Final = '"Source Sans", sans-serif'
#: From the baseline of a text to its middle, in parts of its size.
MIDDLE: Final = 1 / 3
#: A text's place beside the point at which it is anchored.
SIDE: Final = {"start": "middle right", "middle": "middle center", "end": "middle left"}
#: The number of 1 January 1970, from which a browser counts days.
EPOCH: Final = 719_163
Json = dict[str, Any]


def _surroundings(scene: Scene, palette: Palette) -> Json:
    """The marks that belong to no record: lanes with their names, dates with their lines."""
    left, top, right, bottom = scene.plot
    lines, notes, ticks = list[Json](), list[Json](), list[Text]()

    def rule(colour: str | None, y0: float, y1: float, **place: Any) -> None:
        look = {"layer": "below", "line": {"color": colour, "width": 1}}
        lines.append({"type": "line", "y0": y0, "y1": y1, **look, **place})

    def note(text: Text, **place: Any) -> None:
        words = escape(text.words)
        font = {"size": text.size, "color": text.fill}
        look = {"bgcolor": palette.paper, "borderpad": 0, "showarrow": False, "font": font}
        said = {"text": f"<b>{words}</b>" if text.weight > 600 else words}
        notes.append(said | look | {"xanchor": "left", "yanchor": "middle"} | place)

    groups = [group for group in scene.body if isinstance(group, Group)]
    marks = [(g.kind, m) for g in groups for m in g.marks if isinstance(m, Mark) and not m.kind]
    for kind, shape in ((kind, shape) for kind, mark in marks for shape in mark.shapes):
        match shape:
            case Line(((_, y0), _), paint) if kind == "lane":
                rule(paint.stroke, y0, y0, xref="paper", x0=0, x1=1, yref="y")
            case Line(((x0, y0), (x1, _)), paint) if y0 < top and x0 > left:
                # The first stretch begins with the chart, which needs no line there.
                high = 1 + (top - y0) / (bottom - top)
                rule(paint.stroke, 0.0, high, xref="x", x0=x0, x1=x1, yref="paper")
            case Text() if kind == "lane":
                middle = shape.y - shape.size * MIDDLE
                note(shape, x=0, xref="paper", xshift=shape.x - left, y=middle)
            case Text() if shape.y < top:
                up = top - shape.y + shape.size * MIDDLE
                note(shape, x=shape.x, yref="paper", y=1, yshift=up)
            case Text():
                ticks.append(shape)
    look = {"showgrid": False, "zeroline": False, "showline": True, "linecolor": palette.line}
    look |= {"ticks": "outside", "ticklen": 4, "tickangle": 0, "tickcolor": palette.line}
    # Every name has its room: measuring each again takes a third of a drawing's time.
    look |= {"tickmode": "array", "ticklabeloverflow": "allow"}
    axis = look | {
        "tickvals": [tick.x for tick in ticks],
        "ticktext": [tick.words for tick in ticks],
        "tickfont": {"size": 11, "color": palette.muted},
        "range": [left, right],
    }
    return {"xaxis": axis, "shapes": lines, "annotations": notes}


def _bars(bars: Sequence[Bar]) -> Json:
    boxes, hatched = [bar.box for bar in bars], ["/" if bar.hatched else "" for bar in bars]
    # A pattern that replaces takes the bar's own colour; any other one is drawn in grey.
    pattern = {"shape": hatched, "fillmode": "replace", "size": 6, "solidity": 0.45}
    tones = [bar.paint.stroke if bar.hatched else bar.paint.fill for bar in bars]
    return {
        "type": "bar",
        "orientation": "h",
        "base": [x0 for x0, *_ in boxes],
        "x": [x1 - x0 for x0, _, x1, _ in boxes],
        "y": [(y0 + y1) / 2 for _, y0, _, y1 in boxes],
        "width": [y1 - y0 for _, y0, _, y1 in boxes],
        "marker": {"color": tones, "line": {"width": 0}, "pattern": pattern},
    }


def _scatter(mode: str, points: Sequence[tuple[Any, Any]], **more: Any) -> Json:
    x, y = [x for x, _ in points], [y for _, y in points]
    return {"type": "scatter", "mode": mode, "x": x, "y": y, **more}


def _points(signs: Sequence[Sign]) -> Json:
    sizes = [2 * s.radius + bool(s.paint.stroke) for s in signs]
    look = {"opacity": 1, "symbol": [s.form for s in signs], "size": sizes}
    look["color"] = [s.paint.fill for s in signs]
    widths = [s.paint.width if s.paint.stroke else 0 for s in signs]
    look["line"] = {"width": widths, "color": [s.paint.stroke or s.paint.fill for s in signs]}
    return _scatter("markers", [(s.x, s.y) for s in signs], marker=look)


def _names(texts: Sequence[Text], weights: Sequence[int]) -> Json:
    font = {"size": 12, "color": [t.fill for t in texts], "weight": weights}
    place = {"textposition": [SIDE[t.anchor] for t in texts], "cliponaxis": False}
    points, said = [(t.x, t.y - t.size * MIDDLE) for t in texts], [escape(t.words) for t in texts]
    return _scatter("text", points, text=said, textfont=font, **place)


def _heads(lines: Sequence[Line]) -> Iterator[Json]:
    """Lines of marks, a trace for each colour: the points of each, with a gap after them."""
    for colour in dict.fromkeys(line.paint.stroke for line in lines):
        own = [line for line in lines if line.paint.stroke == colour]
        points = [p for line in own for p in (*line.points, (None, None))]
        look = {"color": colour, "width": own[0].paint.width}
        place = {"name": "open-ends", "hoverinfo": "skip", "cliponaxis": False}
        yield _scatter("lines", points, line=look, **place)


def _told(name: str, marks: Sequence[Mark], *, hover: bool = True) -> Json:
    """What a trace says of its marks: to a click the event's id, or the days and the number of a
    bar of counts; to the pointer, if it should ``hover``, its sentence as Plotly's own HTML.
    """
    ids, said = list[list[Any] | None](), list[str]()
    for mark in marks:
        count = mark.data.get("count")
        bar = [mark.data["start"], mark.data["end"], float(count)] if count else None
        ids.append([mark.id] if mark.id else bar)
        if hover:
            head, _, rest = mark.says.partition(". ")
            # Its beginning is bold; Plotly breaks no lines.
            lines = [f"<b>{escape(head)}</b>", *map(escape, textwrap.wrap(rest, 56))]
            said.append("<br>".join(lines))
    told = {"name": name, "customdata": ids, "hoverinfo": "text" if hover else "skip"}
    return told | ({"hovertext": said} if hover else {})


def _outlined(shapes: Iterable[Any], ink: str) -> tuple[list[Json], list[Json]]:
    """The outline of what is chosen: circles around marks as traces, and boxes around bars."""
    rings, boxes = list[Json](), list[Json]()
    for shape in shapes:
        if isinstance(shape, Bar):
            x0, y0, x1, y1 = shape.box
            box = {"x0": x0 - 3, "y0": y0 - 3, "x1": x1 + 3, "y1": y1 + 3}
            boxes.append({"type": "rect", **box, "line": {"color": ink, "width": 2}})
        elif isinstance(shape, Sign):
            marker = {"symbol": "circle-open", "size": 2 * shape.radius + 13, "color": ink}
            look = {"marker": marker | {"line": {"width": 2.5}}, "hoverinfo": "skip"}
            rings.append(_scatter("markers", [(shape.x, shape.y)], name="chosen", **look))
    return rings, boxes


def timeline_figure(scene: Scene, palette: Palette, *, chosen: Callable[[Mark], bool]) -> Json:
    """The figure of a timeline, as Plotly reads it; no object of its library looks through it.

    ``chosen`` is whether a mark is the chosen one, or holds it. Gives ``data``, with the traces
    ``bars``, ``events``, ``labels`` and ``chosen``, whose ``customdata`` is the event's id, or the
    first and last day of a bar of counts and its number; and ``layout``, whose ``meta`` says where
    the first day begins and how wide it is.
    """
    marks = [mark for mark in scene.marks() if mark.kind]
    shapes = [(mark, shape) for mark in marks for shape in mark.shapes]
    bars = [(m, s) for m, s in shapes if isinstance(s, Bar)]
    points = [(m, s) for m, s in shapes if isinstance(s, Sign)]
    names = [(m, s) for m, s in shapes if isinstance(s, Text)]
    # A name is as heavy as its room was measured for.
    weights = [600 if chosen(mark) else text.weight for mark, text in names]

    rings, boxes = _outlined((mark.shapes[0] for mark in marks if chosen(mark)), palette.ink)
    (left, top, right, bottom), (width, height) = scene.plot, scene.box
    around, font = _surroundings(scene, palette), {"family": FONT, "color": palette.ink}
    around["shapes"] += boxes
    layout = {
        "width": width,
        "height": int(height),
        "margin": {"l": left, "r": width - right, "t": top, "b": height - bottom},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "hovermode": "closest",
        "hoverlabel": {"bgcolor": palette.panel, "font": font | {"size": 13}, "align": "left"},
        "font": font,
        **around,
        "barmode": "overlay",
        # The page's own script drags, zooms and scrolls: see chart.js.
        "dragmode": False,
        # Well under the distance between two rows: beside a narrow bar nothing is meant, not the
        # mark in the row below.
        "hoverdistance": 10,
        "yaxis": {"range": [bottom, top], "visible": False, "fixedrange": True},
    }
    if scene.days:
        first = scene.days.window[0].toordinal() - EPOCH
        layout["meta"] = {"first": first, "left": left, "day": scene.days.day}
    return {
        "data": [
            _bars([bar for _, bar in bars]) | _told("bars", [mark for mark, _ in bars]),
            *_heads([line for _, line in shapes if isinstance(line, Line)]),
            _names([text for _, text in names], weights)
            | _told("labels", [mark for mark, _ in names], hover=False),
            *rings,
            _points([point for _, point in points]) | _told("events", [mark for mark, _ in points]),
        ],
        "layout": layout,
    }
