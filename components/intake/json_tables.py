"""Tables in JSON files: features of maps, slides of timelines, messages, and lists of objects.

A file is known by its keys: GeoJSON (RFC 7946) and Linked Places, Esri JSON, uMap, TimelineJS,
StoryMapJS, SIMILE Timeline, a channel of Telegram, references in CSL-JSON; of any other each list
of objects is a table.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from components.intake.cell_texts import find_addresses, strip_markup
from components.intake.features import build_feature_sheet, build_layer_sheet
from components.intake.files import Record, build_sheet
from components.intake.json_cells import build_record_sheet, format_cell, object_record
from components.intake.json_files import JsonObject, object_in, read_json
from components.intake.problems import Notes, Refusal, check
from components.intake.reference_files import build_csl_sheet, is_csl_json
from components.intake.sheet_models import Sheet
from components.intake.table_dates import parse_table_date


class _SlideField(NamedTuple):
    """Where a slide in JSON has a column of a table."""

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
#: The columns of StoryMapJS's slides, besides ``Date``, by its documentation.
STORY_MAP_COLUMNS: Final[Mapping[str, _SlideField]] = {
    "Headline": _SlideField("text", "headline"),
    "Text": _SlideField("text", "text"),
    "Place": _SlideField("location", "name"),
    "Latitude": _SlideField("location", "lat"),
    "Longitude": _SlideField("location", "lon"),
    "Media": _SlideField("media", "url"),
    "Media Credit": _SlideField("media", "credit"),
    "Media Caption": _SlideField("media", "caption"),
}
#: Lists of objects in a file, and objects around them, beyond which it is no table.
MOST_LISTS: Final = 20
MOST_LIST_DEPTH: Final = 3
#: Between a date and a title in one headline.
_DATE_IN_HEADLINE = re.compile(
    r"(?P<date>[^:–—]{4,60}?)\s*(?::\s|\s[–—-]\s)\s*(?P<title>\S.*)", re.DOTALL
)


def read_json_table(content: bytes, name: str, notes: Notes) -> Sheet | list[Sheet]:
    """Return the table of a JSON file, or of several lists of objects a table for each.

    A feature has its properties as columns, and ``longitude`` and ``latitude`` (WGS 84, degrees):
    those of its point, or of a point within its area or on its line. A slide has the columns of
    TimelineJS's spreadsheet, or those of StoryMapJS. An object has its keys.

    Raises
    ------
    Refusal
        If there is no list of objects, or there are very many.
    """
    document = read_json(content, name, notes)
    if isinstance(document, dict):
        events = document.get("events")
        if isinstance(events, list) and _are_slides(document, events):
            return _build_slide_sheet(document, name)
        features = document.get("features")
        if isinstance(features, list):
            return build_feature_sheet(document, features, name, notes)
        layers = document.get("layers")
        if isinstance(layers, list) and document.get("type") == "umap":
            return build_layer_sheet(document, layers, name, notes)
        slides = object_in(document, "storymap").get("slides")
        if isinstance(slides, list):
            return _build_story_map_sheet(slides, name)
        messages = document.get("messages")
        if isinstance(messages, list) and "type" in document:
            return _build_message_sheet(document, messages, name)
    if is_csl_json(document):
        return build_csl_sheet(document, name)
    return _build_object_sheets(document, name)


def _build_object_sheets(document: Any, name: str) -> list[Sheet]:
    """Build a sheet of a list of objects, or of each list of objects in an object."""
    if isinstance(document, list):
        return [_build_object_sheet(name, _list_objects(document, name))]
    lists = _find_lists(document)
    if not 1 <= len(lists) <= MOST_LISTS:
        raise Refusal("features_none", sheet=name)
    check(name, rows=sum(map(len, lists.values())))
    sheets: list[Sheet] = []
    cell_count = 0
    for path, objects in lists.items():
        # The ending of the file says that it counts objects, and no rows of a spreadsheet.
        sheet_name = name if len(lists) == 1 else f"{path} · {name}"
        sheet = _build_object_sheet(sheet_name, objects)
        cell_count += len(sheet.rows) * len(sheet.header)
        check(name, cells=cell_count)
        sheets.append(sheet)
    return sheets


def _build_object_sheet(name: str, objects: Sequence[JsonObject]) -> Sheet:
    return build_record_sheet(name, [object_record(item) for item in objects])


def _list_objects(items: Sequence[Any], name: str) -> list[JsonObject]:
    """Return the objects of a list; refuse a list with other things."""
    check(name, rows=len(items))
    if not items:
        raise Refusal("features_none", sheet=name)
    for item in items:
        if not isinstance(item, dict):
            raise Refusal("features_none", sheet=name)
    return list(items)


def _find_lists(document: Any, path: str = "", depth: int = 0) -> dict[str, list[JsonObject]]:
    """Return the lists of objects in an object, and in objects within it, by their keys."""
    lists: dict[str, list[JsonObject]] = {}
    if not isinstance(document, dict) or depth > MOST_LIST_DEPTH:
        return lists
    for key, value in document.items():
        inner_path = f"{path} {key}".strip()
        if isinstance(value, dict):
            lists.update(_find_lists(value, inner_path, depth + 1))
        elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            lists[inner_path] = value
    return lists


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
        record[column] = format_cell(value)
    group = slide.get("group")
    record["Type"] = slide_type
    record["Group"] = format_cell(group)
    return record


# StoryMapJS ---------------------------------------------------------------------------------------


def _build_story_map_sheet(slides: Sequence[Any], name: str) -> Sheet:
    """Build the sheet of a story map; the slide that shows the whole map names the story."""
    check(name, rows=len(slides))
    title = ""
    records: list[Record] = []
    for slide in slides:
        if not isinstance(slide, dict):
            continue
        record = _story_map_record(slide)
        if slide.get("type") == "overview" and not record["Date"]:
            title = title or record["Headline"]
        else:
            records.append(record)
    columns = ("Date", *STORY_MAP_COLUMNS)
    return build_sheet(name, records, columns, strip_markup(title), has_markup=True)


def _story_map_record(slide: JsonObject) -> Record:
    """Return a slide as a record; without a date it has the one before its headline, if any."""
    record: Record = {}
    for column, slide_field in STORY_MAP_COLUMNS.items():
        slide_part = object_in(slide, slide_field.object_key)
        record[column] = format_cell(slide_part.get(slide_field.key))
    record["Date"] = format_cell(slide.get("date"))
    if not record["Date"]:
        match = _DATE_IN_HEADLINE.fullmatch(strip_markup(record["Headline"]))
        if match and parse_table_date(match["date"]).edtf:
            record["Date"] = match["date"]
            record["Headline"] = match["title"]
    return record


# Messages -----------------------------------------------------------------------------------------


def _build_message_sheet(document: JsonObject, messages: Sequence[Any], name: str) -> Sheet:
    """Build the sheet of the messages of a channel that say anything."""
    records = []
    for item in _list_objects(messages, name):
        if _is_message(item):
            record = _message_record(item, document)
            records.append(record)
    return build_record_sheet(name, records)


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
        part_text = format_cell(part)
        texts.append(part_text)
    message_text = "".join(texts)
    return message_text.strip()


def _message_record(item: JsonObject, document: JsonObject) -> Record:
    message_id = item.get("id")
    message_date = item.get("date")
    text = _message_text(item)
    sender = format_cell(item.get("from"))
    channel = format_cell(document.get("name"))
    addresses = find_addresses(text)
    return {
        "id": format_cell(message_id),
        "date": format_cell(message_date),
        "title": text,
        "source": sender or channel,
        "url": " ".join(addresses),
    }
