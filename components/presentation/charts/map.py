"""The counts by region as the map draws them, and the same as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from components.domain.dates.edtf import parse_edtf
from components.domain.evidence.headlines import summable
from components.domain.evidence.region_counts import CountTable, RegionCounts, counts_left
from components.domain.geography.basemap import Basemap
from components.domain.geography.terrain import around, terrain_near
from components.domain.records.dataset import Dataset
from components.domain.records.presentation import MapExtent
from components.domain.views.view import Counts, View
from components.drawing.deck import GROUND_LAYERS, CompactDeck, TerrainRow, deck
from components.drawing.ground import DARK_MAP, LIGHT_MAP, Ground, MapPalette, Name, Outlines
from components.drawing.map import MapFrame, MapRows, PlaceRow, RegionRow, Spot
from components.drawing.palette import Mode
from components.i18n import N_, I18n, Language
from components.i18n.counts import silence
from components.presentation.charts.geometry import sent_once
from components.presentation.charts.places import circles, places_finding
from components.presentation.charts.totals_words import by_whom
from components.presentation.context import Context
from components.presentation.records.citations import CitationView, citation_views
from components.presentation.records.events import place_name
from components.presentation.stories import LoadedStory
from components.presentation.ways_back import nothing_fits

COUNTS: Final[dict[Counts, str]] = {
    "latest": N_("To {latest}"),
    "earlier": N_("To {earlier}"),
    "change": N_("The change"),
}


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


def _region_row(
    row: RegionCounts, at: tuple[float, float], counts: Counts, i18n: I18n
) -> RegionRow:
    region, which = row.region, "earlier" if counts == "earlier" else "latest"
    lon, lat = at
    return RegionRow(
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


def region_rows(table: CountTable, ctx: Context) -> list[RegionRow]:
    """The regions as the map draws them; one without seat and outline is in the table alone."""
    basemap = ctx.story.basemap
    return [
        _region_row(row, basemap.anchors[row.region.id], _counts(table, ctx.view), ctx.i18n)
        for row in table.rows
        if row.region.id in basemap.anchors and row.region.id not in basemap.off_map
    ]


def place_marks(ctx: Context) -> list[PlaceRow]:
    """The places of the events shown, and that of the event chosen."""
    events = Counter(e.place_id for e in ctx.selection.events if e.place_id)
    chosen = ctx.dataset.events[ctx.view.event].place_id if ctx.view.event else None
    marks = []
    for place_id in sorted(set(events) | ({chosen} if chosen else set())):
        place = ctx.dataset.places[place_id]
        if place.lat is None or place.lon is None:
            continue
        marks.append(
            PlaceRow(
                place_id=place_id,
                name=place_name(place, ctx.i18n),
                lon=place.lon,
                lat=place.lat,
                events=events[place_id],
                selected=place_id == chosen,
            )
        )
    return marks


def map_palette(mode: Mode) -> MapPalette:
    """The map's colours in the mode in use."""
    return DARK_MAP if mode == "dark" else LIGHT_MAP


def map_ground(
    basemap: Basemap, extent: MapExtent, language: Language, *, fine: bool = True
) -> Ground:
    """What lies under a map; ``fine`` keeps every corner, for pictures and paper."""
    ground, names = basemap.ground, []
    found = basemap.outlines(extent.id, fine=fine)
    outlines = basemap.kept.setdefault(("outlines", id(found)), Outlines(**vars(found)))
    # Countries, whose codes are the shorter ones, before what lies in them.
    for code, (lon, lat) in sorted(extent.names.items(), key=lambda spot: (len(spot[0]), spot)):
        area = ground.countries.get(code) or ground.divisions.get(code)
        if words := basemap.name(code, language):
            names.append(Name(words, lon, lat, area.shape if area else None))
    return Ground(outlines, tuple(names), ground.regions, basemap.frame)


def map_frame(extent: MapExtent) -> MapFrame:
    """The part of the map that is drawn."""
    regions, places = (
        {key: Spot(spot.dx, spot.dy, spot.anchor, spot.wrap) for key, spot in spots.items()}
        for spots in (extent.regions, extent.places)
    )
    return MapFrame(extent.bounds, extent.close, extent.zooms, regions, places)


def _terrain(basemap: Basemap, extent: MapExtent, language: Language) -> list[TerrainRow]:
    """Rivers and towns, and the divisions that the extent does not name itself."""
    near = around(extent.bounds)
    west, south, east, north = near
    rows = [
        TerrainRow(
            one.kind, one.called(language), one.rank, *one.spot,
            one.geometry if one.kind == "river" else None,
        )
        for one in terrain_near(near)
    ]  # fmt: skip
    return rows + [
        TerrainRow("division", basemap.name(code, language), 0, lon, lat)
        for code, (lon, lat) in basemap.division_spots().items()
        if code not in extent.names and west <= lon <= east and south <= lat <= north
    ]


def deck_of(ctx: Context, rows: MapRows) -> CompactDeck:
    """Some rows on the map that can be moved."""
    basemap, extent, language = (
        ctx.story.basemap,
        map_extent(ctx.story, ctx.view),
        ctx.i18n.language,
    )
    if (terrain := basemap.kept.get((extent.id, language))) is None:
        terrain = basemap.kept[extent.id, language] = _terrain(basemap, extent, language)
    return deck(
        map_ground(basemap, extent, language, fine=False),
        rows,
        map_frame(extent),
        map_palette(ctx.mode),
        terrain,
    )


def map_deck(ctx: Context, table: CountTable) -> CompactDeck:
    """The map of a view: its counts by region, or its events by place."""
    counted = has_counts(ctx.dataset)
    made = deck_of(
        ctx,
        MapRows(
            region_rows(table, ctx),
            place_marks(ctx) if counted else circles(ctx, map_extent(ctx.story, ctx.view)),
            circled=not counted,
            not_reported=ctx.i18n.t("not reported") if counted else "",
            chosen=ctx.view.filters.regions,
            dimmed=not table.answered,
            largest=table.largest,
        ),
    )
    # What is sent once is kept for the whole process; an upload's outlines are not.
    if ctx.story.private:
        return made
    query = {**ctx.params(lang=ctx.i18n.language), "mode": ctx.mode}
    return sent_once(made, GROUND_LAYERS, urlencode(query, doseq=True))


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
        for mark in region_rows(table, ctx)
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


def count_citations(row: RegionCounts, ctx: Context) -> list[CitationView]:
    """Where the counts of a region are said, the later day's first."""
    claims = [claim for claim in (row.latest, row.earlier) if claim]
    return [c for claim in claims for c in citation_views(claim.id, ctx)]
