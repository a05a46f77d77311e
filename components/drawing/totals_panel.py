"""A panel of reported figures: a row for each by date, its number line, and a calendar to scale.

Each row has its day, its mark on the number line, the number as it was reported and the claimant.
Where there is room, a calendar is beside the list, and a line leads from each day in it to its
rows. The day of a figure is dotted under if its source does not name it.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from components.drawing.figure_signs import DOTS, FigureSigns, SignStyle, figure_signs
from components.drawing.fonts import measure_text, shorten_text, wrap_text
from components.drawing.number_line import SMALL_PX, TYPE_PX, Figure, Panel, TotalsFrame
from components.drawing.scene import Bar, Line, Mark, Paint, Shape, Sign, Text
from components.drawing.totals_calendar import (
    MONTHS_APART,
    DatedRow,
    draw_calendar,
    month_number,
)

TITLE_PX: Final = 15.0
#: From the middle of a row to the baseline of its text, in parts of the type.
BASELINE_SHARE: Final = 0.35
#: What a second line adds to a row.
SECOND_LINE_PX: Final = 14.0
#: Between the rows of two days, and of two periods.
DAY_GAP_PX: Final = 4
PERIOD_GAP_PX: Final = 1
#: A row has its texts on so many lines at most.
MOST_LINES: Final = 3
WORDS_GAP_PX: Final = 7.0
#: Between the shapes of a figure and its text, and from the dates to the number line.
SIGN_GAP_PX: Final = 5
DATES_GAP_PX: Final = 12
#: A mark in this share of the number line has its text to the right.
EARLY_SHARE: Final = 0.55
MOST_ROWS: Final = 60
#: Lengths that differ by less are equal.
ROUNDING_PX: Final = 1e-6
#: Between the labels of two ticks.
TICK_GAP_PX: Final = 6
#: Of the figures of a period a mark stands for all within so many pixels.
CELL_PX: Final = 10


class _Row(NamedTuple):
    """The figures of a day, or of a period with their number as a text."""

    when: str
    count_label: str
    figures: Sequence[Figure]


@dataclass
class _DrawnRows:
    """The rows of a panel as they are drawn, from the top down to a foot."""

    foot: float
    shapes: list[Shape] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    days: list[DatedRow] = field(default_factory=list)
    shortened: set[str] = field(default_factory=set)


class PanelDrawing(NamedTuple):
    """The marks of a panel, its height, and the ids of the figures whose texts are cut."""

    marks: list[Mark]
    height: float
    shortened: set[str]


class _TickLabel(NamedTuple):
    """The label of a tick, its middle and its ends."""

    content: str
    middle: float
    left: float
    right: float


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


def _period_key(months: int, figure: Figure) -> int:
    return month_number(figure.last) // months


def _group_by_period(figures: Sequence[Figure]) -> list[list[Figure]]:
    """Group figures by the shortest period that makes few enough rows."""
    for months in MONTHS_APART:
        get_period = partial(_period_key, months)
        # One that lasts into the next period may stand before others of its first.
        periods = _group_adjacent(sorted(figures, key=get_period), get_period)
        if len(periods) <= MOST_ROWS:
            break
    return periods


@dataclass
class PanelLayout:
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
    dates_gap
        From the days to the number line: wider where the shapes of a small number reach beyond it.
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
    dates_gap: float = DATES_GAP_PX

    @property
    def left(self) -> float:
        """The left end of the number line."""
        return self.dates_right + self.dates_gap

    @property
    def least_text_x(self) -> float:
        """The left end of the texts of figures."""
        return self.left + 3

    @property
    def most_text_x(self) -> float:
        """The right end of the texts of figures."""
        return self.width - 1

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
            drawn_number = max(number, low_tick)
            powers_before = math.log10(drawn_number / low_tick)
            line_powers = math.log10(high_tick / low_tick)
            line_share = powers_before / line_powers
        line_width = self.width - self.right_margin - self.left
        return self.left + line_width * line_share

    def draw(self) -> PanelDrawing:
        """Draw the panel from a height of 0.

        Rows have as many lines as their texts need; very many figures have a row for each period,
        with their number and where they are.
        """
        figures = self.panel.figures
        heading_mark, rows_top = self._draw_heading()
        if len(figures) > MOST_ROWS:
            drawn_rows = self._draw_period_rows(_group_by_period(figures), rows_top)
        else:
            self.dates_gap += self._measure_reach()
            self._choose_line_count()
            drawn_rows = self._draw_day_rows(_group_adjacent(figures, _day_key), rows_top)
        panel_marks = [
            heading_mark,
            self._draw_axis(rows_top, drawn_rows.foot + 2),
            Mark(tuple(drawn_rows.shapes), "days"),
        ]
        if self.has_calendar:
            calendar = draw_calendar(
                drawn_rows.days,
                top=rows_top + 4,
                foot=drawn_rows.foot,
                dates_right=self.dates_right,
                frame=self.frame,
            )
            panel_marks.append(calendar)
        return PanelDrawing(
            [*panel_marks, *drawn_rows.marks],
            drawn_rows.foot + 4,
            drawn_rows.shortened,
        )

    def _measure_reach(self) -> float:
        """Return how far shapes reach to the left into the days: the arrow of "up to 3"."""
        signs_left = [
            self.number_x(figure.number) - self._draw_signs(figure, 0).left
            for figure in self.panel.figures
        ]
        return max(0.0, self.dates_right + SIGN_GAP_PX - min(signs_left, default=self.left))

    def _choose_line_count(self) -> None:
        """Choose the fewest lines of a row in which all its texts are in full, or most of them."""
        fewest_cut = math.inf
        for line_count in range(1, MOST_LINES + 1):
            cut_count = self._count_cut_rows(line_count)
            # A name that is cut in the whole width gains nothing by a third line.
            if cut_count < fewest_cut or line_count < MOST_LINES:
                best_count = line_count
                fewest_cut = cut_count
            if not cut_count:
                break
        self.line_count = best_count

    def _count_cut_rows(self, line_count: int) -> int:
        """Return how many figures have a text without room in rows of so many lines."""
        self.line_count = line_count
        cut_count = 0
        for figure in self.panel.figures:
            has_days = len(self._wrap_days(figure)) <= line_count
            if not has_days or not self._write_figure(figure, 0).is_full:
                cut_count += 1
        return cut_count

    def _wrap_days(self, figure: Figure) -> list[str]:
        return wrap_text(figure.when, self.dates_right, TYPE_PX)

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
            drawn_rows.days.append(DatedRow(first_figure, row_middle))
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
        day_shapes: list[Shape] = []
        for line_number, day_line in enumerate(self._wrap_days(figure)):
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
        self.dates_right = max(measure_text(period_row.when, TYPE_PX) for period_row in period_rows)
        self.right_margin += max(
            measure_text(period_row.count_label, SMALL_PX) for period_row in period_rows
        )
        drawn_rows = _DrawnRows(top)
        for period_row in period_rows:
            if drawn_rows.days:
                drawn_rows.foot += PERIOD_GAP_PX
            row_middle = drawn_rows.foot + self.row_height / 2
            drawn_rows.days.append(DatedRow(period_row.figures[0], row_middle))
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
                    kind=self.frame.record,
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
            kind=self.frame.record,
            id=figure.id,
            says=figure.says,
            signs=figure.signs,
            data=mark_data,
        )

    def _write_figure(self, figure: Figure, top: float) -> _WrittenFigure:
        """Write a number beside its mark, and the claimant beside the number or below it.

        A number without room on either side of its mark is below it.
        """
        drawn_signs = self._draw_signs(figure, top)
        figure_x = self.number_x(figure.number)
        signs_left = figure_x - drawn_signs.left - SIGN_GAP_PX
        signs_right = figure_x + drawn_signs.right + SIGN_GAP_PX
        value_width = measure_text(figure.value, TYPE_PX, 700)
        label_width = value_width
        if self.line_count == 1:
            label_width += WORDS_GAP_PX + measure_text(figure.who, TYPE_PX)
        else:
            label_width = max(value_width, measure_text(figure.who, SMALL_PX))
        is_right = self._is_label_right(signs_left, signs_right, label_width)
        label_edge = signs_left
        label_room = signs_left - self.least_text_x
        if is_right:
            label_edge = signs_right
            label_room = self.width - signs_right
        row_middle = top + self.row_height / 2
        value_text = Text(
            figure.value,
            x=label_edge,
            y=row_middle + BASELINE_SHARE * TYPE_PX,
            size=TYPE_PX,
            fill=self.frame.palette.ink,
            weight=700,
            label=True,
            fixed_width=True,
        )
        if not is_right:
            value_text = replace(value_text, anchor="end")
        if value_width > label_room:
            return self._write_below_mark(figure, value_text, drawn_signs)
        if self.line_count == 1:
            claimant_text = self._write_claimant_beside(
                figure,
                value=value_text,
                value_width=value_width,
                room=label_room,
            )
        else:
            claimant_text = self._write_claimant_below(figure, value_text)
        return self._join_texts(figure, drawn_signs, [value_text, claimant_text])

    def _write_below_mark(
        self,
        figure: Figure,
        value: Text,
        signs: FigureSigns,
    ) -> _WrittenFigure:
        """Write a number on the line below its mark, moved and made smaller as far as it must be.

        The claimant is on a line of its own or, in rows of two lines, beside the number.
        """
        text_room = self.most_text_x - self.least_text_x
        value_width = measure_text(figure.value, TYPE_PX, 700)
        value_size = TYPE_PX * min(text_room / value_width, 1)
        value_width = min(value_width, text_room)
        label_width = value_width
        if self.line_count < MOST_LINES:
            label_width += WORDS_GAP_PX + measure_text(figure.who, SMALL_PX)
        value_x = min(self.number_x(figure.number), self.most_text_x - label_width)
        value_x = max(value_x, self.least_text_x)
        value_text = replace(
            value,
            x=value_x,
            y=value.y + SECOND_LINE_PX,
            size=value_size,
            anchor="start",
        )
        if self.line_count < MOST_LINES:
            claimant_text = self._write_claimant_beside(
                figure,
                value=value_text,
                value_width=value_width,
                room=self.most_text_x - value_x,
            )
        else:
            claimant_text = self._write_claimant_below(figure, value_text)
        written = self._join_texts(figure, signs, [value_text, claimant_text])
        # A row of one line has no room below its mark.
        has_line = self.line_count > 1
        return written._replace(is_full=written.is_full and has_line)

    def _join_texts(
        self,
        figure: Figure,
        signs: FigureSigns,
        texts: Iterable[Text],
    ) -> _WrittenFigure:
        label_texts = [text for text in texts if text.content]
        is_full = [text.content for text in label_texts] == [figure.value, figure.who]
        return _WrittenFigure(signs, label_texts, is_full)

    def _is_label_right(self, start: float, end: float, label_width: float) -> bool:
        """Return whether a label is to the right of the shapes between two ends.

        It is in the first half of the line, else to the left; else where more room is.
        """
        right_room = self.width - end
        left_room = start - self.least_text_x
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
        """Write a claimant after a number, or before one that is to the left of its mark."""
        text_offset = value_width + WORDS_GAP_PX
        if value.anchor == "end":
            text_offset = -text_offset
        claimant_room = room - value_width - WORDS_GAP_PX
        claimant_size = TYPE_PX
        if self.line_count > 1:
            claimant_size = SMALL_PX
        content = shorten_text(figure.who, claimant_room + ROUNDING_PX, claimant_size)
        tone = self._claimant_tone(figure)
        return replace(
            value,
            content=content,
            x=value.x + text_offset,
            size=claimant_size,
            fill=tone,
            weight=400,
        )

    def _write_claimant_below(self, figure: Figure, value: Text) -> Text:
        """Write a claimant below the mark, moved as far as it must be within the width."""
        text_room = self.most_text_x - self.least_text_x
        content = shorten_text(figure.who, text_room, SMALL_PX)
        content_width = measure_text(content, SMALL_PX)
        claimant_x = min(value.x, self.most_text_x - content_width)
        if value.anchor == "end":
            claimant_x = max(value.x, self.least_text_x + content_width)
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
        """Draw the ticks of the number line, with the numbers that have room."""
        palette = self.frame.palette
        axis_shapes: list[Shape] = []
        line_tone = palette.muted
        for tick_value in self.ticks:
            tick_x = self.number_x(tick_value)
            axis_shapes.append(Line.vertical(tick_x, top, foot, Paint(stroke=line_tone)))
            # Only the first line is dark.
            line_tone = palette.line
        for label in self._choose_tick_labels():
            axis_shapes.append(
                Text(
                    label.content,
                    x=label.middle,
                    y=top - 6,
                    size=SMALL_PX,
                    fill=palette.muted,
                    anchor="middle",
                )
            )
        return Mark(tuple(axis_shapes), "axis")

    def _choose_tick_labels(self) -> list[_TickLabel]:
        """Return the labels of all ticks, else of every second or third and so on.

        The last tick, without which nobody knows how far the line goes, is among them.
        """
        labels = [self._label_tick(tick_value) for tick_value in self.ticks]
        first_label = labels[0]
        for step in range(1, len(labels) + 1):
            chosen_labels = labels[::-step][::-1]
            if first_label not in chosen_labels and _are_apart(first_label, chosen_labels[0]):
                chosen_labels = [first_label, *chosen_labels]
            if all(_are_apart(label, following) for label, following in pairwise(chosen_labels)):
                break
        return chosen_labels

    def _label_tick(self, tick_value: float) -> _TickLabel:
        """Return the label of a tick, in its middle or as near to it as the edge allows."""
        content = self.panel.number(tick_value)
        half_width = measure_text(content, SMALL_PX) / 2
        middle = min(self.number_x(tick_value), self.width - half_width)
        return _TickLabel(content, middle, middle - half_width, middle + half_width)


def _are_apart(label: _TickLabel, following: _TickLabel) -> bool:
    return label.right + TICK_GAP_PX < following.left
