"""Problems of an opened file as sentences in both languages."""

import pytest

from components.i18n import i18n_for
from components.i18n.problem_texts import format_problem, format_problems
from components.intake import Problem

ENGLISH, SPANISH = i18n_for("en"), i18n_for("es")


def impossible_date(row: int, alike: int = 1) -> Problem:
    return Problem("date_impossible", "events", row, "date", "2019-02-30", alike=alike)


def test_a_problem_names_table_row_and_column() -> None:
    texts = format_problem(impossible_date(14), ENGLISH)

    assert texts.line.startswith("events, row 14, date: 2019-02-30 is a day that does not exist")


def test_an_entry_of_a_json_file_is_an_item() -> None:
    problem = Problem("date_impossible", "sources.json", 3, "issued", "2019-02-30")

    assert format_problem(problem, ENGLISH).row == "item 3"


def test_an_empty_value_is_shown_as_a_dash() -> None:
    problem = Problem("date_impossible", "events", 2, "date")

    assert format_problem(problem, ENGLISH).text.startswith("– is a day")


@pytest.mark.parametrize(
    ("i18n", "count"), [(ENGLISH, "1,200"), (SPANISH, "1.200")], ids=["English", "Spanish"]
)
def test_counts_have_the_separators_of_the_language(i18n, count) -> None:
    problem = Problem("blank_rows", "events", level="note", params={"count": "1200"})

    assert count in format_problem(problem, i18n).text


def test_a_day_before_our_era_is_also_written_as_people_count_it() -> None:
    problem = Problem("date_words", "events", 2, "date", "the Ides", params={"day": "-0043-03-15"})

    assert format_problem(problem, ENGLISH).text == (
        "the Ides was read as -0043-03-15 (15 March 44 BC)."
    )


def test_up_to_three_rows_of_a_kind_have_a_line_each() -> None:
    lines = format_problems([impossible_date(row) for row in (2, 3, 4)], ENGLISH)

    assert [line.row for line in lines] == ["row 2", "row 3", "row 4"]


def test_more_rows_of_a_kind_share_a_line_that_names_eight() -> None:
    lines = format_problems([impossible_date(row) for row in range(2, 14)], ENGLISH)

    assert [line.row for line in lines] == ["12 rows: 2, 3, 4, 5, 6, 7, 8, 9, …"]


def test_a_shared_line_counts_the_rows_that_are_not_listed() -> None:
    problems = [impossible_date(2), impossible_date(3, alike=1_499)]

    assert format_problems(problems, ENGLISH)[0].row == "1,500 rows: 2, 3, …"


def test_problems_of_two_columns_do_not_share_a_line() -> None:
    problems = [impossible_date(row) for row in range(2, 6)]
    problems += [Problem("date_impossible", "events", 2, "end", "2019-02-30")]

    assert [line.column for line in format_problems(problems, ENGLISH)] == ["date", "end"]
