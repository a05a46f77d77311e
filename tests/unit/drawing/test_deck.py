"""The map of deck.gl: what it draws, what it never asks for, and what a press means."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
import shapely

from components.drawing.deck import deck
from components.drawing.ground import GroundName, ground_scene
from components.drawing.map import LARGEST_RADIUS_PX, MapRows, PlaceRow, RegionRow, radius
from components.drawing.outlines import Outlines
from components.drawing.palette import MAP_PALETTES
from components.drawing.svg import paint
from components.intake.package import load_dataset
from components.presentation.scenes import map_ground
from tests.support.ground import BASEMAP
from tests.support.server import ROOT

DATA = load_dataset(ROOT / "data")
VALUES = {
    "oriente": (415, 328),
    "orinoquia": (46, 37),
    "guajira": (30, 26),
    "andina": (30, 7),
    "caribe": (23, 6),
    "antioquia": (14, 1),
    "occidente": (6, 6),
    "narino": (3, None),
}
LAYERS = ["counts", "circles", "places", "numbers", "names"]
TERRAIN = [
    GroundName("Orinoco", -67.0, 6.0, shapely.LineString([(-67, 5), (-67, 7)]), "river", 1),
    GroundName("Ureña", -72.45, 7.92, kind="town", rank=4),
    GroundName("Táchira", -72.1, 7.9, kind="division"),
]
LIGHT_MAP = MAP_PALETTES["light"]


def region_rows(compare=False):
    rows = []
    for region in DATA.regions.values():
        value, earlier = VALUES.get(region.id, (None, None))
        earlier = earlier if compare else None
        seat = DATA.places.get(region.seat_place_id)
        lon, lat = (seat.lon, seat.lat) if seat else BASEMAP.anchors[region.id]
        text = f"{earlier} → {value}" if earlier else str(value or "")
        inferred = region.seat_basis != "attested"
        rows.append(RegionRow(region.id, region.label, lon, lat, value, earlier, text, inferred))
    return rows


def place_rows(selected=None):
    wanted = ("bogota", "caracas", "cucuta", "simon-bolivar-bridge", "villa-del-rosario")
    places = [DATA.places[key] for key in wanted]
    return [PlaceRow(p.id, p.name, p.lon, p.lat, 1, p.id == selected) for p in places]


def ground_of(extent, terrain=()):
    return replace(map_ground(BASEMAP, BASEMAP.extent(extent), "en"), terrain=terrain)


def draw(extent="country", terrain=(), **changed):
    rows = MapRows(region_rows(), place_rows(), not_reported="not reported")
    return deck(ground_of(extent, terrain), replace(rows, **changed), LIGHT_MAP)


def layers(made):
    return {layer["id"]: layer for layer in made["layers"]}


def circles(made):
    return {f["region_id"]: f["radius"] for f in reversed(layers(made)["counts"]["data"])}


@pytest.mark.parametrize(("extent", "most"), [("country", 25_000), ("border", 12_000)])
def test_its_layers_are_few_small_and_ask_nothing_of_another_server(extent, most):
    made = draw(extent, TERRAIN)
    text = json.dumps(made, separators=(",", ":"), ensure_ascii=False)
    assert "http" not in text
    assert list(layers(made)) == LAYERS
    assert len(text.encode()) < most
    for key, layer in layers(made).items():
        if layer["@@type"] == "TextLayer":
            assert layer["characterSet"] in {"auto", "◆"}, key


@pytest.mark.parametrize("extent", ["country", "border"])
def test_the_ground_beneath_it_has_every_region_and_says_where_its_corners_are(extent):
    ground = ground_of(extent, TERRAIN)
    scene = ground_scene(ground, [*VALUES], LIGHT_MAP)
    regions = ground.outlines.regions
    assert [mark.id for mark in scene.marks("area")] == regions
    assert sorted(mark.data["region"] for mark in scene.marks("ring")) == sorted(regions)
    # A region without a number has no tint, and dots where it is large enough for one.
    bare = [mark for mark in scene.marks("area") if mark.id not in VALUES]
    assert {mark.shapes[0].paint.fill for mark in bare} == {LIGHT_MAP.ground}
    silent = {mark.id for mark in scene.marks("area") if "silent" in mark.signs}
    assert silent == (set() if ground.close else {"amazonas", "eje-cafetero"})
    # A browser finds a place by these corners where the drawing has it.
    west, north, east = map(float, scene.body[0].data["corners"].split(","))
    scale = scene.width / (east - west)
    lon, lat = DATA.places["cucuta"].lon, DATA.places["cucuta"].lat
    down = math.degrees(math.asinh(math.tan(math.radians(north))))
    down -= math.degrees(math.asinh(math.tan(math.radians(lat))))
    spot = shapely.Point((lon - west) * scale, down * scale).buffer(1)
    oriente = next(mark for mark in scene.marks("area") if mark.id == "oriente")
    assert any(shape.geometry.intersects(spot) for shape in oriente.shapes)


def test_the_ground_of_no_land_is_empty():
    ground = ground_of("country")
    nothing = shapely.MultiPolygon()
    bare = replace(ground, outlines=Outlines(*[nothing] * 6, *[{}] * 5, nothing))
    scene = ground_scene(bare, [], LIGHT_MAP)
    assert not paint(scene).count("<path")


def test_the_area_of_a_circle_is_in_proportion_to_its_number():
    radii = circles(draw())
    assert radii["oriente"] == LARGEST_RADIUS_PX
    assert set(radii) == set(VALUES)
    for region, (value, _) in VALUES.items():
        assert radii[region] ** 2 / radii["oriente"] ** 2 == pytest.approx(value / 415, abs=0.001)
    assert [radius(n, 400) for n in (0, 100, 400)] == [0, 13.5, 27]


def test_a_region_without_a_number_has_no_tint_and_says_why():
    made = draw()
    assert made["tips"]["amazonas"].endswith("\nnot reported")
    assert made["tips"]["oriente"].endswith("\n415")
    zero = [replace(r, value=0, text="0") if r.region_id == "amazonas" else r
            for r in region_rows()]  # fmt: skip
    shown = draw(regions=zero)
    assert circles(shown)["amazonas"] == 0
    assert "0" in [f["text"] for f in layers(shown)["numbers"]["data"]]


def test_what_is_pressed_has_its_id_and_on_a_circle_the_press_is_the_circles():
    drawn = layers(draw(places=place_rows("cucuta")))
    assert {key for key, layer in drawn.items() if layer.get("pickable")} == {
        "counts", "circles", "places",
    }  # fmt: skip
    assert all(f["region_id"] for f in drawn["counts"]["data"])
    assert drawn["places"]["data"][-1]["place_id"] == "cucuta"
    under = {f["place_id"]: f["under"] for f in drawn["places"]["data"]}
    assert under["cucuta"] == under["villa-del-rosario"] == "oriente"
    assert under["caracas"] == ""
    assert {f["under"] for f in layers(draw("border"))["places"]["data"]} == {""}
