"""The files of the corpus: made when asked for, none stored.

Each says what becomes of it: how many events are shown, how many rows are kept without a day, how
many left out, and the codes of the problems that must be said (``Problem.code``), in order.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.support.stories import own_tables
from tests.support.stories.uploads import (
    fixture,
    package,
    package_files,
    rezipped,
    table,
    workbook,
    zipped,
)

ENDINGS = (
    "csv",
    "tsv",
    "txt",
    "xlsx",
    "xlsm",
    "ods",
    "zip",
    "kmz",
    "kml",
    "geojson",
    "json",
    "xls",
)
HEAD, ROW = ("date", "title"), ("2019-03-02", "A thing")


@dataclass(frozen=True)
class Case:
    """One file: ``shown``, ``undated`` and ``refused`` rows, and the codes that are said."""

    name: str
    make: Callable[[], bytes]
    file: str
    shown: int = 0
    undated: int = 0
    refused: int = 0
    codes: frozenset[str] = frozenset()
    heavy: bool = False


def case(
    name: str, make: Callable[[], bytes], file: str, rows: tuple[int, int, int], *codes: str,
    heavy: bool = False,
) -> Case:  # fmt: skip
    return Case(name, make, file, *rows, frozenset(codes), heavy)


def noise(size: int, seed: int) -> bytes:
    blocks = (f"{seed} {n}".encode() for n in range(size // 32 + 1))
    return b"".join(hashlib.sha256(block).digest() for block in blocks)


def everyday() -> Iterator[Case]:
    """What people save: every mark between cells in every encoding, in two languages."""
    rows = {
        "en": (("Date", "Title", "Place"), ("2019-03-02", "A «thing»; so", "Cúcuta")),
        "es": (("Fecha", "Título", "Lugar"), ("2019-03-02", "Una «cosa»; sí", "Cúcuta")),
    }
    for language, lines in rows.items():
        for mark in (",", ";", "\t", "|"):
            for code in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
                text = "\r\n".join(mark.join(f'"{c}"' for c in line) for line in lines)
                said = ["no_source"] + (["windows_1252"] if code == "cp1252" else [])
                yield case(f"{language} {mark!r} {code}", lambda t=text, c=code: t.encode(c),
                           "x.csv", (1, 0, 0), *said)  # fmt: skip


def wrongly_named() -> Iterator[Case]:
    """Nothing, noise, and files that say they are another kind."""
    text = {"csv", "tsv", "txt"}
    broken = {"xlsx": "xlsx_broken", "xlsm": "xlsx_broken", "ods": "ods_broken",
              "kmz": "kml_broken", "zip": "package_without"}  # fmt: skip
    for ending in ENDINGS:
        file = f"x.{ending}"
        yield case(f"empty {ending}", lambda: b"", file, (0, 0, 0), "file_empty")
        yield case(f"blank {ending}", lambda: b" \r\n\t\n", file, (0, 0, 0), "file_empty")
        code = {"kml": "kml_broken", "geojson": "encoding", "json": "encoding"}.get(ending)
        code = "encoding" if ending in text else code or "kind_of_file"
        yield case(f"noise {ending}", lambda: b"\x81\x8d" + noise(400, 7).replace(b"\x00", b"\x01"),
                   file, (0, 0, 0), code)  # fmt: skip
        yield case(f"old workbook {ending}", lambda: b"\xd0\xcf\x11\xe0" + b"0" * 600, file,
                   (0, 0, 0), "xls_broken")  # fmt: skip
        yield case(f"archive of nothing {ending}", lambda: zipped({"a.bin": b"x"}), file,
                   (0, 0, 0), broken.get(ending, "package_without"))  # fmt: skip


def old_workbooks() -> Iterator[Case]:
    """Workbooks of Excel 97 to 2003 whose sectors lead nowhere, or in a circle."""
    sound = fixture("excel_97.xls")
    for name, make in {
        "half": lambda: sound[: len(sound) // 2],
        "a table of zeros": lambda: sound[:512] + b"\0" * (len(sound) - 512),
        "a circle": lambda: _circular(sound),
        "noise behind the header": lambda: sound[:512] + noise(6000, 3),
        "no sectors": lambda: sound[:600],
        "tiny sectors": lambda: sound[:30] + b"\x01\0" + sound[32:],
    }.items():
        yield case(f"old workbook, {name}", make, "x.xls", (0, 0, 0), "xls_broken")
    yield case("old workbook, sound", lambda: sound, "x.xls", (3, 0, 0), "rows_above",
               "blank_rows", "sheets_unread")  # fmt: skip


def _circular(content: bytes) -> bytes:
    """The workbook with the last sector of its first chain leading back to its first."""
    (table,) = struct.unpack_from("<I", content, 76)
    at = (table + 1) * 512
    last = next(
        n for n in range(128) if content[at + 4 * n : at + 4 * n + 4] == b"\xfe\xff\xff\xff"
    )
    return content[: at + 4 * last] + b"\0\0\0\0" + content[at + 4 * last + 4 :]


def cut_off() -> Iterator[Case]:
    """Files that end in the middle: half a workbook, half an archive, half a text."""
    for name, make, file, code in (
        ("workbook", workbook, "x.xlsx", "zip_broken"),
        ("spreadsheet", own_tables.ods, "x.ods", "zip_broken"),
        ("archive of placemarks", own_tables.kmz, "x.kmz", "zip_broken"),
        ("package", package, "x.zip", "zip_broken"),
        ("placemarks", own_tables.kml, "x.kml", "kml_broken"),
        ("features", own_tables.geojson, "x.geojson", "json_broken"),
    ):
        for part in (3, 2):
            yield case(f"{name}, 1/{part}", lambda m=make, p=part: m()[: len(m()) // p], file,
                       (0, 0, 0), code)  # fmt: skip


def cells() -> Iterator[Case]:
    """One odd cell in a table that is sound besides."""
    spot = ("date", "title", "lat", "lon")
    for date, rows, codes in (
        ("٢٠١٩-٠٣-٠٢", (2, 0, 0), ()),
        ("2019-13-01", (1, 1, 0), ("date_impossible",)),
        ("0000-00-00", (1, 1, 0), ("date_impossible",)),
        ("9999-12-31", (2, 0, 0), ()),
        ("-0044-03-15", (2, 0, 0), ()),
        ("2019-03-02/..", (2, 0, 0), ()),
        ("2019-03-05/2019-03-01", (1, 1, 0), ("date_ends_first",)),
        ("99999999999999999999", (1, 1, 0), ("date_unknown",)),
        ("43526.5", (1, 1, 0), ("date_serial",)),
        ("c." * 2000, (1, 1, 0), ("date_unknown",)),
        ("=TODAY()", (1, 1, 0), ("date_unknown",)),
        ("\u202e2019-03-02", (1, 0, 1), ("control_characters", "date_unknown")),
        ("fin de 2019", (2, 0, 0), ("date_words",)),
        ("11 y 12 de mayo", (1, 1, 0), ("date_unknown",)),
    ):
        yield case(f"date {date[:20]}", lambda d=date: table(HEAD, [ROW, (d, "x")]), "x.csv", rows,
                   "no_source", *codes)  # fmt: skip
    for lat, lon, codes in (
        ("NaN", "1", ("not_a_number",)), ("inf", "1", ("not_a_number",)),
        ("1e999", "1", ("not_a_number",)), ("7.89", "", ("coordinate_alone",)),
        ("91", "181", ("coordinate_range",)), ("91", "1", ("coordinates_swapped",)),
        ("7°30'", "1", ("coordinate_degrees",)),
        ("1,5", "2,5", ("decimal_commas",)), ("\u22127.5", "3", ()),
        ("0x10", "1", ("not_a_number",)),
    ):  # fmt: skip
        yield case(f"spot {lat} {lon}", lambda a=lat, o=lon: table(spot, [(*ROW, a, o)]), "x.csv",
                   (1, 0, 0), "no_source", *codes)  # fmt: skip
    for name, title, rows, codes in (
        ("formula", '=HYPERLINK("http://x","y")', (1, 0, 0), ()),
        ("markup", "<script>alert(1)</script>{{7*7}}${x}", (1, 0, 0), ()),
        ("null", "a\x00b", (0, 0, 0), ("not_text",)),
        ("bell", "a\x07b", (0, 0, 1), ("control_characters",)),
        ("turned", "a\u202eb", (0, 0, 1), ("control_characters",)),
        ("emoji", "👩‍👩‍👧 á̈̂", (1, 0, 0), ()),
        ("long", "x" * 400, (0, 0, 1), ("text_long",)),
        ("blank", " \u00a0 ", (0, 0, 1), ("empty",)),
        ("lines", "a\nb\r\nc", (1, 0, 0), ()),
        ("pattern", "{0.__class__} %s %(x)s", (1, 0, 0), ()),
    ):
        said = ("no_source", *codes) if rows[0] else codes
        yield case(
            f"title {name}", lambda t=title: table(HEAD, [("2019", t)]), "x.csv", rows, *said
        )


def headers() -> Iterator[Case]:
    """Odd headers, and rows that do not fit them."""
    for name, text, rows, codes in (
        ("no title", "date,mood\n2019,x\n", (1, 0, 0), ("no_source",)),
        ("no date", "mood,title\nglad,x\n", (0, 0, 1), ("columns_missing",)),
        ("twice", "date,date,title\n2019,2018,x\n", (1, 0, 0), ("column_twice", "no_source")),
        ("of blanks", ",,\n2019,x,\n", (0, 0, 0), ("columns_missing", "table_empty")),
        ("alone", "date,title\n", (0, 0, 0), ("table_empty",)),
        ("quote open", 'date,title\n2019,"x\n', (0, 0, 0), ("csv_broken",)),
        ("more cells", "date,title\n2019,x,y\n", (0, 0, 1), ("cells_beyond",)),
        ("fewer cells", "date,title,place\n2019,x\n", (1, 0, 0), ("no_source",)),
        ("a title above", "My list\n\ndate,title\n2019,x\n", (1, 0, 0),
         ("rows_above", "blank_rows", "no_source")),
        ("hundreds", ",".join(f"c{n}" for n in range(300)) + "\n", (0, 0, 0), ("columns_many",)),
        ("capitals", "DATE,TITLE\n2019,x\n", (1, 0, 0), ("no_source",)),
        ("Mac lines", "date,title\r2019,x\r", (1, 0, 0), ("no_source",)),
    ):  # fmt: skip
        yield case(f"header {name}", lambda t=text: t.encode(), "x.csv", rows, *codes)


def archives() -> Iterator[Case]:
    """Archives made to do harm."""
    bomb = b"0" * 40_000_000
    for name, make, file, code in (
        ("a bomb in a package", lambda: package(events_csv=bomb), "x.zip", "zip_ratio"),
        ("a bomb in a spreadsheet", lambda: zipped({"content.xml": bomb}, zipfile.ZIP_DEFLATED),
         "x.ods", "zip_ratio"),
        ("a bomb in placemarks", lambda: zipped({"doc.kml": bomb}, zipfile.ZIP_DEFLATED), "x.kmz",
         "zip_ratio"),
        ("a bomb in a workbook",
         lambda: rezipped(workbook(), **{"xl/worksheets/sheet1.xml": b"<x>" + bomb + b"</x>"}),
         "x.xlsx", "zip_ratio"),
        ("cells repeated two million times",
         lambda: own_tables.ods_of("<table:table-row table:number-rows-repeated='200000'>"
                                   "<table:table-cell table:number-columns-repeated='90'><text:p>x"
                                   "</text:p></table:table-cell></table:table-row>"), "x.ods",
         "cells_many"),
    ):  # fmt: skip
        yield case(name, make, file, (0, 0, 0), code, heavy=True)
    for name, path, code in (
        ("climbs", "../x", "zip_path"), ("absolute", "/etc/passwd", "zip_path"),
        ("drive", "C:\\x", "zip_path"), ("nested", "more.zip", "zip_nested"),
    ):  # fmt: skip
        inside = zipped({"a": b"b"}) if name == "nested" else b"x"
        yield case(f"a path that {name}",
                   lambda p=path, c=inside: zipped({**package_files(), p: c}), "x.zip", (0, 0, 0),
                   code)  # fmt: skip


def markup() -> Iterator[Case]:
    """XML and JSON that are broken, deep or say more than they should."""
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    for name, text, file, code in (
        ("entities", laughs + b"<kml>&b;</kml>", "x.kml", "xml_entities"),
        ("an entity from outside",
         b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml>&a;</kml>', "x.kml",
         "xml_entities"),
        ("deep elements", b"<Folder>" * 50_000, "x.kml", "kml_broken"),
        ("two roots", b"<kml/><kml/>", "x.kml", "kml_broken"),
        ("an unknown prefix", b"<a:kml xmlns:b='x'><Placemark/></a:kml>", "x.kml", "empty"),
        ("UTF-16 half", b"\xff\xfe" + b"<" * 7, "x.kml", "kml_broken"),
        ("deep lists", b"[" * 50_000, "x.geojson", "json_deep"),
        ("twice a key", b'{"features": [], "features": []}', "x.geojson", "json_twice"),
        ("NaN", b'{"features": [{"properties": {"date": NaN}}]}', "x.geojson", "json_number"),
        ("a number without end", b'{"features": [{"properties": {"a": 1e999}}]}', "x.geojson",
         "json_number"),
        ("half a character", b'{"features": [{"properties": {"a": "\\ud800"}}]}', "x.geojson",
         "encoding"),
        ("no features", b'{"type": "Feature"}', "x.geojson", "features_none"),
        ("features of text", b'{"features": ["x"]}', "x.geojson", "features_none"),
        ("a map of columns alone", b'{"kind": "column-map"}', "x.json", "features_none"),
    ):  # fmt: skip
        rows = (0, 0, 1) if code == "empty" else (0, 0, 0)
        yield case(f"{file[2:]}: {name}", lambda t=text: t, file, rows, code)


def points() -> Iterator[Case]:
    """Features whose geometry is odd: they are shown without a place."""
    for name, shape in {
        "words": {"type": "Point", "coordinates": ["a", "b"]},
        "nothing": {"type": "Point", "coordinates": []},
        "a line": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]},
        "deep": {"type": "Point", "coordinates": [[1], [2]]},
        "a text": "POINT(1 2)",
    }.items():
        item = {"properties": {"date": "2019", "title": "x"}, "geometry": shape}
        said = ("not_a_number",) if name == "words" else ()
        yield case(f"geometry {name}", lambda i=item: json.dumps({"features": [i]}).encode(),
                   "x.geojson", (1, 0, 0), "no_source", *said)  # fmt: skip
    yield case("a zip with a size that lies", _lying, "x.zip", (0, 0, 0), "zip_broken")


def _lying() -> bytes:
    made = bytearray(package())
    at = made.index(b"PK\x01\x02")
    made[at + 24 : at + 28] = struct.pack("<I", 1)
    return bytes(made)


def corpus() -> list[Case]:
    """Every file, in one order."""
    groups = (
        everyday,
        wrongly_named,
        old_workbooks,
        cut_off,
        cells,
        headers,
        archives,
        markup,
        points,
    )
    return [found for group in groups for found in group()]
