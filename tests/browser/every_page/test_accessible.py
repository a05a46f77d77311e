"""Every page at a desk: axe finds nothing, in light and dark and with its parts in use."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from components.presentation.pages import PAGES
from tests.support.browse import FRAMED, HEIGHT, SLUGS, Record, address, popover, visit
from tests.support.cases import in_turn, leading
from tests.support.words import i18n_for

EVENT = "ev-2019-02-28-count-567"
THEMES = ("light", "dark")


def violations(page: Page, within: str | None = None, **more: object) -> list[str]:
    """What axe finds on the page, or within one part of it: a line for each element."""
    results = Axe().run(page, within, {"resultTypes": ["violations"], **more}).response
    return [
        f"{rule['id']} ({rule['impact']}): {node['target']} {node['html'][:160]} | "
        f"{' '.join(node['failureSummary'].split())[:300]}"
        for rule in results["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(
    ("slug", "theme", "language"), in_turn(SLUGS, [("light", "es"), ("dark", "en")])
)
def test_a_page_with_an_event_is_sound_at_a_desk(tab, server, slug, theme, language):
    """All that is asked of every page at a desk, of one visit.

    Axe, its length, what it asks for, its language, its name, and its place in the menu.

    A theme differs in its colours and in the scripts and pictures that are asked for, a language
    in its words: how long they make a page, and what is asked for them. Colours do not differ by
    language, nor lengths by theme, so that each theme goes with one language.
    """
    page = tab(color_scheme=theme)
    page.set_viewport_size({"width": 1440, "height": 900})
    record = Record(page, server)
    visit(page, address(server, slug, {"event": EVENT, "lang": language}))
    record.assert_own()
    t = i18n_for(language).t
    (name,) = (t(info.title) for info in PAGES if info.slug == slug)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page).to_have_title(f"{name} · {t('The story')}")
    if slug in FRAMED:
        assert page.evaluate(HEIGHT) <= 5_000
        expect(page.locator(".st-key-menu a[aria-current='page']")).to_have_text(name)
    assert violations(page) == []


@pytest.mark.parametrize("theme", leading(THEMES))
def test_axe_finds_nothing_in_the_filters(tab, server, theme):
    page = tab(color_scheme=theme)
    visit(page, address(server, "sources", {"region": "oriente", "from": "2019-02-22"}))
    found = []
    for name in ("dates", "regions", "categories", "sources"):
        body = popover(page, name)
        found += violations(page, ".line")
        page.keyboard.press("Escape")
        expect(body).to_be_hidden()
    assert found == []


@pytest.mark.parametrize("theme", leading(reversed(THEMES)))
def test_axe_finds_nothing_when_nothing_is_left(tab, server, theme):
    page = tab(color_scheme=theme)
    visit(page, address(server, "", {"region": "amazonas", "category": "border"}))
    assert violations(page) == []


@pytest.mark.parametrize("theme", leading(reversed(THEMES)))
def test_axe_finds_nothing_with_a_notice_and_every_citation_open(tab, server, theme):
    page = tab(color_scheme=theme)
    visit(page, address(server, "timeline", {"event": EVENT, "region": "atlantis"}))
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => (d.open = true))")
    assert violations(page) == []
