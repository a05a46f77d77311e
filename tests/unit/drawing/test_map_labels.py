"""The labels of a drawn map: at any width and in both languages none lies on another."""

import pytest

from components.export.view_files import context_of
from components.presentation.context import Context
from components.presentation.scenes import draw_map
from components.query.view import View
from tests.support.drawing import clipped, ids, near, overlaps, words
from tests.support.words import i18n_for

WIDTHS = (375, 420, 560, 640, 900, 1024, 1280, 1440, 1700)
#: Each width with a low and a higher drawing: in low ones the labels have the least room.
SIZES = [
    (width, height)
    for width, other in zip(WIDTHS, (320, 480, 360, 640, 420, 280, 430, 560, 700), strict=True)
    for height in (300, other)
]


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
