"""The labels of a drawn map: at any width and in both languages none lies on another."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import shapely

from components.domain.views.view import View
from components.figures.drawing import map_svg
from components.figures.drawing.map.ground import draw_ground_names
from components.figures.drawing.map.label_places import APART, Candidate, LabelPlaces
from components.figures.map.deck import LIGHT_MAP, MapTexts, PlaceMark
from components.presentation import stories
from components.presentation.charts.drawings import draw_map
from components.presentation.context import Context
from components.presentation.stories import LoadedStory, public_story
from components.presentation.work.tasks import context_of
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
        PlaceMark(
            f"p-{n}", name, -72.5 + 0.012 * (n % 6), 7.85 + 0.012 * (n // 6), 1, False, "town"
        )
        for n, name in enumerate(CROWD)
    ]
    return map_svg(
        BASEMAP, regions=[], places=places, palette=LIGHT_MAP, extent=BORDER,
        texts=MapTexts("en", ""), width=width, height=height,
    )  # fmt: skip


@pytest.mark.parametrize("width", WIDTHS[::3])
def test_where_names_have_no_room_some_are_left_out_and_always_the_same(width):
    svg = crowded(width, 480)
    assert overlaps(words(svg)) == []
    assert len(ids(svg, "place")) == len(CROWD)
    assert svg == crowded(width, 480)


def test_a_place_set_by_hand_gives_way_to_one_that_is_free():
    taken = LabelPlaces(400, 300)
    box = (100.0, 100.0, 160.0, 114.0)
    taken.taken.append(box)
    first, other = Candidate(12, 0, "start", 20), Candidate(-12, 0, "end", 20)
    boxes = {first: (150.0, 100.0, 200.0, 114.0), other: (20.0, 100.0, 60.0, 114.0)}
    assert taken.settle("a", iter([first, other]), boxes.__getitem__) == other
    beside = (160 + APART[0] - 0.5, 100.0, 240.0, 114.0)
    assert not taken.free(beside)
    assert taken.free((160 + APART[0] + 0.5, 100.0, 240.0, 114.0))


def test_the_name_of_a_country_stands_aside_of_the_outline_of_what_is_chosen():
    spot = {"ES": (200.0, 150.0)}
    look = SimpleNamespace(
        labels=LabelPlaces(400, 300),
        to=SimpleNamespace(width=400, height=300, at=lambda lon, lat: (lon, lat)),
        extent=SimpleNamespace(names=spot),
        palette=LIGHT_MAP,
    )
    look.labels.lines.append(shapely.LineString([(0, 152), (400, 152)]))
    area = shapely.box(60, 60, 400, 300)
    (name,) = draw_ground_names({"ES": "Spain"}, {"ES": area}, look)
    (box,) = look.labels.taken
    assert ">SPAIN<" in name
    assert not look.labels.crossed(box)
    assert abs((box[1] + box[3]) / 2 - 150) <= 40
    assert draw_ground_names({"ES": "Spain"}, {"ES": shapely.box(0, 0, 40, 300)}, look) == []
