"""A view is an address: back, forward and a reload bring it back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.apptest import DATA
from tests.support.browse import (
    PATIENCE,
    address,
    expect_ring,
    expect_state,
    pick_region,
    popover,
    row,
    shown,
    state_of,
    visit,
)

EVENT = "ev-2019-02-23-aid-blocked"
OTHER = "ev-2019-05-01-caracas-protests"
IN_REGION = f"in {DATA.regions['oriente'].label}"
ALL = f"{len(DATA.events)} of {len(DATA.events)} events"


def test_back_and_forward_walk_through_three_changes(page, server):
    visit(page, address(server, "timeline"))
    row(page, EVENT).click()
    expect_state(page, event=EVENT)
    popover(page, "regions").get_by_text("Norte de Santander").click()
    expect_state(page, event=EVENT, region="oriente")
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="20–28 Feb").click()
    expect_state(page, event=EVENT, region="oriente", zoom="february")

    page.go_back()
    expect_state(page, event=EVENT, region="oriente", zoom=None)
    expect(shown(page)).to_contain_text(IN_REGION)
    page.go_back()
    expect_state(page, event=EVENT, region=None, zoom=None)
    expect(shown(page)).to_contain_text(ALL)
    expect_ring(page, EVENT)
    page.go_back()
    expect_state(page, event=None, region=None, zoom=None)
    expect(page.locator(".detail h3")).to_have_count(0)
    expect(page.locator("button[aria-current]")).to_have_count(0)

    page.go_forward()
    expect_state(page, event=EVENT, region=None)
    expect(page.locator(".detail h3")).to_have_text(DATA.events[EVENT].title)
    page.go_forward()
    expect_state(page, event=EVENT, region="oriente")
    expect(shown(page)).to_contain_text(IN_REGION)
    page.go_forward()
    expect_state(page, event=EVENT, region="oriente", zoom="february")


def test_one_choice_is_one_step_back(page, server):
    visit(page, address(server, "map", {"event": EVENT}))
    pick_region(page, "Region", "Caribe")
    expect_state(page, region="caribe", event=None)
    page.go_back()
    expect_state(page, region=None, event=EVENT)
    expect(page.locator(".detail h3")).to_have_text(DATA.events[EVENT].title)


def test_moving_to_another_page_keeps_the_view_and_back_returns(page, server):
    visit(page, address(server, "timeline", {"lang": "es", "region": "oriente", "event": EVENT}))
    count = shown(page).inner_text()
    page.locator(".st-key-menu a").nth(2).click()
    page.wait_for_url("**/map?**", timeout=PATIENCE)
    expect_state(page, lang="es", region="oriente", event=EVENT)
    expect(shown(page)).to_have_text(count)
    expect(page.locator(".st-key-menu a[aria-current='page']")).to_have_count(1)
    page.go_back()
    page.wait_for_url("**/timeline?**", timeout=PATIENCE)
    expect_state(page, lang="es", region="oriente", event=EVENT)
    expect_ring(page, EVENT)


def test_a_reload_shows_the_same_view(page, server):
    visit(page, address(server, "timeline"))
    row(page, OTHER).click()
    expect_state(page, event=OTHER)
    before = state_of(page)
    page.reload()
    expect_state(page, event=OTHER)
    assert state_of(page) == before
    expect(page.locator(".detail h3")).to_have_text(DATA.events[OTHER].title)
    expect_ring(page, OTHER)
