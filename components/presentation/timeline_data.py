"""What the Timeline page is sent: the line of filters, the chart, and its words."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from components.drawing.plotly import EPOCH, timeline_figure
from components.drawing.scene import Mark
from components.drawing.timeline import counted_scene, timeline_scene
from components.i18n import N_, I18n
from components.presentation import filter_line, findings, markup, pages, records, scenes, stage
from components.presentation.context import Context
from components.presentation.notices import way_back
from components.presentation.sentence import sentence
from components.presentation.table_answers import Missing
from components.query.filters import event_date
from components.query.view import zoom_days
from components.story.bins import Binned
from components.story.edtf import parse_day

#: The page, which links to other views of it name.
SLUG: Final = "timeline"
#: The chart's width in pixels until a browser has said its own: that of a window of 1366.
ORDINARY_PX: Final = 1240.0
#: How high a row of the chart is: no higher than its name needs, so that the whole is seen.
LIVE_ROW_PX: Final = 16.5
LEAD: Final = N_("Every event, by kind. A date is drawn only as precisely as its source gives it.")
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def zoom_words(i18n: I18n) -> str:
    """How to look closer: a wheel alone scrolls the page."""
    return i18n.t("To zoom: Ctrl and the wheel, two fingers, or the buttons.")


def bins_title(binned: Binned, i18n: I18n) -> str:
    """What the bars count or add up, and by what: day, week, month."""
    step = i18n.t(findings.STEPS[binned.step])
    if binned.summed:
        return i18n.t("The column “{column}” added up by {step}", column=binned.summed, step=step)
    return i18n.t("The events counted by {step}", step=step)


def chart_data(ctx: Context, width: float, counted: Binned | None = None) -> stage.Json:
    """Everything that a chart of days is sent: the events of a view, or very many of them counted.

    Laying names out takes longer than all else of a run, so the chart is kept with the story.
    """
    i18n, t, view, filters = ctx.i18n, ctx.i18n.t, ctx.view, ctx.view.filters
    event = ctx.dataset.events.get(view.event or "")
    when = event_date(ctx.dataset, event, filters) if event else None

    def chosen(mark: Mark) -> bool:
        if mark.id or not event or not when or "count" not in mark.data:
            return bool(mark.id) and mark.id == view.event
        first, last = (parse_day(mark.data[end]) for end in ("start", "end"))
        return mark.data["kind"] == event.category and first <= when.first <= last

    def made() -> str:
        frame = scenes.timeline_frame(ctx, width)
        if counted:
            scene = counted_scene(scenes.counts_of(counted, i18n), frame)
        else:
            frame = replace(frame, row=LIVE_ROW_PX)
            scene = timeline_scene(scenes.timeline_rows(ctx, frame.window), frame, smallest=1.0)
        figure = timeline_figure(scene, ctx.palette, chosen=chosen)
        return json.dumps(figure, ensure_ascii=False, separators=(",", ":"))

    if counted and counted.summed:
        label = f"{bins_title(counted, i18n)}. {sentence(ctx)}"
    elif counted:
        label = t(
            "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
            "same events.",
            step=t(findings.STEPS[counted.step]),
            sentence=sentence(ctx),
        )
    else:
        label = t(
            "Timeline of events by kind. {sentence} The list below holds the same events.",
            sentence=sentence(ctx),
        )
    key = ("timeline", filters, view.zoom, view.event, i18n.language, ctx.mode, width, counted)
    return {
        "figure": ctx.story.once(key, made),
        "texts": {
            "tools": t("Span shown"),
            "closer": t("Closer"),
            "wider": t("Wider"),
            "whole": t("Whole period"),
            "only": t("Only these days"),
            "hint": t("Drag across the chart to choose days."),
            "wheel": zoom_words(i18n),
        },
        "dated": bool(filters.start or filters.end),
        "label": label,
        "config": CONFIG,
        "script": pages.server_address(f"{pages.LIBRARIES}/{pages.PLOTLY}"),
        "failed": t("The chart could not be drawn. Reload the page to try again."),
    }


def counted_key(ctx: Context, counted: Binned, *, click: bool) -> Markup:
    """What the bars of counted events are; ``click`` is whether one can be clicked."""
    step = ctx.i18n.t(findings.STEPS[counted.step])
    return markup.filled("timeline_counts.html", ctx.i18n, counted=counted, step=step, click=click)


def timeline_view(ctx: Context, width: float = ORDINARY_PX) -> dict[str, Any]:
    """What the Timeline page is sent that changes with the view; ``width`` is the chart's."""
    ctx = replace(ctx, slug=SLUG)
    i18n, shown = ctx.i18n, ctx.selection
    chart, key = None, Markup()
    counted = findings.binned_events(ctx) if findings.counts_only(shown) else None
    if shown.events:
        chart = chart_data(ctx, width, counted)
        if counted:
            key = counted_key(ctx, counted, click=True)
        else:
            key = scenes.timeline_key_html(scenes.signs_of(ctx), i18n)
    # Which part of a very long list stands below it.
    listed = records.list_page(ctx)
    long = None if isinstance(listed, Missing) or listed.last == 1 else listed
    part = (long.number, long.last, long.total) if long else ()
    # The days of the chart that is seen whole.
    whole = findings.window_of(ctx.dataset, replace(ctx.view, zoom="all"))
    # The spans to choose: those the story names, where no dates are asked for; the one seen.
    dated = ctx.view.filters.start or ctx.view.filters.end
    zooms = {"all": whole} if dated else findings.zooms(ctx.dataset)
    if days := zoom_days(ctx.view):
        zooms[ctx.view.zoom] = days
    return {
        **filter_line.line_view(ctx, SLUG),
        "title": findings.timeline_finding(ctx),
        "lead": i18n.t(LEAD) if shown.events else "",
        "back": "" if shown.events else str(way_back(ctx)),
        "shown": sentence(ctx),
        "zooms": [
            {"value": zoom, "label": i18n.date("/".join(map(str, span)), "short")}
            for zoom, span in zooms.items()
            if len(zooms) > 1 and shown.events
        ],
        "legend": i18n.t("Dates shown"),
        # Where the first of them begins and the last one ends, as a browser counts days.
        "whole": [whole[0].toordinal() - EPOCH, whole[1].toordinal() - EPOCH + 1],
        "chart": chart,
        "width": width,
        "counted": bool(counted),
        "key": str(key),
        "addresses": {"view": stage.view_address("timeline.json", ctx)},
        "around": {**stage.around(ctx), "counted": bool(counted), "pages": part},
    }


def timeline_page(ctx: Context, width: float = ORDINARY_PX) -> dict[str, Any]:
    """Everything the Timeline page is sent with one run, for a chart of a width."""
    return {**timeline_view(ctx, width), "inline": ctx.story.private}
