"""The ground of a drawn map: land, regions by what is known of them, outlines and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely
from markupsafe import Markup
from shapely.geometry.base import BaseGeometry

from components.domain.geography.basemap import Outlines
from components.domain.geography.geometry import Feature
from components.figures.drawing.fonts import width_of
from components.figures.drawing.map.look import DIMMED_GROUND_SHARE, MapLook
from components.figures.drawing.map.projection import (
    Projection,
    feature_path,
    feature_shape,
    shape_path,
)
from components.figures.drawing.svg import tag, text
from components.figures.map.marks import MapPalette, mixed


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


def draw_ground_names(names: Mapping[str, str], look: MapLook) -> list[Markup]:
    """The names of countries, by their code, where no other label stands."""
    # Countries, whose codes are the shorter ones, before what lies in them.
    spots = dict(sorted(look.extent.names.items(), key=lambda spot: (len(spot[0]), spot[0])))
    drawn = []
    for code, (lon, lat) in spots.items():
        x, y = look.to.at(lon, lat)
        if not names.get(code):
            continue
        half = width_of(names[code].upper(), 11, 600) / 2 + 4
        if not (half < x < look.to.width - half and 12 < y < look.to.height - 8):
            continue
        box = (x - half, y - 7, x + half, y + 7)
        if not look.labels.free(box):
            continue
        look.labels.taken.append(box)
        drawn.append(
            text(
                names[code].upper(), x, y + 4, size=11, fill=look.palette.muted, anchor="middle",
                weight=600, halo=look.palette.paper,
            )
        )  # fmt: skip
    return drawn


def draw_rings(outlines: Sequence[BaseGeometry], look: MapLook) -> list[Markup]:
    """The outlines of what is chosen, with gaps where a label stands."""
    labels = shapely.union_all([shapely.box(*box) for box in look.labels.taken])
    gaps = [shapely.difference(outline, labels) for outline in outlines]
    drawn = [piece for gap in gaps for piece in _lines(shape_path(gap), look.palette.ink, 3)]
    return [tag("g", *drawn, class_="ring")] if drawn else []
