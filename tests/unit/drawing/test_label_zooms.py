"""The zoom from which a label overlaps no label of higher priority."""

import math

import numpy as np
import pytest

from components.drawing.label_placement import LabelPlaces, min_zoom_without_overlap

BOX = (-10.0, -5.0, 10.0, 5.0)


@pytest.mark.parametrize(
    ("distance", "zoom"),
    [(10, 2.0), (5, 4.0), (25, 0.8), (0, math.inf)],
    ids=["half a label apart", "a quarter apart", "clear on the whole map", "at the same point"],
)
def test_a_label_is_shown_once_it_is_clear_of_one_of_higher_priority(distance, zoom):
    anchors = np.array([[0.0, 0.0], [distance, 0.0]])
    assert min_zoom_without_overlap(anchors, [BOX, BOX], ["a", "b"], [0, 0]) == [0.0, zoom]


def test_labels_of_a_group_appear_at_the_same_zoom():
    anchors = np.array([[0.0, 0.0], [10.0, 0.0]])
    assert min_zoom_without_overlap(anchors, [BOX, BOX], ["a", "a"], [0, 3]) == [3.0, 3.0]


def test_a_label_that_appears_later_is_no_obstacle_before():
    anchors = np.array([[0.0, 0.0], [10.0, 0.0]])
    assert min_zoom_without_overlap(anchors, [BOX, BOX], ["a", "b"], [4, 0]) == [4.0, 0.0]


def test_a_label_takes_the_first_position_that_is_free():
    places = LabelPlaces(100, 100)
    taken = (10.0, 10.0, 50.0, 20.0)
    free = (10.0, 40.0, 50.0, 50.0)
    assert places.place_first_free([("first", taken), ("second", free)]) == ("first", taken)
    assert places.place_first_free([("first", taken), ("second", free)]) == ("second", free)
    assert places.place_first_free([("first", taken), ("second", free)]) is None


@pytest.mark.parametrize(
    "box", [(-5.0, 10.0, 20.0, 20.0), (80.0, 10.0, 105.0, 20.0)], ids=["left", "right"]
)
def test_a_label_stays_within_the_drawing(box):
    assert LabelPlaces(100, 100).place_first_free([("only", box)]) is None


def test_a_label_may_overlap_its_mark_but_no_other():
    places = LabelPlaces(100, 100)
    places.marks["a"] = (10.0, 10.0, 30.0, 30.0)
    box = (20.0, 15.0, 60.0, 25.0)
    assert places.place_first_free([("beside", box)], "b") is None
    assert places.place_first_free([("beside", box)], "a") == ("beside", box)
