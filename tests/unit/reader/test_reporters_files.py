"""Files as reporters have them: coordinates, days, links, calendars, sources, shapefiles."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import geopandas
import pytest
import shapely
from openpyxl import Workbook

from components.i18n import i18n_for
from components.i18n.intake import say
from components.intake import ImportResult
from components.intake.read import mended_table, read_together, suggestions
from components.story.dataset import Dataset
from tests.support.cases import for_each
from tests.support.stories.uploads import table

HEAD = ("date", "title", "place", "source")


def opened(name: str, content: bytes, *beside: tuple[str, bytes]) -> tuple[Dataset, ImportResult]:
    found = read_together([*beside, (name, content)])
    assert found.dataset is not None, found.problems
    return found.dataset, found


def spots(header: Sequence[str], *rows: Sequence[str]) -> list[tuple[float, float]]:
    data, _ = opened("t.csv", table(header, rows))
    return [
        (round(place.lat, 4), round(place.lon, 4))
        for place in data.places.values()
        if place.lat is not None and place.lon is not None
    ]


@for_each("spot", [
    "33.9, 35.5", "33.9,35.5", "33,9; 35,5", "33.9 35.5", "(33.9, 35.5)", "POINT (35.5 33.9)",
    "33°54'00\"N 35°30'00\"E", "33° 54′ N, 35° 30′ E", "33 54 N, 35 30 E", "35°30'E 33°54'N",
    "N33.9 E35.5", "33.9° N, 35.5° E",
])  # fmt: skip
@for_each("name", ["coordinates", "Lat/Long", "Coordenadas GPS", "lat"])
def test_both_coordinates_may_stand_in_one_cell(spot: str, name: str) -> None:
    assert spots(("date", "title", name), ("2020-08-04", "Blast", spot)) == [(33.9, 35.5)]


def test_degrees_and_minutes_are_read() -> None:
    found = spots(
        ("date", "title", "lat", "lon"),
        ("2020-08-04", "Blast", "33°54'N", "35°30'E"),
        ("2020-08-05", "South and west", "4 30 30 S", "72°30' O"),
        ("2020-08-06", "By signs", "-4°30'", "-72°30'"),
        ("2020-08-07", "Exchanged", "35°15'E", "33°45'N"),
    )
    assert found == [(33.9, 35.5), (-4.5083, -72.5), (-4.5, -72.5), (33.75, 35.25)]


@for_each("lat", ["33°61'N", "33°5'4\"3N", "33°54'E", "33.5 54'N", "N33°S"])
def test_degrees_that_are_none_are_not_guessed(lat: str) -> None:
    assert spots(("date", "title", "lat", "lon"), ("2020", "Blast", lat, "35°30'E")) == []


def test_of_rows_that_are_the_same_in_every_cell_one_is_shown() -> None:
    row = ("2020-08-04", "Blast", "Port", "AFP")
    data, found = opened("t.csv", table(HEAD, [row, row, (*row[:3], "Reuters")]))
    assert [event.title for event in data.events.values()] == ["Blast", "Blast"]
    (said,) = found.of_level("refused")
    assert (said.code, said.row) == ("duplicate_row", 3)
    assert (found.total.read, found.total.accepted) == (3, 2)
    assert say(said, i18n_for("es")).line.startswith("t.csv, fila 3: la fila es igual a la fila 2")


def test_a_source_with_and_without_its_link_is_one_and_with_two_links_two() -> None:
    link = "https://example.org/a"
    rows = [
        ("2020-08-04", "A", "The Courier", ""), ("2020-08-05", "B", "the  courier", link),
        ("2020-08-06", "C", "The Courier", "http://www.example.org/a/?utm_source=x#top"),
        ("2020-08-07", "D", "AFP", link), ("2020-08-08", "E", "AFP", f"{link}/2"),
        ("2020-08-09", "F", "AFP", ""),
    ]  # fmt: skip
    data, found = opened("t.csv", table(("date", "title", "source", "url"), rows))
    cited = [data.sources[one.source_id] for one in data.citations]
    assert cited[0] is cited[1] is cited[2]
    assert link == cited[0].URL
    assert len({source.id for source in cited[3:]}) == 3
    (said,) = [problem for problem in found.problems if problem.code == "source_joined"]
    assert (said.row, said.value, said.column) == (2, "The Courier", "source")


def test_years_of_two_digits_are_asked_about_once() -> None:
    content = table(HEAD, [("01/02/20", "Blast", "Port", "AFP"), ("05/06/19", "Fire", "", "AFP")])
    found = read_together([("t.csv", content)])
    assert found.layout.doubts == ("order",)
    assert found.layout.asked[0] == ("01/02/20", "2020-02-01", "2020-01-02")
    own = found.layout.map.model_copy(update={"order": "day"})
    again = read_together([("t.csv", content)], column_map=own)
    assert {event.date for event in again.dataset.events.values()} == {"2020-02-01", "2019-06-05"}
    # Where a number over 12 tells the order, the years alone are offered, for all rows at once.
    settled = read_together([("t.csv", content + b"23/02/20,Third,Port,AFP\r\n")])
    (offered,) = suggestions(settled)
    assert offered.answers["23/02/20"] == "2020-02-23"
    assert len(offered.rows) == 3


def test_footnote_marks_of_a_copied_table_are_taken_out() -> None:
    rows = [("2020-08-04[1]", "Blast[2][3]", "Port[a]", "AFP"), ("2020-08-05", "Fire", "", "[b]")]
    data, _ = opened("t.csv", table(HEAD, rows))
    assert {event.title for event in data.events.values()} == {"Blast", "Fire"}
    assert [place.name for place in data.places.values()] == ["Port"]
    data, _ = opened("t.csv", table(HEAD, [("2020", "He said [a] word", "", "AFP")]))
    assert [event.title for event in data.events.values()] == ["He said [a] word"]


@for_each("header", [
    ("Timestamp", "What happened?", "When did it happen?", "Where?"),
    ("Marca temporal", "¿Qué pasó?", "¿Cuándo?", "¿Dónde?"),
])  # fmt: skip
def test_a_google_form_asks_in_questions(header: tuple[str, ...]) -> None:
    data, found = opened("f.csv", table(header, [("8/15/2020 18:10:02", "A", "2020-08-04", "B")]))
    (event,) = data.events.values()
    assert (event.date, event.title, found.layout.doubts) == ("2020-08-04", "A", ())
    assert [place.name for place in data.places.values()] == ["B"]


def test_keplers_table_opens_without_a_question() -> None:
    header = ("datetime", "latitude", "longitude", "name")
    data, found = opened("k.csv", table(header, [("2020-08-04 18:07:00", "33.9", "35.5", "A")]))
    assert [event.date for event in data.events.values()] == ["2020-08-04T18:07:00"]
    assert found.layout.doubts == ()


TIMES = [
    ("2020-08-04 18:07", "2020-08-04T18:07"),
    ("24.08.2020 18:07", "2020-08-24T18:07"),
    ("24/08/2020, 6:07 p. m.", "2020-08-24T18:07"),
    ("24 August 2020 12:05 am", "2020-08-24T00:05"),
    ("2020-08-04T18:07:00.000-0500", "2020-08-04T18:07:00-05:00"),
    ("2020-08-04T00:00:00Z", "2020-08-04"),
    ("2020-08-04 25:00", "2020-08-04"),
    ("about 4 August 2020 18:07", "2020-08-04~"),
]


def test_a_time_of_day_stays_where_it_is_known() -> None:
    rows = [(text, f"Event {n}") for n, (text, _) in enumerate(TIMES)]
    data, found = opened("t.csv", table(("date", "title"), rows))
    read = {event.title: event.date for event in data.events.values()}
    assert [read[f"Event {n}"] for n in range(len(TIMES))] == [day for _, day in TIMES]
    said = {p.value for p in found.problems if p.code == "date_time"}
    assert said == {"2020-08-04T00:00:00Z", "2020-08-04 25:00"}


def test_a_time_whose_date_can_be_read_in_two_ways_waits_for_the_answer() -> None:
    rows = [("04.08.2020 18:07", "A"), ("2020-08-05", "B")]
    asked = opened("t.csv", table(("date", "title"), rows))[1]
    assert asked.layout.asked == (("04.08.2020 18:07", "2020-08-04T18:07", "2020-04-08T18:07"),)
    assert [row.title for row in asked.undated] == ["A"]
    data, _ = opened("t.csv", table(("date", "title"), [*rows, ("24.08.2020", "C")]))
    assert min(event.date for event in data.events.values()) == "2020-08-04T18:07"


@for_each("header", [("date", "time", "title"), ("Fecha", "Hora", "Título")])
def test_a_column_of_times_is_joined_with_its_days(header: tuple[str, ...]) -> None:
    rows = [("2020-08-04", "18:07", "A"), ("2020-08-04", "", "B"), ("2020-08-04", "dawn", "C"),
            ("2020-08", "10:00", "D")]  # fmt: skip
    data, found = opened("t.csv", table(header, rows))
    assert {event.title: event.date for event in data.events.values()} == {
        "A": "2020-08-04T18:07", "B": "2020-08-04", "C": "2020-08-04", "D": "2020-08"}  # fmt: skip
    assert [p.value for p in found.problems if p.code == "date_time"] == ["dawn", "10:00"]


@for_each("clock", [("Time", ("18:07",)), ("Hour,Minute", ("18", "7"))])
def test_timelinejs_keeps_its_times(clock: tuple[str, tuple[str, ...]]) -> None:
    names, cells = clock
    header = ("Year", "Month", "Day", *names.split(","), "Headline", "Text", "Media")
    row = ("2020", "8", "4", *cells, "A", "B", "")
    data, _ = opened("t.csv", table(header, [row]))
    assert [event.date for event in data.events.values()] == ["2020-08-04T18:07"]


AGES = [
    ("c. 44 BC", "-0043~"), ("120 a. C.", "-0119"), ("A.D. 69", "0069"), ("69 d.C.", "0069"),
    ("812", "0812"), ("3rd century", "0201~/0300~"), ("second century BC", "-0199~/-0100~"),
    ("siglo III a. C.", "-0299~/-0200~"), ("s. XV", "1401~/1500~"), ("the 1540s", "1540~/1549~"),
    ("década de 1540", "1540~/1549~"), ("12th–13th century", "1101~/1300~"),
    ("siglos XII y XIII", "1101~/1300~"), ("early 9th century", "0801/0833~"),
    ("mid-15th century", "1434~/1466~"), ("fines del siglo XVIII", "1767~/1800"),
    ("1348–1351", "1348/1351"), ("1348–51", "1348/1351"), ("1348-1351", "1348/1351"),
    ("300/1399", "0300/1399"),
    ("300–250 BC", "-0299/-0249"), ("50 BC–AD 20", "-0049/0020"), ("300 BC – 1500", "-0299/1500"),
    ("AD 20–30", "0020/0030"), ("c. 1200?", "1200%"), ("1850s?", "1850%/1859%"),
    ("c. 1200–c. 1250", "1200~/1250~"), ("late 44 BC", "-0043-09~/-0043-12"),
    *((text, "") for text in ("69", "300 BC–250", "250–300 BC", "1603/04", "1348-51", "0 BC",
                              "IV", "1545s", "200th century", "before 1400")),
]  # fmt: skip


def test_years_and_centuries_are_read_as_histories_write_them() -> None:
    rows = [(text, f"Event {n}") for n, (text, _) in enumerate(AGES)]
    data, found = opened("t.csv", table(("Year", "What happened"), rows))
    assert found.layout.doubts == ()
    read = {event.title: event.date for event in data.events.values()}
    assert [read.get(f"Event {n}", "") for n in range(len(AGES))] == [day for _, day in AGES]
    said = {say(problem, i18n_for("es")).text for problem in found.problems}
    assert any("-0043~ (44 a. C. (aprox.))" in text for text in said)


def test_years_stand_aside_where_a_column_has_dates() -> None:
    data, _ = opened("t.csv", table(("Year", "Date", "Title"), [("2019", "2019-02-03", "A")]))
    assert [event.date for event in data.events.values()] == ["2019-02-03"]


def test_a_year_with_a_minus_is_asked_about_once() -> None:
    rows = [("-450", "A"), ("\u221244", "B"), ("-0120", "C"), ("69 AD", "D")]
    found = read_together([("t.csv", table(("Year", "Event"), rows))])
    (offered,) = suggestions(found)
    assert offered.answers == {"-450": "-0449", "\u221244": "-0043"}
    assert "-0449 (450 BC)" in say(found.of_level("undated")[0], i18n_for("en")).text


def slides_as_sheet() -> bytes:
    header = ("Year", "Month", "Day", "Time", "Headline", "Text", "Media", "Media Credit",
              "Media Caption", "Type", "Group")  # fmt: skip
    return table(header, [
        ("", "", "", "", "The <b>fire</b>", "All of it", "https://example.org/t.jpg", "", "",
         "title", ""),
        ("2020", "8", "4", "18:07", "It burns", "Much", "https://example.org/v", "Ana", "Smoke",
         "", "Fire"),
        ("2020", "8", "5", "", "It is out", "", "", "City log", "", "", "Fire"),
        ("-450", "", "", "", "Days of old", "", "", "City log", "", "era", "Fire"),
    ])  # fmt: skip


def slides_as_json() -> bytes:
    day = {"year": "2020", "month": "8", "day": 4}
    return json.dumps({
        "title": {"text": {"headline": "The <b>fire</b>", "text": "All of it"},
                  "media": {"url": "https://example.org/t.jpg"}},
        "events": [
            {"start_date": day | {"hour": 18, "minute": 7}, "group": "Fire",
             "text": {"headline": "It burns", "text": "Much"},
             "media": {"url": "https://example.org/v", "credit": "Ana", "caption": "Smoke"}},
            {"start_date": day | {"day": 5}, "text": {"headline": "It is out"},
             "media": {"credit": "City log"}, "group": "Fire"},
            "no slide",
        ],
        "eras": [{"start_date": {"year": "-450"}, "text": {"headline": "Days of old"},
                  "media": {"credit": "City log"}, "group": "Fire"}],
    }).encode()  # fmt: skip


@for_each("name, content", [("t.csv", slides_as_sheet()), ("t.json", slides_as_json())])
def test_timelinejs_names_the_story_and_whose_a_picture_is(name: str, content: bytes) -> None:
    data, found = opened(name, content)
    assert data.title == "The fire"
    assert not found.undated
    told = [(event.date, event.title, event.category) for event in data.events.values()]
    # A year before our era is counted without a year 0, and an era is an event that lasted.
    assert sorted(told) == [
        ("-0449", "Days of old", "fire"), ("2020-08-04T18:07", "It burns", "fire"),
        ("2020-08-05", "It is out", "fire")]  # fmt: skip
    assert "columns_unknown" not in {problem.code for problem in found.problems}
    cited = {(source.title, source.URL) for source in data.sources.values()}
    assert cited == {
        ("Picture or video: Ana – Smoke", "https://example.org/v"), ("City log", None)}  # fmt: skip


def test_a_cell_of_a_workbook_with_a_time_keeps_it() -> None:
    rows = [[datetime(2020, 8, 4, 18, 7), "A"], [datetime(2020, 8, 4), "B"]]
    data, _ = opened("t.xlsx", workbook(["date", "title"], *rows, links={}))
    assert [event.date for event in data.events.values()] == ["2020-08-04T18:07", "2020-08-04"]


def workbook(*rows: Sequence[Any], links: dict[str, str]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for cell, address in links.items():
        book.active[cell].hyperlink = address
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_what_cells_of_a_workbook_are_linked_to_is_read_and_stays_when_it_is_mended() -> None:
    content = workbook(
        ["Our log"], [], HEAD, ["2020-08-04", "Blast", "Port", "LBC"],
        ["soon", "Fire", "Port", "AFP"], ["2020-08-06", "Bad", "", "X"],
        links={"B4": "https://example.org/no", "D4": "https://example.org/lbc",
               "B5": "https://example.org/afp", "D6": "javascript:alert(1)"},
    )  # fmt: skip
    _, found = opened("log.xlsx", content)
    (undated,) = found.undated
    assert undated.row == 5
    data, again = opened("log.csv", mended_table(found, {5: {0: "2020-08-05"}}))
    assert [source.URL for source in data.sources.values()] == [
        "https://example.org/lbc", "https://example.org/afp", None]  # fmt: skip
    # A row keeps its number, whatever stood above it.
    assert [number for number, _ in again.sheets[0].rows] == [4, 5, 6]


def test_the_days_and_sources_of_my_maps_are_read() -> None:
    mark = "<Data name='{}'><value>{}</value></Data>"
    own = "".join(mark.format(*one) for one in {"Date": "2020-08-04", "Source": "LBC"}.items())
    content = (
        "<kml><Document><Folder><name>Port</name><Placemark><name>Blast</name>"
        f"<ExtendedData>{own}</ExtendedData><Point><coordinates>35.5,33.9,0</coordinates></Point>"
        "</Placemark></Folder></Document></kml>"
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("doc.kml", content)
    for name, sent in (("m.kml", content.encode()), ("m.kmz", packed.getvalue())):
        data, _ = opened(name, sent)
        assert [event.date for event in data.events.values()] == ["2020-08-04"]
        assert [source.title for source in data.sources.values()] == ["LBC"]


def test_a_calendar_is_a_table_of_its_entries() -> None:
    content = (
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20200804T180700Z\r\nSUMMARY:Blast\\, huge\r\n"
        "LOCATION:Port\r\nGEO:33.9;35.5\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\n"
        "DTSTART;VALUE=DATE:20200805\r\nDTEND;VALUE=DATE:20200807\r\nSUMMARY:The sea\r\n  rch\r\n"
        "URL:https://example.org/s\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    data, _ = opened("c.ics", content.encode())
    assert [(event.date, event.title) for event in data.events.values()] == [
        ("2020-08-04T18:07Z", "Blast, huge"), ("2020-08-05/2020-08-06", "The sea rch")]  # fmt: skip
    assert [(place.lat, place.lon) for place in data.places.values()] == [(33.9, 35.5)]


RIS = (
    "TY  - NEWS\r\nTI  - Blast\r\nAU  - Doe, Jane\r\nAU  - Roe, R\r\nDA  - 2020/08/05\r\n"
    "UR  - https://example.org/x\r\nER  - \r\n"
)
BIB = (
    "@article{doe2020,\n title={The {B}last of {\\'e}t{\\'e}},\n author={Doe, Jane and Roe, R},\n"
    ' date = "2020-08-05",\n url={https://example.org/x}\n}\n@misc{other, title={Other}}\n'
)


@for_each("name, content, title", [("a.ris", RIS, "Blast"), ("a.bib", BIB, "The Blast of été")])
def test_sources_come_from_a_bibliography(name: str, content: str, title: str) -> None:
    rows = [("2020-08-05", "Event", "", "https://example.org/x")]
    data, found = opened("t.csv", table(HEAD, rows), (name, content.encode()))
    (citation,) = data.citations
    source = data.sources[citation.source_id]
    assert (source.title, source.custom.issued_edtf) == (title, "2020-08-05")
    assert [one["family"] for one in source.csl()["author"]] == ["Doe", "Roe"]
    assert "sources_beside" in {problem.code for problem in found.problems}
    alone = read_together([(name, content.encode())])
    assert alone.sources
    assert alone.problems[0].code == "sources_alone"


@for_each("ending", ["ris", "bib"])
def test_the_bibliography_that_is_written_here_is_read(ending: str) -> None:
    from components.export.view_files import file_bytes
    from components.query.view import View

    found = read_together([(f"s.{ending}", file_bytes(f"bibliography.{ending}", View(), "en"))])
    assert len(found.sources) > 20
    assert all(source.title for source in found.sources)


def shapefile(folder: Path, shape: Any, **columns: Any) -> bytes:
    frame = geopandas.GeoDataFrame(columns, geometry=[shape], crs=32636)
    frame.to_file(folder / "port.shp")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"maps/{path.name}")
    return packed.getvalue()


def test_a_zipped_shapefile_of_points_is_a_table_and_one_of_areas_is_ground(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    point = shapely.Point(732000, 3754000)
    content = shapefile(tmp_path / "a", point, date=["2020-08-04"], title=["Explosión"])
    data, _ = opened("p.zip", content)
    (event,) = data.events.values()
    (place,) = data.places.values()
    assert (event.date, event.title) == ("2020-08-04", "Explosión")
    assert (round(place.lat or 0, 3), round(place.lon or 0, 3)) == (33.901, 35.509)
    areas = shapefile(tmp_path / "b", point.buffer(500), name=["Port"])
    _, found = opened("t.csv", table(HEAD, [("2020", "Blast", "", "AFP")]), ("areas.zip", areas))
    assert list(found.geo) == ["port"]


@pytest.mark.parametrize("inside", [b"", b"<OGRVRTDataSource></OGRVRTDataSource>", b"\0\0\x27\x0a"])
def test_a_shapefile_that_is_none_is_refused(inside: bytes) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("x.shp", inside)
    assert read_together([("x.zip", packed.getvalue())]).dataset is None


@for_each("name", ["a.pdf", "a.docx", "a.numbers", "a.jpg", "a.gpkg", "a.parquet", "a.rar",
                   "a.pptx", "a.mp3", "a.eml"])  # fmt: skip
def test_what_is_not_opened_says_what_it_is(name: str) -> None:
    (problem,) = read_together([(name, b"PK\x03\x04")]).problems
    assert (problem.level, problem.value) == ("stop", name)
    assert problem.code.startswith("kind_")
    assert problem.code != "kind_of_file"
    assert say(problem, i18n_for("es")).line != say(problem, i18n_for("en")).line
