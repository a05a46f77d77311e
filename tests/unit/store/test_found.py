"""Words are looked up once for all questions of a view, and rows are read a few at a time."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date
from itertools import product

import pytest

from components.domain.views.filters import Filters
from components.domain.views.texts import fold
from components.store import found
from components.store.address import Address
from components.store.answers import TooSlow
from components.store.files import filling, indexing
from components.store.opening import open_store
from tests.bench.large.tables_made import write_table
from tests.support.cases import for_each
from tests.unit.store.test_same_answers import WINDOWS, check_alike

WORDS = Filters(text="Cúcuta puente")


@pytest.fixture
def table(tmp_path):
    return open_store(str(write_table(tmp_path / "events.parquet", 3_000)))


@pytest.fixture
def searches(table, monkeypatch):
    """The words that are looked up, as they are asked."""
    seen = []
    look_up = table.found.rows_with

    def asked(word):
        seen.append(word)
        return look_up(word)

    monkeypatch.setattr(table.found, "rows_with", asked)
    return seen


def test_all_questions_about_the_same_words_look_each_up_once(table, searches):
    assert table.count(WORDS) > 1
    table.bins(WORDS, table.about.span)
    table.cells(WORDS, 6)
    table.values(WORDS, "regions")
    table.page(WORDS, 1, 20)
    assert sum(batch.num_rows for batch in table.batches(WORDS)) == table.count(WORDS)
    # The same words otherwise written, and with another filter.
    table.count(Filters(text="PUENTE cucuta", categories=("battles",)))
    assert sorted(searches) == ["cucuta", "puente"]


def test_words_that_take_too_long_to_look_up_are_told_as_such(table):
    endless = table.engine.backend.sql(
        "SELECT sum(a.range * b.range) AS held FROM range(1000000) a, range(1000000) b "
        "GROUP BY a.range % 7",
        schema={"held": "int64"},
    )
    table.engine.seconds = 0.05
    with pytest.raises(TooSlow):
        list(table.engine.batches(endless))


def test_the_rows_of_few_searches_are_kept(table, searches):
    for word in ("agua", "noche", "hotel", "cruce", "paro", "agua"):
        table.count(Filters(text=word))
    assert len(searches) == 6
    table.count(Filters(text="paro"))
    assert len(searches) == 6


TEXTS = (
    "Straße  (Cúcuta)", "cúcuta\tpuente", "ÑANDÚ ½ İstanbul", "a¨b", "", "100% 'guardia'; --",
    "puente\u00a0roto", "\u0301acento",
)  # fmt: skip
LOOKED_UP = (
    "strasse", "strasse)", "cucuta)", "(cucuta) puente", "cuc uta", "nandu", "½", "i̇stan", "ist",
    "a b", "a¨b", "% guardia", "roto", "puente roto", "acento", "e", "  ", "'; --",
)  # fmt: skip


@for_each("text", LOOKED_UP)
def test_the_index_finds_what_the_texts_hold_and_nothing_else(texts, text):
    words = fold(text).split()
    wanted = {key for key, whole in texts[1].items() if all(word in whole for word in words)}
    found_there = {entry.key for entry in texts[0].page(Filters(text=text), 1, 100)}
    assert found_there == wanted


@pytest.fixture(scope="module", params=[3, 100])
def texts(request, tmp_path_factory):
    """A table of odd texts, its index written in parts, and its texts folded as a whole.

    With parts of three rows every word is written as bits, with larger ones only the frequent.
    """
    path = tmp_path_factory.mktemp("texts") / "events.csv"
    pairs = list(product(TEXTS, TEXTS))
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "date", "title", "summary"])
        rows.writerows(
            [n, f"2019-02-{n % 28 + 1:02}", f"t {a}", b] for n, (a, b) in enumerate(pairs)
        )
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(indexing, "INDEXED_ROWS", request.param)
        made = open_store(Address("csv", str(path)))
    return made, {str(n): fold(f"t {a} {b}") for n, (a, b) in enumerate(pairs)}


def test_a_file_is_read_a_batch_at_a_time_in_the_order_of_the_list(table, monkeypatch):
    monkeypatch.setattr(found, "BATCH_ROWS", 100)
    for filters in (Filters(), WORDS, Filters(regions=("arauca",))):
        batches = list(table.batches(filters))
        assert max(batch.num_rows for batch in batches) <= 100
        keys = [key for batch in batches for key in batch.column("key").to_pylist()]
        assert keys == [entry.key for entry in table.page(filters, 1, 3_000)]


def test_a_file_without_rows_still_names_its_columns(table):
    (batch,) = table.batches(Filters(text="no such word"))
    assert batch.num_rows == 0
    assert "title" in batch.schema.names


@pytest.fixture(scope="module")
def summed(tmp_path_factory):
    """A table whose rows are all counted together with others, and one of no such counts."""
    made = []
    for times in (1, 10**9):
        path = tmp_path_factory.mktemp("summed") / "events.parquet"
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(filling, "FEWER_TIMES", times)
            made.append(open_store(str(write_table(path, 3_000))))
    return made


@for_each("text", ["cucuta", "e", "no such word"])
@for_each(
    "filters",
    [
        Filters(start=date(2016, 2, 3), end=date(2017, 5, 6), sources=("source-7",)),
        Filters(categories=("battles", "riots"), regions=("arauca",)),
    ],
)
def test_rows_that_are_counted_together_give_the_answers_that_single_rows_give(
    summed, filters, text
):
    one, two = summed
    assert len(one.found.counted()) == 2
    assert two.found.counted() == ()
    check_alike(one, two, replace(filters, text=text), (WINDOWS[2], 7, "regions"))


def test_a_word_is_counted_without_reading_the_rows_that_hold_it(summed, monkeypatch):
    table, asked = summed[0], []
    ask = table.engine.rows

    def listened(query, *args, **options):
        asked.append(table.engine.backend.compile(query))
        return ask(query, *args, **options)

    monkeypatch.setattr(table.engine, "rows", listened)
    words = Filters(text="cucuta")
    table.count(words)
    table.bins(words, table.about.span)
    table.cells(words, 6)
    table.values(words, "regions")
    assert len(asked) >= 4
    assert not any('"events"' in query for query in asked)
