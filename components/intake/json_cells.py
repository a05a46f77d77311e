"""Objects of JSON as rows of a table, and their values as cells."""

from collections.abc import Sequence
from typing import Any, Final

from components.intake.cell_texts import is_address
from components.intake.files import Record, build_sheet
from components.intake.json_files import JsonObject
from components.intake.problems import check
from components.intake.sheet_models import Sheet

#: A list with more values than this is no cell.
MOST_LIST_VALUES: Final = 50
#: The keys of an object within a list whose text stands for it.
LABEL_KEYS: Final = ("text", "name", "label", "title", "value", "path")


def build_record_sheet(name: str, records: Sequence[Record], title: str = "") -> Sheet:
    """Build a sheet of records, its columns in the order in which they are first met."""
    # A dict, since it keeps the order.
    columns: dict[str, None] = {}
    for record in records:
        record_columns = dict.fromkeys(record)
        columns.update(record_columns)
    column_count = len(columns)
    cell_count = len(records) * column_count
    check(name, columns=column_count, cells=cell_count)
    return build_sheet(name, records, tuple(columns), title)


def object_record(item: JsonObject) -> Record:
    """Return an object as a record; values of an object within it have its key before theirs."""
    record: Record = {}
    for key, value in item.items():
        name = str(key)
        if not name.strip():
            continue
        if isinstance(value, dict):
            for inner_key, inner_value in value.items():
                column = f"{name} {inner_key}".strip()
                record[column] = format_cell(inner_value)
        else:
            record[name] = format_cell(value)
    return record


def format_cell(value: Any) -> str:
    """Return a JSON value as a cell: the values of a list with semicolons, nothing deeper.

    Of objects in a list their links count, else the text that names each.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        if len(value) > MOST_LIST_VALUES:
            return ""
        item_texts = []
        for item in value:
            item_text = _format_item(item)
            if item_text:
                item_texts.append(item_text)
        return "; ".join(item_texts)
    if isinstance(value, (str, int, float)):
        return str(value)
    return ""


def _format_item(item: Any) -> str:
    """Return an item of a list as a part of a cell."""
    if not isinstance(item, dict):
        return format_cell(item)
    for value in item.values():
        if isinstance(value, str) and is_address(value):
            return value
    for key in LABEL_KEYS:
        label = item.get(key)
        if isinstance(label, str):
            return label
    return ""
