"""Pages without instruments answer in their first documents, and go on in the page of the app."""

import io
import re
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import Page, WebSocketRoute, expect

from components.i18n import i18n_for
from tests.browser.every_page.test_first_document import LEAST_SHIFT, WATCH
from tests.browser.every_page.test_first_stage import IS_MARKED, MARK
from tests.support.browse import FRAMEWORK, Held, Record, settle
from tests.support.cases import LANGUAGES
from tests.support.server import with_text

SLUGS = ("figures", "disagreements", "sources", "method")
FILTERED = ("figures", "disagreements", "sources")
LIVE = "#first .live-page"
PHONE = {"width": 375, "height": 812}
DESK = {"width": 1440, "height": 900}


def block_framework(page: Page) -> None:
    page.route(FRAMEWORK, lambda route: route.abort())


def break_websocket(page: Page) -> None:
    def close(socket: WebSocketRoute) -> None:
        socket.close()

    page.route_web_socket("**/_stcore/stream", close)


BROKEN = {"scripts blocked": block_framework, "websocket broken": break_websocket}
Opened = Callable[..., Page]


@pytest.fixture(params=BROKEN.values(), ids=BROKEN.keys())
def opened(tab, server, request) -> Opened:
    """Open a page to which the framework never comes, when it answers."""

    def _open(address: str) -> Page:
        with_text(f"{server}/{address}")
        page = tab()
        request.param(page)
        page.goto(f"{server}/{address}")
        expect(page.locator(f"{LIVE}[data-answers]")).to_be_visible()
        return page

    return _open


def choose_region(page: Page) -> None:
    page.locator(f"{LIVE} [data-name=region] > summary").click()
    page.locator(f"{LIVE} [data-name=region] input[value=oriente]").check()
    page.keyboard.press("Escape")


def check_figure(page: Page) -> None:
    """Check a figure by the form of How many?, until it is answered."""
    page.locator(f"{LIVE} .check-form summary").first.click()
    page.locator(f"{LIVE} .check-form [name=check]").fill("567")
    page.locator(f"{LIVE} .check-form [type=submit]").click()
    expect(page.locator(f"{LIVE} .check [role=status]")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", FILTERED)
def test_filter_is_answered_without_the_framework(opened, slug, language):
    page = opened(f"{slug}?lang={language}")
    shown = page.locator(f"{LIVE} .shown").first
    before = shown.text_content()
    choose_region(page)
    if slug == "sources":
        expect(page.locator(f"{LIVE} [data-name=region] > summary")).to_have_class("on")
    else:
        expect(shown).not_to_have_text(before or "")
    expect(page).to_have_url(re.compile("region=oriente"))
    link = page.locator("#first > header nav a[href*='timeline']")
    expect(link).to_have_attribute("href", re.compile("region=oriente"))


def test_back_undoes_a_filter(opened):
    page = opened("figures?lang=en")
    shown = page.locator(f"{LIVE} .shown").first
    before = shown.text_content()
    choose_region(page)
    expect(shown).not_to_have_text(before or "")
    page.go_back()
    expect(shown).to_have_text(before or "")
    expect(page.locator(f"{LIVE} [data-name=region] input[value=oriente]")).not_to_be_checked()


@pytest.mark.parametrize("language", LANGUAGES)
def test_figure_is_checked(opened, language):
    page = opened(f"figures?lang={language}")
    check_figure(page)
    expect(page).to_have_url(re.compile("check=567"))


def test_choice_of_what_is_counted_changes_the_page(opened):
    page = opened("figures?lang=en")
    heading = page.locator(f"{LIVE} h1")
    before = heading.text_content()
    page.locator(f"{LIVE} .totals-choices [name=population]").select_option("relatives")
    expect(heading).not_to_have_text(before or "")
    expect(page).to_have_url(re.compile("population=relatives"))


def test_figure_of_the_list_opens_and_closes(opened):
    page = opened("figures?lang=en")
    row = page.locator(f"{LIVE} .event-list li > a").first
    row.click()
    drawer = page.locator(f"{LIVE} .record-drawer")
    expect(drawer.locator("h3")).to_be_visible()
    expect(page).to_have_url(re.compile("claim="))
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page).not_to_have_url(re.compile("claim="))
    expect(row).to_be_focused()


@pytest.mark.parametrize(("slug", "words"), [("disagreements", "bridge"), ("sources", "npr")])
def test_parts_are_found_and_opened(opened, slug, words):
    page = opened(f"{slug}?lang=en")
    parts = page.locator(f"{LIVE} [data-fold]")
    total = parts.count()
    page.locator(f"{LIVE} .fold-tools input").fill(words)
    expect(page.locator(f"{LIVE} .fold-tools output")).to_contain_text(f"of {total}")
    assert parts.filter(visible=True).count() < total
    page.locator(f"{LIVE} .fold-tools button").click()
    expect(page.locator(f"{LIVE} [data-fold]:not([hidden]) details[open]").first).to_be_visible()


def test_index_of_method_opens_its_section(opened):
    page = opened("method?lang=en")
    page.locator(f"{LIVE} .fold-tools nav a[href='#corrections']").click()
    expect(page).to_have_url(re.compile("#corrections$"))
    expect(page.locator(f"{LIVE} #corrections")).to_be_in_viewport()


def test_citation_style_is_chosen(opened):
    page = opened("sources?lang=en")
    chosen = page.locator(f"{LIVE} .cite-tools a[aria-current]")
    before = chosen.text_content()
    page.locator(f"{LIVE} .cite-tools .text-choices a:not([aria-current])").first.click()
    expect(chosen).not_to_have_text(before or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_lists_what_it_finds(opened, language):
    page = opened(f"disagreements?lang={language}")
    page.locator(f"{LIVE} .search-box > input").press_sequentially("NPR")
    expect(page.locator(f"{LIVE} .search-hits .hits a").first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_language_is_changed(opened, slug, language):
    page = opened(f"{slug}?lang={language}")
    other = next(code for code in LANGUAGES if code != language)
    page.locator("#first .languages a").click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect(page.locator(f"{LIVE}[data-answers] h1")).to_be_visible()


@pytest.mark.parametrize("slug", SLUGS)
def test_menu_shows_the_current_page_on_a_phone(tab, server, slug):
    """It was scrolled to its page when the app took over."""
    with_text(f"{server}/{slug}?lang=es")
    page = tab(viewport=PHONE)
    block_framework(page)
    page.goto(f"{server}/{slug}?lang=es")
    # All but a fraction of a pixel.
    expect(page.locator("#first > header nav [aria-current]")).to_be_in_viewport(ratio=0.98)
    expect(page.locator("#first .more-before")).to_be_visible()


#: Of 255: a sign is lighter somewhere.
LIGHT_SIGN = 150


#: As many signs of a list are looked at.
MOST_SIGNS = 4


@pytest.mark.parametrize("signs", [".totals-key svg", ".event-list .glyph"], ids=["key", "list"])
def test_signs_of_a_dark_page_are_light(tab, server, signs):
    """They are drawn for a light page; nothing of them would be seen."""
    with_text(f"{server}/figures?lang=en")
    page = tab(color_scheme="dark")
    block_framework(page)
    page.goto(f"{server}/figures?lang=en")
    drawn = page.locator(f"{LIVE} {signs}")
    expect(drawn.first).to_be_visible()
    for sign in drawn.all()[:MOST_SIGNS]:
        picture = Image.open(io.BytesIO(sign.screenshot())).convert("L")
        assert picture.getextrema()[1] > LIGHT_SIGN


# Without scripts ----------------------------------------------------------------------------------


@pytest.fixture
def plain(tab, server) -> Opened:
    """Open a page in a browser without scripts."""

    def _open(address: str) -> Page:
        with_text(f"{server}/{address}")
        page = tab(java_script_enabled=False)
        page.goto(f"{server}/{address}")
        return page

    return _open


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", FILTERED)
def test_filter_is_sent_without_scripts(plain, slug, language):
    page = plain(f"{slug}?lang={language}&without=press")
    page.locator(f"{LIVE} [data-name=region] > summary").click()
    page.locator(f"{LIVE} [data-name=region] input[value=oriente]").check()
    show = i18n_for(language).t("Show")
    page.locator(f"{LIVE} .live-view").get_by_role("button", name=show, exact=True).click()
    expect(page).to_have_url(re.compile("without=press"))
    assert f"lang={language}" in page.url
    assert "region=oriente" in page.url
    page.locator(f"{LIVE} [data-name=region] > summary").click()
    expect(page.locator(f"{LIVE} [data-name=region] input[value=oriente]")).to_be_checked()


@pytest.mark.parametrize("language", LANGUAGES)
def test_figure_is_checked_without_scripts(plain, language):
    page = plain(f"figures?lang={language}")
    check_figure(page)
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_figure_opens_and_closes_without_scripts(plain):
    page = plain("figures?lang=en")
    page.locator(f"{LIVE} .event-list li > a").first.click()
    expect(page.locator(f"{LIVE} .record-drawer h3")).to_be_visible()
    page.locator(f"{LIVE} .record-drawer .close").click()
    expect(page.locator(f"{LIVE} .record-drawer")).to_be_hidden()


@pytest.mark.parametrize("slug", ["disagreements", "sources"])
def test_parts_open_without_scripts(plain, slug):
    page = plain(f"{slug}?lang=en")
    part = page.locator(f"{LIVE} [data-fold]").first
    part.locator("summary").first.click()
    expect(part.locator("dl, ul").first).to_be_visible()
    expect(page.locator(f"{LIVE} .fold-tools")).to_be_hidden()


# The page of the app takes over -------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_moves_when_the_app_takes_over(tab, server, slug, language, size):
    address = f"{server}/{slug}?lang={language}"
    with_text(address)
    held = Held(tab(viewport=size), FRAMEWORK)
    page = held.page
    page.goto(address, wait_until="commit")
    heading = page.locator(f"{LIVE}[data-answers] h1")
    expect(heading).to_be_visible()
    heading.evaluate(MARK)
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    page.evaluate(WATCH.replace(", buffered: true", ""))
    box = heading.bounding_box()
    held.let_through()
    assert page.locator("#root .live-page h1").evaluate(IS_MARKED)
    assert page.locator("#root .live-page h1").bounding_box() == pytest.approx(box, abs=1)
    moved = page.evaluate("window.shifts")
    assert sum(value for value, *_ in moved) < LEAST_SHIFT, "\n".join(map(str, moved))


def test_what_is_open_typed_and_focused_stays(tab, server):
    address = f"{server}/sources?lang=en"
    with_text(address)
    held = Held(tab(), FRAMEWORK)
    page = held.page
    page.goto(address, wait_until="commit")
    expect(page.locator(f"{LIVE}[data-answers]")).to_be_visible()
    part = page.locator(".live-page [data-fold]").first
    part.locator("summary").first.click()
    field = page.locator(".live-page .fold-tools input")
    field.fill("n")
    held.let_through()
    expect(page.locator("#root .live-page [data-fold] details[open]")).to_have_count(1)
    expect(field).to_have_value("n")
    expect(field).to_be_focused()


def test_filter_of_the_first_document_is_there_after_the_app_has_come(tab, server):
    address = f"{server}/figures?lang=en"
    with_text(address)
    held = Held(tab(), FRAMEWORK)
    page = held.page
    page.goto(address, wait_until="commit")
    expect(page.locator(f"{LIVE}[data-answers]")).to_be_visible()
    heading = page.locator(".live-page:not([data-waiting]) h1")
    before = heading.text_content() or ""
    page.locator(f"{LIVE} .totals-choices [name=population]").select_option("relatives")
    expect(heading).not_to_have_text(before)
    chosen = heading.text_content() or ""
    held.let_through()
    expect(page.locator("#root .live-page h1")).to_have_text(chosen)
    page.go_back()
    settle(page)
    expect(page.locator("#root .live-page h1")).to_have_text(before)


@pytest.mark.parametrize("slug", SLUGS)
def test_framework_is_asked_for_after_the_page(tab, server, slug):
    with_text(f"{server}/{slug}?lang=en")
    page = tab()
    record = Record(page, server)
    page.goto(f"{server}/{slug}?lang=en")
    settle(page)
    scripts = [url for url in record.asked if url.endswith(".js")]
    is_framework = ["/static/js/" in url for url in scripts]
    assert any("/first-page-" in url for url in scripts)
    assert is_framework == sorted(is_framework)
    record.assert_own()
