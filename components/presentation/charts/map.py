"""The counts by region as the map draws them, and the same as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

import pydeck as pdk

from components.domain.dates.edtf import parse_edtf
from components.domain.evidence.headlines import regional_counts
from components.domain.geography.terrain import around, terrain_near
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim, Region
from components.domain.records.presentation import MapExtent
from components.domain.views.view import Counts, View
from components.figures.map.deck import (
    DARK_MAP,
    LIGHT_MAP,
    MapTexts,
    PlaceMark,
    RegionMark,
    story_map,
)
from components.i18n import N_, I18n
from components.presentation.charts.geometry import sent_once
from components.presentation.charts.places import circles, places_finding
from components.presentation.context import Context
from components.presentation.records.citations import CitationView, citation_views
from components.presentation.records.events import place_name
from components.presentation.stories import LoadedStory
from components.presentation.text.empty import nothing_fits

COUNTS: Final[dict[Counts, str]] = {
    "latest": N_("To {latest}"),
    "earlier": N_("To {earlier}"),
    "change": N_("The change"),
}

HEAVY: Final = ("ground", "regions", "textures", "rivers")


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
    """Every region's counts, their days (EDTF), and whether the filters leave any shown."""

    rows: tuple[RegionCounts, ...]
    earlier: str | None
    latest: str | None
    largest: int
    answered: bool

    def day(self, which: str) -> str | None:
        """The day (EDTF) of the counts."""
        return self.earlier if which == "earlier" else self.latest

    def total(self, which: str) -> int:
        """The sum of the counts of one day."""
        return sum(row.number(which) or 0 for row in self.rows)


def count_table(ctx: Context) -> CountTable:
    """The counts under the filters, for every region whatever the region filter.

    A filter that no count fits leaves the counts in place and says so (``answered`` is false):
    they are then drawn muted.
    """
    everywhere = replace(ctx.view.filters, regions=())
    days = regional_counts(ctx.dataset, everywhere)
    kept = {claim.id for claim in ctx.selection.claims}
    shown = days[-2:-1] if ctx.view.counts == "earlier" else days[-1:]
    answered = any(c.id in kept for day in shown for c in day) or not ctx.view.filters.active()
    latest = {c.region_id: c for c in days[-1]} if days else {}
    earlier = {c.region_id: c for c in days[-2]} if len(days) > 1 else {}
    rows = tuple(
        RegionCounts(region, earlier.get(key), latest.get(key))
        for key, region in ctx.dataset.regions.items()
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


def has_counts(dataset: Dataset) -> bool:
    """Whether the map shows counts by region; else it shows where the events were."""
    return bool(dataset.counts_by_region())


def map_extent(story: LoadedStory, view: View) -> MapExtent:
    """The part of the map that a view shows."""
    return story.basemap.extent(view.extent)


def _region_mark(row: RegionCounts, at: tuple[float, float], view: View, i18n: I18n) -> RegionMark:
    counts, region = view.counts, row.region
    lon, lat = at
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


def region_marks(table: CountTable, ctx: Context) -> list[RegionMark]:
    """The regions as the map draws them; one without seat and outline is in the table alone."""
    basemap = ctx.story.basemap
    return [
        _region_mark(row, basemap.anchors[row.region.id], ctx.view, ctx.i18n)
        for row in table.rows
        if row.region.id in basemap.anchors and row.region.id not in basemap.off_map
    ]


def place_marks(ctx: Context) -> list[PlaceMark]:
    """The places of the events shown, and that of the event chosen."""
    events = Counter(e.place_id for e in ctx.selection.events if e.place_id)
    chosen = ctx.dataset.events[ctx.view.event].place_id if ctx.view.event else None
    marks = []
    for place_id in sorted(set(events) | ({chosen} if chosen else set())):
        place = ctx.dataset.places[place_id]
        if place.lat is None or place.lon is None:
            continue
        marks.append(
            PlaceMark(
                place_id=place_id,
                name=place_name(place, ctx.i18n),
                lon=place.lon,
                lat=place.lat,
                events=events[place_id],
                selected=place_id == chosen,
                precision=place.precision,
            )
        )
    return marks


def map_deck(ctx: Context, table: CountTable) -> pdk.Deck:
    """The map of a view: its counts by region, or its events by place."""
    extent, counted = map_extent(ctx.story, ctx.view), has_counts(ctx.dataset)
    deck = story_map(
        ctx.story.basemap,
        regions=region_marks(table, ctx),
        places=place_marks(ctx) if counted else (),
        circles=() if counted else circles(ctx, extent),
        selected_regions=ctx.view.filters.regions,
        palette=DARK_MAP if ctx.mode == "dark" else LIGHT_MAP,
        extent=extent,
        texts=MapTexts(ctx.i18n.language, ctx.i18n.t("not reported") if counted else ""),
        dimmed=not table.answered,
        largest=table.largest,
        terrain=terrain_near(around(extent.bounds)),
    )
    # What is sent once is kept for the whole process; an upload's outlines are not.
    if ctx.story.private:
        return deck
    query = {**ctx.params(lang=ctx.i18n.language), "mode": ctx.mode}
    return sent_once(deck, HEAVY, urlencode(query, doseq=True))


def map_finding(ctx: Context) -> str:
    """The map's title: the region with the largest share of those counted, in words."""
    if not has_counts(ctx.dataset):
        return places_finding(ctx)
    which = "earlier" if ctx.view.counts == "earlier" else "latest"
    return counts_finding(count_table(ctx), which, ctx.view, ctx.i18n)


def _holds_any(ctx: Context) -> bool:
    """Whether the filters leave an event or a count on the map."""
    counted = has_counts(ctx.dataset) and count_table(ctx).answered
    return bool(ctx.selection.events) or counted


def map_heading(ctx: Context) -> str:
    """The Map page's headline: the map's title, where anything is left to be on it."""
    return map_finding(ctx) if _holds_any(ctx) else nothing_fits(ctx.i18n)


def map_lead(ctx: Context) -> str:
    """The line below the Map page's headline: what it shows; nothing where nothing is left."""
    words = ctx.i18n.t("Where the events happened, and what was counted by region.")
    return words if _holds_any(ctx) else ""


def counts_of_regions(count: str, total: str, regions: Sequence[str], i18n: I18n) -> str:
    """How many of all who were counted were counted in the regions of some names."""
    if len(regions) > 1:
        return i18n.t(
            "{count} of {total} people counted in these regions", count=count, total=total
        )
    (region,) = regions
    return i18n.t(
        "{count} of {total} people counted in {region}", count=count, total=total, region=region
    )


def counts_finding(table: CountTable, which: str, view: View, i18n: I18n) -> str:
    """What the counts of one day say: who has most of all, or how many the regions asked for."""
    asked = view.filters.regions
    rows = tuple(row for row in table.rows if not asked or row.region.id in asked)
    shown = replace(table, rows=rows)
    total = shown.total(which)
    if not total:
        return i18n.t("No count by region fits these filters")
    if not table.answered:
        day = i18n.date(table.day(which) or "", "short")
        return i18n.t("The counts by region are of {date}, outside these filters", date=day)
    if view.counts == "change" and shown.total("earlier") and table.earlier and table.latest:
        return i18n.t(
            "Counted by region: {earlier} on {first}, {latest} on {last}",
            earlier=i18n.number(shown.total("earlier")),
            latest=i18n.number(total),
            first=i18n.day(parse_edtf(table.earlier).last, "told"),
            last=i18n.day(parse_edtf(table.latest).last, "told"),
        )
    if asked:
        names = [i18n.of(row.region, "label") for row in rows]
        every = i18n.number(table.total(which))
        return counts_of_regions(i18n.number(total), every, names, i18n)
    top = max(table.rows, key=lambda row: row.number(which) or 0)
    return i18n.t(
        "{percent} of those counted were counted in {region}",
        percent=i18n.percent((top.number(which) or 0) / total),
        region=i18n.of(top.region, "label"),
    )


def map_caption(dataset: Dataset, i18n: I18n) -> str:
    """What the map measures."""
    t = i18n.t
    return t("People counted by region") if has_counts(dataset) else t("Events by place")


def counts_in_words(table: CountTable, view: View, i18n: I18n) -> str:
    """Every region with its number, for those who do not see the map."""
    missing = i18n.t("not reported")
    numbers = [_text(row, view.counts, i18n) or missing for row in table.rows]
    names = [i18n.of(row.region, "label") for row in table.rows]
    return "; ".join(f"{a} {b}" for a, b in zip(names, numbers, strict=True)) + "."


def counted_apart(table: CountTable, ctx: Context) -> list[str]:
    """Drawn close, a number stands at one spot: that it was counted elsewhere, too, is said."""
    extent, i18n = map_extent(ctx.story, ctx.view), ctx.i18n
    if not extent.close:
        return []
    west, south, east, north = extent.bounds
    shown = [
        mark
        for mark in region_marks(table, ctx)
        if mark.value and west <= mark.lon <= east and south <= mark.lat <= north
    ]
    return [
        i18n.t(
            "The {count} of {region} were counted in the whole region, not at this spot.",
            count=mark.text,
            region=mark.label,
        )
        for mark in shown
    ]


def map_description(table: CountTable, ctx: Context) -> str:
    """What the map shows, for those who do not see it."""
    i18n = ctx.i18n
    if has_counts(ctx.dataset):
        return i18n.t(
            "Map: people counted by region, as circles. {counts}",
            counts=counts_in_words(table, ctx.view, ctx.i18n),
        )
    return i18n.t("Map of the places of the events. {finding}.", finding=map_finding(ctx))


@dataclass(frozen=True)
class _CountRow:
    label: str
    earlier: str
    latest: str
    change: str
    citations: tuple[CitationView, ...]


def count_row(row: RegionCounts, ctx: Context) -> _CountRow:
    """One row of the table of counts."""
    i18n = ctx.i18n
    missing = i18n.t("not reported")
    earlier, latest = row.number("earlier"), row.number("latest")
    change = "" if earlier is None or latest is None else i18n.signed(latest - earlier)
    claims = [c for c in (row.latest, row.earlier) if c]
    return _CountRow(
        i18n.of(row.region, "label"),
        missing if earlier is None else i18n.number(earlier),
        missing if latest is None else i18n.number(latest),
        change,
        tuple(c for claim in claims for c in citation_views(claim.id, ctx)),
    )
