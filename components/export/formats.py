"""Tables as files: CSV, JSON, Parquet, GeoJSON and GeoPackage.

CSV is UTF-8 with a byte order mark; a text that a spreadsheet would run stands behind an
apostrophe. Maps are in EPSG:4326, longitude first; a row that no source places has no geometry and
stays a row, and ``without_place`` counts such rows. The same view gives the same bytes.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from components.citing.quotation import format_pinpoints
from components.export.cell_readers import list_row_citations
from components.export.column_specs import OTHER_COLUMNS, TABLE_SPECS
from components.export.record_table import Kind, ViewTable
from components.export.row_queries import TableQuery, build_table
from components.i18n import I18n
from components.intake.unmapped_columns import PACKAGE_PREFIX
from components.query.subset import Subset
from components.query.table_schema import TableName
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import complete_time
from components.story.models import Event, TableRow
from components.story.other_columns import NO_OTHER_COLUMNS, OtherColumns
from components.story.texts import (
    COORDINATE_COLUMNS,
    Value,
    format_cell,
    format_coordinate_cell,
    guard_formula,
)

if TYPE_CHECKING:
    import geopandas
    import pandas
    import pyarrow as pa
    from shapely.geometry.base import BaseGeometry

#: The tables whose rows have a place on a map.
MAP_TABLES: Final[tuple[TableName, ...]] = ("events", "regions", "places")
RegionShapes = Mapping[str, Mapping[str, Any]]
"""Region id to the geometry of its departments, as GeoJSON."""
#: Longitude and latitude in degrees (WGS 84).
MAP_CRS: Final = "EPSG:4326"
#: The time that stands in a GeoPackage: the same view gives the same bytes.
GEOPACKAGE_CLOCK: Final = "1980-01-01T00:00:00.000Z"
#: The version that GDAL reads without a warning from 2.3 on; QGIS 3.22 and R's sf warn of 1.4.
GEOPACKAGE_VERSION: Final = "1.2"
_ARROW_TYPES: Final[Mapping[Kind, str]] = {
    "number": "float64",
    "integer": "int32",
    "day": "date32",
}


def build_view_table(
    dataset: Dataset, subset: Subset, view: View, i18n: I18n, table_name: TableName
) -> ViewTable:
    """Return the rows of a table under a view, with their citations as short forms."""
    sort = ""
    # An order is that of the table it was chosen for.
    if view.sort.removeprefix("-") in TABLE_SPECS[table_name].columns:
        sort = view.sort
    cite = partial(format_pinpoints, dataset, i18n=i18n)
    query = TableQuery(find=view.find, sort=sort, claimant=view.claimant)
    return build_table(subset, table_name, cite, query)


def _csv_cell(value: Value) -> str:
    # Only texts can be dangerous, and only they are guarded: a negative number stays a number.
    if isinstance(value, (str, tuple)):
        return guard_formula(format_cell(value))
    return format_cell(value)


def _coordinate_cell(value: Value) -> str:
    # An opened table may have texts here.
    if isinstance(value, (int, float)):
        return format_coordinate_cell(value)
    return _csv_cell(value)


def frame_to_csv(frame: pandas.DataFrame, *, head: bool = True) -> str:
    """Serialize a frame as CSV, without a byte order mark.

    Parameters
    ----------
    frame
        Cells as Python's own values.
    head
        Whether the first line has the names of the columns.
    """
    cells = frame.map(_csv_cell)
    for column in COORDINATE_COLUMNS.intersection(frame.columns):
        cells[column] = frame[column].map(_coordinate_cell)
    return cells.to_csv(index=False, header=head, lineterminator="\n")


def records_to_csv(
    records: Iterable[TableRow],
    model: type[TableRow],
    other_columns: OtherColumns = NO_OTHER_COLUMNS,
) -> str:
    """Serialize records as the Data Package stores them, without a byte order mark.

    Of events there are the columns of a reader's table, too, that no field takes.
    """
    from pandas import DataFrame

    stored_columns = list(model.model_fields)
    columns = stored_columns + [f"{PACKAGE_PREFIX}{name}" for name in other_columns.names]
    empty_texts = ("",) * len(other_columns.names)
    rows = []
    for record in records:
        cells = [getattr(record, column) for column in stored_columns]
        if other_columns.names:
            cells += other_columns.texts.get(cells[0], empty_texts)
        rows.append(cells)
    frame = DataFrame(rows, columns=columns, dtype=object)
    if model is Event:
        frame["date"] = frame["date"].map(complete_time)
    return frame_to_csv(frame)


def _json_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row for JSON: whole numbers without a point."""
    json_row = {}
    for column, value in row.items():
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        json_row[column] = value
    return json_row


def table_to_json(table: ViewTable, columns: Sequence[str] = ()) -> str:
    """Serialize a table as an array of rows, every column in each.

    Parameters
    ----------
    table
        The rows; ``citations`` has each citation as an object with all its fields, and
        ``other_columns`` the texts of columns that no field takes by their names.
    columns
        The columns; without any, all.
    """
    json_rows = []
    all_columns = table.spec.columns
    fixed_columns = [name for name, column in all_columns.items() if not column.is_other]
    has_other_columns = not columns and len(fixed_columns) < len(all_columns)
    lines = table.list_rows(columns or fixed_columns)
    for line, record in zip(lines, table.records, strict=True):
        json_row = _json_row(line)
        if has_other_columns:
            json_row[OTHER_COLUMNS] = dict(table.data.other_columns.cells_of(record.id))
        if "citations" in json_row:
            json_row["citations"] = [
                citation.model_dump(exclude={"record_id"})
                for citation in list_row_citations(record, table)
            ]
        json_rows.append(json_row)
    return json.dumps(json_rows, ensure_ascii=False, indent=1, default=str) + "\n"


def _arrow_type(kind: Kind) -> pa.DataType:
    """Return the Arrow type of a column: texts, unless it has numbers or days; lists are texts."""
    import pyarrow as pa

    return pa.type_for_alias(_ARROW_TYPES.get(kind, "string"))


def table_to_parquet(
    table: ViewTable, about: Mapping[str, Any], columns: Sequence[str] = ()
) -> bytes:
    """Serialize a table as Parquet: days typed, lists as lists, EDTF dates as texts.

    Parameters
    ----------
    table
        The rows.
    about
        What the file says of itself; JSON in its metadata.
    columns
        The columns; without any, all.
    """
    import pyarrow as pa
    from pyarrow import parquet

    fields = []
    for column in columns or table.spec.columns:
        kind = table.spec.columns[column].kind
        arrow_type = _arrow_type(kind)
        if kind == "list":
            arrow_type = pa.list_(pa.string())
        fields.append((column, arrow_type))
    metadata = {"about": json.dumps(dict(about), ensure_ascii=False)}
    schema = pa.schema(fields, metadata=metadata)
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(table.list_rows(columns), schema=schema), out)
    return out.getvalue()


def _row_geometries(table: ViewTable, region_shapes: RegionShapes) -> list[BaseGeometry | None]:
    """Return the area of each region, or the point of each row; ``None`` where it is not known."""
    from shapely.geometry import Point, shape

    geometries: list[BaseGeometry | None] = []
    if table.spec.name == "regions":
        for region in table.records:
            geometry = None
            if region.id in region_shapes:
                geometry = shape(dict(region_shapes[region.id]))
            geometries.append(geometry)
        return geometries
    for line in table.list_rows(("lon", "lat")):
        geometry = None
        if None not in line.values():
            geometry = Point(*line.values())
        geometries.append(geometry)
    return geometries


def _map_frame(
    table: ViewTable, region_shapes: RegionShapes, columns: Sequence[str]
) -> geopandas.GeoDataFrame:
    """Return the rows with their geometries; the items of a list are one text.

    The outer rings of areas are anticlockwise (RFC 7946).
    """
    from geopandas import GeoDataFrame, GeoSeries

    frame = table.to_frame(columns)
    for column in frame.columns:
        if table.spec.columns[column].kind == "list":
            frame[column] = frame[column].map("; ".join, na_action="ignore")
    geometry = GeoSeries(_row_geometries(table, region_shapes), crs=MAP_CRS)
    return GeoDataFrame(frame, geometry=geometry.orient_polygons(exterior_cw=False))


def table_to_geojson(
    table: ViewTable,
    region_shapes: RegionShapes,
    about: Mapping[str, Any],
    columns: Sequence[str] = (),
) -> str:
    """Serialize a table as GeoJSON: a Feature for each row.

    Parameters
    ----------
    table
        The rows.
    region_shapes
        The areas of regions; empty for tables of points.
    about
        What the file says of itself, beside the features.
    columns
        The columns; without any, all.
    """
    frame = _map_frame(table, region_shapes, columns)
    frame.index = [record.id for record in table.records]
    features = frame.to_geo_dict()["features"]
    for feature in features:
        feature["properties"] = _json_row(feature["properties"])
    collection = {
        "type": "FeatureCollection",
        "about": {**about, "without_place": int(frame.geometry.isna().sum())},
        "features": features,
    }
    return json.dumps(collection, ensure_ascii=False, separators=(",", ":"), default=str) + "\n"


def _layer_metadata(about: Mapping[str, Any], without_place: int) -> dict[str, str]:
    """Return what a layer says of itself; what is no text becomes JSON."""
    metadata = {}
    for key, value in about.items():
        if not isinstance(value, str):
            value = json.dumps(value)
        metadata[key] = value
    metadata["without_place"] = str(without_place)
    return metadata


def table_to_geopackage(
    table: ViewTable,
    region_shapes: RegionShapes,
    about: Mapping[str, Any],
    columns: Sequence[str] = (),
) -> bytes:
    """Serialize a table as a GeoPackage with one layer of its name: points, or areas of regions.

    The parameters are those of :func:`table_to_geojson`.
    """
    import pyogrio
    from pandas import ArrowDtype

    frame = _map_frame(table, region_shapes, columns)
    column_types = {}
    for column in columns or table.spec.columns:
        column_types[column] = ArrowDtype(_arrow_type(table.spec.columns[column].kind))
    has_areas = table.spec.name == "regions"
    geometry_type = "Point"
    if has_areas:
        geometry_type = "MultiPolygon"
    out = io.BytesIO()
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": GEOPACKAGE_CLOCK})
    pyogrio.write_dataframe(
        frame.astype(column_types),
        out,
        driver="GPKG",
        layer=table.spec.name,
        geometry_type=geometry_type,
        promote_to_multi=has_areas,
        layer_metadata=_layer_metadata(about, frame.geometry.isna().sum()),
        dataset_options={"VERSION": GEOPACKAGE_VERSION},
        use_arrow=True,
    )
    return out.getvalue()
