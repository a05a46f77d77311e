"""Every step's drawings show something of the step, on the screen, on slides and in the handout."""

import re
from collections.abc import Iterator

import pytest
import shapely

from components.drawing import ground as drawing
from components.drawing.ground import ring_mark
from components.drawing.svg import paint
from components.i18n import Language
from components.intake.lessons import lesson_in_use
from components.lesson.drawings import SCREENS, StepDrawings, step_scenes, whole
from components.presentation.context import Context
from components.presentation.stories import LoadedStory, public_story
from components.query.view import View
from components.story.lesson import Step
from tests.support.cases import for_each
from tests.support.stories.foreign import PIURA, serving

STEPS = public_story().dataset.story.steps
LANGUAGES: tuple[Language, ...] = ("en", "es")
MARK = re.compile(r'<g class="(mark [^"]*|area[^"]*)" data-id="([^"]+)"')


def context(story: LoadedStory, language: Language) -> Context:
    words = story.in_language(language)
    return whole(Context(story, View(), (), words, "light", "present"))


def lit(svg: str) -> set[str]:
    return {key for kind, key in MARK.findall(svg) if "dim" not in kind.split()}


def of_the_step(step: Step, ctx: Context) -> set[str]:
    """The records that a step is about, with the places of its events."""
    data, view = ctx.dataset, step.view
    places = {data.events[e].place_id or "" for e in view.events}
    counted = {c.region_id or "" for c in data.claims.values() if c.as_of == view.counts}
    return {*view.events, *view.claims, *view.regions, *places, *(counted if view.counts else ())}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_lies_on_the_outline_of_what_is_chosen(language, monkeypatch) -> None:
    seen = []

    def noted(outlines, palette, labels):
        seen.append((outlines, [shapely.box(*box) for box in labels.taken]))
        return ring_mark(outlines, palette, labels)

    monkeypatch.setattr(drawing, "ring_mark", noted)
    ctx = context(public_story(), language)
    for step in STEPS:
        seen.clear()
        for where, _ in drawings(step, ctx):
            for outlines, labels in seen:
                near = [one.distance(label) for one in outlines for label in labels]
                assert min(near, default=9) >= 3, (step.id, where)


def drawings(step: Step, ctx: Context) -> Iterator[tuple[str, str]]:
    for screen in SCREENS:
        for svg in map(paint, step_scenes(step.view, ctx, screen)):
            yield screen, svg
    drawings = StepDrawings(step.view, ctx)
    for part in drawings.parts():
        yield part, paint(drawings.draw(part, 460, 240))


@for_each("language", LANGUAGES)
@for_each("step", STEPS)
def test_every_drawing_of_a_step_holds_marks_of_the_step(step: Step, language: Language) -> None:
    ctx = context(public_story(), language)
    own = of_the_step(step, ctx)
    for where, svg in drawings(step, ctx):
        assert lit(svg) & own, where


@for_each("language", LANGUAGES)
@for_each("step", STEPS)
def test_every_event_and_figure_of_a_step_is_named_in_full(step: Step, language: Language) -> None:
    ctx = context(public_story(), language)
    i18n, data, parts = ctx.i18n, ctx.dataset, StepDrawings(step.view, ctx).parts()
    for screen in SCREENS:
        said = re.sub(r"<[^>]+>", " ", " ".join(map(paint, step_scenes(step.view, ctx, screen))))
        said = " ".join(said.split())
        if "timeline" in parts:
            for event in step.view.events:
                for word in i18n.of(data.events[event], "title").split():
                    assert word in said.replace("&#39;", "'"), (screen, event)
        if "figures" in parts:
            for claim in step.view.claims:
                assert i18n.value(data.claims[claim]) in said, (screen, claim)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_another_story_shows_its_event_and_its_place(language: Language) -> None:
    with serving(PIURA):
        ctx = context(public_story(), language)
    steps = lesson_in_use(ctx.dataset).steps
    assert len(steps) == len(ctx.dataset.events)
    for step in steps:
        assert StepDrawings(step.view, ctx).parts() == ("map", "timeline")
        own = of_the_step(step, ctx)
        for where, svg in drawings(step, ctx):
            assert lit(svg) & own, (step.id, where)
