"""The pages of events: what they are made of by what a view shows."""

import re
from dataclasses import replace
from datetime import date

import pytest

from components.page.blocks import Chosen, Share
from components.page.event_pages import map_page, overview_page, timeline_page
from components.query.filters import Filters
from components.query.source_findings import list_source_records
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import (
    add_citations,
    add_claims,
    build_context,
    cite,
    dated_dataset,
)

SMALL = small_dataset()
NOTHING = Filters(text="zzzz")
NOTHING_FITS = "No event in the story fits this view"


def list_kinds(page):
    return [type(block).__name__ for block in page.blocks]


def test_the_timeline_has_its_drawing_what_is_chosen_and_every_event():
    page = timeline_page(build_context(SMALL, slug="timeline"))
    assert list_kinds(page) == ["Form", "Chosen", "Share", "Records"]
    assert [row["id"] for row in page.blocks[-1].rows] == [
        "ev-rising", "ev-aid", "ev-count", "ev-march"
    ]  # fmt: skip
    assert page.blocks[2] == Share(("timeline",))


def test_an_empty_timeline_has_no_lead_and_cannot_be_shared():
    page = timeline_page(build_context(SMALL, slug="timeline", filters=NOTHING))
    assert (page.heading, page.lead, page.blocks[2]) == (NOTHING_FITS, "", Share(()))


def test_a_timeline_of_counted_events_cannot_be_shared(monkeypatch):
    # A picture draws each event.
    monkeypatch.setattr("components.presentation.chart_data.MOST_MARKS", 3)
    assert timeline_page(build_context(SMALL, slug="timeline")).blocks[2] == Share(())


def test_the_map_has_the_chosen_record_above_its_table():
    form, _ = map_page(build_context(SMALL, slug="map")).blocks
    *_, chosen, table, _ = form.still()
    assert isinstance(chosen, Chosen)
    assert "415" in table.html


@pytest.mark.parametrize(
    ("filters", "heading"),
    [
        (Filters(), "100% of the 415 counted were counted in Oriente"),
        # A day without an event may have a count, and that is shown.
        (
            Filters(start=date(2019, 2, 27), end=date(2019, 2, 27)),
            "100% of the 415 counted were counted in Oriente",
        ),
        (Filters(start=date(2019, 6, 1)), NOTHING_FITS),
    ],
    ids=["everything", "a day of counts", "neither"],
)
def test_the_map_says_that_nothing_fits_where_it_has_neither_event_nor_count(filters, heading):
    assert map_page(build_context(SMALL, slug="map", filters=filters)).heading == heading


def test_each_place_of_counts_has_one_letter_that_its_rows_share():
    dataset = add_claims(SMALL, claim("south", 30, "2019-02-27", region_id="guajira"))
    form, _ = map_page(build_context(dataset, slug="map")).blocks
    *_, table, _ = form.still()
    html = table.html
    rows = re.findall(r'<tr role="row" data-region="(\w+)">(.*?)</tr>', html)
    letters = {key: re.findall(r'href="#count-(\w+)"', cells) for key, cells in rows}
    # The document comes first, though the counts of the agency are of the earlier day, too.
    assert letters == {"oriente": ["a", "b"], "guajira": ["b"]}
    assert re.findall(r'class="lettered" id="count-(\w+)"', html) == ["a", "b"]


def rank_sources(dataset, **view):
    findings = list_source_records(build_context(dataset, **view).facts)
    return [(finding.key("source"), finding.number("count")) for finding in findings]


def test_sources_of_the_overview_are_documents_first_then_by_their_records():
    assert rank_sources(SMALL) == [("doc-a", 2), ("doc-b", 2), ("wire", 4)]
    more = add_citations(SMALL, cite("ev-count", "doc-b", locator=9))
    assert rank_sources(more)[:2] == [("doc-b", 3), ("doc-a", 2)]


@pytest.mark.parametrize(
    "citation",
    [cite("ev-aid", "doc-b", locator=9), cite("ev-count", "doc-b", role="context")],
    ids=["another paragraph", "context"],
)
def test_record_that_a_source_supports_once_is_counted_once(citation):
    assert rank_sources(add_citations(SMALL, citation))[1] == ("doc-b", 2)


def test_sources_that_filters_hide_are_not_ranked():
    assert rank_sources(SMALL, filters=Filters(sources=("doc-a",))) == [("doc-a", 2)]


def test_the_overview_offers_pictures_of_what_its_story_has():
    without_map = replace(dated_dataset("2019-02-01"), places={}, regions={}, region_departments=())
    for dataset, kinds in ((SMALL, ("timeline", "map")), (without_map, ("timeline",))):
        blocks = overview_page(build_context(dataset)).blocks
        assert [block for block in blocks if isinstance(block, Share)] == [Share(kinds)]


def test_the_overview_says_what_the_story_is_about_where_it_shows_anything():
    shown = overview_page(build_context(SMALL))
    empty = overview_page(build_context(SMALL, filters=NOTHING))
    assert (shown.shown, empty.lead) == ("", "")
    assert empty.shown.startswith("Shown: 0 of 4 events")


@pytest.mark.parametrize(
    ("dataset", "lead"),
    [
        pytest.param(
            SMALL, "Where the events happened, and what was counted by region.", id="counts"
        ),
        pytest.param(dated_dataset("2019-02-23"), "Where the events happened.", id="no counts"),
    ],
)
def test_the_map_names_counts_only_where_there_are_some(dataset, lead):
    assert map_page(build_context(dataset, slug="map")).lead == lead
