"""A page as text: its description, its pager, and what is said where rows are missing."""

import re
from datetime import date

import pytest

from components.page import blocks
from components.page.blocks import Form, Records
from components.page.data_page import data_page
from components.page.html import page_text
from components.presentation.pages import PAGES
from components.query.filters import ComparedView, Filters
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context, set_presentation

SMALL = small_dataset()
ORIENTE = Filters(regions=("oriente",))
BY_SLUG = {page.slug: page for page in PAGES}


def text_of(slug, dataset=SMALL, **view):
    return page_text(build_context(dataset, slug=slug, **view), BY_SLUG[slug])


@pytest.mark.parametrize(
    ("slug", "view", "description"),
    [
        ("timeline", {}, "The events in order of date. "),
        ("timeline", {"filters": ORIENTE}, "The events in order of date. Shown: 3 of 4 events"),
        ("sources", {}, "The sources, and what rests on them. What each source is"),
    ],
    ids=["heading and lead", "filters", "sentences"],
)
def test_a_page_is_described_by_its_heading_and_what_it_shows(slug, view, description):
    assert text_of(slug, **view).description.startswith(description)


def test_the_overview_is_described_by_what_the_story_is_about_unless_a_view_is_shown():
    dataset = set_presentation(SMALL, tagline={"en": "A flood in Lima", "es": ""})
    assert text_of("", dataset).description == "A flood in Lima."
    filtered = text_of("", dataset, filters=ORIENTE).description
    assert filtered.startswith("3 of 4 events, in Oriente.")


@pytest.mark.parametrize(
    "view",
    [
        pytest.param({"day": date(2019, 2, 22)}, id="played day"),
        pytest.param({"compare": ComparedView(region="oriente")}, id="comparison"),
    ],
)
def test_an_overview_that_shows_a_view_is_described_by_its_heading(view):
    dataset = set_presentation(SMALL, tagline={"en": "A flood in Lima", "es": ""})
    text = text_of("", dataset, **view)
    assert text.description.startswith(text.heading)


def test_a_description_is_no_longer_than_previews_show():
    dataset = set_presentation(SMALL, tagline={"en": "word " * 100, "es": ""})
    description = text_of("", dataset).description
    assert 295 <= len(description) <= 300
    assert description.endswith("word …")


def test_a_page_that_does_not_apply_says_which_do():
    text = text_of("disagreements")
    assert text.heading == "This story has no questions that several claims answer"
    assert "The pages in the menu show what “Small” has." in text.html


def test_what_a_search_finds_comes_before_the_page():
    html = text_of("timeline", filters=Filters(text="aid")).html
    assert html.index("1 event") < html.index("Shown: 1 of 4 events")


@pytest.mark.parametrize(
    ("page", "pages", "links"),
    [
        (1, 1, []),
        (1, 3, ["./?lang=en&page=2"]),
        (2, 3, ["./?lang=en", "./?lang=en&page=3"]),
        (3, 3, ["./?lang=en&page=2"]),
    ],
    ids=["only", "first", "middle", "last"],
)
def test_a_pager_leads_to_the_pages_before_and_after(page, pages, links):
    block = Records((), "x", "event", None, page=page, pages=pages)
    ctx = build_context(SMALL, page=page)
    html = str(blocks.render_pager(block, ctx.i18n, ctx.link_base))
    assert re.findall(r'href="([^"]+)"', html.replace("&amp;", "&")) == links


@pytest.mark.parametrize(
    ("private", "forms"),
    [
        (False, ["table-tools", "open-story", "lesson", "addresses"]),
        # Its files are made by the app: no address leads to them.
        (True, ["table-tools", "own-files", "open-story", "lesson"]),
    ],
    ids=["public", "opened"],
)
def test_an_opened_story_has_no_addresses_for_programs(private, forms):
    page = data_page(build_context(SMALL, slug="data", private=private))
    names = [block.name for block in page.blocks if isinstance(block, Form)]
    assert sorted(names) == sorted(forms)


@pytest.mark.parametrize(
    ("view", "text"),
    [
        ({"find": "zzzz"}, "Clear the search"),
        ({"filters": Filters(text="zzzz")}, "Clear all filters"),
        ({"table": "claims", "claimant": "office"}, "Show the claims of everybody"),
        ({"page": 9}, "page: there is only 1 page."),
        ({"columns": ("id",)}, "with the 1 column chosen"),
        ({}, "4 events, as searched and in this order, with all"),
    ],
    ids=["search", "filters", "claimant", "page", "columns", "all columns"],
)
def test_the_data_page_says_which_rows_it_has_and_why_some_are_missing(view, text):
    assert text in text_of("data", **view).html


@pytest.mark.parametrize("page", [1, 9], ids=["last page", "beyond it"])
def test_only_a_page_beyond_the_last_is_noted(page):
    assert ("page: there is only" in text_of("data", page=page).html) == (page > 1)
