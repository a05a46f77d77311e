"""Fills the index of a prepared file: which rows hold a word, and which are counted together.

A word that many rows hold is written as a bit for each row, any other as the numbers of its rows:
looking one up then costs little, whether a thousand or millions of rows hold it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final

from components.domain.views.texts import fold
from components.store.engine import DuckEngine
from components.store.found import BITS, SPOTS, TOGETHER, WORDS, numbered

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

#: Rows whose words are written at once: the index needs no more memory however many there are.
INDEXED_ROWS: Final = 61_440
#: A word's rows are written as bits where their numbers, of so many bits each, would be longer.
NUMBER_BITS: Final = 32
#: Bits are kept in numbers of so many.
WORD_BITS: Final = 64
#: Different places whose rows are counted together; where there are more, none are.
MOST_SPOTS: Final = 1_000_000


def write_index(
    engine: DuckEngine, events: Table, count: int, texts: tuple[str, ...], *, bits: bool
) -> None:
    """Write which rows hold each word, one part of the rows after the other.

    What is looked up has no spaces and may be part of a word, so words are what stands between
    spaces; each different one is folded once.

    Args:
        engine: a connection that may write.
        events: the rows.
        count: how many there are.
        texts: the columns that are searched.
        bits: whether words that many rows hold are written as bits; else all as numbers of rows,
            which a query of few rows reads without anything that is given to it.
    """
    rows = numbered(events)
    for start in range(0, max(1, count), INDEXED_ROWS):
        part = rows.filter(rows.row >= start, rows.row < start + INDEXED_ROWS)
        text = reduce(lambda a, b: a + " " + b, [part[name].coalesce("") for name in texts])
        words = part.select(word=text.split(" ").unnest(), row=part.row.cast("int32"))
        held = words.group_by("word").aggregate(rows=words.row.collect())
        found = engine.table(held)
        for name, made in _written(found, start, bits=bits).items():
            written = engine.backend.con.from_arrow(made)
            written.insert_into(name) if start else written.create(name)


def _written(held: pa.Table, start: int, *, bits: bool) -> Mapping[str, pa.Table]:
    """The words of a part, as the numbers of their rows and as bits."""
    import numpy as np
    import pyarrow as pa
    from pyarrow import compute

    words = pa.array([fold(word) for word in held["word"].to_pylist()], pa.string())
    held = held.set_column(0, "word", words).combine_chunks()
    if not bits:
        return {WORDS: held}
    many = compute.greater(compute.list_value_length(held["rows"]), INDEXED_ROWS // NUMBER_BITS)
    often, made = held.filter(many), []
    for rows in often["rows"]:
        one = np.zeros(-(-INDEXED_ROWS // WORD_BITS) * WORD_BITS, dtype=bool)
        one[rows.values.to_numpy() - start] = True
        made.append(np.packbits(one, bitorder="little").view(np.int64))
    table = pa.table({
        "word": often["word"],
        "start": pa.array([start] * len(made), pa.int32()),
        "bits": pa.array(made, pa.list_(pa.int64())),
    })  # fmt: skip
    return {WORDS: held.filter(compute.invert(many)), BITS: table}


def write_spots(engine: DuckEngine, events: Table, most: int) -> Table | None:
    """Write the different places where events were; nothing where there are more than ``most``."""
    placed = events.filter(events.x.notnull())
    made = placed.group_by("lat", "lon", "x", "y").aggregate().order_by("lat", "lon")
    count = engine.rows(made.aggregate(count=made.count()))[0]["count"]
    if not 0 < count <= min(most, MOST_SPOTS):
        return None
    return engine.write(SPOTS, made)


def write_together(
    engine: DuckEngine, events: Table, alike: Mapping[str, tuple[Table, Sequence[str]]]
) -> None:
    """Write of each row, in their order, which row of each other table it is counted in.

    Args:
        engine: a connection that may write.
        events: the rows.
        alike: other tables by name, and in which columns a row and theirs are the same.
    """
    if not alike:
        return
    found = numbered(events)
    for name, (table, columns) in alike.items():
        theirs = {f"{name}_{column}": table[column] for column in columns}
        other = table.select(**theirs, **{name: table.rowid()})
        same = [found[column].identical_to(other[f"{name}_{column}"]) for column in columns]
        found = found.left_join(other, same)
    made = found.order_by("row").select(**{name: found[name].cast("int32") for name in alike})
    backend = engine.backend
    backend.con.execute("SET preserve_insertion_order = true")
    engine.write(TOGETHER, made)
    backend.con.execute("SET preserve_insertion_order = false")
