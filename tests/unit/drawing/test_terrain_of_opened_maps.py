"""Rivers and towns on the maps of opened tables, as far as the project knows them."""

import pytest

from components.drawing.scene import Text
from components.presentation.map_scenes import draw_map
from tests.support.stories.small_views import build_context
from tests.support.stories.uploads import read_story, table

HEADER = ("date", "title", "place", "lat", "lon")
COLOMBIA = [("Bogotá", 4.61, -74.08), ("Cali", 3.44, -76.52), ("Cúcuta", 7.89, -72.50)]
PIURA = [("Piura", -5.19, -80.63), ("Paita", -5.09, -81.11), ("Sullana", -4.90, -80.69)]
EUROPE = [("Paris", 48.86, 2.35), ("Vienna", 48.21, 16.37), ("Milan", 45.46, 9.19)]
CITY = [("Centre", 7.890, -72.500), ("Bridge", 7.815, -72.441)]


def draw_names(places, language="en"):
    rows = [("2019-03-02", f"Event {place[0]}", *place) for place in places]
    intake = read_story(table(HEADER, rows), "places.csv")
    scene = draw_map(build_context(intake.dataset, language=language), 600, 500)
    marks = scene.iter_marks()
    return [shape.content for mark in marks for shape in mark.shapes if isinstance(shape, Text)]


def test_map_around_colombia_names_rivers_and_towns():
    assert {"Magdalena", "Cauca", "Medellín"} <= set(draw_names(COLOMBIA))


def test_place_of_the_story_is_named_once():
    assert draw_names(COLOMBIA).count("Cali") == 1


@pytest.mark.parametrize(
    ("places", "country"), [(PIURA, "PERU"), (EUROPE, "FRANCE")], ids=["Piura", "Europe"]
)
def test_map_elsewhere_names_countries_and_places_alone(places, country):
    names = draw_names(places)
    assert country in names
    assert {name for name in names if not name.isupper()} == {place[0] for place in places}


def test_map_of_a_city_has_no_river_that_is_too_coarse_for_it():
    assert "Magdalena" not in draw_names(CITY)
