"""Places that are too many to draw each are merged by the cells of a grid."""

import pytest

from components.drawing.map_rows import MOST_PLACES, PlaceRow, cluster_places
from components.limits.views import MOST_MARKS

FRAME = (-74.0, 5.0, -70.0, 9.0)


def build_place(number: int, *, events: int = 1, lon: float = -72.0, **more) -> PlaceRow:
    return PlaceRow(f"p-{number:04}", f"Place {number}", lon, 7.0, events, **more)


def test_the_busiest_place_comes_first_and_equal_ones_are_in_the_order_of_ids():
    """The last is painted above the others: so the order must not change with a filter."""
    places = [build_place(3), build_place(1), build_place(2, events=5)]
    assert [place.place_id for place in cluster_places(places, FRAME)] == [
        "p-0002",
        "p-0001",
        "p-0003",
    ]


def test_of_equally_busy_places_a_cluster_has_the_name_of_the_last_id():
    places = [build_place(number) for number in range(MOST_PLACES + 1)]
    (cluster,) = cluster_places(places, FRAME)
    assert cluster.place_id == f"p-{MOST_PLACES:04}"
    assert cluster.places == MOST_PLACES + 1


@pytest.mark.parametrize("is_selected", [True, False], ids=["chosen", "not chosen"])
def test_a_cluster_with_the_place_of_the_chosen_event_is_chosen(is_selected):
    places = [build_place(number) for number in range(MOST_PLACES)]
    places.append(build_place(9999, selected=is_selected))
    (cluster,) = cluster_places(places, FRAME)
    assert cluster.selected is is_selected


def test_places_of_different_cells_are_not_merged():
    places = [build_place(number, lon=-73.9) for number in range(MOST_PLACES)]
    places.append(build_place(9999, lon=-70.1))
    assert [cluster.places for cluster in cluster_places(places, FRAME)] == [MOST_PLACES, 1]


def test_the_grid_becomes_coarser_until_its_cells_can_be_drawn():
    """Places far outside the frame have a cell each: without a limit all would be drawn."""
    places = [build_place(number, lon=-74 + number) for number in range(2 * MOST_MARKS)]
    clusters = cluster_places(places, FRAME)
    assert len(clusters) <= MOST_MARKS
    assert sum(cluster.places for cluster in clusters) == len(places)


def test_places_without_events_are_merged_at_the_one_that_names_them():
    places = [build_place(number, events=0) for number in range(MOST_PLACES)]
    places.append(build_place(9999, events=0, lon=-71.99))
    (cluster,) = cluster_places(places, FRAME)
    assert (cluster.lon, cluster.events) == (-71.99, 0)
