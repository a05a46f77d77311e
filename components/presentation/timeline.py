"""What the Timeline page is sent: the line of filters, the chart, and its words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any, Final
from urllib.parse import urlencode

from components.drawing.plotly import EPOCH
from components.presentation.addresses import server_address
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
from components.presentation.library import chart_data
from components.presentation.markup import render
from components.presentation.scenes import live_timeline, signs_of, timeline_key_html
from components.presentation.sentence import sentence
from components.presentation.stage import PATH, Json, around
from components.presentation.ways_back import way_back
from components.query.view import View, zoom_days
from components.story.dataset import Dataset

#: The page, which links to other views of it name.
SLUG: Final = "timeline"
#: The chart's width in pixels until a browser has said its own: that of a window of 1366.
ORDINARY_PX: Final = 1240.0


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
