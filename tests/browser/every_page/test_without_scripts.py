"""Every page with scripts off: read by its own menu, page after page, in either language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from components.i18n import Language, i18n_for
from components.presentation.pages import PAGES
from tests.browser.every_page.test_first_document import warm
from tests.support.browse import LANGUAGES, address
from tests.support.cases import leading

EVENT = "ev-2019-02-23-aid-blocked"
#: What a page shows besides words, where it shows any: a drawing, a table or a list.
SHOWN = {
    "": "svg.drawing",
    "timeline": "svg.drawing",
    "map": "svg.drawing",
    "figures": "svg.drawing",
    "disagreements": "table, li",
    "sources": "article",
    "present": "svg.drawing, table, li",
    "data": "table, li",
    "method": "h2",
}


@pytest.mark.parametrize("language", leading(LANGUAGES))
def test_without_scripts_each_page_is_read_and_each_link_of_the_menu_leads_to_it(
    tab: Callable[..., Page], server: str, language: Language
) -> None:
    t = i18n_for(language).t
    view = {"lang": language, "event": EVENT}
    width = 375
    page = tab(java_script_enabled=False, viewport={"width": width, "height": 800})
    for info in PAGES:
        warm(page, address(server, info.slug, view))
    page.goto(address(server, "method", view))
    for info in PAGES:
        menu = page.locator("#first header nav")
        expect(menu.get_by_role("link")).to_have_count(len(PAGES))
        menu.get_by_role("link", name=t(info.title), exact=True).click()
        page.wait_for_url(address(server, info.slug, view))
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#first header nav [aria-current=page]")).to_have_text(t(info.title))
        expect(page.locator("#first h1")).to_have_count(1)
        expect(page.locator("#first h1")).to_be_visible()
        expect(page.locator("#first h1")).not_to_be_empty()
        parts = page.locator("#first main").locator(SHOWN[info.slug])
        expect(parts.filter(visible=True).first).to_be_visible()
        expect(page.locator("#root")).to_be_hidden()
        expect(page.locator("#first .loading")).to_be_hidden()
        box = page.locator("#first main").bounding_box()
        assert box
        assert box["width"] <= width
    page.locator("#first .languages a").click()
    other = next(one for one in LANGUAGES if one != language)
    expect(page.locator("html")).to_have_attribute("lang", other)
    assert f"event={EVENT}" in page.url
