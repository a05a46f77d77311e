"""Writing the events of a table into a DuckDB file: their days, their folded texts, their summary.

What is searched of a row is written beside it, in lower case and without accents: a million rows
are then looked through in less than a tenth of a second, without an index.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

import ibis
import numpy as np
import pyarrow as pa
from ibis.expr.types import Table
from pydantic import TypeAdapter

from components.intake.sheet_models import ColumnMap
from components.query.day_texts import build_known_days, day_text_expression, parse_days
from components.query.engine import ORDER, DuckEngine
from components.query.table import SourceTable, TableSummary, summarize_table
from components.query.table_columns import DERIVED_PREFIX, MappedColumns, select_event_rows
from components.story.texts import fold

#: What DuckDB strips from the ends of a text.
SPACES: Final = " \t\n\r\v\f"
#: The first character after the blank.
FIRST_SIGN: Final = "!"
#: Between texts that are folded together: no text has it.
_BETWEEN: Final = "\x1e"
#: Different letters beyond ASCII up to which each is replaced for itself.
FEW_LETTERS: Final = 40


def strip_expression(text: Any) -> Any:
    """Return a text without spaces at its ends: few have any, and looking is far less work."""
    # All spaces come before the first sign.
    may_have_spaces = [text < FIRST_SIGN]
    may_have_spaces += [text.endswith(space) for space in SPACES]
    return ibis.cases((reduce(or_, may_have_spaces), text.strip()), else_=text)


@ibis.udf.scalar.builtin  # type: ignore[untyped-decorator]
def fold_text(text: str) -> str:
    """Call :func:`fold_batch` in a query."""
    raise NotImplementedError


def fold_batch(batch: pa.ChunkedArray) -> pa.Array:
    """Return the folded texts of a batch, as DuckDB hands it over, each as :func:`fold` does.

    Those in ASCII and the accented letters of Latin-1 are folded together, byte by byte, without
    becoming texts of Python.
    """
    # Imported late: few processes write a table.
    from pyarrow import compute

    texts = batch.combine_chunks()
    if not len(texts):
        return texts
    _, offsets_buffer, content_buffer = texts.buffers()
    offsets = np.frombuffer(offsets_buffer, np.int32)[texts.offset : texts.offset + len(texts) + 1]
    content = content_buffer[int(offsets[0]) : int(offsets[-1])].to_pybytes()
    ends = offsets - offsets[0]
    code_units = np.frombuffer(content, np.uint8)
    lead_positions = np.flatnonzero(code_units == _ACCENTED.lead)
    folded_ends = ends - np.searchsorted(lead_positions, ends)
    folded = pa.StringArray.from_buffers(
        len(texts),
        pa.py_buffer(folded_ends.astype(np.int32)),
        pa.py_buffer(content.translate(_ACCENTED.table, bytes([_ACCENTED.lead]))),
    )
    if not content.translate(None, _ACCENTED.known):
        return folded
    odd_marks = np.frombuffer(content.translate(_ACCENTED.marks), np.uint8)
    odd_positions = np.flatnonzero(odd_marks)
    is_odd = np.diff(np.searchsorted(odd_positions, ends)) > 0
    odd_texts = texts.filter(pa.array(is_odd)).to_pylist()
    return compute.replace_with_mask(folded, is_odd, pa.array(fold_all(odd_texts), pa.string()))


def fold_all(texts: Sequence[str]) -> list[str]:
    """Return each text as :func:`fold` does, all at once.

    That takes a fifth of the time where letters beyond ASCII are few.
    """
    joined_text = _BETWEEN.join(texts)
    letters = set(joined_text.encode().translate(None, bytes(range(128))).decode())
    folded_text = joined_text
    if len(letters) > FEW_LETTERS:
        folded_text = fold(joined_text)
    else:
        folded_text = joined_text.encode().lower().decode()
        for letter in letters:
            folded_text = folded_text.replace(letter, fold(letter))
    folded_texts = folded_text.split(_BETWEEN)
    if len(folded_texts) != len(texts):
        return [fold(text) for text in texts]
    return folded_texts


class _AccentedLetters(NamedTuple):
    """How UTF-8 is folded byte by byte: ASCII, and what of Latin-1 is a letter of ASCII folded.

    Attributes
    ----------
    lead
        The first byte of such a letter, which is left out.
    table
        By byte, what it is folded to: the second byte of a letter to that of ASCII.
    known
        The bytes of such texts; a text with any other is folded otherwise.
    marks
        By byte, whether it is none of these: 0 or 1.
    """

    lead: int
    table: bytes
    known: bytes
    marks: bytes


def _fold_accented_letters() -> _AccentedLetters:
    lead, _ = "ÿ".encode()
    table = bytearray(range(256))
    known = {lead}
    for code in range(128):
        table[code] = ord(fold(chr(code)))
        known.add(code)
    for code in range(ord("À"), ord("ÿ") + 1):
        folded_letter = fold(chr(code))
        if len(folded_letter) == 1 and folded_letter.isascii():
            _, second = chr(code).encode()
            table[second] = ord(folded_letter)
            known.add(second)
    marks = bytes(code not in known for code in range(256))
    return _AccentedLetters(lead, bytes(table), bytes(known), marks)


_ACCENTED: Final = _fold_accented_letters()


@dataclass(frozen=True)
class KnownFacts:
    """What is known of a table before it is written: its counts and some column names.

    Attributes
    ----------
    rows, undated
        Those of the file that was read, some of which are not written; ``None`` where they are to
        be counted.
    number
        The column with the number of each row.
    other
        The columns that no field takes.
    day_texts
        The dates of its rows, which were parsed already, without times of day; ``None`` where they
        are to be looked for.
    many
        By column of a list: whether any cell holds several values; ``None`` where that is asked.
    """

    rows: int | None = None
    undated: int = 0
    number: str = ""
    other: tuple[str, ...] = ()
    day_texts: Sequence[str] | None = None
    many: Mapping[str, bool] | None = None


#: Of a table of which nothing is known.
NO_FACTS: Final = KnownFacts()


def write_events(
    engine: DuckEngine,
    mapped: MappedColumns,
    columns: ColumnMap,
    stamp: str = "",
    facts: KnownFacts = NO_FACTS,
) -> None:
    """Write the events of a table, in order, and the summary of it.

    Parameters
    ----------
    mapped
        The columns of the table by ``columns``.
    stamp
        Identifies the data that they were made of.
    facts
        What is known of the table.
    """
    connection = engine.backend.con
    if facts.day_texts is None:
        parsed_days = parse_days(engine, mapped, columns)
    else:
        parsed_days = build_known_days(facts.day_texts)
    connection.from_arrow(parsed_days.dates).create("days_read")
    many = facts.many
    if many is None:
        many = mapped.find_lists(engine)
    connection.create_function("fold_text", fold_batch, ["VARCHAR"], "VARCHAR", type="arrow")
    ordered_events = join_days(mapped, engine.backend.table("days_read"), many)
    # The order of rows is kept while they are written. A second thread waits for Python's lock at
    # each fold, and takes as much memory again for what is sorted.
    connection.execute("SET preserve_insertion_order = true; SET threads = 1")
    written_events = engine.write_table("events", ordered_events)
    connection.execute("SET preserve_insertion_order = false; DROP TABLE days_read")
    row_count = facts.rows
    undated_count = facts.undated
    if row_count is None:
        raw = mapped.raw
        (count_row,) = engine.fetch_rows(raw.aggregate(count=raw.count()))
        row_count = int(count_row["count"])
        undated_count = parsed_days.undated
    source = SourceTable(
        rows=row_count,
        undated=undated_count,
        many=many,
        number=facts.number or columns.number_header,
    )
    summary = summarize_table(engine, written_events, source)
    summary = replace(summary, made=time.time(), other=facts.other)
    summary_json = _SUMMARY_TYPE.dump_json(summary).decode()
    connection.execute("CREATE TABLE about AS SELECT ? AS stamp, ? AS said", [stamp, summary_json])


def join_days(mapped: MappedColumns, days_read: Table, many: Mapping[str, bool]) -> Table:
    """Return a query of the events of a table in order, with their days from the table of dates.

    A row without an id has its number for a key. Rows are sorted before anything is made of them:
    what is searched of a row is as long as all its other texts.
    """
    parsed = mapped.parse_numbers_once()
    key = parsed.field_text("id")
    if "id" not in parsed:
        key = ibis.row_number().cast("string")
    numbered = parsed.add_step("rows", key=key, day=day_text_expression(parsed))
    has_day_text = numbered.derived_column("day") == days_read[f"{DERIVED_PREFIX}text"]
    joined = numbered.with_table(numbered.raw.inner_join(days_read, has_day_text))
    order = [joined.derived_column(column_name) for column_name in ORDER]
    ordered = joined.with_table(joined.raw.order_by(order).alias(f"{DERIVED_PREFIX}in_order"))
    day_columns = {}
    for column_name in days_read.columns[1:]:
        day_columns[column_name.removeprefix(DERIVED_PREFIX)] = ordered.raw[column_name]
    ordered_key = ordered.derived_column("key")
    words = fold_text(ordered.search_text())
    return select_event_rows(ordered, day_columns, many, ordered_key, words)


#: How the summary of a table is serialized in its file.
_SUMMARY_TYPE: Final = TypeAdapter(TableSummary)


class StampedSummary(NamedTuple):
    """Of which data a file was made, and the summary of them."""

    stamp: str
    summary: TableSummary


def read_summary(engine: DuckEngine) -> StampedSummary:
    """Return what :func:`write_events` wrote beside the events."""
    result = engine.backend.con.execute("SELECT stamp, said FROM about")
    ((stamp, summary_json),) = result.fetchall()
    return StampedSummary(stamp, _SUMMARY_TYPE.validate_json(summary_json))
