"""The drawings of a lesson: the whole timeline and map, and those of each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from components.domain.dates.edtf import parse_edtf
from components.domain.geography.basemap import Basemap
from components.domain.lessons.story import StepView
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim, Event
from components.figures.drawing import map_svg, timeline_svg
from components.figures.drawing.keys import map_key, timeline_key
from components.figures.drawing.map import unit_of
from components.figures.drawing.sheet import key_svg
from components.figures.drawing.svg import unit_of as drawn_unit
from components.figures.map.deck import LEGEND, LIGHT_MAP, MapTexts, PlaceMark, RegionMark
from components.figures.palette import PALETTES, palette_for
from components.figures.timeline.lanes import Lane, Mark, TimelineTexts
from components.i18n import I18n
from components.i18n.labels import (
    kind_names,
    map_key_words,
    people_legend,
    timeline_key_words,
)

PALETTE: Final = PALETTES["light"]
NAMED_PLACES: Final = 14


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
    """Every event of the story's days, each labelled, in pixels."""
    return timeline_svg(
        [_event_mark(event, i18n) for event in dataset.events.values()],
        [Lane(key, name) for key, name in kind_names(dataset, i18n).items()],
        window=dataset.period,
        palette=palette_for("light", dataset.category_ids),
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
            [Lane(k, name) for k, name in kind_names(dataset, i18n).items() if k in about],
            window=(view.start, view.end),
            palette=palette_for("light", dataset.category_ids),
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


def _region_marks(
    counts: Mapping[str, Claim], dataset: Dataset, basemap: Basemap, i18n: I18n
) -> list[RegionMark]:
    marks = []
    for key, region in dataset.regions.items():
        if key in basemap.off_map or key not in basemap.anchors:
            continue
        lon, lat = basemap.anchors[key]
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


def _busiest(dataset: Dataset, i18n: I18n) -> list[PlaceMark]:
    """The places with the most events, as many as a drawing can name."""
    marks = _place_marks(list(dataset.events.values()), dataset, i18n)
    return sorted(marks, key=lambda mark: (-mark.events, mark.place_id))[:NAMED_PLACES]


def whole_map(
    dataset: Dataset, basemap: Basemap, i18n: I18n, width: float, height: float, title: str
) -> Markup:
    """The latest counts by region, in pixels."""
    days = count_days(dataset)
    counts = counts_of(dataset, days[-1] if days else None)
    return map_svg(
        basemap,
        regions=_region_marks(counts, dataset, basemap, i18n) if counts else [],
        places=[] if counts else _busiest(dataset, i18n),
        palette=LIGHT_MAP,
        extent=basemap.extents[0],
        texts=MapTexts(i18n.language, i18n.t("not reported")),
        width=width,
        height=height,
        largest=largest_count(dataset),
        title=title,
    )


def step_map(
    view: StepView,
    dataset: Dataset,
    basemap: Basemap,
    i18n: I18n,
    width: float,
    height: float,
    *,
    scale: float = 1.0,
    title: str = "",
) -> Markup:
    """The ground of a step, with the counts of its day and its places; the rest is dim."""
    extent = basemap.extent(view.extent)
    counts = counts_of(dataset, view.counts)
    regions = _region_marks(counts, dataset, basemap, i18n) if counts else []
    events = [dataset.events[e] for e in view.events]
    places = _place_marks(events, dataset, i18n)
    focus = frozenset((*view.regions, *(mark.place_id for mark in places)))
    return map_svg(
        basemap,
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
        bounds=extent.bounds,
        scale=scale,
        title=title,
    )


def timeline_signs(i18n: I18n, width: float) -> Markup:
    """The key of the timeline, ``width`` pixels wide."""
    title = i18n.t("How to read the marks")
    return key_svg(timeline_key(PALETTE, timeline_key_words(i18n)), width, PALETTE.muted, title)


def map_signs(
    dataset: Dataset, basemap: Basemap, i18n: I18n, width: float, drawn: tuple[float, float]
) -> Markup:
    """The key of a map that was drawn ``drawn`` pixels wide and high."""
    legend, unit = people_legend(LEGEND, i18n), unit_of(*drawn, 1.0, basemap.frame)
    items = map_key(LIGHT_MAP, legend, largest_count(dataset), unit, map_key_words(i18n))
    return key_svg(items, width, PALETTE.muted, i18n.t("How to read the map"))
