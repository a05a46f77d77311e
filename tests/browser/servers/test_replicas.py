"""Two copies of the app behind HAProxy, as ``deploy/haproxy.cfg`` sets it up."""

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP
from tests.support.browse import PATIENCE, address, connected, open_file, settle, shown, visit
from tests.support.programs.proxy import Copies, Proxy, find, running_copies, running_proxy
from tests.support.server import ask, until
from tests.support.stories.uploads import package

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        find() is None and not os.environ.get("REQUIRE_ALL"),
        reason="SKIPPED: no HAProxy on this machine; nothing was tested behind a proxy",
    ),
]


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Copies, Proxy]]:
    with running_copies() as made:
        yield made


@pytest.fixture
def reader_of(browser: Browser, both: tuple[Copies, Proxy]) -> Iterator[Callable[[str], Page]]:
    """A reader whom the proxy has sent to a copy: a browser of their own with its cookie."""
    contexts, (_, proxy) = [], both

    def _reader(name: str) -> Page:
        context = browser.new_context(**DESKTOP)
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "copy", "value": name, "url": proxy.base}])
        contexts.append(context)
        return context.new_page()

    yield _reader
    for context in contexts:
        context.close()


def copy_of(page: Page) -> str:
    return next(
        str(cookie.get("value"))
        for cookie in page.context.cookies()
        if cookie.get("name") == "copy"
    )


def test_new_readers_are_balanced_and_sticky(browser, both):
    sent, (_, proxy) = set(), both
    for _ in range(4):
        context = browser.new_context()
        context.request.get(f"{proxy.base}/robots.txt")
        (cookie,) = [cookie for cookie in context.cookies() if cookie["name"] == "copy"]
        sent.add(cookie["value"])
        assert "set-cookie" not in context.request.get(f"{proxy.base}/robots.txt").headers
        context.close()
    assert sent == {"a", "b"}


def test_files_of_a_page_come_from_either_copy(both, reader_of):
    page, (_, proxy) = reader_of("a"), both
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, proxy.base, "", {"lang": "en"})
    own = [(url, "GET") for url in asked if "/stage/" in url]
    assert len(own) > 1
    # Whoever is sent to the other copy has a handout made there, the same.
    for url, method in (*own, (f"{proxy.base}/takeaway/handout-a4.pdf?lang=en", "POST")):
        one, other = (ask(url, method, Cookie=f"copy={name}") for name in "ab")
        assert (one.status, one.body) == (200, other.body), url


def test_drained_copy_loses_no_view(both, reader_of):
    page, (copies, proxy) = reader_of("a"), both
    visit(page, proxy.base, "timeline", {"region": "oriente", "lang": "en"})
    said = shown(page).inner_text()
    copies.drain_file("a").touch()
    assert ask(f"http://{copies.at('a')}/ready").status == 503
    proxy.wait_for(a="DOWN", b="UP")
    # New readers go to the other copy; who is here goes on.
    fresh = page.context.browser.new_context()
    fresh.request.get(f"{proxy.base}/robots.txt")
    assert [cookie["value"] for cookie in fresh.cookies()] == ["b"]
    fresh.close()
    assert shown(page).inner_text() == said
    copies.end("a", signal.SIGTERM)
    connected(page)
    page.get_by_role("link", name="Map", exact=True).first.click()
    settle(page)
    expect(shown(page)).to_have_text(said)
    copies.start("a")
    proxy.wait_for(a="UP", b="UP")


def test_killed_copy_loses_no_view_and_reports_a_lost_story(both, reader_of):
    reading, opened, (copies, proxy) = reader_of("b"), reader_of("b"), both
    visit(reading, proxy.base, "timeline", {"from": "2019-02-22", "lang": "en"})
    said = shown(reading).inner_text()
    open_file(opened, proxy.base, "flood.zip", package())
    copies.end("b", signal.SIGKILL)
    until(lambda: copy_of(reading) == "a")
    connected(reading)
    settle(reading)
    expect(shown(reading)).to_have_text(said)
    notice = opened.locator(".page-head .lost")
    expect(notice).to_contain_text("flood.zip")
    expect(notice.get_by_role("link", name="Open it again")).to_be_visible()
    copies.start("b")
    proxy.wait_for(a="UP", b="UP")


def test_https_uses_http_2_and_sticky_websockets(both, browser):
    copies, proxy = both
    proxy.wait_for(a="UP", b="UP")
    context = browser.new_context(**DESKTOP, ignore_https_errors=True)
    context.set_default_timeout(PATIENCE)
    with running_proxy(copies.at("a"), copies.at("b"), tls=True) as secure:
        secure.wait_for(a="UP", b="UP")
        page = context.new_page()
        answer = page.goto(address(secure.base, "timeline", {"lang": "en"}))
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        spoken = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
        assert page.evaluate(spoken) == "h2"
        # What a page says comes by its websocket: there is one, through the same proxy.
        settle(page)
        connected(page)
        files = "performance.getEntriesByType('resource').map((one) => one.nextHopProtocol)"
        assert set(page.evaluate(files)) <= {"h2", ""}
        context.close()
