"""Events on a timeline: their signs, their marks and their legend.

A day is a mark of its kind's shape: filled if it is stated, hollow if it is inferred, with a dot if
it is known from outside. Several days are a bar: solid if the source names these days, hatched if
it is some day among them. Arrow heads at both ends say that the day may be beyond them. All lengths
are in the drawing's unit, in which names are 12 high.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from markupsafe import Markup

from components.drawing.palette import Palette
from components.drawing.scene import Bar, DayScale, Line, Mark, Paint, Shape, Sign
from components.drawing.sheet import KeyItem
from components.drawing.svg import small_svg

MARK_PX: Final = 13
#: How far an arrow head reaches.
OPEN_PX: Final = 5
#: A bar of any day can be seen.
LEAST_BAR_PX: Final = 4
#: The signs of events in the order of a legend, and how wide each is in it.
SIGN_WIDTHS: Final = {
    "stated": 13.0,
    "some": 28.0,
    "days": 28.0,
    "inferred": 13.0,
    "outside": 13.0,
    "unsure": 24.0,
    "key": 15.0,
}
#: The size of a key moment's mark, and of the others beside it; all have the same room.
KEY_SIZE: Final = 1.1
OTHER_SIZE: Final = 0.8
LABEL_PX: Final = 12
LABEL_WEIGHT: Final = 600
#: The first and the last day that a drawing shows.
Window = tuple[date, date]
#: The left and the right end of something in a row, in the drawing's unit.
Room = tuple[float, float]


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event; every text is in the reader's language.

    Attributes
    ----------
    id
        Of the event.
    first, last
        The days that it may mean.
    kind
        Its lane.
    label
        Its name.
    precision
        ``day``, ``range``, or what else the days are.
    basis
        ``stated``, ``inferred``, or how else the days are known.
    unsure
        Whether it may lie beyond its days.
    when
        Its date as a text.
    says
        All of it, for those who do not see the drawing.
    hour
        Its time, if known.
    size
        Of its mark: 1, or :data:`KEY_SIZE` and :data:`OTHER_SIZE` where some are key moments.
    """

    id: str
    first: date
    last: date
    kind: str
    label: str = ""
    precision: str = "day"
    basis: str = "stated"
    unsure: bool = False
    when: str = ""
    says: str = ""
    hour: float | None = None
    size: float = 1.0

    @property
    def is_key(self) -> bool:
        """Whether it is drawn larger than others."""
        return self.size > 1

    @property
    def is_bar(self) -> bool:
        """Whether it is drawn as a bar of several days."""
        return self.precision != "day"

    @property
    def signs(self) -> tuple[str, ...]:
        """How its day is known, or whether it covers its days or was some day among them."""
        signs = [self.day_sign]
        if self.unsure:
            signs.append("unsure")
        if self.is_key:
            signs.append("key")
        return tuple(signs)

    @property
    def day_sign(self) -> str:
        """The sign of its days, a key of :data:`SIGN_WIDTHS`."""
        if self.is_bar:
            if self.precision == "range" and not self.unsure and self.basis != "inferred":
                return "days"
            return "some"
        if self.basis in {"stated", "inferred"}:
            return self.basis
        return "outside"

    def span(self, days: DayScale) -> Room:
        """Return the ends of its bar within the window, or of its shape; without arrow heads."""
        first_day = max(self.first, days.window[0])
        last_day = min(self.last, days.window[1])
        if first_day > last_day:
            first_day = self.first
            last_day = self.first
        start_x = days.day_start(first_day)
        if self.is_bar:
            end_x = days.day_start(last_day) + days.day_width
            return start_x, max(end_x, start_x + LEAST_BAR_PX)
        day_share = 0.5
        if days.hours and self.hour is not None:
            day_share = self.hour / 24
        middle_x = start_x + days.day_width * day_share
        half_width = MARK_PX / 2 + 1
        return middle_x - half_width, middle_x + half_width


def _arrow_head(x: float, y: float, direction: int, colour: str) -> Line:
    """Draw an arrow head to the left (-1) or to the right (1) of an end."""
    back_x = x + direction
    tip_x = x + direction * OPEN_PX
    points = (
        (back_x, y - 4),
        (tip_x, y),
        (back_x, y + 4),
    )
    return Line(points, Paint(stroke=colour, width=1.6, rounded=True))


def sign_shapes(  # noqa: PLR0913 - it configures a paint
    sign: str,
    ends: Room,
    y: float,
    colour: str,
    paper: str,
    form: str = "circle",
    size: float = 1.0,
) -> tuple[Shape, ...]:
    """Draw a sign of an event.

    Parameters
    ----------
    sign
        A key of :data:`SIGN_WIDTHS`: a day's sign is in the middle of the ends, a bar from end to
        end, ``unsure`` the arrow heads at both ends.
    ends
        Left and right.
    y
        Its middle.
    colour, paper
        Of the sign, and of what is hollow.
    form
        Of a day's sign.
    size
        How many times as large as usual it is, but for its ends.
    """
    left, right = ends
    if sign == "unsure":
        return (
            _arrow_head(left, y=y, direction=-1, colour=colour),
            _arrow_head(right, y=y, direction=1, colour=colour),
        )
    bar_box = (left, y - 5 * size, right, y + 5 * size)
    if sign == "days":
        return (Bar(bar_box, Paint(colour)),)
    if sign == "some":
        return (Bar(bar_box, Paint(paper, colour, 1.9), hatched=True),)
    sign_fill = paper
    if sign in {"stated", "key"}:
        sign_fill = colour
    middle_x = (left + right) / 2
    day_sign = Sign(
        form,
        x=middle_x,
        y=y,
        radius=(MARK_PX / 2 - 0.5) * size,
        paint=Paint(sign_fill, colour, 2, rounded=True),
    )
    if sign == "outside":
        return (
            day_sign,
            Sign(
                "circle",
                x=middle_x,
                y=y,
                radius=1.7,
                paint=Paint(colour),
            ),
        )
    return (day_sign,)


def event_shapes(
    row: EventRow,
    days: DayScale,
    y: float,
    palette: Palette,
    colour: str,
) -> tuple[Shape, ...]:
    """Draw an event.

    Parameters
    ----------
    row
        The event.
    days
        The scale from days to the drawing's unit.
    y
        The middle of its row.
    palette
        The paper, and the shape of its kind.
    colour
        Of the marks.
    """
    left, right = row.span(days)
    form = palette.symbol[row.kind]
    event_parts = sign_shapes(
        row.day_sign,
        ends=(left, right),
        y=y,
        colour=colour,
        paper=palette.paper,
        form=form,
        size=row.size,
    )
    if row.is_bar:
        # The arrow heads of a bar keep off its ends.
        left -= 1
        right += 1
    if row.unsure:
        event_parts += sign_shapes(
            "unsure",
            ends=(left, right),
            y=y,
            colour=colour,
            paper=palette.paper,
        )
    return event_parts


def event_mark(
    row: EventRow,
    shapes: Iterable[Shape],
    tone: str,
    *,
    is_named: bool,
    is_dim: bool,
) -> Mark:
    """Return the mark of an event with some shapes.

    Parameters
    ----------
    row
        The event.
    shapes
        Its signs and its name, the lowest first.
    tone
        The colour of its kind in this drawing.
    is_named
        Whether its name is among the shapes.
    is_dim
        Whether the drawing is not about it.
    """
    mark_data = {
        "event": row.id,
        "kind": row.kind,
        "start": row.first.isoformat(),
        "end": row.last.isoformat(),
    }
    mark_kind = "event"
    if is_named:
        mark_kind = "event named"
    sentence = row.says or row.label
    return Mark(
        tuple(shapes),
        kind=mark_kind,
        id=row.id,
        says=sentence,
        dim=is_dim,
        tone=tone,
        signs=row.signs,
        data=mark_data,
    )


def row_sign(row: EventRow, palette: Palette) -> Markup:
    """Return an event's sign alone, for the line of a list, as on the timeline."""
    sign_width = 26.0
    sign_height = 16.0
    margin = 1.0
    if row.unsure:
        margin = OPEN_PX
    days_width = sign_width - 2 * margin
    day_scale = DayScale((row.first, row.last), margin, days_width)
    kind_colour = palette.category[row.kind]
    sign_parts = event_shapes(
        row,
        days=day_scale,
        y=sign_height / 2,
        palette=palette,
        colour=kind_colour,
    )
    return small_svg(sign_parts, (0, 0, sign_width, sign_height), kind_colour)


def timeline_key(
    palette: Palette,
    words: Mapping[str, str],
    signs: Collection[str],
) -> list[KeyItem]:
    """Return the legend of how days are known.

    Parameters
    ----------
    palette
        The colours.
    words
        The text of each sign.
    signs
        Those of :data:`SIGN_WIDTHS` that are drawn.
    """
    key_items: list[KeyItem] = []
    for sign_name, sign_width in SIGN_WIDTHS.items():
        if sign_name not in signs:
            continue
        half_width = sign_width / 2
        if sign_name == "unsure":
            half_width = OPEN_PX
        bar_ends = (-half_width, half_width)
        sign_size = 1.0
        if sign_name == "key":
            sign_size = KEY_SIZE
        shapes = sign_shapes(
            sign_name,
            ends=bar_ends,
            y=0,
            colour=palette.muted,
            paper=palette.paper,
            size=sign_size,
        )
        key_items.append(
            KeyItem(
                shapes,
                width=sign_width,
                height=12,
                label=words[sign_name],
            )
        )
    return key_items


def kind_key(palette: Palette, kinds: Iterable[tuple[str, str]]) -> list[KeyItem]:
    """Return the legend of kinds of event, given as ids with names."""
    key_items: list[KeyItem] = []
    for kind_id, kind_name in kinds:
        kind_sign = Sign(
            palette.symbol[kind_id],
            x=0,
            y=0,
            radius=5.5,
            paint=Paint(palette.category[kind_id]),
        )
        key_items.append(KeyItem((kind_sign,), width=13, height=12, label=kind_name))
    return key_items


def count_key(palette: Palette, label: str) -> KeyItem:
    """Return the legend of a timeline of counts: some of its bars."""
    bars: list[Bar] = []
    for bar_left, bar_height in ((-10.5, 6.0), (-3.5, 13.0), (3.5, 9.0)):
        bar_box = (bar_left, 6.0 - bar_height, bar_left + 6, 6.0)
        bars.append(Bar(bar_box, Paint(palette.muted)))
    return KeyItem(tuple(bars), width=21, height=14, label=label)
