"""What is drawn for a step of a lesson, chosen by one rule for the screen, slides and handout.

A step has a map where it counts by region or names a region or a place that has coordinates; bars
where it names two figures or more; and a timeline where it has no two of them. Each shows what the
step is about: the map is fitted to its regions and places, the timeline to its dates, and every bar
has its number. On paper they are in the lesson's own language and on the light ground.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import chain, islice
from typing import Final, Literal

import shapely

from components.drawing.bars import FigureBar, bars_scene, names_fit
from components.drawing.key import (
    KeyItem,
    count_key,
    key_scene,
    kind_key,
    limit_key,
    map_key,
    timeline_key,
)
from components.drawing.map import LEGEND, MapRows, PlaceRow, map_scene
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.drawing.timeline import list_scene, timeline_scene
from components.i18n import I18n, i18n_for
from components.i18n.code_names import count_legend, map_key_words, timeline_key_words
from components.i18n.language import Form
from components.lesson.step_texts import lesson_language
from components.limits import MOST_MARKS
from components.presentation.context import Context, story_words
from components.presentation.findings import counting_words
from components.presentation.map_ground import map_ground
from components.presentation.records import place_name
from components.presentation.scenes import (
    draw_map,
    draw_timeline,
    map_frame,
    map_palette,
    region_row,
    timeline_frame,
    timeline_row,
)
from components.presentation.stories import LoadedStory
from components.query.figures import (
    DayCounts,
    RegionCounts,
    counts_by_day,
    largest_count,
)
from components.query.filters import Filters, event_date
from components.query.view import View
from components.story.dataset import Dataset
from components.story.days import days_after
from components.story.edtf import parse_edtf
from components.story.geometry import Bounds, anchor
from components.story.ground_data import Basemap
from components.story.lesson import StepView, Story
from components.story.models import Claim, Event, Place
from components.story.presentation import MapExtent

Part = Literal["map", "figures", "timeline"]
Spot = tuple[float, float]
Screen = Literal["wide", "narrow"]
SCREENS: Final[tuple[Screen, ...]] = ("wide", "narrow")
#: The room for drawings beside the text, in pixels of a window 1280 wide and 720 high, and how
#: large type is there: labels of 16 pixels can be read from the last row.
WIDE: Final = (612.0, 612.0)
GAP_PX: Final = 12.0
TYPE_FACTOR: Final = 1.46
#: A phone's width and the height of its map.
NARROW: Final = (343.0, 300.0)
#: What share of the room the second drawing may have: as much as its titles and numbers need.
SHARES: Final = (0.35, 0.43, 0.52, 0.6)
#: How much larger than asked for the type of a list may be where there is room.
LARGER: Final = (1.7, 1.5, 1.35, 1.2, 1.1, 1.0)
#: Days that a timeline shows at least, and room at its ends as a share of its days.
LEAST_DAYS: Final = 14
ROOM_SHARE: Final = 0.12
#: Degrees that are shown at least, and around a place that stands alone.
LEAST_DEGREES: Final = 0.3
LEAST_ALONE: Final = 4.0
#: Room around what is shown, as a share of its size: labels need it.
MARGIN_SHARE: Final = 0.16
#: A country is named where it takes so much of what is shown.
NAMED_SHARE: Final = 0.03
#: How far from its size a finer part of the map may be used.
NEAR_TIMES: Final = 3.0


@dataclass(frozen=True)
class Drawing:
    """A drawing, what it shows in words, and what it is called.

    ``whole`` is whether every title in it has room.
    """

    scene: Scene
    words: str
    name: str
    whole: bool = True


def whole(ctx: Context) -> Context:
    """The same run without filters: the story is told from the whole data set."""
    return replace(ctx, view=replace(ctx.view, filters=Filters(), event=None))


def _placed(keys: Iterable[str | None], dataset: Dataset) -> list[Place]:
    """Some places that have coordinates, each once."""
    found = (dataset.places[key] for key in dict.fromkeys(keys) if key)
    return [place for place in found if place.lat is not None and place.lon is not None]


def _events_by_place(dataset: Dataset) -> Counter[str | None]:
    return Counter(event.place_id for event in dataset.events.values())


def _busy_places(dataset: Dataset) -> list[Place]:
    """The places that have coordinates, the one with the most events first."""
    counted = dataset.once(_events_by_place)
    return _placed(sorted(filter(None, counted), key=lambda key: (-counted[key], key)), dataset)


@dataclass(frozen=True)
class StepRecords:
    """What a step is about, as records of its story."""

    view: StepView
    story: LoadedStory

    @cached_property
    def events(self) -> list[Event]:
        """Its events."""
        return [self.story.dataset.events[key] for key in self.view.events]

    @cached_property
    def day(self) -> DayCounts | None:
        """The day whose counts by region it shows."""
        days = (one for one in counts_by_day(self.story.dataset) if one.day == self.view.counts)
        return next(days, None)

    @cached_property
    def counts(self) -> dict[str, Claim]:
        """The counts by region of its day."""
        return dict(self.day.claims) if self.day else {}

    @cached_property
    def figures(self) -> list[Claim]:
        """Its figures that can be drawn as bars."""
        claims = (self.story.dataset.claims[key] for key in self.view.claims)
        return [c for c in claims if c.value_low is not None or c.value_high is not None]

    @cached_property
    def regions(self) -> list[str]:
        """Its regions that stand on the map."""
        basemap, found = self.story.basemap, dict.fromkeys((*self.counts, *self.view.regions))
        return [key for key in found if key in basemap.anchors and key not in basemap.off_map]

    @cached_property
    def places(self) -> list[Place]:
        """The places of its events; one that stands alone is shown with a busy one near by."""
        dataset = self.story.dataset
        own = _placed([event.place_id for event in self.events], dataset)
        if len(own) != 1 or self.regions:
            return own
        bounds = self.story.basemap.extent(self.view.extent).bounds
        every = dataset.once(_busy_places)
        near = (one for one in every if _within((one.lon or 0.0, one.lat or 0.0), bounds))
        busy = (one for one in chain(near, every) if one.id != own[0].id)
        return [*own, *islice(busy, 1)]

    def parts(self) -> tuple[Part, ...]:
        """What is drawn: one drawing or two, the first one the larger."""
        found: list[Part] = []
        if self.regions or self.places:
            found.append("map")
        # A bar alone cannot be compared with anything.
        if len(self.figures) > 1 or (self.figures and not found and not self.events):
            found.append("figures")
        if not found or (len(found) < 2 and self.events):
            found.append("timeline")
        return tuple(found)

    def window(self) -> tuple[date, date]:
        """The days of its events with some room, within the days that the step names."""
        view, found = self.view, [parse_edtf(event.date) for event in self.events]
        if not found:
            return view.start, view.end
        first, last = min(when.first for when in found), max(when.last for when in found)
        days = (last - first).days + 1
        room = max(round(days * ROOM_SHARE), (LEAST_DAYS - days + 1) // 2, 2)
        start, end = days_after(first, -room), days_after(last, room)
        return max(start, min(view.start, first)), min(end, max(view.end, last))


# Timeline -----------------------------------------------------------------------------------------


def _timeline(
    shown: StepRecords, ctx: Context, size: tuple[float, float | None], scale: float
) -> tuple[Scene, bool]:
    """The lanes that a step is about, its events named and the rest dim; and whether in full.

    Where not every title has room beside its mark, and without a height, it is a list of the
    step's own events from top to bottom.
    """
    focus = frozenset(shown.view.events)
    about = {event.category for event in shown.events} or set(ctx.kinds)
    every = [e for e in _drawn(shown, ctx.dataset) if e.category in about]
    rows = [timeline_row(e, event_date(ctx.dataset, e, ctx.view.filters), ctx) for e in every]
    own = [row for row in rows if row.id in focus] or rows
    window, width, height = shown.window(), *size
    frame = timeline_frame(ctx, width, height, window=window, scale=scale, told=False)
    frame = replace(
        frame,
        lanes=[lane for lane in frame.lanes if lane.kind in about],
        title=_time_words(shown, ctx.i18n),
    )
    if height is None:
        return list_scene(own, replace(frame, scale=1.0)), True
    # What the step is not about must not make what it is about too small to read.
    for seen in (rows, own):
        drawing = timeline_scene(seen, frame, focus=focus or None, smallest=1.0)
        if drawing.unit >= scale - 0.01:
            break
    if focus <= set(drawing.ids("named")):
        return drawing, True
    for larger in LARGER:
        as_list = replace(frame, height=None, scale=scale * larger)
        listed = list_scene(own, as_list)
        if not listed.shortened and listed.height <= height:
            return list_scene(own, replace(as_list, height=height)), True
    return drawing, False


def _drawn(shown: StepRecords, dataset: Dataset) -> Collection[Event]:
    """All events; of very many, which would hide what the step is about, its own."""
    many = len(dataset.events) > MOST_MARKS and shown.events
    return shown.events if many else dataset.events.values()


def _time_words(shown: StepRecords, i18n: I18n) -> str:
    first, last = shown.window()
    return timeline_said(i18n.date(f"{first}/{last}"), shown.events, i18n, "told")


def timeline_said(span: str, events: Iterable[Event], i18n: I18n, style: Form) -> str:
    """A timeline in words, for those who do not see it."""
    told = "; ".join(f"{i18n.date(one.date, style)}, {i18n.of(one, 'title')}" for one in events)
    if not told:
        return i18n.t("Timeline of {span}.", span=span)
    return i18n.t("Timeline of {span}: {events}.", span=span, events=told)


# Figures ------------------------------------------------------------------------------------------


def _bar(claim: Claim, dataset: Dataset, i18n: I18n) -> FigureBar:
    when = i18n.date(claim.as_of, "short") if claim.as_of else ""
    who = i18n.of(dataset.claimants[claim.claimant_id], "name")
    value = i18n.figure(claim)
    name = " · ".join(part for part in (when, who) if part)
    category = "counts" if "counts" in dataset.category_ids else ""
    return FigureBar(
        claim.id, claim.value_low, claim.value_high, value, name, f"{name}: {value}",
        unit=claim.unit or "", category=category,
    )  # fmt: skip


def _figures(
    shown: StepRecords, ctx: Context, size: tuple[float, float | None], scale: float
) -> Drawing:
    """The figures of a step as bars."""
    (width, height), i18n = size, ctx.i18n
    bars = [_bar(claim, ctx.dataset, i18n) for claim in shown.figures]
    words = i18n.t("Figures as bars. {numbers}.", numbers="; ".join(bar.told for bar in bars))
    scene = bars_scene(
        bars, palette=ctx.palette, width=width, height=height or 56.0 * len(bars) * scale,
        scale=scale, title=words,
    )  # fmt: skip
    full = scene.unit >= scale - 0.01 and names_fit(bars, width / scale)
    return Drawing(scene, words, i18n.t("Figures as bars"), full)


# Map ----------------------------------------------------------------------------------------------


def _place_row(place: Place, dataset: Dataset, i18n: I18n) -> PlaceRow:
    lon, lat = place.lon or 0.0, place.lat or 0.0
    events = dataset.once(_events_by_place)[place.id]
    return PlaceRow(place.id, place_name(place, i18n), lon, lat, events)


def _map(shown: StepRecords, ctx: Context, width: float, height: float, scale: float) -> Scene:
    """The ground around a step's regions and places, with the counts of its day."""
    view, basemap, counts = shown.view, ctx.story.basemap, shown.counts
    areas = [
        basemap.ground.regions[key].bounds
        for key in shown.regions
        if not counts and key in basemap.ground.regions
    ]
    spots = [(place.lon or 0.0, place.lat or 0.0) for place in shown.places]
    spots += [basemap.anchors[key] for key in shown.regions]
    extent = extent_of(fitted(areas, spots), basemap)
    own = {event.place_id for event in shown.events if event.place_id}
    focus = frozenset((*view.regions, *own)) if view.regions or not counts else None
    rows = MapRows(
        [
            region_row(
                RegionCounts(ctx.dataset.regions[key], None, counts.get(key)),
                basemap.anchors[key],
                "latest",
                ctx.i18n,
            )
            for key in shown.regions
        ],
        [_place_row(place, ctx.dataset, ctx.i18n) for place in shown.places],
        chosen=() if counts else view.regions,
        focus=focus,
        largest=largest_count(ctx.dataset),
    )
    return map_scene(
        map_ground(basemap, extent, ctx.i18n.language), rows, map_frame(extent),
        map_palette(ctx.mode), width, height, scale=scale, bounds=extent.bounds, shrinks=False,
        title=_map_words(shown, ctx.i18n),
    )  # fmt: skip


def _map_words(shown: StepRecords, i18n: I18n) -> str:
    data = shown.story.dataset
    if shown.day:
        return counts_said(shown.day, data, i18n)
    names = [place_name(place, i18n) for place in shown.places]
    names += [i18n.of(data.regions[key], "label") for key in shown.view.regions]
    return i18n.t("Map with {places}.", places=i18n.list(dict.fromkeys(names)))


def counts_said(day: DayCounts, data: Dataset, i18n: I18n) -> str:
    """A map of the counts by region in words, for those who do not see it."""
    numbers = "; ".join(
        f"{i18n.of(data.regions[key], 'label')} {i18n.figure(claim)}"
        for key, claim in day.claims.items()
    )
    return i18n.t(
        "Map of the people counted by region, as of {date}: {numbers}.",
        date=i18n.date(day.day),
        numbers=numbers,
    )


# The ground of a map ------------------------------------------------------------------------------


def fitted(bounds: Sequence[Bounds], spots: Sequence[Spot]) -> Bounds:
    """West, south, east and north of some areas and places, with room around, in degrees."""
    boxes = [*bounds, *((lon, lat, lon, lat) for lon, lat in spots)]
    west, south, east, north = (
        pick(box[n] for box in boxes) for n, pick in enumerate((min, min, max, max))
    )
    least = LEAST_DEGREES if len(set(boxes)) > 1 or bounds else LEAST_ALONE
    half_wide = max((east - west) * (0.5 + MARGIN_SHARE), least / 2)
    half_tall = max((north - south) * (0.5 + MARGIN_SHARE), least / 2)
    middle = ((west + east) / 2, (south + north) / 2)
    return (
        max(middle[0] - half_wide, -180.0),
        max(middle[1] - half_tall, -84.0),
        min(middle[0] + half_wide, 180.0),
        min(middle[1] + half_tall, 84.0),
    )


def _within(spot: Spot, bounds: Bounds) -> bool:
    return bounds[0] <= spot[0] <= bounds[2] and bounds[1] <= spot[1] <= bounds[3]


def _names(bounds: Bounds, base: MapExtent, basemap: Basemap) -> dict[str, Spot]:
    """Where names stand: countries in the middle of what is seen, divisions where they are set."""
    divisions = {code: spot for code, spot in base.names.items() if "-" in code}
    found = {code: spot for code, spot in divisions.items() if _within(spot, bounds)}
    area = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])
    for code, country in basemap.ground.countries.items():
        part = shapely.clip_by_rect(country.shape, *bounds)
        if not part.is_empty and part.area > NAMED_SHARE * area:
            found[code] = anchor(part)
    return found


def extent_of(bounds: Bounds, basemap: Basemap) -> MapExtent:
    """A part of the map that shows some bounds, as fine as the ground has them."""
    size = max(bounds[2] - bounds[0], bounds[3] - bounds[1])

    def fits(extent: MapExtent) -> bool:
        west, south, east, north = extent.bounds
        middle = ((west + east) / 2, (south + north) / 2)
        return size <= NEAR_TIMES * max(east - west, north - south) and _within(middle, bounds)

    close = [extent for extent in basemap.extents if extent.close and fits(extent)]
    base = close[0] if close else basemap.extents[0]
    return base.model_copy(
        # Label spots are set for the map as a whole: here labels look for room themselves.
        update={
            "bounds": bounds,
            "close": True,
            "names": _names(bounds, base, basemap),
            "regions": {},
            "places": {},
        }
    )


# A step -------------------------------------------------------------------------------------------


def draw_part(
    part: Part,
    view: StepView,
    ctx: Context,
    width: float,
    height: float | None,
    *,
    scale: float = 1.0,
) -> Drawing:
    """One drawing of a step, in pixels.

    Args:
        part: which one, of :meth:`StepRecords.parts`.
        view: what the step is about.
        ctx: the story without filters (:func:`whole`).
        height: likewise; without it a timeline is a list and the others as high as looks well.
        scale: the size of type; 1 is 12 pixels for labels.
    """
    shown = StepRecords(view, ctx.story)
    if part == "map":
        drawn = _map(shown, ctx, width, height or width * 0.9, scale)
        return Drawing(drawn, _map_words(shown, ctx.i18n), ctx.i18n.t("Map"))
    if part == "figures":
        return _figures(shown, ctx, (width, height), scale)
    scene, named = _timeline(shown, ctx, (width, height), scale)
    return Drawing(scene, _time_words(shown, ctx.i18n), ctx.i18n.t("Timeline"), named)


# In windows ---------------------------------------------------------------------------------------


def _wide(view: StepView, ctx: Context) -> list[Scene]:
    width, height = WIDE
    first, *others = StepRecords(view, ctx.story).parts()
    if not others:
        return [draw_part(first, view, ctx, width, height, scale=TYPE_FACTOR).scene]
    for share in SHARES:
        low = round((height - GAP_PX) * share)
        second = draw_part(others[0], view, ctx, width, low, scale=TYPE_FACTOR)
        if second.whole:
            break
    upper = draw_part(first, view, ctx, width, height - GAP_PX - low, scale=TYPE_FACTOR)
    return [upper.scene, second.scene]


def step_scenes(view: StepView, ctx: Context, screen: Screen) -> list[Scene]:
    """The drawings of a step, from the top.

    Args:
        screen: for a window beside the text, or for a phone.
    """
    everything = whole(ctx)
    if screen == "wide":
        return _wide(view, everything)
    width, map_height = NARROW
    return [
        draw_part(part, view, everything, width, map_height if part == "map" else None).scene
        for part in StepRecords(view, everything.story).parts()
    ]


def step_drawings(view: StepView, ctx: Context, screen: Screen) -> list[str]:
    """The same as SVG."""
    return [paint(scene) for scene in step_scenes(view, ctx, screen)]


#: How much larger than labels of 14 points the type of a slide's drawing may be.
LARGER_ON_PAPER = (1.6, 1.45, 1.3, 1.15, 1.0)
#: So many places of a whole story are said in words.
NAMED_PLACES = 14


def _signs(scenes: Iterable[Scene]) -> frozenset[str]:
    return frozenset[str]().union(*(scene.signs() for scene in scenes))


@dataclass(frozen=True)
class PaperDrawings:
    """Makes the drawings that handout and slides ask for."""

    ctx: Context

    def parts(self, view: StepView) -> tuple[Part, ...]:
        """What is drawn for a step; the first is the larger."""
        return StepRecords(view, self.ctx.story).parts()

    def step(self, part: Part, view: StepView, width: float, height: float) -> Drawing:
        """One drawing of a step, in pixels, in the largest type in which all of it has room."""
        sizes = (1.0,) if part == "map" else LARGER_ON_PAPER
        for size in sizes:
            made = draw_part(part, view, self.ctx, width, height, scale=size)
            if made.whole:
                break
        return made

    def map(self, width: float, height: float) -> Drawing:
        """The latest counts by region, else the places of the events."""
        drawn = draw_map(self.ctx, width, height)
        return Drawing(drawn, self._map_words(), self.ctx.i18n.t("Map"))

    def timeline(self, width: float, height: float) -> Drawing:
        """Every event of the story's days."""
        ctx = self.ctx
        drawn = draw_timeline(ctx, width, height, window=ctx.dataset.period)
        span, many = ctx.i18n.t("the days of the story"), len(ctx.dataset.events) > MOST_MARKS
        events = [] if many else ctx.dataset.events.values()
        words = timeline_said(span, events, ctx.i18n, "long")
        return Drawing(drawn, words, ctx.i18n.t("Timeline"))

    def keys(self, drawn: Sequence[Drawing], width: float, larger: float = 1.0) -> list[Drawing]:
        """How to read the maps among some drawings, and how the others: only signs that are drawn.

        The drawings are set so many times ``larger`` than their keys.
        """
        t, muted = self.ctx.i18n.t, self.ctx.palette.muted
        maps, others = self._map_key(drawn, larger), self._mark_key(drawn)
        found = ((maps, t("How to read the map")), (others, t("How to read the marks")))
        return [
            Drawing(key_scene(items, width, muted, name), name, name)
            for items, name in found
            if items
        ]

    def _map_key(self, drawn: Sequence[Drawing], larger: float) -> list[KeyItem]:
        ctx = self.ctx
        maps = [one.scene for one in drawn if not one.scene.is_a("timeline")]
        # Every map of a lesson has one scale.
        unit = max((scene.unit for scene in maps if scene.ids("count")), default=1.0) * larger
        legend, words = count_legend(LEGEND, ctx.dataset, ctx.i18n), map_key_words(ctx.i18n)
        largest = largest_count(ctx.dataset)
        return map_key(map_palette(ctx.mode), legend, largest, unit, words, _signs(maps))

    def _mark_key(self, drawn: Sequence[Drawing]) -> list[KeyItem]:
        ctx, data = self.ctx, self.ctx.dataset
        days = [one.scene for one in drawn if one.scene.is_a("timeline")]
        items = timeline_key(ctx.palette, timeline_key_words(ctx.i18n), _signs(days))
        if any(scene.is_a("list") for scene in days):
            # A list has no lanes that name the kinds.
            kinds = {data.events[key].category for scene in days for key in scene.ids("event")}
            items += kind_key(ctx.palette, [(k, n) for k, n in ctx.kinds.items() if k in kinds])
        if any(scene.is_a("counted") for scene in days):
            items.append(count_key(ctx.palette, counting_words(ctx)))
        if "limit" in _signs(one.scene for one in drawn):
            items.append(limit_key(ctx.palette, ctx.i18n.t("number that is only a limit")))
        return items

    def _map_words(self) -> str:
        i18n, data = self.ctx.i18n, self.ctx.dataset
        days = counts_by_day(data)
        if not days:
            places = dict.fromkeys(e.place_id for e in data.events.values() if e.place_id)
            names = [i18n.of(data.places[p], "name") for p in places][:NAMED_PLACES]
            return i18n.t("Map with {places}.", places=i18n.list(names))
        return counts_said(days[-1], data, i18n)


def paper_drawings(lesson: Story, story: LoadedStory, reader: I18n) -> PaperDrawings:
    """What draws a lesson of a story; a lesson not in the reader's language keeps its own."""
    i18n = story_words(story, i18n_for(lesson_language(lesson, reader)))
    return PaperDrawings(whole(Context(story, View(), (), i18n, "light", "present")))
