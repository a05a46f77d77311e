"""The map's Deck: what it draws, what it never asks for, and labels that keep clear."""

import json
import math
from dataclasses import replace

import pytest
import shapely
from shapely.geometry import shape

from components.domain.geography.terrain import terrain_near
from components.domain.records.package import load_dataset
from components.figures.map.deck import (
    DARK_MAP,
    LIGHT_MAP,
    MapTexts,
    PlaceMark,
    RegionMark,
    size_legend,
    story_map,
)
from components.figures.map.labels import LINE_PX, wrapped
from components.figures.map.marks import LARGEST_RADIUS_PX, mixed
from tests.support.cases import for_each
from tests.support.ground import BASEMAP
from tests.support.server import ROOT

DATA = ROOT / "data"
TEXTS = MapTexts("en", "not reported")
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
LAYERS = [
    "ground",
    "regions",
    "textures",
    "rivers",
    "edges",
    "selection",
    "ground-names",
    "counts",
    "places-under",
    "places",
    "count-names",
    "count-numbers",
    "place-names",
    "names",
]


@pytest.fixture(scope="module")
def dataset():
    return load_dataset(DATA)


@pytest.fixture(scope="module")
def geography():
    return BASEMAP


@pytest.fixture(scope="module")
def draw(dataset, geography):
    def made(**changed):
        settings = {
            "regions": region_marks(dataset, geography),
            "places": place_marks(dataset),
            "selected_regions": [],
            "palette": LIGHT_MAP,
            "extent": "country",
            "texts": TEXTS,
        }
        chosen = settings | changed
        chosen["extent"] = geography.extent(chosen["extent"])
        return story_map(geography, **chosen)

    return made


def region_marks(dataset, geography, compare=False, spanish=False):
    marks = []
    for region in dataset.regions.values():
        value, earlier = VALUES.get(region.id, (None, None))
        earlier = earlier if compare else None
        seat = dataset.places.get(region.seat_place_id)
        lon, lat = (seat.lon, seat.lat) if seat else geography.anchors[region.id]
        text = f"{earlier} → {value}" if earlier else str(value or "")
        label = region.label_es if spanish else region.label
        inferred = region.seat_basis != "attested"
        marks.append(RegionMark(region.id, label, lon, lat, value, earlier, text, inferred))
    return marks


def place_marks(dataset, selected=None):
    wanted = ("bogota", "caracas", "cucuta", "simon-bolivar-bridge", "villa-del-rosario")
    places = [dataset.places[key] for key in wanted]
    return [PlaceMark(p.id, p.name, p.lon, p.lat, 1, p.id == selected, p.precision) for p in places]


def layers(deck):
    return {layer["id"]: layer for layer in json.loads(deck.to_json())["layers"]}


def circles(deck):
    return {f["region_id"]: f["radius"] for f in reversed(layers(deck)["counts"]["data"])}


@pytest.mark.parametrize("extent", ["country", "border"])
def test_nothing_is_asked_of_another_server(draw, extent):
    text = draw(extent=extent).to_json()
    deck = json.loads(text)
    assert "http" not in text
    assert "mapProvider" not in deck
    # pydeck's mark for "no map_style was given": Streamlit then fetches no base map.
    assert deck["mapStyle"] == "__MAP_STYLE__"


@pytest.mark.parametrize("extent", ["country", "border"])
def test_layers_have_stable_ids_in_order(draw, extent):
    # Only on the whole map can the ground be seen to end.
    expected = [one for one in LAYERS if one != "edges" or extent == "country"]
    assert list(layers(draw(extent=extent))) == expected


def test_the_deck_is_small(draw, dataset, geography):
    compared = region_marks(dataset, geography, compare=True)
    whole = draw(regions=compared, selected_regions=list(dataset.regions)).to_json()
    assert len(draw().to_json().encode()) < 140_000
    assert len(whole.encode()) < 180_000
    assert len(draw(extent="border").to_json().encode()) < 50_000


def test_the_area_of_a_circle_is_in_proportion_to_its_number(draw):
    radii = circles(draw())
    assert radii["oriente"] == LARGEST_RADIUS_PX
    for region, (value, _) in VALUES.items():
        assert radii[region] ** 2 / radii["oriente"] ** 2 == pytest.approx(value / 415, abs=0.001)


def test_a_region_without_a_number_has_no_circle_and_no_tint(draw):
    deck = draw()
    assert set(circles(deck)) == set(VALUES)
    fills = {f["region_id"]: f["fill"] for f in layers(deck)["regions"]["data"]}
    assert fills["amazonas"] == fills["eje-cafetero"]
    assert fills["amazonas"] not in [fills[region] for region in VALUES]
    kinds = [f["geometry"]["type"] for f in layers(deck)["textures"]["data"]]
    assert "MultiPolygon" in kinds
    names = [f["text"] for f in layers(deck)["count-names"]["data"]]
    assert names.count("not reported") == 2  # San Andrés lies out of the frame


def test_a_number_of_zero_is_not_a_missing_one(draw, dataset, geography):
    marks = [
        replace(m, value=0, text="0") if m.region_id == "amazonas" else m
        for m in region_marks(dataset, geography)
    ]
    deck = draw(regions=marks)
    assert circles(deck)["amazonas"] == 0
    assert "0" in [f["text"] for f in layers(deck)["count-numbers"]["data"]]


def test_comparing_draws_both_dates(draw, dataset, geography):
    data = layers(draw(regions=region_marks(dataset, geography, compare=True)))["counts"]["data"]
    oriente = [f["radius"] for f in data if f["region_id"] == "oriente"]
    assert oriente == [27.0, pytest.approx(27 * math.sqrt(328 / 415), abs=0.01)]
    assert len([f for f in data if f["region_id"] == "narino"]) == 1


def test_an_inferred_seat_has_a_broken_outline(draw, dataset, geography):
    found = region_marks(dataset, geography)
    marks = [replace(m, seat_inferred=m.region_id != "oriente") for m in found]
    dashes = {f["region_id"]: f["dash"] for f in layers(draw(regions=marks))["counts"]["data"]}
    assert dashes["oriente"] == [0, 0]
    assert dashes["orinoquia"] != [0, 0]


def test_the_chosen_region_is_outlined_and_an_unknown_one_passed_over(draw):
    assert layers(draw())["selection"]["data"] == []
    data = layers(draw(selected_regions=["oriente", "nowhere"]))["selection"]["data"]
    assert [(f["region_id"], f["width"]) for f in data] == [("oriente", 3)]
    assert data[0]["stroke"] == [31, 35, 40, 255]


def test_picked_objects_carry_ids_and_a_plain_tooltip(draw, dataset):
    deck = draw(places=place_marks(dataset, selected="cucuta"), extent="border")
    drawn = layers(deck)
    assert {key for key, layer in drawn.items() if layer.get("pickable")} == {
        "regions",
        "counts",
        "places",
    }
    assert all(f["region_id"] for f in drawn["regions"]["data"] + drawn["counts"]["data"])
    assert drawn["places"]["data"][-1]["place_id"] == "cucuta"
    tips = {f["region_id"]: f["tip"] for f in drawn["regions"]["data"]}
    assert tips["oriente"].endswith("\n415")
    whole = {f["region_id"]: f["tip"] for f in layers(draw())["regions"]["data"]}
    assert whole["amazonas"].endswith("\nnot reported")


def test_on_the_whole_map_a_press_on_a_circle_means_the_circle(draw):
    drawn = layers(draw())
    under = {f["place_id"] for f in drawn["places-under"]["data"]}
    assert {"cucuta", "villa-del-rosario", "simon-bolivar-bridge", "bogota"} == under
    assert drawn["places-under"]["pickable"] is False
    assert drawn["places-under"]["pressedFrom"] > 7.5
    assert [f["place_id"] for f in drawn["places"]["data"]] == ["caracas"]
    assert layers(draw(extent="border"))["places-under"]["data"] == []


def test_rivers_and_names_come_from_the_ground(draw):
    terrain = terrain_near((-80.0, -5.0, -66.0, 13.0))
    drawn = layers(draw(terrain=terrain))
    assert len(drawn["rivers"]["data"]) >= 10
    names = {f["text"]: f["from"] for f in drawn["names"]["data"]}
    assert names["Orinoco"] < names["Cauca"]
    assert "• Ureña" in names
    assert "Táchira River (border)" in names
    assert "NORTE DE SANTANDER" in names
    spanish = layers(draw(terrain=terrain, texts=MapTexts("es", "x")))["names"]["data"]
    assert "Río Táchira (frontera)" in {f["text"] for f in spanish}
    ranks = [f["rank"] for f in drawn["names"]["data"]]
    assert ranks == sorted(ranks)


def test_layers_whose_input_is_the_same_are_the_same_text(draw, dataset, geography):
    def texts(deck):
        return {key: json.dumps(layer, sort_keys=True) for key, layer in layers(deck).items()}

    marks = region_marks(dataset, geography)
    fewer = [replace(m, value=m.value and m.value + 1, text=m.text and "x") for m in marks]
    before, after = texts(draw()), texts(draw(regions=fewer))
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"regions", "counts", "count-numbers"}  # the regions' tooltips have changed
    assert texts(draw()) == before
    chosen = texts(draw(selected_regions=["oriente"]))
    assert {key for key in before if before[key] != chosen[key]} == {"selection"}


def test_dimmed_numbers_lose_the_accent(draw):
    strokes = {tuple(f["stroke"]) for f in layers(draw(dimmed=True))["counts"]["data"]}
    assert strokes == {(107, 111, 118, 255)}


def test_accents_are_in_the_character_set(draw):
    for key, layer in layers(draw(texts=MapTexts("es", "sin cifra"))).items():
        if layer.get("pointType") == "text":
            assert layer["textCharacterSet"] in {"auto", "◆"}, key
    names = layers(draw(texts=MapTexts("es", "sin cifra")))["ground-names"]["data"]
    assert "PERÚ" in [f["text"] for f in names]


def test_an_empty_map_is_drawn(draw):
    deck = draw(regions=[], places=[])
    assert layers(deck)["counts"]["data"] == []


def test_the_border_is_never_seen_closer_than_its_lines_bear(draw):
    view = json.loads(draw(extent="border", frame=(2000, 2000)).to_json())["initialViewState"]
    assert view["zoom"] <= view["maxZoom"] == 9.5


def test_size_legend_uses_the_maps_scale():
    assert size_legend([415, 0]) == [(415, 27.0), (0, 0.0)]
    assert size_legend([100], largest=400) == [(100, 13.5)]
    assert size_legend([]) == []


def luminance(colour):
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [LIGHT_MAP, DARK_MAP])
def test_contrast_of_marks_and_text(palette):
    tints = [mixed(palette.accent_soft, palette.ground, share) for share in (0.75, 0.25)]
    grounds = [palette.paper, palette.ground, palette.apart, *tints]
    for ground in grounds:
        assert contrast(palette.accent, ground) >= 3, ground
        assert contrast(palette.blue, ground) >= 3, ground
        assert contrast(palette.ink, ground) >= 4.5, ground
    for text in (palette.ink, palette.muted, palette.blue):
        assert contrast(text, palette.paper) >= 4.5, text  # every label has a halo of paper


def boxes(deck, width, height):
    """Estimated boxes, in pixels, of the labels whose marks are in view, with their text."""
    view = json.loads(deck.to_json())["initialViewState"]
    scale = 512 * 2 ** view["zoom"] / (2 * math.pi)

    def pixel(lon, lat):
        def north(degrees):
            return math.asinh(math.tan(math.radians(degrees)))

        x = width / 2 + scale * math.radians(lon - view["longitude"])
        return x, height / 2 - scale * (north(lat) - north(view["latitude"]))

    found = []
    for key in ("ground-names", "count-names", "count-numbers", "place-names"):
        for label in layers(deck)[key]["data"]:
            x, y = pixel(*label["geometry"]["coordinates"])
            if not (0 <= x <= width and 0 <= y <= height):
                continue
            x, y = x + label["offset"][0], y + label["offset"][1]
            wide = len(label["text"]) * label["size"] * 0.5
            left = x - {"start": 0, "middle": wide / 2, "end": wide}[label["anchor"]]
            found.append((left, y - LINE_PX / 2, left + wide, y + LINE_PX / 2, label["text"]))
    return found


@for_each("spanish", [False, True])
@for_each("compare", [False, True])
@for_each("extent", ["country", "border"])
@for_each("width, height", [(380, 480), (380, 560), (620, 520)])
def test_labels_neither_overlap_nor_are_cut(
    draw, dataset, geography, spanish, compare, extent, width, height
):
    marks = region_marks(dataset, geography, compare, spanish)
    texts = MapTexts("es" if spanish else "en", "sin cifra" if spanish else "not reported")
    found = boxes(draw(regions=marks, texts=texts, extent=extent), width, height)
    for left, top, right, bottom, text in found:
        assert left >= 0 and right <= width and top >= 0 and bottom <= height, text  # noqa: PT018
    slack = 2
    for n, one in enumerate(found):
        for other in found[n + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across <= slack or down <= slack, (one[4], other[4])


def test_labels_are_wrapped_at_words():
    assert wrapped("Norte de Santander (Oriente)", 20) == ["Norte de Santander", "(Oriente)"]
    assert wrapped("", 10) == [""]


def test_the_country_has_few_lines_to_draw(draw):
    """To a machine without a graphics card each piece of a line is a drawing of its own."""
    pieces = 0
    for layer in draw().layers:
        for feature in layer.data if layer.id in {"ground", "textures"} else ():
            if "stroke" in feature:
                lines = shape(feature["geometry"])
                assert lines.geom_type == "MultiLineString"
                pieces += shapely.get_num_coordinates(lines)
    assert 100 < pieces < 600
