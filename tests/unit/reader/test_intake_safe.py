"""Files made to do harm: each kind is refused with a reason, or opened and found harmless."""

from __future__ import annotations

import io
import json
import stat
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import replace

import pytest

from components.export.formats import harmless_text, marked_table, problem_list
from components.i18n import i18n_for
from components.i18n.intake import say
from components.intake import ImportResult, read_story
from components.intake.problems import LIMITS, Limits
from tests.support.stories.uploads import (
    GOOD,
    HEADER,
    REGIONS_GEO,
    fixture,
    package,
    package_files,
    rezipped,
    source,
    table,
    workbook,
    zipped,
)

EN, ES = i18n_for("en"), i18n_for("es")
SMALL = Limits(
    file=200_000, unpacked=400_000, ratio=20, ratio_from=10_000, members=20, rows=50, columns=10,
    cells=300, cell=500, depth=8, vertices=100, sources=8,
)  # fmt: skip
BOMB = b"0" * 50_000_000


def lines(intake: ImportResult) -> list[str]:
    return [say(p, EN).line for p in intake.problems]


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
    """An archive whose list says that its largest member is one byte long."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = max(info.file_size for info in archive.infolist())
    return content.replace(size.to_bytes(4, "little"), (1).to_bytes(4, "little"))


def two_of_one_name() -> bytes:
    made = zipped({"events.csv": b"a", "eventz.csv": b"b"})
    return made.replace(b"eventz.csv", b"events.csv")


def entities(declaration: str) -> bytes:
    """A workbook whose texts come from an entity of its own."""
    content = workbook()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    doctype = f"<!DOCTYPE worksheet [{declaration}]><worksheet"
    made = sheet.replace("<worksheet", doctype, 1).replace("A good row", "&x;")
    return rezipped(content, **{"xl/worksheets/sheet1.xml": made.encode()})


MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET = "xl/worksheets/sheet1.xml"


def with_sheet(rows: bytes, **more: bytes) -> bytes:
    """A workbook whose one sheet holds these rows, as XML."""
    sheet = b"<worksheet " + MAIN + b"><sheetData>" + rows + b"</sheetData></worksheet>"
    return rezipped(workbook(), **{SHEET: sheet}, **more)


def cased_sheet(rows: bytes) -> bytes:
    """The same with the sheet's file under a name in capitals."""
    with zipfile.ZipFile(io.BytesIO(with_sheet(rows))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return zipped({(n.upper().replace(".XML", ".xml") if n == SHEET else n): part
                   for n, part in parts.items()})  # fmt: skip


def shared_text_bomb(cells: int, length: int, shared: str = "xl/sharedStrings.xml") -> bytes:
    """A workbook of so many cells that all point to one text of so many characters."""
    # Numbers beside them keep the part from packing so well that its ratio alone gives it away.
    rows = b"".join(
        b'<row r="%d"><c t="s"><v>0</v></c><c><v>%d</v></c></row>' % (n, n * 7919 % 1000003)
        for n in range(1, cells // 2 + 1)
    )
    text = b"<sst " + MAIN + b"><si><t>" + b"x" * length + b"</t></si></sst>"
    with zipfile.ZipFile(io.BytesIO(with_sheet(rows))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts.pop("xl/sharedStrings.xml", None)
    return zipped({**parts, shared: text}, zipfile.ZIP_DEFLATED)


LAUGHS = '<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(97 + n)} "{f"&{chr(96 + n)};" * 10}">' for n in range(1, 10)
)
DEEP = b"[" * 100_000 + b"]" * 100_000


def many_points() -> list[list[float]]:
    return [[float(n % 170), 1.0] for n in range(250_000)]


# a file, its name, and what is said of it
HOSTILE: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "a flat bomb": (lambda: package(events_csv=BOMB), "x.zip",
                    "events.csv unpacks to more than 150 times its size"),
    "a bomb that lies about its size": (
        lambda: lying_sizes(package(events_csv=BOMB)), "x.zip", "the archive is damaged"),
    "a nested bomb": (lambda: with_member("more.zip", zipped({"a": b"0" * 1000})), "x.zip",
                      "more.zip is an archive within the archive"),
    "a nested bomb of another kind": (
        lambda: with_member("more.gz", b"\x1f\x8b\x08\x00aaaa"), "x.zip",
        "more.gz is an archive within the archive"),
    "too many files": (lambda: zipped({f"{n}.csv": b"" for n in range(501)}), "x.zip",
                       "the archive holds 501 files; at most 500 are read"),
    "more than may be unpacked": (
        lambda: zipped({f"{n}": b"ab" * 40_000_000 for n in range(4)}, zipfile.ZIP_DEFLATED),
        "x.zip", "unpacked, the archive has 305 MB; at most 300 MB are read"),
    "a path that climbs out": (lambda: with_member("../../etc/cron.d/x"), "x.zip",
                               "holds the path “../../etc/cron.d/x”, which leads out"),
    "a path that climbs out the other way": (
        lambda: with_member("..\\..\\windows\\x"), "x.zip", "which leads out of its folder"),
    "an absolute path": (lambda: with_member("/etc/passwd"), "x.zip", "which leads out"),
    "a drive": (lambda: with_member("C:\\x"), "x.zip", "which leads out"),
    "a link": (lambda: with_member("events-link.csv", b"/etc/passwd", stat.S_IFLNK | 0o777),
               "x.zip", "events-link.csv in the archive is a link or a device"),
    "a pipe": (lambda: with_member("pipe", b"", stat.S_IFIFO | 0o777), "x.zip",
               "pipe in the archive is a link or a device"),
    "an encrypted member": (lambda: flag_encrypted(package()), "x.zip",
                            "is encrypted; pack it without a password"),
    "a name that stands twice": (two_of_one_name, "x.zip", "events.csv is in the archive twice"),
    "another way of packing": (lambda: zipped(package_files(), zipfile.ZIP_BZIP2), "x.zip",
                               "is packed in a way that is not read here"),
    "a cut archive": (lambda: package()[:-40], "x.zip", "the archive is damaged or cut off"),
    "entities within entities": (lambda: entities(LAUGHS + '<!ENTITY x "&j;">'), "x.xlsx",
                                 "xl/worksheets/sheet1.xml in the workbook defines entities"),
    "an entity from outside": (lambda: entities('<!ENTITY x SYSTEM "file:///etc/passwd">'),
                               "x.xlsx", "defines entities of its own"),
    "an entity in UTF-16": (
        lambda: rezipped(workbook(), **{"xl/styles.xml": (
            '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x [<!ENTITY y "z">]><x/>'
        ).encode("utf-16")}), "x.xlsx", "xl/styles.xml in the workbook defines entities"),
    "a workbook that is a bomb": (
        lambda: rezipped(workbook(), **{"xl/worksheets/sheet1.xml": b"<x>" + BOMB + b"</x>"}),
        "x.xlsx", "unpacks to more than 150 times"),
    "a workbook whose cells all point to one long text": (
        lambda: shared_text_bomb(60_000, 20_000), "x.xlsx",
        "the cells hold more than 52,428,800 characters in all"),
    "the same with a part under another case of its name": (
        lambda: shared_text_bomb(60_000, 20_000, "XL/SharedStrings.xml"), "x.xlsx",
        "the cells hold more than 52,428,800 characters in all"),
    "a workbook with one cell far away": (
        lambda: with_sheet(b'<row r="250000"><c r="CV250000"><v>1</v></c></row>'), "x.xlsx",
        "the sheets reach over 25,000,000 cells, empty ones included; at most 5,000,000 are read"),
    "cells without a reference in a row far down": (
        lambda: with_sheet(b'<row r="250000">' + b"<c><v>1</v></c>" * 100 + b"</row>"), "x.xlsx",
        "the sheets reach over 25,000,000 cells"),
    "a sheet under another case of its name": (
        lambda: cased_sheet(b'<row r="250000"><c r="CV250000"><v>1</v></c></row>'), "x.xlsx",
        "the sheets reach over 25,000,000 cells"),
    "a part twice under two cases of its name": (
        lambda: rezipped(workbook(), **{"XL/workbook.xml": b"<x/>"}), "x.xlsx",
        "is in the archive twice"),
    "a workbook that is none": (lambda: zipped({"[Content_Types].xml": b"<x/>"}), "x.xlsx",
                                "this is not an Excel workbook"),
    "an old or locked workbook": (lambda: b"\xd0\xcf\x11\xe0" + b"0" * 600, "x.xls",
                                  "x.xls is locked, damaged or no workbook"),
    "a program": (lambda: b"MZ" + b"\0" * 300, "x.exe", "x.exe is of a kind that is not read here"),
    "a picture that calls itself a table": (lambda: fixture("not_text.csv"), "x.csv",
                                            "this is not a text file"),
    "JSON nested without end": (lambda: package(sources_json=DEEP), "x.zip",
                                "sources.json: brackets are nested more than 32 deep"),
    "sources that are no list": (lambda: package(sources_json=b'{"a": 1}'), "x.zip",
                                 "sources.json: the file must hold a list of sources"),
    "numbers that are none": (
        lambda: package(sources_json=b'[{"id": NaN}]'), "x.zip", "sources.json: this is not JSON"),
    "an outline of a quarter of a million points": (
        lambda: package(geo__regions_geojson=json.dumps({"features": [{"geometry": {
            "type": "Polygon", "coordinates": [many_points()]}}]}).encode()), "x.zip",
        "geo/regions.geojson: the outlines have more than 200,000 points in all; simplify them."),
    "an outline without end": (
        lambda: package(geo__regions_geojson=json.dumps(REGIONS_GEO).replace(
            "-78.0", "1e999").encode()), "x.zip", "geo/regions.geojson: this is not"),
    "a kind of shape that is not drawn": (
        lambda: package(geo__regions_geojson=json.dumps({"features": [{"geometry": {
            "type": "GeometryCollection", "geometries": []}}]}).encode()), "x.zip",
        "item 1 is “GeometryCollection”; only polygons are drawn"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_each_kind_of_hostile_file_is_refused_with_its_reason(name: str) -> None:
    make, file_name, wanted = HOSTILE[name]
    content = make()
    tracemalloc.start()
    intake = read_story(content, file_name)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert any(wanted in line for line in lines(intake)), lines(intake)
    assert len(lines(intake)) == len([say(p, ES).line for p in intake.problems])
    # No more than a little over what was sent: nothing is unpacked before it is weighed.
    assert peak < 120_000_000 + 4 * len(content)


SIZES = {
    "file": (lambda: b"date,title\n" * 30_000, "x.csv", "at most 0 MB can be opened"),
    "rows": (lambda: table(("date", "title"), [["2019", "a"]] * 60), "x.csv",
             "there are more than 50 rows"),
    "columns": (lambda: table([f"c{n}" for n in range(11)], [["x"] * 11]), "x.csv",
                "there are 11 columns; at most 10 are read"),
    "cells": (lambda: table(HEADER, [GOOD] * 48), "x.csv", "there are more than 300 cells"),
    "workbook rows": (lambda: workbook([GOOD] * 60), "x.xlsx", "there are more than"),
    "a cell far away": (
        lambda: rezipped(workbook(), **{"xl/worksheets/sheet1.xml": (
            b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            b'<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576">'
            b'<c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>')}), "x.xlsx",
        "there are 16384 columns; at most 10 are read"),
    "a sheet that says it is huge": (
        lambda: rezipped(workbook([GOOD] * 51), **{"xl/worksheets/sheet1.xml": (
            b'<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            b'<x:dimension ref="A1:XFD1048576"/><x:sheetData><x:row r="1"><x:c r="ZZ1"><x:v>1</x:v>'
            b'</x:c></x:row></x:sheetData></x:worksheet>')}), "x.xlsx",
        "there are 702 columns; at most 10 are read"),
    "a sheet where none is looked for": (
        lambda: rezipped(workbook(), **{"xl/_rels/workbook.xml.rels": (
            b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            b'<Relationship Id="rId1" Target="media/a.bin" Type="http://schemas.openxmlformats.org/'
            b'officeDocument/2006/relationships/worksheet"/></Relationships>')}), "x.xlsx",
        "this is not an Excel workbook"),
    "sources": (lambda: package(sources_json=json.dumps([source(f"s{n}") for n in range(9)])
                                .encode()),
                "x.zip", "sources.json: there are more than 8 rows; split the table."),
    "nesting": (lambda: package(sources_json=json.dumps([source(a=[[[[[[[[1]]]]]]]])]).encode()),
                "x.zip", "brackets are nested more than 8 deep"),
    "text": (lambda: table(HEADER, [["2019", "t"] + [""] * 5, ["2019", "t" * 400] + [""] * 5]),
             "x.csv", "row 3, title: the text has 400 characters; shorten it to 300."),
}  # fmt: skip


def test_short_texts_that_many_cells_share_are_read() -> None:
    rows = [[f"2019-03-{1 + n % 28:02}", "The same title again", *GOOD[2:]] for n in range(2000)]
    intake = read_story(workbook(rows), "x.xlsx", replace(LIMITS, characters=2_000_000))
    assert intake.accepted == 2000
    intake = read_story(workbook(rows), "x.xlsx", replace(LIMITS, characters=100_000))
    assert any("the cells hold more than 100,000 characters" in line for line in lines(intake))


def test_one_bad_byte_anywhere_in_a_workbook_never_raises() -> None:
    whole = workbook([GOOD] * 5)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name in ("xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"):
        for at in range(0, len(parts[name]), 29):
            hurt = bytearray(parts[name])
            hurt[at] = ord("9")
            intake = read_story(zipped(parts | {name: bytes(hurt)}), "x.xlsx")
            assert intake.dataset is not None or intake.problems


@pytest.mark.parametrize("name", SIZES)
def test_every_limit_is_said_in_its_message(name: str) -> None:
    make, file_name, wanted = SIZES[name]
    intake = read_story(make(), file_name, SMALL)
    assert any(wanted in line for line in lines(intake)), lines(intake)


def test_nothing_of_an_archive_is_written_to_disk(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    read_story(with_member("../escaped.csv"), "x.zip")
    read_story(package(), "x.zip")
    assert list(tmp_path.iterdir()) == []
    assert not (tmp_path.parent / "escaped.csv").exists()


def test_texts_that_are_programs_are_kept_as_texts() -> None:
    evil = ("2019-03-01", "<script>alert(1)</script> **bold** [a](javascript:x)", "=cmd|'/c'!A1",
            1, 2, "{{7*7}} ${x}", "")  # fmt: skip
    data = read_story(table(HEADER, [evil]), "x.csv").dataset
    (event,) = data.events.values()
    assert event.title == evil[1]
    assert data.places[event.place_id].name == evil[2]


def test_values_with_braces_do_not_break_the_message() -> None:
    intake = read_story(table(("date", "title"), [["{0} {value} {x.__class__}", "t"]]), "x.csv")
    assert "{0} {value} {x.__class__} is not a date" in lines(intake)[0]


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", " =1", "\r=1", "'=1"])
def test_no_cell_of_a_download_is_run_by_a_spreadsheet(cell: str) -> None:
    assert harmless_text(cell).lstrip(" ").startswith("'")


def test_numbers_of_a_download_stay_numbers() -> None:
    assert [harmless_text(c) for c in ("-72.5", "-72,5", "7", "a-b")] == [
        "-72.5",
        "-72,5",
        "7",
        "a-b",
    ]


def test_the_marked_table_holds_every_row_and_what_is_wrong_with_it() -> None:
    rows = [GOOD, ("02/03/2019", "=HYPERLINK(1)", *GOOD[2:])]
    intake = read_story(table(HEADER, rows), "mine.csv")
    text = marked_table(intake, EN).decode("utf-8-sig").splitlines()
    assert text[0] == "row,state,problems," + ",".join(HEADER)
    assert text[1].startswith("2,shown,,2019-03-01,A good row")
    assert text[2].startswith("3,without a date,date: 02/03/2019 can be read two ways; write ")
    assert "'=HYPERLINK(1)" in text[2]
    listed = problem_list(intake, ES).decode("utf-8-sig").splitlines()
    assert listed[0] == "tabla,fila,columna,valor,qué hacer"
    assert "mine.csv,3,date,02/03/2019,02/03/2019 se puede leer de dos" in listed[1]


def test_the_server_itself_refuses_more_than_may_be_opened() -> None:
    import tomllib

    from components.intake.problems import LIMITS, MB
    from tests.support.server import ROOT

    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["maxUploadSize"] == LIMITS.file // MB
