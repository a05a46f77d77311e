"""What a host says of a table: its columns, whose it is, how long a question may take."""

import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from components.intake.columns import ColumnMap, Credit
from components.presentation import stories
from components.query.engine import Address
from components.query.filters import Filters
from components.query.opening import stamp_of
from tests.unit.presentation.tabled.test_tabled import said, view_of

ROWS = {"c1": ["2019-02-23", "2019-02-24"], "c2": ["One", "Two"], "c3": ["Wire", ""]}
CREDIT = {
    "title": "Bridges <1>", "title_es": "Puentes <1>", "source": "A & B register",
    "address": "https://example.org/register", "licence": "CC BY 4.0",
    "licence_address": "https://example.org/by",
}  # fmt: skip
MAP = {
    "kind": "column-map", "columns": {"date": "c1", "title": "c2", "source": "c3"},
    "credit": CREDIT,
}  # fmt: skip


@pytest.fixture
def served(tmp_path, monkeypatch):
    """Serve a table whose columns say nothing, under some settings."""
    path = tmp_path / "events.parquet"
    parquet.write_table(pa.table(ROWS), path)
    monkeypatch.setenv(stories.SETTING, str(path))

    def serve(columns=None, **settings):
        if columns is not None:
            settings["STORY_COLUMNS"] = str(tmp_path / "said.json")
            (tmp_path / "said.json").write_text(json.dumps(columns), encoding="utf-8")
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        stories.forget()
        return path

    yield serve
    monkeypatch.undo()
    stories.forget()


def titles():
    table = stories.public_story().table
    return [entry.title for entry in table.page(Filters(), 1, 5)]


def test_the_setting_names_a_column_map_that_lies_elsewhere(served):
    served()
    assert titles() == ["One", "Two"]
    served({"kind": "column-map", "columns": {"date": "c1", "title": "c3", "place": "c2"}})
    assert stories.refusal() == ""
    # The row without a text in that column is no event now.
    assert titles() == ["Wire"]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"STORY_COLUMNS": "/nowhere/columns.json"}, "STORY_COLUMNS=/nowhere/columns.json"),
        ({"columns": {"kind": "column-map", "colums": {}}}, "said.json is no column map"),
        ({"columns": {**MAP, "credit": {"address": "javascript:alert(1)"}}}, "is no column map"),
        ({"columns": MAP, "STORY_SECONDS": "soon"}, "STORY_SECONDS=soon"),
        ({"columns": MAP, "STORY_SECONDS": "0"}, "STORY_SECONDS=0"),
        ({"columns": MAP, "STORY_SECONDS": "nan"}, "STORY_SECONDS=nan"),
    ],
)
def test_a_setting_that_cannot_be_followed_stops_the_start(served, settings, why):
    served(**settings)
    assert why in stories.refusal()


def test_how_long_a_question_may_take_is_the_setting(served):
    served(MAP)
    assert stories.public_story().table.engine.seconds == 10
    served(MAP, STORY_SECONDS="2.5")
    assert stories.public_story().table.engine.seconds == 2.5


@pytest.mark.parametrize(("language", "title"), [("en", "Bridges"), ("es", "Puentes")])
def test_every_page_says_what_the_table_is_called_whose_it_is_and_its_licence(
    served, language, title
):
    served(MAP)
    for slug in ("", "timeline", "map", "data"):
        ctx = view_of(slug, language)
        found = said(ctx)
        assert f"“{title} &lt;1&gt;”" in found or f"«{title} &lt;1&gt;»" in found
        assert '<a href="https://example.org/register"' in found
        assert "A &amp; B register</a>" in found
        assert '<a href="https://example.org/by"' in found
    second = ctx.story.table.page(Filters(), 2, 1)[0].key
    row = said(view_of("", language, event=second))
    assert row.count(f"{title} &lt;1&gt;") > found.count(f"{title} &lt;1&gt;")


def test_another_name_does_not_have_the_table_made_ready_anew(served):
    address = Address("parquet", str(served()))
    named = ColumnMap(credit=Credit(title="One"))
    assert stamp_of(address, ColumnMap()) == stamp_of(address, named)
    assert stamp_of(address, ColumnMap()) != stamp_of(address, ColumnMap(order="day"))
