"""The story told: figures and dates come from the data set, in the reader's language."""

import re
from dataclasses import replace

import pytest

from components.i18n import i18n_for
from components.intake import ImportResult
from components.lesson.step_texts import Lesson, fill_figures
from components.presentation.stories import LoadedStory, public_story
from components.story.lesson import Story, places
from tests.support.cases import LANGUAGES
from tests.support.data import DATA

FIGURE = "cl-arrivals-2019-05-07-1400"
STEPS = DATA.story.steps


def told(language: str, data=DATA) -> list[str]:
    story = LoadedStory(ImportResult("story", data, ()), "story")
    return [
        text
        for step in Lesson(data.story, story, language).steps
        for text in (step.headline, step.text, step.question, step.answer, step.notes)
    ]


@pytest.mark.parametrize(
    ("language", "text", "says"),
    [
        ("en", f"{{{FIGURE}}} came.", "More than 1,400 came."),
        ("es", f"Llegaron {{{FIGURE}}}.", "Llegaron más de 1.400."),
        ("es", f"¿{{{FIGURE}}}?", "¿Más de 1.400?"),
        ("en", f"By March: {{{FIGURE}}}", "By March: more than 1,400"),
        ("en", "On {ev-2019-02-23-aid-blocked}.", "On 23 February."),
        ("es", "El {ev-2019-02-23-aid-blocked}.", "El 23 de febrero."),
        ("en", "{ev-2019-02-22-soldiers-cross}: they cross", "22–23 February: they cross"),
        ("es", "en {ev-2019-02-mora-crosses}", "en febrero"),
        ("en", "on {cl-arrivals-2019-02-27-567:date}", "on 27 February"),
        ("en", "{cl-region-2019-02-26-oriente/cl-arrivals-2019-02-26-411} of them", "80% of them"),
        ("en", "{cl-share-left-under-1} of them", "Less than 1% of them"),
        ("es", "el {cl-share-left-under-1}", "el menos del 1\u00a0%"),
        ("en", "{cl-force-95000-150000} soldiers", "95,000 to 150,000 soldiers"),
    ],
)
def test_a_place_is_filled_in_the_readers_language(language, text, says) -> None:
    assert fill_figures(text, DATA, i18n_for(language)) == says


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
