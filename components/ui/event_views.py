"""What draws events in the app: the stage, the Timeline, the map, and a table's drawings."""

import json
from typing import Any, Final

import streamlit as st

from components.presentation import findings, map_scenes, pages, stage, table_view
from components.presentation.cited import COUNTS_NOTE
from components.presentation.context import Context, QueryFailed
from components.presentation.filter_line import line_html
from components.presentation.markup import render
from components.presentation.notices import list_choices
from components.ui import session
from components.ui.parts import SCRIPTS as FOLDER
from components.ui.parts import block, draw_part, ignore_event, mount_svgs
from components.ui.share import share

#: What a chart of days is drawn into.
CHART: Final = """<div class='chart-frame'>
  <div class='chart' role='figure'></div><div class='chart-band' hidden></div>
</div>
<div class='chart-tools' role='group' hidden></div>"""
CHART_KEY: Final = "timeline"
#: The least and the greatest width that a chart is laid out for, in pixels.
WIDTHS: Final = (280, 1800)
#: The width in pixels of a table's bars until a browser has said its own.
TABLE_CHART_PX: Final = 640.0
BARS: Final = ("dom", "view", "scene", "closer", "chart", "chart_alone")
TIMELINE: Final = (*stage.SCRIPTS[:5], "closer", "chart", "timeline")
MAP_SCRIPTS: Final = ("dom", "view", "scene", "closer", "deck_map")
HTML: Final = """<div class="deck-map">
  <div class="box" role="figure" tabindex="0"><div class="ground" aria-hidden="true"></div></div>
  <div class="tools"><div class="scale" aria-hidden="true"><span></span><i></i></div>
    <div class="acts"></div></div>
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
        MAP_SCRIPTS,
        ("deck_map",),
        key="map",
        data={
            "deck": json.dumps(deck, ensure_ascii=False, separators=(",", ":")),
            "ground": stage.ground_sent(ctx),
            "chosen": list(ctx.view.filters.regions),
            # In sight at first, in degrees; other bounds bring a new first view.
            "bounds": ctx.story.basemap.extent(ctx.view.extent).bounds,
            "label": alt,
            "language": i18n.language,
            "script": pages.server_address(f"{pages.LIBRARIES}/{pages.DECK}"),
            "opens": opens,
            "tools": render("drawing_tools.html", i18n, map=True),
            "texts": {
                "wheel": t(stage.ZOOM),
                "failed": t("The map could not be drawn. The table holds the same."),
            },
        },
    )


def show_map(ctx: Context) -> None:
    i18n, data, view = ctx.i18n, ctx.dataset, ctx.view
    table, counted = findings.shown_counts(ctx), data.counts_by_region
    basemap, extents = ctx.story.basemap, ctx.story.basemap.extents

    def control(name: str, options: dict[str, str], label: str) -> None:
        # Another part of the map is seen whole.
        seen = {"look": ""} if name == "extent" else {}
        block(
            "text_choices.html", i18n, label=label, choices=list_choices(ctx, name, options, **seen)
        )

    if counted or len(extents) > 1:
        with st.container(horizontal=True, key="map-controls", gap="small"):
            if len(extents) > 1:
                labels = {part.id: getattr(part.name, i18n.language) or part.id for part in extents}
                control("extent", labels, i18n.t("Part of the map shown"))
            if table.days.get("earlier"):
                days = {
                    k: i18n.format_date(day, "short") if day else ""
                    for k, day in table.days.items()
                }
                texts = {str(k): i18n.t(said, **days) for k, said in findings.COUNT_CHOICES.items()}
                control("counts", texts, i18n.t("Counts shown"))
    extent = basemap.extent(view.extent)
    spots = [] if counted else findings.locate_event_places(ctx)
    drawn = (
        findings.list_drawn_places(ctx, extent)
        if counted
        else findings.cluster_event_places(extent, spots, ctx)
    )
    rows = map_scenes.build_map_rows(ctx, table, drawn, can_move=True)
    made, at_place = map_scenes.build_map_deck(ctx, rows), dict[str, list[str]]()
    marks = {row.get("place_id") for layer in made["layers"] for row in layer["data"]}
    for event in ctx.selection.events:
        if event.place_id in marks:
            at_place.setdefault(str(event.place_id), []).append(event.id)
    # The first event of a place, or the one after the event that is chosen there.
    opens = {
        place: ids[(ids.index(view.event) + 1) % len(ids) if view.event in ids else 0]
        for place, ids in at_place.items()
    }
    words = f"{findings.map_description(table, ctx)} {i18n.t('The table holds the same.')}"
    deck_map(made, ctx, alt=words, opens=opens)
    caveat = ""
    if counted:
        key = str(map_scenes.render_map_key(made, table, ctx))
        mount_svgs("chart_key", "<div data-drawing='key'></div>", {"key": key})
        caveat = " ".join([i18n.t(COUNTS_NOTE), *map_scenes.list_region_remarks(table, ctx)])
    else:
        block(
            "map_places_key.html",
            i18n,
            together=len(drawn) < len(spots),
            places=i18n.format_number(len(spots)),
            circles=i18n.format_number(len(drawn)),
            missing=len(ctx.selection.events) - sum(spot.events for spot in spots),
        )
    share(ctx, "map")
    if caveat:
        block("caveat.html", i18n, text=caveat)


def draw_stage(ctx: Context) -> None:
    html = str(stage.empty_stage_markup())
    scripts = (*stage.SCRIPTS, "stage")
    data = session.answered_by_runs(stage.stage_data(ctx))
    draw_part("stage", html, scripts, ("filters", "stage"), key="stage", data=data)


def chart_width(ordinary: float) -> float:
    """The width in pixels that a browser has said of the page's chart, else the ordinary one."""
    said = getattr(st.session_state.get(CHART_KEY), "width", None)
    return float(min(max(said, WIDTHS[0]), WIDTHS[1])) if isinstance(said, int) else ordinary


def show_timeline(ctx: Context) -> None:
    """Draw filters, words and chart; a touch changes the address, and what follows is fetched."""
    html = (FOLDER / "timeline.html").read_text(encoding="utf-8").replace("<!-- chart -->", CHART)
    data = stage.timeline_view(ctx, chart_width(stage.ORDINARY_PX))
    data |= {"line": line_html(ctx, stage.TIMELINE), "inline": ctx.story.private}
    data = session.answered_by_runs(data)
    styles = ("filters", "chart", "timeline")
    draw_part("timeline_page", html, TIMELINE, styles, key=CHART_KEY, data=data, width=ignore_event)


def draw_pictures(ctx: Context) -> None:
    names = ("timeline", "map", "timeline-narrow", "map-narrow")
    places = "".join(f"<div data-drawing='{name}'></div>" for name in names)
    html = f"<div class='table-drawings'>{places}</div>"
    mount_svgs("table_drawings", html, table_view.drawings(ctx), ("drawings",))


def draw_bars(ctx: Context) -> None:
    """Draw the events of a table, counted; a click on a bar and what is dragged over choose days.

    The framework's own chart makes each changed figure anew, and draws it twice; this one keeps it.
    """
    counted = table_view.bins(ctx)
    if not isinstance(counted, QueryFailed):
        data = stage.chart_data(ctx, chart_width(TABLE_CHART_PX), counted)
        html = f"<div class='bars'>{CHART}</div>"
        draw_part("chart", html, BARS, ("chart",), key=CHART_KEY, data=data, width=ignore_event)


def draw_circles(ctx: Context) -> None:
    found = table_view.cells(ctx)
    if not isinstance(found, QueryFailed):
        alt = f"{ctx.i18n.t('Where the events were')}. {table_view.map_note(ctx, found)}"
        deck_map(
            map_scenes.build_map_deck(ctx, table_view.cell_circles(found, ctx.i18n)), ctx, alt=alt
        )


#: What draws the forms of a table's pages.
TABLE_FORMS: Final = {"drawings": draw_pictures, "bars": draw_bars, "circles": draw_circles}
