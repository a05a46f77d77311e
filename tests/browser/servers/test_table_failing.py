"""A part of a table that its engine cannot answer, or not in time, is missing; the rest is there.

The table is a view of PostgreSQL whose coordinates come from a function that a switch turns to
failing or to sleeping, so it is the real engine that fails, and its real time limit that stops it.
"""

import pytest
from playwright.sync_api import expect

from tests.support.browse import PATIENCE, visit
from tests.support.cases import leading
from tests.support.programs.postgres import running_postgres
from tests.support.server import running_server
from tests.unit.presentation.tabled.test_tabled import rows

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
        made = rows(61)
        names = ("date", "title", "category", "region", "lat", "lon")
        kinds = {name: "float8" if name in {"lat", "lon"} else "text" for name in names}
        listed = list(zip(*(made[name] for name in names), strict=True))
        running.make("kept", kinds, listed[:-1])
        running.run(VIEW)
        yield running


@pytest.fixture(scope="module")
def base(engine):
    settings = {"STORY_DATA": f"{engine.address}&table=shown", "STORY_SECONDS": SECONDS}
    with running_server(env=settings) as address:
        yield address


@pytest.fixture
def turned(engine):
    """Turns the switch, and back on afterwards."""
    yield lambda mode: engine.run("UPDATE switch SET mode = %s", mode)
    engine.run("UPDATE switch SET mode = %s", "on")


@pytest.mark.parametrize(("mode", "language"), leading(SAID))
def test_what_cannot_be_asked_is_said_in_its_place_and_the_rest_stands(
    tab, base, turned, mode, language
):
    page, said = tab(), SAID[mode, language]
    # Each with days of its own: nothing that is shown was answered before.
    start = f"2016-01-{1 + list(SAID).index((mode, language)):02}"
    address = f"{base}/?lang={language}&from={start}"
    app = page.locator("[data-testid=stApp]")
    turned(mode)
    visit(page, address)
    expect(app.locator("[data-drawing=timeline] svg")).to_be_visible(timeout=PATIENCE)
    expect(app.locator(".caveat", has_text=said)).to_have_count(2, timeout=PATIENCE)
    expect(app.locator("h1").first).to_contain_text("60")
    expect(app.locator(".shown").first).to_contain_text("60")
    expect(app.locator("[data-drawing=map]")).to_be_hidden()
    assert app.locator(".event-list button").count() == 0
    assert "out of order" not in page.content()
    turned("on")
    visit(page, address)
    expect(app.locator("[data-drawing=map] svg")).to_be_visible(timeout=PATIENCE)
    expect(app.locator(".event-list button")).to_have_count(60)
    expect(app.locator(".caveat", has_text=said)).to_have_count(0)
