"""The map of another story on a page: its places and areas, its table and what a click does."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pydeck as pdk
import streamlit as st

from components.domain.own_ground import Ground
from components.figures.map import DARK_MAP, LIGHT_MAP, RegionMark
from components.figures.own_map import Spot, gathered, own_map
from components.ui.context import Context
from components.ui.events import choose_event, place_name
from components.ui.markup import block

MOST_ROWS = 60


@dataclass(frozen=True)
class _Row:
    """One place of the table, ready to show."""

    name: str
    events: str
    spot: str


def _counted(here: Context) -> Counter[str]:
    return here.selection.by_place


def _spots(here: Context) -> list[Spot]:
    """A spot for each place that has coordinates, and events under the filters."""
    counted, data = _counted(here), here.dataset
    event = data.events.get(here.view.event or "")
    chosen = event.place_id if event else None
    spots = []
    for key in sorted({*counted, *([chosen] if chosen else [])}):
        place = data.places[key]
        if place.lat is not None and place.lon is not None:
            name = place_name(place, here.i18n)
            spots.append(
                Spot(key, name, place.lon, place.lat, counted[key], selected=key == chosen)
            )
    return spots


def _tip(spot: Spot, here: Context) -> str:
    i18n = here.i18n
    events = i18n.n("{count} event", "{count} events", spot.events)
    if spot.places == 1:
        return f"{spot.name}\n{events}"
    places = i18n.n("{count} place", "{count} places", spot.places)
    return i18n.t("{name} and around\n{events} at {places}", name=spot.name, events=events,
                  places=places)  # fmt: skip


def _marks(here: Context, ground: Ground) -> list[RegionMark]:
    """Regions with the latest figure that was reported for each, if any."""
    latest = {key: rows[-1] for key, rows in here.dataset.counts_by_region().items()}
    marks = []
    for key, region in here.dataset.regions.items():
        seat = here.dataset.places.get(region.seat_place_id or "")
        spot = ground.anchors.get(key)
        if spot is None and seat and seat.lon is not None and seat.lat is not None:
            spot = (seat.lon, seat.lat)
        if spot is None:
            continue
        text = here.i18n.value(latest[key]) if key in latest else ""
        name = here.i18n.of(region, "label")
        marks.append(RegionMark(key, name, *spot, None, None, text, seat_inferred=False))
    return marks


def own_finding(here: Context) -> str:
    """The map's title: where most of the events were, if anywhere."""
    counted, i18n = _counted(here), here.i18n
    if not counted:
        return i18n.t("No event under these filters has a place")
    total = sum(counted.values())
    top = max(counted, key=lambda key: (counted[key], key))
    if len(counted) == 1 or counted[top] * 5 < total or counted[top] < 2:
        return i18n.n("Events at {count} place", "Events at {count} places", len(counted))
    return i18n.t(
        "{count} of {total} events with a place were in {place}",
        count=i18n.number(counted[top]),
        total=i18n.number(total),
        place=place_name(here.dataset.places[top], i18n),
    )


def _choose(key: str, here: Context) -> None:
    """The place's first event, or the one after the event already chosen there."""
    at_place = [e.id for e in here.selection.events if e.place_id == key]
    if at_place:
        now = at_place.index(here.view.event) + 1 if here.view.event in at_place else 0
        choose_event(at_place[now % len(at_place)])


def _deck(here: Context, ground: Ground, drawn: list[Spot]) -> pdk.Deck:
    return own_map(
        ground,
        spots=drawn,
        tips=[_tip(spot, here) for spot in drawn],
        counts=_marks(here, ground),
        selected_regions=here.view.filters.regions,
        palette=DARK_MAP if here.mode == "dark" else LIGHT_MAP,
    )


def draw_map_scene(here: Context, ground: Ground, *, key: str, height: int) -> None:
    """Draw the map beside a lesson's text, with the place of the chosen event marked."""
    deck = _deck(here, ground, gathered(_spots(here), ground.frame))
    alt = here.i18n.t("Map of the places of the events. {finding}.", finding=own_finding(here))
    st.pydeck_chart(deck, height=height, key=key, alt=alt)


def draw_own_map(here: Context, ground: Ground, *, key: str, height: int) -> None:
    """Draw the map; a click on a place chooses its event."""
    i18n = here.i18n
    spots = _spots(here)
    drawn = gathered(spots, ground.frame)

    def clicked() -> None:
        objects = st.session_state[key]["selection"]["objects"]
        for item in objects.get("places", []):
            _choose((item.get("properties") or item).get("place_id") or item["place_id"], here)

    deck = _deck(here, ground, drawn)
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
    counted, i18n, data = _counted(here), here.i18n, here.dataset
    ordered = sorted(counted, key=lambda key: (-counted[key], key))
    rows = []
    for key in ordered[:MOST_ROWS]:
        place = data.places[key]
        known = place.lat is not None and place.lon is not None
        spot = f"{place.lat:g}, {place.lon:g}" if known else i18n.t("no coordinates")
        rows.append(_Row(place_name(place, i18n), i18n.number(counted[key]), spot))
    more = max(len(ordered) - MOST_ROWS, 0)
    block("own_map_table.html", i18n, rows=rows, more=more)
