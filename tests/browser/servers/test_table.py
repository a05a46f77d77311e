"""The pages of a table of events in a browser."""

import pyarrow as pa
import pytest
from playwright.sync_api import expect
from pyarrow import parquet

from tests.support.browse import PATIENCE, PHONE, expect_state, settle, violations, visit
from tests.unit.presentation.tabled.test_tabled import rows


@pytest.fixture(scope="module")
def base(hosted, tmp_path_factory):
    path = tmp_path_factory.mktemp("shown") / "events.parquet"
    parquet.write_table(pa.table(rows(3000)), path)
    return hosted(path)


def test_the_overview_draws_and_answers(tab, base):
    page = tab()
    visit(page, f"{base}/?lang=en")
    expect(page.locator("h1").first).to_contain_text("2,999 events")
    expect(page.locator("[data-drawing=timeline] svg")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-drawing=map] svg")).to_be_visible()
    page.get_by_role("searchbox").first.fill("299")
    expect_state(page, q="299")
    expect(page.locator(".shown").first).to_contain_text("12 of 2,999 events")
    settle(page)
    expect(page.locator(".event-list button")).to_have_count(12)
    page.locator(".event-list button").first.click()
    expect(page.locator("article.detail").first).to_be_visible()
    assert violations(page) == []


def test_on_a_phone_nothing_stands_beside_the_screen(tab, base):
    page = tab(**PHONE)
    visit(page, f"{base}/?lang=es")
    expect(page.locator("[data-drawing=timeline-narrow] svg")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("document.scrollingElement.scrollWidth") == 375
