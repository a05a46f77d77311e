"""Tables as other tools write them, small: each in the shape that its tool publishes.

They lie in ``tests/fixtures/tools``.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from xml.sax.saxutils import escape

from tests.support.stories.uploads import zipped

FOLDER = Path(__file__).parents[2] / "fixtures" / "tools"


def _tool(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


timeline_js, acled = partial(_tool, "timeline_js.csv"), partial(_tool, "acled.csv")
gdelt = partial(_tool, "20190223.export.csv")
geojson, kml = partial(_tool, "geojson.geojson"), partial(_tool, "kml.kml")
google_sheet, wikipedia = partial(_tool, "google_sheet.csv"), partial(_tool, "wikipedia.csv")
zotero = partial(_tool, "zotero.csv")
#: With a title, a blank row, merged days and a sheet of notes; with a day over two rows, and empty
#: cells repeated to the end of the sheet.
spanish_workbook, ods = partial(_tool, "spanish_workbook.xlsx"), partial(_tool, "spreadsheet.ods")
ZOTERO = tuple(zotero().decode().splitlines()[0].split(","))


def row(header: Sequence[str], **cells: str) -> list[str]:
    """A row with some cells filled; underscores stand for the spaces of a header."""
    named = {key.replace("_", " ").casefold(): text for key, text in cells.items()}
    return [named.get(name.casefold(), "") for name in header]


def kmz() -> bytes:
    return zipped({"files/icon.png": b"x", "doc.kml": kml()})


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
    texts = "".join(f"<table:table-cell office:value-type='string'><text:p>{escape(cell)}</text:p>"
                    "</table:table-cell>" for cell in cells)  # fmt: skip
    return f"<table:table-row>{texts}{more}</table:table-row>"
