"""What the Timeline page is sent: the line of filters, the chart, and its words."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any, Final

from components.drawing.plotly import EPOCH, timeline_figure
from components.drawing.scene import Mark, Scene
from components.drawing.timeline import counted_scene, timeline_scene
from components.i18n import I18n
from components.presentation import filter_line, findings, scenes, stage
from components.presentation.addresses import script_address
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.notices import way_back
from components.presentation.sentence import sentence
from components.query.filters import event_date
from components.query.view import zoom_days
from components.story.bins import Binned
from components.story.days import parse_day

#: The page, which links to other views of it name.
SLUG: Final = "timeline"
#: The chart's width in pixels until a browser has said its own: that of a window of 1366.
ORDINARY_PX: Final = 1240.0
#: How high a row of the chart is: no higher than its name needs, so that the whole is seen.
LIVE_ROW_PX: Final = 16.5
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def _live_timeline(ctx: Context, width: float) -> str:
    """The timeline of a view for the page, as Plotly's JSON: its events, or very many counted.

    Laying its names out takes longer than all else of a run, so it is kept with the story.
    """

    def made() -> str:
        if findings.counts_only(ctx.selection):
            return live_counts(ctx, width, findings.binned_events(ctx))
        frame = replace(scenes.timeline_frame(ctx, width, told=False), row=LIVE_ROW_PX)
        return _live(
            ctx, timeline_scene(scenes.timeline_rows(ctx, frame.window), frame, smallest=1.0)
        )

    view = ctx.view
    key = ("timeline", view.filters, view.zoom, view.event, ctx.i18n.language, ctx.mode, width)
    return ctx.story.once(key, made)


def live_counts(ctx: Context, width: float, binned: Binned) -> str:
    """The same of counted events."""
    frame = scenes.timeline_frame(ctx, width, told=False)
    return _live(ctx, counted_scene(scenes.counts_of(binned, ctx.i18n), frame))


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


def chart_data(figure: str, i18n: I18n, *, label: str, dated: bool) -> dict[str, Any]:
    """Everything that a chart of days is sent.

    Args:
        figure: the chart as Plotly's JSON.
        label: what a screen reader says of it.
        dated: whether the view has dates.
    """
    t = i18n.t
    return {
        "figure": figure,
        "texts": {
            "tools": t("Span shown"),
            "closer": t("Closer"),
            "wider": t("Wider"),
            "whole": t("Whole period"),
            "only": t("Only these days"),
            "hint": t("Drag across the chart to choose days."),
            "wheel": zoom_words(i18n),
        },
        "dated": dated,
        "label": label,
        "config": CONFIG,
        "script": script_address(),
        "failed": t("The chart could not be drawn. Reload the page to try again."),
    }


def _label(ctx: Context) -> str:
    i18n, said = ctx.i18n, sentence(ctx)
    if not findings.counts_only(ctx.selection):
        return i18n.t(
            "Timeline of events by kind. {sentence} The list below holds the same events.",
            sentence=said,
        )
    return i18n.t(
        "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
        "same events.",
        step=i18n.t(findings.STEPS[findings.binned_events(ctx).step]),
        sentence=said,
    )


def _key(ctx: Context) -> str:
    if not findings.counts_only(ctx.selection):
        return scenes.timeline_key_html(scenes.signs_of(ctx), ctx.i18n)
    i18n, binned = ctx.i18n, findings.binned_events(ctx)
    return render(
        "timeline_counts.html",
        i18n,
        total=i18n.number(binned.total),
        step=i18n.t(findings.STEPS[binned.step]),
        most=i18n.number(binned.most),
        imprecise=binned.imprecise,
        click=True,
    )


def _zooms(ctx: Context, whole: tuple[date, date]) -> list[stage.Json]:
    """The spans to choose: those the story names, where no dates are asked for; the one seen."""
    asked = ctx.view.filters.start or ctx.view.filters.end
    choices = {"all": whole} if asked else findings.zooms(ctx.dataset)
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
    i18n, shown, filters = ctx.i18n, ctx.selection, ctx.view.filters
    lead = i18n.t("Every event, by kind. A date is drawn only as precisely as its source gives it.")
    chart, dated, counted = None, bool(filters.start or filters.end), findings.counts_only(shown)
    if shown.events:
        chart = chart_data(_live_timeline(ctx, width), i18n, label=_label(ctx), dated=dated)
    # The days of the chart that is seen whole.
    whole = findings.window_of(ctx.dataset, replace(ctx.view, zoom="all"))
    return {
        **filter_line.line_view(ctx),
        "title": findings.timeline_finding(ctx),
        "lead": lead if shown.events else "",
        "back": "" if shown.events else render("way_back.html", i18n, back=way_back(ctx)),
        "shown": sentence(ctx),
        "zooms": _zooms(ctx, whole),
        "legend": i18n.t("Dates shown"),
        # Where the first of them begins and the last one ends, as a browser counts days.
        "whole": [whole[0].toordinal() - EPOCH, whole[1].toordinal() - EPOCH + 1],
        "chart": chart,
        "width": width,
        "counted": counted,
        "key": _key(ctx) if shown.events else "",
        "addresses": {"view": stage.view_address("timeline.json", ctx)},
        "around": {**stage.around(ctx), "counted": counted},
    }


def timeline_page(ctx: Context, width: float = ORDINARY_PX) -> dict[str, Any]:
    """Everything the Timeline page is sent with one run, for a chart of a width.

    No address leads to the story that a session has opened: its page runs for each view.
    """
    line, inline = filter_line.line_frame(ctx, SLUG), {"inline": ctx.story.private}
    return {**line, **timeline_view(ctx, width), **inline}
