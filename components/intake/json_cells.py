"""Objects of JSON as rows of a table, and their values as cells."""

import json
from collections.abc import Sequence
from typing import Any, Final

from components.intake.cell_texts import is_address
from components.intake.files import Record, build_sheet
from components.intake.json_files import JsonObject
from components.intake.problems import check
from components.intake.sheet_models import Sheet

#: A list with more values than this is no cell.
MOST_LIST_VALUES: Final = 50
#: The keys of objects that hold the values of another.
HOLDER_KEYS: Final = frozenset({"fields", "_source", "attributes", "properties"})
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
    """Return an object as a record; values of an object within it have its key before theirs.

    Those of an object that only holds the others, as interfaces of the web send it, have theirs
    alone, where no other is called so.
    """
    record: Record = {}
    _add_values(record, item, "")
    return record


def _add_values(record: Record, item: JsonObject, path: str) -> None:
    for key, value in item.items():
        if not str(key).strip():
            continue
        name = f"{path} {key}".strip() if path else str(key)
        if not isinstance(value, dict):
            record[name] = format_cell(value)
        elif value.get("type") == "Point" and isinstance(value.get("coordinates"), list):
            # As GeoJSON it says that the longitude is first.
            point = {"type": "Point", "coordinates": value["coordinates"]}
            record[name] = json.dumps(point)
        elif key in HOLDER_KEYS and not value.keys() & (item.keys() | record.keys()):
            _add_values(record, value, path)
        else:
            _add_values(record, value, name)


def format_cell(value: Any) -> str:
    """Return a JSON value as a cell: the values of a list with semicolons between them.

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
