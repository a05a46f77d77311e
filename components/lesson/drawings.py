"""What is drawn for a step of a lesson, chosen by one rule for the screen, slides and handout.

A map, where the step counts by region or names a region or a place that has coordinates; figures,
where it names two or more; and a timeline, where it has no two of these. Each is fitted to what the
step is about. On paper they are in the lesson's own language and on the light ground.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Final, Literal, NamedTuple

import shapely

from components.drawing.event_signs import EventRow, count_key, kind_key
from components.drawing.map_rows import MapRows, PlaceRow, RegionRow
from components.drawing.palette import Mode
from components.drawing.projection import is_within
from components.drawing.scene import Scene
from components.drawing.sheet import KeyItem, key_scene
from components.drawing.svg import paint
from components.drawing.text_direction import join_isolated
from components.drawing.timeline import timeline_scene
from components.drawing.timeline_frame import TimelineFrame
from components.drawing.timeline_list import list_scene
from components.i18n import N_, I18n
from components.i18n.formatter import DateForm
from components.limits.views import MOST_MARKS
from components.presentation import map_scenes, totals_scenes
from components.presentation.chart_data import format_bins_legend, locate_event_places
from components.presentation.context import Context
from components.presentation.timeline_scenes import (
    TimelineOptions,
    build_timeline_frame,
    build_timeline_key,
    build_timeline_row,
    draw_timeline,
)
from components.query import figures
from components.query.filters import Filters
from components.story.dataset import Dataset
from components.story.edtf import days_after, parse_edtf
from components.story.ground_data import (
    LEAST_WORLD_DEGREES,
    Basemap,
    Spot,
    find_label_point,
    pad_bounds,
    union_bounds,
)
from components.story.lesson import Step, StepView
from components.story.models import Claim, Event
from components.story.presentation import Bounds, MapExtent

Part = Literal["map", "figures", "timeline"]
PART_NAMES: Final[dict[Part, str]] = {
    "map": N_("Map"),
    "figures": N_("How many?"),
    "timeline": N_("Timeline"),
}
#: Of a step: a third drawing would make all of them too small.
MOST_PARTS: Final = 2
Screen = Literal["wide", "tall", "narrow"]
SCREENS: Final[tuple[Screen, ...]] = ("wide", "tall", "narrow")


class DrawingRoom(NamedTuple):
    """The room for a drawing, and its size of type.

    Attributes
    ----------
    width, height
        CSS pixels. Without a height a timeline is a list, and other drawings are as high as looks
        well.
    scale
        The size of type; 1 is 12 pixels for labels.
    """

    width: float
    height: float | None = None
    scale: float = 1.0


#: How large type is beside the text: labels of 18 pixels can be read from the last row.
TYPE_FACTOR: Final = 1.5
#: Beside the text, in a window of 1280 by 720 pixels and on a projector of 1024 by 768.
SCREEN_ROOMS: Final[dict[Screen, DrawingRoom]] = {
    "wide": DrawingRoom(612.0, 612.0, TYPE_FACTOR),
    "tall": DrawingRoom(485.0, 690.0, TYPE_FACTOR),
}
GAP_PX: Final = 12.0
#: A phone's width, and the height of its map.
NARROW_WIDTH_PX: Final = 343.0
NARROW_MAP_PX: Final = 300.0
#: What share of the room the second drawing may have: as much as its titles and numbers need.
SECOND_SHARES: Final = (0.35, 0.43, 0.52, 0.6)
#: How much larger than asked for the type of a list may be where there is room.
LIST_TYPE_FACTORS: Final = (1.7, 1.5, 1.35, 1.2, 1.1, 1.0)
#: How much larger than labels of 14 points the type of a slide's drawing may be.
PAPER_TYPE_FACTORS: Final = (1.6, 1.45, 1.3, 1.15, 1.0)
#: Rounding of the type in which a drawing has room.
TYPE_TOLERANCE: Final = 0.01
#: The height of a drawing whose height is free, of its width.
FREE_HEIGHT_SHARE: Final = 0.9
LEAST_DAYS: Final = 14  # that a timeline shows
LEAST_ROOM_DAYS: Final = 2  # at each of its ends
ROOM_SHARE: Final = 0.12  # at its ends, of its days
LEAST_DEGREES: Final = 0.3  # that a map shows
LEAST_ALONE: Final = 4.0  # around a place that stands alone
MARGIN_SHARE: Final = 0.16  # room around what is shown, as a share of its size: labels need it
NAMED_SHARE: Final = 0.03  # a country is named where it takes so much of what is shown
NEAR_TIMES: Final = 3.0  # how far from its size a finer part of the map may be used
NAMED_PLACES: Final = 14  # so many places of a whole story are named in words


def without_filters(ctx: Context) -> Context:
    """Return a context without filters: a lesson is told from the whole data set."""
    view = replace(ctx.view, filters=Filters(), event=None)
    return replace(ctx, view=view)


def _describe_timeline(span: str, events: Iterable[Event], i18n: I18n, form: DateForm) -> str:
    """Describe a timeline in words, for those who do not see it."""
    sentences: list[str] = []
    for event in events:
        date_text = i18n.format_date(event.date, form)
        title = i18n.localize(event, "title")
        sentences.append(join_isolated(", ", [date_text, title]))
    if not sentences:
        return i18n.t("Timeline of {span}.", span=span)
    return i18n.t(
        "Timeline of {span}: {events}.",
        span=span,
        events=join_isolated("; ", sentences),
    )


def _describe_map(
    day: figures.DayCounts | None, place_names: Iterable[str], dataset: Dataset, i18n: I18n
) -> str:
    """Describe a map in words: its counts by region, else its places."""
    if day is None:
        unique_names = dict.fromkeys(place_names)
        listed_names = i18n.format_list(unique_names)
        return i18n.t("Map with {places}.", places=listed_names)
    numbers: list[str] = []
    for region_id, claim in day.claims.items():
        region = dataset.regions[region_id]
        label = i18n.localize(region, "label")
        number = i18n.format_figure(claim)
        numbers.append(join_isolated(" ", [label, number]))
    return i18n.t(
        "Map of the people counted by region, as of {date}: {numbers}.",
        date=i18n.format_date(day.day),
        numbers=join_isolated("; ", numbers),
    )


def choose_drawn_view(step: Step, dataset: Dataset) -> StepView:
    """Return what is drawn of a step: its view, else the records that its words name and cite."""
    view = step.view
    if view.counts or view.events or view.regions or view.claims:
        return view
    record_ids = step.cited_records()
    event_ids = [record_id for record_id in record_ids if record_id in dataset.events]
    claim_ids = [record_id for record_id in record_ids if record_id in dataset.claims]
    return view.model_copy(update={"events": tuple(event_ids), "claims": tuple(claim_ids)})


class StepDrawings:
    """The records that a step shows, and the drawings of them."""

    def __init__(self, view: StepView, ctx: Context) -> None:
        self.view = view
        self.ctx = ctx
        dataset = ctx.dataset
        self.events: list[Event] = []
        for event_id in view.events:
            event = dataset.events[event_id]
            self.events.append(event)
        self.day = self._find_counts()
        self.figures: list[Claim] = []
        for claim_id in view.claims:
            claim = dataset.claims[claim_id]
            if claim.value_low is not None or claim.value_high is not None:
                self.figures.append(claim)
        self.regions = self._list_drawn_regions()

    def _find_counts(self) -> figures.DayCounts | None:
        for day in figures.list_day_counts(self.ctx.dataset):
            if day.day == self.view.counts:
                return day
        return None

    def _list_drawn_regions(self) -> list[str]:
        basemap = self.ctx.story.basemap
        on_map = basemap.anchors.keys() - basemap.off_map
        drawn_regions: list[str] = []
        for region_id in (*self._day_claims(), *self.view.regions):
            if region_id in on_map and region_id not in drawn_regions:
                drawn_regions.append(region_id)
        return drawn_regions

    def _day_claims(self) -> Mapping[str, Claim]:
        if self.day is None:
            return {}
        return self.day.claims

    @cached_property
    def places(self) -> list[PlaceRow]:
        """The places of its events; one that stands alone is shown with a busy one near by."""
        story = self.ctx.story
        cache_key = ("lesson's places", self.ctx.i18n.language)
        rows_by_place = story.memoize(cache_key, self._sort_places)
        places: list[PlaceRow] = []
        for event in self.events:
            place = rows_by_place.get(event.place_id)
            if place and place not in places:
                places.append(place)
        if len(places) != 1 or self.regions:
            return places
        extent = story.basemap.extent(self.view.extent)
        all_places = [*rows_by_place.values()]
        near_places = [place for place in all_places if _is_place_within(place, extent.bounds)]
        for place in near_places + all_places:
            if place != places[0]:
                return [*places, place]
        return places

    def _sort_places(self) -> dict[str | None, PlaceRow]:
        """Return the places of the story by their ids, the busiest first."""
        rows = locate_event_places(
            self.ctx.facts, self.ctx.story, self.ctx.view, i18n=self.ctx.i18n
        )
        rows.sort(key=_sort_by_events)
        return {row.place_id: row for row in rows}

    def parts(self) -> tuple[Part, ...]:
        """Return what is drawn: two drawings at most, the first the larger.

        Nothing is drawn of a step that shows no record: all events would be marks without names.
        """
        parts: list[Part] = []
        if self.regions or self.places:
            parts.append("map")
        # A figure alone cannot be compared with anything.
        is_figure_alone = self.figures and not parts and not self.events
        if len(self.figures) > 1 or is_figure_alone:
            parts.append("figures")
        if self.events and len(parts) < MOST_PARTS:
            parts.append("timeline")
        return tuple(parts)

    def draw(self, part: Part, room: DrawingRoom) -> Scene:
        """Draw a part, with a title that describes it for those who do not see it."""
        if part == "map":
            return self._draw_map(room)
        if part == "timeline":
            return self._draw_timeline(room)
        return self._draw_figures(room)

    def has_room(self, scene: Scene, scale: float) -> bool:
        """Return whether each title of a drawing has room, and each figure its type size."""
        if "totals" in scene.kind:
            has_type_size = scene.unit >= scale - TYPE_TOLERANCE
            return has_type_size and not scene.shortened
        if "timeline" in scene.kind:
            named_events = set(scene.record_ids("named"))
            return named_events.issuperset(self.view.events)
        return True

    def _draw_figures(self, room: DrawingRoom) -> Scene:
        # A voice has the same colour in all of a lesson.
        all_totals = self.ctx.dataset.memoize(figures.list_all_totals)
        claims = sorted(self.figures, key=_sort_by_day)
        panels = totals_scenes.build_panels(
            claims, self.ctx.facts, self.ctx.i18n, voice_claims=all_totals
        )
        options = totals_scenes.TotalsOptions(room.scale, claims, panels)
        return totals_scenes.draw_totals(
            ctx=self.ctx,
            width=room.width,
            height=room.height,
            options=options,
        )

    def _draw_timeline(self, room: DrawingRoom) -> Scene:
        """Draw the lanes of the step's events, which are named, with the others dim.

        It is a list of the step's events without a height, and where not every title has room.
        """
        frame = self._timeline_frame(room)
        lit_events = frozenset(self.view.events)
        rows = self._timeline_rows()
        step_rows = [row for row in rows if row.id in lit_events]
        if room.height is None:
            free_frame = replace(frame, scale=1.0)
            return list_scene(step_rows, free_frame)
        # What the step is not about must not make what it is about too small to read.
        scene = timeline_scene(rows, frame, lit_events)
        if scene.unit < room.scale - TYPE_TOLERANCE:
            scene = timeline_scene(step_rows, frame, lit_events)
        if self.has_room(scene, room.scale):
            return scene
        for type_factor in LIST_TYPE_FACTORS:
            list_scale = room.scale * type_factor
            list_frame = replace(frame, height=None, scale=list_scale)
            listed_scene = list_scene(step_rows, list_frame)
            if not listed_scene.shortened and listed_scene.height <= room.height:
                filled_frame = replace(list_frame, height=room.height)
                return list_scene(step_rows, filled_frame)
        return scene

    def _step_kinds(self) -> set[str]:
        return {event.category for event in self.events}

    def _timeline_rows(self) -> list[EventRow]:
        dataset = self.ctx.dataset
        step_kinds = self._step_kinds()
        events: Iterable[Event] = dataset.events.values()
        if len(dataset.events) > MOST_MARKS:
            # Very many others would hide what the step is about.
            events = self.events
        facts = self.ctx.facts
        rows: list[EventRow] = []
        for event in events:
            if event.category not in step_kinds:
                continue
            sourced_event = facts.read_by_sources(event)
            event_date = parse_edtf(sourced_event.date)
            row = build_timeline_row(sourced_event, event_date, self.ctx.facts, i18n=self.ctx.i18n)
            rows.append(row)
        return rows

    def _timeline_frame(self, room: DrawingRoom) -> TimelineFrame:
        """Return the frame of the step's days and kinds of event, with its description."""
        i18n = self.ctx.i18n
        first_day, last_day = self._timeline_window()
        span = i18n.format_date(f"{first_day}/{last_day}")
        options = TimelineOptions(
            window=(first_day, last_day),
            scale=room.scale,
            dim_note=i18n.t("Pale: other events of these days"),
        )
        frame = build_timeline_frame(
            ctx=self.ctx,
            width=room.width,
            height=room.height,
            options=options,
        )
        step_kinds = self._step_kinds()
        lanes: dict[str, str] = {}
        for kind, name in frame.lanes.items():
            if kind in step_kinds:
                lanes[kind] = name
        description = _describe_timeline(
            span=span,
            events=self.events,
            i18n=i18n,
            form="yearless",
        )
        return replace(
            frame,
            lanes=lanes,
            title=description,
            smallest=1.0,
        )

    def _timeline_window(self) -> tuple[date, date]:
        """Return the first and the last day: those of the step's events, with room around them."""
        start = self.view.start
        end = self.view.end
        dates = [parse_edtf(event.date) for event in self.events]
        first_days = [event_date.first for event_date in dates]
        last_days = [event_date.last for event_date in dates]
        first = min(first_days)
        last = max(last_days)
        days_between = last - first
        day_count = days_between.days + 1
        precisions = {event_date.precision for event_date in dates}
        room_share = 1.0
        if not precisions.isdisjoint(("day", "range")):
            # A bar for a month or a year of which no day is known would fill the whole chart.
            room_share = ROOM_SHARE
        room_days = max(
            round(day_count * room_share),
            (LEAST_DAYS - day_count + 1) // 2,
            LEAST_ROOM_DAYS,
        )
        room_start = days_after(first, -room_days)
        room_end = days_after(last, room_days)
        earliest_start = min(start, first)
        latest_end = max(end, last)
        window_start = max(room_start, earliest_start)
        window_end = min(room_end, latest_end)
        return window_start, window_end

    def _draw_map(self, room: DrawingRoom) -> Scene:
        i18n = self.ctx.i18n
        dataset = self.ctx.dataset
        place_names = [place.name for place in self.places]
        for region_id in self.view.regions:
            region = dataset.regions[region_id]
            place_names.append(i18n.localize(region, "label"))
        description = _describe_map(
            day=self.day,
            place_names=place_names,
            dataset=dataset,
            i18n=i18n,
        )
        options = map_scenes.MapOptions(
            extent=self._map_extent(),
            scale=room.scale,
            shrinks=False,
            title=description,
        )
        map_rows = self._map_rows()
        map_height = room.height or room.width * FREE_HEIGHT_SHARE
        return map_scenes.draw_map_rows(
            ctx=self.ctx,
            rows=map_rows,
            width=room.width,
            height=map_height,
            options=options,
        )

    def _map_extent(self) -> MapExtent:
        basemap = self.ctx.story.basemap
        areas: list[Bounds] = []
        spots = [(place.lon, place.lat) for place in self.places]
        for region_id in self.regions:
            anchor = basemap.anchors[region_id]
            spots.append(anchor)
            # A count stands at its anchor; a region without one is shown as a whole.
            if not self._day_claims() and region_id in basemap.regions:
                region_shape = basemap.regions[region_id]
                areas.append(region_shape.bounds)
        return fit_extent(areas, spots, basemap)

    def _map_rows(self) -> MapRows:
        ctx = self.ctx
        dataset = ctx.dataset
        anchors = ctx.story.basemap.anchors
        day_claims = self._day_claims()
        regions: list[RegionRow] = []
        for region_id in self.regions:
            claims: dict[str, Claim] = {}
            if region_id in day_claims:
                claims["latest"] = day_claims[region_id]
            region = dataset.regions[region_id]
            region_counts = figures.RegionCounts(region, claims)
            anchor = anchors[region_id]
            row = map_scenes.build_region_row(
                row=region_counts,
                point=anchor,
                counts="latest",
                i18n=ctx.i18n,
            )
            regions.append(row)
        chosen_regions: tuple[str, ...] = ()
        if not day_claims:
            chosen_regions = self.view.regions
        lit_records: frozenset[str] | None = None
        if self.view.regions or not day_claims:
            lit_ids = set(self.view.regions)
            for event in self.events:
                if event.place_id:
                    lit_ids.add(event.place_id)
            lit_records = frozenset(lit_ids)
        day_counts = figures.list_day_counts(dataset)
        largest_count = figures.find_largest_count(day_counts)
        return MapRows(
            regions,
            self.places,
            chosen=chosen_regions,
            focus=lit_records,
            largest=largest_count,
        )


def _sort_by_day(claim: Claim) -> tuple[date, date]:
    as_of = figures.parse_as_of(claim)
    return as_of.last, as_of.first


def _sort_by_events(place: PlaceRow) -> tuple[int, str]:
    return -place.events, place.place_id


def _is_place_within(place: PlaceRow, bounds: Bounds) -> bool:
    return is_within((place.lon, place.lat), bounds)


def step_scenes(view: StepView, ctx: Context, screen: Screen) -> list[Scene]:
    """Draw a step, from the top, for a screen that shows it beside the text or for a phone."""
    drawings = StepDrawings(view, without_filters(ctx))
    parts = drawings.parts()
    if not parts:
        return []
    if screen == "narrow":
        return _narrow_scenes(drawings)
    room = SCREEN_ROOMS[screen]
    if len(parts) == 1:
        only_scene = drawings.draw(parts[0], room)
        return [only_scene]
    first_part, second_part = parts
    height_for_both = (room.height or room.width) - GAP_PX
    for share in SECOND_SHARES:
        second_height = round(height_for_both * share)
        second_room = room._replace(height=second_height)
        second_scene = drawings.draw(second_part, second_room)
        if drawings.has_room(second_scene, room.scale):
            break
    first_height = height_for_both - second_height
    first_scene = drawings.draw(first_part, room._replace(height=first_height))
    if first_part == "figures":
        # A few figures leave room that the drawing below them can use.
        filled_height = first_scene.plot[3] * first_scene.unit
        first_scene = replace(first_scene, height=filled_height)
        second_room = room._replace(height=height_for_both - filled_height)
        second_scene = drawings.draw(second_part, second_room)
    return [first_scene, second_scene]


def _narrow_scenes(drawings: StepDrawings) -> list[Scene]:
    """Draw a step for a phone, where all but a map are as high as they need."""
    scenes: list[Scene] = []
    for part in drawings.parts():
        room = DrawingRoom(NARROW_WIDTH_PX)
        if part == "map":
            room = DrawingRoom(NARROW_WIDTH_PX, NARROW_MAP_PX)
        scene = drawings.draw(part, room)
        scenes.append(scene)
    return scenes


def step_drawings(view: StepView, ctx: Context, screen: Screen) -> list[str]:
    """Paint the drawings of a step as SVG, from the top."""
    return [paint(scene) for scene in step_scenes(view, ctx, screen)]


def fit_extent(areas: Sequence[Bounds], spots: Sequence[Spot], basemap: Basemap) -> MapExtent:
    """Fit a part of the map to some areas and places, on the finest ground that is near.

    Parameters
    ----------
    areas
        West, south, east, north in degrees.
    spots
        Longitude and latitude in degrees.
    """
    boxes = set(areas)
    for spot in spots:
        boxes.add((*spot, *spot))
    is_alone = len(boxes) <= 1 and not areas
    least_degrees = _least_degrees(basemap, is_alone=is_alone)
    shown_bounds = union_bounds(boxes)
    bounds = pad_bounds(shown_bounds, least_degrees, MARGIN_SHARE)
    base_extent = basemap.extents[0]
    for extent in basemap.extents:
        if extent.close and _is_near(extent.bounds, bounds):
            base_extent = extent
            break
    # Label spots are set for the map as a whole: here labels look for room themselves.
    fitted_values = {
        "bounds": bounds,
        "close": True,
        "names": _find_name_spots(base_extent, bounds, basemap),
        "regions": {},
        "places": {},
    }
    return base_extent.model_copy(update=fitted_values)


def _least_degrees(basemap: Basemap, *, is_alone: bool) -> float:
    """Return how many degrees a map shows at least, without its margins."""
    whole_extent = basemap.extents[0]
    largest_side = _largest_side(whole_extent.bounds)
    least_degrees = LEAST_DEGREES
    if is_alone:
        least_degrees = LEAST_ALONE
    if basemap.coarse and largest_side >= LEAST_WORLD_DEGREES:
        least_degrees = max(least_degrees, LEAST_WORLD_DEGREES)
    # A step of a city's story shows no more than its map does.
    margin_factor = 1 + 2 * MARGIN_SHARE
    most_degrees = largest_side / margin_factor
    shown_degrees = min(least_degrees, most_degrees)
    return shown_degrees / margin_factor


def _is_near(extent_bounds: Bounds, bounds: Bounds) -> bool:
    """Return whether a part of the map has its middle in the bounds and is not far smaller."""
    west, south, east, north = extent_bounds
    middle_lon = (west + east) / 2
    middle_lat = (south + north) / 2
    middle = (middle_lon, middle_lat)
    if not is_within(middle, bounds):
        return False
    largest_near_side = NEAR_TIMES * _largest_side(extent_bounds)
    return _largest_side(bounds) <= largest_near_side


def _largest_side(bounds: Bounds) -> float:
    """Return the width or the height of some bounds, whichever is larger, in degrees."""
    west, south, east, north = bounds
    width = east - west
    height = north - south
    return max(width, height)


def _find_name_spots(extent: MapExtent, bounds: Bounds, basemap: Basemap) -> dict[str, Spot]:
    """Return where divisions and countries are named (longitude and latitude), by their codes."""
    spots: dict[str, Spot] = {}
    for code, spot in extent.names.items():
        # Divisions are named where they are set; countries have no hyphen in their codes.
        if "-" in code and is_within(spot, bounds):
            spots[code] = spot
    west, south, east, north = bounds
    area = (east - west) * (north - south)
    least_area = NAMED_SHARE * area
    for code, country in basemap.countries.items():
        # Countries are named in the middle of what is seen of them.
        visible_shape = shapely.clip_by_rect(country.shape, *bounds)
        if not visible_shape.is_empty and visible_shape.area > least_area:
            spots[code] = find_label_point(visible_shape)
    return spots


# On paper -----------------------------------------------------------------------------------------


def paper_step(ctx: Context, part: Part, view: StepView, width: float, height: float) -> Scene:
    """Draw a part of a step, in pixels, in the largest type in which all of it has room."""
    drawings = StepDrawings(view, ctx)
    if part == "map":
        map_room = DrawingRoom(width, height)
        return drawings.draw(part, map_room)
    for scale in PAPER_TYPE_FACTORS:
        room = DrawingRoom(width, height, scale)
        scene = drawings.draw(part, room)
        if drawings.has_room(scene, scale):
            break
    return scene


def paper_map(ctx: Context, width: float, height: float) -> Scene:
    """Draw the map of the whole story, in pixels."""
    i18n = ctx.i18n
    dataset = ctx.dataset
    named_places: dict[str, str] = {}
    for event in dataset.events.values():
        if event.place_id and len(named_places) < NAMED_PLACES:
            place = dataset.places[event.place_id]
            named_places[place.id] = i18n.localize(place, "name")
    latest_day: figures.DayCounts | None = None
    days = figures.list_day_counts(dataset)
    if days:
        latest_day = days[-1]
    description = _describe_map(
        day=latest_day,
        place_names=named_places.values(),
        dataset=dataset,
        i18n=i18n,
    )
    options = map_scenes.MapOptions(described=False)
    scene = map_scenes.draw_map(
        ctx=ctx,
        width=width,
        height=height,
        options=options,
    )
    return replace(scene, title=description)


def paper_timeline(ctx: Context, width: float, height: float) -> Scene:
    """Draw the timeline of the whole story, in pixels."""
    events = list(ctx.dataset.events.values())
    if len(events) > MOST_MARKS:
        events = []
    span = ctx.i18n.t("the days of the story")
    description = _describe_timeline(
        span=span,
        events=events,
        i18n=ctx.i18n,
        form="long",
    )
    options = TimelineOptions(window=ctx.dataset.period, described=False)
    scene = draw_timeline(
        ctx=ctx,
        width=width,
        height=height,
        options=options,
    )
    return replace(scene, title=description)


def paper_keys(
    ctx: Context, scenes: Sequence[Scene], width: float, larger: float = 1.0
) -> list[Scene]:
    """Draw how to read the maps among some drawings, and how to read the others.

    Parameters
    ----------
    width
        Pixels.
    larger
        How many times larger than the drawings their keys are set.
    """
    i18n = ctx.i18n
    map_items = _map_key_items(ctx.dataset, ctx.i18n, ctx.mode, scenes=scenes, larger=larger)
    mark_items = _mark_key_items(ctx, scenes)
    ink = ctx.palette.muted
    keys: list[Scene] = []
    if map_items:
        title = i18n.t("How to read the map")
        map_key = key_scene(
            items=map_items,
            width=width,
            muted=ink,
            title=title,
        )
        keys.append(map_key)
    if mark_items:
        title = i18n.t("How to read the marks")
        mark_key = key_scene(
            items=mark_items,
            width=width,
            muted=ink,
            title=title,
        )
        keys.append(mark_key)
    return keys


def _map_key_items(
    dataset: Dataset, i18n: I18n, mode: Mode, scenes: Iterable[Scene], larger: float
) -> list[KeyItem]:
    maps = [scene for scene in scenes if "timeline" not in scene.kind]
    # Every map of a lesson has one scale.
    units = [scene.unit for scene in maps if scene.record_ids("count")]
    unit = max(units, default=1.0)
    day_counts = figures.list_day_counts(dataset)
    largest_count = figures.find_largest_count(day_counts)
    circle_unit = unit * larger
    scale = map_scenes.CircleScale(largest_count, circle_unit)
    map_signs = _collect_signs(maps)
    circles = map_scenes.list_legend_circles(scale, dataset, i18n)
    return map_scenes.build_map_key(map_signs, circles, i18n, mode=mode)


def _mark_key_items(ctx: Context, scenes: Sequence[Scene]) -> list[KeyItem]:
    dataset = ctx.dataset
    timelines = [scene for scene in scenes if "timeline" in scene.kind]
    signs = _collect_signs(timelines)
    items = build_timeline_key(signs, ctx.i18n, ctx.palette)
    if any("list" in scene.kind for scene in timelines):
        # A list has no lanes that name the kinds.
        shown_kinds: set[str] = set()
        for scene in timelines:
            for event_id in scene.record_ids("event"):
                event = dataset.events[event_id]
                shown_kinds.add(event.category)
        kind_names: list[tuple[str, str]] = []
        for kind, name in ctx.i18n.kind_names.items():
            if kind in shown_kinds:
                kind_names.append((kind, name))
        items += kind_key(ctx.palette, kind_names)
    if any("counted" in scene.kind for scene in timelines):
        bins_legend = format_bins_legend(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)
        count_item = count_key(ctx.palette, bins_legend)
        items.append(count_item)
    totals = [scene for scene in scenes if "totals" in scene.kind]
    total_signs = _collect_signs(totals)
    all_totals = dataset.memoize(figures.list_all_totals)
    items += totals_scenes.build_totals_key(
        total_signs, all_totals, ctx.dataset, i18n=ctx.i18n, palette=ctx.palette
    )
    return items


def _collect_signs(scenes: Iterable[Scene]) -> frozenset[str]:
    signs: set[str] = set()
    for scene in scenes:
        signs |= scene.list_signs()
    return frozenset(signs)
