"""Drawings for paper: type of nine points, and every name of the timeline in full."""

from dataclasses import replace

import pytest

from components.drawing.scene import Scene, Text
from components.presentation.context import public_context
from components.presentation.paper_drawings import (
    PAPER_DRAWINGS,
    SHEET_PX,
    draw_for_paper,
    paint_for_paper,
)
from tests.support.cases import LANGUAGES

#: Twelve CSS pixels are nine points.
LEAST_PX = 12


def texts_of(scene: Scene) -> list[Text]:
    marks = scene.iter_marks()
    return [shape for mark in marks for shape in mark.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("name", PAPER_DRAWINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_drawing_for_paper_has_type_of_nine_points(name, language):
    scene = draw_for_paper(name, public_context({}, language))
    assert scene is not None
    assert scene.width == SHEET_PX
    sizes = [text.size * scene.unit for text in texts_of(scene)]
    assert min(sizes) >= LEAST_PX


@pytest.mark.parametrize("language", LANGUAGES)
def test_timeline_for_paper_names_every_event(language):
    ctx = public_context({}, language)
    scene = draw_for_paper("timeline-paper", ctx)
    assert scene is not None
    names = " ".join(text.content for text in texts_of(scene))
    titles = [ctx.i18n.localize(row.event, "title") for row in ctx.selection.rows]
    assert [title for title in titles if title not in names] == []


def test_drawing_of_no_events_is_empty():
    ctx = public_context({"from": ["1990-01-01"], "to": ["1990-01-02"]}, "en")
    assert paint_for_paper("timeline-paper", ctx) == ""


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_drawing_for_paper_is_light_on_any_page(mode):
    ctx = replace(public_context({}, "en"), mode=mode)
    scene = draw_for_paper("map-paper", ctx)
    assert scene == draw_for_paper("map-paper", replace(ctx, mode="light"))
