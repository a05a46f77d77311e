"""Files of 29 kinds as a newsroom has them, small, with what each leads to."""

from pathlib import Path

import geopandas
import pytest
import shapely

from components.i18n import i18n_for
from components.i18n.names import say
from components.intake.read import read_together
from tests.support.stories import own_tables
from tests.support.stories.uploads import book, fixture, zipped

LINKED = [["date", "title", "place", "source"], ["2020-08-04", "Blast", "Port", "LBC"]]
#: Those that lie in no folder of fixtures under their name.
MADE = {
    "well.xlsx": (own_tables.FOLDER / "well.xlsx").read_bytes(),
    "my_maps.kmz": zipped({"doc.kml": fixture("my_maps.kml")}),
    "timeline.csv": own_tables.timeline_js(),
    "sheet.csv": own_tables.google_sheet(),
    "acled.csv": own_tables.acled(),
    "gdelt.csv": own_tables.gdelt(),
    "wikipedia.csv": own_tables.wikipedia(),
    "zotero.csv": own_tables.zotero(),
    "table.ods": own_tables.ods(),
    "links.xlsx": book({"Log": LINKED}, links={"D2": "https://example.org/a"}),
    "report.docx": b"PK\x03\x04",
}
#: The name of each file and what it leads to: rows shown, without a date and left out; what is
#: asked; and the codes of what is said beside how it was read. Its events and sentences are kept
#: with the golden outputs.
FILES = [
    ("well.xlsx", (20, 4, 1), "", "date_unknown duplicate_row"),
    ("windows_1252.csv", (1, 0, 0), "", ""),
    ("latin.csv", (0, 1, 0), "order", "date_two_ways"),
    ("utf16_tabs.csv", (1, 0, 0), "", ""),
    ("my_maps.kml", (1, 1, 0), "", "empty"),
    ("my_maps.kmz", (1, 1, 0), "", "empty"),
    ("timeline.csv", (3, 0, 0), "", ""),
    ("slides.json", (3, 0, 0), "", ""),
    ("kepler.csv", (1, 0, 0), "", ""),
    ("kepler.geojson", (1, 0, 0), "", ""),
    ("form.csv", (1, 0, 0), "", ""),
    ("sheet.csv", (3, 1, 0), "", "date_unknown"),
    ("acled.csv", (2, 0, 0), "", ""),
    ("gdelt.csv", (2, 0, 0), "", ""),
    ("wikipedia.csv", (3, 0, 0), "", ""),
    ("zotero.csv", None, "", "sources_alone"),
    ("sources.ris", None, "", "sources_alone"),
    ("sources.bib", None, "", "sources_alone"),
    ("calendar.ics", (2, 0, 0), "", ""),
    ("points.zip", (1, 0, 0), "", ""),
    ("table.ods", (2, 0, 0), "", ""),
    ("excel_97.xls", (3, 0, 0), "", ""),
    ("french.csv", (1, 0, 0), "", ""),
    ("coordinates_slash.csv", (12, 0, 0), "", ""),
    ("degrees_and_minutes.csv", (9, 0, 0), "", "coordinate_degrees not_a_number"),
    ("links.xlsx", (1, 0, 0), "", ""),
    ("same_row_twice.csv", (2, 0, 1), "", "duplicate_row"),
    ("short_year.csv", (1, 1, 0), "order", "date_short_year"),
    ("report.docx", None, "", "kind_document"),
]


def content_of(name: str, folder: Path) -> bytes:
    if name != "points.zip":
        return MADE.get(name) or fixture(name)
    columns = {"date": ["2020-08-04"], "title": ["Blast"]}
    frame = geopandas.GeoDataFrame(columns, geometry=[shapely.Point(35.5, 33.9)], crs=4326)
    frame.to_file(folder / "port.shp")
    return zipped({path.name: path.read_bytes() for path in folder.iterdir()})


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_each_kind_of_file_leads_to(tmp_path: Path, language: str) -> None:
    led = []
    for name, *_ in FILES:
        found = read_together([(name, content_of(name, tmp_path))])
        count, layout = found.total, found.layout
        rows = (
            (count.accepted, count.undated, count.refused) if found.dataset or count.read else None
        )
        wrong = {p.code for p in found.problems if p.level != "note" or p.code == "sources_alone"}
        asked = " ".join(layout.doubts) if layout else ""
        led.append((name, rows, asked, " ".join(sorted(wrong))))
        assert all(say(problem, i18n_for(language)).line for problem in found.problems)
    assert led == FILES
    assert len(led) == 29
