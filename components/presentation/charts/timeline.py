"""The timeline of a view: its marks, its window and its title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from components.domain.dates.axis import Axis, axis_of
from components.domain.dates.bins import MOST_MARKS, Bin, Binned, Step, bin_events
from components.domain.dates.days import days_after, parse_day
from components.domain.dates.edtf import EdtfDate, parse_edtf
from components.domain.records.dataset import Dataset
from components.domain.records.models import Event
from components.domain.views.filters import Selection, event_date
from components.domain.views.view import View, zoom_days
from components.drawing.events import EventRow, Window
from components.drawing.packing import Lane
from components.drawing.plotly import timeline_figure
from components.drawing.scene import Mark, Scene
from components.drawing.timeline import (
    Count,
    TimelineFrame,
    TimelineTexts,
    counted_scene,
    timeline_scene,
)
from components.i18n import N_, I18n
from components.i18n.labels import BASIS
from components.presentation.charts.hover import hover_text
from components.presentation.context import Context
from components.presentation.records.events import basis_in_use, event_row, source_names
from components.presentation.sentence import period, sentence
from components.presentation.ways_back import nothing_fits

SHORTEST_DAYS: Final = 20
#: How high a row of the live chart is: no higher than its name needs, so that the whole is seen.
LIVE_ROW_PX: Final = 16.5
UNSURE_SIGNS: Final = str.maketrans("", "", "~?%")

STEPS: Final[dict[Step, str]] = {
    "day": N_("day"),
    "week": N_("week"),
    "month": N_("month"),
    "quarter": N_("quarter of a year"),
    "year": N_("year"),
    "decade": N_("decade"),
    "century": N_("century"),
}


def timeline_row(event: Event, when: EdtfDate, ctx: Context) -> EventRow:
    """An event as the timeline draws it, at the date that the sources in use give it."""
    i18n = ctx.i18n
    return event_row(
        event.id,
        when,
        basis_in_use(event, ctx.dataset, ctx.view),
        event.category,
        label=i18n.of(event, "title"),
        # The drawing's signs say what is not sure.
        when=i18n.date(when.text.translate(UNSURE_SIGNS), "short"),
        says=_told(event, when, ctx),
    )


def timeline_rows(ctx: Context, window: Window) -> list[EventRow]:
    """The events of a view that possibly fall in a window, ready to draw."""
    return [
        timeline_row(row.event, row.when, ctx)
        for row in ctx.selection.rows
        if row.when.possibly_within(*window)
    ]


def _told(event: Event, when: EdtfDate, ctx: Context) -> str:
    """An event in a sentence or two, for those who do not see its mark."""
    i18n = ctx.i18n
    basis = i18n.t("date {basis}", basis=i18n.t(BASIS[basis_in_use(event, ctx.dataset, ctx.view)]))
    parts = (f"{i18n.date(when)} ({basis})", i18n.of(event, "title"), ctx.kinds[event.category])
    return ". ".join([*parts, source_names(event.id, ctx)])


def _roomy(span: tuple[date, date]) -> tuple[date, date]:
    """A little room at both ends, and never less than three weeks: days need names."""
    days = (span[1] - span[0]).days
    room = max(days // 50, (SHORTEST_DAYS - days) // 2, 1)
    return days_after(span[0], -room), days_after(span[1], room)


def window_of(dataset: Dataset, view: View) -> tuple[date, date]:
    """The days the chart shows: those looked at closely, else the dates asked for, else all."""
    filters, whole = view.filters, period(dataset)
    if days := zoom_days(view):
        return days
    if filters.start or filters.end:
        first = filters.start or min(whole[0], filters.end or whole[0])
        return first, filters.end or max(whole[1], first)
    if dataset.presentation.period is None:
        return _roomy(whole)
    return zooms(dataset).get(view.zoom, whole)


def zooms(dataset: Dataset) -> dict[str, tuple[date, date]]:
    """The days that a reader may look at closely, by the value of ``zoom``; the first is all."""
    named = {zoom.id: (zoom.start, zoom.end) for zoom in dataset.presentation.zooms}
    return {"all": period(dataset), **named}


def _sure(when: EdtfDate) -> bool:
    return not (when.approximate or when.uncertain)


def _busiest(ctx: Context) -> str:
    """Another story's title: the year or the month in which the most events certainly fell.

    What only may lie in it is said apart. Nothing is said where no stretch stands out.
    """
    i18n, days = ctx.i18n, ctx.selection.dates
    whole, total = ctx.dataset.span, len(ctx.selection.events)
    # The text of a day without month and day, or without the day.
    cut = -6 if (whole[1] - whole[0]).days > 1000 else -3
    ends = [(w.first.isoformat()[:cut], w.last.isoformat()[:cut]) for w in days if _sure(w)]
    counted = Counter(first for first, last in ends if first == last)
    top = max(counted, key=lambda key: (counted[key], key), default="")
    if len(counted) < 2 or counted[top] < max(2 * total / len(counted), 3):
        return i18n.t("The events in order of date")
    span = parse_edtf(top)
    may = sum(w.possibly_within(span.lower, span.upper) for w in days) - counted[top]
    said = i18n.t(
        "{count} of {total} events fall in {span}",
        count=i18n.number(counted[top]),
        total=i18n.number(total),
        span=i18n.date(top),
    )
    return f"{said}; {i18n.n('{count} more may', '{count} more may', may)}" if may else said


def peak_in_view(dataset: Dataset, view: View) -> tuple[date, date] | None:
    """The days that the title counts: those of the story's peak that the dates asked for leave.

    Without a peak, or where the dates lie apart from it, there are none.
    """
    peak, filters = dataset.presentation.peak, view.filters
    if peak is None:
        return None
    first = max(peak.start, filters.start or peak.start)
    last = min(peak.end, filters.end or peak.end)
    return (first, last) if first <= last else None


def timeline_finding(ctx: Context) -> str:
    """The timeline's title: how many of the events fall in the days of the story's peak.

    Events that may have been on other days are counted apart. Where the dates asked for lie within
    the peak, nothing is said but how many certainly fall in them.
    """
    if not ctx.selection.events:
        return nothing_fits(ctx.i18n)
    if ctx.dataset.presentation.peak is None:
        return _busiest(ctx)
    days, shown = peak_in_view(ctx.dataset, ctx.view), ctx.selection.events
    dates = [event_date(ctx.dataset, event, ctx.view.filters) for event in shown]
    count = sum(when.certainly_within(*days) for when in dates) if days else 0
    if not days or count in (0, len(shown)):
        return ctx.i18n.t("The events in order of date")
    filters, i18n = ctx.view.filters, ctx.i18n
    values = {"count": i18n.number(count), "total": i18n.number(len(shown))}
    if (filters.start, filters.end) == days:
        return i18n.t("{total} events, {count} of them certainly in these dates", **values)
    more = sum(when.possibly_within(*days) for when in dates) - count
    return _in_peak(days, values, i18n) + (
        i18n.n("; {count} more may", "; {count} more may", more) if more else ""
    )


def _in_peak(days: tuple[date, date], values: dict[str, str], i18n: I18n) -> str:
    if days[0] == days[1]:
        day = i18n.day(days[0], "told")
        return i18n.t("{count} of {total} events fall on {day}", day=day, **values)
    span = _between(*days, i18n)
    return i18n.t("{count} of {total} events fall between {span}", span=span, **values)


def _between(first: date, last: date, i18n: I18n) -> str:
    """Two days as a sentence joins them: "22 and 28 February"."""
    same = (first.year, first.month) == (last.year, last.month)
    start = i18n.day(first, "day") if same else i18n.day(first, "told")
    return i18n.t("{first} and {last}", first=start, last=i18n.day(last, "told"))


def timeline_texts(i18n: I18n) -> TimelineTexts:
    """What a timeline writes at its axis and at its bars, and how its events are counted."""

    def axis(window: Window, width: float) -> Axis:
        return axis_of(window, width, month, i18n.year, dated=i18n.one_year is None)

    def month(day: date) -> str:
        return i18n.months_short[day.month - 1]

    def count(rows: Sequence[EventRow], window: Window) -> list[Count]:
        return counts_of(bin_events([row.kind for row in rows], rows, window), i18n)

    return TimelineTexts(axis, month, i18n.number, count)


def counts_of(binned: Binned, i18n: I18n) -> list[Count]:
    """Counted events as bars, each with its words."""
    return [
        Count(
            found.category, found.start, found.end, found.count,
            f"{stretch_words(found, i18n)}: "
            + i18n.n("{count} event", "{count} events", found.count),
        )
        for found in binned.bins
    ]  # fmt: skip


def timeline_frame(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    window: Window | None = None,
    scale: float = 1.0,
    told: bool = True,
) -> TimelineFrame:
    """What the timelines of a view have besides their events.

    ``told`` is whether the drawing itself says what it shows, for those who do not see it.
    """
    frame = TimelineFrame(
        [Lane(key, name) for key, name in ctx.kinds.items()],
        window or window_of(ctx.dataset, ctx.view),
        ctx.palette,
        timeline_texts(ctx.i18n),
        width,
        height,
        scale,
    )
    if not told:
        return frame
    words = ctx.i18n.t("Timeline of events by kind. {sentence}", sentence=sentence(ctx))
    return replace(frame, title=timeline_finding(ctx), desc=words)


def counts_only(selection: Selection) -> bool:
    """Whether there are too many events to draw each: then they are counted."""
    return len(selection.events) > MOST_MARKS


def counted_many(ctx: Context, frame: TimelineFrame) -> Scene | None:
    """The timeline of a view with too many events to draw each, counted; ``None`` of fewer."""
    rows = [row for row in ctx.selection.rows if row.when.possibly_within(*frame.window)]
    if len(rows) <= MOST_MARKS:
        return None
    kinds, days = [row.category for row in rows], [row.when for row in rows]
    return counted_scene(counts_of(bin_events(kinds, days, frame.window), ctx.i18n), frame)


def binned_events(ctx: Context) -> Binned:
    """The events of a view counted by stretches of time; kept with the story."""
    shown, window = ctx.selection, window_of(ctx.dataset, ctx.view)
    kinds = [row.category for row in shown.rows]
    key = ("binned", ctx.view.filters, window)
    return ctx.story.once(key, lambda: bin_events(kinds, shown.dates, window))


def count_words(ctx: Context) -> str:
    """What the bars of a timeline of very many events are, for its key."""
    step = ctx.i18n.t(STEPS[binned_events(ctx).step])
    return ctx.i18n.t("bars count the events by {step}", step=step)


def stretch_words(found: Bin, i18n: I18n) -> str:
    """The days of a bar as a person writes them: "March 2018", "2014"."""
    whole_year = (found.start.month, found.start.day, found.end.month, found.end.day) == (
        1, 1, 12, 31)  # fmt: skip
    if whole_year and found.start.year == found.end.year:
        return i18n.year(found.start.year)
    if found.start == found.end:
        return i18n.day(found.start)
    return i18n.date(f"{found.start}/{found.end}")


def live_timeline(ctx: Context, width: float) -> str:
    """The timeline of a view for the page, as Plotly's JSON: its events, or very many counted.

    Laying its names out takes longer than all else of a run, so it is kept with the story.
    """
    view = ctx.view
    key = ("timeline", view.filters, view.zoom, view.event, ctx.i18n.language, ctx.mode, width)
    if counts_only(ctx.selection):
        return ctx.story.once(key, lambda: live_counts(ctx, width, binned_events(ctx)))
    return ctx.story.once(key, lambda: _figure(ctx, _scene(ctx, width)))


def live_counts(ctx: Context, width: float, binned: Binned) -> str:
    """The same of counted events."""
    frame = timeline_frame(ctx, width, told=False)
    return _figure(ctx, counted_scene(counts_of(binned, ctx.i18n), frame))


def _scene(ctx: Context, width: float) -> Scene:
    frame = replace(timeline_frame(ctx, width, told=False), row=LIVE_ROW_PX)
    return timeline_scene(timeline_rows(ctx, frame.window), frame, smallest=1.0)


def _figure(ctx: Context, scene: Scene) -> str:
    i18n, event = ctx.i18n, ctx.dataset.events.get(ctx.view.event or "")
    when = event_date(ctx.dataset, event, ctx.view.filters) if event else None

    def hover(mark: Mark) -> str:
        if not mark.id:
            return hover_text(mark.says, ())
        row = ctx.dataset.events[mark.id]
        date = i18n.date(event_date(ctx.dataset, row, ctx.view.filters))
        return hover_text(date, (i18n.of(row, "title"), source_names(mark.id, ctx)))

    def chosen(mark: Mark) -> bool:
        if mark.id or not event or not when or "count" not in mark.data:
            return bool(mark.id) and mark.id == ctx.view.event
        first, last = (parse_day(mark.data[end]) for end in ("start", "end"))
        return mark.data["kind"] == event.category and first <= when.first <= last

    figure = timeline_figure(scene, ctx.palette, hover=hover, chosen=chosen)
    return str(figure.to_json(validate=False))
