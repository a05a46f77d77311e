"""The texts and data of the Overview, for a view and for very many events.

The texts on some views are golden files.
"""

from dataclasses import replace
from datetime import timedelta

import pytest

from components.drawing.map_rows import MOST_PLACES
from components.drawing.svg import paint
from components.lesson.drawings import DrawingRoom, StepDrawings
from components.lesson.entry import count_later_events
from components.limits.views import MOST_EVENT_STEPS, MOST_MARKS
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.presentation.empty_states import no_events_actions
from components.presentation.filter_line import list_named_spans
from components.presentation.index import build_count_steps, build_stage_index
from components.presentation.stage import as_of_day, build_stage_data, draw_stage_part
from components.query import selection
from components.query.view import View
from components.story.presentation import Zoom
from tests.bench.large.tables_made import SHAPES, table
from tests.support.data import DATA
from tests.support.stories.uploads import read_story
from tests.support.views import build_view_context


def test_only_time_spans_within_the_story_are_offered():
    ctx = build_view_context()
    spans = [
        ("2019-02-22", "2019-02-25"),
        ("2018-12-01", "2019-02-25"),
        ("2019-05-01", "2020-01-01"),
    ]
    zooms = tuple(
        Zoom(**{"id": f"span-{index}", "from": first, "to": last})
        for index, (first, last) in enumerate(spans)
    )
    shown = ctx.dataset.presentation.model_copy(update={"zooms": zooms})
    intake = replace(ctx.story.intake, dataset=replace(ctx.dataset, presentation=shown))
    other = replace(ctx, story=LoadedStory(intake, "other"))
    assert list_named_spans(other.dataset, other.i18n) == {"2019-02-22/2019-02-25": "22–25 Feb"}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("q=Gaido&region=oriente", "Did you mean …? Guaidó: 3 events"),
        ("q=Gaido&region=guajira", "Remove the filter on the words searched: 2 events"),
    ],
)
def test_similar_spelling_is_offered_if_it_has_results(query, first):
    ctx = build_view_context(query)
    actions = no_events_actions(ctx.facts, ctx.story, ctx.i18n, "")[1]
    ways = [(words, ctx.with_filters(way["filters"])) for words, way in actions]
    assert ways[0][0] == first
    assert all(ctx.selection.events for _, ctx in ways)


def test_text_of_a_played_day_has_the_events_of_the_browser():
    first, last = DATA.period
    events = build_stage_index(build_view_context(""))["events"]
    for step in range(0, (last - first).days, 5):
        day = first + timedelta(days=step)
        ctx = build_view_context(f"day={day}")
        shown = {event.id for event in replace(ctx, view=as_of_day(ctx.view)).selection.events}
        reached = {event["id"] for event in events if (event["first"] or 0) <= day.toordinal()}
        assert shown == reached, day


def test_each_counted_day_has_its_share_and_note():
    earlier, last = build_count_steps(build_view_context())
    assert ("80%" in earlier["finding"], "73%" in last["finding"]) == (True, True)
    assert "equal to the total by Migración Colombia" in last["note"]
    (turned_back,) = build_count_steps(build_view_context("known=2019-02-27"))
    assert turned_back["regions"]["oriente"][2] == 328


def test_too_large_story_is_filtered_by_the_server(monkeypatch):
    ctx = build_view_context("category=politics")
    kept = {event.id for event in ctx.selection.events}
    other = next(event for event in ctx.dataset.events if event not in kept)
    assert other in paint(draw_stage_part("timeline", ctx, 900, 560))
    assert "category" not in build_stage_data(ctx)["addresses"]["timeline"]
    monkeypatch.setattr(selection, "MOST_INDEXED", 10)
    drawn = paint(draw_stage_part("timeline", ctx, 900, 560))
    assert all(event in drawn for event in kept)
    assert other not in drawn
    assert "category=politics" in build_stage_data(ctx)["addresses"]["timeline"]
    sent = build_stage_index(ctx)
    assert (sent["browser"], sent["events"]) == (False, [])


@pytest.mark.parametrize(("language", "width"), [("en", 320), ("es", 343), ("es", 600)])
def test_phone_list_has_complete_titles(language, width):
    assert "…" not in paint(draw_stage_part("list", build_view_context(language=language), width))


@pytest.fixture(scope="module")
def many() -> Context:
    content = table(SHAPES["a place of its own for each"], MOST_MARKS + 100)
    story = LoadedStory(read_story(content, "heavy.csv"), "k", private=True)
    return Context(story, View(), (), story.in_language("en"), "light", "")


def test_too_many_places_are_clustered_with_a_mark_for_each_event(many: Context) -> None:
    marks = draw_stage_part("map", many, 400, 400).record_ids("place")
    assert 0 < len(marks) < MOST_PLACES
    events = build_stage_index(many)["events"]
    assert len(events) == MOST_MARKS + 100
    assert {event["at"] for event in events} == set(marks)


def test_lesson_of_very_many_events_is_short(
    many: Context,
) -> None:
    steps = many.lesson.steps
    assert len(steps) == MOST_EVENT_STEPS
    assert count_later_events(many.opened_lesson, many.facts) == MOST_MARKS + 100 - MOST_EVENT_STEPS
    drawn = StepDrawings(steps[0].view, many).draw("timeline", DrawingRoom(600, 300))
    assert drawn.record_ids("event") == steps[0].view.events
