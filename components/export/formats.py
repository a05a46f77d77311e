"""A table's rows as CSV, JSON, Parquet, GeoJSON and GeoPackage; tables for who opens one.

CSV is UTF-8 with a byte order mark, for those who open a file with a double click cannot mend its
accents; text that a spreadsheet would run stands behind an apostrophe. Maps are in EPSG:4326,
longitude first; a row that no source places has no geometry and stays a row, and how many there are
is said in ``without_place``. The same view gives the same bytes. Who opens a table gets an example
to fill in, and their rows with what is wrong with each.
"""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from components.i18n import I18n
from components.i18n.intake import say
from components.intake import ImportResult, Problem, Sheet
from components.intake.templates import events_rows
from components.query.view_tables import Kind, TableName, ViewTable
from components.story.cells import BOM, csv_bytes, csv_cell
from components.story.cells import harmless as guarded
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


def csv_file(table: ViewTable, columns: Sequence[str] = ()) -> str:
    """One table as CSV, with some of its columns or all, worked out ones among them."""
    return BOM + csv_text(table.frame(columns))


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON holds it: whole numbers without a point."""
    return {name: int(value) if isinstance(value, float) and value.is_integer() else value
            for name, value in row.items()}  # fmt: skip


def json_file(table: ViewTable, columns: Sequence[str] = ()) -> str:
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


def parquet_file(table: ViewTable, about: Mapping[str, Any], columns: Sequence[str] = ()) -> bytes:
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


def _on_a_map(table: ViewTable, shapes: Shapes, columns: Sequence[str]) -> geopandas.GeoDataFrame:
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


def geojson_file(
    table: ViewTable, shapes: Shapes, about: Mapping[str, Any], columns: Sequence[str] = ()
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


def geopackage_file(
    table: ViewTable, shapes: Shapes, about: Mapping[str, Any], columns: Sequence[str] = ()
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


NUMBERS = {"lat", "lon"}
DAYS = {"date", "end date", "source date"}


def _cell(column: str, text: str) -> Any:
    if text and column in NUMBERS:
        return float(text)
    if column in DAYS and len(text) == 10:
        return date.fromisoformat(text)
    return text or None


def events_xlsx(i18n: I18n) -> bytes:
    """One sheet of events, typed: days as days, coordinates as numbers; a second explains it."""
    # Imported late: only who asks for the template needs it.
    from xlsxwriter import Workbook

    out = io.BytesIO()
    book = Workbook(out, {"in_memory": True, "default_date_format": "yyyy-mm-dd",
                          "strings_to_formulas": False, "strings_to_urls": False})  # fmt: skip
    bold = book.add_format({"bold": True})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    sheet = book.add_worksheet("events")
    header, *rows = events_rows()
    sheet.set_column(0, len(header) - 1, 18)
    sheet.write_row(0, 0, header, bold)
    for row, cells in enumerate(rows, start=1):
        sheet.write_row(row, 0, [_cell(*pair) for pair in zip(header, cells, strict=True)])
    sheet.freeze_panes(1, 0)
    explained = book.add_worksheet(i18n.t("how to fill it in"))
    explained.set_column(0, 0, 26, wrapped)
    explained.set_column(1, 1, 90, wrapped)
    for row, texts in enumerate(_explained(i18n)):
        explained.write_row(row, 0, texts, bold if row == 0 else None)
    book.close()
    return out.getvalue()


def _explained(i18n: I18n) -> tuple[tuple[str, str], ...]:
    t = i18n.t
    return (
        (t("column"), t("what it holds")),
        ("date", t("Required. A day, a month, a year, a span 2024-05-02/2024-05-06, or 2024-06~.")),
        ("title", t("Required. What happened, in one line.")),
        ("end date", t("The last day, where it lasted.")),
        ("title_es", t("The title in Spanish; without it, the title stands in both languages.")),
        ("summary", t("What happened, in a few sentences.")),
        ("category", t("The kind of event, in your own words; up to eight have a colour.")),
        ("place, lat, lon", t("Where; latitude and longitude in decimal degrees.")),
        ("country", t("Two letters, such as CO or PE.")),
        ("source, url, source date", t("Who says so, where it can be read, and when it appeared.")),
        ("id", t("A short name of your own, each once; without it one is made.")),
    )


def harmless_text(cell: str) -> str:
    """A cell that no spreadsheet runs: a number stays, a formula gets an apostrophe before it."""
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return guarded(cell) if cell == cell.lstrip(" ") else f" {guarded(cell.lstrip(' '))}"
    return cell


def _of_row(problems: Sequence[Problem], i18n: I18n) -> str:
    parts = []
    for problem in problems:
        said = say(problem, i18n)
        parts.append(f"{said.column}: {said.text}" if said.column else said.text)
    return " | ".join(parts)


def _rows(sheet: Sheet, intake: ImportResult, i18n: I18n) -> list[list[str]]:
    by_row: defaultdict[int, list[Problem]] = defaultdict(list)
    for problem in intake.problems:
        if problem.sheet == sheet.name and problem.row is not None:
            by_row[problem.row].append(problem)
    undated = {row.row for row in intake.undated}
    rows = []
    for number, cells in sheet.rows:
        found = by_row.get(number, [])
        state = i18n.t("without a date") if number in undated else i18n.t("shown")
        if any(problem.level == "refused" for problem in found):
            state = i18n.t("left out")
        rows.append([str(number), state, _of_row(found, i18n), *cells])
    return rows


def marked_table(intake: ImportResult, i18n: I18n) -> bytes:
    """Every row that was read, table by table, with its number and its problems before it.

    Returns:
        CSV in UTF-8 with a mark at its start, so that spreadsheets read the accents.
    """
    heads = (i18n.t("row"), i18n.t("state"), i18n.t("problems"))
    rows: list[list[str]] = []
    for sheet in intake.sheets:
        rows += [[sheet.name]] if len(intake.sheets) > 1 else []
        rows += [[*heads, *sheet.header], *_rows(sheet, intake, i18n)]
    return csv_bytes([harmless_text(cell) for cell in row] for row in rows)


def problem_list(intake: ImportResult, i18n: I18n) -> bytes:
    """Every problem as a row of its own: table, row, column, value, what to do. CSV as above."""
    t = i18n.t
    rows = [(t("table"), t("row"), t("column"), t("value"), t("what to do"))]
    for problem in intake.problems:
        said = say(problem, i18n)
        row = "" if problem.row is None else str(problem.row)
        rows.append((said.sheet, row, said.column, problem.value, said.text))
        if more := problem.alike - 1:
            text = i18n.n("{count} more row like this", "{count} more rows like this", more)
            rows.append((said.sheet, "", said.column, "", text))
    return csv_bytes([harmless_text(cell) for cell in row] for row in rows)
