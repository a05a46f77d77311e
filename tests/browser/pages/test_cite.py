"""Citing in a browser: the citation of a figure, and the link to a view."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from components.citing.citations import format_source
from components.citing.quotation import sources_in_view
from components.i18n import i18n_for
from components.query.selection import select_records
from components.query.view import read_view
from tests.support.browse import PHONE, downloaded, expect_state, settle, visit
from tests.support.data import DATA

EVENT = "ev-2019-02-28-count-567"
MAIN = "[data-testid='stMain']"
READ = "async (text) => await navigator.clipboard.readText() === text"
#: Where a figure's citation opens: at the head, beside the counts, in an event.
PLACES = (
    ".detail .cite:has(.cite-mark)",
    "[data-part='figures'] .cite",
    "[data-part='counts'] .cite",
)


def copied(page, cite, name, done):
    """Press a button of a citation; what the clipboard then holds, which is what stands there."""
    button = cite.get_by_role("button", name=name).first
    text = button.evaluate("(node) => node.previousElementSibling.textContent")
    button.click()
    expect(cite.get_by_role("button", name=done).first).to_be_visible()
    page.wait_for_function(READ, arg=text)
    return text


def test_citation_of_a_figure_copies_a_sentence_and_its_reference(page, server):
    language = "es"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    t = i18n_for(language).t
    visit(page, server, "", {"event": EVENT, "lang": language})
    for which in PLACES:
        cite = page.locator(f"{MAIN} {which}").first
        cite.locator("summary").click()
        said = copied(page, cite, t("Copy the sentence"), t("Copied"))
        # The sources in brackets; after them at most whose the date is.
        assert re.search(r"\)(; [^;]+)?\.$", said)
        reference = copied(page, cite, t("Copy the reference"), t("Copied"))
        assert reference in {
            format_source(source, "apa", language).text for source in DATA.sources.values()
        }
        cite.evaluate("(node) => { node.open = false }")
        if "detail" in which:
            # It lies over what stands beside it.
            page.locator("[data-part=detail] .close").click()
            expect_state(page, event=None)


def test_citations_open_within_the_screen_of_a_phone(tab, server):
    page = tab(**PHONE)
    visit(page, server, "", {"lang": "es", "compare": "region:guajira"})
    width = page.viewport_size["width"]
    # The comparison stands in the place of the head figures, which are hidden then.
    cites = page.locator(f"{MAIN} .stage .by .cite:visible")
    expect(cites.nth(3)).to_be_visible()
    for cite in cites.all():
        cite.locator("summary").click()
        box = cite.locator("dl").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        cite.evaluate("(node) => { node.open = false }")


PANEL = ".st-key-cite-view"


def open_panel(page: Page) -> Locator:
    panel = page.locator(PANEL)
    panel.locator("summary").first.click()
    expect(panel.locator(".cite-view-heading").last).to_be_visible()
    settle(page)
    return panel


def seen(page: Page) -> dict[str, list[str]]:
    """What a reader of the page compares: the sentence, the figures, the chosen event."""
    parts = (".shown", ".stage .figures", ".detail h3", ".page-title h1, .stage h1")
    return {part: page.locator(part).all_inner_texts() for part in parts}


def expected_ids(params: dict[str, str | list[str]]) -> set[str]:
    lists = {name: [value] if isinstance(value, str) else value for name, value in params.items()}
    view, _ = read_view(lists, DATA)
    found = sources_in_view(DATA, select_records(DATA, view.filters), view)
    return {source.id for source in found}


@pytest.mark.parametrize(
    ("slug", "params"),
    [
        ("", {"lang": "es", "from": "2019-02-22", "to": "2019-03-31", "event": EVENT}),
        ("timeline", {"lang": "en", "q": "“500” & más", "event": EVENT}),
    ],
)
def test_shared_link_opens_the_same_view(tab, server, slug, params):
    page = tab()
    visit(page, server, slug, params)
    before = seen(page)
    link = open_panel(page).locator("[data-testid='stCode'] code").first.inner_text()
    assert link.startswith(f"{server}/{slug}?lang=")
    # A browser of another language, which shares nothing with this one.
    other = tab(locale="es-CO")
    other.goto(link)
    settle(other)
    assert seen(other) == before
    expect(open_panel(other).locator("[data-testid='stCode'] code").first).to_have_text(link)


def test_bibliography_has_every_source_and_follows_the_filters(page, server):
    params: dict[str, str | list[str]] = {"lang": "en", "region": "guajira", "event": EVENT}
    visit(page, server, "timeline", params)
    panel, wanted = open_panel(page), expected_ids(params)
    expect(panel.locator(".cite-view-entries li")).to_have_count(len(wanted))
    shown = page.locator(".detail a[href*='sources?source=']").evaluate_all(
        "links => links.map(a => new URL(a.href).searchParams.get('source'))"
    )
    assert set(shown) <= wanted
    items = json.loads(downloaded(page, panel.get_by_role("link", name="CSL-JSON")))
    assert {item["id"] for item in items} == wanted
    link = panel.locator("[data-testid='stCode'] code").first
    expect(link).to_contain_text("region=guajira")
    page.get_by_role("button", name="Clear all filters").first.click()
    expect_state(page, region=None)
    expect(link).not_to_contain_text("region=guajira")
    ids = len(expected_ids({"lang": "en", "event": EVENT}))
    expect(panel.get_by_role("heading", name=f"Bibliography: {ids} sources")).to_be_visible()
    expect(panel.locator(".cite-view-entries li")).to_have_count(ids)
