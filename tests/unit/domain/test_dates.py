"""Dates: bounds, precision, and what is certain under a window."""

from datetime import date, timedelta

import edtf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.story.edtf import day_of, parse_edtf

DAYS = st.dates(date(2018, 12, 1), date(2019, 6, 30))
PERIOD_DAYS = st.dates(date(2019, 1, 1), date(2019, 5, 31))


@st.composite
def edtf_texts(draw: st.DrawFn) -> str:
    first = draw(PERIOD_DAYS)
    last = first + timedelta(days=draw(st.integers(0, 60)))
    mark = draw(st.sampled_from(["", "~", "?"]))
    shape = draw(st.sampled_from(["day", "month", "range", "open"]))
    if shape == "day":
        return first.isoformat() + mark
    if shape == "month":
        return first.isoformat()[:7] + mark
    return f"{first}/{last}" if shape == "range" else f"{first}/.."


@pytest.mark.parametrize(
    ("text", "low", "high", "precision"),
    [
        ("2019-02-22", date(2019, 2, 22), date(2019, 2, 22), "day"),
        ("2019-02", date(2019, 2, 1), date(2019, 2, 28), "month"),
        ("2019", date(2019, 1, 1), date(2019, 12, 31), "year"),
        ("2019-02-22/2019-02-23", date(2019, 2, 22), date(2019, 2, 23), "range"),
        ("2019-04~", date(2019, 4, 1), date(2019, 4, 30), "month"),
        ("2019-02-23/..", date(2019, 2, 23), None, "range"),
        ("../2019-05", None, date(2019, 5, 31), "range"),
        ("2019-02-22T18:07", date(2019, 2, 22), date(2019, 2, 22), "day"),
    ],
)
def test_bounds_are_no_wider_and_no_narrower_than_said(text, low, high, precision):
    found = parse_edtf(text)
    assert (found.lower, found.upper, found.precision) == (low, high, precision)


@pytest.mark.parametrize(
    "text",
    ["", "Tuesday", "2019-02-30", "23/02/2019", "2019-13", "2019-02-23/2019-02-22", "2019-2",
     "2019-02-23T24:00", "2019-02-23T18", "2019-02-23T18:60", "2019-02T18:07", "2019-02-30T18:07",
     "2019-02-23T18:07~", "2019-02-23T18:07/2019-02-24", "2019-02-23 18:07"],
)  # fmt: skip
def test_what_is_not_a_date_is_refused_by_name(text):
    with pytest.raises(ValueError, match=r"2019|ends before"):
        parse_edtf(text)


def test_marks_are_read():
    assert parse_edtf("2019-04~").approximate
    assert parse_edtf("2019-05-02?").uncertain
    both = parse_edtf("2019-04%")
    assert both.approximate
    assert both.uncertain
    assert parse_edtf("2019-04-30").is_day
    assert not parse_edtf("2019-04-30~").is_day


@given(edtf_texts(), DAYS, DAYS)
def test_certain_is_always_possible(text, one, other):
    start, end = sorted((one, other))
    found = parse_edtf(text)
    if found.certainly_within(start, end):
        assert found.possibly_within(start, end)


@given(edtf_texts(), DAYS, DAYS, st.integers(0, 40), st.integers(0, 40))
def test_a_wider_window_loses_nothing(text, one, other, before, after):
    start, end = sorted((one, other))
    wide = (start - timedelta(days=before), end + timedelta(days=after))
    found = parse_edtf(text)
    if found.possibly_within(start, end):
        assert found.possibly_within(*wide)
    if found.certainly_within(start, end):
        assert found.certainly_within(*wide)


@given(st.integers(1, 5), DAYS)
def test_a_month_is_never_certain_in_a_day(month, day):
    assert not parse_edtf(f"2019-{month:02}").certainly_within(day, day)


@pytest.mark.parametrize("year", [-9999, -400, -44, -1, 0, 1, 4, 1900, 2000, 2019, 2020, 9999])
def test_dates_are_bounded_as_a_parser_of_edtf_bounds_them_strictly(year):
    name = f"{year:05}" if year < 0 else f"{year:04}"
    for text in (name, f"{name}-01", f"{name}-02~", f"{name}-11%", f"{name}-02-28?"):
        parsed, read = edtf.parse_edtf(text), parse_edtf(text)
        ends = (day_of(*parsed.lower_strict()[:3]), day_of(*parsed.upper_strict()[:3]))
        assert (read.lower, read.upper) == ends
        assert parse_edtf(f"{text}/{text}").upper == read.upper


@given(st.datetimes(), st.sampled_from(["", "Z", "+05", "-05:00", "+05:30"]))
def test_a_day_with_a_time_is_read_as_a_parser_of_edtf_reads_it(when, zone):
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
