"""The map of a view as a scene, with its basemap: for pages, pictures, embeds and lessons."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

import shapely
from markupsafe import Markup

from components.caches import cached_on
from components.drawing import map_signs
from components.drawing.basemap import Ground, GroundName, ground_scene
from components.drawing.basemap_outlines import Areas, Outlines, build_outlines
from components.drawing.deck import deck
from components.drawing.label_placement import Candidate
from components.drawing.map import MapFrame, map_scene
from components.drawing.map_inset import Inset
from components.drawing.map_rows import MapRows, PlaceRow, RegionRow
from components.drawing.palette import MAP_PALETTES, Mode
from components.drawing.projection import Bounds, is_within
from components.drawing.scene import Point, Scene
from components.drawing.sheet import KeyItem
from components.i18n import I18n, Language
from components.loading.loaded_story import LoadedStory
from components.presentation import chart_data
from components.presentation.context import Context
from components.presentation.legend import render_legend
from components.query.figures import CountTable, RegionCounts
from components.query.view import Counts, View
from components.story import ground_data
from components.story.dataset import Dataset
from components.story.presentation import LabelSpot, MapExtent
from components.work.cancellation import raise_if_cancelled

Json = dict[str, Any]
#: A reader can move the map by half of the extent on each side; terrain is named as far.
TERRAIN_REACH: Final = 0.5
#: A country is named that takes such a share of a map, and so many at most.
NAMED_SHARE: Final = 0.01
MOST_COUNTRY_NAMES: Final = 14
#: A part of the map this share as wide as the whole is seen better in an inset.
INSET_SHARE: Final = 0.25


@dataclass(frozen=True)
class MapOptions:
    """How a map is drawn.

    Attributes
    ----------
    extent
        The part of the map; the view's if ``None``.
    scale
        The size of type and circles; 1 is the screen's.
    shrinks
        Whether the scale shrinks where labels need more room; else labels without room are
        left out.
    title, description
        The title of the scene and its text alternative.
    described
        Whether :func:`draw_map` gives it the title and description of the view.
    with_inset
        Whether the first close part of the map is drawn small where there is room.
    """

    extent: MapExtent | None = None
    scale: float = 1.0
    shrinks: bool = True
    title: str = ""
    description: str = ""
    described: bool = True
    with_inset: bool = False


PLAIN_OPTIONS: Final = MapOptions()


# The basemap --------------------------------------------------------------------------------------
def cached_outlines(basemap: ground_data.Basemap, extent_id: str) -> Outlines:
    """Return what an extent of the map draws; the same object at every call, from any thread."""
    extent = basemap.extent(extent_id)
    bounds = basemap.extents[0].bounds
    cache_id = ""
    if extent.close:
        bounds = extent.bounds
        cache_id = extent.id
    west, south, east, north = bounds
    # A close extent may be too small for the world's outlines, though another is not.
    is_small = max(east - west, north - south) < ground_data.LEAST_WORLD_DEGREES
    has_no_land = basemap.coarse and (is_small or not basemap.countries)
    build = partial(
        _build_outlines, basemap, bounds, is_close=extent.close, has_land=not has_no_land
    )
    return cached_on(basemap, ("outlines", cache_id), build)


def _build_outlines(
    basemap: ground_data.Basemap, bounds: Bounds, *, is_close: bool, has_land: bool
) -> Outlines:
    countries = basemap.countries
    if not has_land:
        countries = {}
    areas = Areas(
        countries={code: area.shape for code, area in countries.items()},
        divisions={code: area.shape for code, area in basemap.divisions.items()},
        regions=basemap.regions,
        parts=basemap.parts,
        apart=basemap.apart,
        uncoded=basemap.uncoded,
        roles=basemap.roles,
    )
    return build_outlines(bounds, areas, close=is_close, grid=not has_land)


def build_ground(
    story: LoadedStory,
    view: View,
    i18n: I18n,
    extent: MapExtent | None = None,
    *,
    with_terrain: bool = False,
) -> Ground:
    """Build what is under the map of a view.

    Parameters
    ----------
    story
        The story that is shown.
    view
        What the address asks for.
    i18n
        The reader's language.
    extent
        The part of the map; the view's if ``None``.
    with_terrain
        Add rivers, towns, borders and the divisions that the extent does not name itself, which
        are named as a reader looks closer.
    """
    raise_if_cancelled()
    basemap = story.basemap
    if extent is None:
        extent = basemap.extent(view.extent)
    terrain: Sequence[GroundName] = ()
    outlines = cached_outlines(basemap, extent.id)
    # Of a story's own outlines the drawing is full; those of the world have nothing else. A map of
    # a city, which has a grid, is finer than its rivers.
    is_plain = basemap.coarse and "grid" not in outlines.shapes
    if with_terrain or is_plain:
        terrain = _cached_terrain(story, i18n, extent)
    built = Ground(
        outlines=outlines,
        names=_list_area_names(story, i18n, extent),
        regions=basemap.regions,
        bounds=extent.bounds,
        home_bounds=basemap.extents[0].bounds,
        close=extent.close,
        zooms=extent.zooms,
        region_spots=_list_label_spots(extent.regions),
        place_spots=_list_label_spots(extent.places),
        terrain=terrain,
    )
    raise_if_cancelled()
    return built


def _list_label_spots(spots: Mapping[str, LabelSpot]) -> dict[str, Candidate]:
    return {
        label_id: Candidate(spot.dx, spot.dy, spot.anchor, spot.wrap)
        for label_id, spot in spots.items()
    }


def _list_area_names(story: LoadedStory, i18n: I18n, extent: MapExtent) -> tuple[GroundName, ...]:
    """Return the countries and divisions that an extent names, the countries first."""
    basemap = story.basemap
    if basemap.coarse and not extent.names:
        list_names = partial(_list_country_names, basemap, extent, i18n.language)
        return cached_on(basemap, ("countries", extent.id, i18n.language), list_names)
    areas = {**basemap.divisions, **basemap.countries}
    area_names: list[GroundName] = []
    # The codes of countries are shorter.
    for code in sorted(extent.names, key=lambda code: (len(code), code)):
        area_name = basemap.name(code, i18n.language)
        if not area_name:
            continue
        shape = None
        if code in areas:
            shape = areas[code].shape
        lon, lat = extent.names[code]
        area_names.append(GroundName(area_name, lon, lat, shape))
    return tuple(area_names)


def _list_country_names(
    basemap: ground_data.Basemap, extent: MapExtent, language: Language
) -> tuple[GroundName, ...]:
    """Return the countries of which an extent shows most, where a story names none itself."""
    west, south, east, north = extent.bounds
    least_area = NAMED_SHARE * (east - west) * (north - south)
    names_by_area: list[tuple[float, GroundName]] = []
    for code, area in basemap.countries.items():
        visible = shapely.clip_by_rect(area.shape, *extent.bounds)
        name = basemap.name(code, language)
        if not name or visible.area <= least_area:
            continue
        largest_part = max(shapely.get_parts(visible), key=shapely.area)
        point = largest_part.representative_point()
        ground_name = GroundName(name, point.x, point.y, area.shape)
        names_by_area.append((visible.area, ground_name))
    names_by_area.sort(key=itemgetter(0), reverse=True)
    return tuple(ground_name for _, ground_name in names_by_area[:MOST_COUNTRY_NAMES])


def _cached_terrain(story: LoadedStory, i18n: I18n, extent: MapExtent) -> Sequence[GroundName]:
    """Return what is named as a reader looks closer, as far around as the map can be moved."""
    basemap = story.basemap
    language = i18n.language
    list_names = partial(_list_terrain_names, basemap, extent, language)
    return cached_on(basemap, ("terrain", extent.id, language), list_names)


def _list_terrain_names(
    basemap: ground_data.Basemap, extent: MapExtent, language: Language
) -> list[GroundName]:
    reach = ground_data.pad_bounds(extent.bounds, 0, TERRAIN_REACH)
    west, south, east, north = reach
    terrain_names = [GroundName(*parts) for parts in ground_data.list_terrain(reach, language)]
    for code, area in basemap.divisions.items():
        if code in extent.names or area.shape.is_empty:
            continue
        point = area.shape.representative_point()
        if west <= point.x <= east and south <= point.y <= north:
            name = basemap.name(code, language)
            terrain_names.append(GroundName(name, point.x, point.y, kind="division"))
    return terrain_names


# The marks ----------------------------------------------------------------------------------------
def build_region_row(row: RegionCounts, point: Point, counts: Counts, i18n: I18n) -> RegionRow:
    """Build a region's count as the map draws it.

    Parameters
    ----------
    row
        The counts of the region.
    point
        Longitude and latitude in degrees of its seat or its label point.
    counts
        The day that is shown, or ``change``.
    i18n
        The reader's language.
    """
    region = row.region
    day_key = "latest"
    if counts == "earlier":
        day_key = "earlier"
    earlier_number = None
    if counts == "change":
        earlier_number = row.count_of("earlier")
    count_text = ""
    # The text for a region that is not reported is one of the map's.
    if not row.is_unreported(day_key):
        count_text = chart_data.format_count(row, counts, i18n)
    lon, lat = point
    return RegionRow(
        region.id,
        i18n.localize(region, "name"),
        lon,
        lat,
        value=row.count_of(day_key),
        earlier=earlier_number,
        text=count_text,
        seat_inferred=bool(region.seat_place_id) and region.seat_basis != "attested",
        left_out=day_key in row.left_out,
        long_label=i18n.localize(region, "label"),
    )


def _build_region_rows(
    table: CountTable, counts: Counts, story: LoadedStory, i18n: I18n
) -> list[RegionRow]:
    """Build the regions of a map; one without seat and outline is in the table alone."""
    basemap = story.basemap
    shown_day: Counts = "latest"
    if table.days.get("earlier"):
        shown_day = counts
    region_rows: list[RegionRow] = []
    for row in table.rows:
        point = basemap.anchors.get(row.region.id)
        if point and row.region.id not in basemap.off_map:
            region_rows.append(build_region_row(row, point, shown_day, i18n))
    return region_rows


def build_map_rows(
    ctx: Context,
    table: CountTable,
    places: Sequence[PlaceRow] = (),
    *,
    can_move: bool = False,
) -> MapRows:
    """Build what is drawn on a view's map.

    Without counts by region its regions are part of the basemap, but named on a map that can be
    moved. Its places are circles there, and wherever several are one cluster.

    Parameters
    ----------
    ctx
        The view.
    table
        Its counts by region.
    places
        The places of its events.
    can_move
        Whether a reader can move the map.
    """
    has_counts = bool(ctx.dataset.counts_by_region)
    region_rows: Sequence[RegionRow] = ()
    if has_counts or can_move:
        region_rows = _build_region_rows(table, ctx.view.counts, ctx.story, i18n=ctx.i18n)
    has_clusters = any(row.places > 1 for row in places)
    not_reported = ""
    if has_counts:
        not_reported = ctx.i18n.t("not reported")
    chosen_regions = ctx.view.filters.regions
    focus: frozenset[str] | None = None
    if has_counts and chosen_regions:
        focus = frozenset((*chosen_regions, *(row.place_id for row in places)))
    return MapRows(
        region_rows,
        places,
        circled=not has_counts and (can_move or has_clusters),
        not_reported=not_reported,
        chosen=chosen_regions,
        focus=focus,
        dimmed=not table.answered,
        largest=table.largest,
    )


def list_region_remarks(table: CountTable, story: LoadedStory, view: View, i18n: I18n) -> list[str]:
    """Return remarks on a close map: its numbers were counted in whole regions, not at a spot."""
    extent = story.basemap.extent(view.extent)
    if not extent.close:
        return []
    remarks: list[str] = []
    for row in _build_region_rows(table, view.counts, story, i18n=i18n):
        if row.value and is_within((row.lon, row.lat), extent.bounds):
            remarks.append(
                i18n.t(
                    "The {count} of {region} were counted in the whole region, not at this spot.",
                    count=row.text,
                    region=row.spoken_label,
                )
            )
    return remarks


def _build_inset(ctx: Context, options: MapOptions) -> Inset | None:
    """Build the inset of a map: its first much smaller part with the places and rivers there."""
    story = ctx.story
    whole, *parts = story.basemap.extents
    most_degrees = INSET_SHARE * _measure_width(whole)
    close_extents = [extent for extent in parts if _measure_width(extent) <= most_degrees]
    if not options.with_inset or not close_extents:
        return None
    extent = close_extents[0]
    i18n = ctx.i18n
    build = partial(_list_inset_spots, story.dataset, extent, i18n)
    cache_key = ("inset", extent.id, i18n.language)
    spots = cached_on(story.basemap, cache_key, build)
    if not spots:
        return None
    ground = build_ground(story, ctx.view, i18n, extent=extent)
    ground = replace(ground, bounds=_bounds_around(spots))
    title = getattr(extent.name, i18n.language) or extent.id
    return Inset(title, ground, spots)


def _measure_width(extent: MapExtent) -> float:
    west, _, east, _ = extent.bounds
    return east - west


def _list_inset_spots(dataset: Dataset, extent: MapExtent, i18n: I18n) -> tuple[GroundName, ...]:
    """Return the busiest place of events, rivers and borders by terrain, then the other places."""
    event_counts = Counter(event.place_id for event in dataset.events.values())
    lines: list[GroundName] = []
    for name in ground_data.list_terrain(extent.bounds, i18n.language):
        is_inside = is_within((name.lon, name.lat), extent.bounds)
        if is_inside and name.kind in ("river", "border"):
            lines.append(GroundName(name.name, name.lon, name.lat, kind=name.kind))
    towns: list[GroundName] = []
    for place_id, _ in event_counts.most_common():
        place = dataset.places.get(place_id or "")
        if place is None or place.lon is None or place.lat is None:
            continue
        if is_within((place.lon, place.lat), extent.bounds):
            place_name = i18n.localize(place, "name")
            towns.append(GroundName(place_name, place.lon, place.lat, kind="town"))
    return (*towns[:1], *lines, *towns[1:])


def _bounds_around(spots: Sequence[GroundName]) -> Bounds:
    """Return a square around some spots, in degrees, with as much again around them."""
    lons = [spot.lon for spot in spots]
    lats = [spot.lat for spot in spots]
    middle_lon = (min(lons) + max(lons)) / 2
    middle_lat = (min(lats) + max(lats)) / 2
    spread = max(max(lons) - min(lons), max(lats) - min(lats), ground_data.LEAST_DEGREES)
    return (
        middle_lon - spread,
        middle_lat - spread,
        middle_lon + spread,
        middle_lat + spread,
    )


# The drawings -------------------------------------------------------------------------------------
def draw_map_rows(
    ctx: Context,
    rows: MapRows,
    width: float,
    height: float,
    options: MapOptions = PLAIN_OPTIONS,
) -> Scene:
    """Draw some rows on the map of a view; width and height are in pixels."""
    frame = MapFrame(
        width,
        height,
        scale=options.scale,
        shrinks=options.shrinks,
        title=options.title,
        description=options.description,
        inset=_build_inset(ctx, options),
        format_number=ctx.i18n.format_number,
    )
    under = build_ground(ctx.story, ctx.view, ctx.i18n, extent=options.extent)
    return map_scene(under, rows, MAP_PALETTES[ctx.mode], frame)


def draw_map(
    ctx: Context,
    width: float,
    height: float,
    options: MapOptions = PLAIN_OPTIONS,
    places: Sequence[PlaceRow] | None = None,
) -> Scene:
    """Draw the map of a view.

    Parameters
    ----------
    ctx
        The view.
    width, height
        Pixels.
    options
        How it is drawn.
    places
        The places to draw; those of the view if ``None``.
    """
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    extent = options.extent or ctx.story.basemap.extent(ctx.view.extent)
    if places is None:
        places = chart_data.list_drawn_places(
            ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, extent=extent
        )
    options = replace(options, extent=extent)
    if options.described:
        options = replace(
            options,
            title=chart_data.map_finding(
                ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts
            ),
            description=chart_data.map_description(
                table, ctx.facts, ctx.view.counts, find_facts=ctx.story.facts, i18n=ctx.i18n
            ),
        )
    return draw_map_rows(ctx, build_map_rows(ctx, table, places), width, height, options)


def draw_ground(ctx: Context) -> Scene:
    """Draw what is under the map that can be moved."""
    under = build_ground(ctx.story, ctx.view, ctx.i18n, with_terrain=True)
    map_rows = build_map_rows(
        ctx, chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    )
    known_regions = map_rows.known_regions(under.outlines.rings)
    return ground_scene(under, known_regions, MAP_PALETTES[ctx.mode])


def build_map_deck(story: LoadedStory, view: View, i18n: I18n, mode: Mode, rows: MapRows) -> Json:
    """Build what deck.gl draws of some rows on the map that can be moved."""
    return deck(build_ground(story, view, i18n, with_terrain=True), rows, MAP_PALETTES[mode])


# The legend ---------------------------------------------------------------------------------------
class CircleScale(NamedTuple):
    """The scale of the circles of a map."""

    #: The number of the largest circle.
    largest: int
    #: How many pixels a pixel of the map's own scale takes.
    unit: float = 1.0


#: The sign of numbers that do not meet the filters.
DIMMED_SIGN: Final = "grey"
#: Radius in pixels and label of a circle of a legend.
LegendCircle = tuple[float, str]


def build_map_key(
    signs: Collection[str],
    circles: Sequence[LegendCircle],
    i18n: I18n,
    mode: Mode,
    other_meanings: Mapping[str, str] | None = None,
) -> list[KeyItem]:
    """Build the legend of some signs of a map.

    Parameters
    ----------
    signs
        The signs that are drawn; with :data:`DIMMED_SIGN` the numbers are grey, since they do not
        meet the filters.
    circles
        The circles of the legend.
    i18n
        The reader's language.
    mode
        Light or dark.
    other_meanings
        Meanings of signs in place of the usual ones.
    """
    meanings = {
        "attested": i18n.t("division named by a source"),
        "assigned": i18n.t("division inferred"),
        "silent": i18n.t("not reported"),
        "office": i18n.t("seat inferred"),
        "change": i18n.t("the earlier day within the later one"),
        "place": i18n.t("place of an event"),
        "named": i18n.t("place that is placed by its name alone"),
        "chosen": i18n.t("place of the chosen event"),
        "ring": i18n.t("chosen region"),
    }
    if other_meanings:
        meanings.update(other_meanings)
    return map_signs.map_key(MAP_PALETTES[mode], circles, meanings, signs)


def list_legend_circles(scale: CircleScale, dataset: Dataset, i18n: I18n) -> list[LegendCircle]:
    """Return the circles of a legend in ascending order."""
    numbers = map_signs.legend_numbers(scale.largest)
    circles: list[LegendCircle] = []
    for number in numbers:
        circle_label = i18n.format_number(number)
        # The largest number says what is counted.
        if number == numbers[-1]:
            counted = i18n.unit_name(dataset.counted_unit, number) or i18n.t("people")
            circle_label = f"{circle_label} {counted}"
        circles.append((map_signs.radius(number, scale.largest) * scale.unit, circle_label))
    return circles


def render_map_key(
    map_deck: Json, table: CountTable, dataset: Dataset, i18n: I18n, mode: Mode
) -> Markup:
    """Render how to read the counts on the map that can be moved: the signs that are on it."""
    meanings = {
        "change": i18n.t("disc: the earlier count; ring: the later one"),
        "grey": i18n.t("grey: counts outside these filters"),
    }
    signs = [*map_deck["signs"]]
    if not table.answered:
        signs.append(DIMMED_SIGN)
    circles = list_legend_circles(CircleScale(table.largest), dataset, i18n)
    items = build_map_key(signs, circles, i18n, mode=mode, other_meanings=meanings)
    return render_legend(items, i18n.t("How to read the map"), i18n)
