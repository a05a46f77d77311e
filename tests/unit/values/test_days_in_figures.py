"""A date in figures is read in one way only; where there are two ways it is asked."""

import pytest

from components.values.date_texts import (
    NamedMonth,
    ParsedDate,
    format_edtf_year,
    parse_clock,
    parse_date,
    parse_named_month,
)


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        pytest.param("2019/3/4", "2019-03-04", id="year first"),
        pytest.param("20190304", "2019-03-04", id="no marks"),
        pytest.param("13/03/2019", "2019-03-13", id="day over twelve"),
        pytest.param("03/13/2019", "2019-03-13", id="day over twelve in second place"),
        pytest.param("12/12/2019", "2019-12-12", id="alike"),
        pytest.param("4 March 2019", "2019-03-04", id="name"),
        pytest.param("March 4, 2019", "2019-03-04", id="name first"),
        pytest.param("marzo de 2019", "2019-03", id="month"),
        pytest.param("2019-03~", "2019-03~", id="edtf"),
        pytest.param("  2019-03-04 ", "2019-03-04", id="spaces"),
    ],
)
def test_a_date_that_can_be_read_in_one_way_is_read(text, edtf):
    found = parse_date(text)
    assert (found.edtf, found.code, found.basis) == (edtf, "", "")


@pytest.mark.parametrize(
    ("order", "edtf"),
    [pytest.param("day", "2019-04-03", id="day"), pytest.param("month", "2019-03-04", id="month")],
)
def test_the_order_of_its_column_decides_and_is_what_the_date_rests_on(order, edtf):
    assert parse_date("03/04/2019", order) == ParsedDate(edtf, basis="order")


@pytest.mark.parametrize("order", ["", "day", "month"])
def test_a_number_over_twelve_is_the_day_in_any_order(order):
    assert parse_date("03/13/2019", order) == ParsedDate("2019-03-13")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("03/04/2019", "date_two_ways", id="two ways"),
        pytest.param("12/11/2019", "date_two_ways", id="twelve may be a month"),
        pytest.param("03/04/19", "date_short_year", id="short year"),
        pytest.param("31/02/2019", "date_impossible", id="no such day"),
        pytest.param("13/13/2019", "date_impossible", id="no month"),
        pytest.param("2019-03-05/2019-03-04", "date_ends_first", id="ends first"),
        pytest.param("19999", "date_unknown", id="too small for a day of Excel"),
        pytest.param("80001", "date_unknown", id="too large for a day of Excel"),
        pytest.param("soon", "date_unknown", id="word"),
    ],
)
def test_what_cannot_be_read_in_one_way_says_why(text, code):
    found = parse_date(text)
    assert (found.edtf, found.code) == ("", code)


def test_the_two_ways_are_named_with_the_days_first():
    assert parse_date("03/04/2019").params == {"one": "2019-04-03", "two": "2019-03-04"}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        pytest.param("20000", "1954-10-03", id="first"),
        pytest.param("43500", "2019-02-04", id="day"),
        pytest.param("43500.75", "2019-02-04", id="with a time"),
        pytest.param("80000", "2119-01-11", id="last"),
    ],
)
def test_a_day_of_a_spreadsheet_is_offered_and_not_taken(text, day):
    found = parse_date(text)
    assert (found.edtf, found.code, found.suggestion) == ("", "date_serial", day)


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        pytest.param("18:07", "T18:07", id="minutes"),
        pytest.param("18.07", "T18:07", id="point"),
        pytest.param("18:07:09", "T18:07:09", id="seconds"),
        pytest.param("6:07 p. m.", "T18:07", id="afternoon"),
        pytest.param("12:07 am", "T00:07", id="after midnight"),
        pytest.param("12:07 pm", "T12:07", id="after noon"),
        pytest.param("10 pm", "T22:00", id="full hour"),
        pytest.param("9 a. m.", "T09:00", id="full hour in Spanish"),
        pytest.param("10", "", id="number alone"),
        pytest.param("18:07-0500", "T18:07-05:00", id="zone"),
        pytest.param("18:07z", "T18:07Z", id="Greenwich"),
        pytest.param("13:07 pm", "", id="thirteen in the afternoon"),
        pytest.param("0:07 am", "", id="none in the morning"),
        pytest.param("24:07", "", id="no hour"),
        pytest.param("18:60", "", id="no minute"),
        pytest.param("00:00", "", id="midnight"),
    ],
)
def test_a_time_of_day_follows_the_day(text, clock):
    assert parse_clock(text) == clock


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("2019-03-04 18:07", ParsedDate("2019-03-04T18:07"), id="time"),
        # A midnight that a table wrote itself is left out, and that is noted.
        pytest.param("2019-03-04 00:00", ParsedDate("2019-03-04", basis="time"), id="midnight"),
        pytest.param(
            "2019-03-04 99:99", ParsedDate("2019-03-04", basis="time"), id="impossible time"
        ),
    ],
)
def test_a_day_with_a_time_keeps_what_is_a_time(text, found):
    assert parse_date(text) == found


def test_two_ways_of_a_day_with_a_time_keep_it():
    found = parse_date("03/04/2019 18:07")
    assert found.code == "date_two_ways"
    assert found.params == {"one": "2019-04-03T18:07", "two": "2019-03-04T18:07"}


@pytest.mark.parametrize(
    ("year", "text"), [(2019, "2019"), (33, "0033"), (0, "0000"), (-43, "-0043")]
)
def test_a_year_has_four_digits(year, text):
    assert format_edtf_year(year) == text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param("3 march 2019", NamedMonth(3, 3, "2019"), id="all"),
        pytest.param("march", NamedMonth(3), id="month alone"),
        pytest.param("march 3", NamedMonth(3, 3), id="no year"),
        pytest.param("3 march 4", NamedMonth(), id="two days"),
        pytest.param("smarch 2019", NamedMonth(0, 0, "2019"), id="no month"),
    ],
)
def test_the_parts_of_a_day_in_words_are_read_as_far_as_they_are_there(text, parts):
    assert parse_named_month(text) == parts
