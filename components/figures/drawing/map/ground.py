"""The ground of a drawn map: land, regions by what is known of them, outlines and names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final

import numpy as np
import shapely
from markupsafe import Markup
from shapely.geometry.base import BaseGeometry

from components.domain.geography.basemap import Ground, Outlines
from components.domain.geography.geometry import Feature
from components.figures.drawing.fonts import width_of
from components.figures.drawing.map.label_places import Box
from components.figures.drawing.map.look import DIMMED_GROUND_SHARE, MapLook
from components.figures.drawing.map.projection import (
    Projection,
    feature_path,
    feature_shape,
    shape_path,
)
from components.figures.drawing.svg import tag, text
from components.figures.map.marks import MapPalette, mixed

NAME_HALF_PX: Final = 7
#: Between the places that are tried for a country's name, across and down.
STEP_PX: Final = 10
#: A name's capitals rise so far above and below their middle.
CAPITALS_HALF_PX: Final = 5


def _area(d: str, fill: str, stroke: str | None = None, width: float = 1) -> list[Markup]:
    if not d:
        return []
    edge = width if stroke else None
    return [tag("path", d=d, fill=fill, fill_rule="evenodd", stroke=stroke, stroke_width=edge)]


def _lines(d: str, stroke: str, width: float) -> list[Markup]:
    if not d:
        return []
    return [
        tag(
            "path", d=d, fill="none", stroke=stroke, stroke_width=width,
            stroke_linejoin="round", stroke_linecap="round",
        )
    ]  # fmt: skip


def draw_ground(outlines: Outlines, to: Projection, palette: MapPalette) -> list[Markup]:
    """Land, what lies apart, and the lines between them."""
    divisions = mixed(palette.line, palette.ground, 0.7)
    return [
        *_area(feature_path(outlines.land, to), palette.ground, palette.line),
        *_area(feature_path(outlines.apart, to), palette.apart, palette.line),
        *_lines(feature_path(outlines.divisions, to), divisions, 0.6),
        *_lines(feature_path(outlines.coast, to), palette.line, 1),
    ]


def _seen(part: Feature, look: MapLook, frame: BaseGeometry) -> bool:
    """Whether any of an outline lies in the picture."""
    return bool(feature_shape(part, look.to).intersects(frame))


def draw_areas(outlines: Outlines, known: set[str], look: MapLook) -> list[Markup]:
    """The regions: flat tints, hatching where belonging is inferred, dots where none is known."""
    palette = look.palette
    tint = {
        "attested": mixed(palette.accent_soft, palette.ground, 0.75),
        "inferred": mixed(palette.accent_soft, palette.ground, 0.25),
    }
    drawn = []
    frame = shapely.box(0, 0, look.to.width, look.to.height)
    for region in dict.fromkeys(region for region, _ in outlines.parts):
        own: list[Markup] = []
        signs: list[str] = []
        dim = look.regional and look.dims(region)
        share = DIMMED_GROUND_SHARE if dim else 1.0
        for basis in ("attested", "inferred"):
            part = outlines.parts.get((region, basis))
            if part:
                fill = tint[basis] if region in known else palette.ground
                fill = mixed(fill, palette.ground, share)
                if region in known and look.counted and _seen(part, look, frame):
                    signs.append(basis)
                own += _area(feature_path(part, look.to), fill)
        if region in known and region in outlines.hatch:
            slant = mixed(palette.accent, palette.ground, 0.45 * share)
            own += _lines(feature_path(outlines.hatch[region], look.to), slant, 0.8)
        if region not in known and region in outlines.stipple:
            if _seen(outlines.stipple[region], look, frame):
                signs.append("silent")
            own += _area(
                feature_path(outlines.stipple[region], look.to),
                mixed(palette.muted, palette.ground, share),
            )
        if own:
            kind = "area dim" if dim else "area"
            drawn.append(
                tag("g", *own, class_=kind, data_id=region, data_region=region,
                    data_signs=" ".join(signs) or None)
            )  # fmt: skip
    drawn += _lines(feature_path(outlines.region_lines, look.to), palette.paper, 1.6)
    drawn += _lines(feature_path(outlines.frontier, look.to), palette.muted, 1.4)
    return drawn


def _name_box(x: float, y: float, half: float) -> Box:
    return (x - half, y - NAME_HALF_PX, x + half, y + NAME_HALF_PX)


def _name_spot(
    spot: tuple[float, float], half: float, area: BaseGeometry | None, look: MapLook
) -> tuple[float, float] | None:
    """Where a name stands: at its spot, else as near to it as there is room within its area.

    Without an area it stands at its spot or nowhere.
    """
    left, top, right, bottom = half, 12.0, look.to.width - half, look.to.height - 8
    places = [spot]
    if area is not None and not area.is_empty:
        west, north, east, south = area.bounds
        across = np.arange(max(left, west), min(right, east), STEP_PX).tolist()
        down = np.arange(max(top, north), min(bottom, south), STEP_PX).tolist()
        places += sorted(product(across, down), key=lambda at: math.dist(at, spot))
        shapely.prepare(area)
        places = [at for at in places if _within(at, half, area)]
    inside = [at for at in places if left < at[0] < right and top < at[1] < bottom]
    free = (at for at in inside if look.labels.free(_name_box(*at, half)))
    return next((at for at in free if not look.labels.crossed(_name_box(*at, half))), None)


def _within(at: tuple[float, float], half: float, area: BaseGeometry) -> bool:
    """Whether a name's capitals, half so wide, lie in an area."""
    x, y = at
    box = shapely.box(x - half, y - CAPITALS_HALF_PX, x + half, y + CAPITALS_HALF_PX)
    return bool(shapely.contains_properly(area, box))


def name_areas(
    codes: Iterable[str], ground: Ground, chosen: Iterable[str], to: Projection
) -> dict[str, BaseGeometry]:
    """The country or division of each code in the drawing's unit, without the chosen regions."""

    def seen(shape: BaseGeometry) -> BaseGeometry:
        return shapely.transform(shapely.clip_by_rect(shape, *to.seen), to.points)

    held = shapely.union_all([seen(ground.regions[key]) for key in chosen if key in ground.regions])
    areas = {code: ground.countries.get(code) or ground.divisions.get(code) for code in codes}
    return {
        code: shapely.difference(seen(area.shape), held) for code, area in areas.items() if area
    }


def draw_ground_names(
    names: Mapping[str, str], areas: Mapping[str, BaseGeometry], look: MapLook
) -> list[Markup]:
    """The names of countries and divisions, by code, each within its area and on no other label."""
    # Countries, whose codes are the shorter ones, before what lies in them.
    spots = dict(sorted(look.extent.names.items(), key=lambda spot: (len(spot[0]), spot[0])))
    drawn = []
    for code, (lon, lat) in spots.items():
        if not names.get(code):
            continue
        half = width_of(names[code].upper(), 11, 600) / 2 + 4
        at = _name_spot(look.to.at(lon, lat), half, areas.get(code), look)
        if at is None:
            continue
        look.labels.taken.append(_name_box(*at, half))
        drawn.append(
            text(
                names[code].upper(), at[0], at[1] + 4, size=11, fill=look.palette.muted,
                anchor="middle", weight=600, halo=look.palette.paper,
            )
        )  # fmt: skip
    return drawn


def draw_rings(outlines: Sequence[BaseGeometry], look: MapLook) -> list[Markup]:
    """The outlines of what is chosen, with gaps where a label stands."""
    labels = shapely.union_all([shapely.box(*box) for box in look.labels.taken])
    gaps = [shapely.difference(outline, labels) for outline in outlines]
    drawn = [piece for gap in gaps for piece in _lines(shape_path(gap), look.palette.ink, 3)]
    return [tag("g", *drawn, class_="ring")] if drawn else []
