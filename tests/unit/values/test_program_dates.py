"""Dates as programs write them become dates as people write them, and no more exact."""

import pytest

from components.intake.table_dates import parse_table_date
from components.values.date_phrases import parse_date_phrase
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
    "spring": ("1936-21", "1936"),
    "winter anywhere": ("1936-24", "1936~"),
    "northern winter": ("1936-28", "1936-12~/1937-02~"),
    "southern winter": ("1936-32", "1936-06~/1936-08~"),
    "winter before our era": ("-0001-28", "-0001-12~/0000-02~"),
    "third quarter": ("1936-35", "1936-07/1936-09"),
    "second half": ("1936-41", "1936-07/1936-12"),
    "basic format": ("20240304T101500Z", "2024-03-04T10:15:00Z"),
    "basic format, no letters": ("20240304101500", "2024-03-04T10:15:00"),
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
    "fourteen digits": "98761231101500",
    "no part of a year": "2019-42",
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


SEASONS = {
    "English": ("autumn 1944", "1944"),
    "of": ("the spring of 1944", "1944"),
    "Spanish": ("primavera de 1944", "1944"),
    "reaches the next year": ("winter 1944", "1944~"),
    "of two years": ("invierno de 1944-45", "1944~/1945~"),
    "about": ("c. autumn 1944", "1944~"),
}


@pytest.mark.parametrize(("text", "edtf"), SEASONS.values(), ids=SEASONS)
def test_season_in_words_is_its_years(text: str, edtf: str) -> None:
    date = parse_date_phrase(text)
    assert date
    assert date.edtf == edtf


@pytest.mark.parametrize("text", ["winter 1944-52", "spring", "Springfield 1944", "late spring"])
def test_other_words_are_no_season(text: str) -> None:
    date = parse_date_phrase(text)
    assert not date or not date.edtf


@pytest.mark.parametrize("text", ["2019-21", "2019-33", "spring 2019"])
def test_season_is_said(text: str) -> None:
    assert parse_table_date(text).basis == "words"


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
