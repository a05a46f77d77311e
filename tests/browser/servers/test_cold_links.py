"""A link opens its view on a server that has just started, whichever page comes first."""

from __future__ import annotations

from playwright.sync_api import expect

from components.presentation.pages import PAGES
from tests.support.browse import address, shown, visit
from tests.support.data import DATA
from tests.support.words import i18n_for


def test_the_first_link_a_new_server_gets_may_be_any_view(tab, cold_server):
    params = {
        "lang": "es",
        "region": "oriente",
        "from": "2019-02-22",
        "event": "ev-2019-02-23-aid-blocked",
        "counts": "earlier",
    }
    page = tab()
    visit(page, address(cold_server, "map", params))
    expect(page.locator(".page-head .brand")).to_have_text(i18n_for("es").t("The story"))
    expect(page.locator(".st-key-menu a")).to_have_count(len(PAGES))
    expect(page.locator("[data-part=filters]")).to_be_visible()
    expect(page.locator(".foot")).to_be_visible()
    expect(page.locator("[data-testid='stSidebar'], [data-testid='stException']")).to_have_count(0)
    expect(shown(page)).to_contain_text(DATA.regions["oriente"].label_es)
    expect(page.locator(".detail h3")).to_have_text(
        DATA.events["ev-2019-02-23-aid-blocked"].title_es
    )
    expect(page.locator("html")).to_have_attribute("lang", "es")
    earlier = page.locator(".st-key-map-counts [aria-checked='true']")
    expect(earlier).to_contain_text("26")
