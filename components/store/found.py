"""Rows of a prepared table by their numbers: those that hold some words, and pages of them.

Words are looked up once for all questions about them, in an index that lies beside the events, and
rows are read by their numbers, which are in order of first day, last day and key: no question sorts
the rows themselves, and none reads their texts to search them. Where rows are counted together, by
day, kind and region and by place, those that hold the words are counted so at once, too: most
questions then read as many rows as there are such counts.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

from cachetools import LRUCache, cachedmethod

from components.domain.views.filters import Filters
from components.domain.views.texts import fold
from components.store.engine import BATCH_ROWS, DuckEngine, Given, Rows
from components.store.queries.questions import FILED, SHOWN

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

#: The index of words that few rows hold: ``word``, folded, and ``rows``, the numbers of the events
#: that hold it; a word has a row for each part of the events
#: (:data:`components.store.files.indexing.INDEXED_ROWS`).
WORDS: Final = "words"
#: That of the others: ``word``, ``start``, the first event of the part, and ``bits``, one of each.
BITS: Final = "word_bits"
#: Counts of rows alike in day, kind and region, and the different places: the rows that each event
#: is counted in, as ``together`` says it in their order; any of them may be missing.
DAYS_ALIKE: Final = "days"
SPOTS: Final = "spots"
TOGETHER: Final = "together"
#: A table of rows' numbers, as a query names it. For tables that are given, DuckDB loads pandas and
#: pyarrow's readers of files, 60 MB: a page of a list has its numbers written into the query.
FOUND: Final = "found_rows"
#: A table that says of each event, in their order, whether it holds the words that are looked up.
HELD: Final = "held_rows"
#: What begins the name of a table of how many such events are counted in each row of another.
COUNTED: Final = "held_"
#: Lookups that are kept: with ten million rows some 5 MB each.
MOST_KEPT: Final = 4


def numbered(rows: Table) -> Table:
    """A table of the engine with the number of each row as ``row``."""
    return rows.mutate(row=rows.rowid())


def _found() -> Table:
    import ibis

    return ibis.table({"row": "int64"}, name=FOUND)


def words_of(filters: Filters) -> tuple[str, ...]:
    """The different words that filters look up, folded."""
    return tuple(sorted(set(fold(filters.text).split())))


class FoundRows:
    """The rows of one table by their numbers.

    Args:
        engine: the connection to its file.
        count: how many rows it has.
    """

    def __init__(self, engine: DuckEngine, count: int) -> None:
        self._engine, self._count = engine, count
        self.events = numbered(cast("Table", engine.named("events")))
        self._index = cast("Table", engine.named(WORDS))
        self._bits, self._together = engine.named(BITS), engine.named(TOGETHER)
        self._kept: LRUCache[tuple[str, ...], Given] = LRUCache(MOST_KEPT)
        self._lock = threading.Lock()

    def holding(self, filters: Filters) -> Table:
        """The events that hold the words of filters; :meth:`given` has to go with the query."""
        import ibis

        if not filters.text:
            return self.events
        if self._bits is None:
            return self._holding_each(filters)
        held = ibis.table({"held": "boolean"}, name=HELD)
        # Row beside row: ten times as quick as a join by number where a third of them are held.
        both = self.events.join(held, how="positional")
        return both.filter(both.held)

    def _holding_each(self, filters: Filters) -> Table:
        """The events that hold each word, all within one query."""
        events = self.events
        for word in words_of(filters):
            held = self._index.filter(self._index.word.contains(word))
            events = events.filter(events.row.isin(held.select(row=held.rows.unnest()).row))
        return events

    def counted(self) -> tuple[Table, ...]:
        """Counts ``n`` of the events that hold the words, by day, kind and region and by place.

        ``lat`` and ``lon`` are sums, as those of kept counts. :meth:`given` has to go with a query.
        """
        import ibis

        made = []
        for name in self._together.columns if self._together is not None else ():
            rows = cast("Table", self._engine.named(name))
            other = ibis.table({"held": "int64"}, name=COUNTED + name)
            both = (rows.drop("n", "lat", "lon") if "n" in rows.columns else rows).join(
                other, how="positional"
            )
            both = both.filter(both.held > 0).rename(n="held")
            if name == SPOTS:
                both = both.mutate(lat=both.lat * both.n, lon=both.lon * both.n)
            made.append(both)
        return tuple(made)

    def given(self, filters: Filters) -> Given:
        """Which rows hold every word of filters, and how many are counted together; once."""
        known = filters.text and self._bits is not None
        return self._given(words_of(filters)) if known else {}

    # Threads that ask for the same at once each look it up, outside the lock.
    @cachedmethod(lambda self: self._kept, key=lambda _, words: words, lock=lambda self: self._lock)
    def _given(self, words: Sequence[str]) -> Given:
        import numpy as np
        import pyarrow as pa

        every = np.ones(self._count, dtype=bool)
        for word in words:
            every &= self.rows_with(word)
        held = pa.table({"held": pa.array(every)})
        return {HELD: held, **self._counts(held)}

    def rows_with(self, word: str) -> Any:
        """Which rows hold a word, as an array of truth values."""
        import numpy as np

        one = np.zeros(self._count, dtype=bool)
        # A word of a text holds what is looked up wherever the text does: both have no spaces.
        asked = self._index.filter(self._index.word.contains(word)).select("rows")
        for batch in self._engine.batches(asked):
            one[batch.column(0).flatten().to_numpy()] = True
        often = cast("Table", self._bits)
        asked = often.filter(often.word.contains(word)).select("start", "bits")
        for batch in self._engine.batches(asked):
            for start, bits in zip(*batch.columns, strict=True):
                held = np.unpackbits(bits.values.to_numpy().view(np.uint8), bitorder="little")
                part = one[start.as_py() : start.as_py() + len(held)]
                part |= held[: len(part)].view(bool)
        return one

    def _counts(self, held: pa.Table) -> Given:
        """How many of the held rows are counted in each row of the other tables."""
        import ibis
        import numpy as np
        import pyarrow as pa

        if self._together is None:
            return {}
        found = {name: np.zeros(size, dtype=np.int64) for name, size in self._sizes.items()}
        both = self._together.join(ibis.table({"held": "boolean"}, name=HELD), how="positional")
        asked = both.filter(both.held).drop("held")
        for batch in self._engine.batches(asked, {HELD: held}):
            for name, counts in found.items():
                # A row without a place is counted nowhere.
                numbers = batch.column(name).drop_null().to_numpy()
                counts += np.bincount(numbers, minlength=len(counts))
        return {COUNTED + name: pa.table({"held": counts}) for name, counts in found.items()}

    @cached_property
    def _sizes(self) -> dict[str, int]:
        """How many rows the tables have that rows are counted in."""
        names = self._together.columns if self._together is not None else ()
        made = {}
        for name in names:
            table = cast("Table", self._engine.named(name))
            made[name] = self._engine.rows(table.aggregate(count=table.count()))[0]["count"]
        return made

    def page(self, left: Table, filters: Filters, number: int, size: int) -> Rows:
        """One page of the rows that are left, in order."""
        given, start = self.given(filters), (number - 1) * size
        if given and filters == Filters(text=filters.text):
            found = given[HELD]["held"].to_numpy().nonzero()[0][start : start + size].tolist()
        else:
            asked = left.select("row").order_by("row").limit(size, offset=start)
            found = [row["row"] for row in self._engine.rows(asked, given=given)]
        if not found:
            return []
        row = self.events.row
        # DuckDB leaves out what lies outside the span without reading it, and a list alone not.
        rows = self.events.filter(row.between(found[0], found[-1]), row.isin(found))
        return self._engine.rows(rows.order_by("row").select(*SHOWN))

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

    def _read(self, numbers: pa.Table, columns: tuple[str, ...]) -> pa.Table:
        rows = self.events.filter(self.events.row.isin(_found().row)).order_by("row")
        return self._engine.table(rows.select(*columns), {FOUND: numbers})
