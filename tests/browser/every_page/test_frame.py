"""The tab's icon, the pointer while an answer is awaited, and charts as wide as there is room."""

from __future__ import annotations

from base64 import b64decode

import pytest

from components.presentation.metadata.icon import ICON
from tests.support.browse import address, visit

ICONS = "() => [...document.querySelectorAll(\"link[rel~='icon']\")].map((link) => link.href)"
# The pointer over the page so many milliseconds after a run has begun that has not ended.
POINTER = """(after) => {
  const app = document.querySelector("[data-testid=stApp]")
  app.dataset.testScriptState = "running"
  const found = app.getAnimations().filter((one) => one.animationName === "waiting")
  for (const one of found) {
    one.pause()
    one.currentTime = after
  }
  return [found.length, getComputedStyle(app).cursor]
}"""


@pytest.mark.long
def test_the_tab_of_a_published_page_has_it_too(tab, site):
    page = tab()
    page.goto(f"{site}timeline/index.html")
    drawn, *others = page.evaluate(ICONS)
    assert page.request.get(drawn).body() == ICON.read_bytes()
    assert all(page.request.get(other).ok for other in others)


def test_a_page_has_its_icon_and_after_half_a_second_the_pointer_says_that_it_waits(tab, server):
    page = tab()
    visit(page, address(server, "timeline", {"lang": "en"}))
    (link,) = page.evaluate(ICONS)
    head, _, drawn = link.partition(",")
    assert head == "data:image/svg+xml;base64"
    assert b64decode(drawn) == ICON.read_bytes()
    assert page.evaluate(POINTER, 490) == [1, "auto"]
    assert page.evaluate(POINTER, 510) == [1, "progress"]
