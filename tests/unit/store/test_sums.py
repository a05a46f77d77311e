"""Sums, search and files of an opened table, which is never written to disk."""

import csv
import gc
import random
from datetime import date
from itertools import product
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from components.intake.sheet_models import ColumnMap, Credit
from components.intake.value_names import OTHER_KINDS
from components.limits.files import MOST_ROWS
from components.limits.tables import MOST_VALUES
from components.query import event_writer
from components.query import table as queried
from components.query.engine import MEMORY
from components.query.filters import Filters
from components.query.opening import open_store
from components.query.packed_table import (
    open_in_memory,
    pack_rows,
    serialize_tables,
    unpack_table,
)
from components.query.table import TableStore
from components.query.table_address import TableAddress
from components.story.bins import divide_window
from components.story.texts import fold
from tests.bench.large.tables_made import SHAPES, events_csv, table, write_table
from tests.support.stories import own_tables
from tests.support.stories.uploads import read_story
from tests.support.stories.uploads import table as upload

#: Of so many rows no records are made.
MANY = 0
#: What is said of places that are found by their names.
BY_NAME = ("place_guess", "place_named", "place_unknown")
KINDS, REGIONS = ("Riots", "Protests", "Battles"), ("Arauca", "Cesar", "Cesar; Arauca", "")
CELLS = {
    "3": 3.0, "0": 0.0, "12": 12.0, "2.5": 2.5, "7,25": 7.25, "1000000": 1e6, "12.0": 12.0,
    "": None, "unos 10": None, "-99": None, "1,400": None, "1.400": None, "3-5": None, "+4": None,
    "1e3": None, "NaN": None,
}  # fmt: skip
WINDOWS = ((date(2019, 1, 1), date(2019, 3, 31)), (date(2015, 1, 1), date(2022, 12, 31)))


def made_rows() -> list[dict[str, str]]:
    chance = random.Random(7)  # noqa: S311 - the same each time
    months = [f"{2017 + number % 4}-{1 + number % 12:02}" for number in range(400)]
    days = [
        month + (f"-{1 + number % 28:02}" if number % 5 else "")
        for number, month in enumerate(months)
    ]
    return [
        {"date": day, "title": f"Marcha {index}", "category": chance.choice(KINDS),
         "region": chance.choice(REGIONS), "Muertos": chance.choice(list(CELLS))}
        for index, day in enumerate(days)
    ]  # fmt: skip


ROWS = made_rows()
FRAME = pd.DataFrame(ROWS)
FRAME["first"] = [pd.Period(day).start_time.date() for day in FRAME["date"]]
FRAME["last"] = [pd.Period(day).end_time.date() for day in FRAME["date"]]
FRAME["number"] = pd.to_numeric(FRAME["Muertos"].map(CELLS))


@pytest.fixture(scope="module", params=["texts", "numbers", "opened", "postgres"])
def store(request, tmp_path_factory):
    """The rows in Parquet as texts and as numbers, opened by a reader, and on PostgreSQL."""
    folder = tmp_path_factory.mktemp("sums")
    if request.param == "opened":
        content = upload(tuple(ROWS[0]), [tuple(row.values()) for row in ROWS])
        intake = read_story(content, "rows.csv", MANY)
        yield unpack_table(pack_rows(intake.rows, intake.layout.column_map.number_header))
    elif request.param == "postgres":
        server = request.getfixturevalue("server")
        server.make("rows", dict.fromkeys(ROWS[0], "text"), [tuple(row.values()) for row in ROWS])
        yield open_store(f"{server.address}&table=rows")
    else:
        whole = pa.Table.from_pylist(ROWS)
        if request.param == "numbers":
            # Of a column of numbers one below 0 and one that is none count as missing, too.
            numbers = [-99.0 if cell == "-99" else float("nan") if cell == "NaN" else CELLS[cell]
                       for cell in FRAME["Muertos"]]  # fmt: skip
            at = whole.column_names.index("Muertos")
            whole = whole.set_column(at, "Muertos", pa.array(numbers, pa.float64()))
        parquet.write_table(whole, folder / "rows.parquet")
        yield open_store(str(folder / "rows.parquet"))


def left(filters: Filters) -> pd.DataFrame:
    """The rows that filters leave, read one by one."""
    near, far = ("last", "first") if not filters.certain_only else ("first", "last")
    kept = FRAME
    if filters.start:
        kept = kept[kept[near] >= filters.start]
    if filters.end:
        kept = kept[kept[far] <= filters.end]
    if filters.categories:
        kept = kept[kept["category"].str.lower().isin(filters.categories)]
    if filters.regions:
        kept = kept[kept["region"].str.lower().str.contains("|".join(filters.regions))]
    return kept[kept["title"].str.contains(filters.text, case=False)]


DAYS = st.none() | st.dates(date(2016, 6, 1), date(2021, 6, 1))
FILTERS = st.builds(
    Filters, start=DAYS, end=DAYS, certain_only=st.booleans(),
    categories=st.lists(st.sampled_from(["riots", "battles"]), max_size=2).map(tuple),
    regions=st.lists(st.sampled_from(["arauca", "cesar", "none-such"]), max_size=2).map(tuple),
    text=st.sampled_from(["", "marcha", "1", "none"]),
)  # fmt: skip


def told(frame: pd.DataFrame) -> tuple[int, int, float]:
    return len(frame), int(frame["number"].count()), float(frame["number"].sum())


def check_sums(store: TableStore, filters: Filters, window: tuple[date, date]) -> None:
    """Every sum of a table is that of its rows as pandas has them."""
    kept, total = left(filters), store.count_events(filters)
    assert (total.count, total.numbered, total.sum) == told(kept)
    for facet, column in (("categories", "category"), ("regions", "region")):
        wider = left(filters.without_filter(facet))
        wider = wider.assign(value=wider[column].str.split("; ")).explode("value")
        wanted = {name.lower(): told(rows) for name, rows in wider.groupby("value") if name}
        found = {
            value.id: (value.count, value.numbered, value.sum)
            for value in store.count_values(filters, facet)
        }
        assert found == wanted
    inside = kept[(kept["first"] <= window[1]) & (kept["last"] >= window[0])].dropna(
        subset="number"
    )
    wanted = {}
    for start, end in divide_window(window)[1]:
        begun = inside["first"].clip(lower=window[0])
        rows = inside[(begun >= start) & (begun <= end)]
        wanted |= {
            (kind.lower(), start): sum(own["number"]) for kind, own in rows.groupby("category")
        }
    bins = store.count_bins(filters, window, "Muertos")
    assert {
        (found_bin.category, found_bin.start): found_bin.count for found_bin in bins.bins
    } == wanted
    assert bins.summed == "Muertos"


@settings(max_examples=12, deadline=None)
@given(filters=FILTERS, window=st.sampled_from(WINDOWS))
def test_sums_are_those_of_pandas(store, filters, window):
    check_sums(store, filters, window)


def test_event_has_its_number_and_files_keep_the_column_name(store):
    assert store.about.number == "Muertos"
    numbers = {entry.title: entry.number for entry in store.fetch_page(Filters(), 1, 400)}
    expected = dict(zip(FRAME["title"], FRAME["number"], strict=True))
    assert numbers == {
        title: None if pd.isna(number) else number for title, number in expected.items()
    }
    rows = [row for batch in store.stream_batches(Filters()) for row in batch.to_pylist()]
    assert {row["title"]: row["Muertos"] for row in rows} == numbers


def test_column_map_names_the_counted_column_and_its_unit(tmp_path):
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"date": ["2019-01-02"], "title": ["One"], "n": [4]}), path)
    assert open_store(str(path)).about.number == ""
    columns = {"date": ("date",), "title": ("title",), "number": ("n",)}
    credit = Credit(number="Killed", number_es="Muertos")
    named = open_store(str(path), ColumnMap(columns=columns, credit=credit))
    assert (named.about.number, named.count_events(Filters()).sum) == ("n", 4)
    assert [named.credit.count_label(named.about.number, one) for one in ("en", "es")] == [
        "Killed",
        "Muertos",
    ]


def test_column_without_numbers_counts_nothing(tmp_path):
    path = tmp_path / "rows.parquet"
    cells = {"date": ["2019-01-02"], "title": ["One"], "deaths": ["several"]}
    parquet.write_table(pa.table(cells), path)
    assert open_store(str(path)).about.number == ""
    assert "deaths" not in next(open_store(str(path)).stream_batches(Filters())).schema.names


@pytest.mark.parametrize(
    ("name", "filed"),
    [('=1+1"; DROP TABLE events; --', "'=1+1\"; DROP TABLE events; --"), ("Title", "number")],
)
def test_column_name_is_never_run_as_sql(tmp_path, name, filed):
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"date": ["2019-01-02"], "What": ["One"], name: [4]}), path)
    columns = {"date": ("date",), "title": ("What",), "number": (name,)}
    store = open_store(str(path), ColumnMap(columns=columns))
    assert [batch.to_pylist()[0][filed] for batch in store.stream_batches(Filters())] == [4]
    assert store.count_events(Filters()).sum == 4


def packed(content: bytes):
    return pack_rows(read_story(content, "events.csv", MANY).rows)


def asked(store, sql):
    return store.engine.backend.con.execute(sql).fetchall()


def test_opened_table_is_not_written_to_disk():
    store = unpack_table(packed(events_csv(2000)))
    ((folder, path),) = asked(
        store,
        "SELECT current_setting('temp_directory'), path FROM duckdb_databases() "
        "WHERE database_name = current_database()",
    )
    assert not folder
    assert str(Path(path).readlink()).startswith("/memfd:")


def test_killed_reader_leaves_no_file_of_the_table():
    def fill(backend):
        ((path,),) = backend.con.execute(
            "SELECT path FROM duckdb_databases() WHERE database_name = current_database()"
        ).fetchall()
        backend.con.execute("CREATE TABLE words AS SELECT 'a text' AS words FROM range(100000)")
        seen.append((Path(path), list(Path(path).parent.iterdir())))

    seen = []
    content = serialize_tables(fill)
    ((path, left),) = seen
    assert path.is_relative_to(MEMORY)
    assert left == []
    assert not path.parent.exists()
    assert open_in_memory(content).backend.con.table("words").count("*").fetchall() == [(100_000,)]


def database_paths(store: TableStore) -> list[str]:
    """Return the paths of the files that a table's connection has open."""
    return [
        path for (path,) in asked(store, "SELECT path FROM duckdb_databases() WHERE NOT internal")
    ]


def is_table_file(path: str) -> bool:
    """Return whether a path of a descriptor leads to a table in memory."""
    return Path(path).exists() and "memfd:table" in str(Path(path).readlink())


def open_at_a_number_used_before(closed_file, opened_file):
    """Open a table whose file has the number of one that was closed just before.

    Systems use numbers of files again; another thread may take one in between.
    """
    for _ in range(20):
        closed = unpack_table(closed_file)
        paths = database_paths(closed)
        del closed
        gc.collect()
        opened = unpack_table(opened_file)
        if database_paths(opened) == paths:
            return opened
    return pytest.fail("no number of a file was used again")


def test_tables_opened_together_or_in_turn_do_not_mix():
    files = [packed(events_csv(size)) for size in (50, 60)]
    first, second = map(unpack_table, files)
    assert (first.count_events(Filters()).count, second.count_events(Filters()).count) == (50, 60)
    (freed,) = database_paths(first)
    del first
    gc.collect()
    assert not is_table_file(freed)
    third = open_at_a_number_used_before(*files)
    assert (second.count_events(Filters()).count, third.count_events(Filters()).count) == (60, 60)


def test_cells_without_numbers_keep_their_row_off_the_map():
    header, *rows = events_csv(50).decode().splitlines()
    rows[3] = "2019-02-23,Without a place,,Protest,Cúcuta,seven,-72.4,,"
    rows[4] = '2019-02-23,With a comma,,Protest,Cúcuta,"7,5",-72.4,,'
    store = unpack_table(packed("\n".join([header, *rows]).encode()))
    assert store.fetch_entry("5").lat is None
    assert store.fetch_entry("6").lat == 7.5
    assert sum(cell.count for cell in store.count_cells(Filters(), 5)) == 49


def test_spaces_around_cells_are_ignored_and_a_title_of_spaces_is_made():
    content = b"date,title,category,lat,lon\n 2019-02-23 ,\tTwo words ,  Protest, 7.5 , -72.4 \n"
    store = unpack_table(packed(content + b"2019-02-24,   ,Protest,,\n"))
    entry, untitled = store.fetch_page(Filters(categories=("protest",)), 1, 20)
    assert untitled.title == "Protest – 2019-02-24"
    assert (entry.edtf, entry.title, entry.lat) == ("2019-02-23", "Two words", 7.5)


def test_search_finds_the_right_rows_across_row_groups():
    # DuckDB keeps 122,880 rows together, and reads several such groups at once.
    texts = [f"t{number * 7919 % 130_001}" for number in range(2, 130_002)]
    lines = [f"{2010 + index % 9}-01-02,{text}" for index, text in enumerate(texts)]
    store = unpack_table(packed("\n".join(["date,title", *lines]).encode()))
    for number in (5, 64_000, 129_999):
        found = {
            entry.title for entry in store.fetch_page(Filters(text=texts[number].upper()), 1, 200)
        }
        assert found == {text for text in texts if texts[number] in text}


TABLE_FILES = {
    "timeline.csv": own_tables.timeline_js(),
    "acled.csv": own_tables.acled(),
    "gdelt.csv": own_tables.gdelt(),
    "points.geojson": own_tables.geojson(),
    "places.kml": own_tables.kml(),
    "hechos.xlsx": own_tables.spanish_workbook(),
    "sheet.csv": own_tables.google_sheet(),
    "hoja.ods": own_tables.ods(),
    "wikipedia.csv": own_tables.wikipedia(),
    "made.csv": events_csv(60),
}


@pytest.mark.parametrize("name", TABLE_FILES)
def test_large_table_is_read_as_a_small_one(name):
    """The same rows, days, kinds, places and problems, whatever is made of them.

    Places are found by their names in short tables alone.
    """
    content = TABLE_FILES[name]
    few, many = (read_story(content, name, records) for records in (MOST_ROWS, MANY))
    problems = [problem for problem in few.problems if problem.code not in BY_NAME]
    assert list(many.problems) == problems
    assert (many.counts, many.undated) == (few.counts, few.undated)
    store, story = unpack_table(pack_rows(many.rows)), few.dataset
    assert (store.about.rows, store.about.undated) == (few.total.read, len(few.undated))
    found = store.fetch_page(Filters(), 1, 1000)
    places = [story.places.get(event.place_id) for event in story.events.values()]
    kinds = {kind.id: kind.name for kind in (*story.kinds, *store.kinds)}
    one = [
        (event.date, event.title, event.summary, kinds[event.category])
        for event in story.events.values()
    ]
    other = [
        (entry.edtf, entry.title, entry.summary or entry.title, kinds[entry.kind])
        for entry in found
    ]
    assert sorted(other) == sorted(one)
    spots = sorted(
        (place.lat, place.lon)
        for place in places
        if place and place.lat is not None and not place.is_placed_by_name
    )
    assert sorted((entry.lat, entry.lon) for entry in found if entry.lat is not None) == spots


def test_kinds_beyond_the_limit_are_merged():
    many = unpack_table(packed(table(SHAPES["a kind of its own for each"], MOST_VALUES + 500)))
    first, last = many.about.span
    kinds = {kind.id for kind in many.kinds}
    counted = many.count_bins(Filters(), (first, last))
    assert {found.category for found in counted.bins} == kinds
    assert counted.total == many.count_events(Filters()).count == MOST_VALUES + 500
    assert {entry.kind for entry in many.fetch_page(Filters(), 1, 5000)} == kinds
    shares = [many.count_events(Filters(categories=(kind,))).count for kind in sorted(kinds)]
    assert sum(shares) == MOST_VALUES + 500
    assert many.count_events(Filters(categories=(OTHER_KINDS.id,))).count == max(shares)


WORDS = Filters(text="Cúcuta puente")


@pytest.fixture
def words(tmp_path):
    return open_store(str(write_table(tmp_path / "events.parquet", 3_000)))


TEXTS = (
    "Straße  (Cúcuta)", "cúcuta\tpuente", "ÑANDÚ ½ İstanbul", "a¨b", "", "100% 'guardia'; --",
    "puente\u00a0roto", "\u0301acento", "국경 다리", "one\x1etwo",
)  # fmt: skip
LOOKED_UP = (
    "strasse", "strasse)", "cucuta)", "(cucuta) puente", "cuc uta", "nandu", "½", "i̇stan", "ist",
    "a b", "a¨b", "% guardia", "roto", "puente roto", "acento", "e", "  ", "'; --", "다리", "two",
)  # fmt: skip


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    path = tmp_path_factory.mktemp("texts") / "events.csv"
    pairs = list(product(TEXTS, TEXTS))
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "date", "title", "summary"])
        rows.writerows(
            [index, f"2019-02-{index % 28 + 1:02}", f"t {title}", summary]
            for index, (title, summary) in enumerate(pairs)
        )
    made = open_store(TableAddress("csv", str(path)))
    return made, {
        str(index): fold(f"t {title} {summary}") for index, (title, summary) in enumerate(pairs)
    }


@pytest.mark.parametrize("text", LOOKED_UP)
def test_search_finds_exactly_the_texts_with_the_word(texts, text):
    asked_for = fold(text).split()
    wanted = {key for key, whole in texts[1].items() if all(word in whole for word in asked_for)}
    found_there = {entry.key for entry in texts[0].fetch_page(Filters(text=text), 1, 200)}
    assert found_there == wanted


ANY_TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"])))
#: Their accented letters are folded byte by byte, and a text with any other is not.
WESTERN_TEXTS = st.lists(st.text(st.characters(codec="latin-1")))


@given(ANY_TEXTS | WESTERN_TEXTS, st.sampled_from([0, 40]))
@example(["Cúcuta", "½ Straße", "", "“Ñandú”", "Øre", "ÁÉÍ"], 40)
def test_folding_many_texts_equals_folding_each(texts, few):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(event_writer, "FEW_LETTERS", few)
        assert event_writer.fold_all(texts) == [fold(text) for text in texts]
        folded = event_writer.fold_batch(pa.chunked_array([texts], pa.string()))
        assert folded.to_pylist() == [fold(text) for text in texts]


def test_part_of_a_batch_is_folded_as_its_texts_are():
    batch = pa.chunked_array([["Ámbar", "Cúcuta", "Łódź", "Ñandú", "Œuvre"]], pa.string())
    assert event_writer.fold_batch(batch[1:4]).to_pylist() == ["cucuta", fold("Łódź"), "nandu"]


def test_file_is_streamed_in_batches_in_order_of_the_list(words, monkeypatch):
    monkeypatch.setattr(queried, "PART_ROWS", 100)
    for filters in (Filters(), WORDS, Filters(regions=("arauca",))):
        batches = list(words.stream_batches(filters))
        assert max(batch.num_rows for batch in batches) <= 100
        keys = [key for batch in batches for key in batch.column("key").to_pylist()]
        assert keys == [entry.key for entry in words.fetch_page(filters, 1, 3_000)]


def test_empty_file_has_its_column_names(words):
    (batch,) = words.stream_batches(Filters(text="no such word"))
    assert batch.num_rows == 0
    assert "title" in batch.schema.names
