"""Colombia's regions, departments and neighbours as geometry.

The boundaries come from ``data/geo`` (Natural Earth; see ``docs/boundaries.md``), the regions from
``data/region_departments.csv``. Everything is in degrees, longitude first (EPSG:4326), and is made
once: keep the :class:`Geography` for as long as the process lives.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from components.domain.models import RegionDepartment
from components.domain.package_files import DataError, Problem

if TYPE_CHECKING:
    from geopandas import GeoDataFrame
    from shapely.geometry.base import BaseGeometry

    from components.domain.map_geometry import Bounds, Feature

CRS = "EPSG:4326"
REGION_DEPARTMENTS = "region_departments.csv"
Extent = Literal["country", "border"]
Scale = Literal["country", "border", "large"]


@dataclass(frozen=True)
class _Fineness:
    """How finely one scale is drawn; lengths in degrees."""

    clip: Bounds | None
    tolerance: float
    digits: int
    hatch: float
    stroke: float
    stipple: float


_SCALES: Mapping[Scale, _Fineness] = {
    # Each piece of a line is a drawing of its own to a machine without a graphics card: at two
    # pixels there is nothing to see of the corners left out, and half the work is saved.
    "country": _Fineness(
        clip=None, tolerance=0.08, digits=3, hatch=0.22, stroke=0.022, stipple=0.3
    ),
    "border": _Fineness(
        clip=(-75.2, 6.0, -70.0, 9.9), tolerance=0, digits=3, hatch=0.05, stroke=0.001, stipple=0.07
    ),
    # The whole country on a whole screen or on paper.
    "large": _Fineness(clip=None, tolerance=0, digits=2, hatch=0.22, stroke=0.022, stipple=0.3),
}


@dataclass(frozen=True)
class Outlines:
    """What one scale of the map draws, as GeoJSON Features in degrees (EPSG:4326).

    Attributes:
        neighbours: one Feature with the ground of every other country.
        venezuela: one Feature.
        coast: one Feature with the lines of Colombia's outline that no other country shares.
        borders: one Feature with the other borders of these two countries.
        frontier: one Feature with the border between Colombia and Venezuela.
        state_lines: one Feature with the borders between Venezuelan states.
        parts: region id and basis to the Feature of that part, ``region_id`` beside its geometry.
        hatch: region id to the hatching of its inferred part; regions without one are absent.
        strips: the same hatching as narrow polygons.
        stipple: region id to small diamonds on a grid within it.
        region_lines: one Feature with the borders between regions.
        rings: region id to its outline.
    """

    neighbours: Feature
    venezuela: Feature
    coast: Feature
    borders: Feature
    frontier: Feature
    state_lines: Feature
    parts: Mapping[tuple[str, str], Feature]
    hatch: Mapping[str, Feature]
    strips: Mapping[str, Feature]
    stipple: Mapping[str, Feature]
    region_lines: Feature
    rings: Mapping[str, Feature]


@dataclass(frozen=True)
class Geography:
    """The boundaries as GeoDataFrames, all in EPSG:4326.

    Attributes:
        departments: ``code``, ``name``, ``region_id``, ``basis``, ``geometry``; 33 rows. A
            department that no region claims has neither ``region_id`` nor ``basis``.
        states: ``code``, ``name``, ``geometry``; 25 rows.
        countries: ``code``, ``name``, ``name_es``, ``geometry``.
        regions: ``region_id``, ``geometry``: the departments of each region as one.
        parts: ``region_id``, ``basis``, ``geometry``: its attested and its inferred departments.
    """

    departments: GeoDataFrame
    states: GeoDataFrame
    countries: GeoDataFrame
    regions: GeoDataFrame
    parts: GeoDataFrame

    @cached_property
    def anchors(self) -> Mapping[str, tuple[float, float]]:
        """Region id to (longitude, latitude) of its roomiest point, for regions without a seat."""
        from components.domain.map_geometry import anchor

        rows = zip(self.regions["region_id"], self.regions.geometry, strict=True)
        return {region_id: anchor(shape) for region_id, shape in rows}

    @cached_property
    def _outlines(self) -> dict[Scale, Outlines]:
        return {}

    def outlines(self, scale: Scale) -> Outlines:
        """The Features to draw at one scale; the same objects at every call."""
        if scale not in self._outlines:
            self._outlines[scale] = _outlines(self, _SCALES[scale])
        return self._outlines[scale]

    def collection(self, name: Literal["departments", "states", "regions", "parts"]) -> Feature:
        """One of the tables as a GeoJSON FeatureCollection with three decimals."""
        from components.domain.map_geometry import coordinates

        table: GeoDataFrame = getattr(self, name)
        columns = [column for column in table.columns if column != "geometry"]
        features = []
        for row in table.to_dict("records"):
            known = {key: row[key] for key in columns if isinstance(row[key], str)}
            shape = coordinates(row["geometry"], 3)
            features.append({"type": "Feature", "properties": known, "geometry": shape})
        return {"type": "FeatureCollection", "features": features}


def load_geography(folder: Path, region_departments: Iterable[RegionDepartment]) -> Geography:
    """Read the boundaries and join the regions to them.

    Args:
        folder: where ``departments.geojson``, ``states.geojson`` and ``countries.geojson`` lie.
        region_departments: the rows of ``region_departments.csv``.

    Raises:
        DataError: if a file is missing or not GeoJSON, or if rows name a department that has no
            polygon or that an earlier row named already. Rows are taken to be in the file's order.
    """
    names = ("departments", "states", "countries")
    tables = {name: _read(folder / f"{name}.geojson") for name in names}
    return _geography(tables, region_departments)


def geography_of(
    collections: Mapping[str, Mapping[str, Any]],
    region_departments: Iterable[RegionDepartment],
) -> Geography:
    """The same from FeatureCollections that are in memory, under the names of their files.

    Raises:
        DataError: as :func:`load_geography`, and where a column is missing.
    """
    from geopandas import GeoDataFrame

    try:
        tables = {
            name: GeoDataFrame.from_features(collections[name]["features"], crs=CRS)
            for name in ("departments", "states", "countries")
        }
        return _geography(tables, region_departments)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise DataError([Problem("geo", f"not the boundaries this map needs: {error}")]) from error


def _geography(
    tables: Mapping[str, GeoDataFrame], region_departments: Iterable[RegionDepartment]
) -> Geography:
    departments = tables["departments"]
    rows = _checked(region_departments, set(departments["code"]))
    departments["region_id"] = [getattr(rows.get(c), "region_id", None) for c in departments.code]
    departments["basis"] = [getattr(rows.get(c), "basis", None) for c in departments.code]
    return _dissolved(departments, tables["states"], tables["countries"])


def _dissolved(
    departments: GeoDataFrame, states: GeoDataFrame, countries: GeoDataFrame
) -> Geography:
    claimed = departments[departments["region_id"].notna()]
    regions = claimed[["region_id", "geometry"]].dissolve(by="region_id", method="coverage")
    parts = claimed[["region_id", "basis", "geometry"]].dissolve(
        by=["region_id", "basis"], method="coverage"
    )
    return Geography(
        departments=departments,
        states=states,
        countries=countries,
        regions=regions.reset_index(),
        parts=parts.reset_index(),
    )


def _read(path: Path) -> GeoDataFrame:
    from geopandas import GeoDataFrame

    try:
        collection = json.loads(path.read_text(encoding="utf-8"))
        return GeoDataFrame.from_features(collection["features"], crs=CRS)
    except FileNotFoundError as error:
        raise DataError([Problem(f"geo/{path.name}", "the file is missing")]) from error
    except (ValueError, KeyError, TypeError) as error:
        message = f"the file is not a GeoJSON FeatureCollection: {error}"
        raise DataError([Problem(f"geo/{path.name}", message)]) from error


def _checked(
    region_departments: Iterable[RegionDepartment], drawn: set[str]
) -> dict[str, RegionDepartment]:
    """The rows by department; line 1 of the file is its header."""
    rows: dict[str, RegionDepartment] = {}
    problems = []
    for line, row in enumerate(region_departments, start=2):
        code, message = row.department, ""
        if code not in drawn:
            allowed = ", ".join(sorted(drawn))
            message = f"{code!r} has no polygon in geo/departments.geojson; it has {allowed}"
        elif code in rows:
            message = f"{code!r} belongs to {rows[code].region_id!r} already"
        if message:
            problems.append(Problem(REGION_DEPARTMENTS, message, line, "department", code))
        rows.setdefault(code, row)
    if problems:
        raise DataError(problems)
    return rows


def _simplified(geography: Geography, tolerance: float) -> Geography:
    """The same areas with fewer corners; what two of them share, they still share."""
    import shapely

    tables = geography.departments.copy(), geography.states.copy(), geography.countries.copy()
    departments, states, countries = tables
    made = {"CO": departments, "VE": states}
    others = ~countries["code"].isin(list(made))
    whole = [*departments.geometry, *states.geometry, *countries.geometry[others]]
    simple = shapely.coverage_simplify(whole, tolerance)
    inner = len(departments) + len(states)
    departments["geometry"] = simple[: len(departments)]
    states["geometry"] = simple[len(departments) : inner]
    countries.loc[others, "geometry"] = simple[inner:]
    for code, parts in made.items():
        union = shapely.coverage_union_all(list(parts.geometry))
        countries.loc[countries["code"] == code, "geometry"] = union
    return _dissolved(*tables)


def _outlines(geography: Geography, scale: _Fineness) -> Outlines:
    import shapely

    from components.domain.map_geometry import (
        feature,
        hatch_lines,
        merged,
        shared_borders,
        stipple_dots,
        strips,
    )

    def cut(shape: BaseGeometry) -> BaseGeometry:
        return shapely.clip_by_rect(shape, *scale.clip) if scale.clip else shape

    def drawn(shape: BaseGeometry, **members: Any) -> Feature:
        return feature(cut(shape), scale.digits, **members)

    if scale.tolerance:
        geography = _simplified(geography, scale.tolerance)
    countries = dict(zip(geography.countries["code"], geography.countries.geometry, strict=True))
    others = shapely.union_all([s for code, s in countries.items() if code not in {"CO", "VE"}])
    grounds = [countries["CO"], countries["VE"], others]
    coast = shapely.difference(grounds[0].boundary, shapely.union_all(grounds[1:]).boundary)
    frontier = shared_borders([countries["CO"], countries["VE"]])
    regions = {r.region_id: r.geometry for r in geography.regions.itertuples()}
    parts = {(p.region_id, p.basis): p.geometry for p in geography.parts.itertuples()}
    parts = {key: shape for key, shape in parts.items() if not cut(shape).is_empty}
    inferred = {region: cut(shape) for (region, b), shape in parts.items() if b == "inferred"}
    hatch = {r: hatch_lines(s, scale.hatch) for r, s in sorted(inferred.items())}
    shown = {region for region, _ in parts}
    dots = {r: stipple_dots(cut(regions[r]), scale.stipple) for r in shown}
    return Outlines(
        neighbours=drawn(others),
        venezuela=drawn(countries["VE"]),
        coast=drawn(merged(coast)),
        borders=drawn(merged(shapely.difference(shared_borders(grounds), frontier))),
        frontier=drawn(frontier),
        state_lines=drawn(shared_borders(geography.states.geometry)),
        parts={k: drawn(s, region_id=k[0]) for k, s in sorted(parts.items())},
        hatch={r: drawn(lines) for r, lines in hatch.items()},
        # One digit more: a strip is narrower than the others' rounding.
        strips={
            r: feature(strips(lines, scale.stroke), scale.digits + 1) for r, lines in hatch.items()
        },
        stipple={r: drawn(dots[r]) for r in sorted(shown) if not dots[r].is_empty},
        region_lines=drawn(shared_borders(regions.values())),
        rings={r: drawn(regions[r].boundary, region_id=r) for r in sorted(shown)},
    )
