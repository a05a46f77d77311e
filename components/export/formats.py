"""A table's rows as CSV, JSON, Parquet, GeoJSON, GeoPackage and Excel; tables for who opens one.

CSV is UTF-8 with a byte order mark; text that a spreadsheet would run stands behind an apostrophe.
Maps are in EPSG:4326, longitude first; a row that no source places has no geometry and stays a row,
and how many there are is said in ``without_place``. In a workbook a day is a day, a number a
number, an address a link; a text that begins with ``=`` is marked as a text, so it is never run.
The same view gives the same bytes. Who opens a table gets an example, and their rows with faults.
"""

from __future__ import annotations

import contextlib
import csv
import datetime as dt
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from components.export.quotation import pinpoints
from components.i18n import I18n, Language, i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult, Problem
from components.intake.package import events_csv
from components.presentation.context import Context
from components.query.table_schema import TableName
from components.query.view_tables import TABLE_SPECS, Kind, ViewTable, build_table
from components.story.models import TableRow
from components.story.texts import Value, csv_bytes, format_cell, guard_formula

if TYPE_CHECKING:
    import geopandas
    import pandas
    import pyarrow as pa
    from xlsxwriter.worksheet import Worksheet

#: The tables whose rows have a place on a map.
ON_A_MAP: Final[tuple[TableName, ...]] = ("events", "regions", "places")
Shapes = Mapping[str, Mapping[str, Any]]
"""Region id to the geometry of its departments, as GeoJSON."""
_TYPES: Final[Mapping[Kind, str]] = {"number": "float64", "integer": "int32", "day": "date32"}


def table_for(ctx: Context, name: TableName) -> ViewTable:
    """The rows of a table as the view has them, and how their citations are said in words."""
    # An order is that of the table it was chosen for.
    sort = ctx.view.sort if ctx.view.sort.removeprefix("-") in TABLE_SPECS[name].columns else ""
    words = partial(pinpoints, ctx.dataset, i18n=ctx.i18n)
    return build_table(ctx.subset, name, words, ctx.view.find, sort, ctx.view.claimant)


def csv_text(frame: pandas.DataFrame, *, head: bool = True) -> str:
    def cell(value: Value) -> str:
        # Only texts can be dangerous, and only they are guarded: a negative number stays one.
        return (
            guard_formula(format_cell(value))
            if isinstance(value, (str, tuple))
            else format_cell(value)
        )

    return frame.map(cell).to_csv(index=False, header=head, lineterminator="\n")


def stored_csv(records: Iterable[TableRow], model: type[TableRow]) -> str:
    """One table as the Data Package holds it: the stored columns, and no byte order mark."""
    from pandas import DataFrame

    columns = list(model.model_fields)
    rows = [[getattr(record, column) for column in columns] for record in records]
    return csv_text(DataFrame(rows, columns=columns, dtype=object))


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON holds it: whole numbers without a point."""
    return {name: int(value) if isinstance(value, float) and value.is_integer() else value
            for name, value in row.items()}  # fmt: skip


def json_file(table: ViewTable, columns: Sequence[str] = ()) -> str:
    """An array of rows, every column in each; ``citations`` holds each in full."""
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
    """One table, days typed, lists as lists, EDTF as texts; ``about`` as JSON in its metadata."""
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema(
        [(name, _type(table.spec.columns[name].kind)) for name in columns or table.spec.columns],
        metadata={"about": json.dumps(dict(about), ensure_ascii=False)},
    )
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(table.lines(columns), schema=schema), out)
    return out.getvalue()


def _on_a_map(table: ViewTable, shapes: Shapes, columns: Sequence[str]) -> geopandas.GeoDataFrame:
    """The rows with points, or areas with right-handed rings (RFC 7946); lists are one text."""
    from geopandas import GeoDataFrame, GeoSeries
    from shapely.geometry import Point, shape

    if table.spec.name == "regions":
        spots = [shape(dict(shapes[r.id])) if r.id in shapes else None for r in table.records]
    else:
        spots = [None if None in line.values() else Point(*line.values())
                 for line in table.lines(("lon", "lat"))]  # fmt: skip
    frame = table.frame(columns)
    for name in frame.columns:
        if table.spec.columns[name].kind == "list":
            frame[name] = frame[name].map("; ".join, na_action="ignore")
    geometry = GeoSeries(spots, crs="EPSG:4326").orient_polygons(exterior_cw=False)
    return GeoDataFrame(frame, geometry=geometry)


def geojson_file(
    table: ViewTable, shapes: Shapes, about: Mapping[str, Any], columns: Sequence[str] = ()
) -> str:
    """A Feature for each row, ``about`` beside them; regions are areas of ``shapes``."""
    frame = _on_a_map(table, shapes, columns)
    frame.index = [record.id for record in table.records]
    features = frame.to_geo_dict()["features"]
    for feature in features:
        feature["properties"] = _plain(feature["properties"])
    said = {**about, "without_place": int(frame.geometry.isna().sum())}
    made = {"type": "FeatureCollection", "about": said, "features": features}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"), default=str) + "\n"


def geopackage_file(
    table: ViewTable, shapes: Shapes, about: Mapping[str, Any], columns: Sequence[str] = ()
) -> bytes:
    """One table as a GeoPackage with one layer of its name: points, or areas of regions."""
    import pyogrio
    from pandas import ArrowDtype

    frame = _on_a_map(table, shapes, columns)
    types = {name: ArrowDtype(_type(table.spec.columns[name].kind, lists=False))
             for name in columns or table.spec.columns}  # fmt: skip
    said = {key: value if isinstance(value, str) else json.dumps(value)
            for key, value in about.items()}  # fmt: skip
    said["without_place"] = str(frame.geometry.isna().sum())
    areas = table.spec.name == "regions"
    out = io.BytesIO()
    # The time that stands in it: the same view gives the same bytes.
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": "1980-01-01T00:00:00.000Z"})
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


#: The most characters that Excel keeps in one cell.
LONGEST_CELL_CHARACTERS: Final = 32_767
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_ADDRESS: Final = re.compile(r"https?://\S+")
_LOOKS: Final[Mapping[str, Mapping[str, object]]] = {
    "text": {"text_wrap": True},
    "marked": {"text_wrap": True, "quote_prefix": True},
    "number": {},
    "day": {"num_format": "yyyy-mm-dd", "align": "left"},
    "link": {"font_color": "#0563C1", "underline": 1},
    "head": {"bold": True, "bottom": 1, "text_wrap": True},
}
#: The columns of the package's tables that hold numbers.
NUMBERS: Final = frozenset({"lat", "lon", "value_low", "value_high", "order", "locator"})


class Book:
    """A workbook that is being written, without a clock; ``shortened`` counts the texts it cut."""

    def __init__(self, title: str, author: str) -> None:
        # Imported late: only a download needs it.
        from xlsxwriter import Workbook

        self._out = io.BytesIO()
        self._book = Workbook(self._out, {"in_memory": True})
        clock = dt.datetime(1980, 1, 1)
        self._book.set_properties({"title": title, "author": author, "created": clock})
        self.look = {name: self._book.add_format({"valign": "top", **look})
                     for name, look in _LOOKS.items()}  # fmt: skip
        self.shortened = 0

    def sheet(self, name: str) -> Worksheet:
        """A sheet: printed on A4 landscape as wide as the page, its heads on every page."""
        sheet = self._book.add_worksheet(name)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.set_footer("&L&A&R&P / &N")
        return sheet

    def write(self, sheet: Worksheet, row: int, column: int, value: Value) -> None:
        """Write a value as what it is: a day that Excel can hold, a number, a link, a text."""
        if value is None or value == "":
            return
        if isinstance(value, str) and _DAY.fullmatch(value):
            with contextlib.suppress(ValueError):
                value = dt.date.fromisoformat(value)
        # Excel's calendar begins with that day.
        if isinstance(value, dt.date) and value >= dt.date(1900, 3, 1):
            sheet.write_datetime(row, column, value, self.look["day"])
            return
        if isinstance(value, (int, float)):
            sheet.write_number(row, column, value, self.look["number"])
            return
        link = self.look["link"]
        # An address that is longer than Excel takes is not written as one, and becomes a text.
        if isinstance(value, str) and _ADDRESS.fullmatch(value) and (
            sheet.write_url(row, column, value, link, string=value) == 0
        ):  # fmt: skip
            return
        text = _CONTROL.sub("\ufffd", format_cell(value))
        if len(text) > LONGEST_CELL_CHARACTERS:
            self.shortened += 1
            text = text[: LONGEST_CELL_CHARACTERS - 1] + "…"
        # What begins so is read as a formula or an error, or runs once it is edited.
        look = "marked" if text.startswith(tuple("=+-@#\t\r\n")) else "text"
        sheet.write_string(row, column, text, self.look[look])

    def table(self, name: str, columns: Sequence[str], rows: Iterable[Iterable[Value]]) -> None:
        """Add a sheet with a table, its head in sight and its columns as wide as their texts."""
        sheet, number = self.sheet(name), 0
        sheet.write_row(0, 0, columns, self.look["head"])
        for number, row in enumerate(rows, start=1):
            for place, (column, value) in enumerate(zip(columns, row, strict=True)):
                numeric = column in NUMBERS and value is not None and value != ""
                self.write(sheet, number, place, float(format_cell(value)) if numeric else value)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, number, len(columns) - 1)
        # In pixels; a text that is wider is wrapped.
        sheet.autofit(355)

    def close(self) -> bytes:
        self._book.close()
        return self._out.getvalue()


def events_xlsx(i18n: I18n) -> bytes:
    t, book = i18n.t, Book("events", "")
    header, *rows = csv.reader(events_csv().decode("utf-8-sig").splitlines())
    book.table("events", header, rows)
    book.table(t("how to fill it in"), (t("column"), t("what it holds")), (
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
    ))  # fmt: skip
    return book.close()


def harmless_text(cell: str) -> str:
    """A cell that no spreadsheet runs: a number stays, a formula gets an apostrophe before it."""
    with contextlib.suppress(ValueError):
        float(cell.replace(",", "."))
        return cell
    text = cell.lstrip(" ")
    return f"{' ' if cell != text else ''}{guard_formula(text)}"


def marked_table(intake: ImportResult, language: Language) -> bytes:
    """Every row that was read, table by table, its number and problems before it, as CSV."""
    i18n = i18n_for(language)
    heads = (i18n.t("row"), i18n.t("state"), i18n.t("problems"))
    undated = {row.row for row in intake.undated}
    by_row: defaultdict[tuple[str, int | None], list[Problem]] = defaultdict(list)
    for problem in intake.problems:
        by_row[problem.sheet, problem.row].append(problem)
    rows: list[list[str]] = []
    for sheet in intake.sheets:
        rows += [[sheet.name]] if len(intake.sheets) > 1 else []
        rows.append([*heads, *sheet.header])
        for number, cells in sheet.rows:
            found = by_row.get((sheet.name, number), [])
            state = i18n.t("without a date") if number in undated else i18n.t("shown")
            if any(problem.level == "refused" for problem in found):
                state = i18n.t("left out")
            lines = (format_problem(problem, i18n) for problem in found)
            said = " | ".join(": ".join(filter(None, (one.column, one.text))) for one in lines)
            rows.append([str(number), state, said, *cells])
    return csv_bytes([harmless_text(cell) for cell in row] for row in rows)


def problem_list(intake: ImportResult, language: Language) -> bytes:
    """Every problem as a row of its own: table, row, column, value, what to do. CSV as above."""
    i18n = i18n_for(language)
    t = i18n.t
    rows = [(t("table"), t("row"), t("column"), t("value"), t("what to do"))]
    for problem in intake.problems:
        said = format_problem(problem, i18n)
        row = "" if problem.row is None else str(problem.row)
        rows.append((said.sheet, row, said.column, problem.value, said.text))
        if more := problem.alike - 1:
            text = i18n.n("{count} more row like this", "{count} more rows like this", more)
            rows.append((said.sheet, "", said.column, "", text))
    return csv_bytes([harmless_text(cell) for cell in row] for row in rows)


#: The rows that were read, with what is wrong with each, and the list of what is wrong.
REPORTS: Final = {"marked.csv": marked_table, "problems.csv": problem_list}
