"""Voices: what one that is left out takes with it, and where everything is that one says."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.support.browse import address, expect_state, settle, visit
from tests.support.cases import leading
from tests.support.data import DATA

VOICE = "colombian-state"
SAID = [c for c in DATA.claims.values() if DATA.claimants[c.claimant_id].voice == VOICE]


@pytest.mark.parametrize(
    ("slug", "language", "left_out", "silent"),
    [
        ("", "en", "Left out by your filters: Oriente", "Not reported: Amazonas, Eje Cafetero and"),
        pytest.param("map", "es", "Excluidas por los filtros: Oriente", "", marks=pytest.mark.long),
    ],
)
def test_counts_that_go_with_a_voice_are_left_out_and_one_press_brings_them_back(
    page, server, slug, language, left_out, silent
):
    visit(page, address(server, slug, {"without": VOICE, "lang": language}))
    line = page.locator(".left-out:visible")
    expect(line).to_contain_text(left_out)
    expect(page.locator(".hidden-notice")).to_contain_text(str(len(SAID)))
    if silent:
        expect(page.locator("[data-part=counts]")).to_contain_text(silent)
        expect(page.locator("[data-name=without] summary")).to_have_text("without Colombian state")
    line.locator("a").click()
    expect_state(page, without=None)
    settle(page)
    expect(line).to_have_count(0)
    expect(page.locator("h1:visible, h2:visible").filter(has_text="73")).to_have_count(1)


@pytest.mark.parametrize(
    ("language", "name", "found"),
    leading(
        [("en", "Colombian state", "{} claims"), ("es", "estado colombiano", "{} afirmaciones")]
    ),
)
def test_the_name_of_a_voice_finds_all_that_it_says(page, server, language, name, found):
    """In the box above the pages, and in the table; from one that speaks to all that it says."""
    visit(page, address(server, "disagreements", {"lang": language}))
    box = page.get_by_role("searchbox").first
    box.fill(name)
    box.press("Enter")
    expect_state(page, q=name)
    hits = page.locator(".hits")
    expect(hits).to_contain_text(re.compile(found.format(rf"\d{{{len(str(len(SAID)))}}}")))
    visit(page, address(server, "data", {"lang": language, "table": "claims", "find": name}))
    expect(page.locator(".data-rows")).to_have_text(re.compile(rf"^{len(SAID)} "))
    who = page.locator("[role=table] tbody a[href*='claimant=']").first
    (claimant,) = parse_qs(urlsplit(who.get_attribute("href")).query)["claimant"]
    who.click()
    expect_state(page, claimant=claimant)
    own = sum(claim.claimant_id == claimant for claim in SAID)
    expect(page.locator(".data-rows")).to_have_text(re.compile(rf"^{own} "))
