"""The headline of the Overview: which of several things is said first."""

from dataclasses import replace
from datetime import date

import pytest

from components.presentation.stage import as_of_day, overview_headline
from components.query import selection
from components.query.filters import Filters
from components.query.view import View
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context

SMALL = small_dataset()
ORIENTE = Filters(regions=("oriente",))
DAYS = Filters(start=date(2019, 2, 22), end=date(2019, 2, 28))
NOTHING = Filters(text="zzzz")
CAPTION = "Side by side: Guajira, and Oriente"
#: A day on which something had happened.
DAY = date(2019, 3, 5)


@pytest.mark.parametrize(
    ("filters", "headline"),
    [
        (Filters(), "Small"),
        (ORIENTE, "3 of 4 events, in Oriente"),
        (DAYS, "2 of 4 events, 22–28 February 2019"),
        (replace(DAYS, regions=("oriente",)), "2 of 4 events, 22–28 February 2019, in Oriente"),
        (NOTHING, "No event in the story fits this view"),
    ],
    ids=["the story", "a region", "days", "days come first", "nothing"],
)
def test_the_headline_says_how_many_events_and_why(filters, headline):
    ctx = build_context(SMALL, filters=filters)
    assert overview_headline(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n) == headline


@pytest.mark.parametrize(
    ("words", "is_named"),
    [
        # Words that every event has: the headline has 110 characters, and 111.
        (["título"] * 9 + ["summary"] * 2, True),
        (["título"] * 8 + ["summary"] * 3, False),
    ],
    ids=["110 characters", "more"],
)
def test_a_headline_of_more_than_110_characters_leaves_the_filters_to_their_bar(words, is_named):
    ctx = build_context(SMALL, filters=Filters(text=" ".join(words)))
    headline = overview_headline(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)
    assert headline.startswith("4 of 4 events")
    assert ("with the words" in headline) is is_named


@pytest.mark.parametrize(
    ("view", "headline"),
    [
        ({"day": DAY}, "What had happened by 5 March 2019"),
        ({"day": DAY, "filters": Filters(start=DAY)}, "What happened on 5 March 2019"),
        (
            {"day": DAY, "filters": Filters(start=date(2019, 2, 22))},
            "What happened from 22 February to 5 March 2019",
        ),
    ],
    ids=["from the first day on", "one day", "from a day on"],
)
def test_a_played_day_is_named_with_the_first_day_chosen(view, headline):
    ctx = build_context(SMALL, **view)
    assert (
        overview_headline(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, comparison_caption=CAPTION)
        == headline
    )


def test_a_story_that_the_server_filters_is_not_played(monkeypatch):
    ctx = build_context(SMALL, day=DAY)
    monkeypatch.setattr(selection, "MOST_INDEXED", 3)
    assert overview_headline(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n) == "Small"


@pytest.mark.parametrize(
    ("filters", "headline"),
    [(ORIENTE, CAPTION), (NOTHING, "No event in the story fits this view")],
    ids=["before the filters", "after an empty view"],
)
def test_a_comparison_is_its_own_headline(filters, headline):
    ctx = build_context(SMALL, filters=filters)
    assert (
        overview_headline(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, comparison_caption=CAPTION)
        == headline
    )


@pytest.mark.parametrize(
    ("end", "last_day"), [(None, "2019-03-05"), (date(2019, 2, 28), "2019-02-28")],
    ids=["no last day", "an earlier last day"],
)  # fmt: skip
def test_a_played_day_ends_the_view_unless_the_view_ends_before(end, last_day):
    played = as_of_day(View(day=DAY, filters=Filters(end=end)))
    assert (str(played.filters.end), played.day) == (last_day, None)
