"""Names on the maps of the lesson: of countries within their own, and of what a step is about."""

import pytest
import shapely

from components.drawing import map as drawing
from components.drawing.fonts import width_of
from components.drawing.ground import name_marks
from components.lesson.drawings import StepDrawings, whole
from components.presentation.context import Context
from components.presentation.stories import public_story
from components.query.view import View

STORY = public_story()


@pytest.mark.parametrize("size", [(612, 390), (343, 300)], ids=["screen", "phone"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_name_lies_in_its_country_and_on_no_chosen_region(monkeypatch, language, size):
    seen = []

    def noted(names, held, palette, to, labels):
        drawn = name_marks(names, held, palette, to, labels)
        seen.append((drawn, names, to))
        return drawn

    monkeypatch.setattr(drawing, "name_marks", noted)
    words = STORY.in_language(language)
    ctx = whole(Context(STORY, View(), (), words, "light", "present"))
    for step in STORY.dataset.story.steps:
        drawings = StepDrawings(step.view, ctx)
        if "map" not in drawings.parts():
            continue
        drawings.draw("map", *size, scale=1.46)
        drawn, names, to = seen.pop()
        assert drawn, step.id
        areas = {name.words.upper(): name.shape for name in names}
        held = [STORY.basemap.regions[key] for key in step.view.regions]
        for one in drawn:
            (name,) = one.shapes
            half = width_of(name.words, 11, 600) / 2
            box = shapely.box(name.x - half, name.y - 8, name.x + half, name.y)
            assert to.shape(areas[name.words]).contains(box), (step.id, name.words)
            if "counts" not in step.view.model_fields_set:
                assert not any(to.shape(one).intersects(box) for one in held), name.words


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_regions_that_a_step_is_about_have_their_names_on_a_phone_too(language):
    words = STORY.in_language(language)
    ctx = whole(Context(STORY, View(), (), words, "light", "present"))
    (step,) = [one for one in STORY.dataset.story.steps if "antioquia" in one.view.regions]
    scene = StepDrawings(step.view, ctx).draw("map", 343, 300, scale=1.46)
    lines = {mark.id: len(mark.shapes) for mark in scene.marks() if mark.kind == "count-label"}
    assert all(lines[key] > 1 for key in step.view.regions), lines
