"""What Present is sent of a lesson, what is wrong in one, and what its files are called."""

from dataclasses import replace

import pytest

from components.i18n import I18n
from components.intake.problems import Problem
from components.lesson.entry import (
    MOST_PROBLEMS,
    PRODUCTS,
    count_later_events,
    drawings_data,
    lesson_of,
    problem_lines,
    scene_data,
    steps_data,
)
from components.limits.views import MOST_EVENT_STEPS
from components.query.filters import Filters
from components.story.lesson import Story
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context, dated_dataset

ENGLISH = I18n("en")
DAYS = {"from": "2019-02-01", "to": "2019-02-28"}


def lesson_dataset(*minutes):
    """The small data set with a lesson of a step for each number of minutes."""
    steps = []
    for number, length in enumerate(minutes, start=1):
        steps.append(
            {
                "id": f"step-{number}",
                "minutes": length,
                "headline": {"en": f"Headline {number}", "es": f"Titular {number}"},
                "text": {"en": "Text", "es": "Texto"},
                "view": {"extent": "whole", "events": ["ev-aid"]} | DAYS,
            }
        )
    story = Story.model_validate({"title": {"en": "Lesson", "es": "Lección"}, "lesson": steps})
    return replace(small_dataset(), story=story)


def lesson_context(*minutes, **fields):
    return build_context(lesson_dataset(*minutes), slug="present", **fields)


def empty_problem(row=None, column=None):
    return Problem("empty", row=row, column=column)


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        pytest.param(
            empty_problem(2, "text.en"),
            "Step 2, text.en: is missing or empty, and must not be",
            id="field of a step",
        ),
        pytest.param(
            empty_problem(None, "title.en"),
            "title.en: is missing or empty, and must not be",
            id="field of the lesson",
        ),
        pytest.param(empty_problem(), "is missing or empty, and must not be", id="whole file"),
    ],
)
def test_a_problem_names_its_step_and_field(problem, line):
    assert problem_lines([problem], ENGLISH) == [line]


def test_a_field_is_named_as_the_form_names_it():
    lines = problem_lines([empty_problem(2, "text.en")], ENGLISH, lambda path: f"<{path}>")
    assert lines[0].startswith("Step 2, <text.en>:")


@pytest.mark.parametrize(
    ("count", "last"),
    [
        pytest.param(MOST_PROBLEMS, "is missing or empty, and must not be", id="all"),
        pytest.param(MOST_PROBLEMS + 2, "and 2 more", id="more"),
    ],
)
def test_the_last_line_counts_the_problems_that_are_not_listed(count, last):
    lines = problem_lines([empty_problem()] * count, ENGLISH)
    assert lines[-1] == last
    assert lines[MOST_PROBLEMS - 1] == "is missing or empty, and must not be"


@pytest.mark.parametrize(
    ("index", "name"),
    [
        pytest.param(0, "small-handout-a4-es.pdf", id="handout"),
        pytest.param(4, "small-slides-es.pptx", id="slides"),
    ],
)
def test_a_file_is_saved_under_the_story_and_the_language(index, name):
    assert PRODUCTS[index].saved_as("small", "es") == name


@pytest.mark.parametrize(
    ("count", "later"),
    [
        pytest.param(MOST_EVENT_STEPS - 1, 0, id="fewer"),
        pytest.param(MOST_EVENT_STEPS, 0, id="as many"),
        pytest.param(MOST_EVENT_STEPS + 1, 1, id="one more"),
    ],
)
def test_events_after_the_last_step_are_counted(count, later):
    days = [f"2019-{1 + number // 28:02}-{1 + number % 28:02}" for number in range(count)]
    ctx = build_context(dated_dataset(*days))
    assert count_later_events(ctx.opened_lesson, ctx.facts) == later


def test_teacher_alone_is_told_of_events_after_the_last_step():
    days = [f"2019-{1 + number // 28:02}-01" for number in range(MOST_EVENT_STEPS + 1)]
    ctx = build_context(dated_dataset(*days))
    data = scene_data(ctx, (), {})
    assert "1 later event is not among the steps" in data["kit"]
    assert data["notices"] == []


def test_teacher_is_led_to_the_form_for_a_lesson():
    kit = scene_data(lesson_context(3), (), {})["kit"]
    assert 'href="data?lang=en#make-a-lesson"' in kit


def test_a_lesson_leaves_no_events_over():
    ctx = lesson_context(3)
    assert count_later_events(ctx.opened_lesson, ctx.facts) == 0


def test_the_notes_name_the_minutes_so_far_and_the_next_step():
    ctx = lesson_context(3, 4)
    first, last = [
        step["notes"] for step in steps_data(lesson_of(ctx.lesson, ctx.story, ctx.i18n), ctx)
    ]
    assert "Headline 2" in first
    assert "Headline" not in last
    assert "7" in last


def test_the_steps_are_numbered_of_their_number():
    ctx = lesson_context(3, 4)
    assert [
        step["where"] for step in steps_data(lesson_of(ctx.lesson, ctx.story, ctx.i18n), ctx)
    ] == [
        "Step 1 of 2",
        "Step 2 of 2",
    ]


@pytest.mark.parametrize(("cited", "is_titled"), [(["ev-rising"], True), ([], False)])
def test_step_without_sources_has_no_heading_for_them(cited, is_titled):
    dataset = lesson_dataset(3)
    content = dataset.story.model_dump(mode="json", by_alias=True)
    content["lesson"][0]["citations"] = cited
    dataset = replace(dataset, story=Story.model_validate(content))
    ctx = build_context(dataset, slug="present")
    (step,) = steps_data(lesson_of(ctx.lesson, ctx.story, ctx.i18n), ctx)
    assert ("Sources" in step["told"]) == is_titled


@pytest.mark.parametrize(
    ("cited", "label"), [(["ev-rising"], "What the sources show"), ([], "Answer")]
)
def test_answer_without_sources_is_not_said_to_be_theirs(cited, label):
    dataset = lesson_dataset(3)
    content = dataset.story.model_dump(mode="json", by_alias=True)
    content["lesson"][0] |= {
        "citations": cited,
        "question": {"en": "Why?", "es": "¿Por qué?"},
        "answer": {"en": "Nobody knows.", "es": "Nadie lo sabe."},
    }
    dataset = replace(dataset, story=Story.model_validate(content))
    ctx = build_context(dataset, slug="present")
    (step,) = steps_data(lesson_of(ctx.lesson, ctx.story, ctx.i18n), ctx)
    assert f">{label}</p><p>Nobody knows." in step["told"]


def test_filters_of_the_address_change_no_drawing_of_a_lesson():
    filters = Filters(categories=("border",))
    assert drawings_data(lesson_context(3, filters=filters)) == drawings_data(lesson_context(3))


def test_filters_choose_the_drawings_of_a_story_without_a_lesson():
    filtered = build_context(small_dataset(), filters=Filters(categories=("border",)))
    everything = build_context(small_dataset())
    assert drawings_data(filtered)["address"] != drawings_data(everything)["address"]


@pytest.mark.parametrize(
    ("private", "inline", "comes_with_page"),
    [
        pytest.param(False, False, False, id="of the server"),
        pytest.param(True, False, True, id="opened story"),
        pytest.param(False, True, True, id="published"),
    ],
)
def test_drawings_that_nobody_else_may_ask_for_come_with_the_page(private, inline, comes_with_page):
    ctx = lesson_context(3, private=private)
    drawings = drawings_data(ctx, inline=inline)["inline"]
    assert (drawings is not None) == comes_with_page


def test_a_lesson_says_that_filters_change_nothing_in_it():
    ctx = lesson_context(3, filters=Filters(categories=("border",)))
    notices = scene_data(ctx, [], {})["notices"]
    assert len(notices) == 1
    assert "change nothing here" in notices[0]
    assert scene_data(lesson_context(3), [], {})["notices"] == []


def test_the_other_language_is_offered_and_the_address_starts_at_the_first_step():
    data = scene_data(lesson_context(3, 4, step=2), [], {})
    assert "step=2" not in data["query"]
    assert "Español" in data["bar"]
    assert data["restores"]
