"""What a map is made of: regions from their divisions, seats, countries and credits."""

from dataclasses import replace

import pytest
import shapely
from shapely.geometry import box, mapping

from components.story.ground_data import (
    EVERYWHERE,
    NATURAL_EARTH,
    OPEN_STREET_MAP,
    build_basemap,
    list_border_divisions,
    list_terrain,
)
from components.story.models import RegionDepartment
from tests.support.stories.small import place, small_dataset
from tests.support.stories.small_views import set_presentation

SMALL = small_dataset()


def feature(shape, **properties):
    return {"type": "Feature", "properties": properties, "geometry": mapping(shape)}


def outlines(*features):
    return {"features": list(features)}


#: Two divisions beside each other; the first is that of a region.
DIVISIONS = {
    "states": outlines(
        feature(box(0, 0, 1, 1), code="CO-NSA", name="Norte"),
        feature(box(1, 0, 2, 1), code="CO-XYZ", name="Other"),
    )
}


def test_a_region_is_dissolved_from_its_divisions_before_its_own_outline():
    drawn = {"regions": outlines(
        feature(box(5, 5, 6, 6), region_id="oriente"), feature(box(7, 7, 8, 8), id="guajira")
    )}  # fmt: skip
    basemap = build_basemap(SMALL, DIVISIONS | drawn)
    assert basemap.regions["oriente"].bounds == (0, 0, 1, 1)
    # Its divisions are not among the outlines, so it is as it is drawn.
    assert basemap.regions["guajira"].bounds == (7, 7, 8, 8)
    assert set(basemap.parts) == {("oriente", "attested"), ("guajira", "drawn")}


def test_an_outline_of_no_region_is_not_drawn():
    drawn = {"regions": outlines(feature(box(5, 5, 6, 6), region_id="nowhere"))}
    assert build_basemap(SMALL, drawn).regions == {}


def test_parts_of_a_region_are_told_by_their_basis():
    inferred = RegionDepartment(
        department="CO-XYZ", department_name="Other", region_id="oriente", basis="inferred"
    )
    dataset = replace(SMALL, region_departments=(*SMALL.region_departments, inferred))
    basemap = build_basemap(dataset, DIVISIONS)
    assert set(basemap.parts) == {("oriente", "attested"), ("oriente", "inferred")}
    assert basemap.regions["oriente"].bounds == (0, 0, 2, 1)


@pytest.mark.parametrize(
    ("seat", "collections", "anchor"),
    [
        ("cucuta", DIVISIONS, (-72.0, 1.0)),
        (None, DIVISIONS, (0.5, 0.5)),
        (None, {}, None),
    ],
    ids=["seat", "middle of its outline", "neither"],
)
def test_a_number_stands_at_the_seat_else_in_the_middle(seat, collections, anchor):
    row = SMALL.regions["oriente"].model_copy(update={"seat_place_id": seat})
    dataset = replace(SMALL, regions={"oriente": row})
    anchors = build_basemap(dataset, collections).anchors
    if anchor is None:
        assert anchors == {}
        return
    assert anchors["oriente"] == pytest.approx(anchor, abs=0.02)


@pytest.mark.parametrize(
    ("places", "apart", "countries"),
    [
        ({"cucuta": place("cucuta", None).model_copy(update={"lat": 7.9, "lon": -72.5})}, (),
         {"CO"}),
        ({"cucuta": place("cucuta", None).model_copy(update={"lat": 7.9, "lon": -72.5})}, ("VE",),
         {"VE"}),
        ({"sea": place("sea", None, "PE").model_copy(update={"lat": None, "lon": None})}, (),
         {"CO", "PE"}),
    ],
    ids=["where its places are", "as its package says", "of places without a point"],
)  # fmt: skip
def test_the_countries_of_a_story_are_drawn_apart(places, apart, countries):
    dataset = set_presentation(replace(SMALL, places=places, events={}), apart=apart)
    assert build_basemap(dataset, {}).apart == countries


def test_the_land_is_the_worlds_where_a_package_brings_none():
    coarse = build_basemap(SMALL, {})
    own = build_basemap(SMALL, {"land": outlines(feature(box(-80, 0, -70, 9), code="CO"))})
    assert (coarse.coarse, own.coarse) == (True, False)
    assert list(own.countries) == ["CO"]
    assert len(coarse.countries) > 1


@pytest.mark.parametrize(
    ("collections", "credit", "expected"),
    [
        ({}, {}, NATURAL_EARTH.en),
        ({}, {"en": "Ours.", "es": ""}, "Ours."),
        ({"ground": outlines(feature(box(0, 0, 1, 1), natural="water", **{"@id": "way/1"}))}, {},
         OPEN_STREET_MAP.en),
        ({"ground": outlines(feature(box(0, 0, 1, 1), role="water"))}, {}, ""),
    ],
    ids=["the world's", "a package's", "OpenStreetMap's", "its own ground"],
)  # fmt: skip
def test_outlines_are_credited_to_whom_they_are_from(collections, credit, expected):
    assert build_basemap(set_presentation(SMALL, credit=credit), collections).credit.en == expected


def test_outlines_are_told_by_their_codes():
    basemap = build_basemap(
        SMALL,
        {
            "mixed": outlines(
                feature(box(0, 0, 1, 1), code="CO", name="Colombia"),
                feature(box(1, 1, 2, 2), code="CO-ABC", name="Abc", name_es="Abecé"),
                feature(box(2, 2, 3, 3), name="Land"),
            )
        },
    )
    assert (list(basemap.countries), list(basemap.divisions)) == (["CO"], ["CO-ABC"])
    assert len(basemap.uncoded) == 1
    assert (basemap.name("CO-ABC", "es"), basemap.name("CO", "es")) == ("Abecé", "Colombia")
    assert basemap.name("XX", "en") == ""


def test_a_map_without_anything_shows_its_countries_else_everything():
    nowhere = replace(SMALL, places={}, regions={}, region_departments=())
    assert build_basemap(nowhere, {}).extents[0].bounds[0] <= EVERYWHERE[0]
    unplaced = replace(nowhere, places={
        "a": place("a", None, "PE").model_copy(update={"lat": None, "lon": None})
    })  # fmt: skip
    west, south, east, north = build_basemap(unplaced, {}).extents[0].bounds
    assert -90 < west < east < -60
    assert -25 < south < north < 5


def test_an_unknown_part_of_the_map_is_the_first():
    parts = [{"id": key, "bounds": [0, 0, size, size]} for key, size in (("a", 5), ("b", 3))]
    scene = {"id": "c", "bounds": [0, 0, 2, 2]}
    basemap = build_basemap(set_presentation(SMALL, extents=parts, scenes=[scene]), {})
    assert [basemap.extent(key).id for key in ("b", "c", "nowhere")] == ["b", "c", "a"]
    assert [extent.id for extent in basemap.extents] == ["a", "b"]


def test_divisions_at_a_border_share_a_line_and_not_a_corner():
    rows = [
        RegionDepartment(department=f"CO-{code}", department_name=code, region_id="oriente",
                         basis=basis)
        for code, basis in (("B", "attested"), ("A", "inferred"), ("C", "attested"))
    ]  # fmt: skip
    states = outlines(
        feature(box(0, 0, 1, 1), code="VE-X"),
        feature(box(1, 0, 2, 1), code="CO-A"),
        feature(box(0, 1, 1, 2), code="CO-B"),
        # It touches in a corner alone.
        feature(box(1, 1, 2, 2), code="CO-C"),
    )
    dataset = set_presentation(replace(SMALL, region_departments=tuple(rows)), apart=["VE"])
    borders = list_border_divisions(build_basemap(dataset, {"states": states}), rows)
    assert borders == {"oriente": {"attested": ["B"], "inferred": ["A"]}}
    plain = build_basemap(dataset, {})
    assert list_border_divisions(plain, rows) == {}


def test_rivers_and_towns_near_by_are_in_the_readers_language():
    near = (-73.0, 7.0, -72.0, 8.5)
    english, spanish = (
        [each.name for each in list_terrain(near, language)] for language in ("en", "es")
    )
    assert len(english) == len(spanish) > 0
    # A town has one name, a border one in each language.
    assert set(english) & set(spanish)
    assert set(english) != set(spanish)


def test_shapes_of_regions_in_files_repeat_no_point():
    square = shapely.Polygon([(0, 0), (0.00000001, 0), (1, 0), (1, 1), (0, 1)])
    drawn = {"regions": outlines(feature(square, region_id="oriente"))}
    shape = build_basemap(SMALL, drawn).region_shapes()["oriente"]
    assert len(shape["coordinates"][0]) == 5
