"""A package: in a folder on a server, where all that is wrong stops the start, or as a workbook."""

import io
import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from components.export.packaging import package_workbook
from components.intake import ImportResult
from components.intake.package import example_package, files_in, load_dataset, read_package
from components.intake.problems import DataError
from components.intake.read import read_together
from components.story.dataset import Dataset
from tests.corpus.files import EVENTS, ROWS, WHOLE
from tests.support.cases import for_each
from tests.support.stories.own_tables import ods_of, ods_row
from tests.support.stories.uploads import book, package_files, read_story, rows_of, zipped


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


def test_what_is_no_fault_is_let_pass(folder: Path) -> None:
    places = folder / "places.csv"
    places.write_bytes(b"\xef\xbb\xbf" + places.read_bytes())
    (folder / "datapackage.json").write_text('{"version": "1.0.0", "title": "S"}')
    data = load_dataset(folder)
    assert "lima" in data.places
    assert (data.story.steps, data.created) == ((), None)


def test_all_problems_come_at_once_and_are_named_by_file_row_and_field(folder: Path) -> None:
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


def test_row_numbers_hold_when_a_cell_has_two_lines(folder: Path) -> None:
    (first,) = ROWS["claimants.csv"]
    rows = (first, first | {"id": "a", "name": "Two\nlines"}, {"id": "b", "voice": "?"})
    (folder / "claimants.csv").write_bytes(rows_of(*rows))
    # As a spreadsheet numbers it.
    assert {line.split(",")[1] for line in problems(folder)} == {" row 4"}


def test_a_fault_in_the_lesson_stops_the_start_by_step_and_field(folder: Path) -> None:
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


def test_the_template_opens_with_all_that_it_shows_and_its_presentation_keeps_its_schema() -> None:
    files = example_package()
    intake = read_story(zipped(files), "story.zip")
    assert intake.problems == ()
    data = intake.dataset
    assert [(k.id, k.symbol, k.colour) for k in data.kinds] == [
        ("flood", "circle", 2), ("relief", "cross", 4)]  # fmt: skip
    assert [e.id for e in data.presentation.extents] == ["quarter"]
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
           "corrections", "categories", "vocabularies", "pictures")  # fmt: skip


def opened_book(content: bytes, name: str = "mine.xlsx") -> ImportResult:
    return read_together([(name, content)])


def data_of(intake: ImportResult) -> Dataset:
    assert intake.dataset is not None, intake.problems
    return intake.dataset


def test_mending_the_sheet_opens_what_was_left_out_and_its_rows_keep_their_numbers() -> None:
    content = book(WHOLE | {"events": [*EVENTS, [], ["x", "", "Late", "Old mill", "", ""],
                                       ["y", "", "Later", "Old mill", "", ""]]})  # fmt: skip
    first = opened_book(content)
    assert [p.row for p in first.of_level("refused")] == [5, 6]
    mended = load_workbook(io.BytesIO(content))
    mended["events"]["A5"] = "2024-05-05"
    out = io.BytesIO()
    mended.save(out)
    again = opened_book(out.getvalue())
    assert [p.row for p in again.of_level("refused")] == [6]
    assert len(data_of(again).events) == len(data_of(first).events) + 1


def test_an_opendocument_workbook_is_a_whole_story_as_one_of_excel_is() -> None:
    """Its records are kept with the golden outputs."""
    sheets = {
        name: "".join(ods_row(*map(str, row)) for row in rows) for name, rows in WHOLE.items()
    }
    data = data_of(opened_book(ods_of(**sheets), "mine.ods"))
    same = data_of(opened_book(book(WHOLE)))
    assert (data.events, data.claims, data.sources) == (same.events, same.claims, same.sources)
    assert (data.presentation, data.vocabularies) == (same.presentation, same.vocabularies)
    assert same.presentation.region.many.en == "districts"
    assert all(data.vocabularies["measures"][c.measure].map for c in data.claims.values())


@for_each("name", ["example", "city", "centuries", "harbour", "lima", "piura"])
def test_a_package_written_as_a_workbook_opens_again_to_the_same_records(name: str) -> None:
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


def test_outlines_chosen_with_a_workbook_are_those_of_its_regions_and_its_ground() -> None:
    files = files_in(STORIES / "city")
    before = read_package(files, "city")
    chosen = [(f"{name}.geojson", files[f"geo/{name}.geojson"]) for name in ("regions", "ground")]
    after = read_together([*chosen, ("city.xlsx", package_workbook(files))])
    assert after.geo == before.geo
    assert data_of(after).place_regions == data_of(before).place_regions
