"""A published chart alone in an article of another site shows what the app's shows of a view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Frame, Page, expect

from components.presentation.stories import public_story
from tests.support.stories.site import HOST, PATH

DATA = public_story().dataset
#: What stands there of a view that is drawn apart: all of it.
WHOLE = """() => ({
  headline: document.querySelector("[data-part=headline]").textContent,
  subtitle: document.querySelector("[data-part=subtitle]").textContent,
  notes: document.querySelector("[data-part=notes]").textContent,
  rows: document.querySelectorAll("[data-part=table] tbody tr").length,
  drawings: [...document.querySelectorAll("[data-part=drawing] svg")].map((svg) => svg.outerHTML),
})"""
#: The marks that the filters leave in the drawing that is seen: which, and what they say.
MARKS = """() => {
  const shown = document.querySelector(innerWidth >= 600 ? ".wide" : ".narrow")
  const found = [...shown.querySelectorAll(".mark:not([data-dim], [data-none])")].map((mark) => {
    const { event, id } = mark.dataset
    const radii = [...mark.querySelectorAll(".count circle")]
      .map((one) => Number(one.getAttribute("r"))).filter(Boolean)
    // Of an event its date: the names after it are those of all its sources.
    const title = mark.querySelector("title")?.textContent ?? ""
    const said = id?.startsWith("cl-") ? "" : title.split(". ")[0]
    const chosen = mark.hasAttribute("data-chosen") || mark.dataset.signs === "chosen"
    return JSON.stringify([event ?? id, said, radii, chosen])
  })
  return [...new Set(found)].sort()
}"""
DRAWN = [
    ("timeline", "zoom=april"),
    ("map", "counts=change&extent=border"),
    ("map", "counts=earlier"),
    ("figures", "measure=share"),
]
FILTERED = [
    ("timeline", "tier=document"),
    ("timeline", "known=2019-02-27&zoom=february"),
    ("timeline", "category=politics&without=press"),
    ("map", "tier=document"),
    ("map", "known=2019-02-27&counts=change"),
    ("map", "event=ev-2019-02-23-soldier-escorted&category=counts"),
    ("figures", "tier=document&measure=arrivals"),
    ("figures", "population=soldiers"),
    ("figures", "measure=arrivals&claimant=migracion-colombia&to=2019-03-10"),
]


def framed(page: Page, address: str) -> Frame:
    """A chart in an article, when it stands there."""
    page.evaluate(HOST, address)
    inside = page.frame_locator("iframe")
    expect(inside.locator("[data-part=headline]")).not_to_be_empty()
    if "/embed/" in address and "index.html" in address:
        expect(inside.locator("main[data-shown]")).to_be_attached()
    return page.frames[1]


@pytest.mark.parametrize("width", [320, 800])
@pytest.mark.parametrize(("kind", "query"), DRAWN)
def test_a_view_that_is_drawn_apart_is_the_apps(tab, site, server, folder, width, kind, query):
    page = article(tab, site, folder, width)
    app = framed(page, f"{server}/embed/{kind}?lang=en&{query}").evaluate(WHOLE)
    assert framed(page, f"{site}embed/{kind}/index.html?{query}").evaluate(WHOLE) == app


@pytest.mark.parametrize("width", [320, 800])
@pytest.mark.parametrize(("kind", "query"), FILTERED)
def test_filters_leave_the_marks_that_they_leave_in_the_app(
    tab, site, server, folder, width, kind, query
):
    page = article(tab, site, folder, width)
    app = framed(page, f"{server}/embed/{kind}?lang=en&{query}").evaluate(MARKS)
    assert app
    assert framed(page, f"{site}embed/{kind}/index.html?{query}").evaluate(MARKS) == app


def article(tab, site: str, folder, width: int) -> Page:
    """An empty page of another site."""
    (folder / "article.html").write_text("<!doctype html><html lang=en><title>An article</title>")
    page = tab(viewport={"width": width, "height": 700})
    page.goto(f"{site.replace('127.0.0.1', 'localhost').removesuffix(PATH)}/article.html")
    return page
