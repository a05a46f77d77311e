"""No cache keeps data of a closed table."""

import gc
import importlib
from collections.abc import Iterator
from types import CodeType, FrameType, FunctionType, ModuleType

import pytest
from streamlit.testing.v1 import AppTest

from components.lesson.entry import PRODUCTS, lesson_bytes
from components.presentation.pages import PAGES, page_script
from components.ui.session import STORY
from components.values.date_texts import parse_date
from components.work.memory import free_closed_stories, watch_story
from tests.support import apptest
from tests.support.stories.uploads import HEADER, table
from tests.unit.project.test_process_state import cached_names

#: In no text of the project's.
WORD = "quetzalcoatlus"
NAME = WORD.title()
COLUMNS = ("id", *HEADER, "summary", "category", "actors")
ROWS = (
    (f"ev-{WORD}", "2019-03-01", f"The {NAME} lands", f"{NAME} hill", 7.89, -72.5, f"{NAME} news",
     f"https://example.org/{WORD}", f"A {NAME} was seen.", f"{NAME} sightings", f"{NAME} club"),
    ("ev-two", f"some day of the {NAME}", f"{NAME} again", f"{NAME} lake", 6.1, -71.0,
     f"{NAME} news", f"https://example.org/{WORD}/2", "Seen.", "Other", NAME),
    ("ev-three", "2019-03-04", f"{NAME} flies", f"{NAME} lake", 6.1, -71.0, f"{NAME} post",
     f"https://example.org/{WORD}/3", "Seen.", "Other", NAME),
)  # fmt: skip
#: What leads from a cache to the code, and from there to everything.
CODE = (CodeType, FrameType, ModuleType, type)


def referents_of(value: object) -> list[object]:
    """Return what a value refers to; of a function what is in its closure alone."""
    if isinstance(value, FunctionType):
        return [cell.cell_contents for cell in value.__closure__ or ()]
    return gc.get_referents(value)


def texts_in(root: object) -> Iterator[str]:
    """Yield every text that a cache leads to."""
    seen, values = {id(root)}, [root]
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, bytes):
            yield value.decode("utf-8", "replace")
        for other in referents_of(value):
            if id(other) not in seen and not isinstance(other, CODE):
                seen.add(id(other))
                values.append(other)


def caches_with_word() -> list[str]:
    """Return the names of the caches of the process that hold the word."""
    found = []
    for name in cached_names():
        module, _, cache = name.rpartition(".")
        held = getattr(importlib.import_module(f"components.{module.replace('/', '.')}"), cache)
        if any(WORD in text.casefold() for text in texts_in(held)):
            found.append(name)
    return found


def open_table() -> AppTest:
    page = apptest.page_at("data", {"lang": "en"})
    page.file_uploader[0].upload("sightings.csv", table(COLUMNS, ROWS)).run()
    assert page.session_state[STORY].private
    return page


def visit_pages(opened: AppTest) -> None:
    """Look at each page with an event open, and have the slides of the story made."""
    story = opened.session_state[STORY]
    opened.query_params["event"] = f"ev-{WORD}"
    for page in PAGES:
        opened.switch_page(f"../../pages/{page_script(page, story).name}").run()
        apptest.assert_sound(opened)
    slides = next(product for product in PRODUCTS if product.file == "slides.pptx")
    lesson_bytes(slides, opened.session_state["_context"].lesson, "en", of=story)


@pytest.mark.slow
def test_no_cache_has_a_text_of_a_closed_table() -> None:
    opened = open_table()
    visit_pages(opened)
    filled = caches_with_word()

    opened.switch_page("../../pages/sources.py").run()
    opened.button("own-story-off").click().run()
    del opened
    free_closed_stories(lambda: 0)
    free_closed_stories(lambda: 0)

    assert {"drawing/fonts.measure_text", "drawing/palette.palette_for",
            "values/date_texts.parse_date",
            "lesson/slides.picture_png", "citing/citations.format_source"} <= {*filled}  # fmt: skip
    assert caches_with_word() == []


class Story:
    """Stand in for a story, to be watched."""


@pytest.mark.parametrize("others", [0, 1], ids=["the-only-one", "another-stays-open"])
def test_texts_of_a_short_lived_story_are_freed(others: int) -> None:
    """It was opened and closed within the seconds between two of these."""
    kept = [Story() for _ in range(others)]
    for story in kept:
        watch_story(story)
    free_closed_stories(lambda: others)
    watch_story(Story())
    parse_date(f"the day of the {NAME}")

    free_closed_stories(lambda: others)

    assert "values/date_texts.parse_date" not in caches_with_word()
