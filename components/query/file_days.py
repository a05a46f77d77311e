"""The days of a table read as those of an upload: each different text once, whatever the rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from components.intake.columns import ColumnMap
from components.intake.rows import composed
from components.intake.values import order_of, read_day, ways_of
from components.query.columns import Picked
from components.query.questions import month_number
from components.story.edtf import parse_edtf

if TYPE_CHECKING:
    import pyarrow as pa

FIELDS: Final = (
    "date", "end", "date_mark", "year", "month", "day", "end_year", "end_month", "end_day",
)  # fmt: skip
#: What the names of columns begin with that are joined to a table: its own will not.
OWN: Final = "\u00b7 "
_BETWEEN: Final = "\x1f"
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
        made = text if made is None else made + _BETWEEN + text
    return made


def read_days(
    texts: Iterable[str], fields: Sequence[str], columns: ColumnMap
) -> tuple[dict[str, str], str]:
    """The date in EDTF of each text of :func:`day_text`; those that cannot be read are left out.

    Returns:
        the dates by text, and whether days or months are first ("day", "month" or "").
    """
    listed = list(texts)
    cells = [text.split(_BETWEEN) for text in listed]
    split = {field: [row[n] for row in cells] for n, field in enumerate(fields)}
    composed(split)
    dates, ends, marks = (
        split.get(field) or [""] * len(listed) for field in ("date", "end", "date_mark")
    )
    ordered = columns.order or order_of([*dates, *ends]).order
    ways = ways_of(dates, ordered, columns.answers)
    read = [read_day(ways, *row).text for row in zip(dates, ends, marks, strict=True)]
    return {text: day for text, day in zip(listed, read, strict=True) if day}, ordered


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
            f"{OWN}first_month": pa.array(list(map(month_number, firsts)), pa.int32()),
            f"{OWN}last_month": pa.array(list(map(month_number, lasts)), pa.int32()),
            f"{OWN}sure": pa.array([not (w.approximate or w.uncertain) for w in read], pa.bool_()),
            f"{OWN}edtf": pa.array(list(dates.values()), pa.string()),
        }
    )
