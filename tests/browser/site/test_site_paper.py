"""Published pages are printed light, without what is pressed, in type of nine points."""

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages.test_paper import printed, smallest_types
from tests.browser.site.conftest import PATH
from tests.support.cases import SLUGS

EVENT = "ev-2019-02-23-aid-blocked"


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("h1").first).not_to_be_empty()
    if page.locator(".stage-box").count():
        expect(page.locator(".stage-box[data-paper]")).to_be_attached()


@pytest.mark.parametrize(
    ("slug", "folder_of_language"), list(zip(sorted(SLUGS), cycle(["", "es/"])))
)
def test_published_page_is_printed_in_nine_points(page, site, slug, folder_of_language):
    """The Overview had letters of 6.8 points, the questions signs of 7.3, the lesson days of 6."""
    open_page(page, f"{site}{folder_of_language}{slug}")
    assert smallest_types(printed(page)) == []


def test_published_overview_is_printed_on_two_sheets_without_open_citations(page, site):
    """The panels of citations were printed open, over the timeline."""
    open_page(page, site)
    document = printed(page)
    assert len(document) <= 2
    text = " ".join(sheet.get_text() for sheet in document)
    assert "At the border" in text
    assert "Ready to quote" not in text


def test_published_lesson_is_printed_on_few_sheets(page, site):
    """With every citation in full there were 79."""
    open_page(page, f"{site}present")
    steps = page.locator(".text-steps h2").all_text_contents()
    document = printed(page)
    assert len(document) <= 8
    text = " ".join(" ".join(sheet.get_text().split()) for sheet in document)
    assert [step for step in steps if " ".join(step.split()) not in text] == []


def test_published_drawing_for_paper_is_pale_where_the_filters_are(page, site):
    open_page(page, f"{site}?category=border")
    expect(page.locator(f".layer [data-event='{EVENT}']")).not_to_have_attribute("data-dim", "")
    page.emulate_media(media="print")
    drawing = page.locator(".time .on-paper svg")
    expect(drawing).to_be_visible()
    expect(drawing.locator("[data-event][data-dim]")).not_to_have_count(0)
    expect(drawing.locator(f"[data-event='{EVENT}']")).not_to_have_attribute("data-dim", "")


def test_published_overview_in_a_folder_prints_its_events_as_a_list(page, folder):
    """No script may ask for a file beside it there."""
    open_page(page, (folder / PATH.strip("/") / "index.html").as_uri())
    document = printed(page)
    assert smallest_types(document) == []
    text = " ".join(" ".join(sheet.get_text().split()) for sheet in document)
    assert "The attempt to bring in aid from Cúcuta fails" in text
