"""Fixtures of the browser tests: browsers, and tabs that share their cache."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import ARGS, find, find_shell
from tests.support.browse import PATIENCE

CHROMIUM = find()
SHELL = find_shell() or CHROMIUM
# The processor draws what has no WebGL itself: SwiftShader's way takes a third of a visit's time.
PLAIN_DRAWING = ["--disable-gpu-compositing", "--disable-gpu-rasterization"]
# Tabs of one site share a process, so that what was compiled for one is there for the next: an
# eighth of the browser's time.
ONE_PROCESS = ["--process-per-site"]
# These need the whole Chromium, where all others run in the shell: it prints charts otherwise, and
# breaks one line of the story more.
IN_WHOLE = ("test_paper.py", "test_present.py", "test_site_paper.py")
DESKTOP: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 1000},
    "locale": "en-GB",
    "color_scheme": "light",
}

#: What a tab can have for itself: it shares what others fetched whatever their size and colours.
OF_A_TAB = ("viewport", "color_scheme", "reduced_motion")
#: A phone's tabs share among themselves: their size belongs to what a touch screen is.
TOUCH = {"has_touch", "is_mobile"}

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM or os.environ.get("REQUIRE_ALL"):
        return
    reason = "SKIPPED: no Chromium on this machine; every test in a browser is left out"
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": CHROMIUM, "args": ARGS}


@pytest.fixture(scope="session")
def browsers(launch_browser: Callable[..., Browser]) -> Iterator[Callable[[bool], Browser]]:
    started: dict[bool, Browser] = {}

    def _browser(in_shell: bool) -> Browser:
        if in_shell not in started:
            shell = {"executable_path": SHELL, "args": [*ARGS, *PLAIN_DRAWING, *ONE_PROCESS]}
            started[in_shell] = launch_browser(**(shell if in_shell else {}))
        return started[in_shell]

    yield _browser
    for one in started.values():
        one.close()


@pytest.fixture(scope="module")
def browser(browsers: Callable[[bool], Browser], request: pytest.FixtureRequest) -> Browser:
    return browsers(request.path.name not in IN_WHOLE)


def hold_process(context: BrowserContext) -> None:
    """Keep the process of the servers' site, whatever their ports: an empty tab that stays open."""
    tab = context.new_page()
    tab.route("**", lambda route: route.fulfill(content_type="text/html", body=""))
    tab.goto("http://127.0.0.1/")


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return DESKTOP


@pytest.fixture(scope="session")
def kept_contexts() -> Iterator[dict[tuple[Browser, str], BrowserContext]]:
    kept: dict[tuple[Browser, str], BrowserContext] = {}
    yield kept
    for context in kept.values():
        context.close()


@pytest.fixture(scope="module")
def contexts(
    browser: Browser, kept_contexts: dict[tuple[Browser, str], BrowserContext]
) -> Callable[..., BrowserContext]:
    """One browser context for each set of options, kept: the scripts are fetched once for each."""

    def _context(**options: Any) -> BrowserContext:
        asked = DESKTOP | options
        key = browser, repr(sorted(asked.items()))
        if key not in kept_contexts:
            kept_contexts[key] = browser.new_context(**asked)
            kept_contexts[key].set_default_timeout(PATIENCE)
            # Most tests are at a desk or on one phone; every process that is held takes memory.
            if asked == DESKTOP or TOUCH & options.keys():
                hold_process(kept_contexts[key])
        return kept_contexts[key]

    return _context


@contextmanager
def open_tabs(contexts: Callable[..., BrowserContext]) -> Iterator[Callable[..., Page]]:
    """Give a function that opens a tab; close the tabs, and fail if one broke the policy."""
    pages: list[Page] = []
    refused: list[str] = []

    def _noted(text: str) -> None:
        if "content security policy" in text.lower():
            refused.append(text)

    def _tab(**options: Any) -> Page:
        alone = () if TOUCH & options.keys() else OF_A_TAB
        own = {name: options.pop(name) for name in alone if name in options}
        page = contexts(**options).new_page()
        if size := own.pop("viewport", None):
            page.set_viewport_size(size)
        if own:
            page.emulate_media(**own)
        page.on("console", lambda message: _noted(message.text))
        page.on("pageerror", lambda error: _noted(str(error)))
        pages.append(page)
        return page

    yield _tab
    for page in pages:
        page.close()
    assert refused == [], "the page does what its own policy forbids"


@pytest.fixture
def tab(contexts: Callable[..., BrowserContext]) -> Iterator[Callable[..., Page]]:
    with open_tabs(contexts) as open_tab:
        yield open_tab


@pytest.fixture(scope="class")
def class_tab(contexts: Callable[..., BrowserContext]) -> Iterator[Callable[..., Page]]:
    """Open tabs that all tests of a class share, so that a page is visited once for them."""
    with open_tabs(contexts) as open_tab:
        yield open_tab


@pytest.fixture
def page(tab: Callable[..., Page]) -> Page:
    return tab()


@pytest.fixture
def desk(tab: Callable[..., Page]) -> Page:
    return tab(viewport={"width": 1440, "height": 900})


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[Callable[[str], str]]:
    pages: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = self.path[1:].isdigit() and int(self.path[1:]) < len(pages)
            self.send_response(200 if known else 404)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(pages[int(self.path[1:])] if known else b"")

        def log_message(self, *_: object) -> None:
            pass

    def _put(body: str) -> str:
        head = '<!DOCTYPE html><html lang="en"><head><title>An article</title></head>'
        pages.append(f"{head}<body style='margin:0'>{body}</body></html>".encode())
        # Another name, so that it is another site, too.
        return f"http://localhost:{server.server_port}/{len(pages) - 1}"

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield _put
        server.shutdown()
