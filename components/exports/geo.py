"""GeoJSON (RFC 7946, so EPSG:4326 and longitude first): events, places and regions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from components.domain.columns import TableName
from components.domain.table import Line, Table
from components.exports.tabular import plain

#: The tables whose rows have a place on a map.
ON_A_MAP: Final[tuple[TableName, ...]] = ("events", "regions", "places")
Shapes = Mapping[str, Mapping[str, Any]]
"""Region id to the geometry of its departments, as GeoJSON."""


def _point(line: Line) -> dict[str, Any] | None:
    """A point, or ``None`` where no source places the row or only as an area."""
    if line["lat"] is None or line["lon"] is None:
        return None
    return {"type": "Point", "coordinates": [line["lon"], line["lat"]]}


def _property(value: Any) -> Any:
    """Lists as one text: many programs on maps know no lists."""
    return "; ".join(value) if isinstance(value, tuple) else plain(value)


def to_geojson(
    table: Table, shapes: Shapes, about: Mapping[str, Any], columns: Sequence[str] = ()
) -> str:
    """One table as a FeatureCollection, a Feature for each row, in order.

    Args:
        table: of events or places, drawn as points, or of regions, drawn as areas.
        shapes: the areas of the regions; a region without one gets no geometry.
        about: what stands beside the Features: title, version, licence, what is shown.
        columns: the properties to keep; empty for all.
    """
    kept = tuple(columns) or table.spec.names
    features = []
    for record, line in zip(table.records, table.lines(), strict=True):
        geometry = shapes.get(record.id) if table.spec.name == "regions" else _point(line)
        features.append(
            {
                "type": "Feature",
                "id": record.id,
                "geometry": geometry,
                "properties": {name: _property(line[name]) for name in kept},
            }
        )
    collection = {"type": "FeatureCollection", "about": dict(about), "features": features}
    return json.dumps(collection, ensure_ascii=False, separators=(",", ":")) + "\n"
