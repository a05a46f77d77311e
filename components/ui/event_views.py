"""What draws events in the app: the stage, the Timeline, the map, and a table's drawings."""

import json
from typing import Any, Final

import streamlit as st

from components.i18n import I18n
from components.loading.loaded_story import LoadedStory
from components.presentation import (
    chart_data,
    map_scenes,
    pages,
    paper_drawings,
    stage,
    table_view,
    timeline_chart,
)
from components.presentation.cited import COUNTS_NOTE
from components.presentation.context import Context
from components.presentation.filter_line import render_filter_bar
from components.presentation.markup import render
from components.presentation.table_answers import QueryFailed
from components.presentation.view_links import LinkBase, list_choices
from components.query.figures import CountTable
from components.query.selection import Selection
from components.query.view import View
from components.story.dataset import Dataset
from components.ui import session
from components.ui.parts import block, draw_part, ignore_event, mount_svgs
from components.ui.share import share

CHART_KEY: Final = "timeline"
#: The least and the greatest width that a chart is laid out for, in pixels.
WIDTHS: Final = (280, 1800)
#: The width in pixels of a table's bars until a browser has said its own.
TABLE_CHART_PX: Final = 640.0
BARS: Final = ("dom", "view", "scene", "zoomable_scene", "chart", "chart_alone")
TIMELINE: Final = (*timeline_chart.SCRIPTS, "timeline", "first_part", "timeline_place")
MAP_SCRIPTS: Final = ("dom", "view", "scene", "zoomable_scene", "label_sheet", "deck_map")
HTML: Final = """<div class="deck-map">
  <div class="box" role="figure" tabindex="0"><div class="basemap" aria-hidden="true"></div></div>
  <div class="tools"><div class="scale" aria-hidden="true"><span></span><i></i></div>
    <div class="commands"></div></div>
  <div class="tip map-tip" aria-hidden="true" hidden></div>
</div>"""


def deck_map(
    deck: dict[str, Any], ctx: Context, *, alt: str, opens: dict[str, str] | None = None
) -> None:
    """Draw a deck over the ground of a view; a click on a place chooses its event in ``opens``."""
    i18n, t = ctx.i18n, ctx.i18n.t
    draw_part(
        "deck_map",
        HTML,
        scripts=MAP_SCRIPTS,
        styles=("deck_map",),
        key="map",
        data={
            "deck": json.dumps(deck, ensure_ascii=False, separators=(",", ":")),
            "ground": stage.ground_source(ctx),
            "chosen": list(ctx.view.filters.regions),
            # In sight at first, in degrees; other bounds bring a new first view.
            "bounds": ctx.story.basemap.extent(ctx.view.extent).bounds,
            "label": alt,
            "locale": str(i18n.locale).replace("_", "-"),
            "script": pages.server_address(f"{pages.LIBRARIES}/{pages.DECK}"),
            "opens": opens,
            "tools": render(
                "drawing_tools.html", i18n, map=True, inferred="assigned" in deck["signs"]
            ),
            "texts": {
                "wheel": t(timeline_chart.ZOOM),
                "failed": t("The map could not be drawn. The table holds the same."),
            },
        },
    )


def _draw_choice(
    i18n: I18n, link_base: LinkBase, name: str, options: dict[str, str], label: str
) -> None:
    """Draw a choice of the map as links; another part of the map is shown as a whole."""
    changes = {"look": ""} if name == "extent" else {}
    choices = list_choices(link_base, name, options, **changes)
    block("text_choices.html", i18n, label=label, choices=choices)


def _draw_map_controls(
    dataset: Dataset, story: LoadedStory, i18n: I18n, link_base: LinkBase, table: CountTable
) -> None:
    """Draw the choices of the part of the map shown, and of the counts shown."""
    extents = story.basemap.extents
    if not dataset.counts_by_region and len(extents) <= 1:
        return
    with st.container(horizontal=True, key="map-controls", gap="small"):
        if len(extents) > 1:
            labels = {}
            for extent in extents:
                labels[extent.id] = getattr(extent.name, i18n.language) or extent.id
            _draw_choice(
                i18n, link_base, "extent", options=labels, label=i18n.t("Part of the map shown")
            )
        if table.days.get("earlier"):
            days = {}
            for name, day in table.days.items():
                days[name] = i18n.format_date(day, "short") if day else ""
            texts = {}
            for choice, text in chart_data.COUNT_CHOICES.items():
                texts[str(choice)] = i18n.t(text, **days)
            _draw_choice(i18n, link_base, "counts", options=texts, label=i18n.t("Counts shown"))


def _next_events(selection: Selection, view: View, deck: dict[str, Any]) -> dict[str, str]:
    """Return what a click on a place of the deck chooses, by the id of the place.

    That is the first event of the place, or the one after the event that is chosen there.
    """
    marked_places = set()
    for layer in deck["layers"]:
        for row in layer["data"]:
            marked_places.add(row.get("place_id"))
    event_ids_by_place: dict[str, list[str]] = {}
    for event in selection.events:
        if event.place_id in marked_places:
            event_ids_by_place.setdefault(str(event.place_id), []).append(event.id)
    next_events = {}
    for place_id, event_ids in event_ids_by_place.items():
        position = 0
        if view.event in event_ids:
            position = (event_ids.index(view.event) + 1) % len(event_ids)
        next_events[place_id] = event_ids[position]
    return next_events


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
    """Draw the Map: its choices, the map with what a click opens, its key and its caveat."""
    i18n = ctx.i18n
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    has_counts = bool(ctx.dataset.counts_by_region)
    _draw_map_controls(ctx.dataset, ctx.story, ctx.i18n, link_base=ctx.link_base, table=table)
    extent = ctx.story.basemap.extent(ctx.view.extent)
    event_places = []
    if has_counts:
        drawn_places = chart_data.list_drawn_places(
            ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, extent=extent
        )
    else:
        event_places = chart_data.locate_event_places(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)
        drawn_places = chart_data.cluster_event_places(extent, event_places, ctx.i18n)
    rows = map_scenes.build_map_rows(ctx, table, drawn_places, can_move=True)
    deck = map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode=ctx.mode, rows=rows)
    description = chart_data.map_description(
        table, ctx.facts, ctx.view.counts, find_facts=ctx.story.facts, i18n=ctx.i18n
    )
    alternative = f"{description} {i18n.t('The table holds the same.')}"
    deck_map(deck, ctx, alt=alternative, opens=_next_events(ctx.selection, ctx.view, deck))
    if has_counts:
        key_html = str(
            map_scenes.render_map_key(deck, table, ctx.dataset, i18n=ctx.i18n, mode=ctx.mode)
        )
        mount_svgs("chart_key", "<div data-drawing='key'></div>", {"key": key_html})
    else:
        placed_events = sum(place.events for place in event_places)
        block(
            "map_places_key.html",
            i18n,
            together=len(drawn_places) < len(event_places),
            places=i18n.format_number(len(event_places)),
            circles=i18n.format_number(len(drawn_places)),
            missing=len(ctx.selection.events) - placed_events,
        )
    share(ctx, "map")
    if has_counts:
        sentences = [
            i18n.t(COUNTS_NOTE),
            *map_scenes.list_region_remarks(table, ctx.story, ctx.view, i18n=ctx.i18n),
        ]
        block("caveat.html", i18n, text=" ".join(sentences))
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
    deck_map(
        map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode=ctx.mode, rows=circles),
        ctx,
        alt=alternative,
    )
    _send_paper_drawings(ctx, "map-paper")


#: What draws the forms of a table's pages.
TABLE_FORMS: Final = {
    "drawings": draw_pictures,
    "bars": draw_bars,
    "circles": draw_circles,
}
