"""The Plotly painter of a timeline's scene, to be dragged, zoomed and clicked on.

Every shape is at its place in the scene: the axes count the scene's unit, and ``meta`` says which
day that is. A chart that is wider than its scene stretches it, so no overlap appears.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from components.drawing.palette import Palette
from components.drawing.scene import Bar, Group, Line, Mark, Point, Scene, Sign, Text
from components.drawing.text_direction import isolate_lines, isolate_text
from components.mark_styles import SHAPES

FONT: Final = '"Source Sans", sans-serif'
#: From the baseline of a text to its middle, in parts of its size.
BASELINE_TO_MIDDLE: Final = 1 / 3
#: A text's place beside the point at which it is anchored.
TEXT_POSITIONS: Final = {"start": "middle right", "middle": "middle center", "end": "middle left"}
#: The number of 1 January 1970, from which a browser counts days.
EPOCH: Final = 719_163
#: Characters a line of the text under the pointer: Plotly breaks no lines.
HOVER_CHARACTERS: Final = 56
#: A heavier text is bold.
BOLD_ABOVE: Final = 600
#: Between a chosen bar and the box around it, and what a chosen sign's ring adds to its size.
BOX_GAP_PX: Final = 3
RING_GAP_PX: Final = 13
#: The ends of a straight line: one of more points is no rule of a lane or of the axis.
STRAIGHT_LINE_POINTS: Final = 2
Json = dict[str, Any]


class _Axis:
    """What surrounds the records: lanes with their names, dates with their lines."""

    def __init__(self, scene: Scene, palette: Palette) -> None:
        self.palette = palette
        self.left, self.top, _, self.bottom = scene.plot
        self.rules: list[Json] = []
        self.notes: list[Json] = []
        self.ticks: list[Text] = []
        for group in scene.body:
            if isinstance(group, Group):
                self._add_group(group)

    def _add_group(self, group: Group) -> None:
        for mark in group.marks:
            if isinstance(mark, Group) or mark.kind:
                continue
            for shape in mark.shapes:
                if isinstance(shape, Text):
                    self._add_text(shape, is_lane_name=group.kind == "lane")
                elif isinstance(shape, Line):
                    self._add_line(shape, is_lane=group.kind == "lane")

    def _add_line(self, line: Line, *, is_lane: bool) -> None:
        if len(line.points) != STRAIGHT_LINE_POINTS:
            return
        (x0, y0), (x1, _) = line.points
        if is_lane:
            self._add_rule(
                line.paint.stroke,
                y0,
                y0,
                xref="paper",
                x0=0,
                x1=1,
                yref="y",
            )
        elif y0 < self.top and x0 > self.left:
            # The first stretch begins with the chart, which needs no line there.
            line_top = 1 + (self.top - y0) / (self.bottom - self.top)
            self._add_rule(
                line.paint.stroke,
                0.0,
                line_top,
                xref="x",
                x0=x0,
                x1=x1,
                yref="paper",
            )

    def _add_rule(self, colour: str | None, y0: float, y1: float, **place: Any) -> None:
        look = {"layer": "below", "line": {"color": colour, "width": 1}}
        self.rules.append({"type": "line", "y0": y0, "y1": y1, **look, **place})

    def _add_text(self, text: Text, *, is_lane_name: bool) -> None:
        above_middle = text.size * BASELINE_TO_MIDDLE
        if is_lane_name:
            text_shift = text.x - self.left
            self._add_note(
                text,
                x=0,
                xref="paper",
                xshift=text_shift,
                y=text.y - above_middle,
            )
        elif text.y < self.top:
            text_shift = self.top - text.y + above_middle
            self._add_note(
                text,
                x=text.x,
                yref="paper",
                y=1,
                yshift=text_shift,
            )
        else:
            self.ticks.append(text)

    def _add_note(self, text: Text, **place: Any) -> None:
        note_html = escape(isolate_text(text.content))
        if text.weight > BOLD_ABOVE:
            note_html = f"<b>{note_html}</b>"
        note_attributes = {
            "text": note_html,
            "bgcolor": self.palette.paper,
            "borderpad": 0,
            "showarrow": False,
            "font": {"size": text.size, "color": text.fill},
            "xanchor": "left",
            "yanchor": "middle",
        }
        self.notes.append(note_attributes | place)

    def tick_axis(self, right: float) -> Json:
        """Return the axis of dates, from the left of the plot to a right end."""
        return {
            "showgrid": False,
            "zeroline": False,
            "showline": True,
            "linecolor": self.palette.line,
            "ticks": "outside",
            "ticklen": 4,
            "tickangle": 0,
            "tickcolor": self.palette.line,
            # Every name has its room: measuring each again takes a third of a drawing's time.
            "tickmode": "array",
            "ticklabeloverflow": "allow",
            "tickvals": [tick.x for tick in self.ticks],
            "ticktext": [tick.content for tick in self.ticks],
            "tickfont": {"size": 12, "color": self.palette.muted},
            "range": [self.left, right],
        }


class _Shapes:
    """The shapes of the marks that belong to records, by trace, each with its mark."""

    def __init__(self, scene: Scene) -> None:
        self.marks = [mark for mark in scene.iter_marks() if mark.kind]
        self.bars: list[Bar] = []
        self.bar_marks: list[Mark] = []
        self.signs: list[Sign] = []
        self.sign_marks: list[Mark] = []
        self.texts: list[Text] = []
        self.text_marks: list[Mark] = []
        self.lines: list[Line] = []
        for mark in self.marks:
            for shape in mark.shapes:
                if isinstance(shape, Bar):
                    self.bars.append(shape)
                    self.bar_marks.append(mark)
                elif isinstance(shape, Sign):
                    self.signs.append(shape)
                    self.sign_marks.append(mark)
                elif isinstance(shape, Text):
                    self.texts.append(shape)
                    self.text_marks.append(mark)
                elif isinstance(shape, Line):
                    self.lines.append(shape)


def _bar_trace(bars: Iterable[Bar]) -> Json:
    bar_lefts: list[float] = []
    bar_lengths: list[float] = []
    bar_middles: list[float] = []
    bar_heights: list[float] = []
    bar_patterns: list[str] = []
    bar_tones: list[str | None] = []
    for bar in bars:
        x0, y0, x1, y1 = bar.box
        bar_lefts.append(x0)
        bar_lengths.append(x1 - x0)
        bar_middles.append((y0 + y1) / 2)
        bar_heights.append(y1 - y0)
        if bar.hatched:
            bar_patterns.append("/")
            bar_tones.append(bar.paint.stroke)
        else:
            bar_patterns.append("")
            bar_tones.append(bar.paint.fill)
    # A pattern that replaces takes the bar's colour; any other one is drawn in grey.
    pattern = {"shape": bar_patterns, "fillmode": "replace", "size": 6, "solidity": 0.45}
    return {
        "type": "bar",
        "orientation": "h",
        "base": bar_lefts,
        "x": bar_lengths,
        "y": bar_middles,
        "width": bar_heights,
        "marker": {"color": bar_tones, "line": {"width": 0}, "pattern": pattern},
    }


def _scatter_trace(mode: str, points: Iterable[tuple[Any, Any]], **attributes: Any) -> Json:
    x_values: list[Any] = []
    y_values: list[Any] = []
    for x, y in points:
        x_values.append(x)
        y_values.append(y)
    return {"type": "scatter", "mode": mode, "x": x_values, "y": y_values, **attributes}


def _sign_trace(signs: Sequence[Sign]) -> Json:
    marker_sizes: list[float] = []
    edge_widths: list[float] = []
    edge_colours: list[str | None] = []
    for sign in signs:
        marker_size = 2 * sign.radius
        edge_width: float = 0
        if sign.paint.stroke:
            marker_size += 1
            edge_width = sign.paint.width
        marker_sizes.append(marker_size)
        edge_widths.append(edge_width)
        edge_colours.append(sign.paint.stroke or sign.paint.fill)
    marker_style = {
        "opacity": 1,
        "symbol": [SHAPES[sign.form].plotly_symbol for sign in signs],
        "size": marker_sizes,
        "color": [sign.paint.fill for sign in signs],
        "line": {"width": edge_widths, "color": edge_colours},
    }
    sign_points = [(sign.x, sign.y) for sign in signs]
    return _scatter_trace("markers", sign_points, marker=marker_style)


def _text_trace(texts: Sequence[Text], weights: Sequence[int]) -> Json:
    text_points: list[Point] = []
    text_htmls: list[str] = []
    text_positions: list[str] = []
    text_colours: list[str] = []
    for text in texts:
        middle_y = text.y - text.size * BASELINE_TO_MIDDLE
        text_points.append((text.x, middle_y))
        text_htmls.append(escape(isolate_text(text.content)))
        text_positions.append(TEXT_POSITIONS[text.anchor])
        text_colours.append(text.fill)
    return _scatter_trace(
        "text",
        text_points,
        text=text_htmls,
        textfont={"size": 12, "color": text_colours, "weight": weights},
        textposition=text_positions,
        cliponaxis=False,
    )


def _line_traces(lines: Iterable[Line]) -> Iterator[Json]:
    """Yield a trace for each colour: the points of its lines, with a gap after each."""
    lines_by_colour: dict[str | None, list[Line]] = {}
    for line in lines:
        lines_by_colour.setdefault(line.paint.stroke, []).append(line)
    for line_colour, colour_lines in lines_by_colour.items():
        line_points: list[tuple[Any, Any]] = []
        for line in colour_lines:
            line_points += line.points
            line_points.append((None, None))
        yield _scatter_trace(
            "lines",
            line_points,
            line={"color": line_colour, "width": colour_lines[0].paint.width},
            name="open-ends",
            hoverinfo="skip",
            cliponaxis=False,
        )


def _record_attributes(name: str, marks: Iterable[Mark]) -> Json:
    """Return a trace's name, and what a click on its marks gives.

    This is the event's id, or the first and the last day and the number of a bar of counts.
    """
    custom_data: list[list[Any] | None] = []
    for mark in marks:
        count_text = mark.data.get("count")
        if mark.id:
            custom_data.append([mark.id])
        elif count_text:
            bin_days = [mark.data["start"], mark.data["end"]]
            custom_data.append([*bin_days, float(count_text)])
        else:
            custom_data.append(None)
    return {"name": name, "customdata": custom_data, "hoverinfo": "skip"}


def _hover_attributes(name: str, marks: Sequence[Mark]) -> Json:
    """Return the same, with the sentences of the marks under the pointer as Plotly's HTML."""
    texts = [_hover_text(mark) for mark in marks]
    return _record_attributes(name, marks) | {"hoverinfo": "text", "hovertext": texts}


def _hover_text(mark: Mark) -> str:
    """Return a mark's sentence in lines, its beginning bold."""
    beginning, _, rest_text = mark.says.partition(". ")
    html_lines = [f"<b>{escape(beginning)}</b>"]
    rest_lines = textwrap.wrap(rest_text, HOVER_CHARACTERS)
    html_lines += [escape(line) for line in isolate_lines(rest_lines, rest_text)]
    return "<br>".join(html_lines)


class _Outline(NamedTuple):
    """The outline of what is chosen: traces of rings around signs, and boxes around bars."""

    rings: list[Json]
    boxes: list[Json]


def _outline_chosen(shapes: Iterable[Any], ink: str) -> _Outline:
    outline = _Outline([], [])
    for shape in shapes:
        if isinstance(shape, Bar):
            left, top, right, bottom = shape.box
            outline.boxes.append(
                {
                    "type": "rect",
                    "x0": left - BOX_GAP_PX,
                    "y0": top - BOX_GAP_PX,
                    "x1": right + BOX_GAP_PX,
                    "y1": bottom + BOX_GAP_PX,
                    "line": {"color": ink, "width": 2},
                }
            )
        elif isinstance(shape, Sign):
            ring_marker = {
                "symbol": "circle-open",
                "size": 2 * shape.radius + RING_GAP_PX,
                "color": ink,
                "line": {"width": 2.5},
            }
            sign_point = (shape.x, shape.y)
            outline.rings.append(
                _scatter_trace(
                    "markers",
                    [sign_point],
                    name="chosen",
                    marker=ring_marker,
                    hoverinfo="skip",
                )
            )
    return outline


def timeline_figure(scene: Scene, palette: Palette, *, chosen: Callable[[Mark], bool]) -> Json:
    """Return the figure of a timeline as Plotly reads it, without an object of its library.

    Parameters
    ----------
    scene
        The timeline.
    palette
        The colours.
    chosen
        Whether a mark is the chosen one, or includes it.

    Returns
    -------
    dict
        ``data``, with the traces ``bars``, ``events``, ``labels`` and ``chosen``, whose
        ``customdata`` is the event's id, or the first and last day of a bar of counts and its
        number; and ``layout``, whose ``meta`` says where the first day begins and how wide it is.
    """
    mark_shapes = _Shapes(scene)
    chosen_shapes = [mark.shapes[0] for mark in mark_shapes.marks if chosen(mark)]
    outline = _outline_chosen(chosen_shapes, palette.ink)
    # A name is as heavy as its room was measured for.
    text_weights: list[int] = []
    for mark, text in zip(mark_shapes.text_marks, mark_shapes.texts, strict=True):
        text_weight = text.weight
        if chosen(mark):
            text_weight = 600
        text_weights.append(text_weight)
    return {
        "data": [
            _bar_trace(mark_shapes.bars) | _hover_attributes("bars", mark_shapes.bar_marks),
            *_line_traces(mark_shapes.lines),
            _text_trace(mark_shapes.texts, text_weights)
            | _record_attributes("labels", mark_shapes.text_marks),
            *outline.rings,
            _sign_trace(mark_shapes.signs) | _hover_attributes("events", mark_shapes.sign_marks),
        ],
        "layout": _build_layout(scene, palette, outline.boxes),
    }


def _build_layout(scene: Scene, palette: Palette, boxes: Sequence[Json]) -> Json:
    left, top, right, bottom = scene.plot
    width, height = scene.box
    font = {"family": FONT, "color": palette.ink}
    axis = _Axis(scene, palette)
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
        "xaxis": axis.tick_axis(right),
        "shapes": [*axis.rules, *boxes],
        "annotations": axis.notes,
        "barmode": "overlay",
        # The page's script drags, zooms and scrolls: see chart.js.
        "dragmode": False,
        # Well under the distance between two rows: beside a narrow bar nothing is meant, not the
        # mark in the row below.
        "hoverdistance": 10,
        "yaxis": {"range": [bottom, top], "visible": False, "fixedrange": True},
    }
    if scene.days:
        first = scene.days.window[0].toordinal() - EPOCH
        layout["meta"] = {"first": first, "left": left, "day": scene.days.day_width}
    return layout
