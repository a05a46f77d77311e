"""Files of maps: placemarks, waypoints, layers, and points in metres of a projection."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
import shapely

from components.intake.features import _strip_umap_marks
from components.intake.problems import ImportResult
from components.intake.projections import find_projection, unproject
from tests.support.stories.uploads import read_story, table


def kml(*placemarks: str) -> bytes:
    inner = "".join(f"<Placemark>{placemark}</Placemark>" for placemark in placemarks)
    return f"<kml><Document><name>Mine</name>{inner}</Document></kml>".encode()


def data(**cells: str) -> str:
    values = (f'<Data name="{name}"><value>{text}</value></Data>' for name, text in cells.items())
    return f"<ExtendedData>{''.join(values)}</ExtendedData>"


def codes(intake: ImportResult) -> set[str]:
    return {problem.code for problem in intake.problems}


# Placemarks ---------------------------------------------------------------------------------------

STAMP = "<TimeStamp><when>2019-02-22</when></TimeStamp>"


def test_extended_data_say_what_a_placemark_lacks() -> None:
    content = kml(f"<name>A</name>{STAMP}", data(date="2019-02-23", title="B"))
    dataset = read_story(content, "x.kml").dataset
    assert dataset
    named = [(event.date, event.title) for event in dataset.events.values()]
    assert sorted(named) == [("2019-02-22", "A"), ("2019-02-23", "B")]


def test_other_name_in_the_extended_data_is_a_column_of_its_own() -> None:
    (sheet,) = read_story(kml(f"<name>A</name>{STAMP}{data(name='B')}"), "x.kml").sheets
    cells = dict(zip(sheet.header, sheet.rows[0][1], strict=True))
    assert (cells["name"], cells["name 2"]) == ("A", "B")


def test_document_names_the_story() -> None:
    dataset = read_story(kml(f"<name>A</name>{STAMP}"), "x.kml").dataset
    assert dataset
    assert dataset.title == "Mine"


@pytest.mark.parametrize(
    ("description", "addresses"),
    [
        (
            '<a href="https://example.org/a">Note</a> and https://example.org/b',
            ["https://example.org/a", "https://example.org/b"],
        ),
        (
            '<a href="https://example.org/long">https://example.org/l…</a>',
            ["https://example.org/long"],
        ),
        ('<A HREF="https://example.org/a">www.example.org/a</A >', ["https://example.org/a"]),
        ("Photos: https://example.org/b.", ["https://example.org/b"]),
    ],
    ids=["both", "shortened words of a link", "large letters", "text alone"],
)
def test_links_in_a_description_are_sources(description: str, addresses: list[str]) -> None:
    content = kml(f"<name>A</name>{STAMP}<description><![CDATA[{description}]]></description>")
    dataset = read_story(content, "x.kml").dataset
    assert dataset
    assert [source.URL for source in dataset.sources.values()] == addresses


def test_links_of_placemarks_stay_in_a_table_that_is_queried() -> None:
    description = "<description>&lt;a href='https://example.org/{0}'&gt;x&lt;/a&gt;</description>"
    placemarks = [f"<name>{n}</name>{STAMP}{description.format(n)}" for n in range(3)]
    rows = read_story(kml(*placemarks), "x.kml", records=2).rows
    assert rows
    assert rows.columns["url"] == [f"https://example.org/{n}" for n in range(3)]


# Waypoints ----------------------------------------------------------------------------------------


def test_track_is_one_event_at_its_first_point_and_that_is_said() -> None:
    points = "".join(
        f'<trkpt lat="{lat}" lon="7"><time>2019-02-2{lat}T10:00:00Z</time></trkpt>'
        for lat in (1, 2)
    )
    gpx = f"<gpx><trk><name>A</name><trkseg>{points}</trkseg></trk></gpx>"
    intake = read_story(gpx.encode(), "x.gpx")
    assert intake.dataset
    (event,) = intake.dataset.events.values()
    (place,) = intake.dataset.places.values()
    assert (event.date, place.lat, place.lon) == ("2019-02-21/2019-02-22", 1, 7)
    assert "paths_as_points" in codes(intake)


@pytest.mark.parametrize(
    ("gpx", "code"),
    [
        pytest.param("<gpx><wpt", "gpx_broken", id="broken"),
        pytest.param("<gpx></gpx>", "table_empty", id="empty"),
        pytest.param("<!DOCTYPE x><gpx/>", "xml_entities", id="document type"),
    ],
)
def test_gpx_that_holds_no_point_is_refused(gpx: str, code: str) -> None:
    assert codes(read_story(gpx.encode(), "x.gpx")) == {code}


# Layers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        pytest.param("[[https://example.org/a|El Diario]] wrote", "El Diario wrote", id="link"),
        pytest.param("[[https://example.org/a]]", "https://example.org/a", id="no words"),
        pytest.param("{{https://example.org/p.jpg|300}} A", "A", id="picture"),
        pytest.param("a **long** *march* of 2*3", "a long march of 2*3", id="emphasis"),
    ],
)
def test_marks_of_umap_are_removed(text: str, plain: str) -> None:
    assert _strip_umap_marks(text) == plain


# Projections --------------------------------------------------------------------------------------

NAMES = {
    "a name of OGC": ({"crs": {"properties": {"name": "urn:ogc:def:crs:EPSG::3116"}}}, "EPSG:3116"),
    "an address": (
        {"crs": {"properties": {"name": "http://www.opengis.net/def/crs/EPSG/0/3116"}}},
        "EPSG:3116",
    ),
    "a code": ({"crs": {"properties": {"code": 3116}}}, "EPSG:3116"),
    "an old code": ({"crs": {"properties": {"name": "EPSG:900913"}}}, "EPSG:3857"),
    "degrees": ({"crs": {"properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}}, ""),
    "an id of Esri": ({"spatialReference": {"wkid": 54009}}, "ESRI:54009"),
    "a newer id": ({"spatialReference": {"wkid": 102100, "latestWkid": 3857}}, "EPSG:3857"),
    "nothing": ({}, ""),
    "words": ({"crs": {"properties": {"name": "Plan of the city"}}}, "Plan of the city"),
}


@pytest.mark.parametrize(("document", "name"), NAMES.values(), ids=NAMES)
def test_projection_is_the_one_that_the_file_names(document: Mapping[str, Any], name: str) -> None:
    assert find_projection(dict(document)) == name


def test_points_in_metres_become_degrees() -> None:
    (point,) = unproject([(-8_071_208.5, 883_027.7)], "EPSG:3857") or [None]
    assert point == pytest.approx((-72.5049, 7.90745), abs=1e-3)


@pytest.mark.parametrize("name", ["Plan of the city", "EPSG:99999", "+proj=utm", ""])
def test_unknown_projection_gives_no_points(name: str) -> None:
    assert unproject([(1.0, 2.0)], name) is None


def geojson(name: str, *points: tuple[Any, Any]) -> bytes:
    features = []
    for number, point in enumerate(points):
        properties = {"date": "2019-02-22", "title": f"Event {number}"}
        geometry = {"type": "Point", "coordinates": point}
        features.append({"type": "Feature", "properties": properties, "geometry": geometry})
    crs = {"type": "name", "properties": {"name": name}}
    return json.dumps({"type": "FeatureCollection", "crs": crs, "features": features}).encode()


POINTS = {
    "unknown": ("Plan of the city", (1_172_832, 1_366_560), "projection_unknown"),
    "not named": ("", (1_172_832, 1_366_560), "coordinates_projected"),
}


@pytest.mark.parametrize(("name", "point", "code"), POINTS.values(), ids=POINTS)
def test_points_of_no_known_projection_are_said_and_not_drawn(
    name: str, point: tuple[float, float], code: str
) -> None:
    intake = read_story(geojson(name, point), "x.geojson")
    assert intake.dataset
    assert not intake.dataset.places
    assert code in codes(intake)


def test_degrees_stay_whatever_projection_a_file_names() -> None:
    dataset = read_story(geojson("EPSG:3857", (35.5, 33.9)), "x.geojson").dataset
    assert dataset
    (place,) = dataset.places.values()
    assert (place.lat, place.lon) == (33.9, 35.5)


COLUMNS = {
    "metres": ("X,Y", "1172832,1366560", {"coordinates_projected"}),
    "in Spanish": ("Este,Norte", "1172832,1366560", {"coordinates_projected"}),
    "degrees": ("X,Y", "35.5,33.9", set()),
    "beside degrees": ("X,Y,lat,lon", "1172832,1366560,33.9,35.5", set()),
}


@pytest.mark.parametrize(("header", "cells", "said"), COLUMNS.values(), ids=COLUMNS)
def test_columns_in_metres_are_said(header: str, cells: str, said: set[str]) -> None:
    intake = read_story(f"date,title,{header}\n2019-02-22,A,{cells}\n".encode(), "x.csv")
    assert codes(intake) & {"coordinates_projected"} == said


LATITUDES = {
    "metres": ("1372550,1156010", True),
    "typing error": ("354.47,12.5", False),
    "no decimal mark": ("48208174,163738190", False),
}


@pytest.mark.parametrize(("cells", "is_said"), LATITUDES.values(), ids=LATITUDES)
def test_latitudes_in_metres_are_said_once_and_kept(cells: str, is_said: bool) -> None:
    rows = "".join(f"2019-02-2{number},A{number},{cells}\n" for number in range(3))
    intake = read_story(f"fecha,titulo,latitud,longitud\n{rows}".encode(), "x.csv")
    assert intake.dataset
    assert ("coordinates_projected" in codes(intake)) == is_said
    assert bool(intake.dataset.other_columns.names) == is_said
    assert ("coordinate_range" in codes(intake)) != is_said


CELLS = {
    "EWKT": "SRID=3857;POINT(3951841.9 4015382.4)",
    "EWKB": shapely.to_wkb(
        shapely.set_srid(shapely.Point(3951841.9, 4015382.4), 3857), hex=True, include_srid=True
    ),
    "GeoJSON": '{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:3857"}},'
    '"coordinates":[3951841.9,4015382.4]}',
    "GeoJSON in degrees": '{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:4326"}},'
    '"coordinates":[35.5,33.9]}',
}


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)
def test_point_of_a_cell_is_read_in_the_projection_that_it_names(cell: str) -> None:
    rows = [("2024-03-04", "A", cell), ("2024-03-05", "B", cell)]
    dataset = read_story(table(("date", "title", "the_geom"), rows), "x.csv").dataset
    assert dataset
    (place,) = dataset.places.values()
    assert place.lat == pytest.approx(33.9, abs=1e-4)
    assert place.lon == pytest.approx(35.5, abs=1e-4)


def test_point_of_a_projection_that_nobody_knows_is_said() -> None:
    content = table(("date", "title", "lat"), [("2024-03-04", "A", "SRID=99999;POINT(1000 2000)")])
    intake = read_story(content, "x.csv")
    assert "not_a_number" in codes(intake)


# Objects ------------------------------------------------------------------------------------------


def test_objects_are_counted_from_one() -> None:
    content = json.dumps([{"date": "soon", "title": "A"}, {"date": "2019", "title": "B"}])
    intake = read_story(content.encode(), "x.json")
    (problem,) = intake.of_level("undated")
    assert str(problem).startswith("x.json, item 1, date:")
