"""What is drawn for a step of a lesson, chosen by one rule for the screen, slides and handout.

A map, where the step counts by region or names a region or a place that has coordinates; figures,
where it names two or more; and a timeline, where it has no two of these. Each is fitted to what the
step is about. On paper they are in the lesson's own language and on the light ground.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from typing import Final, Literal

import shapely

from components.drawing.events import count_key, kind_key
from components.drawing.ground import is_within
from components.drawing.map import MapRows, PlaceRow
from components.drawing.scene import Scene
from components.drawing.sheet import key_scene
from components.drawing.svg import paint
from components.drawing.timeline import list_scene, timeline_scene
from components.i18n import N_, I18n
from components.i18n.formatter import DateForm
from components.limits import MOST_MARKS
from components.presentation import map_scenes, timeline_scenes, totals_scenes
from components.presentation.context import Context
from components.presentation.findings import format_bins_legend, locate_event_places
from components.query import figures
from components.query.filters import Filters, parse_event_date
from components.story.dataset import Dataset
from components.story.edtf import days_after, parse_edtf
from components.story.ground_data import (
    LEAST_WORLD_DEGREES,
    Basemap,
    find_label_point,
    pad_bounds,
    union_bounds,
)
from components.story.lesson import StepView
from components.story.models import Event
from components.story.presentation import Bounds, MapExtent

Part = Literal["map", "figures", "timeline"]
PART_NAMES: Final[dict[Part, str]] = {
    "map": N_("Map"),
    "figures": N_("How many?"),
    "timeline": N_("Timeline"),
}
Screen = Literal["wide", "narrow"]
SCREENS: Final[tuple[Screen, ...]] = ("wide", "narrow")
#: The room for drawings beside the text, in pixels of a window 1280 wide and 720 high, and how
#: large type is there: labels of 16 pixels can be read from the last row.
WIDE: Final = (612.0, 612.0)
GAP_PX: Final = 12.0
TYPE_FACTOR: Final = 1.46
NARROW: Final = (343.0, 300.0)  # a phone's width and the height of its map
#: What share of the room the second drawing may have: as much as its titles and numbers need.
SHARES: Final = (0.35, 0.43, 0.52, 0.6)
#: How much larger than asked for the type of a list may be where there is room.
LARGER: Final = (1.7, 1.5, 1.35, 1.2, 1.1, 1.0)
LEAST_DAYS: Final = 14  # that a timeline shows
ROOM_SHARE: Final = 0.12  # at its ends, of its days
LEAST_DEGREES: Final = 0.3  # that a map shows
LEAST_ALONE: Final = 4.0  # around a place that stands alone
MARGIN_SHARE: Final = 0.16  # room around what is shown, as a share of its size: labels need it
NAMED_SHARE: Final = 0.03  # a country is named where it takes so much of what is shown
NEAR_TIMES: Final = 3.0  # how far from its size a finer part of the map may be used
#: How much larger than labels of 14 points the type of a slide's drawing may be.
LARGER_ON_PAPER: Final = (1.6, 1.45, 1.3, 1.15, 1.0)
NAMED_PLACES: Final = 14  # so many places of a whole story are said in words


def without_filters(ctx: Context) -> Context:
    """The same run without filters: the story is told from the whole data set."""
    return replace(ctx, view=replace(ctx.view, filters=Filters(), event=None))


def _days_said(span: str, events: Iterable[Event], i18n: I18n, form: DateForm) -> str:
    """A timeline in words, for those who do not see it."""
    said = "; ".join(
        f"{i18n.format_date(one.date, form)}, {i18n.localize(one, 'title')}" for one in events
    )
    if not said:
        return i18n.t("Timeline of {span}.", span=span)
    return i18n.t("Timeline of {span}: {events}.", span=span, events=said)


def _map_said(
    day: figures.DayCounts | None, names: Iterable[str], data: Dataset, i18n: I18n
) -> str:
    if day is None:
        return i18n.t("Map with {places}.", places=i18n.format_list(dict.fromkeys(names)))
    numbers = "; ".join(
        f"{i18n.localize(data.regions[key], 'label')} {i18n.format_figure(claim)}"
        for key, claim in day.claims.items()
    )
    return i18n.t(
        "Map of the people counted by region, as of {date}: {numbers}.",
        date=i18n.format_date(day.day),
        numbers=numbers,
    )


class StepDrawings:
    """What a step is about, as records of its story, and the drawings of it, in pixels."""

    def __init__(self, view: StepView, ctx: Context) -> None:
        self.view, self.ctx, data, basemap = view, ctx, ctx.dataset, ctx.story.basemap
        self.events = [data.events[key] for key in view.events]
        days = figures.list_day_counts(data)
        self.day = next((one for one in days if one.day == view.counts), None)
        claims = (data.claims[key] for key in view.claims)
        self.figures = [c for c in claims if c.value_low is not None or c.value_high is not None]
        keys = dict.fromkeys((*(self.day.claims if self.day else ()), *view.regions))
        drawn = basemap.anchors.keys() - basemap.off_map
        self.regions = [key for key in keys if key in drawn]

    @cached_property
    def places(self) -> list[PlaceRow]:
        """The places of its events; one that stands alone is shown with a busy one near by."""

        def busiest_first() -> dict[str, PlaceRow]:
            rows = sorted(
                locate_event_places(self.ctx), key=lambda row: (-row.events, row.place_id)
            )
            return {row.place_id: row for row in rows}

        story = self.ctx.story
        spots = story.memoize(("lesson's places", self.ctx.i18n.language), busiest_first)
        keys = dict.fromkeys(event.place_id or "" for event in self.events)
        own = [spots[key] for key in keys if key in spots]
        if len(own) != 1 or self.regions:
            return own
        bounds = story.basemap.extent(self.view.extent).bounds
        near = (row for row in spots.values() if is_within((row.lon, row.lat), bounds))
        others = (row for row in chain(near, spots.values()) if row != own[0])
        return [*own, *islice(others, 1)]

    def parts(self) -> tuple[Part, ...]:
        """What is drawn: one drawing or two, the first one the larger."""
        parts: list[Part] = []
        if self.regions or self.places:
            parts.append("map")
        # A figure alone cannot be compared with anything.
        if len(self.figures) > 1 or (self.figures and not parts and not self.events):
            parts.append("figures")
        if not parts or (len(parts) < 2 and self.events):
            parts.append("timeline")
        return tuple(parts)

    def draw(self, part: Part, width: float, height: float | None, scale: float = 1.0) -> Scene:
        """One of its parts; ``scale`` is the size of type, and 1 is 12 pixels for labels.

        Without a height a timeline is a list, and the others are as high as looks well. Title and
        description say it in words, for those who do not see it.
        """
        if part == "map":
            return self._map(width, height or width * 0.9, scale)
        if part == "timeline":
            return self._timeline(width, height, scale)
        # One voice is in red in all of a lesson.
        every, as_of = figures.select_totals(self.ctx.dataset.claims.values()), figures.parse_as_of
        shown = sorted(self.figures, key=lambda one: (as_of(one).last, as_of(one).first))
        panels = totals_scenes.build_panels(shown, self.ctx, every)
        options = totals_scenes.TotalsOptions(scale, shown, panels)
        return totals_scenes.draw_totals(self.ctx, width, height, options)

    def whole(self, drawn: Scene, scale: float) -> bool:
        """Whether every title in a drawing has room, and every figure in the type asked for."""
        if "totals" in drawn.kind:
            return drawn.unit >= scale - 0.01 and not drawn.shortened
        return "timeline" not in drawn.kind or set(self.view.events) <= set(
            drawn.record_ids("named")
        )

    def _timeline(self, width: float, height: float | None, scale: float) -> Scene:
        """The lanes that a step is about, its events named and the rest dim.

        It is a list of the step's own events without a height, and where not every title has room.
        """
        ctx, data, view = self.ctx, self.ctx.dataset, self.view
        focus = frozenset(view.events)
        about = {event.category for event in self.events} or set(ctx.kind_names)
        # Very many others would hide what it is about.
        every = self.events if len(data.events) > MOST_MARKS and focus else data.events.values()
        rows = [
            timeline_scenes.build_timeline_row(
                event, parse_event_date(data, event, ctx.view.filters), ctx
            )
            for event in every
            if event.category in about
        ]
        own = [row for row in rows if row.id in focus] or rows
        start, end = view.start, view.end
        if dates := [parse_edtf(event.date) for event in self.events]:
            first, last = min(when.first for when in dates), max(when.last for when in dates)
            days = (last - first).days + 1
            # A bar for a month or a year of which no day is known would fill the whole chart.
            share = ROOM_SHARE if any(when.precision in ("day", "range") for when in dates) else 1
            room = max(round(days * share), (LEAST_DAYS - days + 1) // 2, 2)
            start = max(days_after(first, -room), min(start, first))
            end = min(days_after(last, room), max(end, last))
        span_text = ctx.i18n.format_date(f"{start}/{end}")
        words = _days_said(span_text, self.events, ctx.i18n, "yearless")
        options = timeline_scenes.TimelineOptions(window=(start, end), scale=scale)
        frame = timeline_scenes.build_timeline_frame(ctx, width, height, options)
        lanes = {kind: name for kind, name in frame.lanes.items() if kind in about}
        frame = replace(frame, lanes=lanes, title=words, smallest=1.0)
        if height is None:
            return list_scene(own, replace(frame, scale=1.0))
        # What the step is not about must not make what it is about too small to read.
        for seen in (rows, own):
            scene = timeline_scene(seen, frame, focus or None)
            if scene.unit >= scale - 0.01:
                break
        for larger in () if self.whole(scene, scale) else LARGER:
            as_list = replace(frame, height=None, scale=scale * larger)
            listed = list_scene(own, as_list)
            if not listed.shortened and listed.height <= height:
                return list_scene(own, replace(as_list, height=height))
        return scene

    def _map(self, width: float, height: float, scale: float) -> Scene:
        view, i18n, data = self.view, self.ctx.i18n, self.ctx.dataset
        basemap, counts = self.ctx.story.basemap, self.day.claims if self.day else {}
        areas = [
            basemap.regions[key].bounds
            for key in self.regions
            if not counts and key in basemap.regions
        ]
        spots = [(row.lon, row.lat) for row in self.places]
        spots += [basemap.anchors[key] for key in self.regions]
        own = {event.place_id for event in self.events if event.place_id}
        focus = frozenset((*view.regions, *own)) if view.regions or not counts else None
        counted = {key: {"latest": claim} for key, claim in counts.items()}
        regions = [
            map_scenes.build_region_row(
                figures.RegionCounts(data.regions[key], counted.get(key, {})),
                basemap.anchors[key],
                "latest",
                i18n,
            )
            for key in self.regions
        ]
        rows = MapRows(
            regions,
            self.places,
            chosen=() if counts else view.regions,
            focus=focus,
            largest=figures.find_largest_count(figures.list_day_counts(data)),
        )
        names = [row.name for row in self.places]
        names += [i18n.localize(data.regions[key], "label") for key in view.regions]
        words, extent = _map_said(self.day, names, data, i18n), _extent(areas, spots, basemap)
        options = map_scenes.MapOptions(extent, scale, shrinks=False, title=words)
        return map_scenes.draw_map_rows(self.ctx, rows, width, height, options)


def step_scenes(view: StepView, ctx: Context, screen: Screen) -> list[Scene]:
    """The drawings of a step, from the top, for a window beside the text or for a phone."""
    made = StepDrawings(view, without_filters(ctx))
    first, *others = parts = made.parts()
    if screen == "narrow":
        width, tall = NARROW
        return [made.draw(part, width, tall if part == "map" else None) for part in parts]
    width, height = WIDE
    if not others:
        return [made.draw(first, width, height, TYPE_FACTOR)]
    for share in SHARES:
        low = round((height - GAP_PX) * share)
        second = made.draw(others[0], width, low, TYPE_FACTOR)
        if made.whole(second, TYPE_FACTOR):
            break
    return [made.draw(first, width, height - GAP_PX - low, TYPE_FACTOR), second]


def step_drawings(view: StepView, ctx: Context, screen: Screen) -> list[str]:
    """The same, painted as SVG."""
    return [paint(scene) for scene in step_scenes(view, ctx, screen)]


def _extent(
    areas: Sequence[Bounds], spots: Sequence[tuple[float, float]], basemap: Basemap
) -> MapExtent:
    """A part of the map fitted to some areas and places (degrees), as fine as the ground has it."""
    boxes, frame = {*areas, *((*spot, *spot) for spot in spots)}, basemap.extents[0].bounds
    least = LEAST_DEGREES if len(boxes) > 1 or areas else LEAST_ALONE
    all_of_it = max(frame[2] - frame[0], frame[3] - frame[1])
    if basemap.coarse and all_of_it >= LEAST_WORLD_DEGREES:
        least = max(least, LEAST_WORLD_DEGREES)
    # A step of a city's story shows no more than its map does.
    with_margins = 1 + 2 * MARGIN_SHARE
    least = min(least, all_of_it / with_margins) / with_margins
    bounds = pad_bounds(union_bounds(boxes), least, MARGIN_SHARE)
    wide, high = bounds[2] - bounds[0], bounds[3] - bounds[1]

    def fits(extent: MapExtent) -> bool:
        west, south, east, north = extent.bounds
        middle = ((west + east) / 2, (south + north) / 2)
        near = max(wide, high) <= NEAR_TIMES * max(east - west, north - south)
        return near and is_within(middle, bounds)

    close = (extent for extent in basemap.extents if extent.close and fits(extent))
    base = next(close, basemap.extents[0])
    # Divisions are named where they are set, countries in the middle of what is seen of them.
    names = {c: spot for c, spot in base.names.items() if "-" in c and is_within(spot, bounds)}
    for code, country in basemap.countries.items():
        part = shapely.clip_by_rect(country.shape, *bounds)
        if not part.is_empty and part.area > NAMED_SHARE * wide * high:
            names[code] = find_label_point(part)
    # Label spots are set for the map as a whole: here labels look for room themselves.
    there = {"bounds": bounds, "close": True, "names": names, "regions": {}, "places": {}}
    return base.model_copy(update=there)


def paper_step(ctx: Context, part: Part, view: StepView, width: float, height: float) -> Scene:
    """One drawing of a step, in pixels, in the largest type in which all of it has room."""
    drawings = StepDrawings(view, ctx)
    for size in (1.0,) if part == "map" else LARGER_ON_PAPER:
        drawn = drawings.draw(part, width, height, size)
        if drawings.whole(drawn, size):
            break
    return drawn


def paper_map(ctx: Context, width: float, height: float) -> Scene:
    i18n, data = ctx.i18n, ctx.dataset
    days = figures.list_day_counts(data)
    places = dict.fromkeys(e.place_id for e in data.events.values() if e.place_id)
    names = [i18n.localize(data.places[p], "name") for p in places][:NAMED_PLACES]
    words = _map_said(days[-1] if days else None, names, data, i18n)
    return replace(
        map_scenes.draw_map(ctx, width, height, map_scenes.MapOptions(described=False)), title=words
    )


def paper_timeline(ctx: Context, width: float, height: float) -> Scene:
    events = ctx.dataset.events
    named = [] if len(events) > MOST_MARKS else events.values()
    words = _days_said(ctx.i18n.t("the days of the story"), named, ctx.i18n, "long")
    window = ctx.dataset.period
    options = timeline_scenes.TimelineOptions(window=window, described=False)
    return replace(timeline_scenes.draw_timeline(ctx, width, height, options), title=words)


def paper_keys(
    ctx: Context, drawn: Sequence[Scene], width: float, larger: float = 1.0
) -> list[Scene]:
    """How to read the maps among some drawings, set so much ``larger``, and how the others."""
    data, i18n = ctx.dataset, ctx.i18n

    def signs(some: Iterable[Scene]) -> frozenset[str]:
        return frozenset[str]().union(*(scene.list_signs() for scene in some))

    days = [scene for scene in drawn if "timeline" in scene.kind]
    maps = [scene for scene in drawn if "timeline" not in scene.kind]
    # Every map of a lesson has one scale.
    unit = max((scene.unit for scene in maps if scene.record_ids("count")), default=1.0) * larger
    largest = figures.find_largest_count(figures.list_day_counts(data))
    of_maps = map_scenes.build_map_key(signs(maps), map_scenes.CircleScale(largest, unit), ctx)
    of_marks = timeline_scenes.build_timeline_key(signs(days), i18n, ctx.palette)
    if any("list" in scene.kind for scene in days):
        # A list has no lanes that name the kinds.
        kinds = {data.events[key].category for scene in days for key in scene.record_ids("event")}
        of_marks += kind_key(ctx.palette, [(k, n) for k, n in ctx.kind_names.items() if k in kinds])
    if any("counted" in scene.kind for scene in days):
        of_marks.append(count_key(ctx.palette, format_bins_legend(ctx)))
    totals = signs(scene for scene in drawn if "totals" in scene.kind)
    every_total = figures.select_totals(data.claims.values())
    of_marks += totals_scenes.build_totals_key(totals, every_total, ctx)
    named = ((of_maps, i18n.t("How to read the map")), (of_marks, i18n.t("How to read the marks")))
    return [key_scene(items, width, ctx.palette.muted, name) for items, name in named if items]
