"""Stories of other kinds, a city's and one of centuries: all that is told of them is their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from components.export.tasks import file_bytes, picture_bytes
from components.export.view_files import FORMS, openapi
from components.presentation import stories
from components.presentation.stories import LoadedStory, public_story
from components.query.view import View
from components.site.links import SiteOptions
from components.site.published import site_files
from tests.support.cases import for_each

FOLDER = Path(__file__).parents[2] / "fixtures" / "stories"
#: What only the project's own story speaks of; the names of its codes among it.
OURS = re.compile(
    r"Colombia|Venez|Migraci|C[uú]cuta|T[aá]chira|Guajira|Oriente|Natural Earth, public domain"
    r"|four (?:articles|documents)|cuatro (?:art|doc)|soldier|militar|Guaid|Maduro|\bnpr\b|hotels",
    re.IGNORECASE,
)
TEXTS = (".html", ".txt", ".xml", ".json", ".csv", ".svg", ".md", ".webmanifest")


@pytest.fixture(scope="module", params=["city", "centuries"])
def story(request: pytest.FixtureRequest) -> Iterator[LoadedStory]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(stories.SETTING, str(FOLDER / request.param))
        stories.forget()
        yield public_story()
    stories.forget()


def ours(text: str) -> list[str]:
    """What of the project's own story stands in a text, with what is around it."""
    return [text[max(0, m.start() - 60) : m.end() + 40] for m in OURS.finditer(text)]


def test_a_published_site_is_the_storys_own(story: LoadedStory) -> None:
    for path, content in site_files(story, SiteOptions(files=())):
        if path.endswith(TEXTS):
            assert ours(content.decode()) == [], path


@for_each("name", [name for name in FORMS if name.endswith(TEXTS)])
def test_a_file_is_the_storys_own(story: LoadedStory, name: str) -> None:
    assert story
    for language in ("en", "es"):
        assert ours(file_bytes(name, View(), language).decode()) == []


def test_pictures_and_the_description_for_programs_are_the_storys_own(story: LoadedStory) -> None:
    assert ours(json.dumps(openapi(story, ""), ensure_ascii=False)) == []
    for kind in ("timeline", "map", "figures"):
        picture = picture_bytes(kind, "svg", View(), "en").decode()
        assert ours(picture) == []
        assert "1.0.0, –" not in picture


def test_centuries_are_told_by_years_and_not_by_the_room_around_them(story: LoadedStory) -> None:
    picture = picture_bytes("timeline", "svg", View(), "en").decode()
    spans = re.findall(
        r"Events by kind and date, ([^.<]+)|Shown: \d+ of \d+ events, ([^.<]+)", picture
    )
    if not story.dataset.claims:
        assert {span for found in spans for span in found if span} == {"451 BC – 1936"}


def test_units_and_words_of_a_citys_own_stand_with_its_figures(story: LoadedStory) -> None:
    if "cl-cost-low" not in story.dataset.claims:
        return
    assert story.dataset.main_measure == "houses-lost"
    site = {path: content.decode() for path, content in site_files(story, SiteOptions(files=()))
            if path.endswith("index.html")}  # fmt: skip
    for said in ("Houses lost", "31 houses", "3.8 to 4.6 million crowns", "Dead", "Doctors"):
        assert any(said in text for text in site.values()), said


def test_an_event_in_a_districts_outline_belongs_to_it(story: LoadedStory) -> None:
    data = story.dataset
    found = {key: sorted(data.regions_of(event)) for key, event in data.events.items()}
    expected = {"ev-leak": ["quayside"], "ev-fire": ["quayside"], "ev-ambulances": ["hill"],
                "ev-hall": ["hill", "quayside"], "ev-report": ["hill"]}  # fmt: skip
    if data.regions:
        assert {key: found[key] for key in expected} == expected
