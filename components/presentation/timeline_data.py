"""What the Timeline page is sent: the line of filters, the chart, and its words."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any, Final
from urllib.parse import urlencode

from components.drawing.plotly import EPOCH, timeline_figure
from components.drawing.scene import Mark, Scene
from components.drawing.timeline import counted_scene, timeline_scene
from components.i18n import I18n
from components.presentation.addresses import script_address, server_address
from components.presentation.context import Context
from components.presentation.filter_line import line_frame, line_view
from components.presentation.findings import (
    STEPS,
    binned_events,
    counts_only,
    timeline_finding,
    window_of,
    zooms,
)
from components.presentation.markup import render
from components.presentation.notices import way_back
from components.presentation.scenes import (
    counts_of,
    signs_of,
    timeline_frame,
    timeline_key_html,
    timeline_rows,
)
from components.presentation.sentence import sentence
from components.presentation.stage import PATH, Json, around
from components.query.filters import event_date
from components.query.view import View, zoom_days
from components.story.bins import Binned
from components.story.dataset import Dataset
from components.story.days import parse_day

#: The page, which links to other views of it name.
SLUG: Final = "timeline"
#: The chart's width in pixels until a browser has said its own: that of a window of 1366.
ORDINARY_PX: Final = 1240.0
#: How high a row of the chart is: no higher than its name needs, so that the whole is seen.
LIVE_ROW_PX: Final = 16.5
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def live_timeline(ctx: Context, width: float) -> str:
    """The timeline of a view for the page, as Plotly's JSON: its events, or very many counted.

    Laying its names out takes longer than all else of a run, so it is kept with the story.
    """
    view = ctx.view
    key = ("timeline", view.filters, view.zoom, view.event, ctx.i18n.language, ctx.mode, width)
    if counts_only(ctx.selection):
        return ctx.story.once(key, lambda: live_counts(ctx, width, binned_events(ctx)))
    return ctx.story.once(key, lambda: _live(ctx, _scene(ctx, width)))


def live_counts(ctx: Context, width: float, binned: Binned) -> str:
    """The same of counted events."""
    frame = timeline_frame(ctx, width, told=False)
    return _live(ctx, counted_scene(counts_of(binned, ctx.i18n), frame))


def _scene(ctx: Context, width: float) -> Scene:
    frame = replace(timeline_frame(ctx, width, told=False), row=LIVE_ROW_PX)
    return timeline_scene(timeline_rows(ctx, frame.window), frame, smallest=1.0)


def _live(ctx: Context, scene: Scene) -> str:
    event = ctx.dataset.events.get(ctx.view.event or "")
    when = event_date(ctx.dataset, event, ctx.view.filters) if event else None

    def chosen(mark: Mark) -> bool:
        if mark.id or not event or not when or "count" not in mark.data:
            return bool(mark.id) and mark.id == ctx.view.event
        first, last = (parse_day(mark.data[end]) for end in ("start", "end"))
        return mark.data["kind"] == event.category and first <= when.first <= last

    figure = timeline_figure(scene, ctx.palette, chosen=chosen)
    return json.dumps(figure, ensure_ascii=False, separators=(",", ":"))


def zoom_words(i18n: I18n) -> str:
    """How to look closer: a wheel alone scrolls the page."""
    return i18n.t("To zoom: Ctrl and the wheel, two fingers, or the buttons.")


def _tool_texts(i18n: I18n) -> dict[str, str]:
    t = i18n.t
    return {
        "tools": t("Span shown"),
        "closer": t("Closer"),
        "wider": t("Wider"),
        "whole": t("Whole period"),
        "only": t("Only these days"),
        "hint": t("Drag across the chart to choose days."),
        "wheel": zoom_words(i18n),
    }


def chart_data(figure: str, i18n: I18n, *, label: str, dated: bool) -> dict[str, Any]:
    """Everything that a chart of days is sent.

    Args:
        figure: the chart as Plotly's JSON.
        label: what a screen reader says of it.
        dated: whether the view has dates.
    """
    return {
        "figure": figure,
        "texts": _tool_texts(i18n),
        "dated": dated,
        "label": label,
        "config": CONFIG,
        "script": script_address(),
        "failed": i18n.t("The chart could not be drawn. Reload the page to try again."),
    }


def _chart(ctx: Context, width: float) -> Json:
    """The chart of a view: each event a mark, or very many counted in bars."""
    i18n, filters, said = ctx.i18n, ctx.view.filters, sentence(ctx)
    if counts_only(ctx.selection):
        label = i18n.t(
            "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
            "same events.",
            step=i18n.t(STEPS[binned_events(ctx).step]),
            sentence=said,
        )
    else:
        label = i18n.t(
            "Timeline of events by kind. {sentence} The list below holds the same events.",
            sentence=said,
        )
    dated = bool(filters.start or filters.end)
    return chart_data(live_timeline(ctx, width), i18n, label=label, dated=dated)


def _key(ctx: Context) -> str:
    if not counts_only(ctx.selection):
        return timeline_key_html(signs_of(ctx), ctx.i18n)
    i18n, binned = ctx.i18n, binned_events(ctx)
    return render(
        "timeline_counts.html",
        i18n,
        total=i18n.number(binned.total),
        step=i18n.t(STEPS[binned.step]),
        most=i18n.number(binned.most),
        imprecise=binned.imprecise,
        click=True,
    )


def _whole(dataset: Dataset, view: View) -> tuple[date, date]:
    """The days of the chart that is seen whole."""
    return window_of(dataset, replace(view, zoom="all"))


def _numbers(days: tuple[date, date]) -> list[int]:
    """Where the first of some days begins and the last one ends, as a browser counts days."""
    return [days[0].toordinal() - EPOCH, days[1].toordinal() - EPOCH + 1]


def _zooms(ctx: Context) -> list[Json]:
    """The spans to choose: those the story names, where no dates are asked for; the one seen."""
    filters = ctx.view.filters
    choices = (
        {"all": _whole(ctx.dataset, ctx.view)}
        if filters.start or filters.end
        else zooms(ctx.dataset)
    )
    if days := zoom_days(ctx.view):
        choices[ctx.view.zoom] = days
    if len(choices) < 2 or not ctx.selection.events:
        return []
    return [
        {"value": zoom, "label": ctx.i18n.date("/".join(map(str, span)), "short")}
        for zoom, span in choices.items()
    ]


def timeline_view(ctx: Context, width: float = ORDINARY_PX) -> dict[str, Any]:
    """What the Timeline page is sent that changes with the view; ``width`` is the chart's."""
    ctx = replace(ctx, slug=SLUG)
    i18n, shown = ctx.i18n, ctx.selection
    counted = counts_only(shown)
    lead = i18n.t("Every event, by kind. A date is drawn only as precisely as its source gives it.")
    spoken = {"lang": i18n.language, "mode": ctx.mode, "story": ctx.story.mark}
    return {
        **line_view(ctx),
        "title": timeline_finding(ctx),
        "lead": lead if shown.events else "",
        "back": "" if shown.events else render("way_back.html", i18n, back=way_back(ctx)),
        "shown": sentence(ctx),
        "zooms": _zooms(ctx),
        "legend": i18n.t("Dates shown"),
        "whole": _numbers(_whole(ctx.dataset, ctx.view)),
        "chart": _chart(ctx, width) if shown.events else None,
        "width": width,
        "counted": counted,
        "key": _key(ctx) if shown.events else "",
        "addresses": {"view": server_address(f"{PATH}/timeline.json", urlencode(spoken))},
        "around": {**around(ctx), "counted": counted},
    }


def timeline_page(ctx: Context, width: float = ORDINARY_PX) -> dict[str, Any]:
    """Everything the Timeline page is sent with one run, for a chart of a width."""
    return {
        **line_frame(ctx, SLUG),
        **timeline_view(ctx, width),
        # No address leads to the story that a session has opened: its page runs for each view.
        "inline": ctx.story.private,
    }
