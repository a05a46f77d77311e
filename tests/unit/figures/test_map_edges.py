"""The ground fades where it was cut, and only there."""

from __future__ import annotations

from components.figures.map.edges import cut_sides, faded_edges
from components.figures.map.marks import LIGHT_MAP
from components.presentation.stories import public_story


def area(*points: tuple[float, float]) -> dict:
    ring = [list(point) for point in (*points, points[0])]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {}, "geometry": geometry}


def test_a_side_is_cut_where_land_ends_on_a_straight_line():
    land = area((0, 0), (10, 2), (10, 8), (4, 10))
    assert cut_sides([land]) == ((0, 0, 10, 10), (False, False, True, False))
    assert cut_sides([area((0, 5), (5, 0), (10, 5), (5, 10))])[1] == (False,) * 4
    empty = {
        "type": "Feature",
        "properties": {},
        "geometry": {"type": "Polygon", "coordinates": []},
    }
    assert cut_sides([empty]) is None


def test_the_frames_end_in_paper_at_the_edge_of_the_built_in_map():
    basemap = public_story().basemap
    outlines = basemap.outlines(basemap.extents[0].id)
    box, cut = cut_sides([outlines.land, outlines.apart])
    assert cut[2]
    frames = faded_edges(outlines, LIGHT_MAP).data
    alphas = [frame["fill"][3] for frame in frames]
    assert alphas == sorted(alphas)
    assert alphas[0] < 16
    assert alphas[-1] == 255
    outer, hole = frames[-1]["geometry"]["coordinates"]
    assert max(point[0] for point in outer) > box[2] > max(point[0] for point in hole)
