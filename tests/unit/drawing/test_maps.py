"""Drawn maps: labels without overlaps, names in their countries, layers of the deck."""

import math
from dataclasses import replace

import pytest
import shapely

from components.drawing import basemap_labels
from components.drawing.basemap import GroundName, ground_scene
from components.drawing.basemap_labels import name_marks
from components.drawing.fonts import measure_text
from components.drawing.palette import MAP_PALETTES
from components.lesson.drawings import DrawingRoom, StepDrawings, without_filters
from components.loading.served_story import public_story
from components.presentation import chart_data
from components.presentation.context import Context, file_context
from components.presentation.map_scenes import (
    MapOptions,
    build_ground,
    build_map_deck,
    build_map_rows,
    draw_map,
)
from components.query.view import View
from tests.support.cases import first_cases
from tests.support.data import DATA, i18n_for
from tests.support.drawing import (
    list_clipped_texts,
    list_near_pairs,
    list_overlaps,
    list_text_lines,
    mark_ids,
)
from tests.support.stories.foreign import PIURA, serving
from tests.support.views import build_view_context

WIDTHS = (375, 420, 560, 640, 900, 1024, 1280, 1440, 1700)
#: Each width with a low and a higher drawing: in low ones the labels have the least room.
SIZES = [
    (width, height)
    for width, other in zip(WIDTHS, (320, 480, 360, 640, 420, 280, 430, 560, 700), strict=True)
    for height in (300, other)
]


def contexts(language):
    return [file_context(view, language, "map") for view in (View(), View(counts="change"))]


@pytest.mark.parametrize("language", first_cases(["es", "en"]))
def test_labels_of_the_story_map_keep_apart(language):
    for ctx in contexts(language):
        for extent in ctx.story.basemap.extents:
            for width, height in SIZES:
                svg = draw_map(ctx, width, height, MapOptions(extent=extent))
                assert list_overlaps(list_text_lines(svg)) == [], (extent.id, width, height)
                assert list_near_pairs(list_text_lines(svg), 3) == [], (extent.id, width, height)
                assert list_clipped_texts(svg) == [], (extent.id, width, height)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(340, 250), (360, 260), (380, 272), (400, 300)])
def test_small_map_has_every_count(language, size):
    """Where a name has no room its number stands alone."""
    ctx = contexts(language)[0]
    svg = draw_map(ctx, *size, MapOptions(extent=ctx.story.basemap.extents[0]))
    numbers = {one.text for one in list_text_lines(svg) if one.text.isdigit()}
    assert numbers == {"415", "46", "30", "23", "14", "6", "3"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_labels_of_other_story_maps_do_not_overlap(language):
    with serving(PIURA):
        ctx = Context(public_story(), View(), (), i18n_for(language), "light", "map")
    for width, height in SIZES:
        svg = draw_map(ctx, width, height)
        assert list_overlaps(list_text_lines(svg)) == [], (width, height)
        assert list_clipped_texts(svg) == []
        assert mark_ids(svg, "place") == {"piura", "sullana", "talara"}


@pytest.mark.parametrize("size", [(612, 390), (343, 300)], ids=["screen", "phone"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_country_names_are_inside_and_off_chosen_regions(monkeypatch, language, size):
    seen = []

    def noted(under, **options):
        drawn = name_marks(under, **options)
        seen.append((drawn, under.names, options["projection"]))
        return drawn

    monkeypatch.setattr(basemap_labels, "name_marks", noted)
    ctx = without_filters(build_view_context(language=language, slug="present"))
    for step in public_story().dataset.story.steps:
        drawings = StepDrawings(step.view, ctx)
        if "map" not in drawings.parts():
            continue
        drawings.draw("map", DrawingRoom(*size, scale=1.46))
        drawn, names, to = seen.pop()
        assert drawn, step.id
        areas = {name.text.upper(): name.shape for name in names}
        held = [public_story().basemap.regions[key] for key in step.view.regions]
        for one in drawn:
            (name,) = one.shapes
            half = measure_text(name.content, 11, 600) / 2
            box = shapely.box(name.x - half, name.y - 8, name.x + half, name.y)
            assert to.project_shape(areas[name.content]).contains(box), (step.id, name.content)
            if "counts" not in step.view.model_fields_set:
                assert not any(to.project_shape(one).intersects(box) for one in held), name.content


@pytest.mark.parametrize("language", ["en", "es"])
def test_regions_of_a_step_are_labelled_on_a_phone(language):
    ctx = without_filters(build_view_context(language=language, slug="present"))
    (step,) = [one for one in public_story().dataset.story.steps if "antioquia" in one.view.regions]
    scene = StepDrawings(step.view, ctx).draw("map", DrawingRoom(343, 300, 1.46))
    lines = {mark.id: len(mark.shapes) for mark in scene.iter_marks() if mark.kind == "count-label"}
    assert all(lines[key] > 1 for key in step.view.regions), lines


VALUES = {
    "oriente": 415, "orinoquia": 46, "guajira": 30, "andina": 30, "caribe": 23, "antioquia": 14,
    "occidente": 6, "narino": 3,
}  # fmt: skip
TERRAIN = [
    GroundName("Orinoco", -67.0, 6.0, shapely.LineString([(-67, 5), (-67, 7)]), "river", 1),
    GroundName("Ureña", -72.45, 7.92, kind="town", rank=4),
    GroundName("Táchira", -72.1, 7.9, kind="division"),
]
LIGHT_MAP = MAP_PALETTES["light"]


def ground_of(extent, terrain=()):
    ctx = file_context(View(extent=extent), "en", "map")
    return replace(build_ground(ctx.story, ctx.view, ctx.i18n), terrain=terrain)


@pytest.mark.parametrize("extent", ["country", "border"])
def test_basemap_image_has_every_region_and_its_corners(extent):
    ground = ground_of(extent, TERRAIN)
    scene = ground_scene(ground, [*VALUES], LIGHT_MAP)
    regions = [*ground.outlines.rings]
    assert [mark.id for mark in scene.iter_marks("area")] == regions
    assert sorted(mark.data["region"] for mark in scene.iter_marks("ring")) == sorted(regions)
    # A region without a number has no tint, and dots where it is large enough for one.
    bare = [mark for mark in scene.iter_marks("area") if mark.id not in VALUES]
    assert {mark.shapes[0].paint.fill for mark in bare} == {LIGHT_MAP.ground}
    silent = {mark.id for mark in scene.iter_marks("area") if "silent" in mark.signs}
    assert silent == (set() if ground.close else {"amazonas", "eje-cafetero"})
    # A browser finds a place by these corners where the drawing has it.
    west, north, east = map(float, scene.body[0].data["corners"].split(","))
    scale = scene.width / (east - west)
    lon, lat = DATA.places["cucuta"].lon, DATA.places["cucuta"].lat
    down = math.degrees(math.asinh(math.tan(math.radians(north))))
    down -= math.degrees(math.asinh(math.tan(math.radians(lat))))
    spot = shapely.Point((lon - west) * scale, down * scale).buffer(1)
    oriente = next(mark for mark in scene.iter_marks("area") if mark.id == "oriente")
    assert any(shape.geometry.intersects(spot) for shape in oriente.shapes)


@pytest.mark.parametrize("counts", ["2019-02-27", "change"])
def test_box_of_a_circle_holds_it_and_its_labels(counts):
    """A tooltip stands beside this box, so that it covers no number."""
    ctx = file_context(View(), "en", "map")
    table = chart_data.shown_counts(ctx.facts, counts, ctx.story.facts)
    rows = build_map_rows(ctx, table, can_move=True)
    deck = build_map_deck(ctx.story, ctx.view, ctx.i18n, mode="light", rows=rows)
    by_id = {layer["id"]: layer["data"] for layer in deck["layers"]}
    labels = [row for row in (*by_id["numbers"], *by_id["names"]) if row.get("id") in VALUES]
    assert len(labels) >= 2 * len(VALUES)
    boxes = {row["region_id"]: row["box"] for row in by_id["counts"]}
    for label in labels:
        left, top, right, bottom = boxes[label["id"]]
        x, y = label["offset"]
        assert left <= x <= right, label
        assert top <= y - label["size"] / 2 + 1, label
        assert bottom >= y + label["size"] / 2 - 1, label
        width = measure_text(label["text"], label["size"], 600)
        assert right - left >= width - 1, label
    for circle in by_id["counts"]:
        left, top, right, bottom = circle["box"]
        assert max(left, top) <= 1 - circle["radius"], circle
        assert min(right, bottom) >= circle["radius"] - 1, circle
