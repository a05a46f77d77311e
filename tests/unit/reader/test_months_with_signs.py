"""Months of a year with a sign between: "mar-2017", "Mar-17" and what is like them."""

import pytest

from components.intake.corrections import list_suggestions
from components.intake.table_dates import DEFAULT_RULES, parse_table_date, rules_of_column
from tests.support.stories.uploads import read_story, table

MONTHS = ["mar-2017", "Mar-2017", "marzo-2017", "mar./2017", "mar–2017", "2017-mar", "2017 March"]


@pytest.mark.parametrize("text", MONTHS)
def test_month_and_year_with_a_sign_are_a_month(text: str) -> None:
    assert parse_table_date(text).edtf == "2017-03"


@pytest.mark.parametrize(
    ("text", "edtf"), [("Mar-98", "1998-03"), ("Mar'17", "2017-03"), ("dic-00", "2000-12")]
)
def test_number_that_is_no_day_is_a_year(text: str, edtf: str) -> None:
    assert parse_table_date(text).edtf == edtf


def test_month_or_day_is_asked_about() -> None:
    parsed = parse_table_date("Mar-17")
    assert (parsed.edtf, parsed.code, parsed.suggestion) == ("", "date_month_number", "2017-03")


@pytest.mark.parametrize("other", ["ene-2016", "Jan-98"])
def test_rest_of_the_column_decides(other: str) -> None:
    rules = rules_of_column(["Mar-17", other], DEFAULT_RULES)
    assert parse_table_date("Mar-17", rules).edtf == "2017-03"


def test_days_of_the_column_decide_nothing() -> None:
    rules = rules_of_column(["Mar-17", "2016-01-05"], DEFAULT_RULES)
    assert parse_table_date("Mar-17", rules).edtf == ""


def test_day_before_its_month_takes_the_year_of_its_column() -> None:
    rules = rules_of_column(["17-Mar", "2019-01-05"], DEFAULT_RULES)
    assert parse_table_date("17-Mar", rules).suggestion == "2019-03-17"


def test_named_month_leaves_no_doubt_which_number_is_the_day() -> None:
    assert parse_table_date("1-mar-17").suggestion == "2017-03-01"


@pytest.mark.parametrize("text", ["abc-2019", "Q1-2019", "May-2019-x", "31-Feb", "room-17"])
def test_what_is_no_month_stays_unread(text: str) -> None:
    assert parse_table_date(text).edtf == ""


def test_one_answer_settles_all_rows_of_a_table() -> None:
    content = table(("fecha", "título"), [("Mar-17", "Uno"), ("Apr-18", "Dos")])
    intake = read_story(content, "meses.csv")
    (suggestion,) = list_suggestions(intake)
    assert suggestion.answers == {"Mar-17": "2017-03", "Apr-18": "2018-04"}
    assert suggestion.rows == [2, 3]
