"""Circles and clusters of a map, before it is drawn."""

import pytest

from components.drawing.map_rows import (
    MOST_PLACES,
    MapRows,
    PlaceRow,
    RegionRow,
    cluster_places,
)
from components.drawing.map_signs import LARGEST_RADIUS_PX, legend_numbers, radius

FRAME = (-74.0, 5.0, -70.0, 9.0)


def build_places(count: int) -> list[PlaceRow]:
    return [
        PlaceRow(f"p-{number:03}", f"Place {number}", -73.9 + number * 0.01, 7.0, events=number + 1)
        for number in range(count)
    ]


def build_region(region_id: str, value: int | None, **more) -> RegionRow:
    fields = {"earlier": None, "text": str(value), "seat_inferred": False} | more
    return RegionRow(region_id, region_id.title(), -72, 7, value, **fields)


@pytest.mark.parametrize(
    ("value", "size"),
    [(400, LARGEST_RADIUS_PX), (100, LARGEST_RADIUS_PX / 2), (0, 0), (-5, 0)],
    ids=["the largest", "a quarter", "nothing", "below zero"],
)
def test_the_area_of_a_circle_is_in_proportion_to_its_number(value, size):
    assert radius(value, 400) == size


@pytest.mark.parametrize(
    ("largest", "numbers"),
    [(415, [10, 100, 400]), (12_345, [200, 2000, 10_000]), (7, [1, 7]), (0, [1])],
    ids=["hundreds", "thousands", "few", "none"],
)
def test_a_legend_has_up_to_three_round_numbers(largest, numbers):
    assert legend_numbers(largest) == numbers


def test_as_many_places_as_can_be_told_apart_stay_as_they_are():
    places = build_places(MOST_PLACES)
    assert cluster_places(places, FRAME) == sorted(places, key=lambda place: -place.events)


def test_more_places_are_merged_by_cell_without_losing_one():
    places = build_places(MOST_PLACES + 1)
    clusters = cluster_places(places, FRAME)
    members = [place_id for cluster in clusters for place_id in cluster.member_ids]
    assert len(clusters) < len(places)
    assert sorted(members) == [place.place_id for place in places]
    assert sum(cluster.places for cluster in clusters) == len(places)
    assert sum(cluster.events for cluster in clusters) == sum(place.events for place in places)


def test_a_cluster_has_the_name_of_its_busiest_place_and_the_mean_of_its_events():
    clusters = cluster_places(build_places(MOST_PLACES + 1), FRAME)
    busiest = clusters[0]
    longitudes = [-73.9 + int(place_id[2:]) * 0.01 for place_id in busiest.member_ids]
    assert busiest.place_id == max(busiest.member_ids)
    assert busiest.name == f"Place {int(busiest.place_id[2:])}"
    # Busier places are farther to the east.
    assert busiest.lon > sum(longitudes) / len(longitudes)


@pytest.mark.parametrize(
    ("rows", "known"),
    [
        pytest.param(MapRows([build_region("a", 5), build_region("b", None)]), {"a"}, id="counted"),
        pytest.param(MapRows([build_region("a", None)]), {"a", "b"}, id="no number at all"),
        pytest.param(MapRows([build_region("a", 5)], circled=True), {"a", "b"}, id="circled"),
        pytest.param(
            MapRows([build_region("a", None, left_out=True)]), {"a"}, id="left out by filters"
        ),
    ],
)
def test_regions_without_a_number_are_unknown_where_others_have_one(rows, known):
    assert set(rows.known_regions(["a", "b"])) == known
