"""The ticks of an axis of dates, and bins at the edge of our era."""

from datetime import date

import pytest

from components.story.bins import build_axis, divide_window
from components.story.edtf import day_of

FEBRUARY = (date(2019, 2, 1), date(2019, 2, 28))


def month_name(day: date) -> str:
    return f"{day:%b}"


def test_every_day_has_a_number_where_there_is_room() -> None:
    axis = build_axis(FEBRUARY, 28 * 18.0, month_name)

    assert axis.has_days
    assert [tick.label for tick in axis.minor] == [str(number) for number in range(1, 29)]


@pytest.mark.parametrize(
    ("day_width", "labels"),
    [(17.9, ["1", "5", "10", "15", "20", "25"]), (4.4, ["1", "10", "20"])],
    ids=["every fifth", "every tenth"],
)
def test_narrow_days_have_fewer_numbers(day_width, labels) -> None:
    axis = build_axis(FEBRUARY, 28 * day_width, month_name)

    assert [tick.label for tick in axis.minor] == labels


def test_months_name_the_year_in_january_and_at_first() -> None:
    window = (date(2018, 11, 1), date(2019, 2, 28))

    axis = build_axis(window, 1200, month_name)

    assert [tick.label for tick in axis.major] == ["Nov 2018", "Dec", "Jan 2019", "Feb"]


def test_the_second_month_names_the_year_where_the_first_has_no_room() -> None:
    window = (date(2018, 11, 29), date(2018, 12, 31))

    axis = build_axis(window, 33 * 10, month_name, with_years=True)

    assert [tick.label for tick in axis.major] == ["Nov 2018", "Dec 2018"]


def test_months_of_one_year_do_not_name_it() -> None:
    axis = build_axis(FEBRUARY, 28 * 18.0, month_name)

    assert [tick.label for tick in axis.major] == ["Feb"]


def test_round_years_before_our_era_begin_after_a_year_that_is_called_0() -> None:
    window = (day_of(-450), day_of(250))

    axis = build_axis(window, 300, month_name)

    # -399 is 400 BC; no year is called 0, so the year 1 follows 200 BC.
    assert [tick.day.year for tick in axis.major] == [-450, -399, -199, 1, 200]


def test_no_bin_reaches_from_before_our_era_into_it() -> None:
    window = (day_of(-15), day_of(25))

    spans = divide_window(window).spans

    assert all((first.year < 1) == (last.year < 1) for first, last in spans)
    assert date(1, 1, 1) in {first for first, _ in spans}
