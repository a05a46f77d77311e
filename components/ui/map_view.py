"""The map: which counts it draws, its controls, and what a click on it does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from components.presentation.addresses import DECK, script_address
from components.presentation.cited import presented
from components.presentation.context import Context
from components.presentation.findings import (
    COUNTS,
    circles,
    has_counts,
    map_description,
    map_extent,
    place_spots,
    shown_counts,
)
from components.presentation.scenes import counted_apart, map_deck, map_key_html
from components.presentation.stage import ground_sent
from components.presentation.timeline_data import zoom_words
from components.story.presentation import Bounds
from components.ui.parts import Heard, block, choices, draw_drawings, draw_part
from components.ui.session import change_view, read_current
from components.ui.share import share

KEY: Final = "map"
MAP_SCRIPTS: Final = ("dom", "closer", "view", "scene", "look", "deck_map")
HTML: Final = """<div class="deck-map">
  <div class="box" role="figure" tabindex="0"><div class="ground" aria-hidden="true"></div></div>
  <div class="tools"><div class="scale" aria-hidden="true"><span></span><i></i></div>
    <button type="button" data-name="first"></button>
    <button type="button" data-name="wider">−</button>
    <button type="button" data-name="closer">+</button></div>
  <div class="map-tip" aria-hidden="true" hidden></div>
</div>"""


def deck_map(
    deck: dict[str, Any],
    ctx: Context,
    *,
    bounds: Bounds,
    alt: str,
    choose_place: Callable[[str], None] | None = None,
    choose_region: Callable[[str], None] | None = None,
) -> None:
    """Draw a deck over the ground of a view; without a choice it is a map to look at.

    ``bounds`` are in sight at first, in degrees; other bounds bring a new first view.
    """
    i18n, t = ctx.i18n, ctx.i18n.t

    def chosen(choose: Callable[[str], None] | None) -> Heard:
        return lambda key: choose(str(key)) if choose else None

    draw_part(
        "deck_map",
        HTML,
        MAP_SCRIPTS,
        ("deck_map",),
        key=KEY,
        data={
            "deck": json.dumps(deck, ensure_ascii=False, separators=(",", ":")),
            "ground": ground_sent(ctx),
            "chosen": list(ctx.view.filters.regions),
            "bounds": bounds,
            "label": alt,
            "language": i18n.language,
            "script": script_address(DECK),
            "answers": bool(choose_place or choose_region),
            "texts": {
                "closer": t("Closer"),
                "wider": t("Wider"),
                "first": t("Reset the map"),
                "wheel": zoom_words(i18n),
                "failed": t("The map could not be drawn. The table holds the same."),
            },
        },
        place=chosen(choose_place),
        region=chosen(choose_region),
    )


def choose_region(region_id: str) -> None:
    """Filter on one region; choosing the same one again lets it go."""
    filters = read_current().filters
    regions = () if filters.regions == (region_id,) else (region_id,)
    # One change of the address: two would be two steps back.
    change_view(filters=replace(filters, regions=regions), event=None)


def show_map(ctx: Context) -> None:
    """Draw the map; a click on a region filters on it, a click on a place chooses its event."""
    i18n, data, view = ctx.i18n, ctx.dataset, ctx.view
    table, counted, extents = shown_counts(ctx), has_counts(data), ctx.story.basemap.extents

    def chosen_place(place_id: str) -> None:
        """The place's first event, or the one after the event already chosen there."""
        if at_place := [e.id for e in ctx.selection.events if e.place_id == place_id]:
            now = at_place.index(view.event) + 1 if view.event in at_place else 0
            change_view(event=at_place[now % len(at_place)])

    def chosen_region(region_id: str) -> None:
        if region_id in data.regions:
            choose_region(region_id)

    def control(name: str, options: dict[str, str], label: str) -> None:
        first = next(iter(options))
        # Another part of the map is seen whole.
        seen = {"look": ""} if name == "extent" else {}
        choices(
            st.segmented_control,
            f"map-{name}",
            label,
            options,
            getattr(view, name) or first,
            lambda value: change_view(**seen, **{name: value or first}),
            label_visibility="collapsed",
        )

    if counted or len(extents) > 1:
        with st.container(horizontal=True, key="map-controls", gap="small"):
            if len(extents) > 1:
                labels = {part.id: getattr(part.name, i18n.language) or part.id for part in extents}
                control("extent", labels, i18n.t("Part of the map shown"))
            if table.earlier:
                days = {"latest": table.latest, "earlier": table.earlier}
                said = {key: i18n.date(day, "short") if day else "" for key, day in days.items()}
                texts = {str(key): i18n.t(text).format(**said) for key, text in COUNTS.items()}
                control("counts", texts, i18n.t("Counts shown"))
    made = map_deck(ctx, table)
    deck_map(
        made,
        ctx,
        bounds=map_extent(ctx.story, view).bounds,
        alt=f"{map_description(table, ctx)} {i18n.t('The table holds the same.')}",
        choose_place=chosen_place,
        choose_region=chosen_region,
    )
    if counted:
        key = str(map_key_html(made, table, ctx))
        draw_drawings("chart_key", "<div data-drawing='key'></div>", {"key": key})
    else:
        spots, drawn = place_spots(ctx), circles(ctx, map_extent(ctx.story, view))
        block(
            "map_places_key.html",
            i18n,
            together=len(drawn) < len(spots),
            places=i18n.number(len(spots)),
            circles=i18n.number(len(drawn)),
            missing=len(ctx.selection.events) - sum(spot.events for spot in spots),
        )
    share(ctx, "map")
    if counted:
        block("caveat.html", i18n, text=" ".join([presented(i18n), *counted_apart(table, ctx)]))
