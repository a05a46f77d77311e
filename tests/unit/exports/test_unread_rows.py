"""Rows of a reader's file that are not shown are in the workbook to edit, as they were typed."""

import io

import pytest
from openpyxl import load_workbook

from components.export.view_files import PACKAGE_WORKBOOK, file_bytes
from components.i18n import Language
from components.intake import ImportResult
from components.intake.read import read_together
from components.query.view import View
from tests.support.stories.uploads import book

TABLE = (
    "date,title,place,weapon,weapon\n"
    "2019-01-02,Shown,Cúcuta,rifle,\n"
    "s/f,Without a day,Ureña,=1+1,knife\n"
    "2019-01-02,Shown,Cúcuta,rifle,\n"
    ",Without anything,,,\n"
)
STORY_SHEETS = {
    "events": [
        ["date", "title", "place"],
        ["2019-01-02", "Shown", "the-pier"],
        ["2019-01-03", "Left out", "the-narrows"],
    ],
    "places": [["id", "name", "lat", "lon"], ["the-pier", "Pier", 1.5, 2.5]],
    "figures": [
        ["date", "measure", "value", "who", "statement", "source"],
        ["2019-01-02", "dead", "many", "police", "Many died", "A report"],
    ],
    "questions": [["what"], ["Who opened the pier?"]],
    "settings": [["title", "The pier"]],
}


def opened(name: str, content: bytes) -> ImportResult:
    return read_together([(name, content)])


def workbook_of(intake: ImportResult, language: Language = "en") -> bytes:
    return file_bytes(PACKAGE_WORKBOOK, View(), language, opened=intake)


def unread_rows(content: bytes, name: str = "not read") -> list[list[object]]:
    """Return the rows of the sheet below its line on how to show them."""
    _, *rows = load_workbook(io.BytesIO(content))[name].values
    return [list(row) for row in rows]


def with_events(content: bytes, *cells: dict[str, str]) -> bytes:
    """Return a workbook with further rows in its sheet of events."""
    workbook = load_workbook(io.BytesIO(content))
    events = workbook["events"]
    header = [cell.value for cell in events[1]]
    for row in cells:
        events.append([row.get(column) for column in header])
    changed = io.BytesIO()
    workbook.save(changed)
    return changed.getvalue()


@pytest.fixture(scope="module")
def table() -> ImportResult:
    return opened("x.csv", TABLE.encode())


@pytest.fixture(scope="module")
def story() -> ImportResult:
    return opened("story.xlsx", book(STORY_SHEETS))


def test_every_row_of_a_table_is_an_event_or_not_read(table):
    rows = unread_rows(workbook_of(table))
    assert len(rows) - 1 + len(table.dataset.events) == table.total.read == 4
    assert [row[:2] for row in rows[1:]] == [["x.csv", 3], ["x.csv", 4], ["x.csv", 5]]


def test_cells_are_as_they_were_typed_under_their_headers(table):
    header, first, *_ = unread_rows(workbook_of(table))
    assert header[:2] == ["table", "row"]
    assert header[3:] == ["date", "title", "place", "weapon", "weapon"]
    assert first[3:] == ["s/f", "Without a day", "Ureña", "=1+1", "knife"]


def test_problem_stands_beside_its_row(table):
    _, undated, duplicate, _ = unread_rows(workbook_of(table))
    assert undated[2].startswith("date: ")
    assert "the same as row 2" in duplicate[2]


def test_sheet_has_the_name_of_its_language(table):
    header, *rows = unread_rows(workbook_of(table, "es"), "no leídas")
    assert header[1:3] == ["fila", "problemas"]
    assert len(rows) == 3


def test_rows_of_several_sheets_share_a_sheet(story):
    _, event, figure, _ = unread_rows(workbook_of(story))
    assert event[:2] == ["events", 3]
    assert event[3:6] == ["2019-01-03", "Left out", "the-narrows"]
    assert figure[:2] == ["figures", 2]
    assert "many" in figure[3:]


def test_table_that_is_not_read_at_all_has_all_its_rows_there(story):
    (problem,) = story.of_level("stop")
    assert (problem.sheet, problem.row) == ("questions", None)
    *_, question = unread_rows(workbook_of(story))
    assert question[:2] == ["questions", 2]
    assert question[-1] == "Who opened the pier?"


@pytest.mark.parametrize("language", ["en", "es"])
def test_workbook_opens_again_with_the_rows_listed_as_left_out(table, language):
    again = opened("again.xlsx", workbook_of(table, language))
    assert [again.dataset.events[key].title for key in again.dataset.events] == ["Shown"]
    unread = [problem for problem in again.problems if problem.code == "row_unread"]
    assert [problem.row for problem in unread] == [3, 4, 5]
    assert again.total.refused == 3
    assert "sheets_not_tables" not in {problem.code for problem in again.problems}


@pytest.mark.parametrize("name", ["table", "story"])
def test_second_workbook_has_the_same_rows_with_their_first_places(name, request):
    first = workbook_of(request.getfixturevalue(name))
    second = workbook_of(opened("again.xlsx", first))
    assert unread_rows(second) == unread_rows(first)


LONG_NUMBER = "9" * 400


@pytest.mark.parametrize(
    ("written_row", "kept_row"), [("12", 12), (LONG_NUMBER, LONG_NUMBER), ("2b", "2b")]
)
def test_row_number_that_is_none_stays_as_it_was_typed(written_row, kept_row):
    sheets = STORY_SHEETS | {
        "not read": [["table", "row", "problems", "date"], ["events", written_row, "", "s/f"]]
    }
    rows = unread_rows(workbook_of(opened("story.xlsx", book(sheets))))
    assert kept_row in [row[1] for row in rows]


def test_row_without_a_former_problem_is_listed_in_a_whole_sentence():
    sheets = STORY_SHEETS | {
        "not read": [["table", "row", "problems", "date"], ["events", "3", "", "s/f"]]
    }
    again = opened("story.xlsx", book(sheets))
    (unread,) = [problem for problem in again.problems if problem.code == "row_unread"]
    assert unread.value == "–"


def test_row_that_was_moved_into_its_sheet_is_an_event_again(story):
    made = load_workbook(io.BytesIO(workbook_of(story)))
    header = [cell.value for cell in made["events"][1]]
    moved = dict.fromkeys(header) | {
        "date": "2019-01-03",
        "title": "Corrected",
        "category": "Events",
    }
    made["events"].append(list(moved.values()))
    made["not read"].delete_rows(2)
    content = io.BytesIO()
    made.save(content)
    again = opened("again.xlsx", content.getvalue())
    assert sorted(event.title for event in again.dataset.events.values()) == ["Corrected", "Shown"]
    assert [row[0] for row in unread_rows(workbook_of(again))[1:]] == ["figures", "questions"]


def test_workbook_of_a_story_without_problems_has_no_such_sheet():
    intake = opened("x.csv", b"date,title\n2019-01-02,A\n")
    assert "not read" not in load_workbook(io.BytesIO(workbook_of(intake))).sheetnames


@pytest.mark.parametrize(
    ("language", "name", "words"),
    [("en", "not read", "date and title alone"), ("es", "no leídas", "solo necesita date y title")],
)
def test_line_above_the_rows_says_what_to_fill(table, language, name, words):
    workbook = load_workbook(io.BytesIO(workbook_of(table, language)))
    first_row, *_ = workbook[name].values
    assert words in first_row[0]
    assert set(first_row[1:]) == {None}


def test_row_that_is_moved_needs_date_and_title_alone(table):
    moved = {"date": "2019-05-02", "title": "Without a day"}
    result = opened("again.xlsx", with_events(workbook_of(table), moved))
    event = result.dataset.events["ev-without-a-day"]
    assert (event.date, event.title, event.date_basis) == ("2019-05-02", "Without a day", "stated")
    assert event.category in result.dataset.categories


def test_workbook_has_no_column_that_the_reader_never_had(table):
    workbook = load_workbook(io.BytesIO(workbook_of(table)))
    header, *_ = workbook["events"].values
    own_columns = ("id", "date", "category", "place_id", "title")
    assert header == (*own_columns, "other: weapon", "other: weapon (2)")


def test_workbook_without_these_columns_opens_to_the_same_records(table):
    again = opened("again.xlsx", workbook_of(table))
    assert again.dataset.events == table.dataset.events
    assert again.dataset.places == table.dataset.places
    assert again.dataset.sources == table.dataset.sources
