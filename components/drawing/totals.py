"""Reported figures as a list by date with a number line: a row for each, from top to bottom.

Each row has its day, its mark on the panel's number line, the number as it was reported and the
claimant. Where there is room, a calendar to scale is beside the list, and a line leads from each
day in it to its rows. The qualifier is drawn in shape, never in colour alone:

- a filled mark includes its number, a hollow one stops short of it or goes beyond it;
- "more than" and "at least" have an arrow to the greater numbers;
- "nearly", "fewer than" and "up to" are below a bar at their number, the last two with an arrow;
- "about" has a dotted ring; a range is a bar between two marks.

The day of a figure is dotted under if its source does not name it. The number line starts at zero;
figures more than a thousand times apart have one on which each tick is ten times the last.
"""

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Final, NamedTuple

from components.drawing.fonts import measure_text, shorten_text, wrap_text
from components.drawing.palette import Palette
from components.drawing.scene import (
    Bar,
    Group,
    Line,
    Mark,
    Paint,
    Point,
    Scene,
    Shape,
    Sign,
    Text,
)
from components.drawing.sheet import KeyItem

#: The shapes of the populations of a story in its order, and the letter of each in a text.
FORMS: Final = ("circle", "square", "diamond", "cross", "star", "pentagon", "hexagon", "x")
GLYPHS: Final[Mapping[str, str]] = dict(zip(FORMS, "●■◆✚★⬟⬢✖", strict=True))
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
TYPE_PX: Final = 13.0
SMALL_PX: Final = 12.0
TITLE_PX: Final = 15.0
#: From the middle of a row to the baseline of its text, in parts of the type.
BASELINE_SHARE: Final = 0.35
#: A row of one line, in a drawing without a height and in one with a height at least and at most;
#: and its second line.
ROW_PX: Final = 16.4
LEAST_ROW_PX: Final = 15.5
MOST_ROW_PX: Final = 40.0
SECOND_LINE_PX: Final = 14.0
#: Rows become so much lower at a time; then the type smaller by a factor.
ROW_STEP_PX: Final = 0.5
TYPE_STEP: Final = 0.96
#: Between the rows of two days, and of two periods.
DAY_GAP_PX: Final = 4
PERIOD_GAP_PX: Final = 1
#: Between two panels, below each other and side by side; the latter from this width on.
BETWEEN_PX: Final = 26.0
COLUMN_GAP_PX: Final = 34.0
COLUMNS_FROM_PX: Final = 940.0
#: Of two columns the first has the greater part; two halves of a panel are equal.
FIRST_COLUMN_SHARE: Final = 0.61
HALF: Final = 0.5
#: A calendar's width, its line, the distance of two labels, and the width of a column with one.
CALENDAR_PX: Final = 84.0
CALENDAR_LINE_PX: Final = 34.0
TICK_PX: Final = 15.0
CALENDAR_FROM_PX: Final = 640
#: A calendar is drawn from so many days on, if they are more than twice as far apart.
CALENDAR_DAYS: Final = 6
MONTHS_APART: Final = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 24000)
MOST_DATE_SHARE: Final = 0.3
WORDS_GAP_PX: Final = 7.0
#: Between the shapes of a figure and its text, and from the dates to the number line.
SIGN_GAP_PX: Final = 5
DATES_GAP_PX: Final = 12
#: A mark in this share of the number line has its text to the right.
EARLY_SHARE: Final = 0.55
MOST_ROWS: Final = 60
#: Of the figures of a period a mark stands for all within so many pixels.
CELL_PX: Final = 10
#: Panels of a unit share a number line unless the figures of one are so many times smaller.
SHARED_RATIO: Final = 5
#: Figures so many times apart have a line on which each tick is ten times the last.
LOGARITHMIC_RATIO: Final = 1000
#: The steps of a number line, times a power of ten; and into how many steps it is divided.
TICK_STEPS: Final = (1, 2, 2.5, 5, 10)
MOST_STEPS: Final = 6
#: Floats that differ by less, relatively, are equal.
ROUNDING: Final = 1e-9


def form_of(population: str, populations: Iterable[str]) -> str:
    """Return the shape of a population by its place in the story; the last ones share a shape."""
    return dict(zip(populations, FORMS, strict=False)).get(population, FORMS[-1])


@dataclass(frozen=True, slots=True)
class Figure:
    """A reported figure; every text is in the reader's language.

    Attributes
    ----------
    id
        Of the claim.
    low, high
        The number is ``low``, of a range the lower one; with ``high`` alone it is a limit.
    qualifier
        ``exact``, ``about``, ``nearly``, ``more_than``, ``at_least``, ``less_than``, ``up_to`` or
        ``range``.
    first, last
        The days to which it may refer.
    when
        These days as a text.
    sure
        Whether the source names these days.
    population, form
        Who is counted, and their shape.
    value
        The number with its qualifier.
    who
        The claimant.
    says
        All of it in a sentence.
    main
        Whether its claimant is drawn in the accent's colour.
    """

    id: str
    low: float | None
    high: float | None
    qualifier: str
    first: date
    last: date
    when: str
    sure: bool
    population: str
    form: str
    value: str
    who: str
    says: str
    main: bool = False

    @property
    def number(self) -> float:
        """The number at which its mark is drawn."""
        if self.low is not None:
            return self.low
        return self.high or 0.0

    @property
    def signs(self) -> tuple[str, ...]:
        """What a legend must explain of it."""
        signs = [f"said:{self.qualifier}", f"who:{self.population}"]
        if self.main:
            signs.append(f"main:{self.population}")
        if not self.sure:
            signs.append("unsure")
        return tuple(signs)


@dataclass(frozen=True)
class Panel:
    """The figures of a measure and unit.

    Attributes
    ----------
    title, says
        Above the figures: the title, and a sentence after it.
    unit
        Of the figures.
    figures
        In order of date.
    number
        Formats a tick of the number line.
    """

    title: str
    says: str
    unit: str
    figures: tuple[Figure, ...]
    number: Callable[[float], str]


@dataclass(frozen=True)
class TotalsFrame:
    """What a drawing of figures has besides them.

    Attributes
    ----------
    palette
        The colours.
    month, year
        Format a tick of the calendar.
    span, count
        Format the days of a row with many figures, and their number.
    chosen
        The id of the figure whose row is lit.
    """

    palette: Palette
    month: Callable[[date], str]
    year: Callable[[date], str]
    span: Callable[[date, date], str]
    count: Callable[[int], str]
    chosen: str = ""


# The number line ----------------------------------------------------------------------------------
def _list_ticks(numbers: Sequence[float]) -> list[float]:
    """Return the ticks of a line for some numbers: up to six steps, or powers of ten."""
    least = min(numbers, default=1.0)
    most = max(numbers, default=1.0)
    if least > 0 and most > LOGARITHMIC_RATIO * least:
        first = math.floor(math.log10(max(least, most / 1e12)))
        last = math.ceil(math.log10(most) - ROUNDING)
        return [10.0**first * 10 ** (power - first) for power in range(first, last + 1)]
    step = _tick_step(max(max(most, 0.0) - min(least, 0.0), 1.0) / MOST_STEPS)
    low = step * math.floor(min(least, 0.0) / step + ROUNDING)
    high = max(step * math.ceil(most / step - ROUNDING), low + step)
    return [low + index * step for index in range(round((high - low) / step) + 1)]


def _tick_step(least_step: float) -> float:
    """Return the least round step of at least a number, and of at least 1."""
    power = 10.0 ** math.floor(math.log10(least_step))
    for factor in TICK_STEPS:
        step = factor * power
        if step >= least_step * (1 - ROUNDING):
            break
    return max(step, 1.0)


def _list_numbers(panel: Panel) -> list[float]:
    numbers: list[float] = []
    for figure in panel.figures:
        numbers += [number for number in (figure.low, figure.high) if number is not None]
    return numbers


def number_lines(panels: Sequence[Panel]) -> list[list[float]]:
    """Return the ticks of each panel's line: from zero or less on, or each ten times the last.

    Panels of a unit share a line unless the figures of one are five times smaller.
    """
    most_by_unit: dict[str, float] = {}
    for panel in panels:
        most = max(_list_numbers(panel), default=1.0)
        most_by_unit[panel.unit] = max(most, most_by_unit.get(panel.unit, most))
    lines: list[list[float]] = []
    for panel in panels:
        numbers = _list_numbers(panel)
        most = most_by_unit[panel.unit]
        ticks = _list_ticks([*numbers, most])
        if most > SHARED_RATIO * max(numbers, default=1.0) or ticks[0] > 0:
            ticks = _list_ticks(numbers)
        lines.append(ticks)
    return lines


# The shapes of a figure ---------------------------------------------------------------------------
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
    start = x + direction * ARROW_START_PX
    back = x + direction * ARROW_HEAD_PX
    tip = x + direction * ARROW_TIP_PX
    shaft = Line(((start, y), (tip, y)), paint)
    head = Line(((back, y - 4), (tip, y), (back, y + 4)), paint)
    return [shaft, head]


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
    shapes: list[Shape] = []
    mark_x = x - SHORT_OF.get(qualifier, 0.0)
    mark_places = [mark_x]
    left = x - mark_x + MARK_HALF_PX
    right = MARK_HALF_PX
    thin = Paint(stroke=style.colour, width=1.75)
    if qualifier in SHORT_OF:
        shapes.append(Line(((x, y - 7), (x, y + 7)), thin))
    direction = _arrow_direction(qualifier)
    if direction:
        shapes += _draw_arrow(mark_x, y, direction, thin)
    if direction < 0:
        left = x - mark_x + ARROW_END_PX
    elif direction > 0:
        right = ARROW_END_PX
    if qualifier == "about":
        dotted = Paint(stroke=style.colour, width=1.6, dash=DOTS)
        shapes.append(Sign("circle", x, y, 8.5, dotted))
        left = RING_HALF_PX
        right = RING_HALF_PX
    elif qualifier == "range":
        shapes.append(Line(((x, y), (far, y)), Paint(stroke=style.colour, width=4)))
        mark_places = [x, far]
        right = far - x + MARK_HALF_PX
    size = 5.2
    paint = Paint(style.colour, style.paper, 1)
    if qualifier in HOLLOW:
        size = 4.5
        paint = Paint(style.paper, style.colour, 2)
    for place in mark_places:
        shapes.append(Sign(style.form, place, y, size, paint))
    return FigureSigns(tuple(shapes), left, right)


# A panel ------------------------------------------------------------------------------------------
class _Row(NamedTuple):
    """The figures of a day, or of a period with their number as a text."""

    when: str
    count_label: str
    figures: Sequence[Figure]


class _DatedRow(NamedTuple):
    """The first figure of a row, and the middle of the row."""

    figure: Figure
    middle: float


@dataclass
class _DrawnRows:
    """The rows of a panel as they are drawn, from the top down to a foot."""

    foot: float
    shapes: list[Shape] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    days: list[_DatedRow] = field(default_factory=list)
    shortened: set[str] = field(default_factory=set)


class _PanelDrawing(NamedTuple):
    """The marks of a panel, its height, and the ids of the figures whose texts are cut."""

    marks: list[Mark]
    height: float
    shortened: set[str]


class _WrittenFigure(NamedTuple):
    """The shapes of a figure and its texts, and whether these are in full."""

    signs: FigureSigns
    texts: list[Text]
    is_full: bool


def _group_adjacent(
    figures: Iterable[Figure], get_key: Callable[[Figure], Hashable]
) -> list[list[Figure]]:
    """Group figures that follow each other and have the same key."""
    groups: list[list[Figure]] = []
    last_key: Hashable = None
    for figure in figures:
        key = get_key(figure)
        if not groups or key != last_key:
            groups.append([])
        groups[-1].append(figure)
        last_key = key
    return groups


def _day_key(figure: Figure) -> Hashable:
    return figure.first, figure.last, figure.sure


def _month_number(day: date) -> int:
    return day.year * 12 + day.month - 1


def _period_key(months: int, figure: Figure) -> Hashable:
    return _month_number(figure.last) // months


def _group_by_period(figures: Sequence[Figure]) -> list[list[Figure]]:
    """Group figures by the shortest period that makes few enough rows."""
    for months in MONTHS_APART:
        periods = _group_adjacent(figures, partial(_period_key, months))
        if len(periods) <= MOST_ROWS:
            break
    return periods


@dataclass
class _PanelLayout:
    """Lay out a panel.

    Attributes
    ----------
    frame, panel
        What is drawn.
    ticks
        Of the number line.
    row_height
        Of a row of one line.
    width
        Of the panel.
    dates_right
        The right edge of the days.
    has_calendar
        Whether a calendar is to the left of the days.
    right_margin
        To the right of the number line, at least for an arrow.
    line_count
        Lines of a row.
    """

    frame: TotalsFrame
    panel: Panel
    ticks: Sequence[float]
    row_height: float
    width: float
    dates_right: float
    has_calendar: bool
    right_margin: float = 24.0
    line_count: int = 1

    @property
    def left(self) -> float:
        """The left end of the number line."""
        return self.dates_right + DATES_GAP_PX

    @property
    def full_row_height(self) -> float:
        """The height of a row with all its lines."""
        return self.row_height + (self.line_count - 1) * SECOND_LINE_PX

    def number_x(self, number: float) -> float:
        """Return where a number is on the line; above zero each tick is ten times the last."""
        low = self.ticks[0]
        high = self.ticks[-1]
        share = (number - low) / (high - low)
        if low > 0:
            share = math.log10(max(number, low) / low) / math.log10(high / low)
        return self.left + (self.width - self.right_margin - self.left) * share

    def draw(self) -> _PanelDrawing:
        """Draw the panel from a height of 0.

        Rows have a line or, if texts are cut in these, two; very many figures have a row for each
        period, with their number and where they are.
        """
        figures = self.panel.figures
        heading, top = self._draw_heading()
        if len(figures) > MOST_ROWS:
            drawn = self._draw_period_rows(_group_by_period(figures), top)
        else:
            if any(not self._write_figure(figure, 0).is_full for figure in figures):
                self.line_count = 2
            drawn = self._draw_day_rows(_group_adjacent(figures, _day_key), top)
        marks = [heading, self._draw_axis(top, drawn.foot + 2), Mark(tuple(drawn.shapes), "days")]
        if self.has_calendar:
            marks.append(self._draw_calendar(drawn.days, top + 4, drawn.foot))
        return _PanelDrawing([*marks, *drawn.marks], drawn.foot + 4, drawn.shortened)

    def _draw_heading(self) -> tuple[Mark, float]:
        """Draw the title and the sentence beside or below it; return where the rows begin."""
        palette = self.frame.palette
        title = self.panel.title
        baseline = 15.0
        shapes: list[Text] = []
        if title:
            shapes.append(Text(title, 0, baseline, TITLE_PX, palette.ink, weight=700))
        beside = measure_text(title, TITLE_PX, 700) + 10
        if beside + measure_text(self.panel.says, TYPE_PX) <= self.width:
            for line in wrap_text(self.panel.says, math.inf, TYPE_PX):
                shapes.append(Text(line, beside, baseline, TYPE_PX, palette.muted))
        else:
            for line in wrap_text(self.panel.says, self.width, TYPE_PX):
                baseline += 16
                shapes.append(Text(line, 0, baseline, TYPE_PX, palette.muted))
        return Mark(tuple(shapes), "heading"), baseline + 25

    def _draw_day_rows(self, days: Iterable[Sequence[Figure]], top: float) -> _DrawnRows:
        """Draw a row for each figure; those of a day follow each other."""
        drawn = _DrawnRows(top)
        rule = Paint(stroke=self.frame.palette.line, width=0.75)
        rule_left = 0.0
        if self.has_calendar:
            rule_left = self.dates_right
        for figures in days:
            if drawn.days:
                drawn.foot += DAY_GAP_PX
                rule_y = drawn.foot - 2
                drawn.shapes.append(Line(((rule_left, rule_y), (self.width, rule_y)), rule))
            first = figures[0]
            middle = drawn.foot + self.row_height / 2
            drawn.days.append(_DatedRow(first, middle))
            drawn.shapes += self._draw_day(first, middle)
            for figure in figures:
                written = self._write_figure(figure, drawn.foot)
                drawn.marks.append(self._draw_figure(figure, drawn.foot, written))
                if not written.is_full:
                    drawn.shortened.add(figure.id)
                drawn.foot += self.full_row_height
        return drawn

    def _draw_day(self, figure: Figure, middle: float) -> list[Shape]:
        """Draw the days of a figure, dotted under if the source does not name them."""
        ink = self.frame.palette.ink
        lines = [figure.when]
        if self.line_count > 1:
            lines = wrap_text(figure.when, self.dates_right, TYPE_PX)[:2]
        shapes: list[Shape] = []
        for number, line in enumerate(lines):
            baseline = middle + BASELINE_SHARE * TYPE_PX + number * SECOND_LINE_PX
            shapes.append(Text(line, self.dates_right, baseline, TYPE_PX, ink, "end"))
            if not figure.sure:
                left = self.dates_right - measure_text(line, TYPE_PX)
                dots_y = baseline + 3.5
                dots = Paint(stroke=ink, width=1.5, dash=DOTS)
                shapes.append(Line(((left, dots_y), (self.dates_right, dots_y)), dots))
        return shapes

    def _draw_period_rows(self, periods: Iterable[Sequence[Figure]], top: float) -> _DrawnRows:
        """Draw a row for each period, with the number of its figures and where they are."""
        palette = self.frame.palette
        rows: list[_Row] = []
        for figures in periods:
            first = min(figure.first for figure in figures)
            last = max(figure.last for figure in figures)
            when = self.frame.span(first, last)
            rows.append(_Row(when, self.frame.count(len(figures)), figures))
        dates_width = max(measure_text(row.when, TYPE_PX) for row in rows)
        self.dates_right = min(dates_width, self.width * MOST_DATE_SHARE)
        self.right_margin += max(measure_text(row.count_label, SMALL_PX) for row in rows)
        drawn = _DrawnRows(top)
        for row in rows:
            if drawn.days:
                drawn.foot += PERIOD_GAP_PX
            middle = drawn.foot + self.row_height / 2
            drawn.days.append(_DatedRow(row.figures[0], middle))
            baseline = middle + BASELINE_SHARE * TYPE_PX
            drawn.shapes += [
                Text(row.when, self.dates_right, baseline, TYPE_PX, palette.ink, "end"),
                Text(row.count_label, self.width, middle + 4, SMALL_PX, palette.muted, "end"),
            ]
            drawn.marks += self._draw_cells(row.figures, middle)
            drawn.foot += self.row_height
        drawn.foot += PERIOD_GAP_PX
        return drawn

    def _draw_cells(self, figures: Sequence[Figure], middle: float) -> list[Mark]:
        """Draw the figures of a period; of those that are close together the first one."""
        palette = self.frame.palette
        cells: dict[float, Figure] = {}
        for figure in reversed(figures):
            cells[self.number_x(figure.number) // CELL_PX] = figure
        marks: list[Mark] = []
        for figure in cells.values():
            colour = palette.ink
            if figure.main:
                colour = palette.accent
            x = self.number_x(figure.number)
            sign = Sign(figure.form, x, middle, 3.5, Paint(colour))
            signs = tuple(name for name in figure.signs if name.startswith(("who", "main")))
            marks.append(Mark((sign,), "claim", figure.id, figure.says, signs=signs))
        return marks

    def _draw_signs(self, figure: Figure, top: float) -> FigureSigns:
        palette = self.frame.palette
        colour = palette.ink
        if figure.main:
            colour = palette.accent
        style = SignStyle(figure.qualifier, figure.form, colour, palette.paper)
        at = (self.number_x(figure.number), top + self.row_height / 2)
        return figure_signs(style, at, self.number_x(figure.high or figure.number))

    def _draw_figure(self, figure: Figure, top: float, written: _WrittenFigure) -> Mark:
        """Draw a figure: its row, which is lit if it is chosen, its texts and its shapes."""
        palette = self.frame.palette
        left = min(self.left + 2, self.number_x(figure.number) - written.signs.left)
        box = (left, top + 0.5, self.width - 1, top + self.full_row_height - 0.5)
        background = Paint()
        data: dict[str, str] = {}
        if figure.id == self.frame.chosen:
            background = Paint(palette.panel, palette.ink, 1.5)
            data = {"chosen": ""}
        row = Bar(box, background, corner=2)
        shapes: tuple[Shape, ...] = (row, *written.texts, *written.signs.shapes)
        return Mark(shapes, "claim", figure.id, figure.says, signs=figure.signs, data=data)

    def _write_figure(self, figure: Figure, top: float) -> _WrittenFigure:
        """Write a number beside its mark, and the claimant beside the number or below it."""
        signs = self._draw_signs(figure, top)
        x = self.number_x(figure.number)
        start = x - signs.left - SIGN_GAP_PX
        end = x + signs.right + SIGN_GAP_PX
        who_size = TYPE_PX
        if self.line_count > 1:
            who_size = SMALL_PX
        value_width = measure_text(figure.value, TYPE_PX, 700)
        who_width = measure_text(figure.who, who_size)
        label_width = max(value_width, who_width)
        if self.line_count == 1:
            label_width = value_width + WORDS_GAP_PX + who_width
        is_right = self._is_label_right(start, end, label_width)
        edge = start
        room = start - self.left - 3
        if is_right:
            edge = end
            room = self.width - end
        baseline = top + self.row_height / 2 + BASELINE_SHARE * TYPE_PX
        value = Text(
            shorten_text(figure.value, room, TYPE_PX, 700) or figure.value,
            edge,
            baseline,
            TYPE_PX,
            self.frame.palette.ink,
            weight=700,
            label=True,
            fixed_width=True,
        )
        if not is_right:
            value = replace(value, anchor="end")
        if self.line_count == 1:
            who = self._write_claimant_beside(figure, value, value_width, room)
        else:
            who = self._write_claimant_below(figure, value)
        texts = [value]
        if who.content:
            texts.append(who)
        is_full = [text.content for text in texts] == [figure.value, figure.who]
        return _WrittenFigure(signs, texts, is_full)

    def _is_label_right(self, start: float, end: float, label_width: float) -> bool:
        """Return whether a label is to the right of the shapes between two ends.

        It is in the first half of the line, else to the left; else where more room is.
        """
        right_room = self.width - end
        left_room = start - self.left - 3
        if label_width > max(right_room, left_room):
            return right_room >= left_room
        line_end = (self.left + self.width - self.right_margin) * EARLY_SHARE
        is_early = (start + end) / 2 <= line_end
        return label_width <= right_room and (is_early or label_width > left_room)

    def _claimant_tone(self, figure: Figure) -> str:
        if figure.main:
            return self.frame.palette.accent
        return self.frame.palette.muted

    def _write_claimant_beside(
        self, figure: Figure, value: Text, value_width: float, room: float
    ) -> Text:
        offset = value_width + WORDS_GAP_PX
        if value.anchor == "end":
            offset = -offset
        content = shorten_text(figure.who, room - value_width - WORDS_GAP_PX, TYPE_PX)
        tone = self._claimant_tone(figure)
        return replace(value, content=content, x=value.x + offset, fill=tone, weight=400)

    def _write_claimant_below(self, figure: Figure, value: Text) -> Text:
        """Write a claimant below the mark, moved as far as it must be within the width."""
        left = self.left + 3
        right = self.width - 1
        content = shorten_text(figure.who, right - left, SMALL_PX)
        content_width = measure_text(content, SMALL_PX)
        x = min(value.x, right - content_width)
        if value.anchor == "end":
            x = max(value.x, left + content_width)
        return replace(
            value,
            content=content,
            x=x,
            y=value.y + SECOND_LINE_PX,
            size=SMALL_PX,
            fill=self._claimant_tone(figure),
            weight=400,
        )

    def _draw_axis(self, top: float, foot: float) -> Mark:
        """Draw the ticks of the number line, with their numbers if there is room."""
        palette = self.frame.palette
        shapes: list[Shape] = []
        free_from = -math.inf
        tone = palette.muted
        for value in self.ticks:
            x = self.number_x(value)
            shapes.append(Line(((x, top), (x, foot)), Paint(stroke=tone)))
            # Only the first line is dark.
            tone = palette.line
            label = self.panel.number(value)
            half_width = measure_text(label, SMALL_PX) / 2
            if x - half_width > free_from and x + half_width <= self.width:
                shapes.append(Text(label, x, top - 6, SMALL_PX, palette.muted, "middle"))
                free_from = x + half_width + 6
        return Mark(tuple(shapes), "axis")

    def _draw_calendar(self, days: Sequence[_DatedRow], top: float, foot: float) -> Mark:
        """Draw the calendar, and a line from each day or span in it to its rows."""
        first = min(row.figure.first for row in days)
        last = max(row.figure.last for row in days)
        calendar = _Calendar(first, last, top, foot)
        x = CALENDAR_LINE_PX
        thin = Paint(stroke=self.frame.palette.muted)
        shapes: list[Shape] = [Line(((x, top), (x, foot)), thin)]
        shapes += self._draw_months(calendar)
        for figure, middle in days:
            start_y = calendar.day_y(figure.first, 0)
            end_y = calendar.day_y(figure.last, 1)
            day_y = (start_y + end_y) / 2
            text_left = self.dates_right - measure_text(figure.when, TYPE_PX) - 5
            bend = min(CALENDAR_PX - 2, text_left)
            line_paint = thin
            if not figure.sure:
                line_paint = replace(thin, dash=DOTS)
            shapes.append(Line(((x, day_y), (bend, middle), (text_left, middle)), line_paint))
            if figure.first == figure.last:
                shapes.append(Sign("circle", x, day_y, 2.2, Paint(self.frame.palette.muted)))
            else:
                thick = replace(thin, width=2)
                shapes.append(Line(((x + 3, start_y), (x + 3, end_y)), thick))
        return Mark(tuple(shapes), "calendar")

    def _draw_months(self, calendar: "_Calendar") -> list[Shape]:
        """Draw the first day and the months or years, with their names if there is room."""
        muted = self.frame.palette.muted
        months = calendar.months_apart
        format_day = self.frame.month
        if months >= 12:
            format_day = self.frame.year
        x = CALENDAR_LINE_PX
        shapes: list[Shape] = []
        free_below = math.inf
        for day in reversed(calendar.list_ticks(months)):
            y = calendar.day_y(day, 0)
            shapes.append(Line(((x - 4, y), (x, y)), Paint(stroke=muted)))
            if y + TICK_PX <= free_below:
                label = format_day(day)
                shapes.append(Text(label, x - 7, y + SMALL_PX, SMALL_PX, muted, "end"))
                free_below = y
        return shapes


class _Calendar(NamedTuple):
    """Days to scale from a top to a foot."""

    first: date
    last: date
    top: float
    foot: float

    def day_y(self, day: date, share: float) -> float:
        """Return where a share of a day has passed."""
        length = (self.last - self.first).days + 1
        return self.top + (self.foot - self.top) * ((day - self.first).days + share) / length

    @property
    def months_apart(self) -> int:
        """The fewest months between two ticks that have room."""
        months = _month_number(self.last) - _month_number(self.first)
        most_ticks = int((self.foot - self.top) / TICK_PX)
        return next(apart for apart in MONTHS_APART if months / apart <= most_ticks)

    def list_ticks(self, months_apart: int) -> list[date]:
        """Return the first day and the first days of months."""
        first_month = _month_number(self.first)
        next_month = first_month - first_month % months_apart + months_apart
        ticks = [self.first]
        for month in range(next_month, _month_number(self.last) + 1, months_apart):
            ticks.append(date(month // 12, month % 12 + 1, 1))
        return ticks


# All panels ---------------------------------------------------------------------------------------
class _PanelLine(NamedTuple):
    """A panel and the ticks of its number line."""

    panel: Panel
    ticks: list[float]


class _Setting(NamedTuple):
    """How panels are set: the share of the first column, the height of a row, pixels of a unit."""

    panels: list[_PanelLine]
    first_share: float
    row_height: float
    unit: float


class _Column(NamedTuple):
    """The left edge and the width of a column, and its panels."""

    left: float
    width: float
    panels: list[_PanelLine]

    @property
    def row_count(self) -> int:
        """About how many rows its panels have, with their headings."""
        return sum(len(line.panel.figures) + 4 for line in self.panels)


class _ColumnDrawing(NamedTuple):
    """The panels of a column, its height, and the ids of the figures whose texts are cut."""

    groups: list[Group]
    height: float
    shortened: set[str]


def totals_scene(
    panels: Sequence[Panel], frame: TotalsFrame, width: float, height: float | None, unit: float
) -> Scene:
    """Draw the panels of reported figures, the first to the left if two have room side by side.

    Parameters
    ----------
    panels
        In their order.
    frame
        Colours and texts.
    width, height
        In pixels. Without a height it is as high as it must be. With a height the rows are as high
        as it allows; a single panel is then set in two halves if that leaves higher rows, and
        everything is made smaller if even the lowest rows have no room.
    unit
        The size of type and marks; 1 is 13 pixels.
    """
    lines = number_lines(panels)
    panel_lines = [_PanelLine(panel, ticks) for panel, ticks in zip(panels, lines, strict=True)]
    row_height = MOST_ROW_PX
    if height is None:
        row_height = ROW_PX
    setting = _Setting(panel_lines, FIRST_COLUMN_SHARE, row_height, unit)
    while True:
        drawings = [
            _draw_column(column, setting.row_height, frame)
            for column in _arrange_columns(setting, width / setting.unit)
        ]
        needed_height = max(1.0, *(drawing.height for drawing in drawings)) * setting.unit
        if height is None or needed_height <= height:
            break
        setting = _tighten_setting(setting, width / setting.unit)
    groups: list[Group] = []
    shortened: set[str] = set()
    for drawing in drawings:
        groups += drawing.groups
        shortened |= drawing.shortened
    return Scene(
        width,
        height or needed_height,
        tuple(groups),
        setting.unit,
        "totals",
        shortened=frozenset(shortened),
    )


def _arrange_columns(setting: _Setting, width: float) -> list[_Column]:
    """Divide the panels among a column or two, each to the one with fewer rows so far."""
    columns = [_Column(0.0, width, [])]
    if width >= COLUMNS_FROM_PX and len(setting.panels) > 1:
        first_width = (width - COLUMN_GAP_PX) * setting.first_share
        second_left = first_width + COLUMN_GAP_PX
        second_width = width - first_width - COLUMN_GAP_PX
        columns = [_Column(0.0, first_width, []), _Column(second_left, second_width, [])]
    for line in setting.panels:
        shortest = min(columns, key=lambda column: column.row_count)
        shortest.panels.append(line)
    return columns


def _draw_column(column: _Column, row_height: float, frame: TotalsFrame) -> _ColumnDrawing:
    """Draw the panels of a column below each other; the first may have a calendar."""
    has_calendar = False
    if column.panels and column.width >= CALENDAR_FROM_PX:
        has_calendar = _needs_calendar(column.panels[0].panel.figures)
    widest = 0.0
    for line in column.panels:
        # Very many figures have a row for each period instead.
        for figure in line.panel.figures[: MOST_ROWS + 1]:
            widest = max(widest, measure_text(figure.when, TYPE_PX))
    dates_right = min(widest, column.width * MOST_DATE_SHARE)
    if has_calendar:
        dates_right = CALENDAR_PX + dates_right
    groups: list[Group] = []
    shortened: set[str] = set()
    y = -BETWEEN_PX
    for line in column.panels:
        layout = _PanelLayout(
            frame, line.panel, line.ticks, row_height, column.width, dates_right, has_calendar
        )
        drawing = layout.draw()
        y += BETWEEN_PX
        groups.append(Group(tuple(drawing.marks), "measure", (column.left, y)))
        y += drawing.height
        shortened |= drawing.shortened
        has_calendar = False
    return _ColumnDrawing(groups, y, shortened)


def _needs_calendar(figures: Sequence[Figure]) -> bool:
    """Return whether a calendar says more than the list: if days are many and far apart."""
    if len(figures) > MOST_ROWS:
        return False
    days = {(figure.first, figure.last) for figure in figures}
    if len(days) < CALENDAR_DAYS:
        return False
    span = max(last for _, last in days) - min(first for first, _ in days)
    return span.days > 2 * len(days)


def _tighten_setting(setting: _Setting, width: float) -> _Setting:
    """Return lower rows, else the two halves of a single panel, else smaller type."""
    row_height = setting.row_height - ROW_STEP_PX
    if row_height >= LEAST_ROW_PX:
        return setting._replace(row_height=row_height)
    panel, ticks = setting.panels[0]
    figures = panel.figures
    is_alone = len(setting.panels) == 1 and 2 < len(figures) <= MOST_ROWS
    if is_alone and width >= COLUMNS_FROM_PX:
        half = (len(figures) + 1) // 2
        first = _PanelLine(replace(panel, figures=figures[:half]), ticks)
        second = _PanelLine(replace(panel, title="", says="", figures=figures[half:]), ticks)
        return _Setting([first, second], HALF, MOST_ROW_PX, setting.unit)
    return setting._replace(row_height=LEAST_ROW_PX, unit=setting.unit * TYPE_STEP)


# The legend ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class TotalsKeyTexts:
    """The texts of the legend of figures.

    Attributes
    ----------
    qualifiers, populations
        By qualifier and by population, in the order of the legend.
    main
        Of the claimant in the accent's colour.
    unsure
        Of a day that no source names.
    """

    qualifiers: Mapping[str, str]
    populations: Mapping[str, str]
    main: str
    unsure: str


def totals_key(signs: Collection[str], palette: Palette, texts: TotalsKeyTexts) -> list[KeyItem]:
    """Return the legend of a scene's figures.

    Parameters
    ----------
    signs
        Those that are drawn.
    palette
        The colours.
    texts
        The text of each sign.
    """
    populations = texts.populations
    counted = [population for population in populations if f"who:{population}" in signs]
    form = "circle"
    if counted:
        form = form_of(counted[0], populations)
    items: list[KeyItem] = []
    for qualifier, label in texts.qualifiers.items():
        if f"said:{qualifier}" in signs:
            style = SignStyle(qualifier, form, palette.ink, palette.paper)
            items.append(_qualifier_item(style, label))
    if "unsure" in signs:
        dots = Line(((-12, 4), (12, 4)), Paint(stroke=palette.ink, width=1.5, dash=DOTS))
        items.append(KeyItem((dots,), 24, 18, texts.unsure))
    for population in counted:
        sign = Sign(form_of(population, populations), 0, 0, 5.2, Paint(palette.ink))
        items.append(KeyItem((sign,), 14, 18, populations[population]))
    main_populations = [population for population in populations if f"main:{population}" in signs]
    if main_populations:
        items.append(_main_item(main_populations, palette, texts))
    return items


def _qualifier_item(style: SignStyle, label: str) -> KeyItem:
    """Return the shapes of a qualifier around 0, 0."""
    far = 0.0
    if style.qualifier == "range":
        far = 18.0
    reach = figure_signs(style, (0, 0), far)
    x = (reach.left - reach.right) / 2
    signs = figure_signs(style, (x, 0), x + far)
    return KeyItem(signs.shapes, reach.left + reach.right, 18, label)


def _main_item(main_populations: Sequence[str], palette: Palette, texts: TotalsKeyTexts) -> KeyItem:
    """Return the forms of the main claimant's figures side by side, in the accent's colour."""
    left = -6.5 * (len(main_populations) - 1)
    signs: list[Sign] = []
    for index, population in enumerate(main_populations):
        form = form_of(population, texts.populations)
        signs.append(Sign(form, left + 13.0 * index, 0, 5, Paint(palette.accent)))
    return KeyItem(tuple(signs), 13.0 * len(signs), 18, texts.main)
