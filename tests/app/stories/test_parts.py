"""Texts of page parts are the same for every reader; what differs is sent as data."""

from itertools import product

import pytest
from streamlit.testing.v1 import AppTest

from components.loading.loaded_story import LoadedStory
from components.presentation.pages import PAGES, page_script
from components.ui import parts
from components.ui.session import STORY
from tests.support import apptest
from tests.support.cases import LANGUAGES
from tests.support.stories.foreign import files_of
from tests.support.stories.uploads import GOOD, HEADER, package, table, zipped

THEMES = ("light", "dark")
PLACELESS = b"date,title\n2019-02-23,The first day\n2019-02-24,The second day\n"
#: Files of five stories as a reader opens them; without a file it is the built-in story.
STORIES = {
    "built-in": None,
    "package": ("flood.zip", package()),
    "companion": ("companion.zip", zipped(files_of("piura"))),
    "table": ("mine.csv", table(HEADER, [GOOD])),
    "placeless": ("placeless.csv", PLACELESS),
}
ALL_CASES = list(product(STORIES, LANGUAGES, THEMES))
#: Each story in both languages and both themes, in half as many visits.
PAIRED_CASES = [(story, *pair) for story in STORIES for pair in zip(LANGUAGES, THEMES, strict=True)]


@pytest.fixture(autouse=True)
def empty_registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, parts.PartTexts]:
    """Give a test a registry without parts, so that it may register what no page would."""
    registry: dict[str, parts.PartTexts] = {}
    monkeypatch.setattr(parts, "_PART_TEXTS", registry)
    return registry


def open_story(story: str, language: str, theme: str) -> AppTest:
    """Open a story by the form of the Data page."""
    page = apptest.page_at("data", {"lang": language}, theme=theme)
    file = STORIES[story]
    if file:
        name, content = file
        page.file_uploader[0].upload(name, content).run()
        assert page.session_state[STORY].private
    return page


def visit_every_page(story: str, language: str, theme: str) -> None:
    """Draw each page that a story has; a part with a second text raises on its page."""
    opened = open_story(story, language, theme)
    for page in PAGES:
        script = page.file
        if STORY in opened.session_state:
            shown = opened.session_state[STORY]
            assert isinstance(shown, LoadedStory)
            script = page_script(page, shown)
        opened.switch_page(f"../../pages/{script.name}").run()
        apptest.assert_sound(opened)


@pytest.mark.slow
@pytest.mark.parametrize(
    "cases",
    [PAIRED_CASES, pytest.param(ALL_CASES, marks=pytest.mark.long)],
    ids=["paired", "all"],
)
def test_every_part_has_the_same_texts_for_all_readers(cases, empty_registry) -> None:
    for story, language, theme in cases:
        visit_every_page(story, language, theme)

    # A part that every story draws, and some that only one of them does.
    assert {"stage", "timeline_page", "map_page", "page_head"} <= set(empty_registry)


@pytest.mark.parametrize("changed", [{"html": "<p>2</p>"}, {"css": "p {}"}, {"js": "2"}])
def test_second_text_under_the_name_of_a_part_is_refused(changed: dict[str, str]) -> None:
    first = parts.PartTexts("<p>1</p>", None, "1")
    parts.register_part("some_part", first, isolate_styles=False)

    with pytest.raises(parts.PartTextsDifferError, match="some_part"):
        parts.register_part("some_part", first._replace(**changed), isolate_styles=False)
