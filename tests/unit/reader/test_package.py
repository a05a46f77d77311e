"""A package: in a folder on a server, where all that is wrong stops the start, or as a workbook."""

import io
import json
from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from components.export.packaging import package_workbook
from components.i18n import i18n_for
from components.i18n.names import say
from components.intake import ImportResult
from components.intake.package import example_package, files_in, load_dataset, read_package
from components.intake.problems import DataError
from components.intake.read import read_together
from components.story.dataset import Dataset
from tests.corpus.files import ROWS
from tests.support.cases import for_each
from tests.support.stories.own_tables import ods_of, ods_row
from tests.support.stories.uploads import book, package_files, read_story, rows_of, zipped


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
Rows = Sequence[Sequence[Any]]
RECORDS = ("version", "created", "language", "sources", "events", "claims", "claimants",
           "citations", "topics", "places", "regions", "region_departments", "left_out",
           "corrections", "categories", "vocabularies", "pictures")  # fmt: skip
SETTINGS: Rows = [
    ["name", "value"], ["title", "The fire"], ["tagline", "One night in May"],
    ["period from", "2024-05-01"], ["period to", "2024-05-03"], ["region word", "district"],
    ["region words", "districts"], ["measure on the map", "Left their homes"],
]  # fmt: skip
EVENTS: Rows = [
    ["date", "end date", "title", "place", "kind", "source"],
    ["1 May 2024", "2024-05-02", "The fire begins", "Old mill", "Fire", "Gazette; Radio"],
    ["2024-05-03", "", "Rain", "Old mill", "Weather", "https://example.org/rain"],
]
FIGURES: Rows = [
    ["question", "measure", "value", "how exact", "who", "text", "date", "source", "paragraph",
     "event"],
    ["How many left?", "Left their homes", 120, "more than", "Fire brigade", "More than 120 left.",
     "2024-05-02", "gazette", 3, "The fire begins"],
    ["How many left?", "Left their homes", 90, "", "Town hall", "90 left.", "2024-05-02", "Radio",
     "", "The fire begins"],
]  # fmt: skip
QUESTIONS: Rows = [
    ["question", "status", "explanation"],
    ["How many left?", "explained", "They counted on two days."],
]
SOURCES: Rows = [
    ["id", "title", "author", "container", "date", "URL"],
    ["gazette", "Gazette", "Pérez, Ana; City desk", "The Gazette", "2024-05-04",
     "https://example.org/a"],
    ["", "Radio", "", "", "", ""],
]  # fmt: skip
PLACES: Rows = [["name", "lat", "lon", "country"], ["Old mill", 57.7, 11.9, "SE"]]
WHOLE: dict[str, Rows] = {
    "settings": SETTINGS, "events": EVENTS, "figures": FIGURES, "questions": QUESTIONS,
    "sources": SOURCES, "places": PLACES,
}  # fmt: skip


def opened_book(content: bytes, name: str = "mine.xlsx") -> ImportResult:
    return read_together([(name, content)])


def data_of(intake: ImportResult) -> Dataset:
    assert intake.dataset is not None, intake.problems
    return intake.dataset


def lines(intake: ImportResult) -> list[str]:
    return [say(problem, i18n_for("en")).line for problem in intake.problems]


def test_events_of_a_workbook_keep_their_times() -> None:
    rows: Rows = [
        ["date", "end date", "time", "title", "source"],
        [datetime(2024, 5, 1, 18, 7), "", "", "A", "Gazette"],
        ["1 May 2024", "", "6:07 pm", "B", "Gazette"],
        [datetime(2024, 5, 1), "", time(8, 30), "C", "Gazette"],
        ["2024-05-01 10:00", "2024-05-02", "", "D", "Gazette"],
        ["2024-05-01 10:00", "2024-05-01", "", "E", "Gazette"],
        ["2024-05-01", "", "dawn", "F", "Gazette"],
    ]
    sources: Rows = [SOURCES[0], ["gazette", "Gazette", "", "", "2024-05-04 10:00", ""]]
    intake = opened_book(book({**WHOLE, "events": rows, "sources": sources, "figures": []}))
    data = data_of(intake)
    said = {line for line in lines(intake) if "the hour is not" in line}
    assert said == {
        "events, row 5, date: 2024-05-01 10:00: the day is read, the hour is not.",
        "events, row 7, time: dawn: the day is read, the hour is not.",
    }
    assert {event.title: event.date for event in data.events.values()} == {
        "A": "2024-05-01T18:07", "B": "2024-05-01T18:07", "C": "2024-05-01T08:30:00",
        "D": "2024-05-01/2024-05-02", "E": "2024-05-01T10:00", "F": "2024-05-01"}  # fmt: skip
    assert data.sources["gazette"].custom.issued_edtf == "2024-05-04"


def test_a_source_of_a_workbook_is_one_with_and_without_its_link_and_two_with_two() -> None:
    link = "https://example.org/"
    rows: Rows = [["date", "title", "source", "link"],
                  ["2024-05-01", "A", "Radio", ""], ["2024-05-02", "B", "Radio", f"{link}1"],
                  ["2024-05-03", "C", "Radio", f"{link}2"]]  # fmt: skip
    data = data_of(opened_book(book({"events": rows, "settings": SETTINGS})))
    a, b, c = (data.sources[one.source_id] for one in data.citations)
    assert a is b is not c
    assert (a.title, a.URL, c.title, c.URL) == ("Radio", f"{link}1", "Radio", f"{link}2")


def test_several_sources_of_a_row_are_those_that_other_rows_name_by_themselves() -> None:
    rows: Rows = [["date", "title", "source"], ["2024-05-01", "A", "Radio; Gazette; Radio"],
                  ["2024-05-02", "B", "Gazette"], ["2024-05-03", "C", "Radio"],
                  ["2024-05-04", "D", "Radio; a note"]]  # fmt: skip
    for sheets in ({"events": rows, "settings": SETTINGS}, {"events": rows}):
        data = data_of(opened_book(book(sheets)))
        titles = [[data.sources[one.source_id].title for one in data.citations_of(event.id)]
                  for event in data.events.values()]  # fmt: skip
        assert titles == [["Radio", "Gazette"], ["Gazette"], ["Radio"], ["Radio; a note"]]


def test_places_that_only_events_name_are_those_of_a_table() -> None:
    rows: Rows = [
        ["date", "title", "place", "lat", "lon", "country", "source"],
        ["2024-05-01", "A", "Old mill", "57°42'N", "11°54'E", "se", "Radio"],
        ["2024-05-02", "B", "Old mill", "", "", "se", "Radio"],
        ["2024-05-03", "C", "", 57.5, 11.5, "", "Radio"],
        ["2024-05-04", "D", "Shore", 570, 11.5, "", "Radio"],
    ]
    intake = opened_book(book({"events": rows, "settings": SETTINGS}))
    data = data_of(intake)
    places = [data.places[event.place_id] for event in data.events.values()]
    assert [(p.name, p.lat, p.lon, p.country) for p in places] == [
        *[("Old mill", 57.7, 11.9, "SE")] * 2,
        ("57.5, 11.5", 57.5, 11.5, "ZZ"), ("Shore", None, None, "ZZ")]  # fmt: skip
    assert any(line.startswith("events, row 5, lat: 570 is beyond") for line in lines(intake))


def test_a_workbook_in_plain_words_is_a_whole_story() -> None:
    intake = opened_book(book(WHOLE))
    data = data_of(intake)
    assert intake.of_level("stop", "refused", "undated", "part") == ()
    assert (data.title, data.presentation.tagline.en, data.language) == (
        "The fire", "One night in May", "en")  # fmt: skip
    assert str(data.presentation.period.end) == "2024-05-03"
    assert data.presentation.region.many.en == "districts"
    fire, rain = data.events.values()
    assert (fire.date, data.places[fire.place_id].lat) == ("2024-05-01/2024-05-02", 57.7)
    assert [kind.name for kind in data.kinds] == ["Fire", "Weather"]
    more, flat = data.claims.values()
    assert (more.value_low, more.value_high, more.qualifier) == (120, None, "more_than")
    assert (flat.value_low, flat.value_high, flat.qualifier) == (90, 90, "exact")
    assert {data.topics[c.topic_id].question for c in (more, flat)} == {"How many left?"}
    assert (data.claimants[more.claimant_id].name, more.event_id) == ("Fire brigade", fire.id)
    assert data.vocabularies["measures"][more.measure].map
    cited = {(c.record_id, data.sources[c.source_id].title, c.locator) for c in data.citations}
    assert cited == {
        (fire.id, "Gazette", None), (fire.id, "Radio", None), (more.id, "Gazette", 3),
        (flat.id, "Radio", None), (rain.id, "https://example.org/rain", None),
    }  # fmt: skip
    gazette = data.sources["gazette"].csl()
    assert gazette["author"] == [{"family": "Pérez", "given": "Ana"}, {"literal": "City desk"}]
    assert (gazette["container-title"], gazette["custom"]["issued_edtf"]) == (
        "The Gazette", "2024-05-04")  # fmt: skip


def test_whether_sources_differ_is_never_guessed() -> None:
    unsaid = [[question, why] for question, _, why in QUESTIONS]
    (stop,) = opened_book(book(WHOLE | {"questions": unsaid})).of_level("stop")
    assert (stop.code, stop.sheet, stop.params["columns"]) == (
        "columns_missing", "questions", "status")  # fmt: skip
    without = {name: rows for name, rows in WHOLE.items() if name != "questions"}
    refused = opened_book(book(without)).of_level("refused")
    assert {(one.sheet, one.value) for one in refused} >= {("figures", "how-many-left")}


def test_problems_name_sheet_row_column_and_remedy() -> None:
    events = [
        ["Fires of our town"], *EVENTS, [],
        ["some day", "", "No day", "Old mill", "Fire", "Gazette"],
        ["2024-05-04", "", "Nowhere", "New mill", "Fire", "Gazette"],
    ]  # fmt: skip
    figures = [*FIGURES, [*FIGURES[1][:-1], "A flood"]]
    settings = [*SETTINGS, ["colour of the sea", "blue"]]
    said = lines(opened_book(book(WHOLE | {"events": events, "figures": figures,
                                      "settings": settings})))  # fmt: skip
    for start in (
        "events, row 6, date: some day", "events, row 7, place: ", "figures, row 4, event: ",
        "settings, row 9: colour of the sea is no setting",
    ):  # fmt: skip
        assert any(line.startswith(start) for line in said), (start, said)
    assert not any("csv" in line for line in said), said


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


def test_a_spanish_workbook_of_one_language_is_marked_as_such() -> None:
    data = data_of(opened_book(book({
        "ajustes": [["nombre", "valor"], ["título", "El incendio"], ["región", "barrio"]],
        "eventos": [["fecha", "título", "lugar", "fuente"],
                    ["2024-05-01", "Empieza el incendio", "El molino", "Gaceta"]],
        "fuentes": [["título", "enlace"], ["Gaceta", "https://example.org/a"]],
    })))  # fmt: skip
    assert (data.title, data.language, data.presentation.region.one.es) == (
        "El incendio", "es", "barrio")  # fmt: skip
    (event,) = data.events.values()
    assert event.date_note == "Como la da la tabla."


def test_an_opendocument_workbook_is_one_too() -> None:
    sheets = {
        name: "".join(ods_row(*map(str, row)) for row in rows) for name, rows in WHOLE.items()
    }
    data = data_of(opened_book(ods_of(**sheets), "mine.ods"))
    same = data_of(opened_book(book(WHOLE)))
    assert (data.events, data.claims, data.sources) == (same.events, same.claims, same.sources)


def test_the_title_is_the_first_row_above_the_table_and_never_the_files_name() -> None:
    sheets = {"events": [["Fires of our town"], [], *EVENTS], "sources": SOURCES}
    assert data_of(opened_book(book(sheets))).title == "Fires of our town"
    untitled = opened_book(book({"events": EVENTS, "sources": SOURCES}))
    assert data_of(untitled).title == "Untitled story"
    assert any("the story has no title" in line for line in lines(untitled))


def test_a_workbook_with_events_alone_is_a_table_of_events() -> None:
    intake = opened_book(book({"events": EVENTS, "how to fill it in": [["column"], ["date"]]}))
    assert intake.layout is not None


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


@pytest.mark.parametrize(
    ("sheet", "rows"),
    [
        ("settings", [["name", "value"], ["title x", "y"], ["period", "z"], ["a " * 900, "b"]]),
        ("settings", [["x"], ["period 1 2", "y"], ["region", "12"], ["extents 1", "q"]]),
        ("sources", [["title", "custom x 1", "issued 1", "author 2"], ["T", "u", "v", "w"]]),
        ("sources", [["id"], ["?"], ["!"], [""]]),
        ("citations", [["record", "source"], ["Rain", "?"], ["?", "gazette"]]),
        ("figures", [["value"], ["many"], [3]]),
    ],
)
def test_odd_sheets_are_said_and_raise_nothing(sheet: str, rows: Rows) -> None:
    intake = opened_book(book(WHOLE | {sheet: rows}))
    assert intake.problems
    assert all(lines(intake))


def test_outlines_chosen_with_a_workbook_are_those_of_its_regions_and_its_ground() -> None:
    files = files_in(STORIES / "city")
    before = read_package(files, "city")
    chosen = [(f"{name}.geojson", files[f"geo/{name}.geojson"]) for name in ("regions", "ground")]
    after = read_together([*chosen, ("city.xlsx", package_workbook(files))])
    assert after.geo == before.geo
    assert data_of(after).place_regions == data_of(before).place_regions
