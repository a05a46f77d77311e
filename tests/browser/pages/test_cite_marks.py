"""A figure's own citation in a browser: it opens within the screen and gives its texts to copy."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from components.export.citations import format_source
from components.i18n import Language, i18n_for
from tests.support.browse import PHONE, address, visit
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


def copied(page: Page, cite: Locator, name: str, done: str) -> str:
    """Press a button of a citation; what the clipboard then holds, which is what stands there."""
    button = cite.get_by_role("button", name=name).first
    text = button.evaluate("(node) => node.previousElementSibling.textContent")
    button.click()
    expect(cite.get_by_role("button", name=done).first).to_be_visible()
    page.wait_for_function(READ, arg=text)
    return str(text)


def test_a_figures_citation_gives_a_sentence_and_its_reference(page: Page, server: str) -> None:
    language: Language = "es"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    t = i18n_for(language).t
    visit(page, address(server, "", {"event": EVENT, "lang": language}))
    for which in PLACES:
        cite = page.locator(f"{MAIN} {which}").first
        cite.locator("summary").click()
        said = copied(page, cite, t("Copy the sentence"), t("Copied"))
        # The sources in brackets; after them at most whose the date is.
        assert re.search(r"\)(; [^;]+)?\.$", said)
        reference = copied(page, cite, t("Copy the reference"), t("Copied"))
        assert reference in {format_source(s, "apa", language).text for s in DATA.sources.values()}
        cite.evaluate("(node) => { node.open = false }")
        if "detail" in which:
            # It lies over what stands beside it.
            page.locator("[data-part=detail] .close").click()


def test_on_a_phone_every_citation_of_the_stage_opens_within_the_screen(
    tab: Callable[..., Page], server: str
) -> None:
    page = tab(**PHONE)
    visit(page, address(server, "", {"lang": "es", "compare": "region:guajira"}))
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
