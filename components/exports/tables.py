"""A table's rows as CSV, JSON, Parquet, GeoJSON and GeoPackage.

CSV is UTF-8 with a byte order mark, for those who open a file with a double click cannot mend its
accents; text that a spreadsheet would run stands behind an apostrophe. Maps are in EPSG:4326,
longitude first; a row that no source places has no geometry and stays a row, and how many there are
is said in ``without_place``. The same view gives the same bytes.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from components.query.tables import Kind, Table, TableName
from components.story.cells import BOM, csv_cell
from components.story.models import TableRow

if TYPE_CHECKING:
    import geopandas
    import pandas
    import pyarrow as pa

#: The tables whose rows have a place on a map.
ON_A_MAP: Final[tuple[TableName, ...]] = ("events", "regions", "places")
Shapes = Mapping[str, Mapping[str, Any]]
"""Region id to the geometry of its departments, as GeoJSON."""
#: The time that stands in a GeoPackage.
_CLOCK: Final = "1980-01-01T00:00:00.000Z"
_TYPES: Final[Mapping[Kind, str]] = {"number": "float64", "integer": "int32", "day": "date32"}


def csv_text(frame: pandas.DataFrame, *, head: bool = True) -> str:
    """The rows of a frame as lines of CSV, the first naming the columns."""
    return frame.map(csv_cell).to_csv(index=False, header=head, lineterminator="\n")


def stored_csv(records: Iterable[TableRow], model: type[TableRow]) -> str:
    """One table as the Data Package holds it: the stored columns, and no byte order mark."""
    from pandas import DataFrame

    columns = list(model.model_fields)
    rows = [[getattr(record, column) for column in columns] for record in records]
    return csv_text(DataFrame(rows, columns=columns, dtype=object))


def to_csv(table: Table, columns: Sequence[str] = ()) -> str:
    """One table as CSV, with some of its columns or all, worked out ones among them."""
    return BOM + csv_text(table.frame(columns))


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON holds it: whole numbers without a point."""
    return {name: int(value) if isinstance(value, float) and value.is_integer() else value
            for name, value in row.items()}  # fmt: skip


def to_json(table: Table, columns: Sequence[str] = ()) -> str:
    """One table as a JSON array of its rows, so that ``pandas.read_json`` takes it as it is.

    Every row has every column, ``null`` where it is empty; ``citations`` holds each in full.
    """
    rows = [_plain(line) for line in table.lines(columns)]
    for row, record in zip(rows, table.records, strict=True):
        if "citations" in row:
            row["citations"] = [
                c.model_dump(exclude={"record_id"}) for c in table.citations(record)
            ]
    return json.dumps(rows, ensure_ascii=False, indent=1, default=str) + "\n"


def _type(kind: Kind, *, lists: bool = True) -> pa.DataType:
    import pyarrow as pa

    name = _TYPES.get(kind, "string")
    return pa.list_(pa.string()) if kind == "list" and lists else pa.type_for_alias(name)


def to_parquet(table: Table, about: Mapping[str, Any], columns: Sequence[str] = ()) -> bytes:
    """One table as a Parquet file, its days typed, its lists as lists, EDTF dates as texts.

    ``about`` is what the file says of itself, kept as JSON in its metadata.
    """
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema(
        [(name, _type(table.spec.column(name).kind)) for name in columns or table.spec.names],
        metadata={"about": json.dumps(dict(about), ensure_ascii=False)},
    )
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(table.lines(columns), schema=schema), out)
    return out.getvalue()


def _on_a_map(table: Table, shapes: Shapes, columns: Sequence[str]) -> geopandas.GeoDataFrame:
    """The rows with their points, or the areas of regions with right-handed rings (RFC 7946).

    Lists are one text: many programs on maps know no lists.
    """
    from geopandas import GeoDataFrame, GeoSeries
    from shapely.geometry import Point, shape

    if table.spec.name == "regions":
        spots = [shape(dict(shapes[r.id])) if r.id in shapes else None for r in table.records]
    else:
        spots = [None if None in line.values() else Point(*line.values())
                 for line in table.lines(("lon", "lat"))]  # fmt: skip
    frame = table.frame(columns)
    for name in frame.columns:
        if table.spec.column(name).kind == "list":
            frame[name] = frame[name].map("; ".join, na_action="ignore")
    geometry = GeoSeries(spots, crs="EPSG:4326").orient_polygons(exterior_cw=False)
    return GeoDataFrame(frame, geometry=geometry)


def _described(about: Mapping[str, Any], frame: geopandas.GeoDataFrame) -> dict[str, Any]:
    return {**about, "without_place": int(frame.geometry.isna().sum())}


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
    frame = _on_a_map(table, shapes, columns)
    frame.index = [record.id for record in table.records]
    features = frame.to_geo_dict()["features"]
    for feature in features:
        feature["properties"] = _plain(feature["properties"])
    made = {"type": "FeatureCollection", "about": _described(about, frame), "features": features}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"), default=str) + "\n"


def to_geopackage(
    table: Table, shapes: Shapes, about: Mapping[str, Any], columns: Sequence[str] = ()
) -> bytes:
    """One table as a GeoPackage with one layer of its name: points, or areas of regions."""
    import pyogrio
    from pandas import ArrowDtype

    frame = _on_a_map(table, shapes, columns)
    types = {name: ArrowDtype(_type(table.spec.column(name).kind, lists=False))
             for name in columns or table.spec.names}  # fmt: skip
    said = {key: value if isinstance(value, str) else json.dumps(value)
            for key, value in _described(about, frame).items()}  # fmt: skip
    areas = table.spec.name == "regions"
    out = io.BytesIO()
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": _CLOCK})
    pyogrio.write_dataframe(
        frame.astype(types),
        out,
        driver="GPKG",
        layer=table.spec.name,
        geometry_type="MultiPolygon" if areas else "Point",
        promote_to_multi=areas,
        layer_metadata=said,
        use_arrow=True,
    )
    return out.getvalue()
