"""The Map of the app, which its script draws, and which follows a view without a run of the page.

Until a reader moves it the map is painted as SVG. What is more than a browser paints in time, and
every map that is moved, is drawn by deck.gl.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from components.drawing.deck_scene import deck_scene, fit_deck_projection
from components.drawing.palette import MAP_PALETTES
from components.drawing.svg import paint
from components.i18n import I18n, i18n_for
from components.loading.loaded_story import LoadedStory
from components.page import blocks
from components.page.event_pages import format_map_title, map_tables
from components.presentation import (
    chart_data,
    empty_states,
    filter_line,
    map_scenes,
    pages,
    stage,
    timeline_chart,
)
from components.presentation.cited import COUNTS_NOTE
from components.presentation.context import Context
from components.presentation.filter_texts import view_sentence
from components.presentation.markup import render
from components.presentation.view_links import LinkBase, list_choices
from components.query.figures import CountTable
from components.query.selection import Selection
from components.query.view import View
from components.story.dataset import Dataset

Json = dict[str, Any]
#: The page of the Map.
MAP: Final = "map"
#: The scripts of a map, and those of the Map beside its own.
DECK_SCRIPTS: Final = ("zoomable_scene", "label_sheet", "mercator", "deck_map")
SCRIPTS: Final = (*stage.FILTERED_SCENE, *DECK_SCRIPTS)
#: What of the view the browser answers by itself: where a reader looks, and which lines are drawn.
OWN_PARAMETERS: Final = frozenset({"look", "inferred"})
#: The map within its border in a window of 1440 by 900 pixels: a width and a height.
FIRST_SIZE: Final = (808.0, 519.0)
#: Parts of the page that can be prerendered, by their names in its template.
PRERENDERED_PARTS: Final = (
    "line",
    "hidden",
    "title",
    "lead",
    "back",
    "shown",
    "controls",
    "label",
    "ground",
    "marks",
    "tools",
    "key",
    "caveat",
    "tables",
)


# What the map is sent -----------------------------------------------------------------------------
def build_deck_data(ctx: Context, deck: Json, alternative: str, marks: str = "") -> Json:
    """Build what a map that can be moved is sent.

    Parameters
    ----------
    ctx
        The view.
    deck
        What deck.gl draws of it.
    alternative
        What it shows, for those who do not see it.
    marks
        The same as SVG; empty where deck.gl draws it from the start.
    """
    i18n = ctx.i18n
    return {
        "deck": json.dumps(deck, ensure_ascii=False, separators=(",", ":")),
        "marks": marks,
        "ground": stage.ground_source(ctx),
        "chosen": list(ctx.view.filters.regions),
        # In sight at first, in degrees; other bounds bring a new first view.
        "bounds": ctx.story.basemap.extent(ctx.view.extent).bounds,
        "label": alternative,
        "locale": str(i18n.locale).replace("_", "-"),
        "script": pages.server_address(f"{pages.LIBRARIES}/{pages.DECK}"),
        "opens": None,
        "tools": render("drawing_tools.html", i18n, map=True, inferred="assigned" in deck["signs"]),
        "texts": {
            "wheel": i18n.t(timeline_chart.ZOOM),
            "failed": i18n.t("The map could not be drawn. The table holds the same."),
        },
    }


class _MapDrawing(NamedTuple):
    """The marks of a view's map, for deck.gl and as SVG, and what its legend needs."""

    deck: Json
    svg: str
    #: The circles of a story without counts, of how many places, and the events without a place.
    circles: int
    places: int
    missing: int


def _draw_map(ctx: Context, table: CountTable) -> _MapDrawing:
    extent = ctx.story.basemap.extent(ctx.view.extent)
    place_count = 0
    missing_count = 0
    if ctx.dataset.counts_by_region:
        drawn_places = chart_data.list_drawn_places(
            ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, extent=extent
        )
    else:
        event_places = chart_data.locate_event_places(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)
        drawn_places = chart_data.cluster_event_places(extent, event_places, ctx.i18n)
        place_count = len(event_places)
        placed_events = sum(place.events for place in event_places)
        missing_count = len(ctx.selection.events) - placed_events
    rows = map_scenes.build_map_rows(ctx, table, drawn_places, can_move=True)
    deck = map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode=ctx.mode, rows=rows)
    projection = fit_deck_projection(extent.bounds, FIRST_SIZE, extent.zooms[1])
    scene = deck_scene(deck, MAP_PALETTES[ctx.mode], projection)
    svg = ""
    if scene is not None:
        svg = str(paint(scene))
    return _MapDrawing(deck, svg, len(drawn_places), place_count, missing_count)


def _memoize_drawing(ctx: Context, table: CountTable) -> _MapDrawing:
    """Draw the map of a view; label placement takes longer than the rest of an answer."""
    view = ctx.view
    cache_key = (
        "live map",
        view.filters,
        view.counts,
        view.extent,
        view.event,
        ctx.i18n.language,
        ctx.mode,
    )
    return ctx.story.memoize(cache_key, partial(_draw_map, ctx, table))


def _next_events(selection: Selection, view: View, deck: Json) -> dict[str, str]:
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


# The parts around the map -------------------------------------------------------------------------
def _render_choice(
    i18n: I18n, link_base: LinkBase, name: str, options: dict[str, str], label: str
) -> Markup:
    """Render a choice of the map as links; another part of the map is shown as a whole."""
    changes = {"look": ""} if name == "extent" else {}
    choices = list_choices(link_base, name, options, **changes)
    return render("text_choices.html", i18n, label=label, choices=choices)


def _render_controls(
    dataset: Dataset, story: LoadedStory, i18n: I18n, link_base: LinkBase, table: CountTable
) -> Markup:
    """Render the choices of the part of the map shown, and of the counts shown."""
    controls: list[Markup] = []
    extents = story.basemap.extents
    if len(extents) > 1:
        labels = {}
        for extent in extents:
            labels[extent.id] = getattr(extent.name, i18n.language) or extent.id
        label = i18n.t("Part of the map shown")
        controls.append(_render_choice(i18n, link_base, "extent", options=labels, label=label))
    if dataset.counts_by_region and table.days.get("earlier"):
        days = {}
        for name, day in table.days.items():
            days[name] = i18n.format_date(day, "short") if day else ""
        texts = {}
        for choice, text in chart_data.COUNT_CHOICES.items():
            texts[str(choice)] = i18n.t(text, **days)
        label = i18n.t("Counts shown")
        controls.append(_render_choice(i18n, link_base, "counts", options=texts, label=label))
    return Markup().join(controls)


def _render_key(ctx: Context, drawing: _MapDrawing, table: CountTable) -> Markup:
    """Render the legend of the map."""
    if ctx.dataset.counts_by_region:
        return map_scenes.render_map_key(
            drawing.deck, table, ctx.dataset, i18n=ctx.i18n, mode=ctx.mode
        )
    return render(
        "map_places_key.html",
        ctx.i18n,
        together=drawing.circles < drawing.places,
        places=ctx.i18n.format_number(drawing.places),
        circles=ctx.i18n.format_number(drawing.circles),
        missing=drawing.missing,
    )


def _format_caveat(ctx: Context, table: CountTable) -> str:
    """Format what the counts of regions are; empty without any."""
    if not ctx.dataset.counts_by_region:
        return ""
    remarks = map_scenes.list_region_remarks(table, ctx.story, ctx.view, i18n=ctx.i18n)
    return " ".join((ctx.i18n.t(COUNTS_NOTE), *remarks))


def _join_blocks(html_blocks: Iterable[blocks.HtmlBlock]) -> Markup:
    return Markup().join(block.html for block in html_blocks)


# The page -----------------------------------------------------------------------------------------
def render_empty_frame() -> Markup:
    """Render the place of a map that every reader gets, whatever the story and language."""
    parts = dict.fromkeys(("label", "ground", "marks", "tools"), "")
    return render("map_frame.html", i18n_for("en"), **parts)


def render_map(i18n: I18n, **prerendered: str) -> Markup:
    """Render the Map, prerendered.

    Parameters
    ----------
    i18n
        The reader's language.
    prerendered
        HTML of some of :data:`PRERENDERED_PARTS`, shown until the script runs.
    """
    parts = dict.fromkeys(PRERENDERED_PARTS, "") | prerendered
    return render("map_page.html", i18n, prerendered=parts)


def render_empty_map() -> Markup:
    """Render the Map that every reader gets, whatever the story, language and view."""
    return render_map(i18n_for("en"))


def is_painted(ctx: Context) -> bool:
    """Whether the map of a view is painted as SVG until it is moved."""
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    return bool(_memoize_drawing(ctx, table).svg)


def build_map_view(ctx: Context) -> Json:
    """Build what the Map is sent that changes with the view."""
    ctx = replace(ctx, slug=MAP)
    i18n = ctx.i18n
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    drawing = _memoize_drawing(ctx, table)
    description = chart_data.map_description(
        table, ctx.facts, ctx.view.counts, find_facts=ctx.story.facts, i18n=i18n
    )
    alternative = f"{description} {i18n.t('The table holds the same.')}"
    deck_data = build_deck_data(ctx, drawing.deck, alternative, drawing.svg)
    deck_data["opens"] = _next_events(ctx.selection, ctx.view, drawing.deck)
    title = format_map_title(ctx)
    empty_state = ""
    if title.is_empty:
        empty_state = str(
            empty_states.render_no_events(ctx.facts, ctx.story, i18n, link_base=ctx.link_base)
        )
    bar_view = filter_line.build_filter_bar_view(ctx, MAP)
    bar_view["names"] = [name for name in bar_view["names"] if name not in OWN_PARAMETERS]
    tables = map_tables(ctx.facts, ctx.story.facts, i18n, link_base=ctx.link_base)
    return {
        **bar_view,
        "title": title.heading,
        "lead": title.lead,
        "back": empty_state,
        "shown": view_sentence(ctx.facts, ctx.story, i18n),
        "controls": str(
            _render_controls(ctx.dataset, ctx.story, i18n, link_base=ctx.link_base, table=table)
        ),
        "map": deck_data,
        "key": str(_render_key(ctx, drawing, table)),
        "caveat": _format_caveat(ctx, table),
        "tables": str(_join_blocks(tables)),
        "addresses": {"view": stage.view_data_address("map.json", ctx.story, i18n, mode=ctx.mode)},
        "hidden": stage.render_hidden_notices(ctx),
        "around": stage.page_chrome(ctx),
    }
