"""JSON, parsed strictly, and the tables in it: GeoJSON and TimelineJS.

JSON is parsed as strictly as the standard allows: Python takes the last of two equal keys, and NaN
and 1e999, and a file with either means something else to another program than to this one. A file
that cannot be read raises a :class:`Refusal` with the reason.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from components import limits
from components.intake.files import Record, build_sheet, decode_text
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import Sheet

#: A JSON list with more values than this is no cell.
MOST_LIST_VALUES: Final = 50
# A text, to the end where it is not closed, or a bracket; nothing of a text is tried twice.
_JSON_MARK: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
# An escape may name half of a character; no file can be written with one.
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
#: An object of JSON by its keys.
JsonObject = dict[str, Any]


def parse_json(text: str, name: str) -> Any:
    """Return the value of a JSON text, parsed strictly.

    Raises
    ------
    Refusal
        If it is not JSON, is nested too deep, has a key twice in an object, a number that is not
        finite, or half of a character.
    """
    _check_json_depth(text, name)

    def parse_number(number_text: str) -> float:
        number = float(number_text)
        if not math.isfinite(number):
            raise Refusal("json_number", sheet=name, value=number_text)
        return number

    def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> JsonObject:
        json_object = dict(pairs)
        if len(json_object) < len(pairs):
            key_counts = Counter(key for key, _ in pairs)
            for key, key_count in key_counts.items():
                if key_count > 1:
                    raise Refusal("json_twice", sheet=name, value=key)
        return json_object

    try:
        value = json.loads(
            text,
            parse_constant=parse_number,
            parse_float=parse_number,
            object_pairs_hook=reject_duplicate_keys,
        )
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Refusal("encoding", sheet=name) from error
    except json.JSONDecodeError as error:
        raise Refusal("json_broken", sheet=name, line=error.lineno) from error
    except ValueError as error:
        # All else that Python refuses is an integer of thousands of digits.
        raise Refusal("json_number", sheet=name, value="999…") from error
    return value


def _check_json_depth(text: str, name: str) -> None:
    """Refuse a text with brackets nested too deep, before anything is built from them."""
    most_depth = limits.files.MOST_JSON_DEPTH
    depth = 0
    for match in _JSON_MARK.finditer(text):
        mark = match[0]
        if mark in ("[", "{"):
            depth += 1
            if depth > most_depth:
                raise Refusal("json_deep", sheet=name, most=most_depth)
        elif mark in ("]", "}"):
            depth -= 1


def read_json(content: bytes, name: str, notes: Notes) -> Any:
    """Return the value of a JSON file; refuse it as :func:`parse_json` does."""
    text = decode_text(content, name, notes)
    return parse_json(text, name)


class _SlideField(NamedTuple):
    """Where TimelineJS's JSON has a column of its spreadsheet."""

    object_key: str
    key: str


#: The columns of TimelineJS's spreadsheet, by its documentation.
SLIDE_COLUMNS: Final[Mapping[str, _SlideField]] = {
    "Year": _SlideField("start_date", "year"),
    "Month": _SlideField("start_date", "month"),
    "Day": _SlideField("start_date", "day"),
    "Hour": _SlideField("start_date", "hour"),
    "Minute": _SlideField("start_date", "minute"),
    "End Year": _SlideField("end_date", "year"),
    "End Month": _SlideField("end_date", "month"),
    "End Day": _SlideField("end_date", "day"),
    "Headline": _SlideField("text", "headline"),
    "Text": _SlideField("text", "text"),
    "Media": _SlideField("media", "url"),
    "Media Credit": _SlideField("media", "credit"),
    "Media Caption": _SlideField("media", "caption"),
}


def read_features(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the features of a GeoJSON file, or the slides of TimelineJS's JSON, as rows.

    A feature has its properties as columns, and ``longitude`` and ``latitude`` if it is a point; a
    slide has the columns of TimelineJS's spreadsheet.
    """
    document = read_json(content, name, notes)
    if isinstance(document, dict):
        if isinstance(document.get("events"), list):
            return _build_slide_sheet(document, name)
        features = document.get("features")
    else:
        features = None
    if not isinstance(features, list):
        raise Refusal("features_none", sheet=name)
    if not all(isinstance(feature, dict) for feature in features):
        raise Refusal("features_none", sheet=name)
    check(name, rows=len(features))
    records = [_feature_record(feature) for feature in features]
    # A dict, since it keeps the order in which the columns are read.
    columns: dict[str, None] = {}
    for record in records:
        columns.update(dict.fromkeys(record))
    column_count = len(columns)
    check(name, columns=column_count, cells=len(records) * column_count)
    return build_sheet(name, records, tuple(columns))


def _build_slide_sheet(document: JsonObject, name: str) -> Sheet:
    events = document["events"]
    eras = document.get("eras")
    if not isinstance(eras, list):
        eras = []
    row_count = len(events) + len(eras)
    check(name, rows=row_count)
    slides_by_type = {
        "title": [document.get("title")],
        "": events,
        "era": eras,
    }
    records: list[Record] = []
    for slide_type, slides in slides_by_type.items():
        for slide in slides:
            if isinstance(slide, dict):
                records.append(_slide_record(slide, slide_type))
    return build_sheet(name, records, (*SLIDE_COLUMNS, "Type", "Group"))


def _slide_record(slide: JsonObject, slide_type: str) -> Record:
    record: Record = {}
    for column, slide_field in SLIDE_COLUMNS.items():
        slide_object = object_in(slide, slide_field.object_key)
        record[column] = _format_cell(slide_object.get(slide_field.key))
    record["Type"] = slide_type
    record["Group"] = _format_cell(slide.get("group"))
    return record


def _feature_record(feature: JsonObject) -> Record:
    values: JsonObject = {}
    for key, value in object_in(feature, "properties").items():
        values[str(key)] = value
    geometry = object_in(feature, "geometry")
    coordinates = geometry.get("coordinates")
    is_point = geometry.get("type") == "Point"
    if is_point and isinstance(coordinates, list) and len(coordinates) > 1:
        longitude, latitude, *_ = coordinates
        values["longitude"] = longitude
        values["latitude"] = latitude
    if "id" in feature:
        values.setdefault("id", feature["id"])
    record: Record = {}
    for key, value in values.items():
        if key.strip():
            record[key] = _format_cell(value)
    return record


def object_in(item: Any, key: str) -> JsonObject:
    """Return the object under a key; an empty one where there is none."""
    if isinstance(item, dict):
        member = item.get(key)
        if isinstance(member, dict):
            return member
    return {}


def _format_cell(value: Any) -> str:
    """Return a JSON value as a cell: plain values of a list with semicolons, nothing nested."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        if len(value) > MOST_LIST_VALUES:
            return ""
        return "; ".join(filter(None, map(_format_cell, value)))
    if isinstance(value, (str, int, float)):
        return str(value)
    return ""
