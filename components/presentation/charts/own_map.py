"""The places and areas of another story as its map draws them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pydeck as pdk

from components.domain.own_ground import Ground
from components.figures.map import DARK_MAP, LIGHT_MAP, RegionMark
from components.figures.own_map import Spot, own_map
from components.presentation.context import Context
from components.presentation.records.events import place_name

MOST_ROWS = 60


@dataclass(frozen=True)
class PlaceRow:
    """One place of the table, ready to show."""

    name: str
    events: str
    spot: str


def events_by_place(here: Context) -> Counter[str]:
    """How many of the events shown were at each place."""
    return here.selection.by_place


def place_spots(here: Context) -> list[Spot]:
    """A spot for each place that has coordinates, and events under the filters."""
    counted, data = events_by_place(here), here.dataset
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
    counted, i18n = events_by_place(here), here.i18n
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


def place_deck(here: Context, ground: Ground, drawn: list[Spot]) -> pdk.Deck:
    """The map with the places of a view."""
    return own_map(
        ground,
        spots=drawn,
        tips=[_tip(spot, here) for spot in drawn],
        counts=_marks(here, ground),
        selected_regions=here.view.filters.regions,
        palette=DARK_MAP if here.mode == "dark" else LIGHT_MAP,
    )
