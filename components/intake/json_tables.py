"""Tables in JSON files: features of maps, slides of timelines, messages, and lists of objects.

A file is known by its keys: GeoJSON (RFC 7946) and Linked Places, Esri JSON, TimelineJS, SIMILE
Timeline, a channel of Telegram; of any other the only list of objects is the table.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import shapely

from components.intake.cell_texts import find_addresses, is_address
from components.intake.files import Record, build_sheet
from components.intake.json_files import JsonObject, object_in, read_json
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import Sheet

#: A list with more values than this is no cell.
MOST_LIST_VALUES: Final = 50
#: A geometry of more characters of JSON is not made a point: it may take long.
MOST_GEOMETRY_CHARACTERS: Final = 1_000_000
#: The keys of an object within a list whose text stands for it.
LABEL_KEYS: Final = ("text", "name", "label", "title", "value", "path")
#: The well-known ids of the reference system of maps in the web (EPSG:3857).
WEB_MERCATOR_WKIDS: Final = frozenset({3857, 102100, 102113})
#: Half the width of the map of the web in metres (EPSG:3857).
MERCATOR_HALF_WIDTH: Final = 20_037_508.342789244
_MERCATOR_NAME = re.compile(r"(?:EPSG:{1,2}|/)(?:3857|900913)$")


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


def read_json_table(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the table of a JSON file.

    A feature has its properties as columns, and ``longitude`` and ``latitude`` (WGS 84, degrees):
    those of its point, or of a point within its area or on its line. A slide has the columns of
    TimelineJS's spreadsheet. An object has its keys.

    Raises
    ------
    Refusal
        If there is no list of objects, or there are several.
    """
    document = read_json(content, name, notes)
    if isinstance(document, dict):
        events = document.get("events")
        if isinstance(events, list) and _are_slides(document, events):
            return _build_slide_sheet(document, name)
        features = document.get("features")
        if isinstance(features, list):
            return _build_feature_sheet(document, features, name, notes)
        messages = document.get("messages")
        if isinstance(messages, list) and "type" in document:
            return _build_message_sheet(document, messages, name)
    objects = _find_objects(document, name)
    records = []
    for item in objects:
        record = _object_record(item)
        records.append(record)
    return _build_record_sheet(name, records)


def _list_objects(items: Sequence[Any], name: str) -> list[JsonObject]:
    """Return the objects of a list; refuse a list with other things."""
    check(name, rows=len(items))
    if not items:
        raise Refusal("features_none", sheet=name)
    for item in items:
        if not isinstance(item, dict):
            raise Refusal("features_none", sheet=name)
    return list(items)


def _find_objects(document: Any, name: str) -> list[JsonObject]:
    """Return the objects of a list, or of the only list of objects in an object."""
    if isinstance(document, list):
        return _list_objects(document, name)
    lists = []
    if isinstance(document, dict):
        for value in document.values():
            if not isinstance(value, list) or not value:
                continue
            first_item = value[0]
            if isinstance(first_item, dict):
                lists.append(value)
    if len(lists) != 1:
        raise Refusal("features_none", sheet=name)
    return _list_objects(lists[0], name)


def _build_record_sheet(name: str, records: Sequence[Record]) -> Sheet:
    """Build a sheet of records, its columns in the order in which they are first met."""
    # A dict, since it keeps the order.
    columns: dict[str, None] = {}
    for record in records:
        record_columns = dict.fromkeys(record)
        columns.update(record_columns)
    column_count = len(columns)
    cell_count = len(records) * column_count
    check(name, columns=column_count, cells=cell_count)
    return build_sheet(name, records, tuple(columns))


# TimelineJS and SIMILE ----------------------------------------------------------------------------


def _are_slides(document: JsonObject, events: Sequence[Any]) -> bool:
    """Return whether events are TimelineJS's, which have their days and texts in objects."""
    if "eras" in document:
        return True
    if "title" in document:
        return True
    objects = [event for event in events if isinstance(event, dict)]
    return any("start_date" in event for event in objects)


def _build_slide_sheet(document: JsonObject, name: str) -> Sheet:
    events = document["events"]
    eras = document.get("eras")
    if not isinstance(eras, list):
        eras = []
    slide_count = len(events) + len(eras)
    check(name, rows=slide_count)
    title_slide = document.get("title")
    slides_by_type = {
        "title": [title_slide],
        "": events,
        "era": eras,
    }
    records: list[Record] = []
    for slide_type, slides in slides_by_type.items():
        for slide in slides:
            if isinstance(slide, dict):
                record = _slide_record(slide, slide_type)
                records.append(record)
    columns = (*SLIDE_COLUMNS, "Type", "Group")
    return build_sheet(name, records, columns)


def _slide_record(slide: JsonObject, slide_type: str) -> Record:
    record: Record = {}
    for column, slide_field in SLIDE_COLUMNS.items():
        slide_part = object_in(slide, slide_field.object_key)
        value = slide_part.get(slide_field.key)
        record[column] = _format_cell(value)
    group = slide.get("group")
    record["Type"] = slide_type
    record["Group"] = _format_cell(group)
    return record


# Messages -----------------------------------------------------------------------------------------


def _build_message_sheet(document: JsonObject, messages: Sequence[Any], name: str) -> Sheet:
    """Build the sheet of the messages of a channel that say anything."""
    records = []
    for item in _list_objects(messages, name):
        if _is_message(item):
            record = _message_record(item, document)
            records.append(record)
    return _build_record_sheet(name, records)


def _is_message(item: JsonObject) -> bool:
    """Return whether an entry of a channel says anything; others tell that somebody joined."""
    if item.get("type") == "service":
        return False
    text = _message_text(item)
    return text != ""


def _message_text(item: JsonObject) -> str:
    """Return the text of a message of Telegram: parts that are texts, or objects with one."""
    parts = item.get("text", "")
    if not isinstance(parts, list):
        parts = [parts]
    texts = []
    for part in parts:
        if isinstance(part, dict):
            part = part.get("text", "")
        part_text = _format_cell(part)
        texts.append(part_text)
    message_text = "".join(texts)
    return message_text.strip()


def _message_record(item: JsonObject, document: JsonObject) -> Record:
    message_id = item.get("id")
    message_date = item.get("date")
    text = _message_text(item)
    sender = _format_cell(item.get("from"))
    channel = _format_cell(document.get("name"))
    addresses = find_addresses(text)
    return {
        "id": _format_cell(message_id),
        "date": _format_cell(message_date),
        "title": text,
        "source": sender or channel,
        "url": " ".join(addresses),
    }


# Features -----------------------------------------------------------------------------------------


def _build_feature_sheet(
    document: JsonObject,
    features: Sequence[Any],
    name: str,
    notes: Notes,
) -> Sheet:
    """Build the sheet of the features of GeoJSON, of Linked Places or of Esri JSON."""
    for feature in features:
        if not isinstance(feature, dict):
            raise Refusal("features_none", sheet=name)
    check(name, rows=len(features))
    is_mercator = _is_mercator(document)
    records = []
    shape_count = 0
    for feature in features:
        record, is_shape = _feature_record(feature, is_mercator=is_mercator)
        records.append(record)
        if is_shape:
            shape_count += 1
    if shape_count:
        notes.add(
            "shapes_as_points",
            name,
            level="note",
            count=shape_count,
        )
    return _build_record_sheet(name, records)


def _is_mercator(document: JsonObject) -> bool:
    """Return whether coordinates are metres of the map of the web (EPSG:3857)."""
    crs = object_in(document, "crs")
    crs_properties = object_in(crs, "properties")
    crs_name = crs_properties.get("name")
    if isinstance(crs_name, str) and _MERCATOR_NAME.search(crs_name):
        return True
    spatial_reference = object_in(document, "spatialReference")
    wkid = spatial_reference.get("wkid")
    return wkid in WEB_MERCATOR_WKIDS


def _feature_record(feature: JsonObject, *, is_mercator: bool) -> tuple[Record, bool]:
    """Return a feature as a record, and whether a point was made of its area or line."""
    properties = object_in(feature, "properties")
    if not properties:
        properties = object_in(feature, "attributes")
    record = _object_record(properties)
    if "id" in feature:
        feature_id = _format_cell(feature["id"])
        record.setdefault("id", feature_id)
    when = object_in(feature, "when")
    _add_timespan(record, when)
    geometry = object_in(feature, "geometry")
    point = _point_of(geometry)
    if point is None:
        return record, False
    x, y = point
    if is_mercator:
        x, y = _unproject_mercator(x, y)
    record["longitude"] = _format_cell(x)
    record["latitude"] = _format_cell(y)
    geometry_type = geometry.get("type", "Point")
    is_shape = geometry_type != "Point"
    return record, is_shape


def _point_of(geometry: JsonObject) -> tuple[Any, Any] | None:
    """Return the point of a geometry: its own, or one within its area or on its line."""
    if {"x", "y"} <= geometry.keys():
        return geometry["x"], geometry["y"]
    coordinates = geometry.get("coordinates")
    is_point = geometry.get("type") == "Point"
    if is_point:
        if isinstance(coordinates, list) and len(coordinates) > 1:
            x, y, *_ = coordinates
            return x, y
        return None
    geometry_text = str(geometry)
    if len(geometry_text) > MOST_GEOMETRY_CHARACTERS:
        return None
    try:
        shape = shapely.geometry.shape(geometry)
        point = shape.representative_point()
    except (ValueError, TypeError, KeyError, AttributeError, shapely.errors.ShapelyError):
        return None
    if point.is_empty:
        return None
    x = round(point.x, 5)
    y = round(point.y, 5)
    return x, y


def _unproject_mercator(x: float, y: float) -> tuple[float, float]:
    """Return longitude and latitude (WGS 84) of a point of the map of the web in metres."""
    try:
        longitude = x / MERCATOR_HALF_WIDTH * 180
        stretched_angle = y / MERCATOR_HALF_WIDTH * math.pi
        angle = math.atan(math.sinh(stretched_angle))
    except (TypeError, OverflowError):
        return x, y
    latitude = math.degrees(angle)
    return round(longitude, 6), round(latitude, 6)


def _add_timespan(record: Record, when: JsonObject) -> None:
    """Add the first span of time of a feature of Linked Places."""
    timespans = when.get("timespans")
    if not isinstance(timespans, list) or not timespans:
        return
    first_timespan = timespans[0]
    for key in ("start", "end"):
        column = f"{key} date"
        moment = object_in(first_timespan, key)
        for name in ("in", "earliest", "latest"):
            day = moment.get(name)
            if day:
                day_text = _format_cell(day)
                record.setdefault(column, day_text)


# Objects and cells --------------------------------------------------------------------------------


def _object_record(item: JsonObject) -> Record:
    """Return an object as a record; values of an object within it have its key before theirs."""
    record: Record = {}
    for key, value in item.items():
        name = str(key)
        if not name.strip():
            continue
        if isinstance(value, dict):
            for inner_key, inner_value in value.items():
                column = f"{name} {inner_key}".strip()
                record[column] = _format_cell(inner_value)
        else:
            record[name] = _format_cell(value)
    return record


def _format_cell(value: Any) -> str:
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
        return _format_cell(item)
    for value in item.values():
        if isinstance(value, str) and is_address(value):
            return value
    for key in LABEL_KEYS:
        label = item.get(key)
        if isinstance(label, str):
            return label
    return ""
