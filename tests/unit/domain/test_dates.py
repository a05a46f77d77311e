"""Dates of any year: bounds, precision, order, texts and certainty."""

import copy
import pickle
from datetime import date

import edtf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.story.bins import bin_events, choose_step
from components.story.edtf import (
    FIRST_DAY,
    LAST_DAY,
    complete_time,
    day_from_ordinal,
    day_of,
    edtf_sort_key,
    parse_day,
    parse_edtf,
)


@pytest.mark.parametrize("year", [-9999, -400, -44, -1, 0, 1, 4, 1900, 2000, 2019, 2020, 9999])
def test_dates_have_the_strict_bounds_of_the_edtf_library(year):
    name = f"{year:05}" if year < 0 else f"{year:04}"
    for text in (name, f"{name}-01", f"{name}-02~", f"{name}-11%", f"{name}-02-28?"):
        parsed, read = edtf.parse_edtf(text), parse_edtf(text)
        ends = (day_of(*parsed.lower_strict()[:3]), day_of(*parsed.upper_strict()[:3]))
        assert (read.lower, read.upper) == ends
        assert parse_edtf(f"{text}/{text}").upper == read.upper


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("2019-02-22T18:07", "2019-02-22T18:07:00"),
        ("2019-02-22T18:07Z", "2019-02-22T18:07:00Z"),
        ("2019-02-22T18:07-05:00", "2019-02-22T18:07:00-05:00"),
        ("2019-02-22T18:07:30+05", "2019-02-22T18:07:30+05"),
        ("2019-02-22/2019-02-23", "2019-02-22/2019-02-23"),
        ("2019-04~", "2019-04~"),
    ],
)
def test_a_time_in_a_file_has_the_seconds_that_edtf_requires(text, complete):
    assert complete_time(text) == complete
    assert edtf.parse_edtf(complete)


@given(st.datetimes(), st.sampled_from(["", "Z", "+05", "-05:00", "+05:30"]))
def test_dates_with_a_time_are_parsed_as_by_the_edtf_library(when, zone):
    text = when.isoformat(timespec="seconds") + zone
    parsed, read = edtf.parse_edtf(text), parse_edtf(text)
    assert read.lower == read.upper == date(*parsed.lower_strict()[:3])
    assert f"{read.lower}T{read.time}" == str(parsed)
    assert parse_edtf(when.isoformat(timespec="minutes") + zone).hour == read.hour
    assert read.is_day
    assert read.certainly_within(when.date(), when.date())


def test_days_without_a_time_come_after_the_hours_of_the_same_day():
    texts = ["2019-02-22T18:07", "2019-02-22", "2019-02-22T08:30:10", "2019-02-21T23:00",
             "2019-02-22/2019-02-23"]  # fmt: skip
    assert sorted(texts, key=lambda text: parse_edtf(text).order) == [
        "2019-02-21T23:00", "2019-02-22T08:30:10", "2019-02-22T18:07", "2019-02-22",
        "2019-02-22/2019-02-23"]  # fmt: skip


NUMBERS = st.integers(FIRST_DAY.toordinal(), LAST_DAY.toordinal())


@given(NUMBERS)
def test_a_day_has_one_number_and_one_text(number):
    day = day_from_ordinal(number)
    assert day.toordinal() == number
    assert parse_day(day.isoformat()) == day == day_of(day.year, day.month, day.day)
    assert (type(day) is date) == (number >= 1)
    assert str(day) == day.isoformat()
    assert pickle.loads(pickle.dumps(day)) == day  # noqa: S301 - our own bytes
    assert copy.copy(day) == day
    assert hash(copy.copy(day)) == hash(day)
    assert day.weekday() == (number - 1) % 7


@given(NUMBERS, NUMBERS)
def test_days_compare_as_their_numbers(one, other):
    first, second = day_from_ordinal(one), day_from_ordinal(other)
    assert (first < second, first <= second) == (one < other, one <= other)
    assert (first > second, first >= second) == (one > other, one >= other)
    assert (first == second) == (one == other)
    assert (first - second).days == one - other
    assert max(first, second).toordinal() == max(one, other)
    assert len({first, second}) == (1 if one == other else 2)


def test_date_texts_are_sorted_by_their_dates():
    texts = ["2019-02", "-0043-03-15", "2019-02-01", "-0500", "", "0001-01-01"]
    ordered = ["", "-0500", "-0043-03-15", "0001-01-01", "2019-02-01", "2019-02"]
    assert sorted(texts, key=edtf_sort_key) == ordered


@given(st.lists(NUMBERS, min_size=1, max_size=30))
def test_random_events_are_counted_once_in_disjoint_bins(numbers):
    days = [day_from_ordinal(number) for number in numbers]
    window = min(days), max(days)
    dates = [parse_edtf(day.isoformat()) for day in days]
    found = bin_events(["a"] * len(days), dates, window)
    assert found.total == len(days)
    assert found.step == choose_step(window)
    for stretch, following in zip(found.bins, [*found.bins[1:], None], strict=True):
        assert stretch.start <= stretch.end
        assert following is None or stretch.end < following.start
    for day in days:
        assert sum(found_bin.start <= day <= found_bin.end for found_bin in found.bins) == 1
