"""Reading the features of a GeoJSON file as a table: one row, one feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.domain.intake.files.strict_json import parse_json
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Refusal, Sheet

LATITUDE, LONGITUDE = "latitude", "longitude"


def read_features(text: str, name: str, limits: Limits) -> Sheet:
    """Properties as columns, and the coordinates of points; other shapes have none.

    Raises:
        Refusal: when it is no FeatureCollection, or is over a limit.
    """
    found = parse_json(text, name, limits)
    features = found.get("features") if isinstance(found, dict) else None
    if not isinstance(features, list) or not all(isinstance(f, dict) for f in features):
        raise Refusal("features_none", sheet=name)
    limits.check(name, rows=len(features))
    records = [_record(feature) for feature in features]
    columns: dict[str, None] = {}
    for record in records:
        columns |= dict.fromkeys(record)
        limits.check(name, columns=len(columns))
    limits.check(name, cells=len(records) * len(columns))
    if not columns:
        raise Refusal("table_empty", sheet=name)
    rows = tuple(
        (number, tuple(record.get(column, "") for column in columns))
        for number, record in enumerate(records, start=2)
    )
    return Sheet(name, tuple(columns), rows)


def _record(feature: Mapping[str, Any]) -> dict[str, str]:
    properties = feature.get("properties")
    own = properties if isinstance(properties, dict) else {}
    record = {str(key): _said(value) for key, value in own.items()}
    geometry = feature.get("geometry")
    shape = geometry if isinstance(geometry, dict) else {}
    spot = shape.get("coordinates")
    if shape.get("type") == "Point" and isinstance(spot, list) and len(spot) >= 2:
        record[LONGITUDE], record[LATITUDE] = _said(spot[0]), _said(spot[1])
    if "id" in feature and "id" not in record:
        record["id"] = _said(feature["id"])
    return {key: text for key, text in record.items() if key.strip()}


def _said(value: Any) -> str:
    """A value as a cell: a list of plain values with semicolons, anything nested not at all."""
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value).lower()
    if isinstance(value, list):
        return "; ".join(filter(None, map(_said, value))) if len(value) <= 50 else ""
    return str(value) if isinstance(value, (str, int, float)) else ""
