"""Key moments, which the words of a lesson name, are larger on every timeline."""

from dataclasses import replace

import pytest

from components.drawing.plotly import timeline_figure
from components.drawing.scene import Bar, Scene, Sign
from components.loading.served_story import public_story
from components.presentation.context import Context, file_context
from components.presentation.stage import draw_stage_part
from components.presentation.timeline_scenes import (
    TimelineOptions,
    build_timeline_key,
    draw_timeline,
    list_key_moments,
    list_timeline_signs,
)
from components.query.view import View
from components.story.lesson import NO_STORY, find_placeholders
from tests.support.data import DATA

KEY_MOMENTS = list_key_moments(DATA)


def context() -> Context:
    return file_context(View(), "en", "timeline", public_story())


def mark_sizes(scene: Scene, *, are_key: bool) -> set[float]:
    """Return half the heights of the marks that are key moments, or of the others."""
    sizes: set[float] = set()
    for mark in scene.iter_marks("event"):
        if (mark.id in KEY_MOMENTS) is not are_key:
            continue
        shape = next(shape for shape in mark.shapes if isinstance(shape, Sign | Bar))
        if isinstance(shape, Sign):
            sizes.add(shape.radius)
        else:
            sizes.add((shape.box[3] - shape.box[1]) / 2)
    return sizes


def test_key_moments_are_the_events_that_the_words_of_the_lesson_name():
    named_ids = set()
    for step in DATA.story.steps:
        for text in (step.headline, step.text, step.question, step.answer):
            if text is not None:
                named_ids |= {place.record for place in find_placeholders(text.en)}
    assert named_ids & DATA.events.keys() == KEY_MOMENTS
    assert 0 < len(KEY_MOMENTS) < len(DATA.events) / 2


def test_no_event_is_a_key_moment_without_a_lesson():
    assert list_key_moments(replace(DATA, story=NO_STORY)) == frozenset()


def test_no_event_is_a_key_moment_where_every_event_is():
    events = {event_id: DATA.events[event_id] for event_id in KEY_MOMENTS}
    assert list_key_moments(replace(DATA, events=events)) == frozenset()


@pytest.mark.parametrize("part", ["timeline", "list"])
def test_key_moments_are_larger_on_the_overview(part):
    scene = draw_stage_part(part, context(), 940, 480)
    assert min(mark_sizes(scene, are_key=True)) > max(mark_sizes(scene, are_key=False))


def test_key_moments_are_larger_in_the_chart_of_the_timeline():
    ctx = context()
    figure = timeline_figure(draw_timeline(ctx, 1100), ctx.palette, chosen=lambda _: False)
    points = next(trace for trace in figure["data"] if trace["name"] == "events")
    sizes: dict[str, float] = {}
    for (event_id,), size in zip(points["customdata"], points["marker"]["size"], strict=True):
        # A day known from outside has a dot within its mark.
        sizes[event_id] = max(size, sizes.get(event_id, 0))
    key_sizes = {size for event_id, size in sizes.items() if event_id in KEY_MOMENTS}
    other_sizes = {size for event_id, size in sizes.items() if event_id not in KEY_MOMENTS}
    assert min(key_sizes) > max(other_sizes)


def test_key_moments_have_the_size_of_others_where_it_is_not_explained():
    scene = draw_timeline(context(), 1100, options=TimelineOptions(sized=False))
    assert mark_sizes(scene, are_key=True) <= mark_sizes(scene, are_key=False)


def test_the_legend_says_what_is_larger():
    ctx = context()
    signs = list_timeline_signs(ctx.facts, ctx.view)
    assert signs == draw_timeline(ctx, 1100).list_signs()
    labels = [item.label for item in build_timeline_key(signs, ctx.i18n)]
    assert labels[-1] == "large: named in “Step by step”"
