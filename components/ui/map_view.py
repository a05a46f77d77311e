"""The map on a page: which counts it draws, its controls, its table and what a click does."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

import pydeck as pdk
import streamlit as st

from components.domain.headlines import regional_counts
from components.domain.models import Claim, Region
from components.domain.view import Counts, Extent
from components.figures.map import (
    DARK_MAP,
    LEGEND,
    LIGHT_MAP,
    OFF_MAP,
    MapTexts,
    PlaceMark,
    RegionMark,
    region_map,
    size_legend,
)
from components.i18n import N_, I18n
from components.ui import resources
from components.ui.cited import Cited, cited
from components.ui.context import Context, change_view, read_filters
from components.ui.detail import presented
from components.ui.events import choose_event, place_name
from components.ui.marks import first_mark
from components.ui.markup import block
from components.ui.own_map_view import draw_own_map, draw_own_table, own_finding
from components.ui.picture_links import offer_picture
from components.ui.shapes import sent_once

COUNTS: Final[dict[Counts, str]] = {
    "latest": N_("To {latest}"),
    "earlier": N_("To {earlier}"),
    "change": N_("The change"),
}
EXTENTS: Final[dict[Extent, str]] = {
    "country": N_("Whole country"),
    "border": N_("The border at Cúcuta"),
}
HEAVY: Final = ("ground", "regions", "textures")


@dataclass(frozen=True)
class RegionCounts:
    """The counts of one region on the two days compared; ``None`` is "not reported"."""

    region: Region
    earlier: Claim | None
    latest: Claim | None

    def number(self, which: str) -> int | None:
        """The figure of one day."""
        claim = self.latest if which == "latest" else self.earlier
        return None if claim is None or claim.value_low is None else int(claim.value_low)


@dataclass(frozen=True)
class CountTable:
    """Every region with its counts, and the days (EDTF) they hold for."""

    rows: tuple[RegionCounts, ...]
    earlier: str | None
    latest: str | None
    largest: int
    answered: bool

    def total(self, which: str) -> int:
        """The sum of the counts of one day."""
        return sum(row.number(which) or 0 for row in self.rows)


def count_table(here: Context) -> CountTable:
    """The counts under the filters, for every region whatever the region filter.

    A date filter that no count fits leaves the latest counts in place and says so
    (``answered`` is false): the map then draws them muted.
    """
    everywhere = replace(here.view.filters, regions=())
    days = regional_counts(here.dataset, everywhere)
    kept = {claim.id for claim in here.selection.claims}
    answered = any(c.id in kept for day in days for c in day) or not here.view.filters.active()
    latest = {c.region_id: c for c in days[-1]} if days else {}
    earlier = {c.region_id: c for c in days[-2]} if len(days) > 1 else {}
    rows = tuple(
        RegionCounts(region, earlier.get(key), latest.get(key))
        for key, region in here.dataset.regions.items()
    )
    ordered = tuple(sorted(rows, key=lambda r: (-(r.number("latest") or -1), r.region.id)))
    every = [int(c.value_low or 0) for day in days for c in day]
    return CountTable(
        ordered,
        days[-2][0].as_of if len(days) > 1 else None,
        days[-1][0].as_of if days else None,
        max(every, default=0),
        answered,
    )


def _text(row: RegionCounts, counts: Counts, i18n: I18n) -> str:
    latest, earlier = row.number("latest"), row.number("earlier")
    if counts == "latest":
        return "" if latest is None else i18n.number(latest)
    if counts == "earlier":
        return "" if earlier is None else i18n.number(earlier)
    if latest is None:
        return ""
    if earlier is None:
        return i18n.t("new: {number}", number=i18n.number(latest))
    return f"{i18n.number(earlier)} → {i18n.number(latest)}"


def region_mark(row: RegionCounts, here: Context) -> RegionMark:
    """A region as the map draws it."""
    counts, i18n, region = here.view.counts, here.i18n, row.region
    seat = here.dataset.places[region.seat_place_id] if region.seat_place_id else None
    if seat and seat.lon is not None and seat.lat is not None:
        lon, lat = seat.lon, seat.lat
    else:
        lon, lat = resources.geography(here.view.version).anchors[region.id]
    return RegionMark(
        region_id=region.id,
        label=i18n.of(region, "label"),
        lon=lon,
        lat=lat,
        value=row.number("earlier" if counts == "earlier" else "latest"),
        earlier=row.number("earlier") if counts == "change" else None,
        text=_text(row, counts, i18n),
        seat_inferred=region.seat_basis != "attested",
    )


def place_marks(here: Context) -> list[PlaceMark]:
    """The places of the events shown, and that of the event chosen."""
    events = Counter(e.place_id for e in here.selection.events if e.place_id)
    chosen = here.dataset.events[here.view.event].place_id if here.view.event else None
    marks = []
    for place_id in sorted(set(events) | ({chosen} if chosen else set())):
        place = here.dataset.places[place_id]
        if place.lat is None or place.lon is None:
            continue
        marks.append(
            PlaceMark(
                place_id=place_id,
                name=place_name(place, here.i18n),
                lon=place.lon,
                lat=place.lat,
                events=events[place_id],
                selected=place_id == chosen,
                precision=place.precision,
            )
        )
    return marks


def _deck(here: Context, table: CountTable) -> pdk.Deck:
    deck = region_map(
        resources.geography(here.view.version),
        regions=[region_mark(row, here) for row in table.rows if row.region.id not in OFF_MAP],
        places=place_marks(here),
        selected_regions=here.view.filters.regions,
        palette=DARK_MAP if here.mode == "dark" else LIGHT_MAP,
        extent=here.view.extent,
        texts=MapTexts(here.i18n.language, here.i18n.t("not reported")),
        dimmed=not table.answered,
        largest=table.largest,
    )
    # What is sent once is kept for the whole process; an upload's outlines are not.
    return deck if resources.upload() else sent_once(deck, HEAVY)


def _picked(key: str) -> dict[str, Any]:
    objects: dict[str, list[dict[str, Any]]] = st.session_state[key]["selection"]["objects"]
    for layer in ("places", "counts", "regions"):
        for item in objects.get(layer, []):
            return item.get("properties") or item
    return {}


def choose_region(region_id: str | None) -> None:
    """Filter on one region, or on none; picking the same one again lets it go."""
    filters = read_filters()
    regions = () if region_id is None or filters.regions == (region_id,) else (region_id,)
    # One change of the address: two would be two steps back.
    change_view(filters=replace(filters, regions=regions), event=None)


def _choose_place(place_id: str, here: Context) -> None:
    """The place's first event, or the one after the event already chosen there."""
    at_place = [e.id for e in here.selection.events if e.place_id == place_id]
    if not at_place:
        return
    now = at_place.index(here.view.event) + 1 if here.view.event in at_place else 0
    choose_event(at_place[now % len(at_place)])


def map_finding(here: Context) -> str:
    """The map's title: the region with the largest share of those counted, in words."""
    if resources.ground() is not None:
        return own_finding(here)
    table, i18n = count_table(here), here.i18n
    which = "earlier" if here.view.counts == "earlier" else "latest"
    total = table.total(which)
    if not total:
        return i18n.t("No count by region fits these filters")
    top = max(table.rows, key=lambda row: row.number(which) or 0)
    return i18n.t(
        "{percent} of those counted presented themselves in {region}",
        percent=i18n.percent((top.number(which) or 0) / total),
        region=i18n.of(top.region, "label"),
    )


def _control(here: Context, name: str, options: dict[Any, str], label: str) -> None:
    def changed() -> None:
        change_view(**{name: st.session_state[f"map-{name}"] or next(iter(options))})

    st.session_state[f"map-{name}"] = getattr(here.view, name)
    st.segmented_control(
        label,
        list(options),
        format_func=lambda option: options[option],
        key=f"map-{name}",
        on_change=changed,
        label_visibility="collapsed",
    )


def _controls(here: Context, table: CountTable) -> None:
    i18n = here.i18n
    days = {
        "latest": i18n.date(table.latest, "short") if table.latest else "",
        "earlier": i18n.date(table.earlier, "short") if table.earlier else "",
    }
    with st.container(horizontal=True, key="map-controls", gap="small"):
        labels = {key: i18n.t(text) for key, text in EXTENTS.items()}
        _control(here, "extent", labels, i18n.t("Part of the map shown"))
        if table.earlier:
            texts = {key: i18n.t(text).format(**days) for key, text in COUNTS.items()}
            _control(here, "counts", texts, i18n.t("Counts shown"))


def _region_select(here: Context) -> None:
    """The keyboard's way to choose a region: deck.gl's canvas takes no focus."""

    def changed() -> None:
        choose_region(st.session_state["map-region"])

    regions = here.view.filters.regions
    st.session_state["map-region"] = regions[0] if len(regions) == 1 else None
    names = {key: here.i18n.of(r, "label") for key, r in here.dataset.regions.items()}
    st.selectbox(
        here.i18n.t("Region"),
        list(names),
        index=None,
        format_func=lambda key: names[key],
        key="map-region",
        on_change=changed,
        placeholder=here.i18n.t("Choose a region"),
    )


def draw_map(here: Context, *, key: str, height: int = 520) -> None:
    """Draw the map; a click on a region filters on it, a click on a place chooses its event."""
    if (ground := resources.ground()) is not None:
        draw_own_map(here, ground, key=key, height=height)
        return
    i18n, table = here.i18n, count_table(here)

    def clicked() -> None:
        item = _picked(key)
        if item.get("place_id"):
            _choose_place(item["place_id"], here)
        elif item.get("region_id"):
            choose_region(item["region_id"])

    _controls(here, table)
    alt = i18n.t(
        "Map of Colombia: people counted by region, as circles. {counts} The table holds the same.",
        counts=counts_in_words(table, here),
    )
    st.pydeck_chart(
        _deck(here, table),
        height=height,
        key=key,
        on_select=clicked,
        selection_mode="single-object",
        alt=alt,
    )
    legend = size_legend(LEGEND, table.largest)
    block("map_key.html", i18n, legend=legend, largest=max(r for _, r in legend), table=table)
    offer_picture("map", here)
    _region_select(here)
    block("caveat.html", i18n, text=presented(here))


def counts_in_words(table: CountTable, here: Context) -> str:
    """Every region with its number, for those who do not see the map."""
    i18n = here.i18n
    missing = i18n.t("not reported")
    numbers = [_text(row, here.view.counts, i18n) or missing for row in table.rows]
    names = [i18n.of(row.region, "label") for row in table.rows]
    return "; ".join(f"{a} {b}" for a, b in zip(names, numbers, strict=True)) + "."


@dataclass(frozen=True)
class _Row:
    label: str
    earlier: str
    latest: str
    change: str
    citations: tuple[Cited, ...]


def _row(row: RegionCounts, here: Context) -> _Row:
    i18n = here.i18n
    missing = i18n.t("not reported")
    earlier, latest = row.number("earlier"), row.number("latest")
    change = "" if earlier is None or latest is None else i18n.signed(latest - earlier)
    claims = [c for c in (row.latest, row.earlier) if c]
    return _Row(
        i18n.of(row.region, "label"),
        missing if earlier is None else i18n.number(earlier),
        missing if latest is None else i18n.number(latest),
        change,
        tuple(c for claim in claims for c in cited(claim.id, here)),
    )


def draw_table(here: Context) -> None:
    """The same counts as a table, with their citations and the sums with their reason."""
    if resources.ground() is not None:
        draw_own_table(here)
        return
    table, i18n = count_table(here), here.i18n
    block(
        "counts_table.html",
        i18n,
        rows=[_row(row, here) for row in table.rows],
        earlier=i18n.date(table.earlier) if table.earlier else "",
        latest=i18n.date(table.latest) if table.latest else "",
        sum_earlier=i18n.number(table.total("earlier")),
        sum_latest=i18n.number(table.total("latest")),
        sum_change=i18n.signed(table.total("latest") - table.total("earlier")),
        presented=presented(here),
        differs=first_mark((row.latest for row in table.rows), here),
    )
