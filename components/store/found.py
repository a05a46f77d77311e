"""Rows of a prepared table by their numbers: those that hold some words, and pages of them.

The texts are searched once for all questions about the same words, and rows are read by their
numbers, which are in order of first day, last day and key: no question sorts the rows themselves.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache, cachedmethod

from components.domain.views.filters import Filters
from components.domain.views.texts import fold
from components.store.engine import BATCH_ROWS, DuckEngine, Given, Rows
from components.store.queries.conditions import with_words
from components.store.queries.questions import FILED, SHOWN

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

#: The table of what is searched: its rows stand in the order of the events, with the same numbers.
WORDS: Final = "words"
#: A table of rows' numbers, as a query names it.
FOUND: Final = "found_rows"
#: Searches whose rows are kept: with a million rows 8 MB each at most.
MOST_KEPT: Final = 4


def numbered(rows: Table) -> Table:
    """A table of the engine with the number of each row as ``row``."""
    return rows.mutate(row=rows.rowid())


def _found() -> Table:
    import ibis

    return ibis.table({"row": "int64"}, name=FOUND)


class FoundRows:
    """The rows of one table by their numbers."""

    def __init__(self, engine: DuckEngine) -> None:
        self._engine = engine
        self.events = numbered(engine.backend.table("events"))
        self._words = numbered(engine.backend.table(WORDS))
        self._kept: LRUCache[tuple[str, ...], pa.Table] = LRUCache(MOST_KEPT)
        self._lock = threading.Lock()

    def holding(self, filters: Filters) -> Table:
        """The events that hold the words of filters; :meth:`given` has to go with the query."""
        # They are all different: a join is twice as quick as asking whether each is among them.
        return self.events.inner_join(_found(), "row") if filters.text else self.events

    def given(self, filters: Filters) -> Given:
        """The numbers of the rows that hold every word of filters, searched once."""
        words = tuple(sorted(set(fold(filters.text).split())))
        return {FOUND: self._numbers(words)} if filters.text else {}

    # Threads that ask for the same at once each search, outside the lock.
    @cachedmethod(lambda self: self._kept, key=lambda _, words: words, lock=lambda self: self._lock)
    def _numbers(self, words: tuple[str, ...]) -> pa.Table:
        return self._engine.table(with_words(self._words, words).select("row"))

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
