"""Features of maps as rows of a table: GeoJSON (RFC 7946), Linked Places, Esri JSON, uMap's layers.

A feature has its properties as columns, and ``longitude`` and ``latitude`` in degrees (WGS 84):
those of its point, or of a point within its area or on its line.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import shapely

from components.intake import projections
from components.intake.cell_texts import ADDRESS_SEPARATOR, find_addresses
from components.intake.columns import field_of_header
from components.intake.files import Record
from components.intake.json_cells import build_record_sheet, format_cell, object_record
from components.intake.json_files import JsonObject, object_in
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import Sheet

#: A geometry of more characters of JSON is not made a point: it may take long.
MOST_GEOMETRY_CHARACTERS: Final = 1_000_000
#: How Esri JSON calls the coordinates of what is no point, and what GeoJSON calls that.
_ESRI_SHAPES: Final = {
    "points": "MultiPoint",
    "paths": "MultiLineString",
    "rings": "Polygon",
}
#: Keys of uMap's own settings, which say how a feature is drawn.
_UMAP_OPTIONS: Final = "_umap_options"
#: How texts of uMap hold a link, with or without words, and a picture.
_UMAP_LINK = re.compile(r"\[\[(?P<target>[^\[\]|\s]{1,2000})(?:\|(?P<label>[^\[\]]{0,500}))?\]\]")
_UMAP_PICTURE = re.compile(r"\{\{[^{}]{0,2000}\}\}")
_UMAP_EMPHASIS = re.compile(r"(?<!\w)(\*{1,2}|#{1,3}(?=\s))")
_UMAP_EMPHASIS_END = re.compile(r"(?<=\w)\*{1,2}(?!\w)")


class _LocatedRecord(NamedTuple):
    """A feature as a record; ``point`` may be in metres, and be of its area or line."""

    record: Record
    point: projections.Point | None
    is_shape: bool


def build_feature_sheet(
    document: JsonObject,
    features: Sequence[Any],
    name: str,
    notes: Notes,
) -> Sheet:
    """Build the sheet of the features of GeoJSON, of Linked Places or of Esri JSON.

    Raises
    ------
    Refusal
        If they are no features, or too many.
    """
    located_records = _locate_features(features, name)
    projection = projections.find_projection(document)
    if not projection and features:
        first_geometry = object_in(features[0], "geometry")
        projection = projections.find_projection(first_geometry)
    return _build_located_sheet(located_records, projection, name, notes)


def build_layer_sheet(
    document: JsonObject, layers: Sequence[Any], name: str, notes: Notes
) -> Sheet:
    """Build the sheet of a backup of uMap: the features of all layers, each a kind of event.

    Raises
    ------
    Refusal
        If they are no layers of features, or too many.
    """
    located_records: list[_LocatedRecord] = []
    for layer in layers:
        features = layer.get("features") if isinstance(layer, dict) else None
        if not isinstance(features, list):
            continue
        layer_name = _layer_name(layer)
        for located in _locate_features(features, name):
            located_records.append(_clean_umap_record(located, layer_name))
        check(name, rows=len(located_records))
    if not located_records:
        raise Refusal("features_none", sheet=name)
    columns = {column for located in located_records for column in located.record}
    if not any(field_of_header(column) == "category" for column in columns):
        for located in located_records:
            located.record["category"] = located.record.pop("layer", "")
    title = format_cell(object_in(document, "properties").get("name"))
    return _build_located_sheet(located_records, "", name, notes, title)


def _layer_name(layer: JsonObject) -> str:
    """Return the name of a layer of uMap, which versions have in different places."""
    for key in (_UMAP_OPTIONS, "_storage", "properties"):
        layer_name = object_in(layer, key).get("name")
        if layer_name:
            return format_cell(layer_name)
    return ""


def _clean_umap_record(located: _LocatedRecord, layer_name: str) -> _LocatedRecord:
    """Return a feature of uMap without settings, and with the links of its texts as links."""
    record: Record = {}
    links: dict[str, None] = {}
    for column, cell in located.record.items():
        if column.startswith(_UMAP_OPTIONS):
            continue
        if column == "description":
            links.update(dict.fromkeys(find_addresses(_UMAP_PICTURE.sub(" ", cell))))
            cell = _strip_umap_marks(cell)
        record[column] = cell
    has_links = any(field_of_header(column) == "url" for column in record)
    if links and not has_links:
        record["url"] = ADDRESS_SEPARATOR.join(links)
    if layer_name:
        record["layer"] = layer_name
    return located._replace(record=record)


def _strip_umap_marks(text: str) -> str:
    """Return a text of uMap without the marks of links, pictures and emphasis."""
    text = _UMAP_PICTURE.sub("", text)
    text = _UMAP_LINK.sub(lambda match: match["label"] or match["target"], text)
    text = _UMAP_EMPHASIS.sub("", text)
    return _UMAP_EMPHASIS_END.sub("", text).strip()


# Features -----------------------------------------------------------------------------------------


def _locate_features(features: Sequence[Any], name: str) -> list[_LocatedRecord]:
    """Return features as records with their points, as the file has them."""
    check(name, rows=len(features))
    for feature in features:
        if not isinstance(feature, dict):
            raise Refusal("features_none", sheet=name)
    return [_locate_feature(feature) for feature in features]


def _locate_feature(feature: JsonObject) -> _LocatedRecord:
    properties = object_in(feature, "properties")
    if not properties:
        properties = object_in(feature, "attributes")
    record = object_record(properties)
    if "id" in feature:
        feature_id = format_cell(feature["id"])
        record.setdefault("id", feature_id)
    when = object_in(feature, "when")
    _add_timespan(record, when)
    geometry = object_in(feature, "geometry")
    point = _point_of(geometry)
    if point is None:
        _add_unread_point(record, geometry)
    is_point = geometry.get("type", "Point") == "Point" and _ESRI_SHAPES.keys().isdisjoint(geometry)
    return _LocatedRecord(record, point, point is not None and not is_point)


def _build_located_sheet(
    located_records: Sequence[_LocatedRecord],
    projection: str,
    name: str,
    notes: Notes,
    title: str = "",
) -> Sheet:
    """Build the sheet of features with their points in degrees, and note what became of these."""
    _place_records(located_records, projection, name, notes)
    shape_count = sum(located.is_shape for located in located_records)
    if shape_count:
        notes.add(
            "shapes_as_points",
            name,
            level="note",
            count=shape_count,
        )
    records = [located.record for located in located_records]
    return build_record_sheet(name, records, title)


def _place_records(
    located_records: Sequence[_LocatedRecord], projection: str, name: str, notes: Notes
) -> None:
    """Add longitude and latitude to records; what is no degrees and in no known projection not."""
    placed = [located for located in located_records if located.point is not None]
    points: list[projections.Point] = []
    for located in placed:
        if located.point is not None:
            points.append(located.point)
    degrees: Sequence[projections.Point | None] = points
    if not projections.are_degrees(points):
        if not projection:
            notes.add("coordinates_projected", name, value="x, y", level="note")
            return
        unprojected = projections.unproject(points, projection)
        if unprojected is None:
            notes.add("projection_unknown", name, value=projection, level="note")
            return
        degrees = unprojected
    for located, point in zip(placed, degrees, strict=True):
        if point is not None:
            longitude, latitude = point
            located.record["longitude"] = f"{longitude:.15g}"
            located.record["latitude"] = f"{latitude:.15g}"


def _point_of(geometry: JsonObject) -> projections.Point | None:
    """Return the point of a geometry: its own, or one within its area or on its line."""
    if {"x", "y"} <= geometry.keys():
        return projections.parse_point(geometry["x"], geometry["y"])
    if geometry.get("type") == "Point":
        coordinates = geometry.get("coordinates")
        if isinstance(coordinates, list) and len(coordinates) > 1:
            x, y, *_ = coordinates
            return projections.parse_point(x, y)
        return None
    geometry_text = str(geometry)
    if len(geometry_text) > MOST_GEOMETRY_CHARACTERS:
        return None
    try:
        shape = shapely.geometry.shape(_as_geojson(geometry))
        point = shape.representative_point()
    except (ValueError, TypeError, KeyError, AttributeError, shapely.errors.ShapelyError):
        return None
    if point.is_empty:
        return None
    return round(point.x, 5), round(point.y, 5)


def _add_unread_point(record: Record, geometry: JsonObject) -> None:
    """Add the values of a point that are no numbers as they are: the row's problems name them."""
    x = geometry.get("x")
    y = geometry.get("y")
    coordinates = geometry.get("coordinates")
    if geometry.get("type") == "Point" and isinstance(coordinates, list) and len(coordinates) > 1:
        x, y, *_ = coordinates
    if x is not None and y is not None:
        record["longitude"] = format_cell(x)
        record["latitude"] = format_cell(y)


def _as_geojson(geometry: JsonObject) -> JsonObject:
    """Return a line, an area or points of Esri JSON as GeoJSON has them."""
    for key, geometry_type in _ESRI_SHAPES.items():
        if key in geometry:
            return {"type": geometry_type, "coordinates": geometry[key]}
    return geometry


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
                day_text = format_cell(day)
                record.setdefault(column, day_text)
