"""A record shows the columns that no field takes: names and texts, never HTML, links of the web."""

from dataclasses import replace

import pytest
from lxml.html import fragment_fromstring

from components.presentation.records import find_chosen_record
from components.story.other_columns import OtherColumns
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context

EVENT = "ev-rising"


def record(cell: str, name: str = "Weapon", language: str = "en"):
    columns = OtherColumns((name, "empty"), {EVENT: (cell, "")})
    dataset = replace(small_dataset(), other_columns=columns)
    ctx = build_context(dataset, language=language, event=EVENT)
    return fragment_fromstring(find_chosen_record(ctx).html, create_parent="div")


@pytest.mark.parametrize(("language", "title"), [("en", "Other columns"), ("es", "Otras columnas")])
def test_record_has_its_other_columns_as_pairs_at_its_end(language, title):
    shown = record("rifle", language=language)
    assert shown.findall(".//h4")[-1].text_content() == title
    (pairs,) = shown.find_class("other-columns")
    assert [part.text_content() for part in pairs] == ["Weapon", "rifle"]
    assert {part.get("dir") for part in pairs} == {"auto"}


@pytest.mark.parametrize(
    ("cell", "links"),
    [
        pytest.param("https://a.example/1", ["https://a.example/1"], id="one"),
        pytest.param("http://a.example/1; https://b.example/2",
                     ["http://a.example/1", "https://b.example/2"], id="two"),
        pytest.param("javascript:alert(1)", [], id="script"),
        pytest.param("ftp://a.example/1", [], id="another scheme"),
        pytest.param("see https://a.example/1", [], id="within words"),
    ],
)  # fmt: skip
def test_only_addresses_of_web_pages_are_links(cell, links):
    (pairs,) = record(cell).find_class("other-columns")
    assert [link.get("href") for link in pairs.iterfind(".//a")] == links


@pytest.mark.parametrize("text", ["<b>x</b>", "<img src=x onerror=alert(1)>", "&lt;i&gt;"])
def test_names_and_cells_are_text_and_no_html(text):
    (pairs,) = record(text, name=text).find_class("other-columns")
    assert [part.text_content() for part in pairs] == [text, text]
    assert not list(pairs.iterfind(".//b")) + list(pairs.iterfind(".//img"))


def test_record_of_a_story_without_other_columns_has_no_such_part():
    ctx = build_context(small_dataset(), event=EVENT)
    assert "other-columns" not in find_chosen_record(ctx).html
