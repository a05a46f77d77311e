"""No page asks anything of another server, whatever is opened on it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browse import (
    Record,
    address,
    click_mark,
    expect_state,
    popover,
    settle,
    visit,
)

EVENT = "ev-2019-02-23-aid-blocked"


def test_using_the_stage_asks_only_its_own_server(page, server):
    record = Record(page, server)
    visit(page, address(server))
    page.locator("[data-name=category] summary").click()
    page.locator("[data-filter=category][data-value=politics]").click()
    page.locator(".stage .chips button").nth(1).click()
    page.locator("[data-part=timeline] [data-event]:not([data-dim])").first.click()
    expect(page.locator("[data-part=detail] .cite").first).to_be_visible()
    record.assert_own()
    # Nothing is kept about the reader.
    assert [c["name"] for c in page.context.cookies() if "xsrf" not in c["name"]] == []


def test_using_the_charts_asks_only_its_own_server(page, server):
    record = Record(page, server)
    visit(page, address(server, "timeline"))
    for name in ("dates", "regions", "categories", "sources"):
        popover(page, name)
        page.keyboard.press("Escape")
        expect(page.locator(".sheet:visible")).to_have_count(0)
    click_mark(page, EVENT)
    expect_state(page, event=EVENT)
    page.locator(".st-key-menu a").nth(2).click()
    page.wait_for_url("**/map?*")
    settle(page)
    page.get_by_role("radio", name="The border at Cúcuta").click()
    expect_state(page, event=EVENT, extent="border")
    canvas = page.locator("#deckgl-overlay").first
    canvas.scroll_into_view_if_needed()
    canvas.hover()
    page.locator(".detail summary").first.click()
    record.assert_own()
