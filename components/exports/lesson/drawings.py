"""The drawings of a lesson: the whole timeline and map, and those of each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from components.domain.dataset import Dataset
from components.domain.dates import parse_edtf
from components.domain.geography import Extent, Geography
from components.domain.models import Claim, Event, Region
from components.domain.story import BOUNDS, StepView
from components.domain.view import PERIOD
from components.figures.drawing import map_svg, timeline_svg
from components.figures.drawing.keys import map_key, timeline_key
from components.figures.drawing.map import unit_of
from components.figures.drawing.sheet import key_svg
from components.figures.drawing.svg import unit_of as drawn_unit
from components.figures.lanes import Lane, Mark, TimelineTexts
from components.figures.map import LEGEND, LIGHT_MAP, OFF_MAP, MapTexts, PlaceMark, RegionMark
from components.figures.palette import PALETTES
from components.i18n import I18n
from components.i18n.labels import (
    CATEGORY,
    map_key_words,
    people_legend,
    timeline_key_words,
)

PALETTE: Final = PALETTES["light"]


def counts_of(dataset: Dataset, day: str | None) -> dict[str, Claim]:
    """The counts by region that hold for a day (EDTF), by region."""
    return {
        region: claim
        for region, claims in dataset.counts_by_region().items()
        for claim in claims
        if day is not None and claim.as_of == day
    }


def count_days(dataset: Dataset) -> tuple[str, ...]:
    """The days (EDTF) that have counts by region, earliest first."""
    found = (c.as_of for claims in dataset.counts_by_region().values() for c in claims)
    return tuple(sorted({day for day in found if day}))


def largest_count(dataset: Dataset) -> int:
    """The greatest count by region of any day: it has the largest circle everywhere."""
    every = (c for claims in dataset.counts_by_region().values() for c in claims)
    return max((int(c.value_low or 0) for c in every), default=0)


def _texts(i18n: I18n) -> TimelineTexts:
    return TimelineTexts(month=lambda day: i18n.months_short[day.month - 1], year=i18n.year)


def _event_mark(event: Event, i18n: I18n) -> Mark:
    title = i18n.of(event, "title")
    when = parse_edtf(event.date)
    return Mark(event.id, when, event.date_basis, event.category, title, title, "")


def _figure_mark(claim: Claim, i18n: I18n) -> Mark:
    """A figure at the day it holds for, among the published counts."""
    value = i18n.value(claim)
    when = parse_edtf(claim.as_of or "")
    basis = claim.as_of_basis or "inferred"
    return Mark(claim.id, when, basis, "counts", value, value, "")


def whole_timeline(dataset: Dataset, i18n: I18n, width: float, height: float, title: str) -> Markup:
    """Every event from January to May 2019, each labelled, in pixels."""
    return timeline_svg(
        [_event_mark(event, i18n) for event in dataset.events.values()],
        [Lane(key, i18n.t(name)) for key, name in CATEGORY.items()],
        window=PERIOD,
        palette=PALETTE,
        texts=_texts(i18n),
        width=width,
        height=height,
        title=title,
    )


def step_timeline(
    view: StepView,
    dataset: Dataset,
    i18n: I18n,
    width: float,
    height: float,
    *,
    scale: float = 1.0,
    title: str = "",
) -> Markup:
    """The days of a step: the lanes that it is about, its events and figures named, the rest dim.

    Where the step names figures, they take the place of the lane of published counts.
    """
    focus = frozenset((*view.events, *view.claims))
    about = {dataset.events[e].category for e in view.events}
    shown = [e for e in dataset.events.values() if e.category in about]
    marks = [_event_mark(e, i18n) for e in shown if not (view.claims and e.category == "counts")]
    if view.claims:
        about.add("counts")
        marks += [_figure_mark(dataset.claims[claim], i18n) for claim in view.claims]

    def drawn(chosen: Sequence[Mark]) -> Markup:
        return timeline_svg(
            chosen,
            [Lane(key, i18n.t(name)) for key, name in CATEGORY.items() if key in about],
            window=(view.start, view.end),
            palette=PALETTE,
            texts=_texts(i18n),
            width=width,
            height=height,
            focus=focus,
            scale=scale,
            title=title,
        )

    whole = drawn(marks)
    # What the step is not about must not make what it is about too small to read.
    return whole if drawn_unit(whole) >= 1 else drawn([m for m in marks if m.id in focus])


def _seat(region: Region, dataset: Dataset, geography: Geography) -> tuple[float, float]:
    """Where a region's number stands, in degrees (EPSG:4326)."""
    seat = dataset.places[region.seat_place_id] if region.seat_place_id else None
    if seat and seat.lon is not None and seat.lat is not None:
        return seat.lon, seat.lat
    return geography.anchors[region.id]


def _region_marks(
    counts: Mapping[str, Claim], dataset: Dataset, geography: Geography, i18n: I18n
) -> list[RegionMark]:
    marks = []
    for key, region in dataset.regions.items():
        if key in OFF_MAP:
            continue
        lon, lat = _seat(region, dataset, geography)
        claim = counts.get(key)
        marks.append(
            RegionMark(
                key, i18n.of(region, "label"), lon, lat,
                value=None if claim is None else int(claim.value_low or 0), earlier=None,
                text="" if claim is None else i18n.value(claim),
                seat_inferred=region.seat_basis != "attested",
            )
        )  # fmt: skip
    return marks


def _place_marks(events: Sequence[Event], dataset: Dataset, i18n: I18n) -> list[PlaceMark]:
    used = dict.fromkeys(event.place_id for event in events if event.place_id)
    marks = []
    for place in (dataset.places[key] for key in used):
        if place.lat is not None and place.lon is not None:
            name = i18n.of(place, "name")
            number = sum(event.place_id == place.id for event in events)
            marks.append(
                PlaceMark(place.id, name, place.lon, place.lat, number, False, place.precision)
            )
    return marks


def whole_map(
    dataset: Dataset, geography: Geography, i18n: I18n, width: float, height: float, title: str
) -> Markup:
    """The latest counts by region, in pixels."""
    days = count_days(dataset)
    counts = counts_of(dataset, days[-1] if days else None)
    return map_svg(
        geography,
        regions=_region_marks(counts, dataset, geography, i18n),
        places=[],
        palette=LIGHT_MAP,
        extent="country",
        texts=MapTexts(i18n.language, i18n.t("not reported")),
        width=width,
        height=height,
        largest=largest_count(dataset),
        title=title,
    )


def step_map(
    view: StepView,
    dataset: Dataset,
    geography: Geography,
    i18n: I18n,
    width: float,
    height: float,
    *,
    scale: float = 1.0,
    title: str = "",
) -> Markup:
    """The ground of a step, with the counts of its day and its places; the rest is dim."""
    extent: Extent = "border" if view.extent == "border" else "country"
    counts = counts_of(dataset, view.counts)
    regions = _region_marks(counts, dataset, geography, i18n) if counts else []
    events = [dataset.events[e] for e in view.events]
    places = _place_marks(events, dataset, i18n)
    focus = frozenset((*view.regions, *(mark.place_id for mark in places)))
    return map_svg(
        geography,
        regions=regions,
        places=places,
        palette=LIGHT_MAP,
        extent=extent,
        texts=MapTexts(i18n.language, i18n.t("not reported")),
        width=width,
        height=height,
        focus=focus if view.regions else None,
        selected_regions=[] if counts else view.regions,
        largest=largest_count(dataset),
        bounds=BOUNDS[view.extent],
        scale=scale,
        title=title,
    )


def timeline_signs(i18n: I18n, width: float) -> Markup:
    """The key of the timeline, ``width`` pixels wide."""
    title = i18n.t("How to read the marks")
    return key_svg(timeline_key(PALETTE, timeline_key_words(i18n)), width, PALETTE.muted, title)


def map_signs(dataset: Dataset, i18n: I18n, width: float, drawn: tuple[float, float]) -> Markup:
    """The key of a map that was drawn ``drawn`` pixels wide and high."""
    legend, unit = people_legend(LEGEND, i18n), unit_of(*drawn, 1.0)
    items = map_key(LIGHT_MAP, legend, largest_count(dataset), unit, map_key_words(i18n))
    return key_svg(items, width, PALETTE.muted, i18n.t("How to read the map"))
