"""The order in which positions of a label are tried, and in which labels of a map get theirs."""

import math
from itertools import islice, pairwise

import pytest
import shapely

from components.drawing.basemap import Ground
from components.drawing.basemap_outlines import Outlines
from components.drawing.label_placement import WRAPS, Candidate, LabelPlaces
from components.drawing.map_marks import MapMarks
from components.drawing.map_rows import MapRows, PlaceRow, RegionRow
from components.drawing.palette import MAP_PALETTES
from components.drawing.projection import fit_projection
from components.drawing.scene import Mark, Sign, Text

BOUNDS = (-74.0, 5.0, -70.0, 9.0)
GROUND = Ground(Outlines({}, {}, {}, {}, {}), (), {}, BOUNDS, BOUNDS)
PALETTE = MAP_PALETTES["light"]
PREFERRED = Candidate(30, 5)
REACH = 10.0
#: A line across the middle of the drawing.
OUTLINE = shapely.LineString([(0, 50), (100, 50)])


# Positions ----------------------------------------------------------------------------------------
def test_a_position_set_by_hand_comes_before_those_beside_the_mark():
    first, right, left = islice(LabelPlaces(100, 100).positions_around(PREFERRED, REACH, 7), 3)
    assert first == PREFERRED
    assert (right.anchor, right.dx > 0, right.dy) == ("start", True, 0)
    assert (left.anchor, left.dx, left.dy) == ("end", -right.dx, 0)


def test_the_wraps_are_tried_in_turn_at_the_same_distance():
    """A name in more lines beside its mark can be told apart from one farther off."""
    positions = [*LabelPlaces(100, 100).positions_around(PREFERRED, REACH, 7)]
    wraps = [position.wrap for position in positions[1:]]
    assert [*dict.fromkeys(wraps)] == [PREFERRED.wrap, *WRAPS]
    assert max(abs(position.dx) for position in positions[1:]) == positions[1].dx


@pytest.mark.parametrize(
    ("outlined", "near", "is_farther"),
    [(False, False, False), (True, False, True), (True, True, False)],
    ids=["nothing chosen", "a region chosen", "next to the mark alone"],
)
def test_positions_farther_off_are_tried_only_where_an_outline_is_in_the_way(
    outlined, near, is_farther
):
    places = LabelPlaces(100, 100)
    if outlined:
        places.add_outline("region", OUTLINE)
    _, beside, *others = places.positions_around(PREFERRED, REACH, 7, near=near)
    assert any(position.dx > beside.dx for position in others) is is_farther


ACROSS = ("across", (10.0, 45.0, 40.0, 55.0))
CLEAR = ("clear", (10.0, 70.0, 40.0, 80.0))


def test_a_label_keeps_off_the_outline_of_what_is_chosen_even_if_another_position_is_nearer():
    places = LabelPlaces(100, 100)
    places.add_outline("region", OUTLINE)
    assert places.place_first_free([ACROSS, CLEAR]) == CLEAR


def test_a_label_crosses_an_outline_rather_than_be_left_out_unless_it_may_not():
    places = LabelPlaces(100, 100)
    places.add_outline("region", OUTLINE)
    assert places.place_first_free([ACROSS], off_outlines=True) is None
    assert places.place_first_free([ACROSS]) == ACROSS


# Labels of a map ----------------------------------------------------------------------------------
def build_region(region_id: str, value: int | None, lon: float = -72.0) -> RegionRow:
    return RegionRow(
        region_id,
        label=f"Region {region_id}",
        lon=lon,
        lat=7.0,
        value=value,
        earlier=None,
        text=str(value or ""),
        seat_inferred=False,
    )


def build_marks(rows: MapRows, width: float = 300, height: float = 300) -> list[Mark]:
    projection = fit_projection(BOUNDS, width, height)
    layout = MapMarks(GROUND, rows, PALETTE, projection, LabelPlaces(width, height))
    return [*layout.build_marks(), *layout.label_uncounted_regions()]


def texts_by_id(marks: list[Mark]) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for mark in marks:
        if mark.kind == "count-label":
            texts[mark.id] = [shape.content for shape in mark.shapes if isinstance(shape, Text)]
    return texts


def test_a_count_is_written_with_the_name_of_its_region_beneath():
    assert texts_by_id(build_marks(MapRows([build_region("a", 40)]))) == {"a": ["40", "Region a"]}


def test_a_count_is_written_alone_where_its_name_has_no_room():
    rows = MapRows([build_region("a", 40)])
    (label,) = texts_by_id(build_marks(rows, 100, 76)).values()
    assert label == ["40"]


def test_the_largest_circle_is_painted_first_so_that_smaller_ones_stay_visible():
    rows = MapRows([build_region("a", 4), build_region("b", 400), build_region("c", 40)])
    circles = [mark for mark in build_marks(rows) if mark.kind == "count"]
    assert [mark.id for mark in circles] == ["b", "c", "a"]
    radii = [mark.shapes[0].radius for mark in circles]
    assert all(larger > smaller for larger, smaller in pairwise(radii))


def test_the_largest_number_is_labelled_first():
    """Where labels compete for room, the reader misses the least."""
    rows = MapRows([build_region("a", 4, -73), build_region("b", 400, -71)])
    assert [*texts_by_id(build_marks(rows))] == ["b", "a"]


def test_what_a_map_is_about_is_labelled_before_what_is_dim():
    regions = [build_region("a", 4, -73), build_region("b", 400, -71)]
    rows = MapRows(regions, focus=frozenset({"a"}))
    assert [*texts_by_id(build_marks(rows))] == ["a", "b"]


def test_a_region_without_a_number_has_its_name_and_why():
    rows = MapRows([build_region("a", None)], not_reported="not reported")
    assert texts_by_id(build_marks(rows)) == {"a": ["Region a", "not reported"]}


def build_place(place_id: str, events: int, *, is_selected: bool = False) -> PlaceRow:
    return PlaceRow(place_id, place_id.title(), -72.0, 7.0, events, selected=is_selected)


def test_the_chosen_place_is_painted_last_and_larger():
    places = [build_place("a", 3, is_selected=True), build_place("b", 3)]
    marks = [mark for mark in build_marks(MapRows(places=places)) if mark.kind == "place"]
    assert [mark.id for mark in marks] == ["b", "a"]
    other, chosen = (mark.shapes[0] for mark in marks)
    assert chosen.radius > other.radius


def test_the_area_of_a_circled_place_is_in_proportion_to_its_events():
    places = [build_place("a", 16), build_place("b", 4)]
    rows = MapRows(places=places, circled=True)
    signs = [mark.shapes[0] for mark in build_marks(rows) if mark.kind == "place"]
    assert all(isinstance(sign, Sign) for sign in signs)
    assert math.isclose(signs[0].radius, 2 * signs[1].radius)
