"""Dates and days of any year: bounds, precision, order, words, what is certain under a window."""

import copy
import pickle
from datetime import date

import edtf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.i18n import i18n_for
from components.story.bins import bin_events, step_for
from components.story.edtf import (
    FIRST_DAY,
    LAST_DAY,
    day_numbered,
    day_of,
    day_order,
    parse_day,
    parse_edtf,
)


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


EN, ES = i18n_for("en"), i18n_for("es")
NUMBERS = st.integers(FIRST_DAY.toordinal(), LAST_DAY.toordinal())


@given(NUMBERS)
def test_a_day_has_one_number_and_one_text(number):
    day = day_numbered(number)
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
    a, b = day_numbered(one), day_numbered(other)
    assert (a < b, a <= b, a > b, a >= b, a == b) == (
        one < other, one <= other, one > other, one >= other, one == other)  # fmt: skip
    assert (a - b).days == one - other
    assert max(a, b).toordinal() == max(one, other)
    assert len({a, b}) == (1 if one == other else 2)


@pytest.mark.parametrize(
    "text", ["-0000-01-01", "-0001-02-29", "2019-2-3", "20190203", "10000-01-01", "-10000-01-01",
             "+2019-01-01", "2019-02-30", "٢٠١٩-٠١-٠١", "2019-02-03 ", ""],
)  # fmt: skip
def test_other_texts_are_no_days(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the message is the text itself
        parse_day(text)


@pytest.mark.parametrize("text", ["-0000", "-0001-02-29", "-12345", "-500", "Y-12000", "--0500"])
def test_edtf_beyond_the_calendar_is_refused_by_name(text):
    with pytest.raises(ValueError, match="is not a date this project reads"):
        parse_edtf(text)


def test_texts_are_sorted_by_what_they_mean():
    texts = ["2019-02", "-0043-03-15", "2019-02-01", "-0500", "", "0001-01-01"]
    ordered = ["", "-0500", "-0043-03-15", "0001-01-01", "2019-02-01", "2019-02"]
    assert sorted(texts, key=day_order) == ordered


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("2019-02-23", "23 February 2019", "23 de febrero de 2019"),
        ("2019-05-01", "1 May 2019", "1 de mayo de 2019"),
        ("2019-02", "February 2019", "febrero de 2019"),
        ("2019", "2019", "2019"),
        ("2019-02-22/2019-02-23", "22–23 February 2019", "22–23 de febrero de 2019"),
        ("2019-02-22/2019-03-02", "22 February – 2 March 2019",
         "22 de febrero – 2 de marzo de 2019"),
        ("2018-12-30/2019-01-02", "30 December 2018 – 2 January 2019",
         "30 de diciembre de 2018 – 2 de enero de 2019"),
        ("2019-02-23/2019-02-23", "23 February 2019", "23 de febrero de 2019"),
        ("2019-02-23/..", "from 23 February 2019", "desde el 23 de febrero de 2019"),
        ("../2019-05-31", "until 31 May 2019", "hasta el 31 de mayo de 2019"),
        # Each end is written no more precisely than it is known.
        ("2019-02/2019-03-21", "February – 21 March 2019", "febrero – 21 de marzo de 2019"),
        ("2019-02-05/2019-03", "5 February – March 2019", "5 de febrero – marzo de 2019"),
        ("2018-11/2019-02-05", "November 2018 – 5 February 2019",
         "noviembre de 2018 – 5 de febrero de 2019"),
        ("2019/2019-03", "2019 – March 2019", "2019 – marzo de 2019"),
        ("2019-02/..", "from February 2019", "desde febrero de 2019"),
        ("../2019", "until 2019", "hasta 2019"),
        ("../1400~", "until about 1400", "hasta 1400 (aprox.)"),
        ("2019-04~", "about April 2019", "abril de 2019 (aprox.)"),
        ("2019-05-07~", "about 7 May 2019", "7 de mayo de 2019 (aprox.)"),
        ("2019-02-23?", "23 February 2019 (uncertain)", "23 de febrero de 2019 (fecha incierta)"),
        ("2019-04%", "about April 2019 (uncertain)", "abril de 2019 (aprox.) (fecha incierta)"),
        ("-0043-03-15", "15 March 44 BC", "15 de marzo de 44 a. C."),
        ("-0043-03", "March 44 BC", "marzo de 44 a. C."),
        ("-0499", "500 BC", "500 a. C."),
        ("0000", "1 BC", "1 a. C."),
        ("-0043-03~", "about March 44 BC", "marzo de 44 a. C. (aprox.)"),
        ("-0043-03-15/-0043-03-17", "15–17 March 44 BC", "15–17 de marzo de 44 a. C."),
        ("-0043-01/-0043-03", "January 44 BC – March 44 BC",
         "enero de 44 a. C. – marzo de 44 a. C."),
        ("-0043-03-15/..", "from 15 March 44 BC", "desde el 15 de marzo de 44 a. C."),
        ("9999-12-31", "31 December 9999", "31 de diciembre de 9999"),
        ("9999-12", "December 9999", "diciembre de 9999"),
        ("9999-12-01/9999-12-31", "December 9999", "diciembre de 9999"),
        ("9999-01-01/9999-12-31", "January – December 9999", "enero a diciembre de 9999"),
        ("0001-01-01", "1 January 1", "1 de enero de 1"),
    ],
)  # fmt: skip
def test_any_date_is_written_as_a_person_does(text, english, spanish):
    for i18n, wanted in ((EN, english), (ES, spanish)):
        assert i18n.date(text).replace("\u2009", " ") == wanted
        for form in ("long", "told", "short"):
            assert i18n.date(text, form)


@given(st.lists(NUMBERS, min_size=1, max_size=30))
def test_events_of_any_days_are_counted_once_in_stretches_that_do_not_overlap(numbers):
    days = [day_numbered(n) for n in numbers]
    window = min(days), max(days)
    dates = [parse_edtf(day.isoformat()) for day in days]
    found = bin_events(["a"] * len(days), dates, window)
    assert found.total == len(days)
    assert found.step == step_for(window)
    for stretch, following in zip(found.bins, [*found.bins[1:], None], strict=True):
        assert stretch.start <= stretch.end
        assert following is None or stretch.end < following.start
    for day in days:
        assert sum(b.start <= day <= b.end for b in found.bins) == 1
