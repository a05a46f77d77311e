"""Opening tables in files and on PostgreSQL: prepared, refused, read-only, stopped."""

import subprocess
import sys
from datetime import date

import ibis
import pyarrow as pa
import pytest
from pyarrow import parquet

from components.intake.sheet_models import ColumnMap
from components.limits.tables import MOST_PACKAGE_TABLE_BYTES
from components.query.engine import connect_engine
from components.query.engine_errors import QueryTimeoutError, StoreError
from components.query.filters import Filters
from components.query.opening import open_store, prepared_path
from components.query.table_address import TableAddress, parse_table_address
from tests.support.data import DATA
from tests.support.stories.uploads import read_story
from tests.support.stories.uploads import table as upload

ROWS = {
    "Fecha": ["2019-02-03", "25/04/2019", "04/05/2019", "no date", "2019-03"],
    "Título": ["Robert'); DROP TABLE events;--", "Dos", "Tres", "Cuatro", None],
    "Tipo": ["a", "b", "a", "a", None],
    "Departamento": ["Norte; Arauca", "Norte", None, "Norte", "Norte"],
    "Latitud": ["7,89", "7.9", "x", "95", ""],
    "Longitud": ["-72.5", "-72.4", "1", "2", ""],
    "Fuente": ["Wire", "Wire", "Paper", "", ""],
    "Enlace": ["https://example.org/1", "", "", "", ""],
}


@pytest.fixture
def path(tmp_path):
    return _written(tmp_path / "events.parquet")


def _written(path, rows=ROWS):
    parquet.write_table(pa.table(rows), path)
    return path


def run(code, *given):
    return subprocess.run([sys.executable, "-c", code, *given], capture_output=True, text=True)


def test_columns_dates_and_numbers_are_read_as_in_an_upload(path):
    store = open_store(str(path))
    assert (store.about.rows, store.about.shown, store.about.undated) == (5, 3, 1)
    assert store.about.span == (date(2019, 2, 3), date(2019, 5, 4))
    first, second, third = store.fetch_page(Filters(), 1, 10)
    assert (first.lat, first.lon, first.url) == (7.89, -72.5, "https://example.org/1")
    assert (second.edtf, third.edtf, third.lat) == ("2019-04-25", "2019-05-04", None)
    assert store.list_names("regions") == {"norte": "Norte", "arauca": "Arauca"}
    assert first.region == ("norte", "arauca")
    assert store.count_events(Filters(regions=("arauca",))).count == 1


def test_events_lie_in_the_file_in_order_of_first_day_last_day_and_id(tmp_path):
    # More than DuckDB writes at once, in no order.
    numbers = [number * 7919 % 130_003 for number in range(130_003)]
    rows = {
        "id": [f"e{number}" for number in numbers],
        "date": [f"20{number % 20 + 10}-0{number % 9 + 1}" for number in numbers],
        "title": [f" Event {number} " for number in numbers],
    }
    store = open_store(str(_written(tmp_path / "many.parquet", rows)))
    query = "SELECT first, last, key, title FROM events ORDER BY rowid"
    events = store.engine.backend.con.execute(query).fetchall()
    assert len(events) == len(numbers)
    assert events == sorted(events)
    assert all(title == f"Event {key[1:]}" for _, _, key, title in events)


def test_column_map_beside_a_table_maps_its_columns(tmp_path):
    header, rows = ("c1", "c2", "c3"), [("05/03/2019", "One thing happened", "x"),
                                        ("06/04/2019", "Another thing", "y")]  # fmt: skip
    layout = read_story(upload(header, rows), "x.csv").layout
    told = layout.column_map.model_copy(
        update={
            "columns": {"date": ("c1",), "title": ("c2",), "category": ("c3",)},
            "values": {"c3": {"x": "Riots"}},
            "order": "month",
        }
    )
    table = _written(
        tmp_path / "rows.parquet", dict(zip(header, zip(*rows, strict=True), strict=True))
    )
    # What the page for opening a story saves, byte for byte.
    beside = tmp_path / "rows.columns.json"
    beside.write_bytes(told.to_json())
    store, again = (
        open_store(str(table)),
        read_story(upload(header, rows), "x.csv", column_map=told),
    )
    days = [entry.edtf for entry in store.fetch_page(Filters(), 1, 10)]
    assert days == sorted(event.date for event in again.dataset.events.values())
    assert days == ["2019-05-03", "2019-06-04"]
    assert sorted(kind.name for kind in store.kinds) == ["Riots", "y"]
    # Another map is another table, made ready anew once the file is closed.
    store.engine.backend.disconnect()
    beside.write_bytes(told.model_copy(update={"order": "day"}).to_json())
    assert [entry.edtf for entry in open_store(str(table)).fetch_page(Filters(), 1, 10)] == [
        "2019-03-05", "2019-04-06",
    ]  # fmt: skip
    # A file that is no column map is said to be none.
    beside.write_text("[]", encoding="utf-8")
    with pytest.raises(StoreError, match=r"rows\.columns\.json is no column map"):
        open_store(str(table))


def test_table_is_prepared_once_and_again_after_a_change(path):
    open_store(str(path)).engine.backend.disconnect()
    ready = prepared_path(TableAddress("parquet", str(path)))
    made = ready.stat().st_ino
    store = open_store(str(path))
    assert ready.stat().st_ino == made
    assert not store.has_changed()
    store.engine.backend.disconnect()
    _written(path, {name: cells[:1] for name, cells in ROWS.items()})
    again = open_store(str(path))
    assert (ready.stat().st_ino != made, again.about.rows) == (True, 1)
    again.engine.backend.disconnect()
    columns = ColumnMap(columns={"date": ("Fecha",), "title": ("Tipo",)})
    assert open_store(str(path), columns).fetch_page(Filters(), 1, 1)[0].title == "a"


def test_broken_prepared_file_is_prepared_again(path):
    prepared_path(TableAddress("parquet", str(path))).write_bytes(b"not a database")
    assert open_store(str(path)).about.rows == 5


def test_prepared_file_is_shared_between_copies_of_the_app(path):
    store = open_store(str(path))
    code = (
        "from components.query.opening import open_store; import sys;"
        "from components.query.filters import Filters;"
        "print(open_store(sys.argv[1]).count_events(Filters()).count)"
    )
    said = run(code, path)
    assert (said.stdout.strip(), store.count_events(Filters()).count) == ("3", 3)


def test_prepared_file_of_a_read_only_folder_is_in_the_cache(path, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.setattr("components.query.opening.os.access", lambda folder, _: folder != tmp_path)
    assert open_store(str(path)).about.rows == 5
    assert list((tmp_path / "caches").rglob("events-*.store"))
    assert not list(tmp_path.glob("*.store"))


def test_a_folder_of_files_is_one_table(tmp_path):
    for year in ("2019", "2020"):
        (tmp_path / f"year={year}").mkdir()
        _written(tmp_path / f"year={year}" / "part.parquet")
    assert open_store(str(tmp_path)).about.rows == 10


def test_a_table_of_a_database_is_named_by_its_address(tmp_path):
    import duckdb

    with duckdb.connect(str(tmp_path / "d.duckdb")) as made:
        made.execute("CREATE TABLE one AS SELECT DATE '2019-01-01' AS date, 'One' AS title")
        made.execute("CREATE TABLE two AS SELECT DATE '2019-01-01' AS date, 'Two' AS title")
    address = f"duckdb:///{tmp_path}/d.duckdb"
    assert open_store(f"{address}?table=two").fetch_page(Filters(), 1, 1)[0].title == "Two"
    with pytest.raises(StoreError, match=r"Which table.*one, two"):
        open_store(address)


#: A question without end, in each engine's words.
ENDLESS = {
    "duckdb": "SELECT count(*) AS count FROM range(10000000000) a, range(1000) b",
    "postgres": "SELECT count(*)::bigint AS count FROM generate_series(1, 1000000000)",
}


@pytest.mark.parametrize("engine", ENDLESS)
def test_slow_query_is_stopped(engine, path, request):
    table = str(path) if engine == "duckdb" else request.getfixturevalue("on_server")
    store = open_store(table) if engine == "duckdb" else table
    whole = store.count_events(Filters()).count
    if engine == "duckdb":
        store.engine.seconds = 0.05
    else:
        store.engine.backend.con.execute("SET statement_timeout = 50")
    with pytest.raises(QueryTimeoutError):
        store.engine.fetch_rows(
            store.engine.backend.sql(ENDLESS[engine], schema={"count": "int64"})
        )
    if engine == "postgres":
        store.engine.backend.con.execute("SET statement_timeout = 10000")
    assert (store if engine == "postgres" else open_store(table)).count_events(
        Filters()
    ).count == whole


@pytest.mark.parametrize("engine", ENDLESS)
def test_connection_is_read_only_and_limits_rows(engine, path, request):
    postgres = engine == "postgres"
    store = request.getfixturevalue("on_server") if postgres else open_store(str(path))
    assert len(store.engine.fetch_rows(store.events, most=2)) == 2
    with pytest.raises(Exception, match="read-only"):
        store.engine.backend.con.execute("DELETE FROM story" if postgres else "DELETE FROM events")
    if postgres:
        store.engine.backend.con.rollback()
    assert store.count_events(Filters()).count


def test_table_address_is_recognised(tmp_path):
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    small.write_bytes(b"date,title\n")
    large.write_bytes(b"x" * (MOST_PACKAGE_TABLE_BYTES + 1))
    package = tmp_path / "package"
    package.mkdir()
    for place in (str(small), str(package), str(tmp_path / "story.zip")):
        assert parse_table_address(place) is None
    found = parse_table_address(
        "postgresql://me:secret@host/db?table=events&schema=public&sslmode=require"
    )
    assert found
    assert (found.form, found.table, found.schema) == ("engine", "events", "public")
    assert found.place == "postgresql://me:secret@host/db?sslmode=require"
    assert "secret" not in f"{found!r} {found.name}"
    assert parse_table_address(str(large)) == TableAddress("csv", str(large))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("oracle://host/db", "A table cannot be asked at oracle://"),
        ("trino://host/db", "Engines that can be asked are duckdb, postgresql, postgres, pyspark"),
        ("pyspark://host/db", r"pip install 'ibis-framework\[pyspark\]'"),
        ("/nowhere/events.parquet", "there is no such file"),
    ],
)
def test_unopenable_table_gives_a_reason(address, said):
    with pytest.raises(StoreError, match=said):
        open_store(address)


def test_table_without_dates_or_titles_lists_its_columns(tmp_path):
    with pytest.raises(StoreError, match="among: one, two"):
        open_store(str(_written(tmp_path / "e.parquet", {"one": [1], "two": [2]})))


def test_filters_of_voices_tiers_and_publication_are_refused(path):
    store = open_store(str(path))
    for filters in (Filters(documents_only=True), Filters(excluded_voices=("press",))):
        with pytest.raises(ValueError, match="no voices"):
            store.count_events(filters)


def test_built_in_story_imports_no_engine():
    code = (
        "import sys; import components.presentation.context;"
        "sys.exit(bool({'ibis', 'duckdb'} & set(sys.modules)))"
    )
    assert run(code).returncode == 0


def test_engine_is_opened_read_only(monkeypatch):
    said = {}

    def refused(place, **limits):
        said[place] = limits["options"]
        raise ConnectionError

    monkeypatch.setattr(ibis, "connect", refused)
    address = TableAddress("engine", "postgresql://nobody@localhost:1/none")
    with pytest.raises(StoreError, match="cannot be reached"):
        connect_engine(address, seconds=2)
    assert "default_transaction_read_only=on" in said[address.place]
    assert "statement_timeout=2000" in said[address.place]


def test_row_with_an_invalid_coordinate_is_off_the_map(tmp_path):
    rows = {"date": ["2019-01-01", "2019-01-02"], "title": ["One", "Two"]}
    rows |= {"lat": [float("nan"), 7.9], "lon": [-72.5, -72.4]}
    store = open_store(str(_written(tmp_path / "rows.parquet", rows)))
    assert [entry.lat for entry in store.fetch_page(Filters(), 1, 2)] == [None, 7.9]
    assert [cell.count for cell in store.count_cells(Filters(), 5)] == [1]


def test_date_columns_and_unusual_names_are_read(server):
    kinds = {'da"te; --': "timestamp", "en'd": "date", "%s ti'tle": "text", "where\\": "text"}
    days = [(date(2019, 1, 3), date(2019, 1, 5)), (date(2019, 1, 1), None), (None, None)]
    rows = [(*ends, "O'Brien\\ %s", "here; there") for ends in days]
    running_name = 'o"dd; --'
    server.make(running_name, kinds, rows)
    columns = {"date": 'da"te; --', "end": "en'd", "title": "%s ti'tle", "source": "where\\"}
    known = ColumnMap(columns={field: (name,) for field, name in columns.items()})
    store = open_store(f"{server.address}&table=o%22dd%3B%20--", known)
    page = store.fetch_page(Filters(text="o'brien\\"), 1, 5)
    assert [entry.edtf for entry in page] == ["2019-01-01", "2019-01-03/2019-01-05"]
    assert (store.about.rows, store.about.shown, store.about.undated) == (3, 2, 1)
    assert store.count_events(Filters(sources=("there",))).count == 2
    # By days and, of some years, by months.
    for first, last in ((date(2019, 1, 1), date(2019, 1, 9)), (date(2010, 1, 1), date(2020, 1, 1))):
        assert store.count_bins(Filters(), (first, last)).total == 2
    assert store.count_events(Filters(start=date(2019, 1, 4), certain_only=True)).count == 0


def test_rows_without_a_valid_date_are_no_events(server):
    texts = ["-0044-03-15", "2019-02-30", "2019-13", "2020-02-29", "2019~", "../2019-01", "soon"]
    server.make("days", {"date": "text", "title": "text"}, [(text, "One") for text in texts])
    store = open_store(f"{server.address}&table=days")
    assert [entry.edtf for entry in store.fetch_page(Filters(), 1, 9)] == [
        "../2019-01", "2019~", "2020-02-29",
    ]  # fmt: skip
    assert (store.about.rows, store.about.undated) == (7, 4)


def test_every_row_can_be_downloaded_during_other_queries(on_server):
    batches = on_server.stream_batches(Filters())
    rows = next(batches).num_rows
    assert on_server.count_events(Filters()).count == len(DATA.events)
    assert rows + sum(batch.num_rows for batch in batches) == len(DATA.events)


def test_missing_engine_package_is_named():
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from components.query.opening import open_store\n"
        "open_store('postgresql://owner:secret@localhost:1/none?table=events')"
    )
    said = run(code).stderr.strip().splitlines()[-1]
    assert said.endswith("postgresql:// needs a package: pip install 'ibis-framework[postgres]'")
    assert "secret" not in said


def test_missing_table_is_named(server):
    with pytest.raises(StoreError):
        open_store(f"{server.address}&table=none_such")
