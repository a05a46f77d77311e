"""The shapes of a reported figure: its population by form, its qualifier by filling and arrow.

The qualifier is drawn in shape, never in colour alone:

- a filled mark includes its number, a hollow one stops short of it or goes beyond it;
- "more than" and "at least" have an arrow to the greater numbers;
- "nearly", "fewer than" and "up to" are below a bar at their number, the last two with an arrow;
- "about" has a dotted ring; a range is a bar between two marks.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from components.drawing.scene import Line, Paint, Point, Shape, Sign
from components.mark_styles import SHAPES

#: The shapes of the populations of a story in its order, and the character of each in a text.
FORMS: Final = ("circle", "square", "diamond", "cross", "star", "pentagon", "hexagon", "x")
GLYPHS: Final = {form: SHAPES[form].character for form in FORMS}
HOLLOW: Final = frozenset({"more_than", "nearly", "less_than"})
UPWARDS: Final = frozenset({"more_than", "at_least"})
DOWNWARDS: Final = frozenset({"less_than", "up_to"})
#: How far below its number the mark of a figure is that stops short of it.
SHORT_OF: Final[Mapping[str, float]] = {"nearly": 9, "less_than": 9, "up_to": 6}
#: From a mark to the start of its arrow, to the back of its head, to its tip, and past it.
ARROW_START_PX: Final = 6
ARROW_HEAD_PX: Final = 17
ARROW_TIP_PX: Final = 22
ARROW_END_PX: Final = 23.0
#: Half the room of a mark, and of the ring of "about".
MARK_HALF_PX: Final = 7.0
RING_HALF_PX: Final = 10.5
DOTS: Final = "1.5 2.5"


def form_of(population: str, populations: Iterable[str]) -> str:
    """Return the shape of a population by its place in the story; the last ones share a shape."""
    return dict(zip(populations, FORMS, strict=False)).get(population, FORMS[-1])


class SignStyle(NamedTuple):
    """How the shapes of a figure look: by its qualifier, the form of its population, colours."""

    qualifier: str
    form: str
    colour: str
    paper: str


class FigureSigns(NamedTuple):
    """The shapes of a figure, and how far they reach to the left and to the right."""

    shapes: tuple[Shape, ...]
    left: float
    right: float


def _arrow_direction(qualifier: str) -> int:
    """Return 1 for an arrow to greater numbers, -1 for one to smaller numbers, 0 for none."""
    if qualifier in UPWARDS:
        return 1
    if qualifier in DOWNWARDS:
        return -1
    return 0


def _draw_arrow(x: float, y: float, direction: int, paint: Paint) -> list[Line]:
    """Draw an arrow from a mark."""
    start_x = x + direction * ARROW_START_PX
    back_x = x + direction * ARROW_HEAD_PX
    tip_x = x + direction * ARROW_TIP_PX
    shaft_line = Line.horizontal(start_x, tip_x, y, paint)
    head_points = (
        (back_x, y - 4),
        (tip_x, y),
        (back_x, y + 4),
    )
    head_line = Line(head_points, paint)
    return [shaft_line, head_line]


def figure_signs(style: SignStyle, at: Point, far: float) -> FigureSigns:
    """Draw the shapes of a figure.

    Parameters
    ----------
    style
        Qualifier, form and colours.
    at
        Where its number is on the number line.
    far
        Where the upper number of a range is.
    """
    x, y = at
    qualifier = style.qualifier
    sign_shapes: list[Shape] = []
    mark_x = x - SHORT_OF.get(qualifier, 0.0)
    mark_places = [mark_x]
    left_reach = x - mark_x + MARK_HALF_PX
    right_reach = MARK_HALF_PX
    thin_paint = Paint(stroke=style.colour, width=1.75)
    if qualifier in SHORT_OF:
        sign_shapes.append(Line.vertical(x, y - 7, y + 7, thin_paint))
    arrow_direction = _arrow_direction(qualifier)
    if arrow_direction:
        sign_shapes += _draw_arrow(mark_x, y=y, direction=arrow_direction, paint=thin_paint)
    if arrow_direction < 0:
        left_reach = x - mark_x + ARROW_END_PX
    elif arrow_direction > 0:
        right_reach = ARROW_END_PX
    if qualifier == "about":
        dotted_paint = Paint(stroke=style.colour, width=1.6, dash=DOTS)
        sign_shapes.append(
            Sign(
                "circle",
                x=x,
                y=y,
                radius=8.5,
                paint=dotted_paint,
            )
        )
        left_reach = RING_HALF_PX
        right_reach = RING_HALF_PX
    elif qualifier == "range":
        thick_paint = Paint(stroke=style.colour, width=4)
        sign_shapes.append(Line.horizontal(x, far, y, thick_paint))
        mark_places = [x, far]
        right_reach = far - x + MARK_HALF_PX
    mark_size = 5.2
    mark_paint = Paint(style.colour, style.paper, 1)
    if qualifier in HOLLOW:
        mark_size = 4.5
        mark_paint = Paint(style.paper, style.colour, 2)
    for place_x in mark_places:
        sign_shapes.append(
            Sign(
                style.form,
                x=place_x,
                y=y,
                radius=mark_size,
                paint=mark_paint,
            )
        )
    return FigureSigns(tuple(sign_shapes), left_reach, right_reach)
