"""The Data page in a browser: order, search and links by keyboard, and on a phone."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from tests.browser.every_page.test_small_screen import OFFENDERS
from tests.support.browse import PHONE, expect_state, focused, tab_until, visit
from tests.support.data import DATA

EVENT = "ev-2019-02-28-count-567"
VOICE = "colombian-state"
TITLE = DATA.events[EVENT].title


def cells(page, number):
    return page.locator(f"[role='table'] tbody tr > :nth-child({number}) .value").all_inner_texts()


def test_table_is_sorted_searched_and_opened_by_keyboard(page, server):
    visit(page, server, "data")
    tab_until(page, lambda now: now["tag"] == "button" and now["text"] == "Title")
    page.keyboard.press("Enter")
    expect_state(page, sort="title")
    head = page.get_by_role("columnheader", name="Title")
    expect(head).to_have_attribute("aria-sort", "ascending")
    up = cells(page, 3)
    assert focused(page)["text"].startswith("Title"), "the focus stays on the head"
    page.keyboard.press("Enter")
    expect_state(page, sort="-title")
    expect(head).to_have_attribute("aria-sort", "descending")
    # A page holds 25 of the 43 rows: the seven in the middle are on the first page both ways.
    assert len(up) == 25
    assert cells(page, 3)[-7:] == up[-7:][::-1]
    page.keyboard.press("Enter")
    expect_state(page, sort=None)
    page.get_by_role("searchbox", name="Search in this table").focus()
    page.keyboard.type("count-567")
    page.keyboard.press("Enter")
    expect_state(page, find="count-567")
    expect(page.locator(".data-rows")).to_have_text(re.compile(r"^1 of 43 events"))
    tab_until(page, lambda now: now["tag"] == "a" and now["text"] == TITLE)
    page.keyboard.press("Enter")
    expect_state(page, event=EVENT)
    expect(page.locator(".detail h3")).to_have_text(TITLE)


def test_table_on_a_phone_is_a_list_with_a_choice_of_order(tab, server):
    page = tab(**PHONE)
    visit(page, server, "data", {"table": "claims", "lang": "es", "page": "2"})
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => (d.open = true))")
    assert page.evaluate(OFFENDERS) == []
    expect(page.get_by_role("table").first.get_by_role("row").first).to_be_visible()
    page.get_by_role("combobox", name="Orden").select_option("Valor inferior, de mayor a menor")
    expect_state(page, table="claims", lang="es", sort="-value_low", page_=None)
    expect(page.locator("[role='table'] tbody tr").first).to_contain_text("1.200.000")


def test_search_by_claimant_finds_its_claims(page, server):
    """In the box above the pages, and in the table; from one that speaks to all that it says."""
    said = [
        claim for claim in DATA.claims.values() if DATA.claimants[claim.claimant_id].voice == VOICE
    ]
    table = {"table": "claims", "find": "estado colombiano"}
    visit(page, server, "data", {"lang": "es", **table})
    box = page.get_by_role("searchbox").first
    box.fill("estado colombiano")
    box.press("Enter")
    expect_state(page, search="estado colombiano")
    expect(page.locator(".hits")).to_contain_text(f"{len(said)} afirmaciones")
    box.fill("")
    box.press("Enter")
    expect_state(page, lang="es", search=None, **table)
    expect(page.locator(".data-rows")).to_have_text(re.compile(rf"^{len(said)} "))
    who = page.locator("[role=table] tbody a[href*='claimant=']").first
    (claimant,) = parse_qs(urlsplit(who.get_attribute("href")).query)["claimant"]
    who.click()
    expect_state(page, claimant=claimant)
    own = sum(claim.claimant_id == claimant for claim in said)
    expect(page.locator(".data-rows")).to_have_text(re.compile(rf"^{own} "))
