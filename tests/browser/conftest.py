"""Fixtures of the browser tests: tabs that share what they fetched, and patience."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import ARGS, find
from tests.support.browse import PATIENCE

CHROMIUM = find()
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 1000}, "locale": "en-GB"}

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
def browser_context_args() -> dict[str, Any]:
    return DESKTOP


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """One browser context for each set of options, kept: the scripts are fetched once for each."""
    kept: dict[str, BrowserContext] = {}

    def _context(**options: Any) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in kept:
            kept[key] = browser.new_context(**DESKTOP | options)
            kept[key].set_default_timeout(PATIENCE)
        return kept[key]

    yield _context
    for context in kept.values():
        context.close()


@pytest.fixture
def tab(contexts: Callable[..., BrowserContext]) -> Iterator[Callable[..., Page]]:
    """Open a tab with given options (locale, colour scheme, size), closed after the test."""
    pages: list[Page] = []
    refused: list[str] = []

    def _noted(text: str) -> None:
        if "content security policy" in text.lower():
            refused.append(text)

    def _tab(**options: Any) -> Page:
        page = contexts(**options).new_page()
        page.on("console", lambda message: _noted(message.text))
        page.on("pageerror", lambda error: _noted(str(error)))
        pages.append(page)
        return page

    yield _tab
    for page in pages:
        page.close()
    assert refused == [], "the page does what its own policy forbids"


@pytest.fixture
def page(tab: Callable[..., Page]) -> Page:
    """A tab of a desk's screen with a browser in English."""
    return tab()
