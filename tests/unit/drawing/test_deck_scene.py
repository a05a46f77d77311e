"""What is painted of the map that can be moved is what deck.gl draws, at the same places."""

import math
from dataclasses import replace
from typing import Any

import pytest

from components.drawing import deck_scene as painter
from components.drawing.deck_scene import (
    EXTENT_MARGIN_PX,
    LARGER_WINDOW_ZOOM,
    deck_scene,
    fit_deck_projection,
    show_part_of_ground,
)
from components.drawing.palette import MAP_PALETTES
from components.drawing.paper_colours import map_colours_on_paper
from components.drawing.projection import Projection
from components.drawing.scene import Group, Scene, Sign, Text
from components.presentation import chart_data, map_scenes
from tests.support.views import build_movable_map, build_view_context

SIZE = (800.0, 500.0)
PALETTE = MAP_PALETTES["light"]
VIEWS = ("", "extent=border", "counts=change", "region=guajira")


def build_deck(query: str = "") -> tuple[dict[str, Any], Projection]:
    deck, extent = build_movable_map(query)
    return deck, fit_deck_projection(extent.bounds, SIZE, extent.zooms[1])


def list_rows(deck: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for layer in deck["layers"] for row in layer["data"]]


def list_groups(scene: Scene | None) -> list[Group]:
    assert scene is not None
    groups = [group for group in scene.body if isinstance(group, Group)]
    assert len(groups) == len(scene.body)
    return groups


@pytest.mark.parametrize("query", VIEWS)
def test_each_row_that_deck_shows_is_painted_at_its_point(query):
    deck, projection = build_deck(query)
    shown = [row for row in list_rows(deck) if row.get("from", 0) <= projection.zoom]
    seen = [one for one in list_groups(deck_scene(deck, PALETTE, projection)) if not one.kind]
    assert len(seen) == len(shown)
    for row, group in zip(shown, seen, strict=True):
        assert group.at == pytest.approx(projection.project_point(*row["at"]))


@pytest.mark.parametrize("query", VIEWS)
def test_circles_and_texts_have_the_sizes_that_deck_gives_them(query):
    deck, projection = build_deck(query)
    groups = list_groups(deck_scene(deck, PALETTE, projection))
    shapes = [shape for group in groups for mark in group.marks for shape in mark.shapes]
    rows = list_rows(deck)
    radii = [row["radius"] for row in rows if "radius" in row]
    assert [
        shape.radius for shape in shapes if isinstance(shape, Sign) and shape.form == "circle"
    ] == radii
    texts = {row["text"]: row["size"] for row in rows if "text" in row}
    for shape in shapes:
        if isinstance(shape, Text):
            assert shape.size == texts[shape.content]


def test_names_for_a_larger_window_are_there_and_not_shown():
    deck, projection = build_deck()
    groups = list_groups(deck_scene(deck, PALETTE, projection))
    later = [float(group.data["from"]) for group in groups if group.kind == "closer"]
    assert later
    assert min(later) > projection.zoom
    assert max(later) <= projection.zoom + LARGER_WINDOW_ZOOM


def test_too_many_rows_are_not_painted(monkeypatch):
    monkeypatch.setattr(painter, "MOST_PAINTED_ROWS", 5)
    deck, projection = build_deck()
    assert deck_scene(deck, PALETTE, projection) is None


def test_extent_is_in_sight_within_its_margin():
    bounds = (-80.0, -4.0, -66.0, 12.0)
    projection = fit_deck_projection(bounds, SIZE, 9)
    left, top = projection.project_point(bounds[0], bounds[3])
    right, bottom = projection.project_point(bounds[2], bounds[1])
    assert (top, bottom) == pytest.approx((EXTENT_MARGIN_PX, SIZE[1] - EXTENT_MARGIN_PX))
    assert left + right == pytest.approx(SIZE[0])
    assert left > EXTENT_MARGIN_PX


def test_first_view_is_no_closer_than_its_ground_is_drawn_for():
    projection = fit_deck_projection((-72.5, 7.9, -72.4, 8.0), SIZE, 9)
    assert projection.zoom == pytest.approx(9)
    middle = projection.project_point(-72.45, 7.95)
    assert middle == pytest.approx((SIZE[0] / 2, SIZE[1] / 2), abs=0.1)


@pytest.mark.parametrize("query", ["", "extent=border"])
def test_ground_is_seen_where_its_marks_are(query):
    ctx = build_view_context(query, slug="map")
    _, projection = build_deck(query)
    ground = show_part_of_ground(map_scenes.draw_ground(ctx), projection)
    assert ground.seen is not None
    left, top, right, bottom = ground.seen
    unit = (right - left) / SIZE[0]
    assert (bottom - top) / SIZE[1] == pytest.approx(unit)
    (group,) = ground.body
    west, north, _ = map(float, group.data["corners"].split(","))
    corner = (-left / unit, -top / unit)
    assert math.dist(corner, projection.project_point(west, north)) < 0.01


def test_dark_colours_are_those_that_paper_replaces():
    """Rules find a colour by its letters: in small ones a dark map was printed dark."""
    _, projection = build_deck()
    ctx = replace(build_view_context(slug="map"), mode="dark")
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    rows = map_scenes.build_map_rows(ctx, table, can_move=True)
    deck = map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode="dark", rows=rows)
    groups = list_groups(deck_scene(deck, MAP_PALETTES["dark"], projection))
    shapes = [shape for group in groups for mark in group.marks for shape in mark.shapes]
    signs = [shape.paint.fill for shape in shapes if isinstance(shape, Sign)]
    texts = [shape.fill for shape in shapes if isinstance(shape, Text)]
    assert {*signs, *texts} <= map_colours_on_paper().keys()
