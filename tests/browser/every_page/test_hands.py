"""What hands do: a line opens where it is pressed, and what was typed holds."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browse import address, expect_state, focused, row, visit
from tests.support.cases import for_each
from tests.support.data import DATA

EVENT = "ev-2019-02-23-aid-blocked"


@for_each("slug", ["", "timeline"])
def test_a_line_opens_under_itself_and_closes_again(page, server, slug):
    visit(page, address(server, slug, {"lang": "en"}))
    row(page, EVENT).click()
    expect_state(page, lang="en", event=EVENT)
    opened = page.locator(".opened .detail h3")
    expect(opened).to_have_text(DATA.events[EVENT].title)
    expect(row(page, EVENT)).to_have_attribute("aria-expanded", "true")
    line, detail = row(page, EVENT).bounding_box(), opened.bounding_box()
    assert line is not None
    assert detail is not None
    assert 0 <= detail["y"] - (line["y"] + line["height"]) < 60
    page.locator(".opened summary").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".opened")).to_have_count(0)
    expect_state(page, lang="en", event=None)
    assert focused(page)["id"] == EVENT, "the focus came back to the line"
    row(page, EVENT).click()
    expect(opened).to_be_visible()
    row(page, EVENT).click()
    expect(page.locator(".opened")).to_have_count(0)
