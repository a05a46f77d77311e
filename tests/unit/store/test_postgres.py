"""A table of PostgreSQL gives the same answers, is only read, and stops what takes too long."""

import subprocess
import sys
from datetime import date

import pytest

from components.intake.columns import ColumnMap
from components.query.engine import StoreError, TooSlow
from components.query.filters import Filters
from components.query.opening import open_store
from tests.support.data import DATA
from tests.support.stories.store import MAP


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
    assert [entry.edtf for entry in page] == ["2019-01-01", "2019-01-03/2019-01-05"]
    assert (store.about.rows, store.about.shown, store.about.undated) == (3, 2, 1)
    assert store.total(Filters(sources=("there",))).count == 2
    # By days and, of some years, by months.
    for first, last in ((date(2019, 1, 1), date(2019, 1, 9)), (date(2010, 1, 1), date(2020, 1, 1))):
        assert store.bins(Filters(), (first, last)).total == 2
    assert store.total(Filters(start=date(2019, 1, 4), certain_only=True)).count == 0


def test_dates_before_the_year_1_and_those_that_are_none_are_no_events(server):
    texts = ["-0044-03-15", "2019-02-30", "2019-13", "2020-02-29", "2019~", "../2019-01", "soon"]
    server.make("days", {"date": "text", "title": "text"}, [(text, "One") for text in texts])
    store = open_store(f"{server.address}&table=days")
    assert [entry.edtf for entry in store.page(Filters(), 1, 9)] == [
        "../2019-01", "2019~", "2020-02-29",
    ]  # fmt: skip
    assert (store.about.rows, store.about.undated) == (7, 4)


def test_nothing_can_be_written(on_server):
    with pytest.raises(Exception, match="read-only"):
        on_server.engine.backend.con.execute("DELETE FROM story")
    on_server.engine.backend.con.rollback()
    assert on_server.total(Filters()).count == len(DATA.events)


@pytest.mark.usefixtures("on_server")
def test_what_takes_too_long_is_stopped_and_no_more_rows_come_than_asked_for(server):
    store = open_store(f"{server.address}&table=story", MAP)
    assert len(store.engine.rows(store.events, most=2)) == 2
    store.engine.backend.con.execute("SET statement_timeout = 50")
    endless = "SELECT count(*)::bigint AS count FROM generate_series(1, 1000000000)"
    with pytest.raises(TooSlow):
        store.engine.rows(store.engine.backend.sql(endless, schema={"count": "int64"}))
    store.engine.backend.con.execute("SET statement_timeout = 10000")
    assert store.total(Filters()).count == len(DATA.events)


def test_every_row_can_be_taken_away_while_others_ask(on_server):
    batches = on_server.batches(Filters())
    rows = next(batches).num_rows
    assert on_server.total(Filters()).count == len(DATA.events)
    assert rows + sum(batch.num_rows for batch in batches) == len(DATA.events)


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
