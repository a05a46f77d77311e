"""Reported figures as a list by date with a number line: one row a figure, from top to bottom.

Each row has its day, its mark on the panel's number line, the number as it was said and who said
it. Where there is room, a calendar to scale stands beside the list, and a line leads from each day
in it to its rows. How a figure was said is drawn in shape, never in colour alone:

- a filled mark includes its number, a hollow one stops short of it or goes beyond it;
- "more than" and "at least" have an arrow to the greater numbers;
- "nearly", "fewer than" and "up to" stand below a bar at their number, the last two with an arrow;
- "about" has a dotted ring; a range is a bar between two marks.

The day of a figure is dotted under where its source does not name it. The number line starts at
zero; figures more than a thousand times apart have one on which each tick is ten times the last.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Final

from components.drawing.fonts import shortened, width_of, wrapped_to
from components.drawing.palette import Palette
from components.drawing.scene import Bar, Group, Line, Mark, Paint, Scene, Shape, Sign, Text
from components.drawing.sheet import KeyItem

#: The shapes of the populations of a story in its order, and the letter of each in a text.
FORMS: Final = ("circle", "square", "diamond", "cross", "star", "pentagon", "hexagon", "x")
GLYPHS: Final[Mapping[str, str]] = dict(zip(FORMS, "●■◆✚★⬟⬢✖", strict=True))
HOLLOW: Final = frozenset({"more_than", "nearly", "less_than"})
UPWARDS: Final = frozenset({"more_than", "at_least"})
DOWNWARDS: Final = frozenset({"less_than", "up_to"})
#: How far below its number the mark of a figure stands that stops short of it.
SHORT_OF: Final[Mapping[str, float]] = {"nearly": 9, "less_than": 9, "up_to": 6}
DOTS: Final = "1.5 2.5"
TYPE_PX: Final = 13.0
SMALL_PX: Final = 12.0
TITLE_PX: Final = 15.0
#: A row of one line is at least, and at most, as high as this; and its second line.
LEAST_ROW_PX: Final = 15.5
MOST_ROW_PX: Final = 40.0
SECOND_LINE_PX: Final = 14.0
#: Between two panels, below each other and side by side; the latter from this width on.
BETWEEN_PX: Final = 26.0
COLUMN_GAP_PX: Final = 34.0
COLUMNS_FROM_PX: Final = 940.0
CALENDAR_PX: Final = 84.0
TICK_PX: Final = 15.0
MONTHS_APART: Final = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 24000)
MOST_DATE_SHARE: Final = 0.3
WORDS_GAP_PX: Final = 7.0
MOST_ROWS: Final = 60


def form_of(population: str, populations: Iterable[str]) -> str:
    """The shape of a population, by its place among those of the story; the last share one."""
    return dict(zip(populations, FORMS, strict=False)).get(population, FORMS[-1])


@dataclass(frozen=True, slots=True)
class Figure:
    """One reported figure; every text is in the reader's language.

    ``low`` is the number, the lower one of a range; with ``high`` alone it is a limit.
    ``qualifier`` is how it was said: ``exact``, ``about``, ``nearly``, ``more_than``, ``at_least``,
    ``less_than``, ``up_to`` or ``range``. It may hold from ``first`` to ``last``, in words
    ``when``, and ``sure`` is whether the source names these. ``population`` is who is counted,
    ``form`` their shape, ``value`` the number as it was said, ``who`` by whom, and ``says`` all of
    it in a sentence. A ``main`` one is of the claimant that is drawn in the accent's colour.
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
        return (self.low if self.low is not None else self.high) or 0.0

    @property
    def signs(self) -> tuple[str, ...]:
        main = (f"main:{self.population}",) if self.main else ()
        unsure = () if self.sure else ("unsure",)
        return (f"said:{self.qualifier}", f"who:{self.population}", *main, *unsure)


@dataclass(frozen=True)
class Panel:
    """The figures of one measure and unit, in order of date; ``says`` follows the ``title``."""

    title: str
    says: str
    unit: str
    figures: tuple[Figure, ...]
    number: Callable[[float], str]


@dataclass(frozen=True)
class TotalsFrame:
    """What every drawing of figures has besides these: its colours, the words of the calendar and
    of rows that hold many, and the id of the figure that is ``chosen``, whose row is lit.
    """

    palette: Palette
    month: Callable[[date], str]
    year: Callable[[date], str]
    span: Callable[[date, date], str]
    count: Callable[[int], str]
    chosen: str = ""


def _number_line(numbers: Sequence[float]) -> list[float]:
    least, most = min(numbers, default=1.0), max(numbers, default=1.0)
    if least > 0 and most > 1000 * least:
        first = math.floor(math.log10(max(least, most / 1e12)))
        powers = range(first, math.ceil(math.log10(most) - 1e-9) + 1)
        return [10.0**first * 10 ** (n - first) for n in powers]
    # Six ticks at most.
    rough = max(max(most, 0.0) - min(least, 0.0), 1.0) / 6
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s * power for s in (1, 2, 2.5, 5, 10) if s * power >= rough * (1 - 1e-9))
    step = max(step, 1.0)
    low = step * math.floor(min(least, 0.0) / step + 1e-9)
    high = max(step * math.ceil(most / step - 1e-9), low + step)
    return [low + n * step for n in range(round((high - low) / step) + 1)]


def number_lines(panels: Sequence[Panel]) -> list[list[float]]:
    """The numbers along each panel's line: from zero or less on, or each ten times the last.

    Panels of one unit share a line unless one's figures are five times smaller.
    """
    numbers = [[n for f in p.figures for n in (f.low, f.high) if n is not None] for p in panels]
    greatest, lines = [max(own, default=1.0) for own in numbers], []
    for panel, own, top in zip(panels, numbers, greatest, strict=True):
        alike = zip(panels, greatest, strict=True)
        most = max(number for other, number in alike if other.unit == panel.unit)
        whole = _number_line([*own, most])
        lines.append(whole if most <= 5 * top and whole[0] <= 0 else _number_line(own))
    return lines


def figure_signs(
    qualifier: str, form: str, x: float, y: float, far: float, colour: str, paper: str
) -> tuple[tuple[Shape, ...], float, float]:
    """The shapes of a figure whose number stands at ``x``, that of a range up to ``far``, and how
    far they reach to the left and to the right.
    """
    own, way = x - SHORT_OF.get(qualifier, 0.0), (qualifier in UPWARDS) - (qualifier in DOWNWARDS)
    thin, shapes, ends = Paint(stroke=colour, width=1.75), list[Shape](), [own]
    if qualifier in SHORT_OF:
        shapes.append(Line(((x, y - 7), (x, y + 7)), thin))
    if way:
        tip, barb = own + way * 22, own + way * 17
        shapes.append(Line(((own + way * 6, y), (tip, y)), thin))
        shapes.append(Line(((barb, y - 4), (tip, y), (barb, y + 4)), thin))
    left, right = x - own + (23.0 if way < 0 else 7.0), 23.0 if way > 0 else 7.0
    if qualifier == "about":
        shapes.append(Sign("circle", x, y, 8.5, Paint(stroke=colour, width=1.6, dash=DOTS)))
        left = right = 10.5
    elif qualifier == "range":
        shapes.append(Line(((x, y), (far, y)), Paint(stroke=colour, width=4)))
        ends, right = [x, far], far - x + 7.0
    hollow = qualifier in HOLLOW
    paint = Paint(paper, colour, 2) if hollow else Paint(colour, paper, 1)
    shapes += [Sign(form, end, y, 4.5 if hollow else 5.2, paint) for end in ends]
    return tuple(shapes), left, right


@dataclass
class _Layout:
    """Lays one panel out; ``dates`` is the right edge of its days, ``after`` the room on the right
    of the number line, for an arrow at least, ``row`` the height of a row of one line.
    """

    frame: TotalsFrame
    panel: Panel
    ticks: Sequence[float]
    row: float
    width: float
    dates: float
    calendar: bool
    after: float = 24.0
    lines: int = 1

    @property
    def left(self) -> float:
        return self.dates + 12

    @property
    def tall(self) -> float:
        return self.row + (self.lines - 1) * SECOND_LINE_PX

    def at(self, number: float) -> float:
        """Where a number stands on the line: on one above zero each tick is ten times the last."""
        low, high = self.ticks[0], self.ticks[-1]
        share = (number - low) / (high - low)
        if low > 0:
            share = math.log10(max(number, low) / low) / math.log10(high / low)
        return self.left + (self.width - self.after - self.left) * share

    def drawn(self) -> tuple[list[Mark], float, set[str]]:
        """The panel's marks from a height of 0, how high it is, and whose words are cut in it.

        Rows have one line or, where words are cut in these, two; very many figures have a row for
        each period, with how many they are and where they stand.
        """
        panel, palette, rows = self.panel, self.frame.palette, self.rows()
        counts = [count for _, count, _ in rows if count]
        if counts:
            said = max(width_of(when, TYPE_PX) for when, *_ in rows)
            self.dates = min(said, self.width * MOST_DATE_SHARE)
            self.after += max(width_of(count, SMALL_PX) for count in counts)
        elif not all(self.mark(figure, 0)[1] for figure in panel.figures):
            self.lines = 2
        heading, top = self.heading()
        y, marks, shapes, cut = top, list[Mark](), list[Shape](), set[str]()
        dated: list[tuple[Figure, float]] = []
        for when, count, own in rows:
            if dated:
                y += 1 if counts else 4
            if dated and not counts:
                ends = ((self.dates if self.calendar else 0.0, y - 2), (self.width, y - 2))
                shapes.append(Line(ends, Paint(stroke=palette.line, width=0.75)))
            middle = y + self.row / 2
            dated.append((own[0], middle))
            lines = wrapped_to(when, self.dates, TYPE_PX)[:2] if self.lines > 1 else [when]
            for n, part in enumerate(lines):
                base, edge = middle + 0.35 * TYPE_PX + n * SECOND_LINE_PX, self.dates
                shapes.append(Text(part, edge, base, TYPE_PX, palette.ink, "end"))
                if not (count or own[0].sure):
                    ends = ((edge - width_of(part, TYPE_PX), base + 3.5), (edge, base + 3.5))
                    shapes.append(Line(ends, Paint(stroke=palette.ink, width=1.5, dash=DOTS)))
            if count:
                shapes.append(Text(count, self.width, middle + 4, SMALL_PX, palette.muted, "end"))
                # One mark stands for all within ten pixels.
                cells = {self.at(f.number) // 10: f for f in reversed(own)}
                for figure in cells.values():
                    paint = Paint(palette.accent if figure.main else palette.ink)
                    sign = Sign(figure.form, self.at(figure.number), middle, 3.5, paint)
                    signs = tuple(one for one in figure.signs if one.startswith(("who", "main")))
                    marks.append(Mark((sign,), "claim", figure.id, figure.says, signs=signs))
                y += self.row
            for figure in () if count else own:
                mark, whole = self.mark(figure, y)
                marks.append(mark)
                cut |= set() if whole else {figure.id}
                y += self.tall
        y += 1 if counts else 0
        found = [heading, self.axis(top, y + 2), Mark(tuple(shapes), "days")]
        if self.calendar:
            found.append(self.days_to_scale(dated, top + 4, y))
        return [*found, *marks], y + 4, cut

    def rows(self) -> list[tuple[str, str, list[Figure]]]:
        """The words of each day with its figures; of many those of each period and their count."""
        figures, words = self.panel.figures, self.frame
        if len(figures) <= MOST_ROWS:
            days = groupby(figures, lambda f: (f.first, f.last, f.sure))
            return [(own[0].when, "", own) for own in ([*one] for _, one in days)]
        for apart in MONTHS_APART:
            months = [(f.last.year * 12 + f.last.month - 1) // apart for f in figures]
            dated = groupby(zip(months, figures, strict=True), lambda one: one[0])
            periods = [[figure for _, figure in own] for _, own in dated]
            if len(periods) <= MOST_ROWS:
                break
        spans = (words.span(min(f.first for f in o), max(f.last for f in o)) for o in periods)
        return [(said, words.count(len(o)), o) for said, o in zip(spans, periods, strict=True)]

    def mark(self, figure: Figure, top: float) -> tuple[Mark, bool]:
        """A figure, its number beside its mark and its name beside that or below; is it whole?"""
        palette, single, y = self.frame.palette, self.lines == 1, top + self.row / 2
        x, far = self.at(figure.number), self.at(figure.high or figure.number)
        colour = palette.accent if figure.main else palette.ink
        signs, left, right = figure_signs(
            figure.qualifier, figure.form, x, y, far, colour, palette.paper
        )
        start, end = x - left - 5, x + right + 5
        size = TYPE_PX if single else SMALL_PX
        value, who = width_of(figure.value, TYPE_PX, 700), width_of(figure.who, size)
        wide = value + WORDS_GAP_PX + who if single else max(value, who)
        after, before = self.width - end, start - self.left - 3
        # To the right in the first half of the line, else to the left; else where more room is.
        early = (start + end) / 2 <= (self.left + self.width - self.after) * 0.55
        ahead = wide <= after and (early or wide > before)
        ahead = after >= before if wide > max(after, before) else ahead
        edge, free = (end, after) if ahead else (start, before)
        said = shortened(figure.value, free, TYPE_PX, 700) or figure.value
        base = below = y + 0.35 * TYPE_PX
        if single:
            at = edge + (value + WORDS_GAP_PX) * (1 if ahead else -1)
            name = shortened(figure.who, free - value - WORDS_GAP_PX, size)
        else:
            # Below its mark a name has the whole width: it is moved as far as it must be.
            least, most, below = self.left + 3, self.width - 1, base + SECOND_LINE_PX
            name = shortened(figure.who, most - least, size)
            wide = width_of(name, size)
            at = min(edge, most - wide) if ahead else max(edge, least + wide)
        tone = palette.accent if figure.main else palette.muted
        words = [Text(said, edge, base, TYPE_PX, palette.ink, weight=700, label=True, held=True)]
        words += [Text(name, at, below, size, tone, label=True, held=True)] if name else []
        words = words if ahead else [replace(text, anchor="end") for text in words]
        chosen = figure.id == self.frame.chosen
        box = (min(self.left + 2, x - left), top + 0.5, self.width - 1, top + self.tall - 0.5)
        ground = Bar(box, Paint(palette.panel, palette.ink, 1.5) if chosen else Paint(), corner=2)
        shapes, data = (ground, *words, *signs), {"chosen": ""} if chosen else {}
        whole = [one.words for one in words] == [figure.value, figure.who]
        return Mark(shapes, "claim", figure.id, figure.says, signs=figure.signs, data=data), whole

    def heading(self) -> tuple[Mark, float]:
        """The title and what is said beside or below it, and where the rows begin."""
        (title, says), palette, y = (self.panel.title, self.panel.says), self.frame.palette, 15.0
        shapes = [Text(title, 0, y, TITLE_PX, palette.ink, weight=700)] if title else []
        x = width_of(title, TITLE_PX, 700) + 10
        beside = x + width_of(says, TYPE_PX) <= self.width
        for part in wrapped_to(says, math.inf if beside else self.width, TYPE_PX):
            y += 0 if beside else 16
            shapes.append(Text(part, x if beside else 0, y, TYPE_PX, palette.muted))
        return Mark(tuple(shapes), "heading"), y + 25

    def axis(self, top: float, foot: float) -> Mark:
        palette, shapes, free = self.frame.palette, list[Shape](), -math.inf
        for n, value in enumerate(self.ticks):
            x, words = self.at(value), self.panel.number(value)
            half = width_of(words, SMALL_PX) / 2
            rule = Paint(stroke=palette.line if n else palette.muted)
            shapes.append(Line(((x, top), (x, foot)), rule))
            if x - half > free and x + half <= self.width:
                shapes.append(Text(words, x, top - 6, SMALL_PX, palette.muted, "middle"))
                free = x + half + 6
        return Mark(tuple(shapes), "axis")

    def days_to_scale(self, days: Sequence[tuple[Figure, float]], top: float, foot: float) -> Mark:
        """The calendar, and a line from each day or span in it to its rows."""
        first, last = min(f.first for f, _ in days), max(f.last for f, _ in days)
        length, x, muted = (last - first).days + 1, CALENDAR_PX - 50.0, self.frame.palette.muted

        def at(day: date, share: float) -> float:
            return top + (foot - top) * ((day - first).days + share) / length

        month, end = (day.year * 12 + day.month - 1 for day in (first, last))
        apart = next(n for n in MONTHS_APART if (end - month) / n <= int((foot - top) / TICK_PX))
        numbers = range(month - month % apart + apart, end + 1, apart)
        ticks = [first, *(date(n // 12, n % 12 + 1, 1) for n in numbers)]
        name = self.frame.month if apart < 12 else self.frame.year
        thin, free = Paint(stroke=muted), math.inf
        shapes: list[Shape] = [Line(((x, top), (x, foot)), thin)]
        for day in reversed(ticks):
            y = at(day, 0)
            shapes.append(Line(((x - 4, y), (x, y)), thin))
            if y + TICK_PX <= free:
                shapes.append(Text(name(day), x - 7, y + SMALL_PX, SMALL_PX, muted, "end"))
                free = y
        for figure, y in days:
            begin, finish = at(figure.first, 0), at(figure.last, 1)
            begins, middle = self.dates - width_of(figure.when, TYPE_PX) - 5, (begin + finish) / 2
            way = ((x, middle), (min(CALENDAR_PX - 2, begins), y), (begins, y))
            shapes.append(Line(way, thin if figure.sure else replace(thin, dash=DOTS)))
            if figure.first == figure.last:
                shapes.append(Sign("circle", x, middle, 2.2, Paint(muted)))
            else:
                shapes.append(Line(((x + 3, begin), (x + 3, finish)), Paint(stroke=muted, width=2)))
        return Mark(tuple(shapes), "calendar")


def totals_scene(
    panels: Sequence[Panel], frame: TotalsFrame, width: float, height: float | None, unit: float
) -> Scene:
    """The panels of reported figures, the first to the left where two have room side by side.

    ``width`` and ``height`` are in pixels; without a height it is as high as it must be. With one
    the rows are as high as it allows; one panel is then set in two halves where that leaves higher
    rows, and everything is made smaller where even the lowest rows have no room. ``unit`` is the
    size of type and marks, 1 being 13 pixels.
    """
    # Of two columns the first has the greater part.
    lined, share = list(zip(panels, number_lines(panels), strict=True)), 0.61
    row = 16.4 if height is None else MOST_ROW_PX
    while True:
        whole = width / unit
        two = whole >= COLUMNS_FROM_PX and len(lined) > 1
        first = (whole - COLUMN_GAP_PX) * share if two else whole
        edges = [(0.0, first), (first + COLUMN_GAP_PX, whole - first - COLUMN_GAP_PX)][: 1 + two]
        columns: list[list[tuple[Panel, list[float]]]] = [[] for _ in edges]
        for one in lined:
            rows = [sum(len(panel.figures) + 4 for panel, _ in column) for column in columns]
            columns[rows.index(min(rows))].append(one)
        groups, tall, cut = list[Group](), 1.0, set[str]()
        for (x, wide), own in zip(edges, columns, strict=True):
            # Where days are many and far apart a calendar says more than the list.
            dated = own[0][0].figures if own and wide >= 640 else ()
            days, calendar = {(f.first, f.last) for f in dated}, len(dated) <= MOST_ROWS
            if calendar := calendar and len(days) >= 6:
                span = max(last for _, last in days) - min(start for start, _ in days)
                calendar = span.days > 2 * len(days)
            few = [f for panel, _ in own for f in panel.figures[: MOST_ROWS + 1]]
            said = max((width_of(f.when, TYPE_PX) for f in few), default=0.0)
            dates = (CALENDAR_PX if calendar else 0.0) + min(said, wide * MOST_DATE_SHARE)
            y = -BETWEEN_PX
            for n, (panel, ticks) in enumerate(own):
                layout = _Layout(frame, panel, ticks, row, wide, dates, calendar and not n)
                marks, high, short = layout.drawn()
                y += BETWEEN_PX
                groups.append(Group(tuple(marks), "measure", (x, y)))
                y, cut = y + high, cut | short
            tall = max(tall, y)
        if height is None or tall * unit <= height:
            high, ids = height or tall * unit, frozenset(cut)
            return Scene(width, high, tuple(groups), unit, "totals", shortened=ids)
        row -= 0.5
        panel, ticks = lined[0]
        alone = len(lined) == 1 and 2 < len(panel.figures) <= MOST_ROWS
        if row < LEAST_ROW_PX and whole >= COLUMNS_FROM_PX and alone:
            # One panel as two of one number line, side by side.
            half = (len(panel.figures) + 1) // 2
            rest = replace(panel, title="", says="", figures=panel.figures[half:])
            lined = [(replace(panel, figures=panel.figures[:half]), ticks), (rest, ticks)]
            share, row = 0.5, MOST_ROW_PX
        if row < LEAST_ROW_PX:
            row, unit = LEAST_ROW_PX, unit * 0.96


def totals_key(
    signs: Collection[str], palette: Palette, said: Mapping[str, str], who: Mapping[str, str],
    *, main: str, unsure: str,
) -> list[KeyItem]:  # fmt: skip
    """The signs of a scene's figures, each with its words.

    ``said`` are those of each qualifier and ``who`` of each population, in the order of the key;
    ``main`` of the claimant in the accent's colour, ``unsure`` of a day that no source names.
    """
    form = next((form_of(p, who) for p in who if f"who:{p}" in signs), "circle")
    ink, items = palette.ink, list[KeyItem]()
    for qualifier, words in said.items():
        if f"said:{qualifier}" in signs:
            far = 18.0 if qualifier == "range" else 0.0
            _, left, right = figure_signs(qualifier, form, 0, 0, far, ink, palette.paper)
            x = (left - right) / 2
            shapes, _, _ = figure_signs(qualifier, form, x, 0, x + far, ink, palette.paper)
            items.append(KeyItem(shapes, left + right, 18, words))
    if "unsure" in signs:
        dots = Line(((-12, 4), (12, 4)), Paint(stroke=ink, width=1.5, dash=DOTS))
        items.append(KeyItem((dots,), 24, 18, unsure))
    for population, words in who.items():
        if f"who:{population}" in signs:
            sign = Sign(form_of(population, who), 0, 0, 5.2, Paint(ink))
            items.append(KeyItem((sign,), 14, 18, words))
    counted = [form_of(p, who) for p in who if f"main:{p}" in signs]
    starts, red = -6.5 * (len(counted) - 1), Paint(palette.accent)
    marks = tuple(Sign(one, starts + 13.0 * n, 0, 5, red) for n, one in enumerate(counted))
    return [*items, KeyItem(marks, 13.0 * len(marks), 18, main)] if marks else items
