"""Reported figures as a list by date with a number line: panels in columns, and their legend.

:mod:`components.drawing.totals_panel` lays out a panel; here the panels get their columns, and a
size of type and rows that fits the height of the drawing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from components.drawing.figure_signs import DOTS, SignStyle, figure_signs, form_of
from components.drawing.fonts import measure_text
from components.drawing.number_line import TYPE_PX, Figure, Panel, TotalsFrame, number_lines
from components.drawing.palette import Palette
from components.drawing.scene import Group, Line, Paint, Scene, Sign
from components.drawing.sheet import KeyItem
from components.drawing.totals_calendar import CALENDAR_PX
from components.drawing.totals_panel import MOST_ROWS, PanelLayout

#: The kind of the group of a panel.
PANEL: Final = "measure"
#: A row of one line: in a drawing without a height, and in one with a height at least and at most.
ROW_PX: Final = 16.4
LEAST_ROW_PX: Final = 15.5
MOST_ROW_PX: Final = 40.0
#: Rows become so much lower at a time; then the type smaller by a factor.
ROW_STEP_PX: Final = 0.5
TYPE_STEP: Final = 0.96
#: Between two panels, below each other and side by side; the latter from this width on.
BETWEEN_PX: Final = 26.0
COLUMN_GAP_PX: Final = 34.0
COLUMNS_FROM_PX: Final = 940.0
#: Of two columns the first has the greater part; two halves of a panel are equal.
FIRST_COLUMN_SHARE: Final = 0.61
HALF: Final = 0.5
CALENDAR_FROM_PX: Final = 640
#: A calendar is drawn from so many days on, if they are more than twice as far apart.
CALENDAR_DAYS: Final = 6
#: The days beside the rows have so much of the width at most, if two lines of each have room there.
MOST_DATE_SHARE: Final = 0.3
#: Fewer figures make no two lists side by side.
LEAST_HALVED: Final = 3


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
        plot=(0.0, 0.0, width / current_setting.unit, needed_height / current_setting.unit),
        shortened=frozenset(shortened_ids),
    )


def split_panels(scene: Scene) -> list[Scene]:
    """Return a drawing for each panel of a drawing in one column.

    A page of paper breaks between drawings only.
    """
    groups = [part for part in scene.body if isinstance(part, Group) and part.kind == PANEL]
    if len(groups) < len(scene.body) or len({group.at[0] for group in groups}) > 1:
        return [scene]
    _, whole_height = scene.box
    tops = [group.at[1] for group in groups]
    panel_scenes: list[Scene] = []
    for group, foot in zip(groups, [*tops[1:], whole_height], strict=True):
        left, top = group.at
        height = foot - top
        panel_scenes.append(
            replace(
                scene,
                height=height * scene.unit,
                body=(replace(group, at=(left, 0.0)),),
                plot=(0.0, 0.0, scene.plot[2], height),
            )
        )
    return panel_scenes


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
    dates_right = _measure_dates(column)
    if has_calendar:
        dates_right = CALENDAR_PX + dates_right
    panel_groups: list[Group] = []
    shortened_ids: set[str] = set()
    panel_y = -BETWEEN_PX
    for panel_line in column.panels:
        layout = PanelLayout(
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
        panel_groups.append(Group(tuple(panel_drawing.marks), PANEL, panel_at))
        panel_y += panel_drawing.height
        shortened_ids |= panel_drawing.shortened
        has_calendar = False
    return _ColumnDrawing(panel_groups, panel_y, shortened_ids)


def _measure_dates(column: _Column) -> float:
    """Return the width of the days beside the rows: up to a share of the column, else two lines."""
    date_texts: list[str] = []
    for panel_line in column.panels:
        # Very many figures have a row for each period instead.
        date_texts += [figure.when for figure in panel_line.panel.figures[: MOST_ROWS + 1]]
    most_width = column.width * MOST_DATE_SHARE
    widest_date = max((measure_text(text, TYPE_PX) for text in date_texts), default=0.0)
    if widest_date <= most_width:
        return widest_date
    return max(most_width, *map(_measure_two_lines, date_texts))


def _measure_two_lines(content: str) -> float:
    """Return the least width in which a text has two lines, or one if it is a single word."""
    words = content.split(" ")
    least_width = measure_text(content, TYPE_PX)
    for word_count in range(1, len(words)):
        first_line = " ".join(words[:word_count])
        second_line = " ".join(words[word_count:])
        wider_line = max(measure_text(first_line, TYPE_PX), measure_text(second_line, TYPE_PX))
        least_width = min(least_width, wider_line)
    return least_width


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
    is_alone = len(setting.panels) == 1
    has_rows_for_two = LEAST_HALVED <= len(figures) <= MOST_ROWS
    if is_alone and has_rows_for_two and width >= COLUMNS_FROM_PX:
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
