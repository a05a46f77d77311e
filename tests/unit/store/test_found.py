"""Words are searched once for all questions of a view, and rows are read a few at a time."""

from __future__ import annotations

import pytest

from components.domain.views.filters import Filters
from components.store import found
from components.store.opening import open_store
from tests.bench.tables_made import write_table

WORDS = Filters(text="Cúcuta puente")


@pytest.fixture
def table(tmp_path):
    return open_store(str(write_table(tmp_path / "events.parquet", 3_000)))


@pytest.fixture
def searches(table, monkeypatch):
    """The queries that search the texts, as they are asked."""
    seen = []
    ask = table.engine.table

    def asked(query, given=None):
        if f'"{found.WORDS}"' in table.engine.backend.compile(query):
            seen.append(query)
        return ask(query, given)

    monkeypatch.setattr(table.engine, "table", asked)
    return seen


def test_all_questions_about_the_same_words_search_the_texts_once(table, searches):
    assert table.count(WORDS) > 1
    table.bins(WORDS, table.about.span)
    table.cells(WORDS, 6)
    table.values(WORDS, "regions")
    table.page(WORDS, 1, 20)
    assert sum(batch.num_rows for batch in table.batches(WORDS)) == table.count(WORDS)
    # The same words otherwise written, and with another filter.
    table.count(Filters(text="PUENTE cucuta", categories=("battles",)))
    assert len(searches) == 1


def test_the_rows_of_few_searches_are_kept(table, searches):
    for word in ("agua", "noche", "hotel", "cruce", "paro", "agua"):
        table.count(Filters(text=word))
    assert len(searches) == 6
    table.count(Filters(text="paro"))
    assert len(searches) == 6


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
