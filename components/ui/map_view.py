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
from components.query.figures import CountTable
from components.query.filters import Selection
from components.query.view import View
from components.story.geometry import Bounds
from components.ui.parts import block, component, draw_key, sent
from components.ui.session import change_view, read_filters
from components.ui.share import share

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
    key: str,
    bounds: Bounds,
    alt: str,
    choose_place: Callable[[str], None] | None = None,
    choose_region: Callable[[str], None] | None = None,
) -> None:
    """Draw a deck over the ground of a view.

    Args:
        deck: layers and limits of the zoom.
        ctx: the view.
        key: of the widget.
        bounds: what must be in sight at first, in degrees; other bounds bring a new first view.
        alt: what the map shows, for those who do not see it.
        choose_place: called with the id of a place that is pressed,
        choose_region: and with that of a region; without either it is a map to look at.
    """
    i18n, t = ctx.i18n, ctx.i18n.t

    def chosen(name: str, choose: Callable[[str], None] | None) -> Callable[[], None]:
        return sent(key, name, lambda found: choose(str(found)) if choose else None)

    part = component("deck_map", HTML, MAP_SCRIPTS, ("deck_map",))
    part(
        key=key,
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
        on_place_change=chosen("place", choose_place),
        on_region_change=chosen("region", choose_region),
    )


def choose_region(region_id: str | None) -> None:
    """Filter on one region, or on none; choosing the same one again lets it go."""
    filters = read_filters()
    regions = () if region_id is None or filters.regions == (region_id,) else (region_id,)
    # One change of the address: two would be two steps back.
    change_view(filters=replace(filters, regions=regions), event=None)


def _choose_place(place_id: str, selection: Selection, view: View) -> None:
    """The place's first event, or the one after the event already chosen there."""
    at_place = [e.id for e in selection.events if e.place_id == place_id]
    if not at_place:
        return
    now = at_place.index(view.event) + 1 if view.event in at_place else 0
    change_view(event=at_place[now % len(at_place)])


def _control(view: View, name: str, options: dict[Any, str], label: str) -> None:
    def changed() -> None:
        chosen = {name: st.session_state[f"map-{name}"] or next(iter(options))}
        # Another part of the map is seen whole.
        change_view(**({"look": ""} if name == "extent" else {}), **chosen)

    st.session_state[f"map-{name}"] = getattr(view, name) or next(iter(options))
    st.segmented_control(
        label,
        list(options),
        format_func=lambda option: options[option],
        key=f"map-{name}",
        on_change=changed,
        label_visibility="collapsed",
    )


def _controls(ctx: Context, table: CountTable) -> None:
    i18n = ctx.i18n
    days = {
        "latest": i18n.date(table.latest, "short") if table.latest else "",
        "earlier": i18n.date(table.earlier, "short") if table.earlier else "",
    }
    with st.container(horizontal=True, key="map-controls", gap="small"):
        extents = ctx.story.basemap.extents
        if len(extents) > 1:
            labels = {part.id: getattr(part.name, i18n.language) or part.id for part in extents}
            _control(ctx.view, "extent", labels, i18n.t("Part of the map shown"))
        if table.earlier:
            texts = {key: i18n.t(text).format(**days) for key, text in COUNTS.items()}
            _control(ctx.view, "counts", texts, i18n.t("Counts shown"))


def _region_select(ctx: Context) -> None:
    """The keyboard's way to choose a region: deck.gl's canvas takes no focus."""

    def changed() -> None:
        choose_region(st.session_state["map-region"])

    regions = ctx.view.filters.regions
    st.session_state["map-region"] = regions[0] if len(regions) == 1 else None
    names = {key: ctx.i18n.of(r, "label") for key, r in ctx.dataset.regions.items()}
    st.selectbox(
        ctx.i18n.t("Region"),
        list(names),
        index=None,
        format_func=lambda key: names[key],
        key="map-region",
        on_change=changed,
        placeholder=ctx.i18n.t("Choose a region"),
    )


def show_map(ctx: Context) -> None:
    """Draw the map; a click on a region filters on it, a click on a place chooses its event."""
    i18n, table, counted = ctx.i18n, shown_counts(ctx), has_counts(ctx.dataset)

    def region(region_id: str) -> None:
        if region_id in ctx.dataset.regions:
            choose_region(region_id)

    if counted or len(ctx.story.basemap.extents) > 1:
        _controls(ctx, table)
    made = map_deck(ctx, table)
    deck_map(
        made,
        ctx,
        key="map",
        bounds=map_extent(ctx.story, ctx.view).bounds,
        alt=f"{map_description(table, ctx)} {i18n.t('The table holds the same.')}",
        choose_place=lambda place_id: _choose_place(place_id, ctx.selection, ctx.view),
        choose_region=region,
    )
    if counted:
        draw_key(map_key_html(made, table, ctx))
    else:
        _draw_place_key(ctx)
    share(ctx, "map")
    if ctx.dataset.regions:
        _region_select(ctx)
    if counted:
        block("caveat.html", i18n, text=" ".join([presented(ctx.i18n), *counted_apart(table, ctx)]))


def _draw_place_key(ctx: Context) -> None:
    i18n, spots = ctx.i18n, place_spots(ctx)
    drawn = circles(ctx, map_extent(ctx.story, ctx.view))
    block(
        "map_places_key.html",
        i18n,
        together=len(drawn) < len(spots),
        places=i18n.number(len(spots)),
        circles=i18n.number(len(drawn)),
        missing=len(ctx.selection.events) - sum(spot.events for spot in spots),
    )
