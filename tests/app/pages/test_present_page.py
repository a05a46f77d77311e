"""The Present page without a browser: its data, invalid steps, and an opened lesson."""

from lxml.html import HtmlElement, fragment_fromstring
from streamlit.testing.v1 import AppTest

from components.intake.problems import Problem
from components.ui.present_scene import PROBLEMS
from tests.support.apptest import assert_sound, component_data, page_at, sent_to, words
from tests.support.data import DATA
from tests.support.stories.uploads import package

STEPS = DATA.story.steps


def fragment(html: str) -> HtmlElement:
    return fragment_fromstring(html, create_parent="div")


def scene(at: AppTest) -> dict:
    return component_data(at, "story_scene")


def test_every_mark_of_a_step_has_its_citation(opened):
    sent = scene(opened("present", {"lang": "es"}))
    for step, one in zip(STEPS, sent["steps"], strict=True):
        wanted = {
            (citation.source_id, citation.locator)
            for record in step.cited_records()
            for citation in DATA.citations_of(record)
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


def test_present_page_ignores_filters_with_a_notice(opened):
    params = {"known": "2019-03-01", "region": "oriente", "q": "bridge", "without": "press"}
    known = "what had been published by that day"
    names = (known, "regions", "the words searched", "kinds of voice")
    whole, at = opened("present", {"lang": "en"}), opened("present", {"lang": "en", **params})
    assert scene(at)["steps"] == scene(whole)["steps"]
    assert scene(at)["drawings"] == scene(whole)["drawings"]
    (line,) = scene(at)["notices"]
    assert "everything that is known today" in line
    assert all(name in line for name in names)
    for name, value in params.items():
        assert f"{name}={value}" in scene(at)["query"]


def test_problems_of_a_lesson_are_listed_in_the_language_of_the_reader():
    at = page_at("present", {"lang": "es"})
    found_wrong = [
        Problem("whole", "", 2, "minutes", params={"value": "x", "most": "120"}),
        Problem("empty", "", None, "lesson"),
        Problem("json", params={"line": "3", "column": "7"}),
        *[Problem("empty", "", number, "notes.en") for number in range(1, 70)],
    ]
    at.session_state[PROBLEMS] = tuple(found_wrong)
    at.run()
    assert_sound(at)
    lines = scene(at)["problems"]
    assert lines[:3] == ["Paso 2, minutes: «x» no es un número entero de 1 a 120",
                         "lesson: falta o está vacío, y no debe estarlo",
                         "el archivo no es JSON en la línea 3, columna 7"]  # fmt: skip
    assert len(lines) == 61
    assert "12" in lines[-1]


def test_page_with_nothing_to_tell_asks_the_tab_for_its_lesson():
    at = page_at("data")
    at.file_uploader[0].upload("flood.zip", package()).run()
    at.query_params["q"] = "no event has this word"
    at.switch_page("../../pages/present.py").run()
    assert_sound(at)
    assert sent_to(at, "story_scene") == []
    assert not component_data(at, "stored_lesson")["waits"]
