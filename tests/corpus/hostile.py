"""Files made to do harm, or larger than allowed: made on request, never stored."""

import io
import json
import stat
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from components import limits
from components.intake import ImportResult, read_together
from components.intake.sheet_models import ColumnMap
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

Content = bytes | Callable[[], bytes]


@dataclass(frozen=True)
class Case:
    """A file, made when asked for where that takes long, and files that are chosen before it.

    ``smaller`` are the numbers of :mod:`components.limits.files` that stand in place of its own;
    ``told`` answers what was asked of the columns, and the file is read again with it.
    """

    name: str
    file: str
    content: Content
    smaller: Mapping[str, int] = field(default_factory=dict)
    beside: tuple[tuple[str, bytes], ...] = ()
    told: Callable[[ImportResult], ColumnMap] | None = None

    def make(self) -> bytes:
        return self.content if isinstance(self.content, bytes) else self.content()

    def read(self, content: bytes) -> ImportResult:
        with patch.dict(vars(limits.files), self.smaller):
            files = [*self.beside, (self.file, content)]
            found = read_together(files)
            return read_together(files, column_map=self.told(found)) if self.told else found


def each(file: str, contents: Mapping[str, Content], named: str = "{}", **more: Any) -> list[Case]:
    """A case for each of some contents, all opened under one name."""
    return [Case(named.format(name), file, made, **more) for name, made in contents.items()]


ZEROS = b"0" * 50_000_000
#: Those that once took all the memory or half a minute, and those that unpack to the most: they are
#: read in a process with limits, too.
HEAVY = ("a flat bomb", "a workbook that is a bomb", "a spreadsheet that is a bomb",
         "placemarks that are a bomb", "a workbook whose cells all point to one long text",
         "a workbook with one cell far away", "an outline of a quarter of a million points",
         "an outline without end", "cells repeated")  # fmt: skip


def with_member(name: str, content: bytes = b"x", mode: int = stat.S_IFREG | 0o644) -> bytes:
    buffer, info = io.BytesIO(package()), zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr(info, content)
    return buffer.getvalue()


def flag_encrypted(content: bytes) -> bytes:
    """Set the bit that says "encrypted" on the first member, here and in the list."""
    made = bytearray(content)
    made[6] |= 1
    made[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(made)


def lying_sizes(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = max(info.file_size for info in archive.infolist())
    return content.replace(size.to_bytes(4, "little"), (1).to_bytes(4, "little"))


MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET = "xl/worksheets/sheet1.xml"
SHARED = "xl/sharedStrings.xml"
FAR_CELL = b'<row r="250000"><c r="CV250000"><v>1</v></c></row>'


def entities(declaration: str) -> bytes:
    sheet = parts_of(workbook())[SHEET].decode()
    doctype = f"<!DOCTYPE worksheet [{declaration}]><worksheet"
    made = sheet.replace("<worksheet", doctype, 1).replace("A good row", "&x;")
    return rezipped(workbook(), **{SHEET: made.encode()})


def with_sheet(rows: bytes) -> bytes:
    sheet = b"<worksheet " + MAIN + b"><sheetData>" + rows + b"</sheetData></worksheet>"
    return rezipped(workbook(), **{SHEET: sheet})


def shared_text_bomb(shared: str) -> bytes:
    """A workbook of 60,000 cells that all point to one text of 20,000 characters, in this part."""
    # Numbers beside them keep the part from packing so well that its ratio alone gives it away.
    rows = b"".join(
        b'<row r="%d"><c t="s"><v>0</v></c><c><v>%d</v></c></row>'
        % (number, number * 7919 % 1000003)
        for number in range(1, 30_001)
    )
    text = b"<sst " + MAIN + b"><si><t>" + b"x" * 20_000 + b"</t></si></sst>"
    parts = parts_of(with_sheet(rows))
    parts.pop(SHARED, None)
    return zipped(parts | {shared: text})


def merged() -> bytes:
    """A text of 19,000 characters in a cell that is merged over 5,000 rows."""
    cell = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{"x" * 19_000}</t></is></c></row>'
    rows = cell + '<row r="5000"><c r="B5000"><v>1</v></c></row>'
    sheet = (f'<worksheet {MAIN.decode()}><sheetData>{rows}</sheetData><mergeCells><mergeCell '
             'ref="A1:A5000"/></mergeCells></worksheet>')  # fmt: skip
    return rezipped(own_tables.spanish_workbook(), **{SHEET: sheet.encode()})


def outlines(*features: object) -> bytes:
    """The small package with these as its boundaries."""
    told = {"type": "FeatureCollection", "features": features}
    return package(geo__regions_geojson=json.dumps(told).encode())


def feature(*polygons: object, many: bool = False) -> dict[str, object]:
    shape = list(polygons) if many else polygons[0]
    kind = "MultiPolygon" if many else "Polygon"
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": shape}}


LAUGHS = '<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(97 + number)} "{f"&{chr(96 + number)};" * 10}">' for number in range(1, 10)
)
REPEATED = own_tables.ods_row("date", "title") + (
    "<table:table-row table:number-rows-repeated='200000'><table:table-cell "
    "office:value-type='string' table:number-columns-repeated='99'><text:p>x</text:p>"
    "</table:table-cell></table:table-row>"
)
CALENDAR_ZONE = (
    b"BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Mine\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
    b"RRULE:FREQ=SECONDLY\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n"
    b"BEGIN:VEVENT\nDTSTART;TZID=Mine:20190301T000000\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR\n"
)
STRINGS = (
    b'@string{a0 = "ha"}\n'
    + b"".join(
        b"@string{a%d = %s}\n" % (number, b" # ".join([b"a%d" % (number - 1)] * 10))
        for number in range(1, 12)
    )
    + b"@misc{k, title = a11, year = 2019}"
)
HARMFUL = [
    *each("x.zip", {
        "a flat bomb": lambda: package(events_csv=ZEROS),
        "a bomb that lies about its size": lambda: lying_sizes(package(events_csv=ZEROS)),
        "a nested bomb": with_member("more.zip", zipped({"a": b"0" * 1000})),
        "a nested bomb of another kind": with_member("more.gz", b"\x1f\x8b\x08\x00aaaa"),
        "too many files": zipped({f"{number}.csv": b"" for number in range(501)}),
        "more than may be unpacked": lambda: zipped(
            {f"{number}": b"ab" * 40_000_000 for number in range(4)}),
        "a path that climbs out": with_member("../../etc/cron.d/x"),
        "a path that climbs out the other way": with_member("..\\..\\windows\\x"),
        "an absolute path": with_member("/etc/passwd"),
        "a drive": with_member("C:\\x"),
        "a link": with_member("events-link.csv", b"/etc/passwd", stat.S_IFLNK | 0o777),
        "a pipe": with_member("pipe", b"", stat.S_IFIFO | 0o777),
        "an encrypted member": flag_encrypted(package()),
        "a name that stands twice": zipped({"events.csv": b"a", "eventz.csv": b"b"}).replace(
            b"eventz.csv", b"events.csv"),
        "another way of packing": zipped(package_files(), zipfile.ZIP_BZIP2),
    }),
    *each("x.xlsx", {
        "entities within entities": entities(LAUGHS + '<!ENTITY x "&j;">'),
        "an entity from outside": entities('<!ENTITY x SYSTEM "file:///etc/passwd">'),
        "an entity in UTF-16": rezipped(workbook(), **{"xl/styles.xml": (
            '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x [<!ENTITY y "z">]><x/>'
        ).encode("utf-16")}),
        "a workbook that is a bomb":
            lambda: rezipped(workbook(), **{SHEET: b"<x>" + ZEROS + b"</x>"}),
        "a workbook whose cells all point to one long text": lambda: shared_text_bomb(SHARED),
        "the same with a part under another case of its name":
            lambda: shared_text_bomb("XL/SharedStrings.xml"),
        "a workbook with one cell far away": with_sheet(FAR_CELL),
        "cells without a reference in a row far down":
            with_sheet(b'<row r="250000">' + b"<c><v>1</v></c>" * 100 + b"</row>"),
        "a sheet under another case of its name": zipped({
            name.replace(SHEET, SHEET[:-4].upper() + ".xml"): part
            for name, part in parts_of(with_sheet(FAR_CELL)).items()}),
        "a part twice under two cases of its name":
            rezipped(workbook(), **{"XL/workbook.xml": b"<x/>"}),
        "a workbook that is none": zipped({"[Content_Types].xml": b"<x/>"}),
    }),
    Case("a program", "x.exe", b"MZ" + b"\0" * 300),
    Case("a picture that calls itself a table", "x.csv", fixture("not_text.csv")),
    *each("x.zip", {
        "JSON nested without end": package(sources_json=b"[" * 100_000 + b"]" * 100_000),
        "sources that are no list": package(sources_json=b'{"a": 1}'),
        "numbers that are none": package(sources_json=b'[{"id": NaN}]'),
        "an outline of a quarter of a million points":
            lambda: outlines(feature([[[number % 170, 1] for number in range(250_000)]])),
        "an outline without end": package(
            geo__regions_geojson=json.dumps(REGIONS_GEO).replace("-78.0", "1e999").encode()),
        "a kind of shape that is not drawn":
            outlines({"geometry": {"type": "GeometryCollection", "geometries": []}}),
    }),
]  # fmt: skip
TABLES = [
    Case("a spreadsheet that is a bomb", "x.ods", lambda: zipped({"content.xml": ZEROS})),
    Case("placemarks that are a bomb", "x.kmz", lambda: zipped({"doc.kml": ZEROS})),
    *each("x.ods", {
        "cells repeated": own_tables.ods_of(REPEATED),
        "a long text repeated": own_tables.ods_of(
            REPEATED.replace("200000", "9000").replace(">x<", f">{'x' * 400}<")),
        "a cell far right": own_tables.ods_of(
            "<table:table-row><table:table-cell table:number-columns-repeated='16000'/>"
            "<table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>"),
        "a row far down": own_tables.ods_of(
            "<table:table-row table:number-rows-repeated='900000'/>" + own_tables.ods_row("x")),
        "entities in a spreadsheet":
            zipped({"content.xml": b'<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>'}),
        "an encrypted spreadsheet": zipped({"content.xml": b"\x8f\x01\xee"}),
        "a spreadsheet without content": zipped({"a": b"b"}),
    }),
    Case("KML without placemarks", "x.kml", b"<kml/>"),
    Case("KML of a hundred columns", "x.kml", b"<kml><Placemark><ExtendedData>" + b"".join(
        b'<Data name="d%d"><value>x</value></Data>' % number for number in range(120))
        + b"</ExtendedData></Placemark></kml>"),
    Case("KMZ without KML", "x.kmz", zipped({"a.png": b"x"})),
    Case("GeoJSON that is a list", "x.geojson", b"[]"),
    Case("GeoJSON without anything", "x.geojson", b'{"features": [{}]}'),
    *each("x.ics", {
        "a zone of a calendar that changes each second": CALENDAR_ZONE,
        "an entry of each second": b"BEGIN:VEVENT\nDTSTART:20190301T000000\nSUMMARY:x\n"
        b"RRULE:FREQ=SECONDLY\nEND:VEVENT\n",
        "an entry on a day that never is": b"BEGIN:VEVENT\nDTSTART:20190301\nSUMMARY:x\n"
        b"RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\nEND:VEVENT\n",
        "the path of a file for a calendar": b"/etc/passwd",
        "a zone that is a path": b"BEGIN:VEVENT\nDTSTART;TZID=../../../etc/passwd:20190301T000000\n"
        b"SUMMARY:x\nEND:VEVENT\n",
        "components in components": b"BEGIN:VEVENT\nDTSTART:20190301\nSUMMARY:x\n"
        + b"BEGIN:VALARM\n" * 50_000,
        "years beyond the calendar": b"BEGIN:VEVENT\nDTSTART:99991231T235959Z\nDURATION:P9999W\n"
        b"SUMMARY:x\nRRULE:FREQ=YEARLY;INTERVAL=2147483647\nEND:VEVENT\n",
    }),
    *each("x.bib", {
        "strings that are joined again and again": STRINGS,
        "a file within a title": b"@misc{a, title={\\input{/etc/passwd}x}, year=2019}",
        "commands without arguments": b"@misc{a, title={" + b"\\emph" * 5_000 + b"}, year=2019}",
        "quotation marks without end": b'@misc{a, title="' + b'x" # "' * 50_000,
        "blanks without end": b"@misc{" + b" " * 500_000,
    }),
    *each("x.ris", {
        "a reference of many authors":
            b"TY  - NEWS\nTI  - x\n" + b"AU  - Doe, Jane\n" * 50_000 + b"ER  - \n",
        "a line that goes on": b"TY  - NEWS\nTI  - x\n" + b" y\n" * 50_000 + b"ER  - \n",
        "lines before a tag":
            b"TY  - NEWS\n\nmore\n\nTI  - x\nER  - \n\nTY  - BOOK\n\nmore\nER  - \n",
    }),
    Case("merged cells of one long text", "x.xlsx", merged(), {"MOST_CHARACTERS": 100_000}),
]  # fmt: skip
SMALL = {
    "MOST_FILE_BYTES": 200_000, "MOST_UNPACKED_BYTES": 400_000, "MOST_UNPACKED_TIMES": 20,
    "UNPACKED_TIMES_FROM_BYTES": 10_000, "MOST_FILES": 20, "MOST_ROWS": 50, "MOST_COLUMNS": 10,
    "MOST_CELLS": 300, "MOST_CELL_CHARACTERS": 500, "MOST_JSON_DEPTH": 8, "MOST_VERTICES": 100,
    "MOST_SOURCES": 8, "MOST_ENTRIES": 5, "MOST_ENTRY_CHARACTERS": 2_000, "MOST_TEX_MARKS": 40,
    "MOST_BRACE_DEPTH": 4, "MOST_OCCURRENCES": 3,
}  # fmt: skip
#: Read within the smaller limits of these tests.
SIZES = (
    ("x.csv", {
        "file": b"date,title\n" * 30_000,
        "rows": table(("date", "title"), [["2019", "a"]] * 60),
        "columns": table([f"c{number}" for number in range(11)], [["x"] * 11]),
        "cells": table(HEADER, [GOOD] * 48),
    }),
    ("x.xlsx", {
        "workbook rows": workbook([GOOD] * 60),
        "a cell far away": with_sheet(
            b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576">'
            b'<c r="XFD1048576"><v>1</v></c></row>'),
        "a sheet that says it is huge": rezipped(workbook([GOOD] * 51), **{SHEET: (
            b'<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            b'<x:dimension ref="A1:XFD1048576"/><x:sheetData><x:row r="1"><x:c r="ZZ1"><x:v>1</x:v>'
            b'</x:c></x:row></x:sheetData></x:worksheet>')}),
        "a sheet where none is looked for": rezipped(workbook(), **{"xl/_rels/workbook.xml.rels": (
            b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            b'<Relationship Id="rId1" Target="media/a.bin" Type="http://schemas.openxmlformats.org/'
            b'officeDocument/2006/relationships/worksheet"/></Relationships>')}),
    }),
    ("x.zip", {
        "sources": package(
            sources_json=json.dumps([source(f"s{number}") for number in range(9)]).encode()),
        "nesting": package(sources_json=json.dumps([source(a=[[[[[[[[1]]]]]]]])]).encode()),
    }),
    ("x.bib", {
        "references": b"@misc{a, title=x}\n" * 6,
        "entries in entries": b"@a{" * 6,
        "braces": b"@misc{a, title=" + b"{" * 5 + b"}" * 6,
        "commands of TeX": b"@misc{a, title={" + b"\\'e" * 40 + b"}}",
        "characters of references": b"@misc{a, title={" + b"x" * 2_000 + b"}}",
    }),
    ("x.ris", {
        "references of RIS": b"TY  - NEWS\nTI  - x\nER  - \n" * 6,
        "characters of RIS": b"TY  - NEWS\nTI  - " + b"x " * 1_000 + b"\nER  - \n",
    }),
    ("x.ics", {
        "entries": b"BEGIN:VEVENT\nDTSTART:20190301\nSUMMARY:x\nEND:VEVENT\n" * 6,
        "characters of entries": b"BEGIN:VEVENT\nSUMMARY:" + b"x" * 2_000 + b"\nEND:VEVENT\n",
        "days of an entry": b"BEGIN:VEVENT\nDTSTART:20190301\nSUMMARY:x\n"
        b"RRULE:FREQ=DAILY;COUNT=9\nEND:VEVENT\n",
    }),
    ("x.csv", {"text": table(HEADER, [["2019", "t" * length] + [""] * 5 for length in (1, 400)])}),
)  # fmt: skip

SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]
HOLE = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]
BOW_TIE = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]
FAR_HOLE = [[9, 9], [9.5, 9], [9.5, 9.5], [9, 9]]
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
#: Files that are refused with a reason, or opened and found harmless.
HOSTILE = [
    *HARMFUL,
    *TABLES,
    *(case for file, made in SIZES
      for case in each(file, made, "beyond the limits: {}", smaller=SMALL)),
    *each("x.zip", {key: outlines(shape) for key, shape in OUTLINES.items()}, "outlines: {}"),
]  # fmt: skip
