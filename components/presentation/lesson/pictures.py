"""What is drawn for a step of a lesson, chosen by one rule for the screen, slides and handout.

A step has a map where it counts by region or names a region or a place that has coordinates; bars
where it names two figures or more; and a timeline where it has no two of them. Each shows what the
step is about: the map is fitted to its regions and places, the timeline to its dates, and every bar
has its number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final, Literal

from components.domain.dates.days import days_after
from components.domain.dates.edtf import parse_edtf
from components.domain.evidence.region_counts import RegionCounts, counts_by_day, largest_count
from components.domain.lessons.story import StepView
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim, Event, Place
from components.domain.views.filters import Filters, event_date
from components.drawing.bars import FigureBar, bars_scene, names_fit
from components.drawing.map import MapRows, PlaceRow, map_scene
from components.drawing.scene import Scene
from components.drawing.timeline import list_scene, timeline_scene
from components.exports.lesson.material import Drawing
from components.i18n import I18n
from components.presentation.charts.ground import map_ground
from components.presentation.charts.scene import (
    map_frame,
    map_palette,
    region_row,
    timeline_frame,
    timeline_row,
)
from components.presentation.context import Context
from components.presentation.lesson.ground import extent_of, fitted, neighbour
from components.presentation.records.events import place_name
from components.presentation.stories import LoadedStory

Part = Literal["map", "figures", "timeline"]
#: How much larger than asked for the type of a list may be where there is room.
LARGER: Final = (1.7, 1.5, 1.35, 1.2, 1.1, 1.0)
#: Days that a timeline shows at least, and room at its ends as a share of its days.
LEAST_DAYS: Final = 14
ROOM_SHARE: Final = 0.12


def whole(ctx: Context) -> Context:
    """The same run without filters: the story is told from the whole data set."""
    return replace(ctx, view=replace(ctx.view, filters=Filters(), event=None))


def _seen(view: StepView, dataset: Dataset) -> list[Event]:
    return [dataset.events[key] for key in view.events]


def _placed(keys: Sequence[str | None], dataset: Dataset) -> list[Place]:
    found = (dataset.places[key] for key in dict.fromkeys(keys) if key)
    return [place for place in found if place.lat is not None and place.lon is not None]


def _counted(view: StepView, dataset: Dataset) -> dict[str, Claim]:
    """The counts by region of the day that a step names."""
    days = {day.day: day.claims for day in counts_by_day(dataset)}
    return dict(days.get(view.counts or "", {}))


def _figures(view: StepView, dataset: Dataset) -> list[Claim]:
    claims = (dataset.claims[key] for key in view.claims)
    return [c for c in claims if c.value_low is not None or c.value_high is not None]


def _on_map(regions: Sequence[str], story: LoadedStory) -> list[str]:
    basemap = story.basemap
    return [key for key in regions if key in basemap.anchors and key not in basemap.off_map]


def parts_of(view: StepView, story: LoadedStory) -> tuple[Part, ...]:
    """What is drawn for a step: one drawing or two, the first one the larger."""
    regions = _on_map([*_counted(view, story.dataset), *view.regions], story)
    found: list[Part] = []
    if regions or _placed([event.place_id for event in _seen(view, story.dataset)], story.dataset):
        found.append("map")
    figures = _figures(view, story.dataset)
    # A bar alone cannot be compared with anything.
    if len(figures) > 1 or (figures and not found and not view.events):
        found.append("figures")
    if not found or (len(found) < 2 and view.events):
        found.append("timeline")
    return tuple(found)


# Timeline -----------------------------------------------------------------------------------------


def window_of_step(view: StepView, dataset: Dataset) -> tuple[date, date]:
    """The days of a step's events with some room, within the days that the step names."""
    found = [parse_edtf(event.date) for event in _seen(view, dataset)]
    if not found:
        return view.start, view.end
    first, last = min(when.first for when in found), max(when.last for when in found)
    days = (last - first).days + 1
    room = max(round(days * ROOM_SHARE), (LEAST_DAYS - days + 1) // 2, 2)
    start, end = days_after(first, -room), days_after(last, room)
    return max(start, min(view.start, first)), min(end, max(view.end, last))


def _timeline(
    view: StepView, ctx: Context, size: tuple[float, float | None], scale: float
) -> tuple[Scene, bool]:
    """The lanes that a step is about, its events named and the rest dim; and whether in full.

    Where not every title has room beside its mark, and without a height, it is a list of the
    step's own events from top to bottom.
    """
    focus = frozenset(view.events)
    about = {event.category for event in _seen(view, ctx.dataset)} or set(ctx.kinds)
    every = [e for e in ctx.dataset.events.values() if e.category in about]
    rows = [timeline_row(e, event_date(ctx.dataset, e, ctx.view.filters), ctx) for e in every]
    own = [row for row in rows if row.id in focus] or rows
    window, width, height = window_of_step(view, ctx.dataset), *size
    frame = timeline_frame(ctx, width, height, window=window, scale=scale, told=False)
    frame = replace(
        frame,
        lanes=[lane for lane in frame.lanes if lane.kind in about],
        title=time_words(view, ctx.dataset, ctx.i18n),
    )
    if height is None:
        return list_scene(own, replace(frame, scale=1.0)), True
    # What the step is not about must not make what it is about too small to read.
    for shown in (rows, own):
        drawing = timeline_scene(shown, frame, focus=focus or None, smallest=1.0)
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


def time_words(view: StepView, dataset: Dataset, i18n: I18n) -> str:
    """The timeline of a step in words, for those who do not see it."""
    first, last = window_of_step(view, dataset)
    span = i18n.date(f"{first}/{last}")
    told = "; ".join(
        f"{i18n.date(event.date, 'told')}, {i18n.of(event, 'title')}"
        for event in _seen(view, dataset)
    )
    if not told:
        return i18n.t("Timeline of {span}.", span=span)
    return i18n.t("Timeline of {span}: {events}.", span=span, events=told)


# Figures ------------------------------------------------------------------------------------------


def _bar(claim: Claim, dataset: Dataset, i18n: I18n) -> FigureBar:
    when = i18n.date(claim.as_of, "short") if claim.as_of else ""
    who = i18n.of(dataset.claimants[claim.claimant_id], "name")
    value = i18n.value(claim)
    name = " · ".join(part for part in (when, who) if part)
    category = "counts" if "counts" in dataset.category_ids else ""
    return FigureBar(
        claim.id, claim.value_low, claim.value_high, value, name, f"{name}: {value}",
        unit=claim.unit or "", category=category,
    )  # fmt: skip


def figure_words(view: StepView, dataset: Dataset, i18n: I18n) -> str:
    """The bars of a step in words, for those who do not see them."""
    numbers = "; ".join(_bar(claim, dataset, i18n).told for claim in _figures(view, dataset))
    return i18n.t("Figures as bars. {numbers}.", numbers=numbers)


# Map ----------------------------------------------------------------------------------------------


def _busiest(dataset: Dataset) -> list[Place]:
    counted = Counter(event.place_id for event in dataset.events.values() if event.place_id)
    ordered = sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return _placed([key for key, _ in ordered], dataset)


def _shown_places(view: StepView, story: LoadedStory) -> list[Place]:
    """The places of a step's events; one that stands alone is shown with a busy one near by."""
    own = _placed([event.place_id for event in _seen(view, story.dataset)], story.dataset)
    if len(own) != 1 or _on_map([*_counted(view, story.dataset), *view.regions], story):
        return own
    near = story.basemap.extent(view.extent).bounds
    other = neighbour([place.id for place in own], _busiest(story.dataset), near)
    return [*own, other] if other else own


def _place_row(place: Place, dataset: Dataset, i18n: I18n) -> PlaceRow:
    events = sum(event.place_id == place.id for event in dataset.events.values())
    lon, lat = place.lon or 0.0, place.lat or 0.0
    name = place_name(place, i18n)
    return PlaceRow(place.id, name, lon, lat, events)


def _map(view: StepView, ctx: Context, width: float, height: float, scale: float) -> Scene:
    """The ground around a step's regions and places, with the counts of its day."""
    basemap, counts = ctx.story.basemap, _counted(view, ctx.dataset)
    regions, places = _on_map([*counts, *view.regions], ctx.story), _shown_places(view, ctx.story)
    areas = [
        basemap.ground.regions[key].bounds
        for key in regions
        if not counts and key in basemap.ground.regions
    ]
    spots = [(place.lon or 0.0, place.lat or 0.0) for place in places]
    spots += [basemap.anchors[key] for key in regions]
    extent = extent_of(fitted(areas, spots), basemap)
    own = {event.place_id for event in _seen(view, ctx.dataset) if event.place_id}
    focus = frozenset((*view.regions, *own)) if view.regions or not counts else None
    rows = MapRows(
        [
            region_row(
                RegionCounts(ctx.dataset.regions[key], None, counts.get(key)),
                basemap.anchors[key],
                "latest",
                ctx.i18n,
            )
            for key in dict.fromkeys(regions)
        ],
        [_place_row(place, ctx.dataset, ctx.i18n) for place in places],
        chosen=() if counts else view.regions,
        focus=focus,
        largest=largest_count(ctx.dataset),
    )
    return map_scene(
        map_ground(basemap, extent, ctx.i18n.language), rows, map_frame(extent),
        map_palette(ctx.mode), width, height, scale=scale, bounds=extent.bounds, shrinks=False,
        title=map_words(view, ctx.story, ctx.i18n),
    )  # fmt: skip


def map_words(view: StepView, story: LoadedStory, i18n: I18n) -> str:
    """The map of a step in words, for those who do not see it."""
    data = story.dataset
    counts = _counted(view, story.dataset)
    if counts:
        numbers = "; ".join(
            f"{i18n.of(data.regions[key], 'label')} {i18n.value(claim)}"
            for key, claim in counts.items()
        )
        return i18n.t(
            "Map of the people counted by region, as of {date}: {numbers}.",
            date=i18n.date(view.counts or ""),
            numbers=numbers,
        )
    names = [place_name(place, i18n) for place in _shown_places(view, story)]
    names += [i18n.of(data.regions[key], "label") for key in view.regions]
    return i18n.t("Map with {places}.", places=i18n.list(dict.fromkeys(names)))


# A step, and the whole ----------------------------------------------------------------------------


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
        part: which one, of :func:`parts_of`.
        view: what the step is about.
        ctx: the story without filters (:func:`whole`).
        height: likewise; without it a timeline is a list and the others as high as looks well.
        scale: the size of type; 1 is 12 pixels for labels.
    """
    if part == "map":
        drawn = _map(view, ctx, width, height or width * 0.9, scale)
        return Drawing(drawn, map_words(view, ctx.story, ctx.i18n), ctx.i18n.t("Map"))
    if part == "figures":
        bars = [_bar(claim, ctx.dataset, ctx.i18n) for claim in _figures(view, ctx.dataset)]
        words = figure_words(view, ctx.dataset, ctx.i18n)
        drawn = bars_scene(
            bars, palette=ctx.palette, width=width, height=height or 56.0 * len(bars) * scale,
            scale=scale, title=words,
        )  # fmt: skip
        full = drawn.unit >= scale - 0.01 and names_fit(bars, width / scale)
        return Drawing(drawn, words, ctx.i18n.t("Figures as bars"), full)
    scene, named = _timeline(view, ctx, (width, height), scale)
    return Drawing(scene, time_words(view, ctx.dataset, ctx.i18n), ctx.i18n.t("Timeline"), named)
