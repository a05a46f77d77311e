"""A draft that a browser stored is restored within the limits of a lesson file."""

import json

import pytest

from components.intake.problems import DataError
from components.lesson.draft import Draft, parse_draft, restore_draft
from components.story.lesson import MOST_STEPS, Step, field_specs
from tests.support.data import DATA

HEADLINE_CHARACTERS = field_specs(Step)["headline"].most


def write_draft() -> Draft:
    draft = parse_draft(None, DATA, "en")
    draft.title["en"] = "One bridge"
    draft.steps[0]["view"]["events"] = ["ev-2019-04-30-rush-to-bridge"]
    # Spanish is not among the lesson's languages: it is not in the file, but in the form.
    draft.steps[0]["headline"] = {"en": "They ran", "es": "Corrieron"}
    draft.add_step(DATA)
    draft.add_step(DATA)
    draft.show_step(1)
    return draft


def test_restored_draft_has_everything_that_was_written():
    draft = write_draft()
    restored = restore_draft(draft.snapshot(), DATA, "es")
    assert restored.steps == draft.steps
    assert restored.title == draft.title
    assert restored.languages == ("en",)
    assert restored.place == 1
    assert restored.serialize() == draft.serialize()


@pytest.mark.parametrize("text", ["", "{", "[" * 5_000, '"\\ud800"', '"' + "x" * 200_000 + '"'],
                         ids=["empty", "cut", "deep", "half_character", "large"])  # fmt: skip
def test_snapshot_that_no_lesson_file_may_be_is_refused(text):
    with pytest.raises(DataError):
        restore_draft(text, DATA)


WRONG = {
    "list": [],
    "number": 7,
    "texts": {"title": 5, "lesson": [{"headline": "x" * 9_999, "view": [], "minutes": True}]},
    "languages": {"languages": ["fr", {}, None, 3], "place": "1"},
    "place": {"place": 10**30, "lesson": [{}, {}]},
    "negative_place": {"place": -4},
    "many_steps": {"lesson": [{}] * 4_000},
    "long_text": {"lesson": [{"headline": {"en": "x" * 9_999}}]},
}


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG.keys())
def test_restored_draft_keeps_bounds_of_lesson_file(content):
    draft = restore_draft(json.dumps(content), DATA, "es")
    assert 1 <= len(draft.steps) <= MOST_STEPS
    assert 0 <= draft.place < len(draft.steps)
    assert draft.languages == ("es",)
    assert set(draft.steps[0]) == set(field_specs(Step))
    assert len(draft.steps[0]["headline"]["en"]) <= HEADLINE_CHARACTERS
    assert draft.steps[0]["minutes"] == 3
