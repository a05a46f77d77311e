"""What the Overview says of a view, for a reader and for what answers in the browser.

What it says of kept views stands in the golden outputs.
"""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from components.drawing.svg import paint
from components.page.event_pages import map_page, overview, timeline
from components.page.html import page_text
from components.presentation.filter_line import line_view, named_spans
from components.presentation.findings import map_finding, timeline_finding
from components.presentation.index import count_steps, stage_index
from components.presentation.notices import NOTHING_FITS
from components.presentation.pages import PAGES
from components.presentation.pictures import map_parts, timeline_parts
from components.presentation.stage import as_of_day, stage_data, stage_parts, stage_scene
from components.presentation.stories import LoadedStory
from components.query import filters
from components.story.presentation import Zoom
from tests.support.cases import for_each, in_turn
from tests.support.data import DATA
from tests.support.views import viewed

EMPTY = (
    "q=no+such+words&region=amazonas", "region=amazonas&category=border",
    "category=counts&from=2019-01-01&to=2019-01-31",
    "from=2019-01-02&to=2019-01-03&possible=out",
)  # fmt: skip


def test_only_stretches_of_time_within_the_story_are_offered():
    ctx = viewed()
    spans = [
        ("2019-02-22", "2019-02-25"),
        ("2018-12-01", "2019-02-25"),
        ("2019-05-01", "2020-01-01"),
    ]
    zooms = tuple(Zoom(**{"id": f"span-{n}", "from": a, "to": b}) for n, (a, b) in enumerate(spans))
    shown = ctx.dataset.presentation.model_copy(update={"zooms": zooms})
    intake = replace(ctx.story.intake, dataset=replace(ctx.dataset, presentation=shown))
    other = replace(ctx, story=LoadedStory(intake, "other"))
    assert named_spans(other) == {"2019-02-22/2019-02-25": "22–25 Feb"}


@pytest.mark.parametrize(("query", "language"), in_turn(EMPTY, ["en", "es"]))
def test_a_view_without_events_says_once_that_nothing_fits(query, language):
    ctx = viewed(query, language)
    assert not ctx.selection.events
    said = ctx.i18n.t(NOTHING_FITS)
    assert timeline_finding(ctx) == stage_parts(ctx)["headline"] == said
    assert stage_parts(ctx)["time"] == ""
    assert page_text(ctx, PAGES[0]).html.count(said) == 1
    assert timeline_parts(ctx, "wide").title == said
    for page in (overview, timeline, map_page):
        # What a page is about stands below what is shown, never below nothing.
        assert (page(ctx).heading, page(ctx).lead) == (said, "")


@for_each(
    "query, said",
    [
        ("", ("", "")),
        ("known=2019-03-01", ("As published by 1 Mar", "Publicado hasta el 1 de mar")),
        ("from=2019-02-20&known=2019-03-01",
         ("from 20 February 2019", "desde el 20 de febrero de 2019")),
    ],
)  # fmt: skip
def test_the_button_of_the_dates_says_what_is_set(query, said):
    told = [line_view(viewed(query, language), "")["dates_said"] for language in ("en", "es")]
    assert told == list(said)


@for_each("language, start", [("en", "Side by side: Oriente"), ("es", "Lado a lado: Oriente")])
def test_the_headline_of_two_views_names_both(language, start):
    ctx = viewed("region=oriente&compare=region:guajira", language)
    assert stage_parts(ctx)["headline"].startswith(start)
    assert "Guajira" in stage_parts(ctx)["headline"]


def test_the_text_of_a_day_has_the_events_that_the_browser_plays():
    first, last = DATA.period
    events = stage_index(viewed(""))["events"]
    for step in range(0, (last - first).days, 5):
        day = first + timedelta(days=step)
        ctx = viewed(f"day={day}")
        shown = {e.id for e in replace(ctx, view=as_of_day(ctx.view)).selection.events}
        reached = {e["id"] for e in events if (e["first"] or 0) <= day.toordinal()}
        assert shown == reached, day


def test_each_day_says_its_own_share_and_never_what_explains_the_sum_of_another():
    earlier, last = count_steps(viewed())
    assert ("80%" in earlier["finding"], "73%" in last["finding"]) == (True, True)
    assert ("more than 500”" in earlier["note"], "more than 500”" in last["note"]) == (False, True)
    (turned_back,) = count_steps(viewed("known=2019-02-27"))
    assert turned_back["regions"]["oriente"][2] == 328


@for_each(
    "query, answered, held",
    [
        ("", True, True),
        ("from=2019-02-26&to=2019-02-26&counts=earlier", True, True),
        # The day before has counts as well, but others are shown.
        ("from=2019-02-26&to=2019-02-26", False, True),
        ("to=2019-01-31&region=oriente", False, True),
        ("category=politics", False, False),
    ],
)
def test_counts_that_the_filters_leave_out_are_said_to_be(query, answered, held):
    """On the stage, in the title of the Map page, and in the pictures."""
    ctx = viewed(query)
    parts = stage_parts(ctx)
    outside = "The counts by region are of 27 Feb, outside these filters"
    assert (parts["map"] != outside) == answered
    assert ("outside these filters" not in parts["counts"]) == answered
    assert map_parts(ctx, "wide").title == map_finding(ctx) == parts["map"]
    earlier = "earlier" in query
    day, regions = date(2019, 2, 26 if earlier else 27).toordinal(), sorted(DATA.regions)
    found = [{**one, "regions": sorted(one["regions"])} for one in parts["held"]]
    whole = {"first": day, "last": day, "unsure": earlier, "regions": regions}
    assert found == [whole] * held


def test_a_story_too_large_for_the_browser_is_filtered_by_the_server(monkeypatch):
    ctx = viewed("category=politics")
    kept = {event.id for event in ctx.selection.events}
    other = next(event for event in ctx.dataset.events if event not in kept)
    assert other in paint(stage_scene("timeline", ctx, 900, 560))
    assert "category" not in stage_data(ctx)["addresses"]["timeline"]
    monkeypatch.setattr(filters, "MOST_INDEXED", 10)
    drawn = paint(stage_scene("timeline", ctx, 900, 560))
    assert all(event in drawn for event in kept)
    assert other not in drawn
    assert "category=politics" in stage_data(ctx)["addresses"]["timeline"]
    sent = stage_index(ctx)
    assert (sent["browser"], sent["events"]) == (False, [])


@for_each("language, width", [("en", 320), ("es", 343), ("es", 600)])
def test_on_a_phone_every_title_is_whole(language, width):
    assert "…" not in paint(stage_scene("list", viewed(language=language), width))
