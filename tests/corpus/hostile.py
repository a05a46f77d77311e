"""Files made to do harm, or larger than may be read: made when asked for, none stored."""

import io
import json
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from unittest.mock import patch

from components import limits
from components.intake import ImportResult, read_together
from components.intake.columns import ColumnMap
from tests.support.stories import own_tables
from tests.support.stories.uploads import (
    GOOD,
    HEADER,
    REGIONS_GEO,
    fixture,
    package,
    package_files,
    parts_of,
    rezipped,
    source,
    table,
    workbook,
    zipped,
)


@dataclass(frozen=True)
class Case:
    """A file that is made when asked for, and files that are chosen before it.

    ``smaller`` are the numbers of :mod:`components.limits` that stand in place of its own;
    ``told`` answers what was asked of the columns, and the file is read again with it.
    """

    name: str
    make: Callable[[], bytes]
    file: str
    smaller: Mapping[str, int] = field(default_factory=dict)
    beside: tuple[tuple[str, bytes], ...] = ()
    told: Callable[[ImportResult], ColumnMap] | None = None

    def read(self, content: bytes) -> ImportResult:
        with patch.dict(vars(limits), self.smaller):
            files = [*self.beside, (self.file, content)]
            found = read_together(files)
            return read_together(files, column_map=self.told(found)) if self.told else found


Made = dict[str, tuple[Callable[[], bytes], str]]
SMALL = {
    "MOST_FILE_BYTES": 200_000, "MOST_UNPACKED_BYTES": 400_000, "MOST_UNPACKED_TIMES": 20,
    "UNPACKED_TIMES_FROM_BYTES": 10_000, "MOST_FILES": 20, "MOST_ROWS": 50, "MOST_COLUMNS": 10,
    "MOST_CELLS": 300, "MOST_CELL_CHARACTERS": 500, "MOST_JSON_DEPTH": 8, "MOST_VERTICES": 100,
    "MOST_SOURCES": 8,
}  # fmt: skip


ZEROS = b"0" * 50_000_000
#: Those that once took all the memory or half a minute, and those that unpack to the most: they are
#: read in a process with limits, too.
HEAVY = ("a flat bomb", "a workbook that is a bomb", "a spreadsheet that is a bomb",
         "placemarks that are a bomb", "a workbook whose cells all point to one long text",
         "a workbook with one cell far away", "an outline of a quarter of a million points",
         "an outline without end", "cells repeated")  # fmt: skip


def with_member(name: str, content: bytes = b"x", mode: int = stat.S_IFREG | 0o644) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for key, text in package_files().items():
            archive.writestr(key, text)
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        archive.writestr(info, content)
    return buffer.getvalue()


def flag_encrypted(content: bytes) -> bytes:
    """Set the bit that says "encrypted" on the first member, here and in the list."""
    made = bytearray(content)
    made[6] |= 1
    at = content.index(b"PK\x01\x02")
    made[at + 8] |= 1
    return bytes(made)


def lying_sizes(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = max(info.file_size for info in archive.infolist())
    return content.replace(size.to_bytes(4, "little"), (1).to_bytes(4, "little"))


MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET = "xl/worksheets/sheet1.xml"


def entities(declaration: str) -> bytes:
    sheet = parts_of(workbook())[SHEET].decode()
    doctype = f"<!DOCTYPE worksheet [{declaration}]><worksheet"
    made = sheet.replace("<worksheet", doctype, 1).replace("A good row", "&x;")
    return rezipped(workbook(), **{SHEET: made.encode()})


def with_sheet(rows: bytes, **more: bytes) -> bytes:
    sheet = b"<worksheet " + MAIN + b"><sheetData>" + rows + b"</sheetData></worksheet>"
    return rezipped(workbook(), **{SHEET: sheet}, **more)


def shared_text_bomb(cells: int, length: int, shared: str = "xl/sharedStrings.xml") -> bytes:
    """A workbook of so many cells that all point to one text of so many characters."""
    # Numbers beside them keep the part from packing so well that its ratio alone gives it away.
    rows = b"".join(
        b'<row r="%d"><c t="s"><v>0</v></c><c><v>%d</v></c></row>' % (n, n * 7919 % 1000003)
        for n in range(1, cells // 2 + 1)
    )
    text = b"<sst " + MAIN + b"><si><t>" + b"x" * length + b"</t></si></sst>"
    parts = parts_of(with_sheet(rows))
    parts.pop("xl/sharedStrings.xml", None)
    return zipped(parts | {shared: text})


LAUGHS = '<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(97 + n)} "{f"&{chr(96 + n)};" * 10}">' for n in range(1, 10)
)

DEEP = b"[" * 100_000 + b"]" * 100_000


REPEATED = own_tables.ods_row("date", "title") + (
    "<table:table-row table:number-rows-repeated='200000'><table:table-cell "
    "office:value-type='string' table:number-columns-repeated='99'><text:p>x</text:p>"
    "</table:table-cell></table:table-row>"
)


def merged(text: str) -> bytes:
    cell = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{text}</t></is></c></row>'
    rows = cell + '<row r="5000"><c r="B5000"><v>1</v></c></row>'
    sheet = (f'<worksheet {MAIN.decode()}><sheetData>{rows}</sheetData><mergeCells><mergeCell '
             'ref="A1:A5000"/></mergeCells></worksheet>')  # fmt: skip
    return rezipped(own_tables.spanish_workbook(), **{SHEET: sheet.encode()})


#: Each with the name that it is opened under.
HARMFUL: Made = {
    "a flat bomb": (lambda: package(events_csv=ZEROS), "x.zip"),
    "a bomb that lies about its size": (lambda: lying_sizes(package(events_csv=ZEROS)), "x.zip"),
    "a nested bomb": (lambda: with_member("more.zip", zipped({"a": b"0" * 1000})), "x.zip"),
    "a nested bomb of another kind": (
        lambda: with_member("more.gz", b"\x1f\x8b\x08\x00aaaa"), "x.zip"),
    "too many files": (lambda: zipped({f"{n}.csv": b"" for n in range(501)}), "x.zip"),
    "more than may be unpacked": (
        lambda: zipped({f"{n}": b"ab" * 40_000_000 for n in range(4)}, zipfile.ZIP_DEFLATED),
        "x.zip"),
    "a path that climbs out": (lambda: with_member("../../etc/cron.d/x"), "x.zip"),
    "a path that climbs out the other way": (lambda: with_member("..\\..\\windows\\x"), "x.zip"),
    "an absolute path": (lambda: with_member("/etc/passwd"), "x.zip"),
    "a drive": (lambda: with_member("C:\\x"), "x.zip"),
    "a link": (
        lambda: with_member("events-link.csv", b"/etc/passwd", stat.S_IFLNK | 0o777), "x.zip"),
    "a pipe": (lambda: with_member("pipe", b"", stat.S_IFIFO | 0o777), "x.zip"),
    "an encrypted member": (lambda: flag_encrypted(package()), "x.zip"),
    "a name that stands twice": (
        lambda: zipped({"events.csv": b"a", "eventz.csv": b"b"}).replace(
            b"eventz.csv", b"events.csv"), "x.zip"),
    "another way of packing": (lambda: zipped(package_files(), zipfile.ZIP_BZIP2), "x.zip"),
    "entities within entities": (lambda: entities(LAUGHS + '<!ENTITY x "&j;">'), "x.xlsx"),
    "an entity from outside": (
        lambda: entities('<!ENTITY x SYSTEM "file:///etc/passwd">'), "x.xlsx"),
    "an entity in UTF-16": (
        lambda: rezipped(workbook(), **{"xl/styles.xml": (
            '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x [<!ENTITY y "z">]><x/>'
        ).encode("utf-16")}), "x.xlsx"),
    "a workbook that is a bomb": (
        lambda: rezipped(workbook(), **{SHEET: b"<x>" + ZEROS + b"</x>"}),
        "x.xlsx"),
    "a workbook whose cells all point to one long text": (
        lambda: shared_text_bomb(60_000, 20_000), "x.xlsx"),
    "the same with a part under another case of its name": (
        lambda: shared_text_bomb(60_000, 20_000, "XL/SharedStrings.xml"), "x.xlsx"),
    "a workbook with one cell far away": (
        lambda: with_sheet(b'<row r="250000"><c r="CV250000"><v>1</v></c></row>'), "x.xlsx"),
    "cells without a reference in a row far down": (
        lambda: with_sheet(b'<row r="250000">' + b"<c><v>1</v></c>" * 100 + b"</row>"), "x.xlsx"),
    "a sheet under another case of its name": (
        lambda: zipped({n.replace(SHEET, SHEET[:-4].upper() + ".xml"): part for n, part in parts_of(
            with_sheet(b'<row r="250000"><c r="CV250000"><v>1</v></c></row>')).items()}), "x.xlsx"),
    "a part twice under two cases of its name": (
        lambda: rezipped(workbook(), **{"XL/workbook.xml": b"<x/>"}), "x.xlsx"),
    "a workbook that is none": (lambda: zipped({"[Content_Types].xml": b"<x/>"}), "x.xlsx"),
    "a program": (lambda: b"MZ" + b"\0" * 300, "x.exe"),
    "a picture that calls itself a table": (lambda: fixture("not_text.csv"), "x.csv"),
    "JSON nested without end": (lambda: package(sources_json=DEEP), "x.zip"),
    "sources that are no list": (lambda: package(sources_json=b'{"a": 1}'), "x.zip"),
    "numbers that are none": (lambda: package(sources_json=b'[{"id": NaN}]'), "x.zip"),
    "an outline of a quarter of a million points": (
        lambda: package(geo__regions_geojson=json.dumps({"features": [feature([
            [[n % 170, 1] for n in range(250_000)]])]}).encode()), "x.zip"),
    "an outline without end": (
        lambda: package(geo__regions_geojson=json.dumps(REGIONS_GEO).replace(
            "-78.0", "1e999").encode()), "x.zip"),
    "a kind of shape that is not drawn": (
        lambda: package(geo__regions_geojson=json.dumps({"features": [{"geometry": {
            "type": "GeometryCollection", "geometries": []}}]}).encode()), "x.zip"),
}  # fmt: skip
TABLES: Made = {
    "a spreadsheet that is a bomb": (lambda: zipped({"content.xml": ZEROS}), "x.ods"),
    "placemarks that are a bomb": (lambda: zipped({"doc.kml": ZEROS}), "x.kmz"),
    "cells repeated": (lambda: own_tables.ods_of(REPEATED), "x.ods"),
    "a long text repeated": (
        lambda: own_tables.ods_of(
            REPEATED.replace("200000", "9000").replace(">x<", f">{'x' * 400}<")), "x.ods"),
    "a cell far right": (
        lambda: own_tables.ods_of("<table:table-row><table:table-cell "
                                  "table:number-columns-repeated='16000'/><table:table-cell>"
                                  "<text:p>x</text:p></table:table-cell></table:table-row>"),
        "x.ods"),
    "a row far down": (
        lambda: own_tables.ods_of("<table:table-row table:number-rows-repeated='900000'/>"
                                  + own_tables.ods_row("x")), "x.ods"),
    "entities in a spreadsheet": (
        lambda: zipped({"content.xml": b'<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>'}), "x.ods"),
    "an encrypted spreadsheet": (lambda: zipped({"content.xml": b"\x8f\x01\xee"}), "x.ods"),
    "a spreadsheet without content": (lambda: zipped({"a": b"b"}), "x.ods"),
    "KML without placemarks": (lambda: b"<kml/>", "x.kml"),
    "KML of a hundred columns": (
        lambda: b"<kml><Placemark><ExtendedData>" + b"".join(
            b'<Data name="d%d"><value>x</value></Data>' % n for n in range(120))
        + b"</ExtendedData></Placemark></kml>", "x.kml"),
    "KMZ without KML": (lambda: zipped({"a.png": b"x"}), "x.kmz"),
    "GeoJSON that is a list": (lambda: b"[]", "x.geojson"),
    "GeoJSON without anything": (lambda: b'{"features": [{}]}', "x.geojson"),
    "merged cells of one long text": (lambda: merged("x" * 19_000), "x.xlsx"),
}  # fmt: skip
#: Read within the smaller limits of these tests.
SIZES: Made = {
    "file": (lambda: b"date,title\n" * 30_000, "x.csv"),
    "rows": (lambda: table(("date", "title"), [["2019", "a"]] * 60), "x.csv"),
    "columns": (lambda: table([f"c{n}" for n in range(11)], [["x"] * 11]), "x.csv"),
    "cells": (lambda: table(HEADER, [GOOD] * 48), "x.csv"),
    "workbook rows": (lambda: workbook([GOOD] * 60), "x.xlsx"),
    "a cell far away": (
        lambda: with_sheet(b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576">'
                           b'<c r="XFD1048576"><v>1</v></c></row>'), "x.xlsx"),
    "a sheet that says it is huge": (
        lambda: rezipped(workbook([GOOD] * 51), **{SHEET: (
            b'<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            b'<x:dimension ref="A1:XFD1048576"/><x:sheetData><x:row r="1"><x:c r="ZZ1"><x:v>1</x:v>'
            b'</x:c></x:row></x:sheetData></x:worksheet>')}), "x.xlsx"),
    "a sheet where none is looked for": (
        lambda: rezipped(workbook(), **{"xl/_rels/workbook.xml.rels": (
            b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            b'<Relationship Id="rId1" Target="media/a.bin" Type="http://schemas.openxmlformats.org/'
            b'officeDocument/2006/relationships/worksheet"/></Relationships>')}), "x.xlsx"),
    "sources": (
        lambda: package(sources_json=json.dumps([source(f"s{n}") for n in range(9)]).encode()),
        "x.zip"),
    "nesting": (
        lambda: package(sources_json=json.dumps([source(a=[[[[[[[[1]]]]]]]])]).encode()), "x.zip"),
    "text": (
        lambda: table(HEADER, [["2019", "t"] + [""] * 5, ["2019", "t" * 400] + [""] * 5]), "x.csv"),
}  # fmt: skip

SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]
HOLE = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]
BOW_TIE = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]
FAR_HOLE = [[9, 9], [9.5, 9], [9.5, 9.5], [9, 9]]


def feature(*polygons: object, many: bool = False) -> dict[str, object]:
    shape = list(polygons) if many else polygons[0]
    kind = "MultiPolygon" if many else "Polygon"
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": shape}}


#: Polygons that are none.
OUTLINES = {
    "a bow-tie": feature([BOW_TIE]),
    "an open ring": feature([SQUARE[:-1]]),
    "two points": feature([[[0, 0], [1, 1]]]),
    "there and back": feature([[[0, 0], [1, 1], [0, 0], [0, 0]]]),
    "one point, four times": feature([[[3, 4]] * 4]),
    "no point": feature([[]]),
    "no ring": feature([]),
    "a ring where a polygon should be": feature(SQUARE),
    "polygons where rings should be": feature([[SQUARE]]),
    "a hole outside": feature([SQUARE, FAR_HOLE]),
    "an open hole": feature([SQUARE, HOLE[:-1]]),
    "the second of two": feature([SQUARE], [BOW_TIE], many=True),
    "a coordinate of hundreds of digits": feature([[[10**400, 0], *SQUARE]]),
    "a kind that is a list": {"geometry": {"type": ["Polygon"], "coordinates": [SQUARE]}},
}


def hostile() -> Iterator[Case]:
    """Files that are refused with a reason, or opened and found harmless."""
    for name, (make, file) in (HARMFUL | TABLES).items():
        yield Case(name, make, file, {"MOST_CHARACTERS": 100_000} if "merged" in name else {})
    for name, (make, file) in SIZES.items():
        yield Case(f"beyond the limits: {name}", make, file, SMALL)
    for name, shape in OUTLINES.items():
        content = json.dumps({"type": "FeatureCollection", "features": [shape]}).encode()
        yield Case(f"outlines: {name}", lambda c=content: package(geo__regions_geojson=c), "x.zip")
