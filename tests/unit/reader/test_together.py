"""Files as reporters have them, and several that are one story: a table, its sources, outlines."""

import json
from pathlib import Path

import geopandas
import pytest
import shapely

from components.export.view_files import file_bytes
from components.intake import ImportResult
from components.intake.read import (
    may_stand_beside,
    mended_table,
    read_hosted,
    read_together,
)
from components.query.view import View
from components.story.dataset import Dataset
from components.story.ground_data import basemap_of
from tests.support.cases import for_each
from tests.support.stories.own_tables import google_sheet, zotero
from tests.support.stories.uploads import book, fixture, table, zipped


def square(west: float, south: float, **feature: object) -> dict[str, object]:
    ring = [[west, south], [west + 1, south], [west + 1, south + 1], [west, south + 1],
            [west, south]]  # fmt: skip
    shape = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {}, "geometry": shape, **feature}


def outlines(*features: dict[str, object]) -> bytes:
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def cited(intake: ImportResult) -> dict[str, list[str]]:
    """The titles of the sources of each event, by the event's title."""
    data = intake.dataset
    assert data is not None, intake.problems
    return {
        event.title: [data.sources[c.source_id].title for c in data.citations_of(event.id)]
        for event in data.events.values()
    }


def test_outlines_beside_a_table_are_the_ground_of_its_map_and_go_with_it() -> None:
    rows = [("2019-03-01", "One", "7.9", "-72.5")]
    events = ("events.csv", table(("date", "title", "lat", "lon"), rows))
    coded = outlines(square(-73, 7, id="CO"), square(-72, 7, properties={"code": "VE"}))
    plain = outlines(square(-73, 7))
    intake = read_together([("regions.geojson", plain), events, ("land.geojson", coded)])
    assert set(intake.geo) == {"regions-2", "land"}
    assert set(intake.files) == {"geo/regions-2.geojson", "geo/land.geojson"}
    ground = basemap_of(intake.dataset, intake.geo)
    assert (set(ground.countries), len(ground.uncoded)) == ({"CO", "VE"}, 1)
    # Without its own, the ground is the country in which its places lie, and those around.
    alone = read_together([events])
    base = basemap_of(alone.dataset, alone.geo)
    assert "CO" in base.apart
    assert {"CO", "VE"} <= set(base.countries)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"features": 3}', b"\xff\xfe\x00"])
def test_what_only_looks_like_outlines_or_sources_is_a_table_and_says_why(content: bytes) -> None:
    for name in ("x.geojson", "Item Type.csv"):
        intake = read_together([(name, content)])
        assert intake.dataset is None
        assert intake.problems


def test_what_may_stand_beside_a_table_is_known_by_its_first_line() -> None:
    assert may_stand_beside(zotero(), "Mi biblioteca.csv")
    assert not may_stand_beside(google_sheet(), "x.csv")
    assert may_stand_beside(b"{}", "x.geojson")
    assert not may_stand_beside(zotero(), "x.xlsx")


def test_a_host_gives_a_folder_with_a_table_its_sources_its_columns_and_its_map(
    tmp_path: Path,
) -> None:
    columns = {"kind": "column-map", "columns": {"date": "c1", "title": "c2", "source": "c3"}}
    (tmp_path / "table.csv").write_bytes(table(("c1", "c2", "c3"), [("2019", "One", "AB12")]))
    (tmp_path / "zotero.csv").write_bytes(zotero())
    (tmp_path / "columns.json").write_text(json.dumps(columns))
    (tmp_path / "land.geojson").write_bytes(outlines(square(-73, 7)))
    intake = read_hosted(tmp_path)
    assert cited(intake) == {"One": ["A report"]}
    assert set(intake.geo) == {"land"}
    assert intake.name == tmp_path.name
    assert intake.of_level("stop", "refused", "undated", "part") == ()


HEAD = ("date", "title", "place", "source")


def opened(name: str, content: bytes, *beside: tuple[str, bytes]) -> tuple[Dataset, ImportResult]:
    found = read_together([*beside, (name, content)])
    assert found.dataset is not None, found.problems
    return found.dataset, found


def test_what_cells_of_a_workbook_are_linked_to_is_read_and_stays_when_it_is_mended() -> None:
    rows = [["Our log"], [], HEAD, ["2020-08-04", "Blast", "Port", "LBC"],
            ["soon", "Fire", "Port", "AFP"], ["2020-08-06", "Bad", "", "X"]]  # fmt: skip
    site = "https://example.org/"
    links = {"B4": f"{site}no", "D4": f"{site}lbc", "B5": f"{site}afp", "D6": "javascript:alert(1)"}
    content = book({"Log": rows}, links)
    _, found = opened("log.xlsx", content)
    (undated,) = found.undated
    assert undated.row == 5
    data, again = opened("log.csv", mended_table(found, {5: {0: "2020-08-05"}}))
    assert [one.URL for one in data.sources.values()] == [f"{site}lbc", f"{site}afp", None]
    # A row keeps its number, whatever stood above it.
    assert [number for number, _ in again.sheets[0].rows] == [4, 5, 6]


def test_a_calendar_is_a_table_of_its_entries() -> None:
    data, _ = opened("c.ics", fixture("calendar.ics"))
    assert [(event.date, event.title) for event in data.events.values()] == [
        ("2020-08-04T18:07Z", "Blast, huge"), ("2020-08-05/2020-08-06", "The sea rch")]  # fmt: skip
    assert [(place.lat, place.lon) for place in data.places.values()] == [(33.9, 35.5)]


@for_each("name, title", [("sources.ris", "Blast"), ("sources.bib", "The Blast of été")])
def test_sources_come_from_a_bibliography(name: str, title: str) -> None:
    rows = [("2020-08-05", "Event", "", "https://example.org/x")]
    data, found = opened("t.csv", table(HEAD, rows), (name, fixture(name)))
    (citation,) = data.citations
    source = data.sources[citation.source_id]
    assert (source.title, source.custom.issued_edtf) == (title, "2020-08-05")
    assert [one["family"] for one in source.csl()["author"]] == ["Doe", "Roe"]
    assert "sources_beside" in {problem.code for problem in found.problems}


@for_each("ending", ["ris", "bib"])
def test_the_bibliography_that_is_written_here_is_read(ending: str) -> None:
    found = read_together([(f"s.{ending}", file_bytes(f"bibliography.{ending}", View(), "en"))])
    assert len(found.sources) > 20
    assert all(source.title for source in found.sources)


def test_a_zipped_shapefile_of_areas_is_ground(tmp_path: Path) -> None:
    """One of points is a table: kept with the golden outputs."""
    port = shapely.Point(732000, 3754000).buffer(500)
    frame = geopandas.GeoDataFrame({"name": ["Port"]}, geometry=[port], crs=32636)
    frame.to_file(tmp_path / "port.shp")
    areas = zipped({f"maps/{path.name}": path.read_bytes() for path in tmp_path.iterdir()})
    _, found = opened("t.csv", table(HEAD, [("2020", "Blast", "", "AFP")]), ("areas.zip", areas))
    assert list(found.geo) == ["port"]


@pytest.mark.parametrize("inside", [b"", b"<OGRVRTDataSource></OGRVRTDataSource>", b"\0\0\x27\x0a"])
def test_a_shapefile_that_is_none_is_refused(inside: bytes) -> None:
    assert read_together([("x.zip", zipped({"x.shp": inside}))]).dataset is None
