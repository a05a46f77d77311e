"""A table of events in a browser: its pages, and failing or slow engines."""

import pyarrow as pa
import pymupdf
import pytest
from playwright.sync_api import expect
from pyarrow import parquet

from tests.support.browse import PHONE, expect_state, settle, violations, visit
from tests.support.cases import first_cases
from tests.support.programs.postgres import running_postgres
from tests.support.server import running_server
from tests.support.stories.store import shown_through, table_rows


@pytest.fixture(scope="module")
def base(hosted, tmp_path_factory):
    path = tmp_path_factory.mktemp("shown") / "events.parquet"
    parquet.write_table(pa.table(table_rows(3000)), path)
    return hosted(path)


def test_overview_of_a_table_is_drawn_and_filtered(tab, base):
    page = tab()
    visit(page, base, "", {"lang": "en"})
    expect(page.locator("h1").first).to_contain_text("2,999 events")
    expect(page.locator("[data-drawing=timeline] svg")).to_be_visible()
    expect(page.locator("[data-drawing=map] svg")).to_be_visible()
    page.get_by_role("searchbox").first.fill("299")
    expect_state(page, q="299")
    expect(page.locator(".shown").first).to_contain_text("12 of 2,999 events")
    settle(page)
    expect(page.locator(".event-list button")).to_have_count(12)
    page.locator(".event-list button").first.click()
    expect(page.locator("article.detail").first).to_be_visible()
    assert violations(page) == []


def test_pages_of_a_table_fit_a_phone(tab, base):
    page = tab(**PHONE)
    visit(page, base, "", {"lang": "es"})
    expect(page.locator("[data-drawing=timeline-narrow] svg")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth") == 375


def test_map_of_a_dark_page_is_printed_as_a_light_drawing(tab, base):
    """What WebGL had drawn was turned over by a filter, with the blue of its circles."""
    page = tab(color_scheme="dark")
    visit(page, base, "map", {"lang": "en"})
    sheet = pymupdf.open(stream=page.pdf(format="A4", prefer_css_page_size=False))[0]
    assert sheet.get_images() == []
    greys = sheet.get_pixmap(dpi=80, colorspace=pymupdf.csGRAY).samples
    assert sum(grey < 70 for grey in greys) < 0.05 * len(greys)


# The table below is a view whose coordinates come from a function that a switch turns to failing or
# to sleeping: it is the real engine that fails, and its real time limit that stops it.
#: Much more than a question about so few rows takes on a busy machine.
SECONDS = "3"
VIEW = """
CREATE TABLE switch (mode text NOT NULL);
INSERT INTO switch VALUES ('on');
CREATE FUNCTION degrees_of(given float8) RETURNS float8 STABLE LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT mode FROM switch) = 'broken' THEN RAISE EXCEPTION 'out of order'; END IF;
  IF (SELECT mode FROM switch) = 'asleep' THEN PERFORM pg_sleep(600); END IF;
  RETURN given;
END $$;
CREATE VIEW shown AS SELECT date, title, category, region, degrees_of(lat) AS lat, lon FROM kept;
"""
SAID = {
    ("broken", "en"): "This part is missing: the table could not be asked.",
    ("asleep", "es"): "Falta esta parte: la tabla no respondió a tiempo.",
}


@pytest.fixture(scope="module")
def engine():
    with running_postgres() as running:
        shown_through(running, VIEW)
        yield running


@pytest.fixture(scope="module")
def failing(engine):
    settings = {"STORY_DATA": f"{engine.address}&table=shown", "STORY_SECONDS": SECONDS}
    with running_server(env=settings) as address:
        yield address


@pytest.fixture
def turned(engine):
    yield lambda mode: engine.run("UPDATE switch SET mode = %s", mode)
    engine.run("UPDATE switch SET mode = %s", "on")


@pytest.mark.parametrize(("mode", "language"), first_cases(SAID))
def test_failed_query_is_reported_beside_the_rest_of_the_page(tab, failing, turned, mode, language):
    page, said = tab(), SAID[mode, language]
    # Each with days of its own: nothing that is shown was answered before.
    start = f"2016-01-{1 + list(SAID).index((mode, language)):02}"
    view = {"lang": language, "from": start}
    app = page.locator("[data-testid=stApp]")
    turned(mode)
    visit(page, failing, "", view)
    expect(app.locator("[data-drawing=timeline] svg")).to_be_visible()
    expect(app.locator(".caveat", has_text=said)).to_have_count(2)
    expect(app.locator("h1").first).to_contain_text("60")
    expect(app.locator(".shown").first).to_contain_text("60")
    expect(app.locator("[data-drawing=map]")).to_be_hidden()
    expect(app.locator(".event-list button")).to_have_count(0)
    assert "out of order" not in page.content()
    turned("on")
    visit(page, failing, "", view)
    expect(app.locator("[data-drawing=map] svg")).to_be_visible()
    expect(app.locator(".event-list button")).to_have_count(60)
    expect(app.locator(".caveat", has_text=said)).to_have_count(0)
