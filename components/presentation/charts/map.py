"""The counts by region as the map draws them, and the same as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

import pydeck as pdk

from components.domain.dates.edtf import parse_edtf
from components.domain.evidence.headlines import summable
from components.domain.evidence.region_counts import CountTable, RegionCounts, counts_left
from components.domain.geography.terrain import around, terrain_near
from components.domain.records.dataset import Dataset
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
from components.presentation.charts.totals_words import by_whom
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


def shown_counts(ctx: Context) -> CountTable:
    """The counts under the filters, for every region whatever the region filter.

    A filter that no count fits leaves the counts in place and says so (``answered`` is false):
    they are then drawn muted.
    """
    everywhere = replace(ctx.view.filters, regions=())
    undated = replace(everywhere, start=None, end=None, certain_only=False)
    kept, dated = (
        {claim.id for claim in ctx.story.selection(filters).claims if claim.region_id}
        for filters in (undated, everywhere)
    )
    return counts_left(ctx.dataset, everywhere, kept, dated=dated, which=shown_day(ctx.view))


def silence(row: RegionCounts, which: str, i18n: I18n) -> str:
    """What stands in place of a number: that the filters leave it out, or that there is none."""
    return i18n.t("left out by your filters") if which in row.left_out else i18n.t("not reported")


def shown_day(view: View) -> str:
    """The day of the counts that a view shows: of two that are compared, the later one."""
    return "earlier" if view.counts == "earlier" else "latest"


def _text(row: RegionCounts, counts: Counts, i18n: I18n) -> str:
    """The number as a map writes it, or what stands in its place."""
    which = "earlier" if counts == "earlier" else "latest"
    number, earlier = row.number(which), row.number("earlier")
    if number is None:
        return silence(row, which, i18n)
    if counts != "change" or "earlier" in row.left_out:
        return i18n.number(number)
    if earlier is None:
        return i18n.t("new: {number}", number=i18n.number(number))
    return f"{i18n.number(earlier)} → {i18n.number(number)}"


def has_counts(dataset: Dataset) -> bool:
    """Whether the map shows counts by region; else it shows where the events were."""
    return bool(dataset.counts_by_region())


def map_extent(story: LoadedStory, view: View) -> MapExtent:
    """The part of the map that a view shows."""
    return story.basemap.extent(view.extent)


def _counts(table: CountTable, view: View) -> Counts:
    """Which counts are drawn: a change only where there are two days."""
    return view.counts if table.earlier else "latest"


def _region_mark(
    row: RegionCounts, at: tuple[float, float], counts: Counts, i18n: I18n
) -> RegionMark:
    region, which = row.region, "earlier" if counts == "earlier" else "latest"
    lon, lat = at
    return RegionMark(
        region_id=region.id,
        label=i18n.of(region, "label"),
        lon=lon,
        lat=lat,
        value=row.number(which),
        earlier=row.number("earlier") if counts == "change" else None,
        # What the map says of a region that is not reported is one of its texts.
        text="" if row.silent(which) else _text(row, counts, i18n),
        seat_inferred=region.seat_basis != "attested",
        left_out=which in row.left_out,
    )


def region_marks(table: CountTable, ctx: Context) -> list[RegionMark]:
    """The regions as the map draws them; one without seat and outline is in the table alone."""
    basemap = ctx.story.basemap
    return [
        _region_mark(row, basemap.anchors[row.region.id], _counts(table, ctx.view), ctx.i18n)
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
    return counts_finding(shown_counts(ctx), shown_day(ctx.view), ctx)


def _holds_any(ctx: Context) -> bool:
    """Whether the filters leave an event or a count on the map."""
    counted = has_counts(ctx.dataset) and shown_counts(ctx).answered
    return bool(ctx.selection.events) or counted


def map_heading(ctx: Context) -> str:
    """The Map page's headline: the map's title, where anything is left to be on it."""
    return map_finding(ctx) if _holds_any(ctx) else nothing_fits(ctx.i18n)


def map_lead(ctx: Context) -> str:
    """The line below the Map page's headline: what it shows; nothing where nothing is left."""
    words = ctx.i18n.t("Where the events happened, and what was counted by region.")
    return words if _holds_any(ctx) else ""


def counts_of_regions(count: str, total: str, regions: Sequence[str], i18n: I18n) -> str:
    """How many of all who were counted were counted in the regions of some names.

    ``total`` is empty where the filters leave some counts out.
    """
    several, words = len(regions) > 1, {"count": count, "total": total, "region": regions[0]}
    if not total:
        if several:
            return i18n.t("{count} people counted in these regions", **words)
        return i18n.t("{count} people counted in {region}", **words)
    if several:
        return i18n.t("{count} of {total} people counted in these regions", **words)
    return i18n.t("{count} of {total} people counted in {region}", **words)


def counts_finding(table: CountTable, which: str, ctx: Context) -> str:
    """What the counts of one day say: who has most of all, or how many the regions asked for.

    Only counts of one claimant and one population are added. Where the filters leave some of them
    out, nothing is said of the whole.
    """
    asked, i18n = ctx.view.filters.regions, ctx.i18n
    rows = tuple(row for row in table.rows if not asked or row.region.id in asked)
    shown = replace(table, rows=rows)
    found, total, hidden = shown.claims(which), shown.total(which), table.left_out(which)
    if not found:
        return _no_count(shown, which, i18n)
    if not table.answered:
        day = i18n.date(table.day(which) or "", "short")
        return i18n.t("The counts by region are of {date}, outside these filters", date=day)
    if total is None or table.total(which) is None:
        count = i18n.n("{count} count by region", "{count} counts by region", len(found))
        return i18n.t("{count}, by {names}", count=count, names=by_whom(found, ctx))
    if ctx.view.counts == "change" and (change := _change(shown, i18n)):
        return change
    names = [i18n.of(row.region, "label") for row in rows if row.claim(which)]
    if asked:
        every = "" if hidden else i18n.number(table.total(which) or 0)
        return counts_of_regions(i18n.number(total), every, names, i18n)
    top = max(table.rows, key=lambda row: row.number(which) or 0)
    label, number = i18n.of(top.region, "label"), top.number(which) or 0
    if hidden:
        return i18n.t(
            "{count} people counted in {region}, the most in the regions that your filters leave",
            count=i18n.number(number),
            region=label,
        )
    if not total:
        return i18n.t("Nobody was counted in any region")
    share = i18n.percent(number / total)
    return i18n.t(
        "{percent} of those counted were counted in {region}", percent=share, region=label
    )


def _no_count(table: CountTable, which: str, i18n: I18n) -> str:
    """Why no count is shown: the filters leave it out, or no source gives one."""
    if table.left_out(which):
        return i18n.t("The counts by region are left out by your filters")
    names = i18n.list(i18n.of(row.region, "label") for row in table.rows)
    return i18n.t("No source gives a count for {regions}", regions=names)


def _change(table: CountTable, i18n: I18n) -> str:
    """The sums of two days; nothing where one is not to be held against the other."""
    days = ("earlier", "latest")
    left_out = any(table.left_out(day) for day in days)
    claims = [table.claims(day) for day in days]
    if left_out or not all(claims) or not summable((*claims[0], *claims[1])):
        return ""
    first, last = (parse_edtf(table.day(day) or "").last for day in days)
    return i18n.t(
        "Counted by region: {earlier} on {first}, {latest} on {last}",
        earlier=i18n.number(table.total("earlier") or 0),
        latest=i18n.number(table.total("latest") or 0),
        first=i18n.day(first, "told"),
        last=i18n.day(last, "told"),
    )


def map_caption(dataset: Dataset, i18n: I18n) -> str:
    """What the map measures."""
    t = i18n.t
    return t("People counted by region") if has_counts(dataset) else t("Events by place")


def counts_in_words(table: CountTable, view: View, i18n: I18n) -> str:
    """Every region with its number, for those who do not see the map."""
    counts = _counts(table, view)
    numbers = [_text(row, counts, i18n) for row in table.rows]
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
    earlier, latest = row.number("earlier"), row.number("latest")
    change = "" if earlier is None or latest is None else i18n.signed(latest - earlier)
    claims = [c for c in (row.latest, row.earlier) if c]
    return _CountRow(
        i18n.of(row.region, "label"),
        silence(row, "earlier", i18n) if earlier is None else i18n.number(earlier),
        silence(row, "latest", i18n) if latest is None else i18n.number(latest),
        change,
        tuple(c for claim in claims for c in citation_views(claim.id, ctx)),
    )
