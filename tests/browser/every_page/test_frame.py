"""The tab's icon, the pointer while an answer is awaited, and charts as wide as there is room."""

from __future__ import annotations

from base64 import b64decode

import pytest

from components.presentation.metadata.icon import ICON
from tests.support.browse import FRAMED, address, name_of, visit
from tests.support.cases import leading

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
# Of each chart: the width of its drawing, and of its place.
WIDTHS = """() => [...document.querySelectorAll(".js-plotly-plot")].map((plot) =>
  [Number(plot.querySelector(".main-svg").getAttribute("width")), Math.floor(plot.clientWidth)])"""


@pytest.mark.parametrize("slug", leading(["", "map", "present"]), ids=name_of)
def test_the_tab_has_the_icon_of_the_project_and_no_other(tab, server, slug):
    page = tab()
    visit(page, address(server, slug, {"lang": "en"}))
    (link,) = page.evaluate(ICONS)
    head, _, drawn = link.partition(",")
    assert head == "data:image/svg+xml;base64"
    assert b64decode(drawn) == ICON.read_bytes()


@pytest.mark.long
def test_the_tab_of_a_published_page_has_it_too(tab, site):
    page = tab()
    page.goto(f"{site}timeline/index.html")
    drawn, *others = page.evaluate(ICONS)
    assert page.request.get(drawn).body() == ICON.read_bytes()
    assert all(page.request.get(other).ok for other in others)


@pytest.mark.parametrize("slug", leading(FRAMED[:2]), ids=name_of)
def test_after_half_a_second_the_pointer_says_that_an_answer_is_awaited(tab, server, slug):
    page = tab()
    visit(page, address(server, slug, {"lang": "en"}))
    assert page.evaluate(POINTER, 490) == [1, "auto"]
    assert page.evaluate(POINTER, 510) == [1, "progress"]


def test_a_chart_that_is_made_for_one_width_takes_the_width_there_is(tab, server):
    page = tab(viewport={"width": 1440, "height": 900})
    visit(page, address(server, "figures", {"lang": "en"}))
    seen = []
    for width in (1440, 900, 375):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(f"() => ({WIDTHS})().every(([drawn, room]) => drawn === room)")
        found = page.evaluate(WIDTHS)
        assert len(found) > 2
        assert max(drawn for drawn, _ in found) < width
        seen.append(found[0][0])
    assert len(set(seen)) == len(seen)
