"""The counts of a drawn map: circles in proportion to the numbers, with number and name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, starmap
from typing import Any

from markupsafe import Markup

from components.domain.records.presentation import LabelSpot
from components.figures.drawing.fonts import width_of
from components.figures.drawing.map.label_places import (
    AWAY_PX,
    WRAPS,
    Box,
    Candidate,
    around,
    farther,
    numbers_alone,
)
from components.figures.drawing.map.look import DIMMED_GROUND_SHARE, MapLook
from components.figures.drawing.svg import group, symbol, text
from components.figures.map.labels import LINE_PX, NAME_PX, NUMBER_PX, spot_of, wrapped
from components.figures.map.marks import RegionMark, mixed, radius


def _circles(mark: RegionMark, x: float, y: float, look: MapLook) -> list[Markup]:
    """Area in proportion to the number; an open ring around a full disc where days are compared."""
    if mark.value is None:
        return []
    compared = mark.earlier is not None
    outer = radius(mark.value, look.largest)
    dash = "4 2.5" if mark.seat_inferred else None
    dim = look.dims(mark.region_id)
    tone = mixed(look.tone, look.palette.ground, DIMMED_GROUND_SHARE) if dim else look.tone
    common: dict[str, Any] = {"stroke": tone, "stroke_width": 1.5}
    drawn = [
        symbol(
            "circle", x, y, outer, fill=tone, fill_opacity=0.18 if compared else 0.55,
            stroke_dasharray=dash, **common,
        )
    ]  # fmt: skip
    if mark.earlier:
        inner = radius(mark.earlier, look.largest)
        drawn.append(symbol("circle", x, y, inner, fill=tone, fill_opacity=0.6, **common))
    return drawn


def _missing(mark: RegionMark, look: MapLook, spot: Candidate) -> list[str]:
    words = mark.text or look.texts.not_reported
    return wrapped(words, spot.wrap) if words else []


def _name_lines(mark: RegionMark, spot: Candidate, look: MapLook) -> list[str]:
    lines = wrapped(mark.label, spot.wrap) if spot.name else []
    return lines + (_missing(mark, look, spot) if mark.value is None else [])


def _settled(
    mark: RegionMark, x: float, y: float, preferred: LabelSpot, look: MapLook
) -> Candidate | None:
    """A free place for a region's number and name; the one set by hand where it is free.

    Where both have no room the number stands alone: the list beside the map has the names.
    """

    def box_of(spot: Candidate) -> Box:
        silent = mark.value is None
        lines = _name_lines(mark, spot, look)
        wide = max((width_of(line, NAME_PX, 600) for line in lines), default=0.0)
        if not silent:
            wide = max(wide, width_of(mark.text, NUMBER_PX, 700))
        rows = len(lines) + (0 if silent else 1)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[spot.anchor]
        left = x + spot.dx - share * wide
        middle = y + spot.dy
        half = rows * LINE_PX / 2
        return left, middle - half, left + wide, middle + half

    reach = radius(mark.value or 0, look.largest)
    set_by_hand = mark.region_id in look.extent.regions
    beside = preferred.dx if set_by_hand else max(reach + AWAY_PX, preferred.dx)
    first = Candidate(beside, preferred.dy, preferred.anchor, preferred.wrap)
    sides = farther if look.labels.lines else around
    places = sides(first, reach, LINE_PX * 1.5)
    middle = look.labels.middles.get(mark.region_id)
    if mark.value is not None:
        places = chain(places, numbers_alone(reach, LINE_PX))
    elif middle:
        # A name without a circle stands in its region, where it fits.
        inside = ((middle[0] - x, middle[1] - y, "middle", wrap) for wrap in WRAPS)
        places = chain(starmap(Candidate, inside), places)
    return look.labels.settle(mark.region_id, places, box_of)


def _words(mark: RegionMark, x: float, y: float, spot: Candidate, look: MapLook) -> list[Markup]:
    """The number in bold, the region's name beneath; why there is none where there is no number."""
    palette, silent = look.palette, mark.value is None
    lines = _name_lines(mark, spot, look)
    top = y + spot.dy - LINE_PX * (len(lines) - (1 if silent else 0)) / 2
    common: dict[str, Any] = {"anchor": spot.anchor, "halo": palette.paper}
    drawn = []
    if not silent:
        drawn.append(
            text(mark.text, x + spot.dx, top + 5, size=NUMBER_PX,
                 fill=palette.muted if look.dims(mark.region_id) else look.ink, weight=700,
                 **common)
        )  # fmt: skip
        top += LINE_PX + 1
    dim = look.dims(mark.region_id)
    tone = palette.muted if (silent and look.texts.not_reported) or dim else look.ink
    drawn += [
        text(words, x + spot.dx, top + n * LINE_PX + 4, size=NAME_PX, fill=tone, weight=600,
             **common)
        for n, words in enumerate(lines)
    ]  # fmt: skip
    return drawn


def draw_counts(regions: Sequence[RegionMark], look: MapLook) -> list[Markup]:
    """First every circle, the largest lowest, then every label."""
    spots = look.extent.regions
    ordered = sorted(regions, key=lambda mark: -(mark.value or 0))
    circles, labels = [], []
    for mark in ordered:
        if mark.value is not None:
            at = look.to.at(mark.lon, mark.lat)
            look.labels.mark(mark.region_id, *at, 0.8 * radius(mark.value, look.largest))
    for mark in ordered:
        x, y = look.to.at(mark.lon, mark.lat)
        own = _circles(mark, x, y, look)
        spot = _settled(mark, x, y, spot_of(spots, mark.region_id), look)
        words = _words(mark, x, y, spot, look) if spot else []
        name = f"{mark.label}: {mark.text or look.texts.not_reported}"
        if own:
            signs = {"count": True, "office": mark.seat_inferred, "change": bool(mark.earlier)}
            circles.append(
                group(
                    own, mark.region_id, kind="count", dim=look.dims(mark.region_id), title=name,
                    data_signs=" ".join(sign for sign, there in signs.items() if there),
                )
            )  # fmt: skip
        if words:
            dim = look.dims(mark.region_id)
            labels.append(group(words, mark.region_id, kind="count-label", dim=dim))
    return circles + labels
