"""The columns of a reader's very large table that no field takes."""

import pyarrow as pa
import pytest

from components.query.filters import Filters
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
