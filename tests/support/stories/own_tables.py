"""Tables as other tools write them, small: each in the shape that its tool publishes.

Those that are texts lie in ``tests/fixtures/tools``.
"""

import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from xml.sax.saxutils import escape

from openpyxl import Workbook

from tests.support.stories.uploads import zipped

FOLDER = Path(__file__).parents[2] / "fixtures" / "tools"


def _tool(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


timeline_js, acled = partial(_tool, "timeline_js.csv"), partial(_tool, "acled.csv")
gdelt, gdelt_1 = partial(_tool, "gdelt_2.tsv"), partial(_tool, "gdelt_1.tsv")
geojson, kml = partial(_tool, "geojson.geojson"), partial(_tool, "kml.kml")
google_sheet, wikipedia = partial(_tool, "google_sheet.csv"), partial(_tool, "wikipedia.csv")
zotero = partial(_tool, "zotero.csv")
ZOTERO = tuple(zotero().decode().splitlines()[0].split(","))


def row(header: Sequence[str], **cells: str) -> list[str]:
    """A row with some cells filled; underscores stand for the spaces of a header."""
    named = {key.replace("_", " ").casefold(): text for key, text in cells.items()}
    return [named.get(name.casefold(), "") for name in header]


def kmz() -> bytes:
    return zipped({"files/icon.png": b"x", "doc.kml": kml()})


def spanish_workbook() -> bytes:
    """A workbook with a title, a blank row, merged days, and a sheet of notes."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Hechos"
    for cells in (
        ["Cronología de la frontera"], [],
        ["Fecha", "Hecho", "Lugar", "Latitud", "Longitud", "Fuente"],
        ["23/02/2019", "Cierran el puente", "Cúcuta", "7,89", "-72,5", "https://example.org/a"],
        [None, "Cruzan los primeros", "Cúcuta", "7,89", "-72,5", "El Diario"],
        ["05/03/2019", "Abren un albergue", None, None, None, "El Diario"],
        ["finales de abril de 2019", "Cierran el albergue", None, None, None, "El Diario"],
    ):  # fmt: skip
        sheet.append(cells)
    sheet.merge_cells("A4:A5")
    sheet.merge_cells("A1:F1")
    book.create_sheet("Notas").append(["Hecho por mí"])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def ods_of(rows: str = "", **sheets: str) -> bytes:
    """A spreadsheet of OpenDocument with these rows as XML, or the rows of each sheet."""
    tables = "".join(
        f'<table:table table:name="{name}">{inside}</table:table>'
        for name, inside in (sheets or {"Hoja1": rows}).items()
    )
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"'
        for short in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}><office:body>'
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": kind, "content.xml": content.encode()})


def ods_row(*cells: str, more: str = "") -> str:
    texts = "".join(f"<table:table-cell office:value-type='string'><text:p>{escape(c)}</text:p>"
                    "</table:table-cell>" for c in cells)  # fmt: skip
    return f"<table:table-row>{texts}{more}</table:table-row>"


def ods() -> bytes:
    day = ("<table:table-cell office:value-type='date' "
           "office:date-value='2019-02-23' table:number-rows-spanned='2'>"
           "<text:p>23/02/19</text:p></table:table-cell>")  # fmt: skip
    text = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
    rest = "<table:table-cell table:number-columns-repeated='1020'/>"
    empty = ("<table:table-row table:number-rows-repeated='1048570'><table:table-cell "
             "table:number-columns-repeated='1024'/></table:table-row>")  # fmt: skip
    return ods_of(
        ods_row("Fecha", "Hecho", more=rest)
        + f"<table:table-row>{day}{text.format('Cierran el puente')}{rest}</table:table-row>"
        + f"<table:table-row><table:covered-table-cell/>{text.format('Cruzan')}</table:table-row>"
        + empty
    )
