"""The first document: read before scripts run, gone without a jump, whole without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browse import DRAWN
from tests.support.cases import leading

#: Adds up how much was seen to move, and notes what stood there when the page was first laid out.
WATCH = """
window.shifts = 0
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value
}).observe({ type: 'layout-shift', buffered: true })
"""
#: How much may move in all, in the terms of the web's measure of it.
MOST_SHIFT = 0.02


#: How the text, its headline and each part of its drawings look, as the browser worked it out.
LOOKS = """() => [...document.querySelectorAll('#first, #first h1, #first svg, #first svg *')]
    .filter((part) => part.checkVisibility())
    .map((part) => {
      const style = getComputedStyle(part)
      // Where a text's middle is depends on its letters, which may still be on their way.
      const said = [...style].filter((name) => !/^--|-origin$/.test(name))
      return [part.outerHTML.slice(0, 60), said.map((name) => `${name}: ${style[name]}`)]
    })"""


def warm(page: Page, address: str) -> None:
    """Have the text made: the first who asks a busy server may be sent the page without it."""
    for _ in range(20):
        if 'id="first"' in page.request.get(address).text():
            return
    raise AssertionError(f"{address} has no text")


@pytest.mark.parametrize(
    "path", leading(["?lang=en", "timeline?lang=es&region=oriente", "present?lang=en"])
)
def test_the_text_goes_when_the_page_is_drawn_and_nothing_jumps(page, server, path):
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


@pytest.mark.parametrize("path", leading(["?lang=en", "map?lang=es"]))
def test_the_style_of_the_page_changes_nothing_of_the_text(
    tab: Callable[..., Page], server: str, path: str
) -> None:
    """Each change would have all of it painted again, while the page that works is awaited."""
    address = f"{server}/{path}"
    alone, both = tab(), tab()
    warm(alone, address)
    alone.route("**/static/**", lambda route: route.abort())
    alone.goto(address)
    # The script that takes the text away does not come.
    both.route("**/scripts/first-*", lambda route: route.abort())
    both.goto(address)
    both.wait_for_selector("#root .foot", state="attached")
    before, after = alone.evaluate(LOOKS), both.evaluate(LOOKS)
    assert len(before) == len(after) > 50
    changed = {
        part: set(looks) ^ set(later)
        for (part, looks), (_, later) in zip(before, after, strict=True)
    }
    assert not any(changed.values()), {part: one for part, one in changed.items() if one}
