"""Two views side by side: two regions, or two stretches of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from components.drawing.map import radius
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.figures import LABELS, headline_item
from components.presentation.markup import render
from components.presentation.sentence import dates_words
from components.query.figures import (
    DayCounts,
    HeadlineKind,
    counts_by_day,
    headlines,
    summable,
)
from components.query.filters import Filters, Selection, event_date, sources_in_use
from components.query.view import View
from components.story.edtf import parse_edtf
from components.story.models import Claim

#: Figures of the whole that each side may have; the counts by region have lines of their own.
KINDS: Final[tuple[HeadlineKind, ...]] = ("total", "relatives", "expelled")
#: Titles of events that are written out on each side, when its list is opened.
MOST_TITLES: Final = 60


@dataclass(frozen=True)
class ComparedCell:
    """What one side has: a figure and its note, a circle's radius in pixels, its claims.

    ``missing`` where it has none, and ``value`` says so.
    """

    value: str
    note: str = ""
    radius: float = 0
    claims: Sequence[Claim] = ()
    side: Context | None = None
    missing: bool = False


@dataclass(frozen=True)
class Line:
    """One thing compared; ``size`` is the radius of the largest circle, 0 where it has none."""

    label: str
    cells: tuple[ComparedCell, ComparedCell]
    size: float = 0


@dataclass(frozen=True)
class Title:
    """An event of one side; ``shared`` where the other side has it, too."""

    id: str
    date: str
    title: str
    shared: bool


@dataclass(frozen=True)
class Side:
    """One of the two views: its name, its events (the first of them) and how many more."""

    name: str
    titles: tuple[Title, ...]
    more: int


@dataclass(frozen=True)
class Comparison:
    """Two views, each line of figures with one cell for either."""

    sides: tuple[Side, Side]
    lines: tuple[Line, ...]


def _with(ctx: Context, filters: Filters) -> Context:
    return replace(ctx, view=replace(ctx.view, filters=filters))


def _name(side: Context, *, dates: bool) -> str:
    if dates:
        return dates_words(side.view, side.i18n)
    regions = side.dataset.regions
    names = [side.i18n.of(regions[key], "label") for key in side.view.filters.regions]
    return side.i18n.list(names) if names else side.i18n.t("All regions")


def _shares(day: DayCounts, view: View) -> Sequence[Claim]:
    """The counts that a side holds: of its regions, and of days in its dates."""
    asked = view.filters
    within = parse_edtf(day.day).possibly_within(asked.start, asked.end)
    return day.of(asked.regions) if within else ()


def _missing(day: DayCounts, side: Context) -> str:
    """Why a side has no count of a day: no source reports one, or the view leaves it out."""
    i18n, asked = side.i18n, side.view.filters.regions
    if not asked:
        return i18n.t("no count here")
    reported = {*day.claims, *day.left_out} & {*asked}
    return i18n.t("left out by your filters") if reported else i18n.t("not reported")


def _count(claims: Sequence[Claim], day: DayCounts, largest: float, side: Context) -> ComparedCell:
    i18n = side.i18n
    number = int(sum(claim.value_low or 0 for claim in claims))
    if not claims:
        return ComparedCell(_missing(day, side), missing=True)
    if not summable(claims):
        count = i18n.n("{count} count", "{count} counts", len(claims))
        return ComparedCell(count, "", 0, claims, side)
    note = i18n.n("{count} region", "{count} regions", len(claims)) if len(claims) > 1 else ""
    size = round(radius(number, int(largest)), 1)
    return ComparedCell(i18n.number(number), note, size, claims, side)


def _count_lines(ctx: Context, sides: tuple[Context, Context]) -> list[Line]:
    """The counts by region of each day that has some, as paired circles on one scale."""
    found = []
    days = counts_by_day(ctx.dataset, replace(ctx.view.filters, regions=()))
    split = [tuple(_shares(day, side.view) for side in sides) for day in days]
    largest = max((sum(c.value_low or 0 for c in one) for pair in split for one in pair), default=0)
    for day, pair in zip(days, split, strict=True):
        if not any(pair):
            continue
        label = ctx.i18n.t("Counted by region, as of {date}", date=ctx.i18n.date(day.day, "short"))
        first, second = (
            _count(one, day, largest, side) for one, side in zip(pair, sides, strict=True)
        )
        found.append(Line(label, (first, second), radius(int(largest), int(largest))))
    return found


def _figure_lines(sides: tuple[Context, Context]) -> list[Line]:
    """The head figures that at least one side has, each side's own and no other."""
    found = []
    heads = [
        {h.kind: h for h in headlines(s.dataset, s.selection.claims, s.view.filters)} for s in sides
    ]
    for kind in KINDS:
        if not any(kind in own for own in heads):
            continue
        cells = []
        for own, side in zip(heads, sides, strict=True):
            if kind not in own:
                cells.append(ComparedCell(side.i18n.t("no figure in this view"), missing=True))
                continue
            item = headline_item(own[kind], side)
            cells.append(ComparedCell(item.value, item.note, 0, item.claims, item.ctx))
        found.append(Line(sides[0].i18n.t(LABELS[kind]), (cells[0], cells[1])))
    return found


def _sources(side: Context) -> ComparedCell:
    """The sources in use that an event or a figure of the side is cited from."""
    data, used = side.dataset, sources_in_use(side.dataset, side.view.filters)
    records = [event.id for event in side.selection.events]
    records += [claim.id for claim in side.selection.claims]
    asked = set(side.view.filters.sources) or used
    found = {c.source_id for one in records for c in data.citations_of(one)} & used & asked
    order = sorted(found, key=lambda key: (data.sources[key].custom.tier != "document", key))
    names = " · ".join(side.i18n.source(data.sources[key]) for key in order[:3])
    more = len(found) > 3
    note = side.i18n.t("{some} and others", some=names) if more else names
    return ComparedCell(side.i18n.number(len(found)), note)


def _events(side: Context) -> ComparedCell:
    i18n, shown = side.i18n, side.selection
    possible = len(shown.events) - len(shown.certain)
    dated = side.view.filters.start or side.view.filters.end
    note = ""
    if dated and possible:
        note = i18n.t(
            "({certain} certainly in these dates, {possible} possibly)",
            certain=i18n.number(len(shown.certain)),
            possible=i18n.number(possible),
        )
    return ComparedCell(i18n.number(len(shown.events)), note)


def _side(side: Context, other: Selection, *, dates: bool) -> Side:
    theirs = {event.id for event in other.events}
    titles = tuple(
        Title(
            event.id,
            side.i18n.date(event_date(side.dataset, event, side.view.filters), "short"),
            side.i18n.of(event, "title"),
            event.id in theirs,
        )
        for event in side.selection.events
    )
    return Side(_name(side, dates=dates), titles[:MOST_TITLES], len(titles[MOST_TITLES:]))


def comparison(ctx: Context) -> Comparison | None:
    """The view beside the one that it is compared with; ``None`` where there is none."""
    other = ctx.view.compare
    if other is None:
        return None
    sides = first, second = ctx, _with(ctx, other.of(ctx.view.filters))
    t, dates = ctx.i18n.t, other.dates is not None
    lines = [
        *_count_lines(ctx, sides),
        *_figure_lines(sides),
        Line(t("Events"), (_events(sides[0]), _events(sides[1]))),
        Line(t("Sources"), (_sources(sides[0]), _sources(sides[1]))),
    ]
    return Comparison(
        (
            _side(first, second.selection, dates=dates),
            _side(second, first.selection, dates=dates),
        ),
        tuple(lines),
    )


def caption(found: Comparison, i18n: I18n) -> str:
    """Which two views stand side by side, in words."""
    one, other = (side.name for side in found.sides)
    return i18n.t("Side by side: {one}, and {other}", one=one, other=other)


def compare_html(found: Comparison, i18n: I18n) -> str:
    """The panel of a comparison: a table that holds all that its circles show."""
    return render(
        "stage_compare.html",
        i18n,
        caption=caption(found, i18n),
        sides=found.sides,
        lines=found.lines,
    )
