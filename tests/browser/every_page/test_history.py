"""A view is an address: Back, Forward, reload and a change of language restore it."""

import time
from datetime import date

import pytest
from playwright.sync_api import expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from components.i18n import LANGUAGES
from tests.support import browse
from tests.support.cases import first_cases
from tests.support.data import DATA, i18n_for

EVENT = "ev-2019-02-23-aid-blocked"
IN_REGION = f"in {DATA.regions['oriente'].label}"


def test_choices_survive_back_reload_and_another_page(page, server):
    """Ten choices of every page, and the way back and forth, are gone in ``test_ten_choices``."""
    browse.visit(page, server, "timeline", {"region": "oriente"})
    browse.row(page, EVENT).click()
    browse.expect_state(page, event=EVENT)
    page.get_by_role("radio", name="20–28 Feb").click()
    browse.expect_state(page, event=EVENT, region="oriente", zoom="february")
    page.go_back()
    browse.expect_state(page, event=EVENT, region="oriente", zoom=None)
    browse.expect_ring(page, EVENT)
    page.go_back()
    browse.expect_state(page, event=None, region="oriente")
    expect(page.locator("button[aria-current]")).to_have_count(0)
    page.go_forward()
    browse.expect_state(page, event=EVENT, region="oriente")

    before, count = browse.state_of(page), browse.shown(page).inner_text()
    page.reload()
    browse.expect_state(page, event=EVENT)
    assert browse.state_of(page) == before
    expect(page.locator(".detail h3")).to_have_text(DATA.events[EVENT].title)
    browse.expect_ring(page, EVENT)

    # Another page keeps the view; with Back all is there again that belongs to the page alone.
    page.get_by_role("radio", name="20–28 Feb").click()
    browse.expect_state(page, zoom="february")
    page.locator(".st-key-menu a").first.click()
    page.wait_for_url(f"{server}/?**")
    browse.expect_state(page, region="oriente", event=EVENT, zoom=None)
    expect(browse.shown(page)).to_have_text(count)
    page.go_back()
    page.wait_for_url("**/timeline?**")
    browse.expect_state(page, event=EVENT, region="oriente", zoom="february")
    browse.expect_ring(page, EVENT)


COMPARED_PAGES = [("en", "Timeline", "Overview"), ("es", "Línea de tiempo", "Panorama")]


@pytest.mark.parametrize(("language", "away", "back"), COMPARED_PAGES, ids=LANGUAGES)
def test_comparison_comes_back_from_page_without_one(page, server, language, away, back):
    chosen = {"region": "oriente", "compare": "region:guajira", "lang": language}
    browse.visit(page, server, "", chosen)
    table = page.locator("[data-part=compare] table")
    expect(table).to_be_visible()
    figures = table.inner_text()
    browse.to_page(page, away)
    page.wait_for_url("**/timeline?**")
    browse.expect_state(page, **chosen)
    # A choice on this page changes the address, and with it the links of the menu.
    browse.row(page, EVENT).click()
    browse.expect_state(page, event=EVENT, **chosen)
    page.keyboard.press("Escape")
    browse.expect_state(page, event=None, **chosen)
    browse.to_page(page, back)
    page.wait_for_url(f"{server}/?**")
    expect(table).to_be_visible()
    expect(table).to_have_text(figures, use_inner_text=True)


class Answers:
    """Keeps what the server sends to a tab until a test lets it go; made before the first page."""

    def __init__(self, page):
        self._page = page
        self._kept = None
        self._deaf = False
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, tab) -> None:
        self._tab, self._deaf = tab, False
        server = tab.connect_to_server()
        tab.on_message(lambda message: None if self._deaf else server.send(message))
        server.on_message(lambda message: self._answer(tab, message))

    def _answer(self, tab, message) -> None:
        (tab.send if self._kept is None else self._kept.append)(message)

    def hold(self) -> None:
        self._kept = []

    def await_run(self) -> None:
        until = time.monotonic() + browse.PATIENCE / 1000
        while not any(_ends(message) for message in self._kept or ()):
            assert time.monotonic() < until, "the server ran no page"
            self._page.evaluate("() => new Promise(requestAnimationFrame)")

    def release(self) -> None:
        kept, self._kept = self._kept or [], None
        for message in kept:
            self._tab.send(message)

    def cut(self) -> None:
        """Have the server hear nothing more of the tab until it is connected anew."""
        self._deaf = True

    def reconnect(self) -> None:
        self._tab.close()


def _ends(message) -> bool:
    said = isinstance(message, bytes) and ForwardMsg.FromString(message)
    return bool(said) and said.WhichOneof("type") == "script_finished"


def near(page, server, answers):
    browse.visit(page, server, "timeline", {"region": "oriente", "event": EVENT})
    page.get_by_role("radio", name="20–28 Feb").click()
    browse.expect_state(page, zoom="february")
    answers.hold()
    return page.evaluate("history.length")


def test_menu_link_works_however_late_the_server_answers(page, server):
    answers = Answers(page)
    entries = near(page, server, answers)
    # The press has the page that is left run once more: all of its answer comes after the click.
    page.locator(".st-key-menu a").first.hover()
    page.mouse.down()
    answers.await_run()
    page.mouse.up()
    page.wait_for_url(f"{server}/?**")
    answers.release()
    expect(page).to_have_title("Overview · Across the Táchira")
    browse.expect_state(page, region="oriente", event=EVENT, zoom=None)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    browse.expect_state(page, region="oriente", event=EVENT, zoom="february")
    expect(page).to_have_title("Timeline · Across the Táchira")


def test_back_works_before_a_page_has_loaded(page, server):
    answers = Answers(page)
    near(page, server, answers)
    page.locator(".st-key-menu a").first.click()
    page.wait_for_url(f"{server}/?**")
    answers.await_run()
    page.go_back()
    page.wait_for_url("**/timeline?**")
    answers.release()
    browse.expect_state(page, region="oriente", event=EVENT, zoom="february")
    expect(page).to_have_title("Timeline · Across the Táchira")
    page.go_forward()
    page.wait_for_url(f"{server}/?**")
    browse.settle(page)
    expect(page).to_have_title("Overview · Across the Táchira")


def test_choice_made_just_before_another_page_is_kept(page, server):
    answers = Answers(page)
    browse.visit(page, server, "sources", {"region": "oriente"})
    answers.hold()
    # In a field of the framework's, whose choice the server writes into the address.
    page.get_by_role("link", name="Chicago").first.click()
    answers.await_run()
    page.locator(".st-key-menu a").nth(1).click()
    page.wait_for_url("**/timeline**")
    answers.release()
    browse.expect_state(page, region="oriente", cite="chicago")
    expect(page).to_have_title("Timeline · Across the Táchira")
    expect(browse.shown(page)).to_contain_text(IN_REGION)


def test_page_requested_while_the_server_was_down_loads_later(page, server):
    answers = Answers(page)
    near(page, server, answers)
    answers.release()
    answers.cut()
    page.locator(".st-key-menu a").first.click()
    page.wait_for_url(f"{server}/?**")
    answers.reconnect()
    expect(page).to_have_title("Overview · Across the Táchira")
    browse.expect_state(page, region="oriente", event=EVENT, zoom=None)


VIEW = {"region": "oriente", "from": "2019-02-22", "event": EVENT, "zoom": "april"}


@pytest.mark.parametrize(("first", "second"), first_cases([("en", "es"), ("es", "en")]))
def test_a_change_of_language_keeps_the_view(page, server, first, second):
    browse.visit(page, server, "timeline", VIEW | {"lang": first})
    expect(page.locator("html")).to_have_attribute("lang", first)
    page.get_by_role("button", name=LANGUAGES[second], exact=True).click()
    browse.expect_state(page, lang=second, **{"from": VIEW["from"]}, region="oriente", event=EVENT)
    i18n = i18n_for(second)
    expect(page.locator("html")).to_have_attribute("lang", second)
    expect(page).to_have_title(f"{i18n.t('Timeline')} · {i18n.t('The story')}")
    expect(page.locator(".detail h3")).to_have_text(i18n.localize(DATA.events[EVENT], "title"))
    expect(browse.row(page, EVENT)).to_contain_text(i18n.localize(DATA.events[EVENT], "title"))
    expect(browse.shown(page)).to_contain_text(i18n.format_day(date(2019, 2, 22)))


#: Presses the button of the other language, and reads the address in the same turn.
PRESS_SPANISH = """() => {
  const shadows = [...document.querySelectorAll('*')].flatMap((node) => node.shadowRoot ?? [])
  const places = [document, ...shadows]
  const buttons = places.flatMap((place) => [...place.querySelectorAll("button[lang='es']")])
  buttons.find((button) => button.checkVisibility()).click()
  return new URLSearchParams(location.search).getAll('lang')
}"""


@pytest.mark.parametrize("slug", ["", "timeline", "data", "present"])
def test_language_is_in_the_address_before_the_server_answers(page, server, slug):
    """A run that is asked for in between would be one in the old language, and the last one."""
    browse.visit(page, server, slug, {"lang": "en"})
    assert page.evaluate(PRESS_SPANISH) == ["es"]
    expect(page.locator("html")).to_have_attribute("lang", "es")
