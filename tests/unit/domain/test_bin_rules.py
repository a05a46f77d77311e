"""Dates as days, months and years, and the stretches of time that events are counted in."""

from datetime import date

import pytest

from components.limits.views import MOST_BINS
from components.story.bins import bin_events, build_axis, choose_step, divide_window
from components.story.edtf import (
    EarlyDay,
    day_from_ordinal,
    day_of,
    days_after,
    month_after,
    parse_day,
    parse_edtf,
)


def window(first, last):
    return parse_edtf(first).first, parse_edtf(last).last


@pytest.mark.parametrize(
    ("days", "step"),
    [(MOST_BINS, "day"), (MOST_BINS + 1, "week"), (7 * MOST_BINS, "week"),
     (7 * MOST_BINS + 1, "month")],
)  # fmt: skip
def test_bins_are_the_finest_of_which_there_are_few_enough(days, step):
    first = date(2019, 1, 1)
    assert choose_step((first, days_after(first, days - 1))) == step


@pytest.mark.parametrize(
    ("first", "last", "step", "span"),
    [
        ("2019-01-01", "2019-12-31", "week", ("2018-12-31", "2019-01-06")),
        ("2010-02-10", "2019-12-31", "month", ("2010-02-01", "2010-02-28")),
        ("2000-02-10", "2019-12-31", "quarter", ("2000-01-01", "2000-03-31")),
        ("1950-05-10", "2019-12-31", "year", ("1950-01-01", "1950-12-31")),
        ("1655-05-10", "2019-12-31", "decade", ("1650-01-01", "1659-12-31")),
        ("0001-05-10", "2019-12-31", "century", ("0001-01-01", "0099-12-31")),
    ],
)
def test_a_bin_is_a_stretch_of_the_calendar(first, last, step, span):
    division = divide_window(window(first, last))
    assert division.step == step
    assert tuple(map(str, division.spans[0])) == span
    assert division.spans[-1][1] >= parse_edtf(last).last


def test_what_reaches_into_the_window_is_counted_at_its_first_day():
    binned = bin_events(
        ["a", "a", "b", "b"],
        list(map(parse_edtf, ["2019-02", "2019-02-05", "2019-02-05", "2019-03-01"])),
        window("2019-02-03", "2019-02-10"),
    )
    counts = [(each.category, str(each.start), each.count) for each in binned.bins]
    assert counts == [("a", "2019-02-03", 1), ("a", "2019-02-05", 1), ("b", "2019-02-05", 1)]
    assert (binned.total, binned.most, binned.imprecise) == (3, 1, 1)


@pytest.mark.parametrize(
    ("edtf", "imprecise"),
    [("2019-02-03/2019-02-04", 1), ("2019-02-04", 0), ("2019-02-10/2019-02-20", 0)],
    ids=["two days", "a day", "the rest is beyond the window"],
)
def test_a_date_wider_than_its_bin_is_counted_as_imprecise(edtf, imprecise):
    found = bin_events(["a"], [parse_edtf(edtf)], window("2019-02-03", "2019-02-10"))
    assert found.imprecise == imprecise


@pytest.mark.parametrize(
    ("text", "certain", "possible"),
    [
        ("2019-02-10", True, True),
        ("2019-02", False, True),
        ("2019-02-10~", False, True),
        ("2019-02-10/..", False, True),
        ("2019-02-09/2019-02-11", True, True),
        ("2019-02-08/2019-02-11", False, True),
        ("2019-02-12", False, False),
    ],
    ids=["day", "month", "approximate", "open", "just within", "begins before", "after"],
)
def test_a_date_falls_in_days_surely_or_possibly(text, certain, possible):
    days = (date(2019, 2, 9), date(2019, 2, 11))
    when = parse_edtf(text)
    assert (when.certainly_within(*days), when.possibly_within(*days)) == (certain, possible)


def test_a_doubtful_date_is_certain_where_no_day_is_asked_for():
    assert parse_edtf("2019-04~").certainly_within(None, None)
    assert not parse_edtf("2019-04~").certainly_within(date(2000, 1, 1), None)


@pytest.mark.parametrize("text", ["2019-02-23T18:07", "2019-02", "2019-02-23~", "2019-02-23?"])
def test_only_one_certain_day_is_a_day(text):
    with pytest.raises(ValueError, match="2019"):
        parse_day(text)


@pytest.mark.parametrize(
    "text",
    ["2019-02-30", "2019-13", "2019-21", "201X", "-0000", "2019-03/2019-02", "19", "2019-2-3", ""],
)
def test_what_is_no_date_is_refused(text):
    with pytest.raises(ValueError, match=r"this project reads|ends before it starts"):
        parse_edtf(text)


@pytest.mark.parametrize(
    ("day", "number", "month"),
    [
        (date(2019, 12, 31), 1, "2020-01-01"),
        (date(2019, 1, 31), -1, "2018-12-01"),
        (date(2019, 3, 1), 0, "2019-03-01"),
        (day_of(0, 12), 1, "0001-01-01"),
        (date(9999, 12, 1), 1, "9999-12-31"),
        (day_of(-9999), -1, "-9999-01-01"),
    ],
)
def test_months_are_counted_to_the_ends_of_the_calendar(day, number, month):
    assert str(month_after(day, number)) == month


@pytest.mark.parametrize(
    ("number", "day"),
    [(1, "0001-01-01"), (0, "0000-12-31"), (10**9, "9999-12-31"), (-(10**9), "-9999-01-01")],
)
def test_days_are_numbered_from_the_first_of_our_era(number, day):
    assert str(day_from_ordinal(number)) == day


@pytest.mark.parametrize("year", [-10_000, 1])
def test_an_early_day_is_before_our_era(year):
    with pytest.raises(ValueError, match="is not from -9999 to 0"):
        EarlyDay(year, 1, 1)


@pytest.mark.parametrize(
    ("years", "width", "labels"),
    [
        (2, 300, ["2018", "2019"]),
        (20, 300, ["2000", "2005", "2010", "2015"]),
        (200, 300, ["1800", "1850", "1900", "1950"]),
    ],
)
def test_an_axis_of_years_has_as_many_as_have_room(years, width, labels):
    last = 2019 if years < 100 else 1999
    axis = build_axis((date(last - years + 1, 1, 1), date(last, 12, 31)), width, "{:%b}".format)
    assert [tick.label for tick in axis.major] == labels
    assert not axis.has_days


@pytest.mark.parametrize(
    ("width", "count"), [(24 * 34.1, 24), (24 * 33, 8), (24 * 11, 0)], ids=["each", "third", "no"]
)
def test_an_axis_of_years_names_months_where_they_have_room(width, count):
    axis = build_axis((date(2018, 1, 1), date(2019, 12, 31)), width, "{:%b}".format)
    assert len(axis.minor) == count
