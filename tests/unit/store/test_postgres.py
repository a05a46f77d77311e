"""A table of PostgreSQL gives the same answers, is only read, and stops what takes too long."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest
from hypothesis import given, settings

from components.intake.columns import ColumnMap
from components.query.engine import StoreError, TooSlow
from components.query.filters import Filters
from components.query.opening import open_store
from tests.support.programs.postgres import running_postgres
from tests.support.stories.store import MAP, rows_of
from tests.unit.store.story_store import StoryStore
from tests.unit.store.test_same_answers import (
    ASKED,
    BUILT_IN,
    WINDOWS,
    check_alike,
    comparable,
    filters_for,
)

HOSTILE = ["'); DROP TABLE story;--", "\\' OR 1=1 --", "%", "%s", "$1", "{0}", "E'\\x27'"]


@pytest.fixture(scope="module")
def server():
    with running_postgres() as running:
        rows = rows_of(BUILT_IN)
        kinds = {name: "float8" if name in {"lat", "lon"} else "text" for name in rows[0]}
        running.make("story", kinds, [tuple(row.values()) for row in rows])
        yield running


@pytest.fixture(scope="module")
def table(server):
    return open_store(f"{server.address}&table=story", MAP)


@settings(max_examples=4, deadline=None, derandomize=True)
@given(filters=filters_for(BUILT_IN), asked=ASKED)
def test_the_built_in_story_gives_the_same_answers(table, filters, asked):
    check_alike(table, StoryStore(BUILT_IN), filters, asked)


@pytest.mark.parametrize("facet", ["categories", "regions", "sources"])
def test_each_facet_is_counted_and_filtered_alike(table, facet):
    story = StoryStore(BUILT_IN)
    first = table.values(Filters(), facet)[0].id
    chosen = Filters(**{facet: (first,)}, start=date(2019, 2, 1), text="CÚCUTA")
    check_alike(table, story, chosen, (WINDOWS[1], 7, facet))


def test_it_knows_the_same_of_all_events(table):
    about, story = table.about, StoryStore(BUILT_IN).about
    assert (about.rows, about.shown, about.undated) == (story.rows, story.shown, 0)
    assert about.bounds == pytest.approx(story.bounds)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_reader_types_is_only_ever_a_value(table, text):
    assert table.count(Filters(text=text)) == StoryStore(BUILT_IN).count(Filters(text=text))
    assert table.count(Filters(regions=(text,))) == 0
    assert table.values(Filters(), "sources", find=text + "x") == ()
    assert table.entry(text) is None


def test_one_event_is_found_by_its_id(table):
    key = next(iter(BUILT_IN.events))
    found, known = table.entry(key), StoryStore(BUILT_IN).entry(key)
    assert found
    assert known
    assert comparable(found) == comparable(known)


def test_columns_of_dates_and_of_any_name_are_read_as_they_are(server):
    kinds = {'da"te; --': "timestamp", "en'd": "date", "%s ti'tle": "text", "where\\": "text"}
    days = [(date(2019, 1, 3), date(2019, 1, 5)), (date(2019, 1, 1), None), (None, None)]
    rows = [(*ends, "O'Brien\\ %s", "here; there") for ends in days]
    running_name = 'o"dd; --'
    server.make(running_name, kinds, rows)
    columns = {"date": 'da"te; --', "end": "en'd", "title": "%s ti'tle", "source": "where\\"}
    known = ColumnMap(columns={field: (name,) for field, name in columns.items()})
    store = open_store(f"{server.address}&table=o%22dd%3B%20--", known)
    page = store.page(Filters(text="o'brien\\"), 1, 5)
    assert [entry.when for entry in page] == ["2019-01-01", "2019-01-03/2019-01-05"]
    assert (store.about.rows, store.about.shown, store.about.undated) == (3, 2, 1)
    assert store.count(Filters(sources=("there",))) == 2
    assert store.count(Filters(start=date(2019, 1, 4), certain_only=True)) == 0


def test_dates_before_the_year_1_and_those_that_are_none_are_no_events(server):
    texts = ["-0044-03-15", "2019-02-30", "2019-13", "2020-02-29", "2019~", "../2019-01", "soon"]
    server.make("days", {"date": "text", "title": "text"}, [(text, "One") for text in texts])
    store = open_store(f"{server.address}&table=days")
    assert [entry.when for entry in store.page(Filters(), 1, 9)] == [
        "../2019-01", "2019~", "2020-02-29",
    ]  # fmt: skip
    assert (store.about.rows, store.about.undated) == (7, 4)


def test_nothing_can_be_written(table):
    with pytest.raises(Exception, match="read-only"):
        table.engine.backend.con.execute("DELETE FROM story")
    table.engine.backend.con.rollback()
    assert table.count(Filters()) == len(BUILT_IN.events)


def test_what_takes_too_long_is_stopped_and_no_more_rows_come_than_asked_for(server):
    store = open_store(f"{server.address}&table=story", MAP)
    assert len(store.engine.rows(store.events, most=2)) == 2
    store.engine.backend.con.execute("SET statement_timeout = 50")
    endless = "SELECT count(*)::bigint AS count FROM generate_series(1, 1000000000)"
    with pytest.raises(TooSlow):
        store.engine.rows(store.engine.backend.sql(endless, schema={"count": "int64"}))
    store.engine.backend.con.execute("SET statement_timeout = 10000")
    assert store.count(Filters()) == len(BUILT_IN.events)


def test_every_row_can_be_taken_away_while_others_ask(table):
    batches = table.batches(Filters())
    rows = next(batches).num_rows
    assert table.count(Filters()) == len(BUILT_IN.events)
    assert rows + sum(batch.num_rows for batch in batches) == len(BUILT_IN.events)


def test_without_its_package_it_says_what_to_install():
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from components.query.opening import open_store\n"
        "open_store('postgresql://owner:secret@localhost:1/none?table=events')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    said = done.stderr.strip().splitlines()[-1]
    assert said.endswith("postgresql:// needs a package: pip install 'ibis-framework[postgres]'")
    assert "secret" not in said


def test_a_table_that_is_not_there_is_said(server):
    with pytest.raises(StoreError):
        open_store(f"{server.address}&table=none_such")
