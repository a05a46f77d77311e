"""The map of deck.gl: what it draws, what it never asks for, and what a press means."""

import json
import math
from dataclasses import replace

import pytest
import shapely

from components.drawing.deck import deck
from components.drawing.ground import GroundName, ground_scene
from components.drawing.map import MapRows, PlaceRow, RegionRow
from components.drawing.outlines import Outlines
from components.drawing.palette import MAP_PALETTES
from components.drawing.svg import paint
from components.intake.package import load_dataset
from components.presentation.scenes import map_ground
from tests.support.ground import BASEMAP
from tests.support.server import ROOT

DATA = load_dataset(ROOT / "data")
VALUES = {
    "oriente": 415, "orinoquia": 46, "guajira": 30, "andina": 30, "caribe": 23, "antioquia": 14,
    "occidente": 6, "narino": 3,
}  # fmt: skip
LAYERS = ["counts", "circles", "places", "numbers", "names"]
TERRAIN = [
    GroundName("Orinoco", -67.0, 6.0, shapely.LineString([(-67, 5), (-67, 7)]), "river", 1),
    GroundName("Ureña", -72.45, 7.92, kind="town", rank=4),
    GroundName("Táchira", -72.1, 7.9, kind="division"),
]
LIGHT_MAP = MAP_PALETTES["light"]


def region_rows():
    rows = []
    for region in DATA.regions.values():
        value = VALUES.get(region.id)
        seat = DATA.places.get(region.seat_place_id)
        lon, lat = (seat.lon, seat.lat) if seat else BASEMAP.anchors[region.id]
        text, inferred = str(value or ""), region.seat_basis != "attested"
        rows.append(RegionRow(region.id, region.label, lon, lat, value, None, text, inferred))
    return rows


def place_rows():
    wanted = ("bogota", "caracas", "cucuta", "simon-bolivar-bridge", "villa-del-rosario")
    places = [DATA.places[key] for key in wanted]
    return [PlaceRow(p.id, p.name, p.lon, p.lat, 1, False) for p in places]


def ground_of(extent, terrain=()):
    return replace(map_ground(BASEMAP, BASEMAP.extent(extent), "en"), terrain=terrain)


@pytest.mark.parametrize(("extent", "most"), [("country", 25_000), ("border", 12_000)])
def test_its_layers_are_few_small_and_ask_nothing_of_another_server(extent, most):
    rows = MapRows(region_rows(), place_rows(), not_reported="not reported")
    made = deck(ground_of(extent, TERRAIN), rows, LIGHT_MAP)
    layers = {layer["id"]: layer for layer in made["layers"]}
    text = json.dumps(made, separators=(",", ":"), ensure_ascii=False)
    assert "http" not in text
    assert list(layers) == LAYERS
    assert len(text.encode()) < most
    for key, layer in layers.items():
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
    bare = replace(ground, outlines=Outlines(*[{}] * 5))
    scene = ground_scene(bare, [], LIGHT_MAP)
    assert not paint(scene).count("<path")
