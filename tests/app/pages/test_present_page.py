"""Present, run without a browser: what the scene is sent, bad steps, and a lesson of one's own."""

import json

from lxml.html import HtmlElement, fragment_fromstring
from streamlit.testing.v1 import AppTest

from components.intake.lessons import read_lesson
from components.intake.problems import Problem
from components.lesson.interface import PROBLEMS
from components.ui.session import LESSON
from tests.support.apptest import assert_sound, component_data, page_at, words
from tests.support.data import DATA

STEPS = DATA.story.steps


def fragment(html: str) -> HtmlElement:
    """A piece of HTML that the scene is sent."""
    return fragment_fromstring(html, create_parent="div")


def scene(at: AppTest) -> dict:
    return component_data(at, "story_scene")


def own(**changes) -> str:
    """A lesson of one's own: the story's first step, changed."""
    step = STEPS[0].model_dump(by_alias=True, mode="json", exclude_none=True) | changes
    return json.dumps({"title": {"en": "Mine", "es": "Mía"}, "lesson": [step]})


def test_every_mark_of_a_step_has_its_citation(opened):
    sent = scene(opened("present", {"lang": "es"}))
    for step, one in zip(STEPS, sent["steps"], strict=True):
        wanted = {
            (c.source_id, c.locator) for record in step.records() for c in DATA.citations_of(record)
        }
        marks = fragment(one["told"]).findall(".//ul/li")
        assert len(marks) == len(wanted), step.id
        for mark in marks:
            button, citation = mark.find("button"), mark.find("section")
            assert words(button)[0] in "§◇"
            assert len(words(button)) > 1
            assert button.get("popovertarget") == citation.get("id")
            assert all(words(part) for part in citation.findall("./dl/*"))
            assert citation.find(".//a").get("href").startswith("sources?source=")


def test_filters_change_nothing_here_and_the_page_says_so(opened):
    params = {"known": "2019-03-01", "region": "oriente", "q": "bridge", "without": "press"}
    names = (
        "what had been published by that day",
        "regions",
        "the words searched",
        "hidden voices",
    )
    whole, at = opened("present", {"lang": "en"}), opened("present", {"lang": "en", **params})
    assert scene(at)["steps"] == scene(whole)["steps"]
    assert scene(at)["drawings"] == scene(whole)["drawings"]
    (line,) = scene(at)["notices"]
    assert "everything that is known today" in line
    assert all(name in line for name in names)
    for name, value in params.items():
        assert f"{name}={value}" in scene(at)["query"]


def with_lesson(text: str, language: str = "en") -> AppTest:
    """The page after a lesson file has been opened on it."""
    at = page_at("present", {"lang": language, "step": "3"})
    known = DATA
    at.session_state[LESSON] = read_lesson(text, known)
    at.run()
    assert_sound(at)
    return at


def test_a_lesson_of_ones_own_is_told_with_its_drawings_and_to_nobody_else():
    at = with_lesson(own())
    sent = scene(at)
    assert (sent["title"], sent["own"], len(sent["steps"])) == ("Mine", True, 1)
    # No address leads to them: its drawings come along, and of the story's own none do.
    for screen in ("wide", "narrow"):
        ((first, *_),) = sent["drawings"]["inline"][screen]
        assert first.startswith("<svg")
    other = scene(page_at("present", {"lang": "en"}))
    assert (other["own"], other["drawings"]["inline"]) == (False, None)
    (line,) = sent["notices"]
    assert "“3” is not a step of this lesson. Allowed: 1–1." in line
    assert json.loads(sent["file"])["lesson"][0]["id"] == STEPS[0].id


def test_what_is_wrong_with_a_lesson_is_listed_in_the_readers_language():
    at = page_at("present", {"lang": "es"})
    found_wrong = [
        Problem("whole", "", 2, "minutes", params={"value": "x"}),
        Problem("few", "", None, "lesson"),
        Problem("json", params={"line": "3", "column": "7"}),
        *[Problem("empty", "", n, "notes.en") for n in range(1, 70)],
    ]
    at.session_state[PROBLEMS] = tuple(found_wrong)
    at.run()
    assert_sound(at)
    lines = scene(at)["problems"]
    assert lines[:3] == ["Paso 2, minutes: «x» no es un número entero",
                         "lesson: no tiene ninguno, y necesita al menos uno",
                         "el archivo no es JSON en la línea 3, columna 7"]  # fmt: skip
    assert len(lines) == 61
    assert "12" in lines[-1]
