"""The first document: read before scripts run, gone without a jump, whole without scripts."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browse import DRAWN
from tests.support.cases import for_each

#: Adds up how much was seen to move, and notes what stood there when the page was first laid out.
WATCH = """
window.shifts = 0
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value
}).observe({ type: 'layout-shift', buffered: true })
"""
#: How much may move in all, in the terms of the web's measure of it.
MOST_SHIFT = 0.02


def warm(page: Page, address: str) -> None:
    """Have the text made: the first who asks a busy server may be sent the page without it."""
    for _ in range(20):
        if 'id="first"' in page.request.get(address).text():
            return
    raise AssertionError(f"{address} has no text")


@for_each("path", ["?lang=en", "timeline?lang=es&region=oriente", "present?lang=en"])
def test_the_text_goes_when_the_page_is_drawn_and_nothing_jumps(tab, server, path):
    page = tab()
    address = f"{server}/{path}"
    warm(page, address)
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")
    # It is there before any script has run, and stays until the page is whole.
    page.wait_for_selector("#first h1")
    page.wait_for_function(DRAWN)
    expect(page.locator("#first")).to_have_count(0)
    expect(page.locator("h1:visible").first).to_be_visible()
    assert page.evaluate("window.shifts") < MOST_SHIFT
