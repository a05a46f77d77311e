"""Tables as CSV and JSON: the rows that are shown, each with its citations.

CSV is UTF-8 with a byte order mark: without one, Excel reads "Táchira" as "TÃ¡chira", and those who
open a file with a double click are those who cannot mend it. pandas, R and the loader of this
project all take the mark away. Text that a spreadsheet would run stands behind an apostrophe.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from components.domain.records.cells import harmless, joined, plain_number
from components.domain.records.columns import Value
from components.domain.records.models import Citation, TableRow
from components.domain.records.table import Table

BOM: Final = "\ufeff"


def cell(value: Value) -> str:
    """A value as a CSV file holds it; only texts can be dangerous, and only they are guarded."""
    if value is None:
        return ""
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, (int, float)):
        return plain_number(value)
    return harmless(joined(value) if isinstance(value, tuple) else value)


def csv_text(header: Sequence[str], rows: Iterable[Iterable[Value]]) -> str:
    """Lines of CSV, each ended by a line feed, the first naming the columns."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def stored_csv(records: Iterable[TableRow], model: type[TableRow]) -> str:
    """One table as the Data Package holds it: the stored columns, and no byte order mark."""
    columns = tuple(model.model_fields)
    return csv_text(columns, ([getattr(r, c) for c in columns] for r in records))


def to_csv(table: Table, columns: Sequence[str] = ()) -> str:
    """One table as CSV, with some of its columns or all, worked out ones among them."""
    header = tuple(columns) or table.spec.names
    return BOM + csv_text(header, (line.values() for line in table.lines(header)))


def plain(value: Any) -> Any:
    """A value as JSON holds it: whole numbers without a point, days as text, lists as lists."""
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return list(value) if isinstance(value, tuple) else value


def _cited(citation: Citation) -> dict[str, Any]:
    return {name: plain(value) for name, value in citation.model_dump().items()
            if name != "record_id"}  # fmt: skip


def records_json(table: Table, columns: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The rows as JSON objects; ``citations`` holds each citation in full.

    Every row has every column; what is missing is ``null``.
    """
    made = []
    for record, line in zip(table.records, table.lines(columns), strict=True):
        item = {name: plain(value) for name, value in line.items()}
        if "citations" in item:
            item["citations"] = [_cited(c) for c in table.citations(record)]
        made.append(item)
    return made


def to_json(table: Table, columns: Sequence[str] = ()) -> str:
    """One table as a JSON array of its rows, so that ``pandas.read_json`` takes it as it is."""
    return json.dumps(records_json(table, columns), ensure_ascii=False, indent=1) + "\n"
