"""The pages of a table of events: column maps, credits, and failing engines.

The texts on a large table, its sums and a row are golden files.
"""

import json
from pathlib import Path
from unittest.mock import Mock

import pyarrow as pa
import pytest
from lxml import html
from pyarrow import parquet

from components.loading import served_story
from components.page.html import page_text
from components.presentation.context import Context, public_context
from components.presentation.pages import PAGES
from components.presentation.records import render_table_row
from components.query.engine_errors import QueryTimeoutError, StoreError
from components.query.filters import Filters
from tests.support.apptest import assert_sound, bodies, component_data, line_of, page_at
from tests.support.stories.foreign import serving
from tests.support.stories.store import table_rows

BY_SLUG = {page.slug: page for page in PAGES}


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    path = tmp_path_factory.mktemp("tabled") / "events.parquet"
    counts = {"Muertos": ["3", "", "unos 10", "-99", "1,400", "2.5", "7"] * 200}
    parquet.write_table(pa.table(table_rows(1400) | counts), path)
    with serving(path):
        assert served_story.startup_problems() == ""
        yield path


def view_of(slug: str = "", language: str = "en", **params: str) -> Context:
    return public_context({key: [value] for key, value in params.items()}, language, slug)


def said(ctx: Context) -> str:
    return page_text(ctx, BY_SLUG[ctx.slug]).html


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.usefixtures("opened")
def test_menu_of_a_table_has_its_pages_and_sums_are_charted(language):
    at = page_at("figures", {"lang": language})
    assert_sound(at)
    links = [link["slug"] for link in component_data(at, "page_head")["links"]]
    assert links == ["", "timeline", "map", "figures", "sources", "data"]
    told = {"en": ("worked out here: no source reports it", "Only events with these words",
                   "The column “Muertos” added up by month. Shown: 1,399"),
            "es": ("hecha aquí: ninguna fuente la da", "Solo los hechos con estas palabras",
                   "La columna «Muertos» sumada por mes.")}[language]  # fmt: skip
    assert told[0] in " ".join(bodies(at))
    assert told[1] in line_of(at)["line"]
    assert component_data(at, "chart")["label"].startswith(told[2])


@pytest.mark.usefixtures("opened")
def test_row_is_shown_in_full_with_safe_links():
    whole = view_of()
    keys = [entry.key for entry in whole.story.table.fetch_page(whole.view.filters, 1, 1400)]
    even, odd = (next(key for key in keys if int(key) % 2 == number) for number in (0, 1))
    found = said(view_of(event=even))
    assert 'href="https://example.org/a"' in found
    assert "&lt;b&gt;" in found
    assert "javascript:" not in said(view_of(event=odd))
    assert "No row of this table has the key “&lt;none&gt;”" in said(view_of(event="<none>"))


@pytest.mark.usefixtures("opened")
def test_row_in_full_has_parts_that_stand_side_by_side():
    whole = view_of()
    first_entry, *_ = whole.story.table.fetch_page(whole.view.filters, 1, 1)
    row = html.fromstring(f"<div>{render_table_row(view_of(event=first_entry.key))}</div>")
    (detail,) = row.find_class("detail")
    assert [part.get("class") for part in detail] == ["part", "part", "part"]
    assert detail.xpath("./div[last()]/h4/text()")[0] == "Sources"


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize(
    ("error", "message"),
    [(QueryTimeoutError("late"), "did not answer in time"), (StoreError("x"), "not be asked")],
    ids=["timeout", "error"],
)
def test_failed_query_leaves_the_rest_of_the_page(monkeypatch, error, message):
    ctx = view_of(category="riots" if isinstance(error, QueryTimeoutError) else "battles")
    monkeypatch.setattr(ctx.story.table, "count_cells", Mock(side_effect=error))
    found = said(ctx)
    assert message in found
    assert "timeline counted" in found
    assert "Events, in order of date" in found
    monkeypatch.undo()
    assert message not in said(ctx)


@pytest.mark.usefixtures("opened")
def test_failed_sums_show_no_number(monkeypatch):
    ctx = view_of("figures", region="cesar")
    for name in ("count_events", "count_bins", "count_values"):
        monkeypatch.setattr(ctx.story.table, name, Mock(side_effect=QueryTimeoutError("late")))
    found = said(ctx)
    assert "Events of a table" in found
    assert found.count("did not answer in time") >= 3
    assert "sum of the column" not in found


@pytest.mark.usefixtures("opened")
def test_changed_table_is_announced(monkeypatch):
    ctx = view_of("map")
    monkeypatch.setattr(ctx.story.table, "has_changed", lambda: True)
    assert "The table has changed since its rows were read on" in said(ctx)


def test_unopenable_table_stops_the_start():
    with serving(Path("/nowhere/events.parquet")):
        assert "there is no such file" in served_story.startup_problems()


ROWS = {"c1": ["2019-02-23", "2019-02-24"], "c2": ["One", "Two"], "c3": ["Wire", ""]}
MAP = {
    "kind": "column-map",
    "columns": {"date": "c1", "title": "c2", "source": "c3"},
    "credit": {
        "title": "Bridges <1>", "title_es": "Puentes <1>", "source": "A & B register",
        "address": "https://example.org/register", "licence": "CC BY 4.0",
        "licence_address": "https://example.org/by",
    },
}  # fmt: skip


@pytest.fixture
def bare(tmp_path):
    """A table whose columns say nothing."""
    parquet.write_table(pa.table(ROWS), tmp_path / "events.parquet")
    return tmp_path / "events.parquet"


def mapped(path, columns):
    """The setting that names a map of its columns."""
    said = path.with_name("said.json")
    said.write_text(json.dumps(columns), encoding="utf-8")
    return {"STORY_COLUMNS": str(said)}


def titles():
    table = served_story.public_story().table
    return [entry.title for entry in table.fetch_page(Filters(), 1, 5)]


def test_column_map_may_be_in_another_folder(bare):
    with serving(bare):
        assert titles() == ["One", "Two"]
    columns = {"date": "c1", "title": "c3", "place": "c2"}
    with serving(bare, **mapped(bare, {"kind": "column-map", "columns": columns})):
        assert served_story.startup_problems() == ""
        # The row without a text in that column is no event now.
        assert titles() == ["Wire"]


@pytest.mark.parametrize(
    ("columns", "settings", "why"),
    [
        (MAP, {"STORY_COLUMNS": "/nowhere/columns.json"}, "STORY_COLUMNS=/nowhere/columns.json"),
        ({"kind": "column-map", "colums": {}}, {}, "said.json is no column map"),
        ({**MAP, "credit": {"address": "javascript:alert(1)"}}, {}, "is no column map"),
        *((MAP, {"STORY_SECONDS": text}, f"STORY_SECONDS={text}") for text in ("soon", "0", "nan")),
    ],
    ids=[
        "no file",
        "unknown field",
        "unsafe address",
        "seconds in words",
        "0 seconds",
        "seconds nan",
    ],
)
def test_invalid_setting_stops_the_start(bare, columns, settings, why):
    with serving(bare, **(mapped(bare, columns) | settings)):
        assert why in served_story.startup_problems()


@pytest.mark.parametrize(
    ("language", "title"), [("en", "“Bridges &lt;1&gt;”"), ("es", "«Puentes &lt;1&gt;»")]
)
def test_every_page_names_the_table_its_publisher_and_its_licence(bare, language, title):
    with serving(bare, **mapped(bare, MAP)):
        for slug in ("", "timeline", "map", "data"):
            ctx = view_of(slug, language)
            found = said(ctx)
            assert title in found
            assert '<a href="https://example.org/register"' in found
            assert "A &amp; B register</a>" in found
            assert '<a href="https://example.org/by"' in found
        second = ctx.story.table.fetch_page(Filters(), 2, 1)[0].key
        row = said(view_of("", language, event=second))
        assert row.count(title[1:-1]) > found.count(title[1:-1])
