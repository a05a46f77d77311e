"""A table that is opened and asked: answers as of a file, words in their rows, rows in parts."""

import csv
import gc
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.intake.rows import OTHER_KINDS
from components.limits import MOST_ROWS, MOST_VALUES
from components.query import opening
from components.query import table as queried
from components.query.engine import MEMORY, Address
from components.query.filters import Filters
from components.query.opening import open_store, opened, pack, unpack, written
from components.story.texts import fold
from tests.bench.large.tables_made import SHAPES, events_csv, table, write_table
from tests.support.cases import for_each
from tests.support.stories import own_tables
from tests.support.stories.uploads import read_story

#: Of so many rows no records are made.
MANY = 0


def packed(content: bytes):
    return pack(read_story(content, "events.csv", MANY).rows)


def asked(store, sql):
    return store.engine.backend.con.execute(sql).fetchall()


def test_nothing_of_it_is_written_to_a_disk():
    store = unpack(packed(events_csv(2000)))
    ((folder, path),) = asked(
        store,
        "SELECT current_setting('temp_directory'), path FROM duckdb_databases() "
        "WHERE database_name = current_database()",
    )
    assert not folder
    assert str(Path(path).readlink()).startswith("/memfd:")


def test_a_process_that_is_ended_while_it_reads_leaves_nothing_of_the_table():
    def fill(backend):
        ((path,),) = backend.con.execute(
            "SELECT path FROM duckdb_databases() WHERE database_name = current_database()"
        ).fetchall()
        backend.con.execute("CREATE TABLE words AS SELECT 'a text' AS words FROM range(100000)")
        seen.append((Path(path), list(Path(path).parent.iterdir())))

    seen = []
    content = written(fill)
    ((path, left),) = seen
    assert path.is_relative_to(MEMORY)
    assert left == []
    assert not path.parent.exists()
    assert opened(content).backend.con.table("words").count("*").fetchall() == [(100_000,)]


def test_tables_that_are_open_at_once_or_after_each_other_are_told_apart():
    files = [packed(events_csv(size)) for size in (50, 60)]
    first, second = map(unpack, files)
    assert (first.total(Filters()).count, second.total(Filters()).count) == (50, 60)
    ((freed,),) = asked(first, "SELECT path FROM duckdb_databases() WHERE NOT internal")
    del first
    gc.collect()
    # Numbers of files are used again.
    assert not Path(freed).exists()
    third = unpack(files[1])
    assert asked(third, "SELECT path FROM duckdb_databases() WHERE NOT internal") == [(freed,)]
    assert (second.total(Filters()).count, third.total(Filters()).count) == (60, 60)


def test_cells_that_are_no_numbers_keep_their_row_off_the_map():
    header, *rows = events_csv(50).decode().splitlines()
    rows[3] = "2019-02-23,Without a place,,Protest,Cúcuta,seven,-72.4,,"
    rows[4] = '2019-02-23,With a comma,,Protest,Cúcuta,"7,5",-72.4,,'
    store = unpack(packed("\n".join([header, *rows]).encode()))
    assert store.entry("5").lat is None
    assert store.entry("6").lat == 7.5
    assert sum(cell.count for cell in store.cells(Filters(), 5)) == 49


def test_spaces_at_the_ends_of_cells_count_for_nothing():
    content = b"date,title,category,lat,lon\n 2019-02-23 ,\tTwo words ,  Protest, 7.5 , -72.4 \n"
    store = unpack(packed(content + b"2019-02-24,   ,Protest,,\n"))
    assert store.about.shown == 1
    (entry,) = store.page(Filters(categories=("protest",)), 1, 20)
    assert (entry.edtf, entry.title, entry.lat) == ("2019-02-23", "Two words", 7.5)


def test_words_belong_to_their_rows_in_a_table_of_many_row_groups():
    # DuckDB keeps 122,880 rows together, and reads several such groups at once.
    texts = [f"t{n * 7919 % 130_001}" for n in range(2, 130_002)]
    lines = [f"{2010 + n % 9}-01-02,{text}" for n, text in enumerate(texts)]
    store = unpack(packed("\n".join(["date,title", *lines]).encode()))
    for number in (5, 64_000, 129_999):
        found = {entry.title for entry in store.page(Filters(text=texts[number].upper()), 1, 200)}
        assert found == {text for text in texts if texts[number] in text}


@for_each(
    "file",
    [
        ("timeline.csv", own_tables.timeline_js()), ("acled.csv", own_tables.acled()),
        ("gdelt.csv", own_tables.gdelt()), ("points.geojson", own_tables.geojson()),
        ("places.kml", own_tables.kml()), ("hechos.xlsx", own_tables.spanish_workbook()),
        ("sheet.csv", own_tables.google_sheet()), ("hoja.ods", own_tables.ods()),
        ("wikipedia.csv", own_tables.wikipedia()), ("made.csv", events_csv(60)),
    ],
)  # fmt: skip
def test_a_table_of_many_rows_is_read_as_one_of_few(file):
    """The same rows, days, kinds, places and problems, whatever is made of them."""
    name, content = file
    few, many = (read_story(content, name, records) for records in (MOST_ROWS, MANY))
    assert many.problems == few.problems
    assert (many.counts, many.undated) == (few.counts, few.undated)
    store, story = unpack(pack(many.rows)), few.dataset
    assert (store.about.rows, store.about.undated) == (few.total.read, len(few.undated))
    found = store.page(Filters(), 1, 1000)
    places = [story.places.get(event.place_id) for event in story.events.values()]
    kinds = {kind.id: kind.name for kind in (*story.kinds, *store.kinds)}
    one = [(e.date, e.title, e.summary, kinds[e.category]) for e in story.events.values()]
    other = [(e.edtf, e.title, e.summary or e.title, kinds[e.kind]) for e in found]
    assert sorted(other) == sorted(one)
    spots = sorted((p.lat, p.lon) for p in places if p and p.lat is not None)
    assert sorted((e.lat, e.lon) for e in found if e.lat is not None) == spots


def test_kinds_beyond_those_that_are_known_share_one():
    many = unpack(packed(table(SHAPES["a kind of its own for each"], MOST_VALUES + 500)))
    first, last = many.about.span
    kinds = {kind.id for kind in many.kinds}
    counted = many.bins(Filters(), (first, last))
    assert {found.category for found in counted.bins} == kinds
    assert counted.total == many.total(Filters()).count == MOST_VALUES + 500
    assert {entry.kind for entry in many.page(Filters(), 1, 5000)} == kinds
    shares = [many.total(Filters(categories=(kind,))).count for kind in sorted(kinds)]
    assert sum(shares) == MOST_VALUES + 500
    assert many.total(Filters(categories=(OTHER_KINDS.id,))).count == max(shares)


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
            [n, f"2019-02-{n % 28 + 1:02}", f"t {a}", b] for n, (a, b) in enumerate(pairs)
        )
    made = open_store(Address("csv", str(path)))
    return made, {str(n): fold(f"t {a} {b}") for n, (a, b) in enumerate(pairs)}


@for_each("text", LOOKED_UP)
def test_a_word_finds_the_texts_that_hold_it_and_nothing_else(texts, text):
    asked_for = fold(text).split()
    wanted = {key for key, whole in texts[1].items() if all(word in whole for word in asked_for)}
    found_there = {entry.key for entry in texts[0].page(Filters(text=text), 1, 200)}
    assert found_there == wanted


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))), st.sampled_from([0, 40]))
def test_many_texts_are_folded_as_each_is_alone(texts, few):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(opening, "FEW_LETTERS", few)
        assert opening.fold_all(texts) == [fold(text) for text in texts]


def test_a_file_is_read_some_rows_at_a_time_in_the_order_of_the_list(words, monkeypatch):
    monkeypatch.setattr(queried, "PART_ROWS", 100)
    for filters in (Filters(), WORDS, Filters(regions=("arauca",))):
        batches = list(words.batches(filters))
        assert max(batch.num_rows for batch in batches) <= 100
        keys = [key for batch in batches for key in batch.column("key").to_pylist()]
        assert keys == [entry.key for entry in words.page(filters, 1, 3_000)]


def test_a_file_without_rows_still_names_its_columns(words):
    (batch,) = words.batches(Filters(text="no such word"))
    assert batch.num_rows == 0
    assert "title" in batch.schema.names
