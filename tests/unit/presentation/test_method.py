"""Method: one page for every story; what its makers decided comes from its package."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from lxml import html

from components.i18n import I18n
from components.intake import ImportResult, read_package
from components.intake.package import DEFAULT_DATA, load_older
from components.page.blocks import Fold
from components.page.method_page import method as method_page
from components.presentation.context import Context
from components.presentation.stories import LoadedStory
from components.query.view import View
from components.story.package_files import archived_files, kept_versions
from tests.support.cases import LANGUAGES, leading
from tests.support.data import DATA
from tests.support.stories.foreign import foreign_files

OWN = {
    "method": {
        "scope": [{"en": "The flood and its week.", "es": "La inundación y su semana."}],
        "not-known": [{"en": "How high it stood.", "es": "A qué altura llegó."}],
    },
    "terms": [
        {
            "name": {"en": "the river", "es": "el río"},
            "meaning": {"en": "The Piura.", "es": "El Piura."},
        }
    ],
}
NOT_CHECKED = {"en": "who have not checked it", "es": "no la han verificado"}


def opened(shown: Mapping[str, Any] | None = None) -> ImportResult:
    files = foreign_files()
    if shown is not None:
        files["presentation.json"] = json.dumps(shown).encode()
    return read_package(files, "flood")


@pytest.mark.parametrize("language", leading(reversed(LANGUAGES)))
def test_a_storys_own_paragraphs_and_terms_stand_in_their_sections(language) -> None:
    intake = opened(OWN)
    i18n = I18n(language, intake.dataset)
    ctx = Context(LoadedStory(intake, "test"), View(), (), i18n, "light", "method")
    (block,) = method_page(ctx).blocks
    assert isinstance(block, Fold)
    method = html.fromstring(str(block.html))
    assert intake.of_level("note") == opened().of_level("note")
    (scope,) = method.xpath('//section[@aria-labelledby="scope"]')
    assert OWN["method"]["scope"][0][language] in scope.text_content()
    (unknown,) = method.xpath('//section[@aria-labelledby="not-known"]')
    assert OWN["method"]["not-known"][0][language] in [li.text for li in unknown.iter("li")]
    assert "not-known" in dict(block.links)
    terms = [dt.text_content() for dt in method.xpath('//section[@aria-labelledby="terms"]//dt')]
    assert terms[-1] == {"en": "the river · el río", "es": "el río · the river"}[language]
    assert NOT_CHECKED[language] not in method.text_content()


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0"])
def test_an_older_version_has_the_paragraphs_and_sentences_of_the_present_one(version) -> None:
    """From 1.2.0 on a version has its own."""
    archive = kept_versions(DEFAULT_DATA / "versions")[version]
    older = load_older(archived_files(archive), version, DEFAULT_DATA).dataset
    now = DATA.presentation
    assert older.presentation.method == now.method
    assert older.presentation.terms == now.terms
    assert older.presentation.sentences.keys() == now.sentences.keys()


@pytest.mark.parametrize(
    ("key", "sentence"),
    [("cite.title", "{title.__class__}"), ("counts.share", "{percent:>999999999}")],
)
def test_a_place_to_fill_that_does_not_exist_is_said_and_never_filled(key, sentence) -> None:
    intake = opened({"sentences": {key: {"en": sentence, "es": sentence}}})
    (problem,) = [p for p in intake.problems if p.sheet == "presentation.json"]
    assert key in str(problem.params)
    assert intake.dataset.presentation.sentences == {}


@pytest.mark.parametrize("name", ["{x}", "", "a" * 41, "<b>"])
def test_a_name_of_regions_that_is_none_is_said(name) -> None:
    words = {"en": name, "es": name}
    intake = opened({"region": {"one": words, "many": words}})
    assert [p.sheet for p in intake.problems].count("presentation.json") == 1
