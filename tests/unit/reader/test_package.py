"""A package on a server: read whole, or everything that is wrong with it stops the start."""

import json
from pathlib import Path

import pytest

from components.intake.package import load_dataset
from components.intake.problems import DataError
from tests.corpus.files import ROWS
from tests.support.opened import read_story
from tests.support.stories.uploads import package_files, rows_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small sound package in a folder, to be broken in one place."""
    files = package_files(**{file.replace(".", "_"): rows_of(*rows) for file, rows in ROWS.items()})
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def problems(folder: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        load_dataset(folder)
    assert str(caught.value) == "\n".join(map(str, caught.value.problems))
    return list(map(str, caught.value.problems))


def test_a_sound_package_is_read_whole(folder: Path) -> None:
    data = load_dataset(folder)
    assert (data.version, data.title) == ("1.2.0", "The flood")
    claim = data.claims["cl-one"]
    assert (claim.value_low, claim.value_high, claim.period) == (120, 120, None)
    assert [c.locator for c in data.citations] == [2, 2]
    assert data.regions_of(data.events["ev-one"]) == {"north"}


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
        "minutes: “-1” is out of bounds",
        "text.en: “ev-nowhere” is not an id in the data",
    ):
        assert any(line.startswith(f"story.json, step 1, {start}") for line in said), said


def test_the_template_opens_with_all_that_it_shows_and_its_presentation_keeps_its_schema() -> None:
    from components.export.packaging import zipped as packed
    from components.intake.package import example_package as template

    files = template()
    intake = read_story(packed(files), "story.zip")
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
