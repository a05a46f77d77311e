"""Events, places and regions for programs on maps: GeoJSON (RFC 7946) and GeoPackage.

Both are in EPSG:4326, longitude first. A row that no source places has no geometry and stays a row;
how many there are is said in ``without_place``.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from components.domain.records.columns import Column, TableName
from components.domain.records.table import Line, Table
from components.exports.tabular import plain

#: The tables whose rows have a place on a map.
ON_A_MAP: Final[tuple[TableName, ...]] = ("events", "regions", "places")
Shapes = Mapping[str, Mapping[str, Any]]
"""Region id to the geometry of its departments, as GeoJSON."""
#: The time that stands in a GeoPackage, so that the same view gives the same bytes.
_CLOCK: Final = "1980-01-01T00:00:00.000Z"


def _point(line: Line) -> dict[str, Any] | None:
    """A point, or ``None`` where no source places the row or only as an area."""
    if line["lat"] is None or line["lon"] is None:
        return None
    return {"type": "Point", "coordinates": [line["lon"], line["lat"]]}


def right_handed(geometry: Mapping[str, Any]) -> dict[str, Any]:
    """A GeoJSON geometry whose outer rings run anticlockwise, as RFC 7946 asks."""
    # Imported late: only a download needs it.
    from shapely import orient_polygons
    from shapely.geometry import mapping, shape

    return dict(mapping(orient_polygons(shape(dict(geometry)), exterior_cw=False)))


def _property(value: Any) -> Any:
    """Lists as one text: many programs on maps know no lists."""
    return "; ".join(value) if isinstance(value, tuple) else plain(value)


def _geometries(table: Table, lines: Sequence[Line], shapes: Shapes) -> list[dict[str, Any] | None]:
    if table.spec.name != "regions":
        return [_point(line) for line in lines]
    found = [shapes.get(record.id) for record in table.records]
    return [right_handed(shape) if shape else None for shape in found]


def _described(about: Mapping[str, Any], geometries: Sequence[object]) -> dict[str, Any]:
    return {**about, "without_place": sum(geometry is None for geometry in geometries)}


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
    lines = table.lines()
    geometries = _geometries(table, lines, shapes)
    features = [
        {
            "type": "Feature",
            "id": record.id,
            "geometry": geometry,
            "properties": {name: _property(line[name]) for name in kept},
        }
        for record, line, geometry in zip(table.records, lines, geometries, strict=True)
    ]
    collection = {
        "type": "FeatureCollection",
        "about": _described(about, geometries),
        "features": features,
    }
    return json.dumps(collection, ensure_ascii=False, separators=(",", ":")) + "\n"


def _attributes(column: Column, lines: Sequence[Line]) -> Any:
    """The values of a column, days typed, lists as one text."""
    import pandas
    import pyarrow

    values = [line[column.name] for line in lines]
    if column.kind == "day":
        return pandas.Series(values, dtype=pandas.ArrowDtype(pyarrow.date32()))
    return ["; ".join(value) if isinstance(value, tuple) else value for value in values]


def to_geopackage(
    table: Table, shapes: Shapes, about: Mapping[str, Any], columns: Sequence[str] = ()
) -> bytes:
    """One table as a GeoPackage with one layer of its name: points, or areas of regions."""
    # Imported late: only a download needs them.
    import geopandas
    import pyogrio
    from shapely.geometry import shape

    kept = tuple(columns) or table.spec.names
    lines = table.lines()
    geometries = _geometries(table, lines, shapes)
    areas = table.spec.name == "regions"
    frame = geopandas.GeoDataFrame(
        {name: _attributes(table.spec.column(name), lines) for name in kept},
        geometry=[shape(geometry) if geometry else None for geometry in geometries],
        crs="EPSG:4326",
    )
    said = {key: value if isinstance(value, str) else json.dumps(value)
            for key, value in _described(about, geometries).items()}  # fmt: skip
    out = io.BytesIO()
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": _CLOCK})
    pyogrio.write_dataframe(
        frame,
        out,
        driver="GPKG",
        layer=table.spec.name,
        geometry_type="MultiPolygon" if areas else "Point",
        promote_to_multi=areas,
        layer_metadata=said,
        use_arrow=True,
    )
    return out.getvalue()
