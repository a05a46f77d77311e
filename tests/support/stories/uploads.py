"""Files as people, and people with bad intent, would open them; made here, byte by byte."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

FIXTURES = Path(__file__).parents[2] / "fixtures" / "intake"
NOTE = {"en": "note", "es": "nota"}
HEADER = ("date", "title", "place", "lat", "lon", "source", "url")
GOOD = ("2019-03-01", "A good row", "Cúcuta", 7.89, -72.5, "El Diario", "https://example.org/a")


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()


def table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows([header, *rows])
    return text.getvalue().encode()


def source(key: str = "diario", **extra: Any) -> dict[str, Any]:
    return {
        "id": key,
        "type": "article-newspaper",
        "title": f"Title of {key}",
        "language": "es",
        "URL": "https://example.org/a",
        "custom": {
            "tier": "corroborating",
            "kind": "newspaper",
            "voice": "press",
            "short": key,
            "issued_edtf": "2024-05-02",
            "date_basis": "stated",
            "date_note": NOTE,
            "notes": NOTE,
        },
    } | extra


EVENT = {
    "id": "ev-one",
    "date": "2024-05-01",
    "date_basis": "stated",
    "date_note": "n",
    "date_note_es": "n",
    "category": "flood",
    "place_id": "lima",
    "title": "The river rises",
    "title_es": "Crece el río",
    "summary": "It rose.",
    "summary_es": "Creció.",
}
CLAIM = {
    "id": "cl-one",
    "measure": "people",
    "population": "other",
    "value_low": "120",
    "value_high": "120",
    "qualifier": "exact",
    "unit": "people",
    "region_id": "north",
    "as_of": "2024-05-02",
    "as_of_basis": "stated",
    "as_of_note": "n",
    "as_of_note_es": "n",
    "claimant_id": "office",
    "statement": "120 people left their homes",
    "statement_es": "120 personas dejaron sus casas",
    "event_id": "ev-one",
}
PLACE = {
    "id": "lima",
    "name": "Lima",
    "name_es": "Lima",
    "kind": "city",
    "lat": "-12.05",
    "lon": "-77.04",
    "country": "PE",
    "admin1": "PE-LIM",
    "precision": "locality",
}
SQUARE = [[[-78.0, -13.0], [-76.0, -13.0], [-76.0, -11.0], [-78.0, -11.0], [-78.0, -13.0]]]
REGIONS_GEO = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"region_id": "north"},
            "geometry": {"type": "Polygon", "coordinates": SQUARE},
        }
    ],
}


def rows_of(*records: Mapping[str, Any]) -> bytes:
    """A table whose columns are all those that any of the records has."""
    columns = list(dict.fromkeys(key for record in records for key in record))
    return table(columns, [[record.get(c, "") for c in columns] for record in records])


def package_files(**changes: bytes | None) -> dict[str, bytes]:
    """A small package on a flood in Lima; ``events_csv=b"…"`` puts another file in its place."""
    files: dict[str, bytes | None] = {
        "datapackage.json": json.dumps(
            {
                "name": "the-flood",
                "title": "The flood",
                "title_es": "La inundación",
                "version": "1.2.0",
                "description": "A river in Lima, May 2024.\n\nUn río en Lima, mayo de 2024.",
            }
        ).encode(),
        "events.csv": rows_of(EVENT),
        "claims.csv": rows_of(CLAIM),
        "claimants.csv": rows_of(
            {"id": "office", "name": "Office", "name_es": "Oficina", "voice": "un-ngo"}
        ),
        "citations.csv": rows_of(
            {"record_id": "ev-one", "source_id": "diario", "role": "supports", "wording": "rose"},
            {"record_id": "cl-one", "source_id": "diario", "role": "supports", "wording": "120"},
        ),
        "places.csv": rows_of(PLACE),
        "regions.csv": rows_of(
            {"id": "north", "name": "North", "name_es": "Norte", "label": "The north",
             "label_es": "El norte"}
        ),
        "region_departments.csv": rows_of(
            {"department": "PE-LIM", "department_name": "Lima", "region_id": "north",
             "basis": "attested"}
        ),
        "categories.csv": rows_of({"id": "flood", "name": "Flood", "name_es": "Inundación"}),
        "sources.json": json.dumps([source()]).encode(),
        "geo/regions.geojson": json.dumps(REGIONS_GEO).encode(),
    }  # fmt: skip
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


def workbook(
    rows: Sequence[Sequence[Any]] = (GOOD,),
    header: Sequence[str] = HEADER,
    *,
    date_column: int | None = None,
    more_sheets: Sequence[str] = (),
) -> bytes:
    """An Excel workbook; values of ``date_column`` are kept as Excel keeps days."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Events"
    sheet.append(list(header))
    for row in rows:
        sheet.append(list(row))
        if date_column is not None:
            sheet.cell(sheet.max_row, date_column + 1).number_format = "dd/mm/yyyy"
    for name in more_sheets:
        book.create_sheet(name).append(["text"])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def rezipped(content: bytes, **changes: bytes) -> bytes:
    """A workbook with other parts in place of some of its own, by path."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return zipped(parts | changes)
