"""What no field of an event takes is kept with its row, under the name of its column."""

import pytest

from components.intake import ImportResult
from components.intake.read import read_together
from components.intake.unmapped_columns import MAX_CELL_CHARACTERS, MAX_NAME_CHARACTERS
from components.limits.files import MOST_ROWS
from components.query.search import search_story


def read(text: str, records: int = MOST_ROWS) -> ImportResult:
    return read_together([("x.csv", text.encode())], records)


def other_cells(text: str) -> list[dict[str, str]]:
    dataset = read(text).dataset
    assert dataset
    return [dict(dataset.other_columns.cells_of(event_id)) for event_id in dataset.events]


TABLES = {
    "two columns": (
        "date,title,weapon,injured by\n2019-01-02,A,rifle,police\n",
        {"weapon": "rifle", "injured by": "police"},
    ),
    "an empty cell": ("date,title,weapon,who\n2019-01-02,A,,police\n", {"who": "police"}),
    "a word for nothing": ("date,title,weapon,who\n2019-01-02,A,NA,police\n", {"who": "police"}),
    "no name": ("date,title,\n2019-01-02,A,17\n", {"Column 3": "17"}),
    "one name twice": (
        "date,title,weapon,Weapon\n2019-01-02,A,rifle,knife\n",
        {"weapon": "rifle", "Weapon (2)": "knife"},
    ),
    "a second title": ("date,title,name\n2019-01-02,A,B\n", {"name": "B"}),
    "a row that is short": ("date,title,weapon,who\n2019-01-02,A,rifle\n", {"weapon": "rifle"}),
    "an id that stands twice": (
        "id,date,title\na,2019-01-02,A\na,2019-01-03,B\n",
        {"id": "a"},
    ),
    "a mark of direction": ("date,title,who\n2019-01-02,A,\u202epolice\n", {"who": "police"}),
}


@pytest.mark.parametrize(("text", "cells"), TABLES.values(), ids=TABLES)
def test_cells_that_no_field_takes_are_kept_under_their_names(text, cells):
    assert other_cells(text)[0] == cells


def test_each_event_has_the_cells_of_its_own_row():
    text = "date,title,n\n2019-01-05,B,1\nno day,C,2\n2019-01-02,A,3\n2019-01-02,A,3\n"
    result = read(text)
    titles = {event.id: event.title for event in result.dataset.events.values()}
    cells = result.dataset.other_columns
    assert {titles[key]: cells.text_of(key, 0) for key in titles} == {"B": "1", "A": "3"}


@pytest.mark.parametrize(
    "header",
    ["internal notes", "Private", "reviewer", "notas internas", "E-mail: email", "Phone number",
     "teléfono", "_submitted_by", "Notes for the desk", "notas de redacción", "Redactor"],
)  # fmt: skip
def test_column_for_the_desk_or_with_addresses_of_people_is_not_shown_and_this_is_said(header):
    result = read(f"date,title,{header},weapon\n2019-01-02,A,secret,rifle\n")
    (event_id,) = result.dataset.events
    assert dict(result.dataset.other_columns.cells_of(event_id)) == {"weapon": "rifle"}
    (said,) = [problem for problem in result.problems if problem.code == "columns_private"]
    assert said.value == header


def test_names_of_columns_that_are_shown_are_said():
    result = read("date,title,weapon,who\n2019-01-02,A,rifle,police\n")
    values = {problem.code: problem.value for problem in result.problems}
    assert values["columns_other"] == "weapon, who"


def test_column_without_a_cell_is_no_column():
    result = read("date,title,weapon\n2019-01-02,A,\n2019-01-03,B,-\n")
    assert result.dataset.other_columns.names == ()
    assert "columns_other" not in {problem.code for problem in result.problems}


def test_text_that_is_too_long_is_cut_and_this_is_said():
    longest = "x" * (MAX_CELL_CHARACTERS + 1)
    text = f"date,title,{'n' * 200}\n2019-01-02,A,{longest}\n"
    ((name, cell),) = other_cells(text)[0].items()
    assert (len(name), len(cell), cell[-1]) == (MAX_NAME_CHARACTERS, MAX_CELL_CHARACTERS, "…")
    assert "text_cut" in {problem.code for problem in read(text).problems}


def test_character_that_is_no_text_is_marked():
    assert other_cells("date,title,who\n2019-01-02,A,a\x07b\n")[0] == {"who": "a\ufffdb"}


def test_rows_of_a_very_large_table_keep_them_too():
    rows = read("date,title,weapon\n2019-01-02,A,rifle\n2019-01-03,B,knife\n", records=1).rows
    assert (rows.other.names, rows.other.list_rows()) == (
        ("weapon",), [("rifle",), ("knife",)],
    )  # fmt: skip


def test_story_without_other_columns_holds_nothing_of_them():
    dataset = read("date,title\n2019-01-02,A\n").dataset
    assert (dataset.other_columns.names, dict(dataset.other_columns.texts)) == ((), {})


@pytest.mark.parametrize("word", ["rifle", "1400"])
def test_search_finds_an_event_by_its_other_columns(word):
    dataset = read(
        'date,title,weapon,n\n2019-01-02,A,Rifles,"1,400"\n2019-01-03,B,knife,7\n'
    ).dataset
    (event_id,) = search_story(dataset, word).groups["events"]
    assert dataset.events[event_id].title == "A"
