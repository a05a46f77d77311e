"""The Timeline's chart, which is drawn, moved and clicked in the browser."""

import json
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from components.drawing.plotly import EPOCH, timeline_figure
from components.drawing.scene import Mark, Scene
from components.drawing.svg import paint
from components.i18n import N_, I18n, i18n_for
from components.loading.loaded_story import LoadedStory
from components.presentation import (
    chart_data,
    empty_states,
    filter_line,
    pages,
    records,
    stage,
    timeline_scenes,
)
from components.presentation.context import Context
from components.presentation.filter_texts import view_sentence
from components.presentation.markup import render
from components.query.selection import Selection
from components.query.view import View, parse_zoom_days
from components.query.view_facts import ViewFacts
from components.story.bins import Binned
from components.story.dataset import Dataset
from components.story.edtf import parse_day, parse_edtf
from components.story.models import Event

Json = dict[str, Any]
#: The page of the Timeline, and its chart's width in pixels until a browser has reported its own:
#: that of a window of 1366.
TIMELINE: Final = "timeline"
ORDINARY_PX: Final = 1240.0
#: How high a row of the chart is: no higher than its name needs, so that the chart is seen whole.
LIVE_ROW_PX: Final = 16.5
#: The scripts that the Timeline is made of beside its own.
SCRIPTS: Final = (*stage.FILTERED_SCENE, "zoomable_scene", "chart")
LEAD: Final = N_("Every event. A date is drawn only as precisely as its source gives it.")
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}
#: Parts of the page that can be prerendered, by their names in its template.
PRERENDERED_PARTS: Final = (
    "line",
    "hidden",
    "title",
    "lead",
    "shown",
    "spans",
    "svg",
    "tools",
    "key",
)
#: How a reader zooms the chart.
ZOOM: Final = N_("To zoom: Ctrl and the wheel, two fingers, or the buttons.")


# The chart ----------------------------------------------------------------------------------------
def _is_chosen(mark: Mark, chosen: Event | None) -> bool:
    """Tell whether a mark is of the event in the address, or a bar that counts it."""
    if chosen is None:
        return False
    if mark.id:
        return mark.id == chosen.id
    if "count" not in mark.data:
        return False
    first_day = parse_day(mark.data["start"])
    last_day = parse_day(mark.data["end"])
    first_chosen_day = parse_edtf(chosen.date).first
    return mark.data["kind"] == chosen.category and first_day <= first_chosen_day <= last_day


class _Drawing(NamedTuple):
    """A scene in time, painted twice, and where its axis is."""

    #: As JSON that Plotly draws, which zooms and pans.
    figure: str
    #: Until then; empty where the marks are bars that count very many events.
    svg: str
    axis: Json


def _draw_chart(ctx: Context, width: float, binned: Binned | None) -> _Drawing:
    options = timeline_scenes.TimelineOptions(
        binned=binned, described=False, smallest=1.0, row=LIVE_ROW_PX
    )
    scene = timeline_scenes.draw_timeline(ctx, width, options=options)
    chosen = ctx.dataset.events.get(ctx.view.event or "")
    if chosen:
        chosen = ctx.facts.read_by_sources(chosen)
    is_chosen = partial(_is_chosen, chosen=chosen)
    figure = timeline_figure(scene, ctx.palette, chosen=is_chosen)
    svg = ""
    if binned is None:
        svg = str(paint(scene))
    figure_json = json.dumps(figure, ensure_ascii=False, separators=(",", ":"))
    return _Drawing(figure_json, svg, _describe_axis(scene))


def _describe_axis(scene: Scene) -> Json:
    """Describe where the days of a scene are, in its pixels, as a browser counts days."""
    left, _, right, _ = scene.plot
    axis: Json = {"width": scene.width, "height": int(scene.height), "left": left, "right": right}
    if scene.days:
        axis["first"] = scene.days.window[0].toordinal() - EPOCH
        axis["day"] = scene.days.day_width
    return axis


def _format_chart_label(
    facts: ViewFacts, story: LoadedStory, i18n: I18n, binned: Binned | None
) -> str:
    """Format what the chart shows, for those who do not see it."""
    sentence = view_sentence(facts, story, i18n)
    if binned is None:
        return i18n.t(
            "Timeline of events by kind. {sentence} The list below holds the same events.",
            sentence=sentence,
        )
    if binned.summed:
        return f"{chart_data.format_bins_title(binned, i18n)}. {sentence}"
    return i18n.t(
        "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
        "same events.",
        sentence=sentence,
        step=i18n.t(chart_data.BIN_STEPS[binned.step]),
    )


def build_chart_data(ctx: Context, width: float, binned: Binned | None = None) -> Json:
    """Build everything that a chart of days is sent.

    Parameters
    ----------
    ctx
        The view.
    width
        The width of the chart in pixels.
    binned
        The events, counted, where they are very many or a table's.
    """
    i18n = ctx.i18n
    view = ctx.view
    # Label placement takes longer than the rest of a run.
    cache_key = (
        "timeline",
        view.filters,
        view.zoom,
        view.event,
        i18n.language,
        ctx.mode,
        width,
        binned,
    )
    drawing = ctx.story.memoize(cache_key, partial(_draw_chart, ctx, width, binned))
    return {
        **drawing._asdict(),
        "tools": render("drawing_tools.html", i18n, map=False, inferred=False),
        "texts": {"tools": i18n.t("Span shown"), "wheel": i18n.t(ZOOM)},
        "dated": bool(view.filters.start or view.filters.end),
        "label": _format_chart_label(ctx.facts, ctx.story, ctx.i18n, binned=binned),
        "config": CONFIG,
        "script": pages.server_address(f"{pages.LIBRARIES}/{pages.PLOTLY}"),
        "failed": i18n.t("The chart could not be drawn. Reload the page to try again."),
    }


def render_bins_legend(binned: Binned, i18n: I18n, *, can_click: bool) -> Markup:
    """Render what the bars of counted events are."""
    step = i18n.t(chart_data.BIN_STEPS[binned.step])
    return render("timeline_counts.html", i18n, counted=binned, step=step, click=can_click)


# The page -----------------------------------------------------------------------------------------
def render_empty_frame() -> Markup:
    """Render the place of a chart that every reader gets, whatever the story and language."""
    return render("chart_frame.html", i18n_for("en"), svg="", tools="")


def render_timeline(i18n: I18n, **prerendered: str) -> Markup:
    """Render the Timeline, prerendered.

    Parameters
    ----------
    i18n
        The reader's language.
    prerendered
        HTML of some of :data:`PRERENDERED_PARTS`, shown until the script runs.
    """
    parts = dict.fromkeys(PRERENDERED_PARTS, "") | prerendered
    return render("timeline_page.html", i18n, prerendered=parts)


def render_empty_timeline() -> Markup:
    """Render the Timeline that every reader gets, whatever the story, language and view."""
    return render_timeline(i18n_for("en"))


def _list_offered_spans(dataset: Dataset, view: View) -> dict[str, tuple[date, date]]:
    """Return the days to choose, by zoom: all, those that the story names, and those shown.

    Where the filters ask for dates, the story's are not offered.
    """
    filters = view.filters
    if filters.start or filters.end:
        spans = {"all": chart_data.chart_window(dataset, replace(view, zoom="all"))}
    else:
        spans = chart_data.list_zooms(dataset)
    zoom_days = parse_zoom_days(view)
    if zoom_days:
        spans[view.zoom] = zoom_days
    return spans


def _render_spans(facts: ViewFacts, view: View, i18n: I18n) -> str:
    """Render the links to spans; empty where there is nothing to choose."""
    spans = _list_offered_spans(facts.dataset, view)
    if len(spans) <= 1 or not facts.selection.events:
        return ""
    span_texts: dict[str, str] = {}
    for zoom, (first_day, last_day) in spans.items():
        span_texts[zoom] = i18n.format_date(f"{first_day}/{last_day}", "short")
    return render("timeline_spans.html", i18n, spans=span_texts)


def _page_of_list(selection: Selection, view: View) -> tuple[int, ...]:
    """Return which page of a very long list is below the chart, of how many events."""
    event_count = len(selection.events)
    if event_count <= records.LONG_ROWS:
        return ()
    return (view.page, event_count)


def build_timeline_view(ctx: Context, width: float) -> Json:
    """Build what the Timeline page is sent that changes with the view.

    Parameters
    ----------
    ctx
        The view.
    width
        The width of the chart in pixels.
    """
    ctx = replace(ctx, slug=TIMELINE)
    i18n = ctx.i18n
    has_events = bool(ctx.selection.events)
    binned = None
    if chart_data.needs_bins(ctx.selection):
        binned = chart_data.bin_selected_events(ctx.facts, ctx.story, ctx.view)
    chart = None
    legend = Markup()
    lead = ""
    empty_state = ""
    if has_events:
        chart = build_chart_data(ctx, width, binned)
        lead = i18n.t(LEAD)
    else:
        empty_state = str(
            empty_states.render_no_events(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
        )
    if has_events and binned:
        legend = render_bins_legend(binned, i18n, can_click=True)
    elif has_events:
        signs = timeline_scenes.list_timeline_signs(ctx.facts, ctx.view)
        legend = timeline_scenes.render_timeline_key(signs, i18n)
    first_day, last_day = chart_data.chart_window(ctx.dataset, replace(ctx.view, zoom="all"))
    chrome = {
        **stage.page_chrome(ctx),
        "counted": bool(binned),
        "pages": _page_of_list(ctx.selection, ctx.view),
    }
    return {
        **filter_line.build_filter_bar_view(ctx, TIMELINE),
        "title": chart_data.timeline_finding(ctx.facts, ctx.i18n),
        "lead": lead,
        "back": empty_state,
        "shown": view_sentence(ctx.facts, ctx.story, ctx.i18n),
        "spans": _render_spans(ctx.facts, ctx.view, ctx.i18n),
        # Where the first day of the whole chart begins and the last one ends, as a browser counts.
        "whole": [first_day.toordinal() - EPOCH, last_day.toordinal() - EPOCH + 1],
        "chart": chart,
        "width": width,
        "counted": bool(binned),
        "key": str(legend),
        "addresses": {
            "view": stage.view_data_address("timeline.json", ctx.story, ctx.i18n, mode=ctx.mode)
        },
        "hidden": stage.render_hidden_notices(ctx),
        "around": chrome,
    }
