"""Files of 29 kinds as a newsroom has them, small and made anew, with what each leads to."""

from __future__ import annotations

import io
import json
from pathlib import Path

import geopandas
import pytest
import shapely
from openpyxl import Workbook

from components.i18n import i18n_for
from components.i18n.intake import say
from components.intake.read import read_together
from tests.support.stories import own_tables
from tests.support.stories.uploads import fixture, table, zipped

HEAD = ("date", "title", "place", "source", "url")
ROW = ("2020-08-04", "Blast", "Port", "LBC", "https://example.org/a")


def placemark(**fields: str) -> str:
    own = "".join(f"<Data name='{k}'><value>{v}</value></Data>" for k, v in fields.items())
    return (
        f"<Placemark><name>Blast</name><ExtendedData>{own}</ExtendedData>"
        "<Point><coordinates>35.5,33.9,0</coordinates></Point></Placemark>"
    )


def my_map() -> bytes:
    marks = placemark(Date="2020-08-04", Source="LBC") + placemark(Date="", Source="AFP")
    return f"<kml><Document><Folder><name>Port</name>{marks}</Folder></Document></kml>".encode()


def kepler_geojson() -> bytes:
    at = {"type": "Point", "coordinates": [35.5, 33.9]}
    own = {"datetime": "2020-08-04 18:07:00", "name": "Blast"}
    feature = {"type": "Feature", "properties": own, "geometry": at}
    return json.dumps({"type": "FeatureCollection", "features": [feature]}).encode()


def slides() -> bytes:
    day = {"year": "2020", "month": "8", "day": "4"}
    event = {"start_date": day, "text": {"headline": "Blast"}, "media": {"url": "https://a.org/v"}}
    return json.dumps({"title": {"text": {"headline": "Port"}}, "events": [event]}).encode()


def book(*rows: tuple[str, ...], links: dict[str, str]) -> bytes:
    made, out = Workbook(), io.BytesIO()
    for row in rows:
        made.active.append(row)
    for cell, address in links.items():
        made.active[cell].hyperlink = address
    made.save(out)
    return out.getvalue()


def shapefile(folder: Path) -> bytes:
    frame = geopandas.GeoDataFrame(
        {"date": ["2020-08-04"], "title": ["Blast"]}, geometry=[shapely.Point(35.5, 33.9)], crs=4326
    )
    frame.to_file(folder / "port.shp")
    return zipped({path.name: path.read_bytes() for path in folder.iterdir()})


def latin() -> bytes:
    return "Fecha;Título;Lugar;Fuente\r\n04/08/2020;Explosión;Beirut;L’Orient\r\n".encode("cp1252")


RIS = b"TY  - NEWS\r\nTI  - Blast\r\nAU  - Doe, Jane\r\nDA  - 2020/08/05\r\nER  - \r\n"
BIB = b"@article{doe, title={Blast}, author={Doe, Jane}, date={2020-08-05}}"
ICS = (
    b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20200804T180700\r\nSUMMARY:Blast\r\n"
    b"LOCATION:Port\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
FORM = ("Timestamp", "What happened?", "When did it happen?", "Where?")

#: The name of each file, its content, and what it leads to: rows shown, without a date and left
#: out; what is asked; and the codes of what is said beside how it was read.
FILES = [
    ("well.xlsx", (own_tables.FOLDER / "well.xlsx").read_bytes(), (20, 4, 1), "",
     "date_unknown duplicate_row"),
    ("windows.csv", fixture("windows_1252.csv"), (1, 0, 0), "", ""),
    ("latin.csv", latin(), (0, 1, 0), "order", "date_two_ways"),
    ("tabs.txt", fixture("utf16_tabs.csv"), (1, 0, 0), "", ""),
    ("map.kml", my_map(), (1, 1, 0), "", "empty"),
    ("map.kmz", zipped({"doc.kml": my_map()}), (1, 1, 0), "", "empty"),
    ("timeline.csv", own_tables.timeline_js(), (3, 0, 0), "", ""),
    ("timeline.json", slides(), (1, 0, 0), "", ""),
    ("kepler.csv", table(("datetime", "latitude", "longitude", "name"),
                         [("2020-08-04 18:07:00", "33.9", "35.5", "Blast")]), (1, 0, 0), "", ""),
    ("kepler.geojson", kepler_geojson(), (1, 0, 0), "", ""),
    ("form.csv", table(FORM, [("8/15/2020 18:10:02", "Blast", "2020-08-04", "Port")]),
     (1, 0, 0), "", ""),
    ("sheet.csv", own_tables.google_sheet(), (3, 1, 0), "", "date_unknown"),
    ("acled.csv", own_tables.acled(), (2, 0, 0), "", ""),
    ("gdelt.csv", own_tables.gdelt(), (2, 0, 0), "", ""),
    ("wikipedia.csv", own_tables.wikipedia(), (3, 0, 0), "", ""),
    ("zotero.csv", own_tables.zotero(), None, "", "sources_alone"),
    ("sources.ris", RIS, None, "", "sources_alone"),
    ("sources.bib", BIB, None, "", "sources_alone"),
    ("calendar.ics", ICS, (1, 0, 0), "", ""),
    ("points.zip", shapefile, (1, 0, 0), "", ""),
    ("table.ods", own_tables.ods(), (2, 0, 0), "", ""),
    ("old.xls", fixture("excel_97.xls"), (3, 0, 0), "", ""),
    ("french.csv", table(("Date", "Titre", "Lieu", "Source"), [ROW[:4]]), (1, 0, 0), "", ""),
    ("pairs.csv", table((*HEAD, "Lat/Long"), [(*ROW, "33.9, 35.5")]), (1, 0, 0), "", ""),
    ("degrees.csv", table((*HEAD, "lat", "lon"), [(*ROW, "33°54'N", "35°30'E")]),
     (1, 0, 0), "", ""),
    ("links.xlsx", book(HEAD[:4], ROW[:4], links={"D2": ROW[4]}), (1, 0, 0), "", ""),
    ("twice.csv", table(HEAD, [ROW, ROW]), (1, 0, 1), "", "duplicate_row"),
    ("short.csv", table(HEAD, [("01/02/20", *ROW[1:])]), (0, 1, 0), "order", "date_short_year"),
    ("report.docx", b"PK\x03\x04", None, "", "kind_document"),
]  # fmt: skip


def test_there_are_29_kinds() -> None:
    assert len({name for name, *_ in FILES}) == 29


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_each_kind_of_file_leads_to(tmp_path: Path, language: str) -> None:
    led = []
    for name, content, *_ in FILES:
        found = read_together([(name, content(tmp_path) if callable(content) else content)])
        count, layout = found.total, found.layout
        rows = (
            (count.accepted, count.undated, count.refused) if found.dataset or count.read else None
        )
        wrong = {p.code for p in found.problems if p.level != "note" or p.code == "sources_alone"}
        asked = " ".join(layout.doubts) if layout else ""
        led.append((name, rows, asked, " ".join(sorted(wrong))))
        assert all(say(problem, i18n_for(language)).line for problem in found.problems)
    assert led == [(name, *rest) for name, _, *rest in FILES]
