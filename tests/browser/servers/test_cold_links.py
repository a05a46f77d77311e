"""A link opens its view on a server that has just started, whichever page comes first."""

from __future__ import annotations

from playwright.sync_api import expect

from components.presentation.pages import PAGES
from tests.support.browse import address, settle, shown, visit
from tests.support.data import DATA
from tests.support.words import i18n_for


def expect_frame(page, slug: str, language: str) -> None:
    """The page has its head, the whole menu with itself marked, its filters and its foot."""
    t = i18n_for(language).t
    expect(page.locator(".page-head .brand")).to_have_text(t("The story"))
    menu = page.locator(".st-key-menu a")
    expect(menu).to_have_text([t(info.title) for info in PAGES])
    (title,) = (info.title for info in PAGES if info.slug == slug)
    expect(page.locator(".st-key-menu a[aria-current='page']")).to_have_text(t(title))
    filtered = next(info.filtered for info in PAGES if info.slug == slug)
    expect(page.locator("[data-part=filters]")).to_be_visible(visible=filtered)
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator(".foot")).to_be_visible()
    expect(page.locator("[data-testid='stSidebar']")).to_have_count(0)
    expect(page.locator("[data-testid='stException']")).to_have_count(0)


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
    expect_frame(page, "map", "es")
    expect(shown(page)).to_contain_text(DATA.regions["oriente"].label_es)
    expect(page.locator(".detail h3")).to_have_text(
        DATA.events["ev-2019-02-23-aid-blocked"].title_es
    )
    expect(page.locator("html")).to_have_attribute("lang", "es")
    earlier = page.locator(".st-key-map-counts [aria-checked='true']")
    expect(earlier).to_contain_text("26")


def test_an_address_that_is_no_page_says_so_and_leads_to_a_page_with_the_frame(page, server):
    answer = page.goto(address(server, "nowhere"))
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page at this address.")
    expect(page.get_by_role("listitem").get_by_role("link")).to_have_count(len(PAGES))
    loaded = "() => document.fonts.ready.then((fonts) => [...fonts].map((face) => face.status))"
    assert page.evaluate(loaded) == ["loaded", "loaded"], "it is set in the project's own type"
    page.get_by_role("link", name="Timeline").first.click()
    settle(page)
    expect(page.locator(".page-head .brand")).to_be_visible()
    expect(page.locator(".st-key-menu a")).to_have_count(len(PAGES))
