"""The map of another story on a page: its places and areas, its table and what a click does."""

from __future__ import annotations

import streamlit as st

from components.domain.own_ground import Ground
from components.figures.own_map import gathered
from components.presentation.charts.own_map import (
    MOST_ROWS,
    PlaceRow,
    events_by_place,
    own_finding,
    place_deck,
    place_spots,
)
from components.presentation.context import Context
from components.presentation.records.events import place_name
from components.ui.shared.blocks import block
from components.ui.shared.events import choose_event


def _choose(key: str, here: Context) -> None:
    """The place's first event, or the one after the event already chosen there."""
    at_place = [e.id for e in here.selection.events if e.place_id == key]
    if at_place:
        now = at_place.index(here.view.event) + 1 if here.view.event in at_place else 0
        choose_event(at_place[now % len(at_place)])


def draw_map_scene(here: Context, ground: Ground, *, key: str, height: int) -> None:
    """Draw the map beside a lesson's text, with the place of the chosen event marked."""
    deck = place_deck(here, ground, gathered(place_spots(here), ground.frame))
    alt = here.i18n.t("Map of the places of the events. {finding}.", finding=own_finding(here))
    st.pydeck_chart(deck, height=height, key=key, alt=alt)


def draw_own_map(here: Context, ground: Ground, *, key: str, height: int) -> None:
    """Draw the map; a click on a place chooses its event."""
    i18n = here.i18n
    spots = place_spots(here)
    drawn = gathered(spots, ground.frame)

    def clicked() -> None:
        objects = st.session_state[key]["selection"]["objects"]
        for item in objects.get("places", []):
            _choose((item.get("properties") or item).get("place_id") or item["place_id"], here)

    deck = place_deck(here, ground, drawn)
    alt = i18n.t("Map of the places of the events. {finding}. The table holds the same.",
                 finding=own_finding(here))  # fmt: skip
    st.pydeck_chart(
        deck, height=height, key=key, on_select=clicked, selection_mode="single-object", alt=alt
    )
    placed = sum(spot.events for spot in spots)
    missing = len(here.selection.events) - placed
    block(
        "own_map_key.html",
        i18n,
        together=len(drawn) < len(spots),
        places=i18n.number(len(spots)),
        circles=i18n.number(len(drawn)),
        missing=missing,
        bare=not ground.land and not ground.regions,
    )


def draw_own_table(here: Context) -> None:
    """The same places as a table, the busiest first."""
    counted, i18n, data = events_by_place(here), here.i18n, here.dataset
    ordered = sorted(counted, key=lambda key: (-counted[key], key))
    rows = []
    for key in ordered[:MOST_ROWS]:
        place = data.places[key]
        known = place.lat is not None and place.lon is not None
        spot = f"{place.lat:g}, {place.lon:g}" if known else i18n.t("no coordinates")
        rows.append(PlaceRow(place_name(place, i18n), i18n.number(counted[key]), spot))
    more = max(len(ordered) - MOST_ROWS, 0)
    block("own_map_table.html", i18n, rows=rows, more=more)
