"""The map is quiet: circles are its ink, areas are pale, what is inferred has dashed lines."""

from dataclasses import replace
from itertools import combinations

import pytest
import shapely
from shapely.geometry import box

from components.drawing.basemap import Tinting, ground_marks
from components.drawing.basemap_outlines import Areas, build_outlines
from components.drawing.palette import DIMMED_GROUND_SHARE, MAP_PALETTES, mixed, rgba, tint
from components.drawing.projection import fit_projection
from components.drawing.scene import Area, Bar, Group, Sign, Text
from components.presentation.context import Context
from components.presentation.map_scenes import MapOptions, draw_map
from components.presentation.stage import draw_stage_part
from components.query.view import View
from tests.golden.views import story
from tests.support.views import build_view_context

#: Three squares side by side, the middle one attested, and an inferred one on top of the first two.
PARTS = {
    ("east", "inferred"): box(2, 0, 3, 1),
    ("middle", "attested"): box(1, 0, 2, 1),
    ("middle", "inferred"): box(0, 1, 2, 2),
    ("west", "inferred"): box(0, 0, 1, 1),
}
REGIONS = {
    "east": box(2, 0, 3, 1),
    "middle": shapely.union(box(1, 0, 2, 1), box(0, 1, 2, 2)),
    "west": box(0, 0, 1, 1),
}
AREAS = Areas({}, divisions={}, regions=REGIONS, parts=PARTS, apart=(), uncoded=(), roles={})
BOUNDS = (0.0, 0.0, 3.0, 2.0)
SIZES = [(346, 320), (410, 272), (480, 520), (900, 640)]


def small_outlines():
    return build_outlines(BOUNDS, AREAS, close=False, grid=False)


def draw_small_ground(*known):
    projection = fit_projection(BOUNDS, 300, 200)
    return ground_marks(small_outlines(), Tinting(known), MAP_PALETTES["light"], projection)


def country_map(size, query="", language="en"):
    ctx = build_view_context(query, language)
    return ctx, draw_map(ctx, *size, MapOptions(extent=ctx.story.basemap.extents[0]))


def find_circle(scene, region):
    (mark,) = [mark for mark in scene.iter_marks("count") if mark.id == region]
    return next(shape for shape in mark.shapes if isinstance(shape, Sign))


def find_inset(scene):
    return next((part for part in scene.body if isinstance(part, Group)), None)


def inset_texts(group):
    texts = []
    for part in group.marks:
        if isinstance(part, Group):
            texts += inset_texts(part)
        else:
            texts += [shape.content for shape in part.shapes if isinstance(shape, Text)]
    return texts


def test_inferred_parts_have_a_thin_dashed_line_and_no_other_ink():
    marks = draw_small_ground("east", "middle", "west")
    lines = [shape for mark in marks if mark.kind == "inferred" for shape in mark.shapes]
    assert lines
    for line in lines:
        assert line.paint.dash
        assert line.paint.width < 1
        assert line.paint.fill is None
    areas = [shape for mark in marks if mark.kind == "area" for shape in mark.shapes]
    assert all(isinstance(area, Area) and area.geometry.area for area in areas)


@pytest.mark.parametrize(
    ("known", "pairs"),
    [
        pytest.param(["west"], {("middle", "west"), ("west",)}, id="one"),
        pytest.param(["east"], {("east",)}, id="one apart"),
        pytest.param([], set(), id="none"),
    ],
)
def test_only_regions_with_a_count_have_lines_of_what_is_inferred(known, pairs):
    outlines = small_outlines()
    expected = [ids for ids in outlines.inferred_lines if ids in pairs]
    drawn = [mark for mark in draw_small_ground(*known) if mark.kind == "inferred"]
    assert sum(len(mark.shapes) for mark in drawn) == len(expected) == len(pairs)


def test_line_between_two_inferred_parts_is_drawn_once():
    lines = small_outlines().inferred_lines
    assert ("middle", "west") in lines
    for one, other in combinations(lines.values(), 2):
        assert shapely.intersection(one, other).length == pytest.approx(0)


def test_lines_of_what_is_inferred_leave_the_outer_outline_free():
    outer = shapely.union_all([*REGIONS.values()]).boundary
    for line in small_outlines().inferred_lines.values():
        assert shapely.intersection(line, outer).length == pytest.approx(0)


def test_line_around_a_part_alone_is_its_outline():
    areas = Areas(
        {},
        divisions={},
        regions={"all": box(0, 0, 3, 2)},
        parts={("all", "inferred"): box(0, 0, 3, 2)},
        apart=(),
        uncoded=(),
        roles={},
    )
    lines = build_outlines(BOUNDS, areas, close=False, grid=False).inferred_lines
    assert lines["all",].length == pytest.approx(10)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("basis", ["attested", "inferred"])
def test_areas_are_nearer_to_the_ground_than_to_the_circles(mode, basis):
    palette = MAP_PALETTES[mode]

    def distance(one, other):
        return sum(abs(a - b) for a, b in zip(rgba(one)[:3], rgba(other)[:3], strict=True))

    area_tone = tint(basis, palette)
    assert 4 * distance(area_tone, palette.ground) < distance(area_tone, palette.accent)


@pytest.mark.parametrize("size", SIZES)
def test_circle_of_a_count_lies_in_the_country_that_counted(size):
    ctx, scene = country_map(size)
    circle = find_circle(scene, "oriente")
    extent = ctx.story.basemap.extents[0]
    projection = fit_projection(extent.bounds, *scene.box)
    country = projection.project_shape(shapely.union_all([*ctx.story.basemap.regions.values()]))
    disc = shapely.Point(circle.x, circle.y).buffer(circle.radius)
    assert shapely.intersection(disc, country).area > 0.9 * disc.area


def test_circle_of_a_close_map_stays_at_its_seat():
    ctx = build_view_context("extent=border")
    extent = ctx.story.basemap.extent("border")
    scene = draw_map(ctx, 480, 520, MapOptions(extent=extent))
    circle = find_circle(scene, "oriente")
    seat = fit_projection(extent.bounds, *scene.box).project_point(-72.5049, 7.90745)
    assert (circle.x, circle.y) == pytest.approx(seat, abs=1)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_region_has_its_short_name_on_the_map_and_the_long_one_in_its_sentence(size, language):
    _, scene = country_map(size, language=language)
    (label,) = [mark for mark in scene.iter_marks("count-label") if mark.id == "oriente"]
    assert [text.content for text in label.shapes] == ["415", "Oriente"]
    (circle,) = [mark for mark in scene.iter_marks("count") if mark.id == "oriente"]
    assert circle.says == "Oriente (Norte de Santander, Santander): 415"


@pytest.mark.parametrize("size", SIZES)
def test_map_of_the_country_names_the_place_with_the_most_events(size):
    _, scene = country_map(size)
    (place,) = [mark for mark in scene.iter_marks("place") if mark.id == "cucuta"]
    assert [shape.content for shape in place.shapes if isinstance(shape, Text)] == ["Cúcuta"]


@pytest.mark.parametrize("size", [(410, 272), (420, 300), (480, 520), (900, 640)])
@pytest.mark.parametrize(
    ("language", "title", "river"),
    [
        pytest.param("en", "The border at Cúcuta", "Táchira River", id="en"),
        pytest.param("es", "La frontera en Cúcuta", "Río Táchira", id="es"),
    ],
)
def test_overview_has_an_inset_that_names_the_border(size, language, title, river):
    scene = draw_stage_part("map", build_view_context(language=language), *size)
    words = " ".join(inset_texts(find_inset(scene)))
    assert title in words
    assert river in words
    assert words.count("Cúcuta") == 2


#: What the Overview asks for at 1280 × 720, 1366 × 768, 1440 × 900, 1536 × 864 and 1920 × 1080.
SCREENS = [(360, 300), (360, 320), (380, 320), (380, 340), (400, 260), (400, 320), (420, 260)]
SCREENS += [(420, 280), (460, 460)]


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_overview_names_its_country_and_all_counts_beside_the_inset(size, language):
    scene = draw_stage_part("map", build_view_context(language=language), *size)
    names = [shape.content for mark in scene.iter_marks("ground-name") for shape in mark.shapes]
    unnamed = [mark.id for mark in scene.iter_marks("count-label") if len(mark.shapes) < 2]
    assert find_inset(scene) is not None
    assert "COLOMBIA" in names
    assert unnamed == []


def shown_projection(ctx, scene):
    """The projection of a map, which may be moved sideways for its inset."""
    centred = fit_projection(ctx.story.basemap.extents[0].bounds, *scene.box)
    (caracas,) = [mark for mark in scene.iter_marks("place") if mark.id == "caracas"]
    place = ctx.dataset.places["caracas"]
    x, _ = centred.project_point(place.lon, place.lat)
    sign = next(shape for shape in caracas.shapes if isinstance(shape, Sign))
    return centred.shifted(x - sign.x)


@pytest.mark.parametrize("size", [*SCREENS, (410, 272), (480, 520), (900, 640)])
def test_inset_covers_no_region_and_no_mark(size):
    ctx = build_view_context()
    scene = draw_stage_part("map", ctx, *size)
    inset = find_inset(scene)
    (frame,) = [shape for shape in inset.marks[-1].shapes if isinstance(shape, Bar)]
    projection = shown_projection(ctx, scene)
    for region in ctx.story.basemap.regions.values():
        assert not projection.project_shape(region).intersects(box(*frame.box))
    for mark in scene.iter_marks():
        for shape in mark.shapes:
            if mark.id and isinstance(shape, Sign):
                assert not box(*frame.box).contains(shapely.Point(shape.x, shape.y))


@pytest.mark.parametrize("size", [(392, 268), (410, 272), (420, 256), (346, 320)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_country_of_the_regions_is_named_before_what_is_not_reported(size, language):
    scene = draw_stage_part("map", build_view_context(language=language), *size)
    names = [shape.content for mark in scene.iter_marks("ground-name") for shape in mark.shapes]
    assert "COLOMBIA" in names


@pytest.mark.parametrize("size", [(395, 262), (410, 272), (346, 320)])
def test_every_count_of_a_small_map_has_its_name(size):
    scene = draw_stage_part("map", build_view_context(), *size)
    unnamed = [mark.id for mark in scene.iter_marks("count-label") if len(mark.shapes) < 2]
    assert unnamed == []


def test_small_map_has_no_inset():
    assert find_inset(draw_stage_part("map", build_view_context(), 320, 320)) is None


@pytest.mark.parametrize("name", ["table", "city", "centuries", "foreign", "harbour"])
def test_story_with_one_map_has_no_inset(name):
    loaded = story(name)
    ctx = Context(loaded, View(), (), loaded.in_language("en"), "light", "")
    for size in ((480, 400), (900, 640)):
        assert find_inset(draw_stage_part("map", ctx, *size)) is None


def test_inset_is_not_in_other_drawings():
    _, scene = country_map((900, 640))
    assert find_inset(scene) is None


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_circles_beside_a_chosen_region_are_pale(size, mode):
    """A chosen region is what the map is about: all other circles stayed as red as its own."""
    ctx = replace(build_view_context("region=oriente"), mode=mode)
    scene = draw_map(ctx, *size, MapOptions(extent=ctx.story.basemap.extents[0]))
    palette = MAP_PALETTES[mode]
    pale = mixed(palette.accent, palette.ground, DIMMED_GROUND_SHARE)
    tones = {mark.id: mark.shapes[0].paint.fill for mark in scene.iter_marks("count")}
    assert tones.pop("oriente") == palette.accent
    assert len(tones) > 5
    assert set(tones.values()) == {pale}
