"""A view that holds no event: no headline speaks of another view, and the ways back are true."""

import pytest

from components.page.html import page_text
from components.page.map_page import map_page
from components.page.overview_page import overview
from components.page.timeline_page import timeline
from components.presentation.findings import timeline_finding
from components.presentation.notices import nothing_fits
from components.presentation.pages import PAGES
from components.presentation.pictures import timeline_parts
from components.presentation.stage import stage_parts
from tests.support.cases import in_turn
from tests.support.views import viewed

EMPTY = (
    "q=zzzz",
    "q=no+such+words&region=amazonas",
    "region=amazonas&category=border",
    "category=counts&from=2019-01-01&to=2019-01-31",
    "from=2019-01-02&to=2019-01-03&possible=out",
)


@pytest.mark.parametrize(("query", "language"), in_turn(EMPTY, ["en", "es"]))
def test_every_headline_says_that_nothing_fits_and_says_it_once(query, language):
    ctx = viewed(query, language)
    assert not ctx.selection.events
    said = nothing_fits(ctx.i18n)
    assert timeline_finding(ctx) == stage_parts(ctx)["headline"] == map_page(ctx).heading == said
    assert stage_parts(ctx)["time"] == ""
    text = page_text(ctx, PAGES[0]).html
    assert text.count(said) == 1
    assert timeline_parts(ctx, "wide").title == said
    for page in (overview, timeline, map_page):
        assert page(ctx).heading == said
        # What a page is about stands below what is shown, never below nothing.
        assert page(ctx).lead == ""


def test_a_view_that_holds_something_keeps_the_nearest_figure_said_to_be_outside():
    ctx = viewed("from=2019-01-01&to=2019-01-31")
    assert 'class="outside"' in stage_parts(ctx)["figures"]
    assert "data-lift" not in stage_parts(ctx)["figures"]
