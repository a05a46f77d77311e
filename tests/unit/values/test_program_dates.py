"""Dates as programs write them become dates as people write them, and no more exact."""

import pytest

from components.values.date_texts import parse_date
from components.values.program_dates import rewrite_program_date, split_program_span

DATES = {
    "e-mail": ("Fri, 22 Feb 2019 18:07:00 GMT", "2019-02-22T18:07:00Z"),
    "e-mail, offset": ("22 Feb 2019 8:07 -0500", "2019-02-22T08:07-05:00"),
    "social network": ("Fri Feb 22 18:07:24 +0000 2019", "2019-02-22T18:07:24Z"),
    "milliseconds": ("1550858843770", "2019-02-22T18:07:23Z"),
    "seconds": ("1550858843", "2019-02-22T18:07:23Z"),
    "unknown day": ("1862-05-00", "1862-05"),
    "unknown month": ("1862-00-00", "1862"),
    "unknown day as in EDTF": ("1936-05-XX", "1936-05"),
    "century": ("19XX", "1900/1999"),
    "decade": ("193u", "1930/1939"),
    "season": ("1936-21", "1936"),
    "one of two years": ("[1412,1415]", "1412?/1415?"),
    "month with a slash": ("2019/02", "2019-02"),
    "month first": ("02/2019", "2019-02"),
    "eight digits": ("15840130", "1584-01-30"),
    "decimal year": ("1862.0", "1862"),
    "universal time": ("2019-02-22 18:07:00 UTC", "2019-02-22T18:07:00Z"),
    "named zone": ("2019-02-22 18:00:16.000 America/Los_Angeles", "2019-02-22T18:00:16-08:00"),
    "named zone in summer": (
        "2019-07-22 18:00:16 America/Los_Angeles",
        "2019-07-22T18:00:16-07:00",
    ),
    "month between hyphens": ("22-Feb-2019", "2019-02-22"),
    "month in Spanish": ("22/dic/2019", "2019-12-22"),
    "offset in words": ("March 4, 2019 6:07 PM (GMT-5)", "2019-03-04T18:07-05:00"),
}
NO_DATES = {
    "nothing": "0000-00-00",
    "two years": "2008/09",
    "month 13": "2019/13",
    "telephone": "5551234567",
    "no such day": "15841330",
    "no such zone": "2019-02-22 18:00:16 Nowhere/Here",
    "long": "x" * 200,
}


@pytest.mark.parametrize(("text", "edtf"), DATES.values(), ids=DATES)
def test_date_of_a_program_is_read(text: str, edtf: str) -> None:
    assert parse_date(text).edtf == edtf


@pytest.mark.parametrize("text", NO_DATES.values(), ids=NO_DATES)
def test_other_texts_are_no_dates_of_programs(text: str) -> None:
    assert rewrite_program_date(text) == "" or not parse_date(text).edtf


def test_year_of_two_digits_between_hyphens_is_asked_about() -> None:
    assert parse_date("22-FEB-19 15:00:00").code == "date_short_year"


SPANS = {
    "arrow": ("February 22, 2019 → February 28, 2019", ("February 22, 2019", "February 28, 2019")),
    "colon": ("21/06/2023:28/06/2023", ("21/06/2023", "28/06/2023")),
    "open end": ("21/06/2023:", ("21/06/2023", "")),
    "open start": (":30/07/2023", ("", "30/07/2023")),
}


@pytest.mark.parametrize(("text", "sides"), SPANS.values(), ids=SPANS)
def test_two_days_with_a_sign_between_are_parted(text: str, sides: tuple[str, str]) -> None:
    assert split_program_span(text) == sides


def test_time_of_day_is_no_span() -> None:
    assert split_program_span("18:07") is None
