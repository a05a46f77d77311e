"""Words are found in the rows that hold them, whatever their letters; rows come some at a time."""

import csv
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.query import opening
from components.query import table as asked
from components.query.engine import Address, TooSlow
from components.query.filters import Filters
from components.query.opening import open_store
from components.story.texts import fold
from tests.bench.large.tables_made import write_table
from tests.support.cases import for_each

WORDS = Filters(text="Cúcuta puente")


@pytest.fixture
def table(tmp_path):
    return open_store(str(write_table(tmp_path / "events.parquet", 3_000)))


def test_words_that_take_too_long_to_look_up_are_told_as_such(table):
    endless = table.engine.backend.sql(
        "SELECT sum(a.range * b.range) AS held FROM range(1000000) a, range(1000000) b "
        "GROUP BY a.range % 7",
        schema={"held": "int64"},
    )
    table.engine.seconds = 0.05
    with pytest.raises(TooSlow):
        list(table.engine.batches(endless))


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
    """A table of odd texts, and its texts folded one by one."""
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
    words = fold(text).split()
    wanted = {key for key, whole in texts[1].items() if all(word in whole for word in words)}
    found_there = {entry.key for entry in texts[0].page(Filters(text=text), 1, 200)}
    assert found_there == wanted


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))), st.sampled_from([0, 40]))
def test_many_texts_are_folded_as_each_is_alone(texts, few):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(opening, "FEW_LETTERS", few)
        assert opening.fold_all(texts) == [fold(text) for text in texts]


def test_a_file_is_read_some_rows_at_a_time_in_the_order_of_the_list(table, monkeypatch):
    monkeypatch.setattr(asked, "PART_ROWS", 100)
    for filters in (Filters(), WORDS, Filters(regions=("arauca",))):
        batches = list(table.batches(filters))
        assert max(batch.num_rows for batch in batches) <= 100
        keys = [key for batch in batches for key in batch.column("key").to_pylist()]
        assert keys == [entry.key for entry in table.page(filters, 1, 3_000)]


def test_a_file_without_rows_still_names_its_columns(table):
    (batch,) = table.batches(Filters(text="no such word"))
    assert batch.num_rows == 0
    assert "title" in batch.schema.names
