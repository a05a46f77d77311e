"""The drawings and texts of a lesson's steps show their records."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest
import shapely

from components.drawing import basemap_labels
from components.drawing.basemap_labels import ring_mark
from components.drawing.svg import paint
from components.i18n import Language
from components.intake import ImportResult
from components.lesson.drawings import (
    SCREENS,
    DrawingRoom,
    StepDrawings,
    step_scenes,
    without_filters,
)
from components.lesson.entry import scene_data
from components.lesson.step_texts import Lesson
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.presentation.context import Context, file_context
from components.query.filters import Filters
from components.query.view import View
from components.story.lesson import Step, Story, find_placeholders
from components.story.lesson_from_events import lesson_in_use
from tests.support.cases import LANGUAGES
from tests.support.data import DATA
from tests.support.stories.foreign import PIURA, serving
from tests.support.stories.uploads import read_story

STEPS = public_story().dataset.story.steps
MARK = re.compile(r'<g class="(mark [^"]*|area[^"]*)" data-id="([^"]+)"')


def context(story: LoadedStory, language: Language) -> Context:
    words = story.in_language(language)
    return without_filters(Context(story, View(), (), words, "light", "present"))


def lit(svg: str) -> set[str]:
    return {key for kind, key in MARK.findall(svg) if "dim" not in kind.split()}


def of_the_step(step: Step, ctx: Context) -> set[str]:
    """The records that a step is about, with the places of its events."""
    data, view = ctx.dataset, step.view
    places = {data.events[event].place_id or "" for event in view.events}
    counted = {
        claim.region_id or "" for claim in data.claims.values() if claim.as_of == view.counts
    }
    return {*view.events, *view.claims, *view.regions, *places, *(counted if view.counts else ())}


class DrawnStep(NamedTuple):
    """A step of the project's own lesson in a language, drawn once for all tests that read it."""

    ctx: Context
    #: For each drawing where it is shown, and its SVG.
    drawings: tuple[tuple[str, str], ...]
    #: The chosen outlines of a map, and the boxes of its labels.
    ringed: tuple[tuple[Sequence[shapely.Geometry], Sequence[shapely.Geometry]], ...]


@cache
def draw_step(number: int, language: Language) -> DrawnStep:
    ringed = []

    def noted(outlines, palette, labels):
        ringed.append((outlines, [shapely.box(*box) for box in labels.taken]))
        return ring_mark(outlines, palette, labels)

    ctx = context(public_story(), language)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(basemap_labels, "ring_mark", noted)
        return DrawnStep(ctx, tuple(drawings(STEPS[number], ctx)), tuple(ringed))


def drawings(step: Step, ctx: Context) -> Iterator[tuple[str, str]]:
    for screen in SCREENS:
        for svg in map(paint, step_scenes(step.view, ctx, screen)):
            yield screen, svg
    drawings = StepDrawings(step.view, ctx)
    for part in drawings.parts():
        yield part, paint(drawings.draw(part, DrawingRoom(460, 240)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawing_of_figures_up_to_may_names_no_growth_that_ends_in_february(language) -> None:
    """The step chooses two figures of a series that goes on to 1,400 in April."""
    (step,) = [step for step in STEPS if step.id == "last-figure"]
    parts = StepDrawings(step.view, context(public_story(), language))
    title = parts.draw("figures", DrawingRoom(460, 240)).title
    assert "567" not in title
    assert str(len(parts.figures)) in title


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_a_step_keep_off_chosen_outlines(language) -> None:
    for number, step in enumerate(STEPS):
        for outlines, labels in draw_step(number, language).ringed:
            near = [one.distance(label) for one in outlines for label in labels]
            assert min(near, default=9) >= 3, step.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", STEPS)
def test_every_drawing_of_a_step_has_marks_of_its_records(step: Step, language: Language) -> None:
    drawn = draw_step(STEPS.index(step), language)
    own = of_the_step(step, drawn.ctx)
    for where, svg in drawn.drawings:
        assert lit(svg) & own, where


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", STEPS)
def test_drawings_of_a_step_name_every_event_and_figure(step: Step, language: Language) -> None:
    ctx, drawn, _ = draw_step(STEPS.index(step), language)
    i18n, data, parts = ctx.i18n, ctx.dataset, StepDrawings(step.view, ctx).parts()
    for screen in SCREENS:
        svgs = [svg for where, svg in drawn if where == screen]
        said = re.sub(r"<[^>]+>", " ", " ".join(svgs))
        said = " ".join(said.split())
        if "timeline" in parts:
            for event in step.view.events:
                for word in i18n.localize(data.events[event], "title").split():
                    assert word in said.replace("&#39;", "'"), (screen, event)
        if "figures" in parts:
            for claim in step.view.claims:
                assert i18n.format_value(data.claims[claim]) in said, (screen, claim)


NOTES = {"en": "Pale: other events of these days", "es": "En claro: otros hechos de esos días"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_pale_events_of_a_step_are_explained(language: Language) -> None:
    explained = []
    for number, step in enumerate(STEPS):
        for where, svg in draw_step(number, language).drawings:
            has_pale_event = re.search(r'class="mark event[^"]*dim', svg) is not None
            assert (NOTES[language] in svg) is has_pale_event, (step.id, where)
            explained.append(has_pale_event)
    assert any(explained)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_another_story_draws_its_event_and_place(language: Language) -> None:
    with serving(PIURA):
        ctx = context(public_story(), language)
    steps = lesson_in_use(ctx.dataset).steps
    assert len(steps) == len(ctx.dataset.events)
    for step in steps:
        assert StepDrawings(step.view, ctx).parts() == ("map", "timeline")
        own = of_the_step(step, ctx)
        for where, svg in drawings(step, ctx):
            assert lit(svg) & own, (step.id, where)


FIGURE = "cl-arrivals-2019-05-07-1400"


def told(language: str, data=DATA) -> list[str]:
    story = LoadedStory(ImportResult("story", data, ()), "story")
    return [
        text
        for step in Lesson(data.story, story, language).steps
        for text in (step.headline, step.text, step.question, step.answer, step.notes)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_texts_follow_every_record_they_name(language) -> None:
    """Every claim's figure and every event's date in use is changed, one at a time."""
    named = {record for step in STEPS for _, words in step.named_texts()
             for text in (words.en, words.es) for place in find_placeholders(text)
             for record in (*place.record_ids(),)}  # fmt: skip
    assert len(named) > 50
    before = told(language)
    for record in sorted(named):
        if record in DATA.events:
            event = DATA.events[record].model_copy(update={"date": "2019-12-24"})
            changed = replace(DATA, events={**DATA.events, record: event})
        else:
            claim = DATA.claims[record]
            numbers = {
                key: 87_654 if getattr(claim, key) is not None else None
                for key in ("value_low", "value_high")
            }
            after = claim.model_copy(update={**numbers, "as_of": "2019-12-24"})
            changed = replace(DATA, claims={**DATA.claims, record: after})
        assert told(language, changed) != before, record


def test_lesson_in_one_language_is_shown_in_that_language() -> None:
    content = DATA.story.model_dump(by_alias=True, mode="json", exclude_none=True)

    def spanish(value):
        if isinstance(value, dict):
            return {key: spanish(part) for key, part in value.items() if key != "en"}
        return [spanish(part) for part in value] if isinstance(value, list) else value

    story = Story.model_validate(spanish(content))
    lesson = Lesson(story, public_story(), "en")
    assert (lesson.title, lesson.i18n.language) == (DATA.story.title.es, "es")
    spanish_steps = Lesson(DATA.story, public_story(), "es").steps
    assert [step.text for step in lesson.steps] == [step.text for step in spanish_steps]


def test_story_without_a_lesson_has_a_step_for_each_filtered_event() -> None:
    rows = "date,title,category\n2019-02-01,Dawn,a\n2019-02-02,Noon,b\n2019-02-03,Dusk,a\n"
    view = View(filters=Filters(categories=("a",)))
    scene = scene_data(
        file_context(view, "en", "present", read_story(rows.encode(), "d.csv")), (), {}
    )
    assert [step["headline"] for step in scene["steps"]] == ["Dawn", "Dusk"]
    for drawings in scene["drawings"]["inline"].values():
        assert len(drawings) == 2
        for title, drawn in zip(("Dawn", "Dusk"), drawings, strict=True):
            assert title in str(drawn)
