"""Packages, workbooks and files chosen together, as reporters have them: read, or refused and why.

On a server all that is wrong stops the start.
"""

import io
import json
from pathlib import Path

import geopandas
import pytest
import shapely
from openpyxl import load_workbook

from components.export.packaging import package_workbook
from components.export.view_files import file_bytes
from components.intake import ImportResult
from components.intake.companions import may_be_companion
from components.intake.corrections import correct_table
from components.intake.package import read_package
from components.intake.package_folders import example_package, files_in, load_dataset
from components.intake.problems import DataError
from components.intake.read import read_hosted, read_together
from components.query.view import View
from components.story.dataset import Dataset
from components.story.ground_data import build_basemap
from tests.corpus.files import EVENTS, ROWS, WHOLE
from tests.support.stories.own_tables import google_sheet, ods_of, ods_row, zotero
from tests.support.stories.uploads import (
    book,
    fixture,
    package_files,
    read_story,
    rows_of,
    table,
    zipped,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small sound package in a folder, to be broken in one place."""
    files = package_files(**{file: rows_of(*rows) for file, rows in ROWS.items()})
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def problems(folder: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        load_dataset(folder)
    assert str(caught.value) == "\n".join(map(str, caught.value.problems))
    return list(map(str, caught.value.problems))


def test_package_with_a_bom_and_a_minimal_descriptor_loads(folder: Path) -> None:
    places = folder / "places.csv"
    places.write_bytes(b"\xef\xbb\xbf" + places.read_bytes())
    (folder / "datapackage.json").write_text('{"version": "1.0.0", "title": "S"}')
    data = load_dataset(folder)
    assert "lima" in data.places
    assert (data.story.steps, data.created) == ((), None)


def test_all_problems_are_reported_with_file_row_and_field(folder: Path) -> None:
    for file, cell in (
        ("events.csv", {"date": "some day"}),
        ("claims.csv", {"qualifier": "roughly"}),
        ("places.csv", {"lat": "north"}),
    ):
        (folder / file).write_bytes(rows_of(ROWS[file][0] | cell))
    said = problems(folder)
    for start in ("events.csv, row 2, date: some day", "claims.csv, row 2, qualifier: roughly",
                  "places.csv, row 2, lat: north"):  # fmt: skip
        assert any(line.startswith(start) for line in said), said


def test_row_numbers_count_a_cell_of_two_lines_once(folder: Path) -> None:
    (first,) = ROWS["claimants.csv"]
    rows = (first, first | {"id": "a", "name": "Two\nlines"}, {"id": "b", "voice": "?"})
    (folder / "claimants.csv").write_bytes(rows_of(*rows))
    # As a spreadsheet numbers it.
    assert {line.split(",")[1] for line in problems(folder)} == {" row 4"}


def test_faulty_lesson_stops_the_start_with_step_and_field(folder: Path) -> None:
    told = {"en": "On {ev-nowhere}.", "es": ""}
    view = {"extent": "country", "from": "2024-05-01", "to": "2024-05-02"}
    step = {"id": "one", "minutes": -1, "headline": told, "text": told, "notes": told, "view": view}
    (folder / "story.json").write_text(json.dumps({"title": told, "lesson": [step]}))
    said = problems(folder)
    for start in (
        "minutes: “-1” is not a whole number from 1 to 120",
        "text.en: “ev-nowhere” is not an id in the data",
    ):
        assert any(line.startswith(f"story.json, step 1, {start}") for line in said), said


def test_template_package_opens_and_its_presentation_fits_its_schema() -> None:
    files = example_package()
    intake = read_story(zipped(files), "story.zip")
    assert intake.problems == ()
    data = intake.dataset
    assert [(kind.id, kind.symbol, kind.colour) for kind in data.kinds] == [
        ("flood", "circle", 2), ("relief", "cross", 4)]  # fmt: skip
    assert [extent.id for extent in data.presentation.extents] == ["quarter"]
    assert data.presentation.method.keys() == {"scope", "not-known"}
    assert [term.name.es for term in data.presentation.terms] == ["el barrio"]
    schema = json.loads(files["presentation.schema.json"])
    shown = json.loads(files["presentation.json"])
    assert set(shown) <= set(schema["properties"])
    assert schema["properties"].keys() >= {"title", "tagline", "period", "zooms", "extents"}
    parts = schema["properties"]["method"]["propertyNames"]["enum"]
    assert set(shown["method"]) < set(parts), "an editor that knows the schema offers the parts"


STORIES = Path(__file__).parents[2] / "fixtures" / "stories"
RECORDS = ("version", "created", "language", "sources", "events", "claims", "claimants",
           "citations", "topics", "places", "regions", "region_departments", "left_out",
           "corrections", "categories", "vocabularies", "pictures", "statements")  # fmt: skip


def opened_book(content: bytes, name: str = "mine.xlsx") -> ImportResult:
    return read_together([(name, content)])


def data_of(intake: ImportResult) -> Dataset:
    assert intake.dataset is not None, intake.problems
    return intake.dataset


def test_corrected_sheet_opens_more_rows_with_the_same_numbers() -> None:
    content = book(WHOLE | {"events": [*EVENTS, [], ["x", "", "Late", "Old mill", "", ""],
                                       ["y", "", "Later", "Old mill", "", ""]]})  # fmt: skip
    first = opened_book(content)
    assert [problem.row for problem in first.of_level("refused")] == [5, 6]
    mended = load_workbook(io.BytesIO(content))
    mended["events"]["A5"] = "2024-05-05"
    out = io.BytesIO()
    mended.save(out)
    again = opened_book(out.getvalue())
    assert [problem.row for problem in again.of_level("refused")] == [6]
    assert len(data_of(again).events) == len(data_of(first).events) + 1


def test_opendocument_workbook_gives_the_story_of_the_excel_one() -> None:
    """Its records are kept with the golden outputs."""
    sheets = {
        name: "".join(ods_row(*map(str, row)) for row in rows) for name, rows in WHOLE.items()
    }
    data = data_of(opened_book(ods_of(**sheets), "mine.ods"))
    same = data_of(opened_book(book(WHOLE)))
    assert (data.events, data.claims, data.sources) == (same.events, same.claims, same.sources)
    assert (data.presentation, data.vocabularies) == (same.presentation, same.vocabularies)
    assert same.presentation.region.many.en == "districts"
    assert all(data.vocabularies["measures"][claim.measure].map for claim in data.claims.values())


def test_events_of_a_workbook_are_read_as_those_of_a_table() -> None:
    rows = [
        ["Year", "Month", "Title", "Summary", "Place", "Coordinates", "Country", "Source", "Link",
         "Accessed", "Deaths", "citations", "cited_as"],
        ["2024", "May", "A", "It fell.", "Old mill", "57.7, 11.9", "Sweden", "https://a.org/1", "",
         "", "3", "", ""],
        ["2024", "6", "B", "", "Old mill", "57,7; 11,9", "se", "Gazette", "no link", "x", "", "",
         ""],
        ["2024", "7", "C", "", "", "", "", "Wire", "https://a.org/2", "2024-08-01", "", "", ""],
        ["2024", "8", "D", "", "", "", "", "Wire", "https://a.org/3", "", "", "", ""],
        ["2024", "", "E", "", "", "", "", "Wire", "", "", "", "", ""],
        ["2024", "", "F", "", "", "", "", "", "", "", "", "desk:2; radio (context)", "Desk; Radio"],
    ]  # fmt: skip

    def told(intake: ImportResult) -> list[object]:
        data = data_of(intake)
        return [
            [
                (event.title, event.date, event.summary, event.place_id)
                for event in data.events.values()
            ],
            [(place.name, place.lat, place.lon, place.country) for place in data.places.values()],
            [
                (source.id, source.title, source.URL, source.to_csl().get("accessed"))
                for source in data.sources.values()
            ],
            [(citation.source_id, citation.locator, citation.role) for citation in data.citations],
            [
                (problem.code, problem.row, problem.column, problem.value, problem.level)
                for problem in intake.of_level("part")
            ],
        ]

    alone = read_together([("mine.csv", table(rows[0], rows[1:]))])
    whole = opened_book(book({"events": rows, "settings": [["title", "mine"]]}))
    assert told(whole) == told(alone)
    assert "It fell. – Deaths: 3" in {event.summary for event in data_of(whole).events.values()}


@pytest.mark.parametrize(
    ("country", "code", "problem_codes"),
    [("Canada", "CA", []), ("Canadá", "CA", []), ("ca", "CA", []), ("Atlantis", "ZZ", ["country"])],
)
def test_place_of_a_workbook_is_kept_whatever_its_country_is_called(country, code, problem_codes):
    places = [["name", "lat", "lon", "country"], ["Old mill", "57.7", "11.9", country]]
    intake = opened_book(book(WHOLE | {"places": places}))
    (place,) = [each for each in data_of(intake).places.values() if each.name == "Old mill"]
    assert place.country == code
    assert [each.code for each in intake.problems if each.column == "country"] == problem_codes


@pytest.mark.parametrize(
    ("low", "high", "qualifier"), [("40", "60", "range"), ("40", "40", "exact")]
)
def test_two_numbers_without_a_word_are_a_range_where_they_differ(low, high, qualifier):
    figures = [
        ["question", "measure", "value_low", "value_high", "who", "text", "date", "source"],
        ["How many left?", "Left their homes", low, high, "Town hall", "Some left.", "2024-05-02",
         "Radio"],
    ]  # fmt: skip
    intake = opened_book(book(WHOLE | {"figures": figures}))
    (claim,) = data_of(intake).claims.values()
    assert (claim.value_low, claim.value_high, claim.qualifier) == (int(low), int(high), qualifier)


def test_problems_of_a_workbook_are_reported_once_with_its_column_names() -> None:
    events = [
        ["id", "date", "title", "source"], ["ev-1", "2020-05-04", "One", "Wire"],
        ["ev-1", "2020-05-05", "Two", "Wire"], ["", "2020-05-06", "", "Wire"],
    ]  # fmt: skip
    figures = [["event", "measure", "value", "people"], ["One", "deaths", "3", "all"]]
    intake = opened_book(book({"events": events, "figures": figures}))
    said = [
        (problem.sheet, problem.row, problem.column, problem.code)
        for problem in intake.of_level("refused")
    ]
    assert sorted(said) == [
        ("events", 3, "id", "duplicate_id"), ("events", 4, "id", "empty"),
        ("events", 4, "title", "empty"),
    ]  # fmt: skip
    (gone,) = (problem for problem in intake.problems if problem.code == "columns_missing")
    said = gone.params["columns"], gone.value
    assert said == ("who, statement", "event, measure, value, people")


def test_a_workbook_with_events_alone_is_a_table_of_events() -> None:
    intake = opened_book(book({"events": EVENTS, "how to fill it in": [["column"], ["date"]]}))
    assert intake.layout is not None


@pytest.mark.parametrize("name", ["example", "city", "centuries", "harbour", "lima", "piura"])
def test_package_saved_as_a_workbook_opens_to_the_same_records(name: str) -> None:
    files = example_package() if name == "example" else files_in(STORIES / name)
    before = data_of(read_package(files, name))
    pictures = [(Path(path).name, files[path]) for path in files if "pictures/" in path]
    intake = read_together([("book.xlsx", package_workbook(files)), *pictures])
    after = data_of(intake)
    assert intake.of_level("stop", "refused", "undated", "part") == ()
    for part in RECORDS:
        assert getattr(after, part) == getattr(before, part), part
    assert after.about.description == before.about.description
    shown = {"title": after.presentation.title}
    assert after.presentation == before.presentation.model_copy(update=shown)
    assert after.presentation.title.en == (before.presentation.title.en or before.title)


def test_outlines_opened_with_a_workbook_are_its_regions_and_basemap() -> None:
    files = files_in(STORIES / "city")
    before = read_package(files, "city")
    chosen = [(f"{name}.geojson", files[f"geo/{name}.geojson"]) for name in ("regions", "ground")]
    after = read_together([*chosen, ("city.xlsx", package_workbook(files))])
    assert after.geo == before.geo
    assert data_of(after).place_regions == data_of(before).place_regions


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
        event.title: [
            data.sources[citation.source_id].title for citation in data.citations_of(event.id)
        ]
        for event in data.events.values()
    }


def test_outlines_opened_with_a_table_are_its_basemap() -> None:
    rows = [("2019-03-01", "One", "7.9", "-72.5")]
    events = ("events.csv", table(("date", "title", "lat", "lon"), rows))
    coded = outlines(square(-73, 7, id="CO"), square(-72, 7, properties={"code": "VE"}))
    plain = outlines(square(-73, 7))
    intake = read_together([("regions.geojson", plain), events, ("land.geojson", coded)])
    assert set(intake.geo) == {"regions-2", "land"}
    assert set(intake.files) == {"geo/regions-2.geojson", "geo/land.geojson"}
    ground = build_basemap(intake.dataset, intake.geo)
    assert (set(ground.countries), len(ground.uncoded)) == ({"CO", "VE"}, 1)
    # Without its own, the ground is the country in which its places lie, and those around.
    alone = read_together([events])
    base = build_basemap(alone.dataset, alone.geo)
    assert "CO" in base.apart
    assert {"CO", "VE"} <= set(base.countries)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"features": 3}', b"\xff\xfe\x00"])
def test_broken_outlines_or_sources_are_refused_as_a_table(content: bytes) -> None:
    for name in ("x.geojson", "Item Type.csv"):
        intake = read_together([(name, content)])
        assert intake.dataset is None
        assert intake.problems


def test_companion_file_is_recognised_by_its_first_line() -> None:
    assert may_be_companion(zotero(), "Mi biblioteca.csv")
    assert not may_be_companion(google_sheet(), "x.csv")
    assert may_be_companion(b"{}", "x.geojson")
    assert not may_be_companion(zotero(), "x.xlsx")


def test_hosted_folder_has_a_table_sources_column_map_and_outlines(
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


def test_links_of_workbook_cells_are_read_and_kept_by_corrections() -> None:
    rows = [["Our log"], [], HEAD, ["2020-08-04", "Blast", "Port", "LBC"],
            ["soon", "Fire", "Port", "AFP"], ["2020-08-06", "Bad", "", "X"]]  # fmt: skip
    site = "https://example.org/"
    links = {"B4": f"{site}no", "D4": f"{site}lbc", "B5": f"{site}afp", "D6": "javascript:alert(1)"}
    content = book({"Log": rows}, links)
    _, found = opened("log.xlsx", content)
    (undated,) = found.undated
    assert undated.row == 5
    data, again = opened("log.csv", correct_table(found, {5: {0: "2020-08-05"}}))
    assert [one.URL for one in data.sources.values()] == [f"{site}lbc", f"{site}afp", None]
    # A row keeps its number, whatever stood above it.
    assert [number for number, _ in again.sheets[0].rows] == [4, 5, 6]


def test_a_calendar_is_a_table_of_its_entries() -> None:
    data, _ = opened("c.ics", fixture("calendar.ics"))
    assert [(event.date, event.title) for event in data.events.values()] == [
        ("2020-08-04T18:07Z", "Blast, huge"), ("2020-08-05/2020-08-06", "The sea rch")]  # fmt: skip
    assert [(place.lat, place.lon) for place in data.places.values()] == [(33.9, 35.5)]


@pytest.mark.parametrize(
    ("name", "title"), [("sources.ris", "Blast"), ("sources.bib", "The Blast of été")]
)
def test_sources_are_read_from_a_bibliography(name: str, title: str) -> None:
    rows = [("2020-08-05", "Event", "", "https://example.org/x")]
    data, found = opened("t.csv", table(HEAD, rows), (name, fixture(name)))
    (citation,) = data.citations
    source = data.sources[citation.source_id]
    assert (source.title, source.custom.issued_edtf) == (title, "2020-08-05")
    assert [one["family"] for one in source.to_csl()["author"]] == ["Doe", "Roe"]
    assert "sources_beside" in {problem.code for problem in found.problems}


@pytest.mark.parametrize("ending", ["ris", "bib"])
def test_written_bibliography_can_be_read_again(ending: str) -> None:
    found = read_together([(f"s.{ending}", file_bytes(f"bibliography.{ending}", View(), "en"))])
    assert len(found.sources) > 20
    assert all(source.title for source in found.sources)


def test_zipped_shapefile_of_polygons_is_a_basemap(tmp_path: Path) -> None:
    """One of points is a table: kept with the golden outputs."""
    port = shapely.Point(732000, 3754000).buffer(500)
    frame = geopandas.GeoDataFrame({"name": ["Port"]}, geometry=[port], crs=32636)
    frame.to_file(tmp_path / "port.shp")
    areas = zipped({f"maps/{path.name}": path.read_bytes() for path in tmp_path.iterdir()})
    _, found = opened("t.csv", table(HEAD, [("2020", "Blast", "", "AFP")]), ("areas.zip", areas))
    assert list(found.geo) == ["port"]


@pytest.mark.parametrize("inside", [b"", b"<OGRVRTDataSource></OGRVRTDataSource>", b"\0\0\x27\x0a"])
def test_invalid_shapefile_is_refused(inside: bytes) -> None:
    assert read_together([("x.zip", zipped({"x.shp": inside}))]).dataset is None
