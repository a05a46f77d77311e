"""Where nothing fits: which links are offered, in which order, and what a notice says."""

from datetime import date

import pytest

from components.page.figure_forms import NO_CHECK
from components.presentation.empty_states import (
    PageRecords,
    empty_state_actions,
    no_events_actions,
)
from components.presentation.filter_texts import (
    format_certainty,
    format_dates,
    list_filter_phrases,
    view_sentence,
)
from components.presentation.notices import format_notice, list_hidden_notices, old_version_notice
from components.presentation.view_links import CountedChange, view_address
from components.query.address_parser import Notice
from components.query.filters import Filters
from components.query.view import clear_filters
from tests.support.outlets import page_lines
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context

SMALL = small_dataset()
#: A word that is nearly the name of a place, and filters that fit nothing together.
FILTERS = Filters(regions=("guajira",), categories=("border",), text="Cucota")


def count_by(numbers):
    """Count records by the filters that are left; any other number of them is 0."""
    return lambda filters: numbers.get(filters, 0)


def list_labels(numbers, page_changes=()):
    ctx = build_context(SMALL, filters=FILTERS)
    actions = empty_state_actions(
        ctx.facts,
        ctx.i18n,
        PageRecords("timeline", count_by(numbers), format_count="{} records".format),
        page_changes=page_changes,
    )
    return [label for label, _ in actions]


SPELLED = Filters(regions=("guajira",), categories=("border",), text="Cucuta")
WITHOUT_REGION = FILTERS.without_filter("regions")
WITHOUT_KIND = FILTERS.without_filter("categories")
WITHOUT_WORDS = FILTERS.without_filter("text")
MEANT = "Did you mean …? Cucuta"
REGIONS = "Remove the filter on regions"
KINDS = "Remove the filter on kinds of event"
WORDS = "Remove the filter on the words searched"
CLEAR = "Clear all filters"


def test_spellings_come_first_then_what_shows_most_and_last_the_whole():
    numbers = {SPELLED: 1, WITHOUT_REGION: 2, WITHOUT_KIND: 9, WITHOUT_WORDS: 4}
    assert list_labels(numbers) == [
        f"{MEANT}: 1 records",
        f"{KINDS}: 9 records",
        f"{WORDS}: 4 records",
        f"{REGIONS}: 2 records",
        CLEAR,
    ]


def test_what_would_show_nothing_is_not_offered():
    assert list_labels({WITHOUT_KIND: 3}) == [f"{KINDS}: 3 records", CLEAR]


def test_a_choice_of_the_page_has_its_place_by_what_it_shows():
    change = CountedChange(5, "Clear “who said it”", {"claimant": None})
    assert list_labels({WITHOUT_KIND: 9, WITHOUT_REGION: 2}, [change]) == [
        f"{KINDS}: 9 records",
        "Clear “who said it”: 5 records",
        f"{REGIONS}: 2 records",
        CLEAR,
    ]


def test_a_lifted_filter_begins_at_the_first_page_again():
    ctx = build_context(SMALL, filters=FILTERS, page=3)
    actions = empty_state_actions(
        ctx.facts, ctx.i18n, PageRecords("map", count_by({WITHOUT_KIND: 3}), format_count=str)
    )
    assert actions[0].changes == {"filters": WITHOUT_KIND, "page": 1}
    assert actions[-1].changes == {"filters": Filters(), "page": 1}


@pytest.mark.parametrize(
    ("filters", "text"),
    [
        (
            Filters(regions=("guajira",), documents_only=True),
            "Take one filter away to see events again:",
        ),
        (
            Filters(regions=("guajira",), categories=("armed-forces",), text="march"),
            "No single filter is the cause: clear them all to start again.",
        ),
    ],
    ids=["one filter", "several"],
)
def test_it_is_said_whether_one_filter_is_the_cause(filters, text):
    ctx = build_context(SMALL, filters=filters)
    assert no_events_actions(ctx.facts, ctx.story, ctx.i18n, "timeline").text == text


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        ((2019, 2, 22), (2019, 2, 23), "22–23 February 2019"),
        ((2019, 2, 22), (2019, 2, 22), "22 February 2019"),
        ((2019, 2, 22), None, "from 22 February 2019"),
        (None, (2019, 2, 22), "until 22 February 2019"),
        (None, None, "21 January – 30 April 2019"),
    ],
    ids=["two days", "one day", "from", "until", "the story"],
)
def test_the_days_of_a_view_are_named(start, end, text):
    filters = Filters(start=start and date(*start), end=end and date(*end))
    assert format_dates(filters, build_context(SMALL).i18n) == text


def test_filters_are_named_in_one_order():
    filters = Filters(
        text="aid",
        documents_only=True,
        published_by=date(2019, 3, 1),
        excluded_voices=("press",),
        sources=("doc-a",),
        categories=("border",),
        regions=("guajira", "oriente"),
    )
    ctx = build_context(SMALL, filters=filters)
    assert list_filter_phrases(ctx.view.filters, ctx.story, ctx.i18n) == [
        "in Guajira and Oriente",
        "of the kind “Border”",
        "cited from DOC-A",
        "without voices of the kind “Press”",
        "as published by 1 March 2019",
        "in the documents alone",
        "with the words “aid”",
    ]


def test_words_of_a_very_large_story_are_found_as_they_are_written(monkeypatch):
    ctx = build_context(SMALL, filters=Filters(text="aid"))
    monkeypatch.setattr("components.loading.loaded_story.MOST_INDEXED", 3)
    assert list_filter_phrases(ctx.view.filters, ctx.story, ctx.i18n) == [
        "with “aid” as it is written, in no other form"
    ]


DAYS = Filters(start=date(2019, 4, 1), end=date(2019, 4, 30))


@pytest.mark.parametrize(
    ("filters", "text"),
    [
        (Filters(), ""),
        (Filters(start=date(2019, 2, 1), end=date(2019, 2, 28)), ""),
        (DAYS, "(0 certainly in these dates, 1 possibly)"),
    ],
    ids=["no days", "all are certain", "approximate"],
)
def test_it_is_said_how_many_events_only_may_fall_in_the_days(filters, text):
    ctx = build_context(SMALL, filters=filters)
    assert (
        format_certainty(ctx.facts, ctx.i18n, [event.id for event in ctx.selection.events]) == text
    )


def test_a_view_is_described_with_its_days_though_none_are_chosen():
    whole = build_context(SMALL)
    assert view_sentence(whole.facts, whole.story, whole.i18n) == (
        "Shown: 4 of 4 events, 21 January – 30 April 2019."
    )
    ctx = build_context(SMALL, filters=Filters(regions=("oriente",)))
    assert view_sentence(
        ctx.facts, ctx.story, ctx.i18n, placed_event_ids=frozenset({"ev-aid"})
    ) == ("Shown: the place of 1 of 4 events, 21 January – 30 April 2019, in Oriente.")


@pytest.mark.parametrize(
    ("count", "ending"), [(12, "v11."), (13, "v11 and others.")], ids=["twelve", "more"]
)
def test_a_notice_lists_twelve_allowed_values(count, ending):
    notice = Notice("region", "x", "unknown", tuple(f"v{number}" for number in range(count)))
    assert format_notice(notice, build_context(SMALL).i18n).endswith(ending)


def test_an_old_version_says_so_and_the_present_one_does_not():
    ctx = build_context(SMALL, version="0.0.1")
    assert old_version_notice(ctx.story, ctx.view, ctx.i18n) == ""
    old = build_context(SMALL, version="0.0.0")
    assert "This is version 0.0.0 of the data set, which is old" in old_version_notice(
        old.story, old.view, old.i18n
    )


def test_each_notice_on_hidden_records_leads_to_the_view_without_its_cause():
    filters = Filters(published_by=date(2019, 2, 27), excluded_voices=("press",))
    ctx = build_context(SMALL, filters=filters, version="0.0.0", page=2, slug="map")
    links = [
        (notice.dropped_params, notice.address)
        for notice in list_hidden_notices(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
    ]
    known, voices = "known=2019-02-27", "without=press"
    assert links == [
        ("v=", f"./map?lang=en&{known}&{voices}&page=2"),
        ("known=&page=", f"./map?lang=en&{voices}&v=0.0.0"),
        ("without=&page=", f"./map?lang=en&{known}&v=0.0.0"),
    ]


def test_a_link_to_a_view_always_names_the_language():
    # The reader's browser may want another one.
    assert (
        view_address(build_context(SMALL, language="es").link_base, page=2) == "./?lang=es&page=2"
    )


def test_no_spelling_is_suggested_without_words():
    ctx = build_context(SMALL, filters=Filters(regions=("guajira",)))
    records = PageRecords("timeline", lambda _: 1, format_count=str)
    actions = empty_state_actions(ctx.facts, ctx.i18n, records)
    assert [label for label, _ in actions] == [f"{REGIONS}: 1", CLEAR]


@pytest.mark.parametrize(
    ("slug", "fields"),
    [
        ("", {"day": None, "compare": None}),
        ("timeline", {}),
        ("figures", {"measure": None, "population": None, "claimant": None, **NO_CHECK}),
    ],
    ids=["overview", "timeline", "figures"],
)
def test_clearing_all_filters_clears_the_choices_of_the_page(slug, fields):
    # As the button of the same name in the filter bar does.
    assert clear_filters(slug) == {"filters": Filters(), "page": 1, **fields}


def test_a_page_without_figures_offers_the_page_without_its_choices():
    # A region that nobody says anything of, whatever is counted.
    lines = page_lines("figures", "region=amazonas&measure=force-size&claimant=reuters", "en")
    assert [line for line in lines if "[Clear all filters](./figures?lang=en)" in line]
