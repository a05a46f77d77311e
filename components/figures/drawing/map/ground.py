"""The ground of a drawn map: land, regions by what is known of them, outlines and names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

import shapely
from markupsafe import Markup
from shapely.geometry.base import BaseGeometry

from components.domain.geography.basemap import Outlines
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
#: How far a country's name may be moved, across and down, off the outline of what is chosen.
ASIDE_PX: Final = (0, -30, 30, -60, 60)
ASIDE_DOWN_PX: Final = (0, -20, 20, -40, 40)


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


def _name_spot(spot: tuple[float, float], half: float, look: MapLook) -> tuple[float, float] | None:
    """Where a name stands: at its spot, or a little aside of the outline of what is chosen."""
    near = sorted(product(ASIDE_PX, ASIDE_DOWN_PX), key=lambda by: math.hypot(*by))
    inside = [
        (spot[0] + dx, spot[1] + dy)
        for dx, dy in (near if look.labels.lines else near[:1])
        if half < spot[0] + dx < look.to.width - half and 12 < spot[1] + dy < look.to.height - 8
    ]
    free = [at for at in inside if look.labels.free(_name_box(*at, half))]
    clear = [at for at in free if not look.labels.crossed(_name_box(*at, half))]
    return next(iter(clear or free), None)


def draw_ground_names(names: Mapping[str, str], look: MapLook) -> list[Markup]:
    """The names of countries, by their code, where no other label stands."""
    # Countries, whose codes are the shorter ones, before what lies in them.
    spots = dict(sorted(look.extent.names.items(), key=lambda spot: (len(spot[0]), spot[0])))
    drawn = []
    for code, (lon, lat) in spots.items():
        if not names.get(code):
            continue
        half = width_of(names[code].upper(), 11, 600) / 2 + 4
        at = _name_spot(look.to.at(lon, lat), half, look)
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
