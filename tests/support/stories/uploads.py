"""Files to open, good and hostile, made byte by byte."""

import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from components.intake import ImportResult, read_together
from components.intake.sheet_models import ColumnMap
from components.limits.files import MOST_ROWS
from tests.support.stories.foreign import FOLDER, files_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "intake"
LIMA = FOLDER / "lima"
NOTE = {"en": "note", "es": "nota"}
HEADER = ("date", "title", "place", "lat", "lon", "source", "url")
GOOD = ("2019-03-01", "A good row", "Cúcuta", 7.89, -72.5, "El Diario", "https://example.org/a")


def read_story(
    content: bytes, name: str, records: int = MOST_ROWS, column_map: ColumnMap | None = None
) -> ImportResult:
    return read_together([(name, content)], records, column_map=column_map)


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()


def table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows([header, *rows])
    return text.getvalue().encode()


def source(key: str = "diario", **extra: Any) -> dict[str, Any]:
    custom = {"tier": "corroborating", "kind": "newspaper", "voice": "press", "short": key}
    custom |= {"issued_edtf": "2024-05-02", "date_basis": "stated", "date_note": NOTE}
    made = {"id": key, "type": "article-newspaper", "title": f"Title of {key}", "language": "es"}
    return made | {"URL": "https://example.org/a", "custom": custom | {"notes": NOTE}} | extra


def _row(file: str) -> dict[str, str]:
    """The first row of a table of the small package."""
    text = (LIMA / file).read_text("utf-8")
    return next(csv.DictReader(io.StringIO(text, newline="")))


#: The records of the small package, a flood in Lima, that tests change.
EVENT, CLAIM, PLACE = _row("events.csv"), _row("claims.csv"), _row("places.csv")
REGIONS_GEO = json.loads((LIMA / "geo" / "regions.geojson").read_text("utf-8"))


def rows_of(*records: Mapping[str, Any]) -> bytes:
    """A table whose columns are all those that any of the records has."""
    columns = list(dict.fromkeys(key for record in records for key in record))
    return table(columns, [[record.get(column, "") for column in columns] for record in records])


def package_files(**changes: bytes | None) -> dict[str, bytes]:
    """The small package on a flood in Lima; ``events_csv=b"…"`` puts another file in its place.

    A file may be named by its path, too.
    """
    files: dict[str, bytes | None] = dict(files_of("lima"))
    for key, content in changes.items():
        name = key.replace("__", "/")
        for ending in ("csv", "json", "geojson"):
            if name.endswith(f"_{ending}"):
                name = f"{name.removesuffix('_' + ending)}.{ending}"
        files[name] = content
    return {name: content for name, content in files.items() if content is not None}


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def package(**changes: bytes | None) -> bytes:
    return zipped(package_files(**changes))


def book(
    sheets: Mapping[str, Sequence[Sequence[Any]]], links: Mapping[str, str] | None = None
) -> bytes:
    """An Excel workbook of some sheets; ``links`` lead from cells of the first."""
    made, buffer = Workbook(), io.BytesIO()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    for cell, address in (links or {}).items():
        made.worksheets[0][cell].hyperlink = address
    made.save(buffer)
    return buffer.getvalue()


def workbook(rows: Sequence[Sequence[Any]] = (GOOD,), more_sheets: Sequence[str] = ()) -> bytes:
    return book({"Events": [HEADER, *rows], **{name: [["text"]] for name in more_sheets}})


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rezipped(content: bytes, **changes: bytes) -> bytes:
    """A workbook with other parts in place of some of its own, by path."""
    return zipped(parts_of(content) | changes)
