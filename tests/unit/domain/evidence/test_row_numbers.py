"""What the numbers of rows state together: how many, from which to which, and their sum."""

from datetime import date

import pytest

from components.query.filters import Filters
from components.query.findings import Rule
from components.query.row_numbers import (
    compute_row_numbers,
    compute_row_sum,
    list_numbered_events,
    list_unread_texts,
    parse_story_numbers,
    shows_row_numbers,
)
from tests.support.data import DATA
from tests.support.stories.row_numbers import read_numbers, view_numbers


def test_finding_counts_the_rows_shown_and_names_the_least_and_the_greatest() -> None:
    finding = compute_row_numbers(view_numbers().facts)
    assert (finding.number("count"), finding.number("total")) == (5, 7)
    assert finding.cell_number("least").number == 0
    assert finding.cell_number("most").qualifier == "more_than"


def test_filter_on_days_leaves_the_numbers_of_those_days() -> None:
    filters = Filters(start=date(2017, 4, 1), end=date(2017, 4, 30))
    facts = view_numbers(filters=filters).facts
    assert [event.number.number for event in list_numbered_events(facts)] == [30, 0]


def test_rows_without_any_number_say_so() -> None:
    filters = Filters(start=date(2017, 4, 3), end=date(2017, 4, 4))
    finding = compute_row_numbers(view_numbers(filters=filters).facts)
    assert finding.rule is Rule.NO_ROW_NUMBERS


def test_sum_adds_up_exact_numbers_alone_and_says_how_many_are_not_in_it() -> None:
    finding = compute_row_sum(view_numbers().facts)
    assert finding
    assert finding.amount("sum") == 40
    assert (finding.number("count"), finding.number("inexact")) == (2, 3)


def test_one_number_is_no_sum() -> None:
    assert compute_row_sum(view_numbers(read_numbers("5", "~6")).facts) is None


@pytest.mark.parametrize("cell", ["-5", "(5)", "several", "3 ha"])
def test_cell_that_is_no_number_beside_the_others_is_listed(cell: str) -> None:
    facts = view_numbers(read_numbers("5 m³", "6 m³", cell)).facts
    assert list_unread_texts(facts) == (cell,)
    assert len(list_numbered_events(facts)) == 2


def test_cell_without_a_unit_is_of_the_unit_of_the_others() -> None:
    numbers = view_numbers(read_numbers("5 m³", "6")).dataset.memoize(parse_story_numbers)
    assert (len(numbers.numbers), numbers.unit) == (2, "m³")


def test_story_with_reported_totals_shows_these_alone() -> None:
    assert not shows_row_numbers(DATA)
    assert shows_row_numbers(view_numbers().dataset)


def test_table_whose_column_gives_no_number_has_no_page_of_them() -> None:
    assert not shows_row_numbers(view_numbers(read_numbers("some", "many")).dataset)
