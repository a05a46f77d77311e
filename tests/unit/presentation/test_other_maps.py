"""The map of a story that brings no outlines: countries, their borders and their names."""

import pytest
import shapely

from components.drawing.scene import Text
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.presentation.map_scenes import cached_outlines, draw_map
from components.query.view import View
from tests.support.stories.uploads import read_story, table

HEADER = ("date", "title", "place", "lat", "lon", "source")
LYON = ("2020-05-04", "Flood", "Lyon", "45.76", "4.83", "Le Monde")
ZURICH = ("2020-05-09", "Rain", "Zurich", "47.37", "8.54", "Le Monde")
PERTH = ("2020-05-09", "Rain", "Perth", "-31.95", "115.86", "Le Monde")


def open_story(*rows):
    return LoadedStory(read_story(table(HEADER, rows), "own.csv"), "own", private=True)


def draw_names(story, language="en"):
    ctx = Context(story, View(), (), story.in_language(language), "light", "map")
    names = draw_map(ctx, 600, 500).iter_marks("ground-name")
    return {shape.content for mark in names for shape in mark.shapes if isinstance(shape, Text)}


@pytest.mark.parametrize(
    ("language", "names"),
    [
        pytest.param("en", {"FRANCE", "SWITZERLAND"}, id="en"),
        pytest.param("es", {"FRANCIA", "SUIZA"}, id="es"),
    ],
)
def test_countries_in_sight_are_named(language, names):
    assert names <= draw_names(open_story(LYON, ZURICH), language)


def test_borders_between_the_countries_in_sight_are_drawn():
    basemap = open_story(LYON, ZURICH).basemap
    borders = cached_outlines(basemap, basemap.extents[0].id).shapes["borders"]
    # Between France and Switzerland, and not along the coast.
    assert borders.distance(shapely.Point(6.1, 46.5)) < 0.3
    assert borders.distance(shapely.Point(3.0, 43.2)) > 0.5


def test_map_of_the_world_has_no_borders():
    basemap = open_story(LYON, PERTH).basemap
    assert "borders" not in cached_outlines(basemap, basemap.extents[0].id).shapes
