"""Lessons: every kind of mistake is found, by step and field, with what is allowed."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.intake.lessons import MOST_BYTES, SAYS, offered, read_lesson, uncited
from components.intake.package import DEFAULT_DATA
from components.intake.problems import DataError, Problem
from components.story.lesson import LANGUAGES, Step, StepView, Story, fields
from tests.support.data import DATA

STEP: dict[str, Any] = {
    "id": "a-bridge",
    "minutes": 3,
    "headline": {"en": "{cl-bridge-50} at the bridge"},
    "text": {"en": "On {ev-2019-04-30-rush-to-bridge} they ran."},
    "view": {
        "extent": "border",
        "from": "2019-04-21",
        "to": "2019-05-10",
        "counts": "2019-02-27",
        "events": ["ev-2019-04-30-rush-to-bridge"],
        "regions": ["oriente"],
        "claims": ["cl-bridge-50"],
    },
    "question": {"en": "How many?"},
    "answer": {"en": "{cl-bridge-50} or {cl-bridge-14}."},
    "evidence": ["cl-bridge-50", "cl-bridge-14"],
    "notes": {"en": "Ask 3 pupils."},
    "citations": ["ev-2019-04-30-guaido-call"],
}
LESSON = {"title": {"en": "A lesson"}, "lesson": [STEP, STEP | {"id": "again"}]}
Lesson = dict[str, Any]


def text_of(lesson: Any) -> str:
    return json.dumps(lesson)


def fresh() -> Lesson:
    lesson: Lesson = json.loads(json.dumps(LESSON))
    return lesson


def problems(text: str, **options: Any) -> tuple[Problem, ...]:
    with pytest.raises(DataError) as caught:
        read_lesson(text, DATA, **options)
    return caught.value.problems


def put(*path: str, value: Any) -> Callable[[Lesson], None]:
    def change(lesson: Lesson) -> None:
        target = lesson["lesson"][1]
        for name in path[:-1]:
            target = target[name]
        target[path[-1]] = value

    return change


def drop(name: str) -> Callable[[Lesson], None]:
    return lambda lesson: lesson["lesson"][1].pop(name)


def test_a_sound_lesson_in_one_language_is_read() -> None:
    lesson = read_lesson("\ufeff" + text_of(LESSON), DATA)
    assert [step.id for step in lesson.steps] == ["a-bridge", "again"]
    assert sum(step.minutes for step in lesson.steps) == 6
    assert lesson.title.languages() == ("en",)


# One mistake of each kind: what is done, the code, the field, and words of the message.
MISTAKES: list[tuple[Callable[[Lesson], None], str, str, str]] = [
    (drop("minutes"), "empty", "minutes", "is missing or empty"),
    (drop("view"), "empty", "view", "is missing or empty"),
    (put("mood", value=1), "extra", "mood", "allowed: id, minutes, headline, text, view"),
    (put("view", "zoom", value=1), "extra", "view.zoom", "allowed: extent, from, to, counts"),
    (put("headline", "fr", value="x"), "extra", "headline.fr", "allowed: en, es"),
    (put("view", "extent", value="moon"), "choice", "view.extent", "border, both, caracas"),
    (put("minutes", value="3"), "whole", "minutes", "“3” is not a whole number"),
    (put("minutes", value=2.5), "whole", "minutes", "“2.5” is not a whole number"),
    (put("minutes", value=0), "whole", "minutes", "“0” is not a whole number"),
    (put("minutes", value=121), "whole", "minutes", "from 1 to 120"),
    (put("id", value="Ünfit id"), "form", "id", "small letters, digits and hyphens"),
    (put("id", value="a-bridge"), "twice", "id", "the id of step 1 already"),
    (put("headline", value="words"), "object", "headline", "in braces: en, es"),
    (put("view", value=[]), "object", "view", "extent, from, to, counts"),
    (put("headline", "en", value=5), "text", "headline.en", "“5” is not a text"),
    (put("evidence", value="cl-bridge-50"), "list", "evidence", "square brackets"),
    (put("citations", value=["x"] * 61), "many", "citations", "61, and at most 60"),
    (put("headline", "en", value="x" * 161), "long", "headline.en", "161 characters, and at most"),
    (put("view", "from", value="1 March"), "day", "view.from", "write it like 2019-02-23"),
    (put("view", "to", value=1550793600), "day", "view.to", "write it like 2019-02-23"),
    (put("view", "to", value="2019-02-30"), "day", "view.to", "write it like 2019-02-23"),
    (put("view", "to", value="2019-04-20"), "reversed", "view.from", "2019-04-21 > 2019-04-20"),
    (put("text", "en", value=" "), "empty", "text.en", "is missing or empty"),
    (put("text", "es", value="Hola"), "language", "text.es", "“es”, which the title is not"),
    (put("view", "counts", value="2019-03-01"), "counts", "view.counts", "2019-02-26?, 2019-02-27"),
    (put("view", "events", value=["ev-x"]), "unknown", "view.events", "“ev-x” is not an id"),
    (put("view", "regions", value=["norte"]), "unknown", "view.regions", "narino"),
    (put("view", "claims", value=["cl-x"]), "unknown", "view.claims", "“cl-x” is not an id"),
    (put("view", "claims", value=["cl-why-economy"]), "number", "view.claims", "without a number"),
    (put("evidence", value=["cl-bridge-15"]), "unknown", "evidence", "allowed: cl-bridge-14"),
    (put("citations", value=["npr"]), "unknown", "citations", "“npr” is not an id"),
    (put("text", "en", value="{cl-bridge-15} ran"), "unknown", "text.en", "cl-bridge-14"),
    (put("text", "en", value="{claim} ran"), "brace", "text.en", "{cl-…}, {cl-…:date}"),
    (put("text", "en", value="they {ran"), "brace", "text.en", "“{ran”"),
    (put("text", "en", value="they } ran"), "brace", "text.en", "“}”"),
    (
        put("text", "en", value="{ev-2019-04-30-rush-to-bridge:date}"),
        "brace", "text.en", "allowed: {ev-2019-04-30-rush-to-bridge}",
    ),
    (put("text", "en", value="{cl-why-economy} ran"), "number", "text.en", "without a number"),
    (
        put("text", "en", value="{cl-expelled-116/cl-expelled-109}"),
        "share", "text.en", "the smaller one first",
    ),
    (
        put("text", "en", value="{cl-expelled-109/cl-expelled-109-more-than}"),
        "share", "text.en", "two exact figures",
    ),
    (drop("answer"), "half", "answer", "stand together"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "code", "spot", "says"),
    MISTAKES,
    ids=[f"{code}-{spot}-{n}" for n, (_, code, spot, _) in enumerate(MISTAKES)],
)
def test_one_mistake_is_named_by_step_and_field(change, code, spot, says) -> None:
    lesson = fresh()
    change(lesson)
    (found,) = problems(text_of(lesson))
    assert (found.code, found.column) == (code, spot)
    assert found.row == (None if spot == "lesson" else 2)
    assert says in SAYS[code].format(**found.params)


def test_a_lesson_of_ones_own_needs_no_citation_no_notes_and_no_evidence() -> None:
    lesson = fresh()
    step = lesson["lesson"][1]
    step["headline"] = {"en": "23 February: 3 hotels, in 2019"}
    step["text"] = {"en": "In 2013 there were 14, in all 14."}
    step["view"] |= {"events": [], "claims": []}
    del step["notes"], step["evidence"]
    step["citations"] = []
    found = read_lesson(text_of(lesson), DATA).steps[1]
    assert uncited(found, DATA) == ("23", "3", "2013", "14")
    assert found.records() == ()
    assert offered("1,400", DATA) == [
        c.id for c in DATA.claims.values() if 1400 in (c.value_low, c.value_high)
    ]
    del step["answer"]
    assert {p.column for p in problems(text_of(lesson))} == {"answer"}


def test_without_a_title_all_else_that_is_wrong_is_said_in_the_same_round() -> None:
    view = {"extent": "nowhere", "from": "2019-02-22", "to": "2019-02-23"}
    step = STEP | {"view": view, "text": {"en": "9 {people}"}, "notes": {}}
    found = problems(text_of({"title": {}, "lesson": [step]}))
    assert {(p.row, p.column, p.code) for p in found} == {
        (None, "title", "empty"), (1, "view.extent", "choice"),
        (1, "text.en", "brace")}  # fmt: skip


def test_what_is_wrong_with_the_title_is_said_of_no_step() -> None:
    found = problems(text_of({"title": 3, "lesson": [STEP, STEP | {"id": 4, "minutes": None}]}))
    assert [(p.row, p.column, p.code) for p in found] == [
        (None, "title", "object"), (2, "id", "text"), (2, "minutes", "whole")]  # fmt: skip


def test_of_very_many_faults_the_first_are_said() -> None:
    for wrong in ({"lesson": [1] * 60_000}, {"lesson": [STEP | {"evidence": [1] * 60_000}]}):
        assert 0 < len(problems(text_of({"title": {"en": "T"}, **wrong}))) <= 500


WHOLE: list[tuple[str, str, str | None]] = [
    ("", "json", None),
    ('{"title": {"en": "T"},}', "json", None),
    ("[" * 100_000, "json", None),
    ("[]", "object", None),
    ('"a text"', "object", None),
    ('{"title": {"en": "\\ud800"}, "lesson": []}', "letters", None),
    ('{"title": {"en": "a\\u0007b"}, "lesson": []}', "characters", "title.en"),
    ('{"title": {"en": "T"}, "lesson": []}', "empty", "lesson"),
    ('{"title": {"en": "T"}, "lesson": 3}', "list", "lesson"),
    (text_of({"title": {"en": "T"}, "lesson": [STEP] * 41}), "many", "lesson"),
    (text_of({"title": {}, "lesson": [STEP]}), "empty", "title"),
    (text_of({"lesson": [STEP]}), "empty", "title"),
    (" " * (MOST_BYTES + 1), "large", None),
    ("é" * (MOST_BYTES // 2 + 1), "large", None),
]


@pytest.mark.parametrize(("text", "code", "spot"), WHOLE, ids=[code for _, code, _ in WHOLE])
def test_a_file_that_is_wrong_as_a_whole(text, code, spot) -> None:
    found = problems(text)
    assert (found[0].code, found[0].column, found[0].row) == (code, spot, None)


def test_every_kind_of_mistake_has_been_made_here_or_is_named() -> None:
    made = {code for _, code, _, _ in MISTAKES} | {code for _, code, _ in WHOLE}
    # "undated" needs a claim that the data lacks.
    assert set(SAYS) - made == {"undated"}


def test_a_claim_without_a_day_has_no_date_to_write() -> None:
    (claim, *_) = DATA.claims.values()
    undated = claim.model_copy(update={"as_of": None, "id": "cl-undated"})
    known = replace(DATA, claims={**DATA.claims, "cl-undated": undated})
    lesson = fresh()
    put("text", "en", value="On {cl-undated:date}.")(lesson)
    with pytest.raises(DataError) as caught:
        read_lesson(text_of(lesson), known)
    (found,) = caught.value.problems
    assert (found.code, found.row, found.column) == ("undated", 2, "text.en")


def test_a_step_without_the_form_is_held_against_the_data_all_the_same() -> None:
    lesson = fresh()
    first = lesson["lesson"][0]
    del first["minutes"]
    first["text"] = {"en": "Some 7 went on {cl-x}."}
    first["mood"] = "glad"
    first["view"] |= {"extent": 3, "events": ["ev-nothing"]}
    first["citations"] = ["x"]
    said = {(p.row, p.column, p.code) for p in problems(text_of(lesson))}
    assert said == {
        (1, "minutes", "empty"),
        (1, "mood", "extra"),
        (1, "view.extent", "text"),
        (1, "view.events", "unknown"),
        (1, "text.en", "unknown"),
        (1, "citations", "unknown"),
    }


def test_a_missing_language_is_asked_for_where_both_are_needed() -> None:
    found = problems(text_of(LESSON), languages=LANGUAGES)
    assert {p.column for p in found if p.row is None} == {"title.es"}
    assert {p.column for p in found if p.row == 1} == {
        f"{name}.es" for name in ("headline", "text", "question", "answer", "notes")
    }


def test_values_that_look_like_patterns_do_no_harm() -> None:
    lesson = fresh()
    put("view", "extent", value="{0.__class__}{value}%s")(lesson)
    (found,) = problems(text_of(lesson))
    assert "{0.__class__}{value}%s" in SAYS[found.code].format(**found.params)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["title", "lesson", "view", "en", "id", "x"]), inner)
    ),
    max_leaves=12,
)


@given(plain | st.text())
def test_no_file_breaks_the_reader(content) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    assert problems(text)


def test_the_file_of_the_story_is_sound_as_a_lesson_of_ones_own() -> None:
    text = (DEFAULT_DATA / "story.json").read_text("utf-8")
    assert read_lesson(text, DATA) == DATA.story


def test_the_page_on_lessons_names_every_field_with_what_it_takes() -> None:
    page = (DEFAULT_DATA.parent / "docs" / "lessons.md").read_text("utf-8")
    for model in (Story, Step, StepView):
        for name, takes in fields(model).items():
            assert f"`{name}`" in page
            if takes.kind in {"words", "steps", "whole"} and name != "title":
                assert f"{takes.most:,}" in page, name
