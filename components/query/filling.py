"""Fills a prepared file: the rows that are events, in order.

What is searched of a row is written beside it as it is looked up, in lower case and without
accents: a million rows are then looked through in less than a tenth of a second, without an index.
The days of a table are read as those of an upload: each different text once, whatever the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from components.intake.columns import SAMPLE_ROWS, ColumnMap, lay_out, read_map, with_region
from components.intake.problems import Refusal, Sheet
from components.intake.rows import composed
from components.intake.values import order_of, read_day, ways_of
from components.query.engine import Address, DuckEngine, StoreError
from components.query.questions import month_column
from components.query.table import TableKnown, ask_known
from components.query.table_columns import LISTS, Picked, events_of, listed, several
from components.story.edtf import parse_edtf
from components.story.texts import fold

if TYPE_CHECKING:
    import pyarrow as pa
    from ibis.expr.types import Table

    from components.query.engine import Rows


def map_beside(path: Path) -> ColumnMap | None:
    """The column map that lies beside a file as ``events.columns.json``; ``None`` without one."""
    return map_in(path.with_name(f"{path.stem}.columns.json"))


def map_in(path: Path) -> ColumnMap | None:
    """The column map in a file; ``None`` where there is no such file.

    Raises:
        StoreError: where it is none.
    """
    if not path.is_file():
        return None
    try:
        return read_map(path.read_bytes(), path.name)
    except Refusal as error:
        raise StoreError(f"{path.name} is no column map: {error.problem.value}") from error


def columns_of(
    name: str, header: list[str], sample: Rows, given: ColumnMap | None = None
) -> ColumnMap:
    """The column map of a table.

    Args:
        name: what the table is called.
        header: the names of its columns.
        sample: some of its rows.
        given: what the columns are, where somebody has said so.
    """
    rows = tuple(
        (number, tuple("" if row[cell] is None else str(row[cell]) for cell in header))
        for number, row in enumerate(sample[:SAMPLE_ROWS], start=2)
    )
    _, layout = lay_out([Sheet(name, tuple(header), rows)], given)
    return with_region(layout.map, header)


FIELDS: Final = (
    "date", "end", "date_mark", "year", "month", "day", "end_year", "end_month", "end_day",
)  # fmt: skip
#: What the names of columns begin with that are joined to a table: its own will not.
OWN: Final = "\u00b7 "
_FIELD_END: Final = "\x1f"
_HOURS: Final = r"[T ][0-9]{1,2}:[0-9]{2}.*$"


def fields_of(picked: Picked) -> tuple[str, ...]:
    """The fields of a table that tell its days."""
    return tuple(field for field in FIELDS if field in picked)


def day_text(picked: Picked) -> Any:
    """All that tells the day of a row, as one text."""
    import ibis

    made: Any = None
    for field in fields_of(picked):
        column = picked.column(field)
        if column.type().is_timestamp():
            text = column.date().cast("string")
        elif column.type().is_date():
            text = column.cast("string")
        else:
            text = picked.text(field).re_replace(_HOURS, "")
        text = ibis.coalesce(text, "")
        made = text if made is None else made + _FIELD_END + text
    return made


def fill_days(texts: Iterable[str], fields: Sequence[str], columns: ColumnMap) -> dict[str, str]:
    """The date in EDTF of each text of :func:`day_text`; those that cannot be read are left out."""
    listed = list(texts)
    cells = [text.split(_FIELD_END) for text in listed]
    split = {field: [row[n] for row in cells] for n, field in enumerate(fields)}
    composed(split)
    dates, ends, marks = (
        split.get(field) or [""] * len(listed) for field in ("date", "end", "date_mark")
    )
    ordered = columns.order or order_of([*dates, *ends]).order
    ways = ways_of(dates, ordered, columns.answers)
    read = [read_day(ways, *row).values[0] for row in zip(dates, ends, marks, strict=True)]
    return {text: day for text, day in zip(listed, read, strict=True) if day}


def days_table(dates: dict[str, str]) -> pa.Table:
    """The dates by text; first and last are numbers of days. Names begin with :data:`OWN`."""
    import pyarrow as pa

    read = [parse_edtf(date) for date in dates.values()]
    firsts, lasts = [when.first for when in read], [when.last for when in read]
    return pa.table(
        {
            f"{OWN}text": pa.array(list(dates), pa.string()),
            f"{OWN}first": pa.array([day.toordinal() for day in firsts], pa.int32()),
            f"{OWN}last": pa.array([day.toordinal() for day in lasts], pa.int32()),
            f"{OWN}first_month": pa.array(list(map(month_column, firsts)), pa.int32()),
            f"{OWN}last_month": pa.array(list(map(month_column, lasts)), pa.int32()),
            f"{OWN}sure": pa.array([not (w.approximate or w.uncertain) for w in read], pa.bool_()),
            f"{OWN}edtf": pa.array(list(dates.values()), pa.string()),
        }
    )


#: Different texts of days that are read; more are no days.
MOST_DAY_TEXTS: Final = 2_000_000
DAYS: Final = ("first", "last", "first_month", "last_month", "sure")
#: What DuckDB takes off the ends of a text.
SPACES: Final = " \t\n\r\v\f"
#: The fields whose words are looked up.
TEXTS: Final = ("title", "title_es", "summary", "summary_es", "place")
#: What stands between texts that are folded together: no text holds it.
_BETWEEN: Final = "\x1e"
_ASCII: Final = bytes(range(128))
#: Different letters beyond ASCII up to which each is replaced for itself.
FEW_LETTERS: Final = 40


def fill(
    engine: DuckEngine, files: Sequence[Path], address: Address, given: ColumnMap | None
) -> TableKnown:
    """Fill a new file, and say what is known of it: counts, days, values of its columns."""
    raw = _raw(engine, [str(path) for path in files], address)
    header = list(raw.columns)
    texts = raw.select(**{name: raw[name].cast("string") for name in header})
    columns = columns_of(address.name, header, engine.rows(texts, SAMPLE_ROWS), given)
    return fill_rows(engine, raw, columns)


def fill_rows(
    engine: DuckEngine, raw: Table, columns: ColumnMap, *, opened: bool = False
) -> TableKnown:
    """Write the rows of a table as events, and say what is known of them.

    Args:
        engine: a connection that may write.
        raw: the table as it is.
        columns: which of its columns is what.
        opened: a reader's own table: its texts have no spaces at their ends.
    """
    picked = Picked(raw, columns, (lambda text: text) if opened else _stripped)
    undated = _read_days(engine, picked, columns)
    many = {column: bool(engine.rows(several(picked, column))) for column in LISTS}
    events = _write_events(engine, picked, many)
    rows = engine.rows(raw.aggregate(count=raw.count()))[0]["count"]
    return ask_known(engine, events, many, rows, undated)


def _raw(engine: DuckEngine, files: Sequence[str], address: Address) -> Table:
    """The table as it lies in its files."""
    backend = engine.backend
    if address.form == "csv":
        return backend.read_csv(files[0], all_varchar=True, header=True)
    if address.form == "parquet":
        return backend.read_parquet(list(files), union_by_name=True)
    backend.attach(files[0], name="source_file", read_only=True)
    where = ("source_file", address.schema or "main")
    names = [address.table] if address.table else backend.list_tables(database=where)
    if len(names) != 1:
        some = ", ".join(sorted(names)[:8]) or "none"
        raise StoreError(f"Which table? Add ?table=NAME to the address; there are: {some}.")
    return backend.table(names[0], database=where)


def _read_days(engine: DuckEngine, picked: Picked, columns: ColumnMap) -> int:
    """Read every different day; how many rows have none."""
    texts = picked.raw.select(text=day_text(picked))
    found = texts.group_by("text").aggregate(count=texts.count())
    counted = {row["text"]: row["count"] for row in engine.rows(found, MOST_DAY_TEXTS)}
    dates = fill_days(counted, fields_of(picked), columns)
    engine.backend.con.from_arrow(days_table(dates)).create("days_read")
    return sum(count for text, count in counted.items() if text not in dates)


def _stripped(text: Any) -> Any:
    """A text without spaces at its ends: few have any, and looking is far less work."""
    import ibis

    ends = (end(space) for space in SPACES for end in (text.startswith, text.endswith))
    return ibis.cases((reduce(or_, ends), text.strip()), else_=text)


def _write_events(engine: DuckEngine, picked: Picked, many: dict[str, bool]) -> Table:
    """Write the rows that are events, in order of first day, last day and key."""
    import ibis

    backend = engine.backend
    number, day = f"{OWN}number", f"{OWN}day"
    own = {} if "id" in picked else {number: ibis.row_number()}
    numbered = picked.raw.mutate(**own, **{day: day_text(picked)})
    read = backend.table("days_read")
    joined = picked.over(numbered.inner_join(read, numbered[day] == read[f"{OWN}text"]))
    days = {name: joined.raw[OWN + name] for name in (*DAYS, "edtf")}
    key = joined.text("id") if "id" in joined else joined.raw[number].cast("string")
    backend.con.create_function("folded_texts", _folded, ["VARCHAR"], "VARCHAR", type="arrow")
    words = ibis.udf.scalar.builtin(_folded_texts, name="folded_texts")(joined.joined(TEXTS))
    events = listed(events_of(joined, days, key, words), many)
    # The order of rows is kept while they are written.
    backend.con.execute("SET preserve_insertion_order = true")
    made = engine.write("events", events.order_by("first", "last", "key"))
    backend.con.execute("SET preserve_insertion_order = false")
    backend.con.execute("DROP TABLE days_read")
    return made


def _folded_texts(text: str) -> str:
    """What a query calls :func:`fold_all` by."""
    raise NotImplementedError


def _folded(texts: Any) -> Any:
    import pyarrow as pa

    return pa.array(fold_all(texts.to_pylist()), pa.string())


def fold_all(texts: Sequence[str]) -> list[str]:
    """Each text as :func:`fold` gives it: all at once, a letter after the other.

    A letter is folded alike wherever it stands, and replacing the few that Spanish has beyond
    ASCII takes a fifth of the time.
    """
    whole = _BETWEEN.join(texts)
    letters = set(whole.encode().translate(None, _ASCII).decode())
    if len(letters) > FEW_LETTERS:
        plain = fold(whole)
    else:
        plain = whole.encode().lower().decode()
        for letter in letters:
            plain = plain.replace(letter, fold(letter))
    found = plain.split(_BETWEEN)
    return found if len(found) == len(texts) else list(map(fold, texts))
