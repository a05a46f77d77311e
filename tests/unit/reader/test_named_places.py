"""Places of a table without coordinates: placed by name, asked about, or named."""

import json
from pathlib import Path

import pytest
from shapely.geometry import shape

from components.intake.corrections import NO_PLACE, answer_places, list_place_offers
from components.story.gazetteer import DIVISIONS, find_named_places
from components.story.ground_data import find_label_point
from components.story.models import PLACED_BY_NAME
from tests.support.stories.uploads import read_story, table

GEO = Path(__file__).parents[3] / "data" / "geo"
HEADER = ("date", "title", "place", "country")


def read_places(*places, answers=None):
    rows = [("2019-03-02", f"Event {number}", *place) for number, place in enumerate(places)]
    content = table(HEADER, rows)
    intake = read_story(content, "places.csv")
    if answers:
        column_map = answer_places(intake.layout.column_map, answers)
        intake = read_story(content, "places.csv", column_map=column_map)
    return intake.dataset, intake


def codes_of(intake):
    return [problem.code for problem in intake.problems if problem.code.startswith("place_")]


@pytest.mark.parametrize(
    ("name", "country", "code", "precision"),
    [
        ("Cúcuta", "Colombia", "CO", "locality"),
        ("CUCUTA", "CO", "CO", "locality"),
        ("Norte de Santander", "Colombia", "CO", "area"),
        ("Sucre", "Venezuela", "VE", "area"),
        ("Perú", "", "PE", "area"),
    ],
    ids=["town", "capitals", "division", "of the given country", "country"],
)
def test_clear_name_is_placed_and_marked(name, country, code, precision):
    data, intake = read_places((name, country))
    (place,) = data.places.values()
    assert (place.country, place.precision) == (code, precision)
    assert place.lat is not None
    assert place.coordinate_source == PLACED_BY_NAME
    assert codes_of(intake) == ["place_named"]


@pytest.mark.parametrize("name", ["Cúcuta", "Sucre", "Valencia", "Georgia", "Armenia"])
def test_name_without_country_counts_only_after_an_answer(name):
    data, intake = read_places((name, ""))
    (place,) = data.places.values()
    assert place.lat is None
    assert codes_of(intake) == ["place_guess"]
    assert [offer.places.keys() for offer in list_place_offers(intake)] == [
        {name} for _ in find_named_places(name)
    ]


def test_answer_places_all_rows_of_the_name():
    places = [("Sucre", ""), ("Sucre", ""), ("Cúcuta", "")]
    data, intake = read_places(*places, answers={"Sucre": "VE", "Cúcuta": NO_PLACE})
    by_name = {place.name: place for place in data.places.values()}
    assert by_name["Sucre"].country == "VE"
    assert by_name["Cúcuta"].lat is None
    assert list_place_offers(intake) == []


@pytest.mark.parametrize(
    ("name", "country"), [("Quebrada Honda", "Colombia"), ("Trujillo", "Peru"), ("Piura", "")]
)
def test_unknown_name_is_said_not_to_be_on_the_map(name, country):
    data, intake = read_places((name, country))
    (place,) = data.places.values()
    assert place.lat is None
    assert codes_of(intake) == ["place_unknown"]


def test_table_without_places_has_no_note_of_them():
    _, intake = read_places(("", ""))
    assert codes_of(intake) == []


def test_points_of_divisions_are_those_of_their_outlines():
    points = {row["code"]: (row["lon"], row["lat"]) for row in json.loads(DIVISIONS.read_text())}
    outlines = {}
    for name in ("departments", "states"):
        collection = json.loads((GEO / f"{name}.geojson").read_text())
        for feature in collection["features"]:
            outlines[feature["properties"]["code"]] = shape(feature["geometry"])
    assert points == {code: find_label_point(outline) for code, outline in outlines.items()}
