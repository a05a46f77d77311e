"""Polygons that are none are named by their fault and the point it is at."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from components.i18n import i18n_for
from components.i18n.intake import say
from components.intake import read_story
from components.intake.package import read_outlines
from components.intake.problems import LIMITS, Notes
from tests.support.stories.uploads import package

SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]
HOLE = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]
BOW_TIE = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]
FAR_HOLE = [[9, 9], [9.5, 9], [9.5, 9.5], [9, 9]]


def feature(*polygons, many=False):
    shape = list(polygons) if many else polygons[0]
    kind = "MultiPolygon" if many else "Polygon"
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": shape}}


FAULTS = {
    "a bow-tie": (feature([BOW_TIE]), "geojson_crosses", "1, 1"),
    "an open ring": (feature([SQUARE[:-1]]), "geojson_open", "0, 0"),
    "two points": (feature([[[0, 0], [1, 1]]]), "geojson_few_points", "0, 0"),
    "there and back": (feature([[[0, 0], [1, 1], [0, 0], [0, 0]]]), "geojson_few_points", "0, 0"),
    "one point, four times": (feature([[[3, 4]] * 4]), "geojson_few_points", "3, 4"),
    "no point": (feature([[]]), "geojson_shape", ""),
    "no ring": (feature([]), "geojson_shape", ""),
    "a ring where a polygon should be": (feature(SQUARE), "geojson_shape", ""),
    "polygons where rings should be": (feature([[SQUARE]]), "geojson_shape", ""),
    "a hole outside": (feature([SQUARE, FAR_HOLE]), "geojson_crosses", "9, 9"),
    "an open hole": (feature([SQUARE, HOLE[:-1]]), "geojson_open", "1, 1"),
    "the second of two": (feature([SQUARE], [BOW_TIE], many=True), "geojson_crosses", "1, 1"),
}


def faults(*features, limits=LIMITS):
    """The code and the point of what is wrong with outlines."""
    content = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    notes = Notes()
    read = read_outlines({"geo/a.geojson": content}, limits, notes)
    assert bool(read) == (not notes.found)
    return [(problem.code, problem.value) for problem in notes.found]


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_named(name):
    made, code, point = FAULTS[name]
    assert faults(made) == [(code, point)]


@pytest.mark.parametrize(
    "made",
    [
        feature([SQUARE]),
        feature([SQUARE, HOLE]),
        feature([SQUARE], [[[5, 5], [6, 5], [6, 6], [5, 5]]], many=True),
        feature([[[0, 0, 10], [4, 0, 10], [4, 4, 10], [0, 0, 10]]]),
    ],
)
def test_sound_polygons_have_no_fault(made):
    assert faults(made) == []


def test_the_shipped_boundaries_are_sound():
    every = replace(LIMITS, vertices=10_000_000)
    for path in sorted(Path("data/geo").glob("*.geojson")):
        collection = json.loads(path.read_text(encoding="utf-8"))
        shapes = [f for f in collection["features"] if "Polygon" in f["geometry"]["type"]]
        assert faults(*shapes, limits=every) == [], path.name


@pytest.mark.parametrize("name", ["a bow-tie", "an open ring", "two points"])
def test_an_opened_package_says_what_is_wrong_with_its_outlines_and_leaves_them_out(name):
    made, code, point = FAULTS[name]
    content = json.dumps({"type": "FeatureCollection", "features": [made]}).encode()
    found = read_story(package(geo__regions_geojson=content), "x.zip")
    (problem,) = [p for p in found.problems if p.sheet == "geo/regions.geojson"]
    assert (problem.code, problem.value, problem.level) == (code, point, "stop")
    assert found.geo == {}
    assert found.dataset is not None
    for language in ("en", "es"):
        assert point in say(problem, i18n_for(language)).text
