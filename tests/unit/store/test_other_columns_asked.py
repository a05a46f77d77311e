"""The columns of a table that no field takes: of a reader's, of a host's file, of an engine."""

from datetime import date

import pyarrow as pa
import pytest
from pyarrow import parquet

from components.query.filters import Filters
from components.query.opening import open_store
from components.query.packed_table import pack_rows, unpack_table
from components.story.other_columns import OtherCell
from tests.support.stories.uploads import read_story, table

HEADER = ("date", "title", "weapon", "title (2)", "Title", "=x")
ROWS = [
    ("2019-01-02", "A", "Fusil", "", "second", "a; b"),
    ("2019-01-03", "B", "", "", "", ""),
    ("no day", "C", "knife", "", "", ""),
]


@pytest.fixture(scope="module")
def store():
    return unpack_table(pack_rows(read_story(table(HEADER, ROWS), "x.csv", 1).rows))


@pytest.mark.parametrize(
    ("key", "cells"),
    [
        ("2", [("weapon", "Fusil"), ("Title", "second"), ("=x", "a; b")]),
        ("3", []),
    ],
    ids=["filled", "empty"],
)
def test_row_in_full_has_its_cells(store, key, cells):
    assert store.fetch_entry(key).other == tuple(OtherCell(*cell) for cell in cells)


@pytest.mark.parametrize(("words", "count"), [("fusil", 1), ("second", 1), ("knife", 0)])
def test_words_find_rows_by_their_other_columns(store, words, count):
    assert store.count_events(Filters(text=words)).count == count


def test_file_has_them_under_their_own_names(store):
    rows = pa.Table.from_batches(store.stream_batches(Filters())).to_pylist()
    assert [row["weapon"] or "" for row in rows] == ["Fusil", ""]
    assert [row["Title (2)"] or "" for row in rows] == ["second", ""]
    assert [row["'=x"] or "" for row in rows] == ["a; b", ""]


def test_file_without_rows_names_them(store):
    (batch,) = store.stream_batches(Filters(text="nowhere"))
    assert (batch.num_rows, batch.schema.names[-3:]) == (0, ["weapon", "Title (2)", "'=x"])


# A host's -----------------------------------------------------------------------------------------

#: ``reviewer`` is meant for the desk, ``photo`` is no text.
HOSTED = {
    "date": [date(2019, 1, 2), date(2019, 1, 3)],
    "title": ["A", "B"],
    "weapon": [" Fusil ", None],
    "Title ": ["second\x1fhalf", ""],
    "patrols": [3, None],
    "reviewer": ["Ana", "Ana"],
    "photo": [b"x", b"y"],
}
TYPES = ("date", "text", "text", "text", "int", "text", "bytea")


@pytest.fixture(scope="module")
def in_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("hosted") / "events.parquet"
    parquet.write_table(pa.table(HOSTED), path)
    return open_store(str(path))


@pytest.fixture(scope="module")
def on_engine(server):
    kinds = dict(zip(HOSTED, TYPES, strict=True))
    server.make("others", kinds, list(zip(*HOSTED.values(), strict=True)))
    return open_store(f"{server.address}&table=others")


@pytest.fixture(params=["in_file", "on_engine"])
def hosted(request):
    return request.getfixturevalue(request.param)


def test_row_of_a_host_has_its_cells(hosted):
    first, second = hosted.fetch_page(Filters(), 1, 10)
    cells = hosted.fetch_entry(first.key).other
    assert [tuple(cell) for cell in cells] == [
        ("weapon", "Fusil"), ("Title", "second half"), ("patrols", "3")
    ]  # fmt: skip
    assert hosted.fetch_entry(second.key).other == ()


@pytest.mark.parametrize(("words", "count"), [("fusil", 1), ("half", 1), ("ana", 0)])
def test_words_find_rows_of_a_host_by_their_other_columns(hosted, words, count):
    assert hosted.count_events(Filters(text=words)).count == count


def test_file_of_a_host_has_them_under_their_own_names(hosted):
    rows = pa.Table.from_batches(hosted.stream_batches(Filters())).to_pylist()
    assert [row["weapon"] or "" for row in rows] == ["Fusil", ""]
    assert [row["Title (2)"] or "" for row in rows] == ["second half", ""]
    assert [row["patrols"] or "" for row in rows] == ["3", ""]
    assert not {"reviewer", "photo"} & rows[0].keys()


def test_file_of_a_host_without_rows_names_them(hosted):
    (batch,) = hosted.stream_batches(Filters(text="nowhere"))
    assert (batch.num_rows, batch.schema.names[-3:]) == (0, ["weapon", "Title (2)", "patrols"])
