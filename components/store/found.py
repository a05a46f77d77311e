"""Rows of a prepared table by their numbers: those that hold some words, and pages of them.

Words are looked up once for all questions about them, in an index that lies beside the events, and
rows are read by their numbers, which are in order of first day, last day and key: no question sorts
the rows themselves, and none reads their texts to search them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache, cachedmethod

from components.domain.views.filters import Filters
from components.domain.views.texts import fold
from components.store.engine import BATCH_ROWS, DuckEngine, Given, Rows
from components.store.queries.questions import FILED, SHOWN

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

#: The index: ``word``, folded, and ``rows``, the numbers of events that hold it; a word has a row
#: for each part of the events (:data:`components.store.files.filling.INDEXED_ROWS`).
WORDS: Final = "words"
#: A table of rows' numbers, as a query names it.
FOUND: Final = "found_rows"
#: A table that says of each event, in their order, whether it holds the words that are looked up.
HELD: Final = "held_rows"
#: Lookups that are kept: with ten million rows 1.3 MB each.
MOST_KEPT: Final = 4


def numbered(rows: Table) -> Table:
    """A table of the engine with the number of each row as ``row``."""
    return rows.mutate(row=rows.rowid())


def _found() -> Table:
    import ibis

    return ibis.table({"row": "int64"}, name=FOUND)


class FoundRows:
    """The rows of one table by their numbers.

    Args:
        engine: the connection to its file.
        count: how many rows it has.
    """

    def __init__(self, engine: DuckEngine, count: int) -> None:
        self._engine, self._count = engine, count
        self.events = numbered(engine.backend.table("events"))
        self._index = engine.backend.table(WORDS)
        self._kept: LRUCache[tuple[str, ...], pa.Table] = LRUCache(MOST_KEPT)
        self._lock = threading.Lock()

    def holding(self, filters: Filters) -> Table:
        """The events that hold the words of filters; :meth:`given` has to go with the query."""
        import ibis

        if not filters.text:
            return self.events
        held = ibis.table({"held": "boolean"}, name=HELD)
        # Row beside row: ten times as quick as a join by number where a third of them are held.
        both = self.events.join(held, how="positional")
        return both.filter(both.held)

    def given(self, filters: Filters) -> Given:
        """Which rows hold every word of filters, looked up once."""
        words = tuple(sorted(set(fold(filters.text).split())))
        return {HELD: self._held(words)} if filters.text else {}

    # Threads that ask for the same at once each look it up, outside the lock.
    @cachedmethod(lambda self: self._kept, key=lambda _, words: words, lock=lambda self: self._lock)
    def _held(self, words: tuple[str, ...]) -> pa.Table:
        import numpy as np
        import pyarrow as pa

        every = np.ones(self._count, dtype=bool)
        for word in words:
            one = np.zeros(self._count, dtype=bool)
            # A word of a text holds what is looked up wherever the text does: both have no spaces.
            asked = self._index.filter(self._index.word.contains(word)).select("rows")
            for batch in self._engine.batches(asked):
                one[batch.column(0).flatten().to_numpy()] = True
            every &= one
        return pa.table({"held": pa.array(every)})

    def page(self, left: Table, given: Given, number: int, size: int) -> Rows:
        """One page of the rows that are left, in order."""
        asked = left.select("row").order_by("row").limit(size, offset=(number - 1) * size)
        return list(self._read(self._engine.table(asked, given), SHOWN).to_pylist())

    def batches(self, left: Table, given: Given) -> Iterator[pa.RecordBatch]:
        """Every row that is left, in order, so many at a time; none of them has one without rows.

        Each batch is a question of its own, with its time limit: nothing is held while whoever
        takes them is slow.
        """
        import pyarrow as pa

        numbers = self._engine.table(left.select("row").order_by("row"), given)
        for start in range(0, max(1, numbers.num_rows), BATCH_ROWS):
            made = self._read(numbers.slice(start, BATCH_ROWS), FILED)
            yield from made.to_batches() or [pa.RecordBatch.from_pylist([], schema=made.schema)]

    def _read(self, numbers: pa.Table, columns: tuple[str, ...]) -> Any:
        rows = self.events.filter(self.events.row.isin(_found().row)).order_by("row")
        return self._engine.table(rows.select(*columns), {FOUND: numbers})
