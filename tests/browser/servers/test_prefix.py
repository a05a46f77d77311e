"""The app below a path, and the first request of a new server."""

import pytest
from playwright.sync_api import expect

from components.presentation.pages import PAGES
from tests.support.browse import Record, ask_for_deck, expect_state, row, settle, shown, visit
from tests.support.data import DATA, i18n_for

EVENT = "ev-2019-02-23-aid-blocked"


def test_any_view_can_be_the_first_request_below_a_path(page, prefixed):
    # The first test of this server: nobody has asked it anything yet.
    view = {"lang": "es", "region": "oriente", "from": "2019-02-22", "event": EVENT}
    visit(page, prefixed, "map", view | {"counts": "earlier"})
    expect(page.locator(".page-head .brand")).to_have_text(i18n_for("es").t("The story"))
    expect(page.locator(".st-key-menu a")).to_have_count(len(PAGES))
    expect(page.locator("[data-part=filters]")).to_be_visible()
    expect(page.locator(".foot")).to_be_visible()
    expect(page.locator("[data-testid='stSidebar'], [data-testid='stException']")).to_have_count(0)
    expect(shown(page)).to_contain_text(DATA.regions["oriente"].label_es)
    expect(page.locator(".detail h3")).to_have_text(DATA.events[EVENT].title_es)
    expect(page.locator("html")).to_have_attribute("lang", "es")
    earlier = page.locator(".map-page .choices [aria-current='true']").last
    expect(earlier).to_contain_text("26")


@pytest.mark.parametrize("slug", ["", "timeline", "map"])
def test_page_below_a_path_requests_nothing_outside_it(page, prefixed, slug):
    record = Record(page, prefixed)
    visit(page, prefixed, slug, {"lang": "es", "event": EVENT})
    record.assert_own()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    if not slug:
        expect(page.locator("[data-part=timeline] [data-event]").first).to_be_attached()
        parts = {url.split("/stage/")[1].split("?")[0] for url in record.asked if "/stage/" in url}
        assert parts == {"index.json", "timeline.svg", "map.svg"}
    if slug == "map":
        assert [url for url in record.asked if "/stage/ground.svg" in url], "no ground"
        ask_for_deck(page)
        assert [url for url in record.asked if "/scripts/deck-" in url]
        record.assert_own()
    if slug == "timeline":
        page.locator(".chart").press("+")
        expect(page.locator(".js-plotly-plot").first).to_be_visible()
        assert [url for url in record.asked if "/scripts/" in url]


def test_choices_links_and_reloads_stay_below_the_path(page, prefixed):
    visit(page, prefixed, "timeline", {"lang": "en"})
    row(page, EVENT).click()
    expect_state(page, lang="en", event=EVENT)
    page.locator(".st-key-menu a", has_text="Overview").first.click()
    page.wait_for_url(f"{prefixed}/?**")
    settle(page)
    page.reload()
    settle(page)
    expect(page.locator(".detail h3")).to_be_visible()


def test_scripts_are_compressed_and_served_below_the_path_alone(page, prefixed):
    document = page.request.get(f"{prefixed}/", headers={"accept-language": "es"}).text()
    assert '<html lang="es">' in document
    script = document.split('src="./static/', 1)[1].split('"', 1)[0]
    answer = page.request.get(f"{prefixed}/static/{script}")
    assert answer.headers["content-encoding"] in {"gzip", "br", "zstd"}
    assert "immutable" in answer.headers["cache-control"]
    origin = prefixed.removesuffix("/story")
    assert page.request.get(f"{origin}/api/events.csv").status == 404
