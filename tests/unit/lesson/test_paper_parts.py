"""What a handout has of a lesson: its table of counts, and the texts of a step."""

from dataclasses import replace

import pytest

from components.intake import ImportResult
from components.lesson.handout import _step_content, _table_content
from components.lesson.step_texts import Lesson
from components.loading.loaded_story import LoadedStory
from components.story.lesson import Story
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims

SMALL = small_dataset()
STEP = {
    "id": "bridge",
    "minutes": 3,
    "headline": {"en": "The bridge"},
    "text": {"en": "{cl-north} came."},
    "view": {"extent": "whole", "from": "2019-02-01", "to": "2019-02-28"},
}


def build_lesson(dataset=SMALL, **step):
    story = Story.model_validate({"title": {"en": "Lesson"}, "lesson": [STEP | step]})
    loaded_story = LoadedStory(ImportResult("small", replace(dataset, story=story), ()), "small")
    return Lesson(story, loaded_story, "en")


@pytest.mark.parametrize(
    ("claim_ids", "names"),
    [
        pytest.param((), None, id="no day"),
        pytest.param(("cl-north",), None, id="one day"),
        pytest.param(("cl-north", "cl-north-before"), {"earlier", "latest"}, id="two days"),
    ],
)
def test_counts_are_in_a_table_where_there_are_two_days_to_compare(claim_ids, names):
    dataset = replace(SMALL, claims={key: SMALL.claims[key] for key in claim_ids or ("cl-total",)})
    content = _table_content(build_lesson(dataset, text={"en": "Text"}))
    assert (content and set(content) & {"earlier", "latest"}) == names


def test_of_three_days_the_latest_two_are_compared():
    first = claim("first", 9, "2019-02-20", region_id="oriente")
    content = _table_content(build_lesson(add_claims(SMALL, first)))
    assert content["earlier"] == "26 Feb"
    assert content["latest"] == "27 Feb"


def test_a_step_is_written_in_the_language_of_the_lesson():
    (step_texts,) = build_lesson().steps
    content = _step_content(step_texts)
    assert "The bridge" in str(content)
    assert "415 came." in str(content)
