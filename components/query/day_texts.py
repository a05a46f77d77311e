"""The days of a table on an engine: each different text that holds some is parsed once.

They are parsed as those of an upload are, in Python, whatever the number of rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import ibis
import pyarrow as pa

from components.intake.derived_cells import compose_derived_cells
from components.intake.sheet_models import ColumnMap
from components.intake.table_dates import (
    DateRules,
    detect_day_order,
    parse_row_date,
    rules_of_column,
)
from components.query.engine import DuckEngine
from components.query.table import month_column
from components.query.table_columns import DERIVED_PREFIX, MappedColumns, is_date_type
from components.story.edtf import EdtfDate, parse_edtf

#: The fields of a table that hold its days.
DAY_FIELDS: Final = (
    "date",
    "end",
    "date_mark",
    "year",
    "month",
    "day",
    "end_year",
    "end_month",
    "end_day",
)
#: Between the texts of two fields.
_FIELD_END: Final = "\x1f"
_HOURS: Final = r"[T ][0-9]{1,2}:[0-9]{2}.*$"
#: Different texts of days that are parsed; more are no days.
MOST_DAY_TEXTS: Final = 2_000_000


def day_text_expression(mapped: MappedColumns) -> Any:
    """Return the texts of all fields that hold the days of a row, joined."""
    day_text = None
    for field in DAY_FIELDS:
        if field not in mapped:
            continue
        column = mapped.first_column(field)
        if is_date_type(column):
            text = column.cast("date").cast("string")
        else:
            text = mapped.field_text(field)
            # Few texts have an hour, and looking for its sign is far less work.
            text_of_day = text.re_replace(_HOURS, "")
            text = ibis.cases((text.contains(":"), text_of_day), else_=text)
        text = ibis.coalesce(text, "")
        day_text = text if day_text is None else day_text + _FIELD_END + text
    return day_text


class ParsedDays(NamedTuple):
    """The dates of a table by the texts that hold them, and how many rows have none.

    ``dates`` has the columns ``text``, ``first``, ``last`` (ordinals), ``first_month``,
    ``last_month`` (counted from the year 0), ``sure`` and ``edtf``, with ``DERIVED_PREFIX`` before
    their names.
    """

    dates: pa.Table
    undated: int


def build_known_days(edtf_texts: Iterable[str]) -> ParsedDays:
    """Return the dates of texts that are EDTF without times of day; every row has one of them."""
    dates_by_text = {text: parse_edtf(text) for text in dict.fromkeys(edtf_texts)}
    return ParsedDays(build_date_table(dates_by_text), 0)


def parse_days(engine: DuckEngine, mapped: MappedColumns, columns: ColumnMap) -> ParsedDays:
    """Parse every different text that holds the days of a row."""
    day_texts = mapped.raw.select(text=day_text_expression(mapped))
    query = day_texts.group_by("text").aggregate(count=day_texts.count())
    rows_by_text = {}
    for count_row in engine.fetch_rows(query, MOST_DAY_TEXTS):
        rows_by_text[count_row["text"]] = count_row["count"]
    fields = [field for field in DAY_FIELDS if field in mapped]
    dates_by_text: dict[str, EdtfDate] = {}
    edtf_texts = parse_day_texts(list(rows_by_text), fields, columns)
    for day_text, edtf_text in zip(rows_by_text, edtf_texts, strict=True):
        if edtf_text:
            dates_by_text[day_text] = parse_edtf(edtf_text)
    undated = 0
    for day_text, row_count in rows_by_text.items():
        if day_text not in dates_by_text:
            undated += row_count
    return ParsedDays(build_date_table(dates_by_text), undated)


def parse_day_texts(
    texts: Sequence[str], fields: Sequence[str], columns: ColumnMap
) -> list[str | None]:
    """Return the EDTF date of each joined text of some fields, as an upload's are parsed."""
    cells_by_text = [text.split(_FIELD_END) for text in texts]
    cells_by_field: dict[str, list[str]] = {}
    for field_number, field_name in enumerate(fields):
        cells_by_field[field_name] = [cells[field_number] for cells in cells_by_text]
    compose_derived_cells(cells_by_field, columns.minus)
    no_cells = [""] * len(texts)
    dates = cells_by_field.get("date") or no_cells
    ends = cells_by_field.get("end") or no_cells
    marks = cells_by_field.get("date_mark") or no_cells
    order = columns.order or detect_day_order([*dates, *ends]).order
    rules = DateRules(
        order,
        columns.answers,
        is_confirmed=bool(columns.order),
        minus=columns.minus,
    )
    date_headers = columns.columns.get("date", ("",))
    rules = rules_of_column(dates, rules, date_headers[0])
    edtf_texts = []
    for date_text, end_text, mark_text in zip(dates, ends, marks, strict=True):
        edtf_texts.append(parse_row_date(rules, date_text, end_text, mark_text).values[0])
    return edtf_texts


def build_date_table(dates_by_text: Mapping[str, EdtfDate]) -> pa.Table:
    """Return the dates as a table for DuckDB: see :class:`ParsedDays`."""
    first_days = []
    last_days = []
    first_months = []
    last_months = []
    sure_dates = []
    edtf_texts = []
    for when in dates_by_text.values():
        first_days.append(when.first.toordinal())
        last_days.append(when.last.toordinal())
        first_months.append(month_column(when.first))
        last_months.append(month_column(when.last))
        sure_dates.append(not (when.approximate or when.uncertain))
        edtf_texts.append(when.text)
    columns = {
        f"{DERIVED_PREFIX}text": pa.array(list(dates_by_text), pa.string()),
        f"{DERIVED_PREFIX}first": pa.array(first_days, pa.int32()),
        f"{DERIVED_PREFIX}last": pa.array(last_days, pa.int32()),
        f"{DERIVED_PREFIX}first_month": pa.array(first_months, pa.int32()),
        f"{DERIVED_PREFIX}last_month": pa.array(last_months, pa.int32()),
        f"{DERIVED_PREFIX}sure": pa.array(sure_dates, pa.bool_()),
        f"{DERIVED_PREFIX}edtf": pa.array(edtf_texts, pa.string()),
    }
    return pa.table(columns)
