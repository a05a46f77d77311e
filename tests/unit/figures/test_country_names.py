"""The names of countries on the maps of the lesson, each within its own country."""

from __future__ import annotations

import re

import pytest
import shapely

from components.domain.views.view import View
from components.figures.drawing.fonts import width_of
from components.figures.drawing.map import drawing
from components.i18n import i18n_for
from components.presentation.context import Context, story_words
from components.presentation.lesson.pictures import draw_part, parts_of, whole
from components.presentation.stories import public_story

STORY = public_story()


@pytest.mark.parametrize("size", [(612, 390), (343, 300)], ids=["screen", "phone"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_name_lies_in_its_country_and_on_no_chosen_region(monkeypatch, language, size):
    seen = []

    def draw(names, areas, look):
        drawn = names_of(names, areas, look)
        seen.append((drawn, names, look))
        return drawn

    names_of = drawing.draw_ground_names
    monkeypatch.setattr(drawing, "draw_ground_names", draw)
    words = story_words(STORY, i18n_for(language))
    ctx = whole(Context(STORY, View(), (), words, "light", "present"))
    for step in STORY.dataset.story.steps:
        if "map" not in parts_of(step.view, STORY):
            continue
        draw_part("map", step.view, ctx, *size, scale=1.46)
        drawn, names, look = seen.pop()
        assert drawn, step.id
        codes = {name.upper(): code for code, name in names.items()}
        held = [STORY.basemap.ground.regions[key] for key in step.view.regions]
        for one in drawn:
            name = re.search(r">([^<>]+)</text>", one)[1]
            x, y = (float(re.search(rf'\b{axis}="([^"]+)"', one)[1]) for axis in "xy")
            half = width_of(name, 11, 600) / 2
            box = shapely.box(x - half, y - 8, x + half, y)
            ground = STORY.basemap.ground
            area = (ground.countries.get(codes[name]) or ground.divisions[codes[name]]).shape

            def seen_of(shape, to=look.to):
                return shapely.transform(shapely.clip_by_rect(shape, *to.seen), to.points)

            assert seen_of(area).contains(box), (step.id, name)
            if "counts" not in step.view.model_fields_set:
                assert not any(seen_of(one).intersects(box) for one in held), (step.id, name)
