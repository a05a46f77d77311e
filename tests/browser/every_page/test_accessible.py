"""Every page at a desk is accessible by axe, in light and dark, with its parts in use."""

import pytest
from playwright.sync_api import expect

from components.presentation.pages import PAGES
from tests.support import browse
from tests.support.cases import FRAMED, SLUGS, first_cases, paired_cases
from tests.support.data import i18n_for

EVENT = "ev-2019-02-28-count-567"


@pytest.mark.parametrize(
    ("slug", "theme", "language"), paired_cases(SLUGS, [("light", "es"), ("dark", "en")])
)
def test_page_with_an_event_is_sound_at_a_desk(tab, server, slug, theme, language):
    """All that is asked of every page at a desk, of one visit.

    Axe, its length, what it asks for, its language, its name, and its place in the menu. Colours do
    not differ by language, nor lengths by theme, so that each theme goes with one language.
    """
    page = tab(color_scheme=theme)
    page.set_viewport_size({"width": 1440, "height": 900})
    record = browse.Record(page, server)
    browse.visit(page, server, slug, {"event": EVENT, "lang": language})
    record.assert_own()
    t = i18n_for(language).t
    (name,) = (t(info.title) for info in PAGES if info.slug == slug)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page).to_have_title(f"{name} · {t('The story')}")
    if slug in FRAMED:
        assert page.evaluate(browse.HEIGHT) <= 5_100
        expect(page.locator(".st-key-menu a[aria-current='page']")).to_have_text(name)
    assert browse.violations(page) == []


@pytest.mark.parametrize("theme", first_cases(browse.THEMES))
def test_filters_are_accessible(tab, server, theme):
    page = tab(color_scheme=theme)
    browse.visit(page, server, "sources", {"region": "oriente", "from": "2019-02-22"})
    found = []
    for name in ("dates", "region", "category", "source"):
        body = browse.popover(page, name)
        found += browse.violations(page, ".line")
        page.keyboard.press("Escape")
        expect(body).to_be_hidden()
    assert found == []


@pytest.mark.parametrize(
    ("slug", "view", "theme"),
    [
        ("", {"region": "amazonas", "category": "border"}, "dark"),
        ("timeline", {"event": EVENT, "region": "atlantis"}, "light"),
        ("", {"day": "2019-02-26", "lang": "es"}, "light"),
        ("", {"region": "oriente", "compare": "region:guajira", "lang": "es"}, "dark"),
        ("data", {"table": "claims"}, "light"),
    ],
)
def test_views_of_every_kind_are_accessible(tab, server, slug, view, theme):
    """An empty one, a notice, a day, a comparison and a table, with open what is folded."""
    page = tab(color_scheme=theme)
    browse.visit(page, server, slug, view)
    if slug:
        page.evaluate("() => document.querySelectorAll('details').forEach((d) => (d.open = true))")
    assert browse.violations(page) == []
    page.close()


def test_rows_of_every_table_are_accessible(tab, server):
    """What stands around them is the same for each."""
    page = tab(color_scheme="dark")
    browse.visit(page, server, "data")
    for name in ("Citations", "Sources", "Regions", "Places"):
        page.locator(".text-choices a", has_text=name).click()
        browse.expect_state(page, table=name.lower())
        assert browse.violations(page, ".st-key-data-rows") == [], name


def test_forced_colours_mark_one_page_and_keep_bars(tab, server):
    page = tab(forced_colors="active")
    browse.visit(page, server, "", {"lang": "en"})
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    colours = page.locator(".page-head nav a").evaluate_all(
        "(links) => links.map((link) => getComputedStyle(link).borderBottomColor)"
    )
    assert len(colours) == len(PAGES)
    assert len([colour for colour in colours if colour != ground]) == 1
    bar = page.locator(".stage .ranked .bar i").first
    assert bar.evaluate("(node) => getComputedStyle(node).backgroundColor") != ground
