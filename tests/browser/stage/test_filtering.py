"""The filters by mouse: what a reader presses shows at once in the count, the list and the link."""

from __future__ import annotations

from datetime import date

from playwright.sync_api import expect

from components.query.filters import Filters, select
from tests.support.browse import address, expect_state, popover, row, shown, visit
from tests.support.data import DATA


def count(filters: Filters) -> str:
    return f"{len(select(DATA, filters).events)} of {len(DATA.events)} events"


def test_what_is_pressed_and_typed_changes_the_count_the_list_and_the_chart_in_place(page, server):
    visit(page, address(server, "timeline"))
    page.evaluate("document.querySelector('.js-plotly-plot .main-svg').dataset.made = 'once'")
    marks = page.locator(".js-plotly-plot .point")
    before = marks.count()
    expect(shown(page)).to_contain_text(count(Filters()))
    body = popover(page, "regions")
    body.get_by_text(DATA.regions["oriente"].label).click()
    expect_state(page, region="oriente")
    expect(shown(page)).to_contain_text(count(Filters(regions=("oriente",))))
    kept = select(DATA, Filters(regions=("oriente",))).events
    expect(page.locator("button[data-id]")).to_have_count(len(kept))
    expect(marks).not_to_have_count(before)
    body.get_by_text("Guajira", exact=True).click()
    expect_state(page, region=["guajira", "oriente"])
    expect(page.locator("[data-name=region] summary")).to_have_text("Regions · 2")
    expect(shown(page)).to_contain_text(count(Filters(regions=("guajira", "oriente"))))
    page.keyboard.press("Escape")
    page.get_by_role("searchbox").fill("aid")
    expect_state(page, q="aid")
    page.get_by_role("button", name="Clear all filters").click()
    expect_state(page, region=None, q=None)
    expect(shown(page)).to_contain_text(count(Filters()))
    expect(page.get_by_role("searchbox")).to_have_value("")
    # What was cleared stays cleared when something else is chosen.
    row(page, "ev-2019-02-23-aid-blocked").click()
    expect_state(page, region=None, event="ev-2019-02-23-aid-blocked")
    popover(page, "dates").get_by_label("From").fill("2019-04-01")
    expect_state(page, **{"from": "2019-04-01"})
    expect(shown(page)).to_contain_text(count(Filters(start=date(2019, 4, 1))))
    expect(page.locator(".js-plotly-plot .main-svg").first).to_have_attribute("data-made", "once")


def test_a_filter_leaves_the_map_in_place_and_draws_its_marks_and_not_its_ground(page, server):
    """A map made anew compiles its shaders again: a second in which the page stands still."""
    visit(page, address(server, "map"))
    parts = [page.locator(one) for one in ("#deckgl-overlay", ".deck-map .ground svg")]
    for part in parts:
        part.evaluate("node => { node.dataset.made = 'once' }")
    body = popover(page, "categories")
    body.get_by_role("checkbox", name="Politics").click()
    expect_state(page, category="politics")
    body.get_by_role("checkbox", name="Politics").click()
    expect_state(page, category=None)
    for part in parts:
        expect(part).to_have_attribute("data-made", "once")
    page.keyboard.press("Escape")
    # The ground is looked at as closely as the marks.
    before = parts[1].get_attribute("viewBox")
    page.get_by_role("button", name="Closer").click()
    expect(parts[1]).not_to_have_attribute("viewBox", before)


def test_a_chart_whose_library_does_not_come_says_so(page, server):
    page.route("**/scripts/plotly-*", lambda route: route.abort())
    page.goto(address(server, "timeline"))
    said = page.get_by_role("figure").filter(has_text="The chart could not be drawn")
    expect(said).to_be_visible()
    expect(row(page, "ev-2019-02-23-aid-blocked")).to_be_visible()


def test_a_filter_that_leaves_the_chosen_event_out_says_nothing_false(page, server):
    event = "ev-2019-05-01-caracas-protests"
    visit(page, address(server, "timeline", {"event": event, "to": "2019-02-28"}))
    expect(row(page, event)).to_have_count(0)
    expect(page.locator(".detail h3")).to_have_text(DATA.events[event].title)
