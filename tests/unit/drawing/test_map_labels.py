"""The labels of a drawn map: at any width and in both languages none lies on another."""

from __future__ import annotations

import pytest
import shapely

from components.drawing.ground import LIGHT_MAP, Name, name_marks
from components.drawing.labels import APART, Candidate, LabelPlaces
from components.drawing.map import MapRows, PlaceRow, map_scene
from components.drawing.projection import projection
from components.drawing.svg import paint
from components.export.tasks import context_of
from components.presentation import stories
from components.presentation.context import Context
from components.presentation.ground import map_ground
from components.presentation.scenes import draw_map, map_frame
from components.presentation.stories import LoadedStory, public_story
from components.query.view import View
from tests.support.drawing import clipped, ids, near, overlaps, words
from tests.support.ground import BASEMAP, BORDER
from tests.support.stories.foreign import write_foreign
from tests.support.words import i18n_for

WIDTHS = (375, 420, 560, 640, 900, 1024, 1280, 1440, 1700)
#: Each width with a low and a higher drawing: in low ones the labels have the least room.
SIZES = [
    (width, height)
    for width, other in zip(WIDTHS, (320, 480, 360, 640, 420, 280, 430, 560, 700), strict=True)
    for height in (300, other)
]
CROWD = [f"A long name of a small place, the {n}th" for n in range(1, 31)]


@pytest.fixture(scope="module")
def flood(tmp_path_factory) -> LoadedStory:
    folder = write_foreign(tmp_path_factory.mktemp("flood"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(stories.SETTING, str(folder))
        stories.forget()
        yield public_story()
    stories.forget()


def contexts(language: str) -> list[Context]:
    views = [View(), View(counts="change")]
    return [context_of(view, language, "map") for view in views]


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_label_of_the_story_lies_on_another_or_near_it(language):
    for ctx in contexts(language):
        for extent in ctx.story.basemap.extents:
            for width, height in SIZES:
                svg = draw_map(ctx, width, height, extent=extent)
                assert overlaps(words(svg)) == [], (extent.id, width, height)
                assert near(words(svg), 3) == [], (extent.id, width, height)
                assert clipped(svg) == [], (extent.id, width, height)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(340, 250), (360, 260), (380, 272), (400, 300)])
def test_every_count_is_written_on_the_small_map_beside_the_timeline(language, size):
    """Where a name has no room its number stands alone."""
    ctx = contexts(language)[0]
    svg = draw_map(ctx, *size, extent=ctx.story.basemap.extents[0])
    numbers = {one.text for one in words(svg) if one.text.isdigit()}
    assert numbers == {"415", "46", "30", "23", "14", "6", "3"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_label_of_another_story_lies_on_another(flood, language):
    ctx = Context(flood, View(), (), i18n_for(language), "light", "map")
    for width, height in SIZES:
        svg = draw_map(ctx, width, height)
        assert overlaps(words(svg)) == [], (width, height)
        assert clipped(svg) == []
        assert ids(svg, "place") == {"piura", "sullana", "talara"}


def crowded(width: int, height: int) -> str:
    """Thirty places with long names, all within a few kilometres of the border."""
    places = [
        PlaceRow(f"p-{n}", name, -72.5 + 0.012 * (n % 6), 7.85 + 0.012 * (n // 6), 1)
        for n, name in enumerate(CROWD)
    ]
    ground = map_ground(BASEMAP, BORDER, "en")
    rows = MapRows(places=places)
    return paint(map_scene(ground, rows, map_frame(BORDER), LIGHT_MAP, width, height))


@pytest.mark.parametrize("width", WIDTHS[::3])
def test_where_names_have_no_room_some_are_left_out_and_always_the_same(width):
    svg = crowded(width, 480)
    assert overlaps(words(svg)) == []
    assert len(ids(svg, "place")) == len(CROWD)
    assert svg == crowded(width, 480)


def test_a_place_set_by_hand_gives_way_to_one_that_is_free():
    taken = LabelPlaces(400, 300)
    box = (100.0, 100.0, 160.0, 114.0)
    taken.take(box)
    first, other = Candidate(12, 0, "start", 20), Candidate(-12, 0, "end", 20)
    boxes = {first: (150.0, 100.0, 200.0, 114.0), other: (20.0, 100.0, 60.0, 114.0)}
    assert taken.settle(iter([first, other]), boxes.__getitem__, "a") == other
    beside = (160 + APART[0] - 0.5, 100.0, 240.0, 114.0)
    farther = (160 + APART[0] + 0.5, 100.0, 240.0, 114.0)
    assert taken.free([beside, farther]).tolist() == [False, True]


def test_the_name_of_a_country_stands_aside_of_the_outline_of_what_is_chosen():
    labels, to = LabelPlaces(400, 300), projection((0.0, 0.0, 4.0, 3.0), 400, 300)
    labels.outline("", shapely.LineString([(0, 152), (400, 152)]))
    wide = Name("Spain", 2.0, 1.5, shapely.box(0.6, 0, 4, 2.4))
    (name,) = name_marks([wide], None, LIGHT_MAP, to, labels)
    (box,) = labels.taken
    assert name.shapes[0].words == "SPAIN"
    assert not labels.crossed([box]).any()
    assert abs((box[1] + box[3]) / 2 - 150) <= 40
    narrow = Name("Spain", 2.0, 1.5, shapely.box(0, 0, 0.4, 3))
    assert name_marks([narrow], None, LIGHT_MAP, to, labels) == []
