"""Where the events of a view were: places as circles, their title and their table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from components.domain.records.presentation import MapExtent
from components.drawing.map import PlaceRow as Spot
from components.drawing.map import gathered
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.records.events import place_name
from components.presentation.ways_back import nothing_fits

MOST_ROWS = 60


@dataclass(frozen=True)
class PlaceRow:
    """One place of the table, ready to show."""

    name: str
    events: str
    spot: str


def place_spots(ctx: Context) -> list[Spot]:
    """A spot for each place that has coordinates, and events under the filters."""
    counted, data = ctx.selection.by_place, ctx.dataset
    event = data.events.get(ctx.view.event or "")
    chosen = event.place_id if event else None
    spots = []
    for key in sorted({*counted, *([chosen] if chosen else [])}):
        place = data.places[key]
        if place.lat is not None and place.lon is not None:
            name = place_name(place, ctx.i18n)
            spots.append(
                Spot(key, name, place.lon, place.lat, counted[key], selected=key == chosen)
            )
    return spots


def _tip(spot: Spot, i18n: I18n) -> str:
    events = i18n.n("{count} event", "{count} events", spot.events)
    if spot.places == 1:
        return f"{spot.name}\n{events}"
    places = i18n.n("{count} place", "{count} places", spot.places)
    return i18n.t("{name} and around\n{events} at {places}", name=spot.name, events=events,
                  places=places)  # fmt: skip


def places_finding(ctx: Context) -> str:
    """The map's title: where most of the events were, if anywhere."""
    counted, i18n = ctx.selection.by_place, ctx.i18n
    if not ctx.selection.events:
        return nothing_fits(i18n)
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
        place=place_name(ctx.dataset.places[top], i18n),
    )


def circles(ctx: Context, extent: MapExtent) -> list[Spot]:
    """The places as the map draws them, close ones together where there are very many."""
    drawn = gathered(place_spots(ctx), extent.bounds)
    return [replace(spot, tip=_tip(spot, ctx.i18n)) for spot in drawn]


def place_rows(ctx: Context) -> tuple[list[PlaceRow], int]:
    """The busiest places first, and how many more there are."""
    counted, i18n, data = ctx.selection.by_place, ctx.i18n, ctx.dataset
    ordered = sorted(counted, key=lambda key: (-counted[key], key))
    rows = []
    for key in ordered[:MOST_ROWS]:
        place = data.places[key]
        known = place.lat is not None and place.lon is not None
        spot = f"{place.lat:g}, {place.lon:g}" if known else i18n.t("no coordinates")
        rows.append(PlaceRow(place_name(place, i18n), i18n.number(counted[key]), spot))
    return rows, max(len(ordered) - MOST_ROWS, 0)
