"""What draws events in the app: the stage, the Timeline, the map, and a table's drawings."""

from typing import Final

import streamlit as st

from components.page import live_map
from components.page.blocks import chosen_block
from components.presentation import (
    map_scenes,
    paper_drawings,
    stage,
    table_view,
    timeline_chart,
)
from components.presentation.context import Context
from components.presentation.filter_line import render_filter_bar
from components.presentation.table_answers import QueryFailed
from components.ui import session
from components.ui.parts import draw_drawer, draw_part, ignore_event, mount_svgs

CHART_KEY: Final = "timeline"
#: The least and the greatest width that a chart is laid out for, in pixels.
WIDTHS: Final = (280, 1800)
#: The width in pixels of a table's bars until a browser has said its own.
TABLE_CHART_PX: Final = 640.0
BARS: Final = ("dom", "view", "scene", "zoomable_scene", "chart", "chart_alone")
TIMELINE: Final = (*timeline_chart.SCRIPTS, "timeline", "first_part", "timeline_place")
MAP: Final = (*live_map.SCRIPTS, "map", "first_part", "map_place")
CIRCLES: Final = ("dom", "view", "scene", *live_map.DECK_SCRIPTS, "deck_map_alone")


def _send_paper_drawings(ctx: Context, *names: paper_drawings.PaperDrawing) -> None:
    """Send what a page prints in place of its drawings, where no address leads to the story."""
    if not ctx.story.private:
        return
    drawings = {}
    for name in names:
        drawings[name] = paper_drawings.paint_for_paper(name, ctx)
    draw_part(
        "own_paper",
        "<p hidden></p>",
        scripts=("own_paper",),
        key="own-paper",
        data={"drawings": drawings},
    )


def show_map(ctx: Context) -> None:
    """Draw the Map; a touch changes the address, and what follows is fetched."""
    data = live_map.build_map_view(ctx)
    data["line"] = render_filter_bar(ctx, live_map.MAP)
    data["inline"] = ctx.story.private
    draw_part(
        "map_page",
        str(live_map.render_empty_map()),
        scripts=MAP,
        styles=("filter_bar", "deck_map", "map"),
        key="map",
        data=session.answered_by_runs(data),
    )
    draw_drawer(vars(chosen_block(ctx)))
    _send_paper_drawings(ctx, "map-paper")


def draw_stage(ctx: Context) -> None:
    """Draw the Overview's stage, which answers in the browser."""
    html = str(stage.render_empty_stage())
    scripts = (*stage.SCRIPTS, "stage", "first_part", "stage_place")
    data = session.answered_by_runs(stage.build_stage_data(ctx))
    draw_part(
        "stage",
        html,
        scripts=scripts,
        styles=("filter_bar", "stage"),
        key="stage",
        data=data,
    )
    _send_paper_drawings(ctx, "timeline-paper", "map-paper")


def chart_width(ordinary: float) -> float:
    """Return the width in CSS pixels that a browser has sent of the page's chart, within bounds.

    Parameters
    ----------
    ordinary
        The width until a browser has sent its own.
    """
    sent_width = getattr(st.session_state.get(CHART_KEY), "width", None)
    if not isinstance(sent_width, int):
        return ordinary
    least, most = WIDTHS
    return float(min(max(sent_width, least), most))


def show_timeline(ctx: Context) -> None:
    """Draw filters, words and chart; a touch changes the address, and what follows is fetched."""
    html = str(timeline_chart.render_empty_timeline())
    data = timeline_chart.build_timeline_view(ctx, chart_width(timeline_chart.ORDINARY_PX))
    data["line"] = render_filter_bar(ctx, timeline_chart.TIMELINE)
    data["inline"] = ctx.story.private
    draw_part(
        "timeline_page",
        html,
        scripts=TIMELINE,
        styles=("filter_bar", "chart", "plot", "timeline"),
        key=CHART_KEY,
        data=session.answered_by_runs(data),
        width=ignore_event,
    )
    _send_paper_drawings(ctx, "timeline-paper")


def draw_pictures(ctx: Context) -> None:
    """Draw the bars and the map of a table, each wide and narrow."""
    names = ("timeline", "map", "timeline-narrow", "map-narrow")
    places = "".join(f"<div data-drawing='{name}'></div>" for name in names)
    html = f"<div class='table-drawings'>{places}</div>"
    mount_svgs(
        "table_drawings",
        html,
        drawings=table_view.paint_drawings(ctx),
        styles=("drawings",),
    )


def draw_bars(ctx: Context) -> None:
    """Draw the events of a table, counted; a click on a bar and what is dragged over choose days.

    The framework's own chart makes each changed figure anew, and draws it twice; this one keeps it.
    """
    counted = table_view.query_bins(ctx.dataset, ctx.table_answers, ctx.link_base)
    if isinstance(counted, QueryFailed):
        return
    data = timeline_chart.build_chart_data(ctx, chart_width(TABLE_CHART_PX), counted)
    html = f"<div class='bars'>{timeline_chart.render_empty_frame()}</div>"
    draw_part(
        "chart",
        html,
        scripts=BARS,
        styles=("chart", "plot"),
        key=CHART_KEY,
        data=data,
        width=ignore_event,
    )


def draw_circles(ctx: Context) -> None:
    """Draw the events of a table as circles on a map, one for each cell of a grid."""
    cells = table_view.query_cells(ctx.view, ctx.table_answers)
    if isinstance(cells, QueryFailed):
        return
    circles = table_view.build_cell_circles(cells, ctx.story.basemap, ctx.i18n)
    note = table_view.map_note(ctx.facts, ctx.story, ctx.i18n, cells=cells)
    alternative = f"{ctx.i18n.t('Where the events were')}. {note}"
    deck = map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode=ctx.mode, rows=circles)
    draw_part(
        "deck_map",
        str(live_map.render_empty_frame()),
        scripts=CIRCLES,
        styles=("deck_map",),
        key="map",
        data=live_map.build_deck_data(ctx, deck, alternative),
    )
    _send_paper_drawings(ctx, "map-paper")


#: What draws the forms of a table's pages.
TABLE_FORMS: Final = {
    "drawings": draw_pictures,
    "bars": draw_bars,
    "circles": draw_circles,
}
