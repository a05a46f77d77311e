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
#: Figures that are so many times smaller than the largest one are drawn at the line's beginning.
MOST_RATIO: Final = 1e12
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
        sign_names = [f"said:{self.qualifier}", f"who:{self.population}"]
        if self.main:
            sign_names.append(f"main:{self.population}")
        if not self.sure:
            sign_names.append("unsure")
        return tuple(sign_names)


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
    least_number = min(numbers, default=1.0)
    most_number = max(numbers, default=1.0)
    if least_number > 0 and most_number > LOGARITHMIC_RATIO * least_number:
        least_drawn = max(least_number, most_number / MOST_RATIO)
        first_power = math.floor(math.log10(least_drawn))
        last_power = math.ceil(math.log10(most_number) - ROUNDING)
        return [
            10.0**first_power * 10 ** (power_of_ten - first_power)
            for power_of_ten in range(first_power, last_power + 1)
        ]
    low_end = min(least_number, 0.0)
    high_end = max(most_number, 0.0)
    tick_step = _tick_step(max(high_end - low_end, 1.0) / MOST_STEPS)
    low_tick = tick_step * math.floor(low_end / tick_step + ROUNDING)
    high_tick = tick_step * math.ceil(most_number / tick_step - ROUNDING)
    high_tick = max(high_tick, low_tick + tick_step)
    return [
        low_tick + tick_index * tick_step
        for tick_index in range(round((high_tick - low_tick) / tick_step) + 1)
    ]


def _tick_step(least_step: float) -> float:
    """Return the least round step of at least a number, and of at least 1."""
    power_of_ten = 10.0 ** math.floor(math.log10(least_step))
    for factor in TICK_STEPS:
        round_step = factor * power_of_ten
        if round_step >= least_step * (1 - ROUNDING):
            break
    return max(round_step, 1.0)


def _list_numbers(panel: Panel) -> list[float]:
    figure_numbers: list[float] = []
    for figure in panel.figures:
        figure_numbers += [number for number in (figure.low, figure.high) if number is not None]
    return figure_numbers


def number_lines(panels: Sequence[Panel]) -> list[list[float]]:
    """Return the ticks of each panel's line: from zero or less on, or each ten times the last.

    Panels of a unit share a line unless the figures of one are five times smaller.
    """
    most_by_unit: dict[str, float] = {}
    for panel in panels:
        most_number = max(_list_numbers(panel), default=1.0)
        other_most = most_by_unit.get(panel.unit, most_number)
        most_by_unit[panel.unit] = max(most_number, other_most)
    panel_ticks: list[list[float]] = []
    for panel in panels:
        panel_numbers = _list_numbers(panel)
        most_number = most_by_unit[panel.unit]
        ticks = _list_ticks([*panel_numbers, most_number])
        panel_most = max(panel_numbers, default=1.0)
        if most_number > SHARED_RATIO * panel_most or ticks[0] > 0:
            ticks = _list_ticks(panel_numbers)
        panel_ticks.append(ticks)
    return panel_ticks


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
    figures: Iterable[Figure],
    get_key: Callable[[Figure], Hashable],
) -> list[list[Figure]]:
    """Group figures that follow each other and have the same key."""
    figure_groups: list[list[Figure]] = []
    last_key: Hashable = None
    for figure in figures:
        figure_key = get_key(figure)
        if not figure_groups or figure_key != last_key:
            figure_groups.append([])
        figure_groups[-1].append(figure)
        last_key = figure_key
    return figure_groups


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
        low_tick = self.ticks[0]
        high_tick = self.ticks[-1]
        line_share = (number - low_tick) / (high_tick - low_tick)
        if low_tick > 0:
            line_share = math.log10(max(number, low_tick) / low_tick) / math.log10(
                high_tick / low_tick
            )
        line_width = self.width - self.right_margin - self.left
        return self.left + line_width * line_share

    def draw(self) -> _PanelDrawing:
        """Draw the panel from a height of 0.

        Rows have a line or, if texts are cut in these, two; very many figures have a row for each
        period, with their number and where they are.
        """
        figures = self.panel.figures
        heading_mark, rows_top = self._draw_heading()
        if len(figures) > MOST_ROWS:
            drawn_rows = self._draw_period_rows(_group_by_period(figures), rows_top)
        else:
            if any(not self._write_figure(figure, 0).is_full for figure in figures):
                self.line_count = 2
            drawn_rows = self._draw_day_rows(_group_adjacent(figures, _day_key), rows_top)
        panel_marks = [
            heading_mark,
            self._draw_axis(rows_top, drawn_rows.foot + 2),
            Mark(tuple(drawn_rows.shapes), "days"),
        ]
        if self.has_calendar:
            calendar = self._draw_calendar(drawn_rows.days, rows_top + 4, drawn_rows.foot)
            panel_marks.append(calendar)
        return _PanelDrawing(
            [*panel_marks, *drawn_rows.marks],
            drawn_rows.foot + 4,
            drawn_rows.shortened,
        )

    def _draw_heading(self) -> tuple[Mark, float]:
        """Draw the title and the sentence beside or below it; return where the rows begin."""
        palette = self.frame.palette
        title = self.panel.title
        baseline = 15.0
        heading_texts: list[Text] = []
        if title:
            heading_texts.append(
                Text(
                    title,
                    x=0,
                    y=baseline,
                    size=TITLE_PX,
                    fill=palette.ink,
                    weight=700,
                )
            )
        beside_title = measure_text(title, TITLE_PX, 700) + 10
        sentence_width = measure_text(self.panel.says, TYPE_PX)
        if beside_title + sentence_width <= self.width:
            for sentence_line in wrap_text(self.panel.says, math.inf, TYPE_PX):
                heading_texts.append(
                    Text(
                        sentence_line,
                        x=beside_title,
                        y=baseline,
                        size=TYPE_PX,
                        fill=palette.muted,
                    )
                )
        else:
            for sentence_line in wrap_text(self.panel.says, self.width, TYPE_PX):
                baseline += 16
                heading_texts.append(
                    Text(
                        sentence_line,
                        x=0,
                        y=baseline,
                        size=TYPE_PX,
                        fill=palette.muted,
                    )
                )
        return Mark(tuple(heading_texts), "heading"), baseline + 25

    def _draw_day_rows(self, days: Iterable[Sequence[Figure]], top: float) -> _DrawnRows:
        """Draw a row for each figure; those of a day follow each other."""
        drawn_rows = _DrawnRows(top)
        rule_paint = Paint(stroke=self.frame.palette.line, width=0.75)
        rule_left = 0.0
        if self.has_calendar:
            rule_left = self.dates_right
        for day_figures in days:
            if drawn_rows.days:
                drawn_rows.foot += DAY_GAP_PX
                rule_y = drawn_rows.foot - 2
                rule_line = Line.horizontal(rule_left, self.width, rule_y, rule_paint)
                drawn_rows.shapes.append(rule_line)
            first_figure = day_figures[0]
            row_middle = drawn_rows.foot + self.row_height / 2
            drawn_rows.days.append(_DatedRow(first_figure, row_middle))
            drawn_rows.shapes += self._draw_day(first_figure, row_middle)
            for figure in day_figures:
                written_figure = self._write_figure(figure, drawn_rows.foot)
                drawn_rows.marks.append(self._draw_figure(figure, drawn_rows.foot, written_figure))
                if not written_figure.is_full:
                    drawn_rows.shortened.add(figure.id)
                drawn_rows.foot += self.full_row_height
        return drawn_rows

    def _draw_day(self, figure: Figure, middle: float) -> list[Shape]:
        """Draw the days of a figure, dotted under if the source does not name them."""
        ink = self.frame.palette.ink
        day_lines = [figure.when]
        if self.line_count > 1:
            day_lines = wrap_text(figure.when, self.dates_right, TYPE_PX)[:2]
        day_shapes: list[Shape] = []
        for line_number, day_line in enumerate(day_lines):
            baseline = middle + BASELINE_SHARE * TYPE_PX + line_number * SECOND_LINE_PX
            day_shapes.append(
                Text(
                    day_line,
                    x=self.dates_right,
                    y=baseline,
                    size=TYPE_PX,
                    fill=ink,
                    anchor="end",
                )
            )
            if not figure.sure:
                dots_left = self.dates_right - measure_text(day_line, TYPE_PX)
                dots_y = baseline + 3.5
                dots_paint = Paint(stroke=ink, width=1.5, dash=DOTS)
                day_shapes.append(Line.horizontal(dots_left, self.dates_right, dots_y, dots_paint))
        return day_shapes

    def _draw_period_rows(self, periods: Iterable[Sequence[Figure]], top: float) -> _DrawnRows:
        """Draw a row for each period, with the number of its figures and where they are."""
        palette = self.frame.palette
        period_rows: list[_Row] = []
        for period_figures in periods:
            first_day = min(figure.first for figure in period_figures)
            last_day = max(figure.last for figure in period_figures)
            days_text = self.frame.span(first_day, last_day)
            period_rows.append(
                _Row(days_text, self.frame.count(len(period_figures)), period_figures)
            )
        dates_width = max(measure_text(period_row.when, TYPE_PX) for period_row in period_rows)
        self.dates_right = min(dates_width, self.width * MOST_DATE_SHARE)
        self.right_margin += max(
            measure_text(period_row.count_label, SMALL_PX) for period_row in period_rows
        )
        drawn_rows = _DrawnRows(top)
        for period_row in period_rows:
            if drawn_rows.days:
                drawn_rows.foot += PERIOD_GAP_PX
            row_middle = drawn_rows.foot + self.row_height / 2
            drawn_rows.days.append(_DatedRow(period_row.figures[0], row_middle))
            baseline = row_middle + BASELINE_SHARE * TYPE_PX
            drawn_rows.shapes += [
                Text(
                    period_row.when,
                    x=self.dates_right,
                    y=baseline,
                    size=TYPE_PX,
                    fill=palette.ink,
                    anchor="end",
                ),
                Text(
                    period_row.count_label,
                    x=self.width,
                    y=row_middle + 4,
                    size=SMALL_PX,
                    fill=palette.muted,
                    anchor="end",
                ),
            ]
            drawn_rows.marks += self._draw_cells(period_row.figures, row_middle)
            drawn_rows.foot += self.row_height
        drawn_rows.foot += PERIOD_GAP_PX
        return drawn_rows

    def _draw_cells(self, figures: Sequence[Figure], middle: float) -> list[Mark]:
        """Draw the figures of a period; of those that are close together the first one."""
        palette = self.frame.palette
        figure_cells: dict[float, Figure] = {}
        for figure in reversed(figures):
            figure_cells[self.number_x(figure.number) // CELL_PX] = figure
        cell_marks: list[Mark] = []
        for figure in figure_cells.values():
            sign_colour = palette.ink
            if figure.main:
                sign_colour = palette.accent
            figure_x = self.number_x(figure.number)
            figure_sign = Sign(
                figure.form,
                x=figure_x,
                y=middle,
                radius=3.5,
                paint=Paint(sign_colour),
            )
            sign_names = tuple(
                sign_name for sign_name in figure.signs if sign_name.startswith(("who", "main"))
            )
            cell_marks.append(
                Mark(
                    (figure_sign,),
                    kind="claim",
                    id=figure.id,
                    says=figure.says,
                    signs=sign_names,
                )
            )
        return cell_marks

    def _draw_signs(self, figure: Figure, top: float) -> FigureSigns:
        palette = self.frame.palette
        sign_colour = palette.ink
        if figure.main:
            sign_colour = palette.accent
        sign_style = SignStyle(
            figure.qualifier,
            form=figure.form,
            colour=sign_colour,
            paper=palette.paper,
        )
        figure_x = self.number_x(figure.number)
        far_x = self.number_x(figure.high or figure.number)
        figure_y = top + self.row_height / 2
        return figure_signs(sign_style, (figure_x, figure_y), far_x)

    def _draw_figure(self, figure: Figure, top: float, written: _WrittenFigure) -> Mark:
        """Draw a figure: its row, which is lit if it is chosen, its texts and its shapes."""
        palette = self.frame.palette
        signs_left = self.number_x(figure.number) - written.signs.left
        row_box = (
            min(self.left + 2, signs_left),
            top + 0.5,
            self.width - 1,
            top + self.full_row_height - 0.5,
        )
        row_paint = Paint()
        mark_data: dict[str, str] = {}
        if figure.id == self.frame.chosen:
            row_paint = Paint(palette.panel, palette.ink, 1.5)
            mark_data = {"chosen": ""}
        row_bar = Bar(row_box, row_paint, corner=2)
        mark_shapes: tuple[Shape, ...] = (row_bar, *written.texts, *written.signs.shapes)
        return Mark(
            mark_shapes,
            kind="claim",
            id=figure.id,
            says=figure.says,
            signs=figure.signs,
            data=mark_data,
        )

    def _write_figure(self, figure: Figure, top: float) -> _WrittenFigure:
        """Write a number beside its mark, and the claimant beside the number or below it."""
        drawn_signs = self._draw_signs(figure, top)
        figure_x = self.number_x(figure.number)
        signs_left = figure_x - drawn_signs.left - SIGN_GAP_PX
        signs_right = figure_x + drawn_signs.right + SIGN_GAP_PX
        who_size = TYPE_PX
        if self.line_count > 1:
            who_size = SMALL_PX
        value_width = measure_text(figure.value, TYPE_PX, 700)
        who_width = measure_text(figure.who, who_size)
        label_width = max(value_width, who_width)
        if self.line_count == 1:
            label_width = value_width + WORDS_GAP_PX + who_width
        is_right = self._is_label_right(signs_left, signs_right, label_width)
        label_edge = signs_left
        label_room = signs_left - self.left - 3
        if is_right:
            label_edge = signs_right
            label_room = self.width - signs_right
        row_middle = top + self.row_height / 2
        baseline = row_middle + BASELINE_SHARE * TYPE_PX
        value_text = Text(
            shorten_text(figure.value, width=label_room, size=TYPE_PX, weight=700) or figure.value,
            x=label_edge,
            y=baseline,
            size=TYPE_PX,
            fill=self.frame.palette.ink,
            weight=700,
            label=True,
            fixed_width=True,
        )
        if not is_right:
            value_text = replace(value_text, anchor="end")
        if self.line_count == 1:
            claimant_text = self._write_claimant_beside(
                figure,
                value=value_text,
                value_width=value_width,
                room=label_room,
            )
        else:
            claimant_text = self._write_claimant_below(figure, value_text)
        label_texts = [value_text]
        if claimant_text.content:
            label_texts.append(claimant_text)
        is_full = [text.content for text in label_texts] == [figure.value, figure.who]
        return _WrittenFigure(drawn_signs, label_texts, is_full)

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
        self,
        figure: Figure,
        value: Text,
        value_width: float,
        room: float,
    ) -> Text:
        text_offset = value_width + WORDS_GAP_PX
        if value.anchor == "end":
            text_offset = -text_offset
        claimant_room = room - value_width - WORDS_GAP_PX
        content = shorten_text(figure.who, claimant_room, TYPE_PX)
        tone = self._claimant_tone(figure)
        return replace(
            value,
            content=content,
            x=value.x + text_offset,
            fill=tone,
            weight=400,
        )

    def _write_claimant_below(self, figure: Figure, value: Text) -> Text:
        """Write a claimant below the mark, moved as far as it must be within the width."""
        least_x = self.left + 3
        most_x = self.width - 1
        content = shorten_text(figure.who, most_x - least_x, SMALL_PX)
        content_width = measure_text(content, SMALL_PX)
        claimant_x = min(value.x, most_x - content_width)
        if value.anchor == "end":
            claimant_x = max(value.x, least_x + content_width)
        return replace(
            value,
            content=content,
            x=claimant_x,
            y=value.y + SECOND_LINE_PX,
            size=SMALL_PX,
            fill=self._claimant_tone(figure),
            weight=400,
        )

    def _draw_axis(self, top: float, foot: float) -> Mark:
        """Draw the ticks of the number line, with their numbers if there is room."""
        palette = self.frame.palette
        axis_shapes: list[Shape] = []
        free_from = -math.inf
        line_tone = palette.muted
        for tick_value in self.ticks:
            tick_x = self.number_x(tick_value)
            axis_shapes.append(Line.vertical(tick_x, top, foot, Paint(stroke=line_tone)))
            # Only the first line is dark.
            line_tone = palette.line
            tick_label = self.panel.number(tick_value)
            half_width = measure_text(tick_label, SMALL_PX) / 2
            label_left = tick_x - half_width
            label_right = tick_x + half_width
            if label_left > free_from and label_right <= self.width:
                axis_shapes.append(
                    Text(
                        tick_label,
                        x=tick_x,
                        y=top - 6,
                        size=SMALL_PX,
                        fill=palette.muted,
                        anchor="middle",
                    )
                )
                free_from = label_right + 6
        return Mark(tuple(axis_shapes), "axis")

    def _draw_calendar(self, days: Sequence[_DatedRow], top: float, foot: float) -> Mark:
        """Draw the calendar, and a line from each day or span in it to its rows."""
        first_day = min(dated_row.figure.first for dated_row in days)
        last_day = max(dated_row.figure.last for dated_row in days)
        calendar = _Calendar(first_day, last=last_day, top=top, foot=foot)
        line_x = CALENDAR_LINE_PX
        thin_paint = Paint(stroke=self.frame.palette.muted)
        calendar_shapes: list[Shape] = [Line.vertical(line_x, top, foot, thin_paint)]
        calendar_shapes += self._draw_months(calendar)
        for figure, row_middle in days:
            start_y = calendar.day_y(figure.first, 0)
            end_y = calendar.day_y(figure.last, 1)
            day_y = (start_y + end_y) / 2
            text_left = self.dates_right - measure_text(figure.when, TYPE_PX) - 5
            bend_x = min(CALENDAR_PX - 2, text_left)
            line_paint = thin_paint
            if not figure.sure:
                line_paint = replace(thin_paint, dash=DOTS)
            leader_points = (
                (line_x, day_y),
                (bend_x, row_middle),
                (text_left, row_middle),
            )
            calendar_shapes.append(Line(leader_points, line_paint))
            if figure.first == figure.last:
                calendar_shapes.append(
                    Sign(
                        "circle",
                        x=line_x,
                        y=day_y,
                        radius=2.2,
                        paint=Paint(self.frame.palette.muted),
                    )
                )
            else:
                thick_paint = replace(thin_paint, width=2)
                span_line = Line.vertical(line_x + 3, start_y, end_y, thick_paint)
                calendar_shapes.append(span_line)
        return Mark(tuple(calendar_shapes), "calendar")

    def _draw_months(self, calendar: "_Calendar") -> list[Shape]:
        """Draw the first day and the months or years, with their names if there is room."""
        muted = self.frame.palette.muted
        months_apart = calendar.months_apart
        format_day = self.frame.month
        if months_apart >= 12:
            format_day = self.frame.year
        line_x = CALENDAR_LINE_PX
        tick_shapes: list[Shape] = []
        free_below = math.inf
        for tick_day in reversed(calendar.list_ticks(months_apart)):
            tick_y = calendar.day_y(tick_day, 0)
            tick_line = Line.horizontal(line_x - 4, line_x, tick_y, Paint(stroke=muted))
            tick_shapes.append(tick_line)
            if tick_y + TICK_PX <= free_below:
                tick_label = format_day(tick_day)
                tick_shapes.append(
                    Text(
                        tick_label,
                        x=line_x - 7,
                        y=tick_y + SMALL_PX,
                        size=SMALL_PX,
                        fill=muted,
                        anchor="end",
                    )
                )
                free_below = tick_y
        return tick_shapes


class _Calendar(NamedTuple):
    """Days to scale from a top to a foot."""

    first: date
    last: date
    top: float
    foot: float

    def day_y(self, day: date, share: float) -> float:
        """Return where a share of a day has passed."""
        day_count = (self.last - self.first).days + 1
        passed_days = (day - self.first).days + share
        return self.top + (self.foot - self.top) * passed_days / day_count

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
        tick_days = [self.first]
        for month_number in range(next_month, _month_number(self.last) + 1, months_apart):
            year, month_index = divmod(month_number, 12)
            tick_days.append(date(year, month_index + 1, 1))
        return tick_days


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
    panels: Sequence[Panel],
    frame: TotalsFrame,
    width: float,
    height: float | None,
    unit: float,
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
    panel_ticks = number_lines(panels)
    panel_lines = [
        _PanelLine(panel, ticks) for panel, ticks in zip(panels, panel_ticks, strict=True)
    ]
    row_height = MOST_ROW_PX
    if height is None:
        row_height = ROW_PX
    current_setting = _Setting(
        panel_lines,
        first_share=FIRST_COLUMN_SHARE,
        row_height=row_height,
        unit=unit,
    )
    while True:
        column_drawings = [
            _draw_column(column, current_setting.row_height, frame)
            for column in _arrange_columns(current_setting, width / current_setting.unit)
        ]
        needed_height = (
            max(1.0, *(column_drawing.height for column_drawing in column_drawings))
            * current_setting.unit
        )
        if height is None or needed_height <= height:
            break
        current_setting = _tighten_setting(current_setting, width / current_setting.unit)
    panel_groups: list[Group] = []
    shortened_ids: set[str] = set()
    for column_drawing in column_drawings:
        panel_groups += column_drawing.groups
        shortened_ids |= column_drawing.shortened
    return Scene(
        width,
        height=height or needed_height,
        body=tuple(panel_groups),
        unit=current_setting.unit,
        kind="totals",
        shortened=frozenset(shortened_ids),
    )


def _arrange_columns(setting: _Setting, width: float) -> list[_Column]:
    """Divide the panels among a column or two, each to the one with fewer rows so far."""
    columns = [_Column(0.0, width, [])]
    if width >= COLUMNS_FROM_PX and len(setting.panels) > 1:
        first_width = (width - COLUMN_GAP_PX) * setting.first_share
        second_left = first_width + COLUMN_GAP_PX
        second_width = width - first_width - COLUMN_GAP_PX
        first_column = _Column(0.0, first_width, [])
        second_column = _Column(second_left, second_width, [])
        columns = [first_column, second_column]
    for line in setting.panels:
        shortest = min(columns, key=lambda column: column.row_count)
        shortest.panels.append(line)
    return columns


def _draw_column(column: _Column, row_height: float, frame: TotalsFrame) -> _ColumnDrawing:
    """Draw the panels of a column below each other; the first may have a calendar."""
    has_calendar = False
    if column.panels and column.width >= CALENDAR_FROM_PX:
        has_calendar = _needs_calendar(column.panels[0].panel.figures)
    widest_date = 0.0
    for panel_line in column.panels:
        # Very many figures have a row for each period instead.
        for figure in panel_line.panel.figures[: MOST_ROWS + 1]:
            widest_date = max(widest_date, measure_text(figure.when, TYPE_PX))
    dates_right = min(widest_date, column.width * MOST_DATE_SHARE)
    if has_calendar:
        dates_right = CALENDAR_PX + dates_right
    panel_groups: list[Group] = []
    shortened_ids: set[str] = set()
    panel_y = -BETWEEN_PX
    for panel_line in column.panels:
        layout = _PanelLayout(
            frame,
            panel=panel_line.panel,
            ticks=panel_line.ticks,
            row_height=row_height,
            width=column.width,
            dates_right=dates_right,
            has_calendar=has_calendar,
        )
        panel_drawing = layout.draw()
        panel_y += BETWEEN_PX
        panel_at = (column.left, panel_y)
        panel_groups.append(Group(tuple(panel_drawing.marks), "measure", panel_at))
        panel_y += panel_drawing.height
        shortened_ids |= panel_drawing.shortened
        has_calendar = False
    return _ColumnDrawing(panel_groups, panel_y, shortened_ids)


def _needs_calendar(figures: Sequence[Figure]) -> bool:
    """Return whether a calendar says more than the list: if days are many and far apart."""
    if len(figures) > MOST_ROWS:
        return False
    day_spans = {(figure.first, figure.last) for figure in figures}
    if len(day_spans) < CALENDAR_DAYS:
        return False
    first_day = min(first for first, _ in day_spans)
    last_day = max(last for _, last in day_spans)
    days_apart = last_day - first_day
    return days_apart.days > 2 * len(day_spans)


def _tighten_setting(setting: _Setting, width: float) -> _Setting:
    """Return lower rows, else the two halves of a single panel, else smaller type."""
    row_height = setting.row_height - ROW_STEP_PX
    if row_height >= LEAST_ROW_PX:
        return setting._replace(row_height=row_height)
    panel, ticks = setting.panels[0]
    figures = panel.figures
    is_alone = len(setting.panels) == 1 and 2 < len(figures) <= MOST_ROWS
    if is_alone and width >= COLUMNS_FROM_PX:
        half_count = (len(figures) + 1) // 2
        first_half = _PanelLine(replace(panel, figures=figures[:half_count]), ticks)
        second_half = _PanelLine(
            replace(panel, title="", says="", figures=figures[half_count:]),
            ticks,
        )
        return _Setting(
            [first_half, second_half],
            first_share=HALF,
            row_height=MOST_ROW_PX,
            unit=setting.unit,
        )
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
    drawn_populations = [
        population_id for population_id in populations if f"who:{population_id}" in signs
    ]
    sign_form = "circle"
    if drawn_populations:
        sign_form = form_of(drawn_populations[0], populations)
    key_items: list[KeyItem] = []
    for qualifier_id, qualifier_label in texts.qualifiers.items():
        if f"said:{qualifier_id}" in signs:
            sign_style = SignStyle(
                qualifier_id,
                form=sign_form,
                colour=palette.ink,
                paper=palette.paper,
            )
            key_items.append(_qualifier_item(sign_style, qualifier_label))
    if "unsure" in signs:
        dots_paint = Paint(stroke=palette.ink, width=1.5, dash=DOTS)
        dots_line = Line.horizontal(-12, 12, 4, dots_paint)
        key_items.append(
            KeyItem(
                (dots_line,),
                width=24,
                height=18,
                label=texts.unsure,
            )
        )
    for population_id in drawn_populations:
        population_sign = Sign(
            form_of(population_id, populations),
            x=0,
            y=0,
            radius=5.2,
            paint=Paint(palette.ink),
        )
        key_items.append(
            KeyItem((population_sign,), width=14, height=18, label=populations[population_id])
        )
    main_populations = [
        population_id for population_id in populations if f"main:{population_id}" in signs
    ]
    if main_populations:
        key_items.append(_main_item(main_populations, palette, texts))
    return key_items


def _qualifier_item(style: SignStyle, label: str) -> KeyItem:
    """Return the shapes of a qualifier around 0, 0."""
    range_width = 0.0
    if style.qualifier == "range":
        range_width = 18.0
    reach = figure_signs(style, (0, 0), range_width)
    number_x = (reach.left - reach.right) / 2
    qualifier_signs = figure_signs(style, (number_x, 0), number_x + range_width)
    return KeyItem(
        qualifier_signs.shapes,
        width=reach.left + reach.right,
        height=18,
        label=label,
    )


def _main_item(main_populations: Sequence[str], palette: Palette, texts: TotalsKeyTexts) -> KeyItem:
    """Return the forms of the main claimant's figures side by side, in the accent's colour."""
    first_x = -6.5 * (len(main_populations) - 1)
    population_signs: list[Sign] = []
    for sign_index, population_id in enumerate(main_populations):
        form = form_of(population_id, texts.populations)
        population_signs.append(
            Sign(
                form,
                x=first_x + 13.0 * sign_index,
                y=0,
                radius=5,
                paint=Paint(palette.accent),
            )
        )
    return KeyItem(
        tuple(population_signs),
        width=13.0 * len(population_signs),
        height=18,
        label=texts.main,
    )
