"""A trend: the figures of one series as points on a line, so small that it fits in a text."""

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from markupsafe import Markup

from components.drawing.svg_elements import format_path, tag

#: The drawing in CSS pixels, with room for half a point at each edge.
WIDTH_PX: Final = 96
HEIGHT_PX: Final = 30
EDGE_PX: Final = 3
Place = tuple[float, float]


class TrendPoint(NamedTuple):
    """A figure of a series: its day, its number, and whether both are exact."""

    day: date
    number: float
    is_exact: bool = True


def draw_trend(points: Sequence[TrendPoint]) -> Markup:
    """Draw a series of figures as dots on a line; those that are not exact are rings.

    Parameters
    ----------
    points
        At least two, of two days or more, in order of date.

    Returns
    -------
    Markup
        An SVG element without a name: the sentence beside it says what it shows. The numbers begin
        at zero.
    """
    places = _place_points(points)
    hole_places: list[Place] = []
    for point, place in zip(points, places, strict=True):
        if not point.is_exact:
            hole_places.append(place)
    shapes = [
        tag("path", d=format_path(places, closed=False)),
        tag("path", class_="dot", d=_format_dots(places)),
    ]
    if hole_places:
        shapes.append(tag("path", class_="hole", d=_format_dots(hole_places)))
    return tag(
        "svg",
        *shapes,
        class_="trend",
        viewBox=f"0 0 {WIDTH_PX} {HEIGHT_PX}",
        width=WIDTH_PX,
        height=HEIGHT_PX,
        aria_hidden="true",
    )


def _place_points(points: Sequence[TrendPoint]) -> list[Place]:
    """Return where the points are drawn: by their day, and by their number from the foot up."""
    first_day = points[0].day
    day_count = (points[-1].day - first_day).days
    most = max(point.number for point in points)
    day_width = (WIDTH_PX - 2 * EDGE_PX) / day_count
    unit_height = (HEIGHT_PX - 2 * EDGE_PX) / most
    places: list[Place] = []
    for point in points:
        x = EDGE_PX + (point.day - first_day).days * day_width
        y = HEIGHT_PX - EDGE_PX - point.number * unit_height
        places.append((round(x, 1), round(y, 1)))
    return places


def _format_dots(places: Sequence[Place]) -> str:
    """Return the data of a path that is a dot at each place, if its ends are round."""
    return "".join([f"M{x:g} {y:g}h0" for x, y in places])
