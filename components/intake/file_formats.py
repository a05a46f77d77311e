"""Which reader takes which file, by its ending and its first bytes."""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Final

from components.intake import (
    bibtex_files,
    files,
    json_tables,
    markwhen,
    open_document,
    placemarks,
    reference_files,
    waypoints,
    workbooks,
)
from components.intake.problems import Notes, Refusal
from components.intake.sheet_models import Sheet

#: The name of a file and its content.
NamedFile = tuple[str, bytes]
SheetReader = Callable[[bytes, str, Notes], list[Sheet] | Sheet]

TEXT_TABLES: Final = (".csv", ".tsv", ".txt")
MARKWHEN: Final = (".mw", ".markwhen")
BIBLIOGRAPHIES: Final = (".ris", ".bib")
MAPS: Final = (".geojson", ".json")
PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")
#: What an archive begins with, and each format that is one.
ZIP_MARK: Final = b"PK"
#: Endings that are not read, by the code of a problem that says how to save the file otherwise.
UNREAD_KINDS: Final = {
    "kind_document": ".pdf .doc .docx .odt .rtf .pages .htm .html .epub",
    "kind_sheet": ".numbers .gsheet .xlsb .fods",
    "kind_slides": ".ppt .pptx .odp .key",
    "kind_picture": ".jpg .jpeg .png .gif .webp .heic .tif .tiff .svg .bmp",
    "kind_sound": ".mp3 .m4a .wav .ogg .mp4 .mov .avi .mkv .webm",
    "kind_outlines": ".shp .shx .dbf .prj .gpkg .gml .topojson .mbtiles .gdb .qgz .fgb",
    "kind_records": ".parquet .feather .sqlite .sqlite3 .db .duckdb .sav .dta .rds .rdata .accdb "
    ".mdb .jsonl .ndjson .xml .sql",
    "kind_archive": ".rar .7z .gz .tar .tgz .bz2 .xz",
    "kind_mail": ".eml .msg .mbox .vcf",
}


def _read_calendar(content: bytes, name: str, notes: Notes) -> Sheet:
    # Imported late: its library takes a third of a second, and few files are calendars.
    from components.intake.calendars import read_calendar

    return read_calendar(content, name, notes)


#: The readers of formats that are archives, by ending.
PACKED_READERS: Final[Mapping[str, SheetReader]] = {
    ".xlsx": workbooks.read_xlsx,
    ".xlsm": workbooks.read_xlsx,
    ".ods": open_document.read_ods,
    ".kmz": placemarks.read_kmz,
}
#: The readers of all other formats, by ending.
PLAIN_READERS: Final[Mapping[str, SheetReader]] = {
    ".kml": placemarks.read_kml,
    ".gpx": waypoints.read_gpx,
    ".umap": json_tables.read_json_table,
    ".md": markwhen.read_markdown,
    ".ics": _read_calendar,
    ".ris": reference_files.read_ris,
    ".bib": bibtex_files.read_bibtex,
    **dict.fromkeys(MAPS, json_tables.read_json_table),
    **dict.fromkeys(TEXT_TABLES, files.read_csv),
    ".txt": markwhen.read_text,
    **dict.fromkeys(MARKWHEN, markwhen.read_markwhen),
}


def file_ending(name: str) -> str:
    """Return the ending of a file in lower case, with its point."""
    return PurePosixPath(name.lower()).suffix


def read_sheets(content: bytes, name: str, notes: Notes) -> list[Sheet] | None:
    """Read the tables of a file; ``None`` for an archive of any other kind: it is a package.

    Raises
    ------
    Refusal
        When files of its kind are not read, or it is damaged or too large.
    """
    ending = file_ending(name)
    for code, endings in UNREAD_KINDS.items():
        if ending in endings.split():
            raise Refusal(code, value=name)
    if content.startswith(workbooks.OLE_MARK):
        # Old workbooks are known by their content, whatever their ending.
        return workbooks.read_xls(content, name, notes)
    is_packed = content.startswith(ZIP_MARK)
    readers = PACKED_READERS if is_packed else PLAIN_READERS
    if ending in readers:
        sheets = readers[ending](content, name, notes)
        if isinstance(sheets, Sheet):
            return [sheets]
        return sheets
    if is_packed:
        return None
    raise Refusal("kind_of_file", value=name)
