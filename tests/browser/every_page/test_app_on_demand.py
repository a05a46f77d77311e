"""A document that answers does without the app, which comes when something asks for it."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from components.i18n import i18n_for
from tests.support.browse import Record, choose_kind, settle
from tests.support.cases import LANGUAGES
from tests.support.data import DATA
from tests.support.server import with_text

#: The pages whose first documents answer.
SLUGS = ("", "timeline", "map", "figures", "disagreements", "sources", "method")
FILTERED = ("", "timeline", "map", "figures", "disagreements", "sources")
#: Those whose menu of charts is filled when it is opened.
FILLED = ("", "timeline", "map")
ANSWERS = "#first [data-answers]"
CITE = "#first .first-cite summary"
PHONE = {"width": 375, "height": 812}
#: Two turns of an idle browser: what waits for one has begun.
IDLE = """async () => {
  for (let n = 0; n < 2; n += 1) await new Promise((done) => requestIdleCallback(done))
}"""


def open_page(page: Page, server: str, slug: str, query: str = "lang=en") -> Page:
    """Open a page until its first document answers."""
    with_text(f"{server}/{slug}?{query}")
    page.goto(f"{server}/{slug}?{query}")
    expect(page.locator(ANSWERS)).to_be_visible()
    expect(page.locator(f"{ANSWERS} [aria-busy='true']")).to_have_count(0)
    return page


@pytest.fixture
def opened(tab: Callable[..., Page], server: str) -> Callable[..., Page]:
    """Open a page in a tab of its own until its first document answers."""

    def _open(slug: str, query: str = "lang=en", **options: object) -> Page:
        return open_page(tab(**options), server, slug, query)

    return _open


def choose_and_close(page: Page) -> str:
    """Choose the first kind, and close the list, which a press beside it would do."""
    kind = choose_kind(page)
    page.keyboard.press("Escape")
    return kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_page_is_read_without_the_app(tab, server, slug, language):
    page = tab()
    record = Record(page, server)
    open_page(page, server, slug, f"lang={language}")
    page.evaluate(IDLE)
    assert [url for url in record.asked if "/static/js/" in url or url.startswith("ws")] == []
    assert record.wrong == []


@pytest.mark.parametrize("slug", FILTERED)
def test_filter_is_answered_without_the_app(tab, server, slug):
    page = tab()
    record = Record(page, server)
    open_page(page, server, slug)
    kind = choose_and_close(page)
    expect(page.locator(f"{ANSWERS}:not([data-waiting])")).to_be_visible()
    page.wait_for_url(f"**category={kind}**")
    assert [url for url in record.asked if "/static/js/" in url or url.startswith("ws")] == []
    assert record.wrong == []


@pytest.mark.parametrize("slug", SLUGS)
def test_citing_the_view_asks_for_the_app_and_opens_there(opened, slug):
    page = opened(slug)
    page.locator(CITE).click()
    panel = page.locator(".st-key-cite-view")
    expect(panel).to_contain_text(f"/{slug}?lang=en")
    expect(panel.locator("summary")).to_be_focused()
    expect(page.locator("#first")).to_have_count(0)


def test_app_comes_when_a_pointer_is_near_what_needs_it(opened):
    page = opened("")
    page.locator(CITE).hover()
    expect(page.locator("#first")).to_have_count(0)
    expect(page.locator(".st-key-cite-view details")).not_to_have_attribute("open", "")


def test_cited_view_has_the_filters_of_the_first_document(opened):
    page = opened("")
    kind = choose_and_close(page)
    page.locator(CITE).click()
    expect(page.locator(".st-key-cite-view")).to_contain_text(f"category={kind}")


@pytest.mark.parametrize("slug", FILLED)
def test_shared_link_is_that_of_the_view(opened, slug):
    page = opened(slug)
    kind = choose_and_close(page)
    page.locator("#first .share summary").click()
    link = page.locator("#first #share-link")
    expect(link).to_have_text(re.compile(f"/{slug}\\?lang=en&category={kind}$"))


@pytest.mark.parametrize("slug", FILLED)
def test_open_share_menu_follows_the_view(opened, slug):
    page = opened(slug)
    page.locator("#first .share summary").click()
    expect(page.locator("#first #share-link")).to_have_text(re.compile("lang=en$"))
    kind = choose_and_close(page)
    expect(page.locator("#first #share-link")).to_have_text(re.compile(f"category={kind}$"))
    page.go_back()
    expect(page.locator("#first #share-link")).to_have_text(re.compile("lang=en$"))


@pytest.mark.parametrize("slug", SLUGS)
def test_other_language_keeps_the_view(opened, slug):
    page = opened(slug)
    expected = {"lang": ["es"]}
    if slug in FILTERED:
        expected["category"] = [choose_and_close(page)]
    page.locator("#first .languages a").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert parse_qs(urlsplit(page.url).query) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["", "method"])
def test_menu_of_a_phone_shows_that_it_goes_on(opened, slug, language):
    page = opened(slug, f"lang={language}", viewport=PHONE)
    before = page.locator("#first .page-head .more-before")
    after = page.locator("#first .page-head .more-after")
    seen, hidden = (after, before) if not slug else (before, after)
    expect(hidden).to_be_hidden()
    seen.click()
    expect(hidden).to_be_visible()


def test_citation_closes_by_escape(opened):
    page = opened("")
    citation = page.locator("#first [data-part=figures] details.cite").first
    citation.locator("summary").click()
    expect(citation).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(citation).not_to_have_attribute("open", "")
    expect(citation.locator("summary")).to_be_focused()


def test_sentence_of_a_citation_is_copied(opened):
    page = opened("")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    citation = page.locator("#first [data-part=figures] details.cite").first
    citation.locator("summary").click()
    t = i18n_for("en").t
    button = citation.get_by_role("button", name=t("Copy the sentence")).first
    button.click()
    expect(citation.get_by_role("button", name=t("Copied")).first).to_be_visible()


def test_foot_names_the_version_and_where_to_report(opened):
    foot = opened("").locator("#first .foot")
    expect(foot).to_contain_text(DATA.version)
    expect(foot.get_by_role("link")).to_have_text(i18n_for("en").t("Report a mistake"))


#: What a tab notes of a story that it has opened, and of a file that is being read.
NOTES = {"own-story": "mine.csv", "file-being-read": "mine.csv"}


@pytest.mark.parametrize("key", NOTES)
def test_tab_that_has_lost_its_story_is_told(tab, server, key):
    page = tab()
    page.add_init_script(f"sessionStorage['{key}'] = '{NOTES[key]}'")
    page.goto(f"{server}/?lang=en")
    expect(page.locator(".page-head .lost")).to_contain_text(NOTES[key])
    settle(page)


def test_app_comes_where_the_script_of_the_document_fails(tab, server):
    with_text(f"{server}/?lang=en")
    page = tab()
    page.clock.install()
    page.route("**/scripts/first-stage-*.js", lambda route: route.abort())
    page.goto(f"{server}/?lang=en")
    expect(page.locator("#first h1")).to_be_visible()
    page.clock.run_for(16_000)
    page.clock.resume()
    expect(page.locator("#root .stage h1")).to_be_visible()


LOW_ROW = "#first [data-part=counts] tr[data-region]"
PANEL = "#first .dock:has(.detail)"


def test_panel_does_not_cover_the_row_that_opened_it(opened):
    page = opened("", viewport={"width": 1440, "height": 900})
    row = page.locator(LOW_ROW).first
    before = row.bounding_box()
    page.mouse.click(before["x"] + 20, before["y"] + before["height"] / 2)
    panel = page.locator(PANEL)
    expect(panel.locator("h3").first).to_be_visible()
    after = row.bounding_box()
    assert after["y"] == pytest.approx(before["y"], abs=2)
    assert panel.bounding_box()["height"] <= after["y"] + 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", FILLED)
def test_share_menu_is_as_wide_as_a_phone(opened, slug, language):
    page = opened(slug, f"lang={language}", viewport=PHONE)
    page.locator("#first .share summary").click()
    copy = page.locator("#first .share [data-copy]")
    expect(copy.first).to_be_visible()
    boxes = [button.bounding_box() for button in copy.all()]
    assert all(box["x"] + box["width"] <= PHONE["width"] for box in boxes)
