"""The story told: figures and dates come from the data set, in the reader's language."""

import re
from dataclasses import replace

import pytest

from components.export.view_files import context_of
from components.intake import ImportResult
from components.lesson.entry import scene_data
from components.lesson.step_texts import Lesson
from components.presentation.stories import LoadedStory, public_story
from components.query.filters import Filters
from components.query.view import View
from components.story.lesson import Story, places
from tests.support.cases import LANGUAGES
from tests.support.data import DATA
from tests.support.stories.uploads import read_story

FIGURE = "cl-arrivals-2019-05-07-1400"
STEPS = DATA.story.steps


def told(language: str, data=DATA) -> list[str]:
    story = LoadedStory(ImportResult("story", data, ()), "story")
    return [
        text
        for step in Lesson(data.story, story, language).steps
        for text in (step.headline, step.text, step.question, step.answer, step.notes)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_the_data_change_the_story_changes(language) -> None:
    """Every claim's figure and every event's date in use is changed, one at a time."""
    named = {r for step in STEPS for _, words in step.texts()
             for text in (words.en, words.es) for place in places(text)
             for r in (*place.records(),)}  # fmt: skip
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


def test_no_figure_is_typed_and_the_spanish_is_whole_with_the_same_figures() -> None:
    assert DATA.story.title.es != DATA.story.title.en
    for step in STEPS:
        for name, words in step.texts():
            where = (step.id, name)
            english, spanish = ({p.text for p in places(text)} for text in (words.en, words.es))
            assert english == spanish, where
            for text in (words.en, words.es):
                bare = re.sub(r"\{[^}]*\}", "", text).replace("2019", "")
                assert not re.search(r"\d", bare), (where, text)
            assert words.es not in {"", words.en}, where
            # English words that no Spanish text has.
            assert not re.search(r"\b(the|and|of|they|was|with)\b", bare), where


def test_a_lesson_in_one_language_is_told_in_that_one() -> None:
    content = DATA.story.model_dump(by_alias=True, mode="json", exclude_none=True)

    def spanish(value):
        if isinstance(value, dict):
            return {k: spanish(v) for k, v in value.items() if k != "en"}
        return [spanish(v) for v in value] if isinstance(value, list) else value

    story = Story.model_validate(spanish(content))
    lesson = Lesson(story, public_story(), "en")
    assert (lesson.title, lesson.i18n.language) == (DATA.story.title.es, "es")
    spanish_steps = Lesson(DATA.story, public_story(), "es").steps
    assert [s.text for s in lesson.steps] == [s.text for s in spanish_steps]


def test_without_a_lesson_the_events_that_the_filters_leave_are_its_steps_and_drawings() -> None:
    rows = "date,title,category\n2019-02-01,Dawn,a\n2019-02-02,Noon,b\n2019-02-03,Dusk,a\n"
    view = View(filters=Filters(categories=("a",)))
    scene = scene_data(
        context_of(view, "en", "present", read_story(rows.encode(), "d.csv")), (), {}
    )
    assert [step["headline"] for step in scene["steps"]] == ["Dawn", "Dusk"]
    for drawings in scene["drawings"]["inline"].values():
        assert len(drawings) == 2
        for title, drawn in zip(("Dawn", "Dusk"), drawings, strict=True):
            assert title in str(drawn)
