"""Citing a view in a browser: the link gives a stranger the same view, and the files are whole."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from components.export.quotation import sources_in_view
from components.query.filters import select
from components.query.view import read_view
from tests.support.browse import PATIENCE, address, downloaded, expect_state, settle, visit
from tests.support.cases import for_each
from tests.support.data import DATA

EVENT = "ev-2019-02-28-count-567"
PANEL = ".st-key-cite-view"


def open_panel(page: Page) -> Locator:
    """Open the panel; gives it once it is filled."""
    panel = page.locator(PANEL)
    panel.locator("summary").first.click()
    expect(panel.locator(".cite-view-heading").last).to_be_visible(timeout=PATIENCE)
    settle(page)
    return panel


def seen(page: Page) -> dict[str, list[str]]:
    """What a reader of the page compares: the sentence, the figures, the chosen event."""
    parts = (".shown", ".stage .figures", ".detail h3", ".page-title h1, .stage h1")
    return {part: page.locator(part).all_inner_texts() for part in parts}


def expected_ids(params: dict[str, str | list[str]]) -> set[str]:
    lists = {name: [v] if isinstance(v, str) else v for name, v in params.items()}
    view, _ = read_view(lists, DATA)
    found = sources_in_view(DATA, select(DATA, view.filters), view)
    return {source.id for source in found}


@for_each(
    "slug, params",
    [
        ("", {"lang": "es", "from": "2019-02-22", "to": "2019-03-31", "event": EVENT}),
        ("timeline", {"lang": "en", "q": "“500” & más", "event": EVENT}),
    ],
)
def test_the_link_shows_a_stranger_the_same_view(tab, server, slug, params):
    page = tab()
    visit(page, address(server, slug, params))
    before = seen(page)
    link = open_panel(page).locator("[data-testid='stCode'] code").first.inner_text()
    assert link.startswith(f"{server}/{slug}?lang=")
    # A browser of another language, which shares nothing with this one.
    other = tab(locale="es-CO")
    visit(other, link)
    assert seen(other) == before
    again = open_panel(other).locator("[data-testid='stCode'] code").first.inner_text()
    assert again == link


def test_a_file_holds_every_source_shown_and_the_panel_follows_the_filters(page, server):
    params: dict[str, str | list[str]] = {"lang": "en", "region": "guajira", "event": EVENT}
    visit(page, address(server, "timeline", params))
    panel, wanted = open_panel(page), expected_ids(params)
    expect(panel.locator(".cite-view-entries li")).to_have_count(len(wanted))
    shown = page.locator(".detail a[href*='sources?source=']").evaluate_all(
        "links => links.map(a => new URL(a.href).searchParams.get('source'))"
    )
    assert set(shown) <= wanted
    button = panel.get_by_role("button", name=re.compile(r"\bCSL-JSON$"))
    items = json.loads(downloaded(page, button))
    assert {item["id"] for item in items} == wanted
    link = panel.locator("[data-testid='stCode'] code").first
    expect(link).to_contain_text("region=guajira")
    page.get_by_role("button", name="Clear all filters").first.click()
    expect_state(page, region=None)
    expect(link).not_to_contain_text("region=guajira", timeout=PATIENCE)
    ids = len(expected_ids({"lang": "en", "event": EVENT}))
    expect(panel.get_by_role("heading", name=f"Bibliography: {ids} sources")).to_be_visible()
    expect(panel.locator(".cite-view-entries li")).to_have_count(ids)
