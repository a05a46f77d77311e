"""Lesson files: every mistake is reported with step, field and allowed values."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.intake.lessons import LESSON_MESSAGES, read_lesson
from components.intake.problems import DataError, Problem
from components.story.lesson import LANGUAGES, Step, StepView, Story, field_specs
from components.story.lesson_figures import find_claims_of_figure, find_uncited_figures
from components.story.package_files import DEFAULT_DATA
from tests.golden.words import LESSON, LINES, LONG, changed_lesson, faults
from tests.support.data import DATA

Lesson = dict[str, Any]
text_of = json.dumps


def fresh() -> Lesson:
    lesson: Lesson = json.loads(LESSON)
    return lesson


STEP = fresh()["lesson"][0]


def problems(text: str, **options: Any) -> tuple[Problem, ...]:
    with pytest.raises(DataError) as caught:
        read_lesson(text, DATA, **options)
    return caught.value.problems


def test_valid_lesson_in_one_language_is_read() -> None:
    lesson = read_lesson("\ufeff" + LESSON, DATA)
    assert [step.id for step in lesson.steps] == ["a-bridge", "again"]
    assert sum(step.minutes for step in lesson.steps) == 6
    assert lesson.title.written_languages() == ("en",)


def test_opened_lesson_needs_no_citations_notes_or_evidence() -> None:
    lesson = fresh()
    step = lesson["lesson"][1]
    step["headline"] = {"en": "23 February: 3 hotels, in 2019"}
    step["text"] = {"en": "In 2013 there were 14, in all 14."}
    step["view"] |= {"events": [], "claims": []}
    del step["notes"], step["evidence"]
    step["citations"] = []
    found = read_lesson(text_of(lesson), DATA).steps[1]
    assert find_uncited_figures(found, DATA) == ("23", "3", "2013", "14")
    assert found.cited_records() == ()
    assert find_claims_of_figure("1,400", DATA) == [
        claim.id for claim in DATA.claims.values() if 1400 in (claim.value_low, claim.value_high)
    ]
    del step["answer"]
    assert {problem.column for problem in problems(text_of(lesson))} == {"answer"}


def test_first_of_very_many_problems_are_reported() -> None:
    for wrong in ({"lesson": [1] * 60_000}, {"lesson": [STEP | {"evidence": [1] * 60_000}]}):
        assert 0 < len(problems(text_of({"title": {"en": "T"}, **wrong}))) <= 500


def test_every_problem_code_has_a_golden_file_or_a_test() -> None:
    read = [(kind, json.loads(text)) for kind, text in LINES if kind in {"lesson", "file"}]
    texts = [changed_lesson(one) if kind == "lesson" else one for kind, one in read]
    texts += [text for kind, text in LONG if kind == "file"]
    made = {problem.code for text in texts for problem in faults(text)}
    # "undated" needs a claim that the data lacks.
    assert set(LESSON_MESSAGES) - made == {"undated"}


def test_a_claim_without_a_day_has_no_date_to_write() -> None:
    (claim, *_) = DATA.claims.values()
    undated = claim.model_copy(update={"as_of": None, "id": "cl-undated"})
    known = replace(DATA, claims={**DATA.claims, "cl-undated": undated})
    with pytest.raises(DataError) as caught:
        read_lesson(changed_lesson({"text.en": "On {cl-undated:date}."}), known)
    (found,) = caught.value.problems
    assert (found.code, found.row, found.column) == ("undated", 2, "text.en")


def test_missing_language_is_reported_where_both_are_required() -> None:
    found = problems(LESSON, languages=LANGUAGES)
    assert {problem.column for problem in found if problem.row is None} == {"title.es"}
    assert {problem.column for problem in found if problem.row == 1} == {
        f"{name}.es" for name in ("headline", "text", "question", "answer", "notes")
    }


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["title", "lesson", "view", "en", "id", "x"]), inner)
    ),
    max_leaves=12,
)


@given(plain | st.text())
def test_random_lesson_files_never_raise(content) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    assert problems(text)


def test_lesson_of_the_story_is_valid_as_an_opened_lesson() -> None:
    text = (DEFAULT_DATA / "story.json").read_text("utf-8")
    assert read_lesson(text, DATA) == DATA.story


def test_docs_on_lessons_name_every_field_with_its_limits() -> None:
    page = (DEFAULT_DATA.parent / "docs" / "lessons.md").read_text("utf-8")
    for model in (Story, Step, StepView):
        for name, takes in field_specs(model).items():
            assert f"`{name}`" in page
            if takes.kind in {"words", "steps", "whole"} and name != "title":
                assert f"{takes.most:,}" in page, name
