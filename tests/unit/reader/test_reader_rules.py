"""Rules of the reader of files, each with its reason."""

import datetime as dt
import json

import pytest

from components.intake.cell_texts import is_address
from components.intake.json_files import parse_json
from components.intake.package import read_package
from components.intake.problems import Refusal
from components.intake.source_library import link_key
from components.intake.table_dates import (
    DEFAULT_RULES,
    complete_short_year,
    is_midnight,
    parse_row_date,
)
from components.values.date_texts import parse_clock
from tests.support.stories.uploads import CLAIM, package_files, read_story, rows_of, table

TODAY = dt.date(2026, 11, 29)


@pytest.mark.parametrize(
    ("short_year", "year"),
    [(0, 2000), (26, 2026), (27, 1927), (99, 1999)],
    ids=["century", "this-year", "next-year", "last-century"],
)
def test_a_short_year_is_the_last_that_ends_so_since_events_are_not_in_the_future(
    short_year: int, year: int
) -> None:
    assert complete_short_year(short_year, TODAY) == year


@pytest.mark.parametrize(
    "copy",
    [
        "http://example.org/report",
        "https://www.example.org/report",
        "https://EXAMPLE.org/report/",
        "https://example.org/report#page-2",
        "https://example.org/report?utm_source=newsletter&UTM_medium=mail",
    ],
    ids=["scheme", "www", "capitals-and-slash", "fragment", "campaign"],
)
def test_copies_of_an_address_have_one_key_so_that_they_are_one_source(copy: str) -> None:
    assert link_key(copy) == link_key("https://example.org/report")


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/Report",
        "https://example.org/report?id=2",
        "https://example.org/report?futm_x=2",
    ],
    ids=["capitals-of-the-path", "parameter", "name-with-utm-inside"],
)
def test_what_may_be_another_page_keeps_a_key_of_its_own(address: str) -> None:
    assert link_key(address) != link_key("https://example.org/report")


def test_what_is_no_address_has_no_key() -> None:
    assert link_key("reporter@example.org") == ""


@pytest.mark.parametrize(
    "text",
    [
        "user@example.org",
        "mailto:user@example.org",
        "javascript:alert(1)",
        "https://",
        "https://user@",
        "https://example.org:port/",
        "https://example.org/a b",
        'https://example.org/"onload="x',
        "https://example.org/<b>",
    ],
)
def test_only_pages_of_the_web_become_links(text: str) -> None:
    assert not is_address(text)


@pytest.mark.parametrize(
    "text", ["https://example.org", "http://user@example.org/", "https://example.org:8443/a?b#c"]
)
def test_an_address_may_name_a_user_and_a_port(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize("clock", ["", "T00:00", "T00:00:00", "T00:00:00Z"])
def test_midnight_is_no_time_since_tables_write_it_where_none_is_known(clock: str) -> None:
    assert is_midnight(clock)


@pytest.mark.parametrize("clock", ["T00:01", "T10:00", "T00:00:30", "T12:00Z"])
def test_any_other_minute_is_a_time(clock: str) -> None:
    assert not is_midnight(clock)


@pytest.mark.parametrize(
    ("clock", "time"),
    [("00:00", ""), ("00:00:00", ""), ("12:00 a.m.", ""), ("12:00 p. m.", "T12:00")],
    ids=["minutes", "seconds", "twelve-at-night", "noon"],
)
def test_midnight_of_a_clock_is_left_out(clock: str, time: str) -> None:
    assert parse_clock(clock) == time


def test_midnight_in_the_column_of_times_is_noted_and_leaves_the_day() -> None:
    parsed = parse_row_date(DEFAULT_RULES, "2019-02-23", time="00:00")
    assert parsed.values == ("2019-02-23",)
    assert [problem.code for problem in parsed.problems] == ["date_time"]


def _exchanged_rows(places: list[tuple[float, float]]) -> list[int | None]:
    rows = [
        [f"2019-03-{day:02}", f"Event {day}", str(lat), str(lon)]
        for day, (lat, lon) in enumerate(places, start=1)
    ]
    intake = read_story(table(["date", "title", "latitude", "longitude"], rows), "places.csv")
    return [problem.row for problem in intake.problems if problem.code == "coordinates_exchanged"]


CUCUTA = [(7.8, -72.5), (7.9, -72.4), (7.7, -72.6), (7.8, -72.4)]


def test_a_place_far_from_all_others_and_near_them_if_exchanged_is_taken_off_the_map() -> None:
    assert _exchanged_rows([*CUCUTA, (-72.5, 7.8)]) == [6]


def test_a_place_far_from_all_others_either_way_stays() -> None:
    assert _exchanged_rows([*CUCUTA, (48.9, 2.3)]) == []


def test_of_three_places_none_is_far_from_the_middle() -> None:
    assert _exchanged_rows([*CUCUTA[:2], (-72.5, 7.8)]) == []


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 2}', '{"b": [{"a": 1, "a": 1}]}'], ids=["object", "nested"]
)
def test_a_key_that_is_there_twice_is_refused_since_programs_differ_on_which_counts(
    text: str,
) -> None:
    with pytest.raises(Refusal) as caught:
        parse_json(text, "story.json")
    assert caught.value.problem.code == "json_twice"
    assert caught.value.problem.value == "a"


def test_equal_keys_of_different_objects_are_read() -> None:
    content = {"a": {"b": 1}, "c": [{"b": 1}, {"b": 2}]}
    assert parse_json(json.dumps(content), "story.json") == content


def test_the_row_of_a_claim_whose_figure_may_be_thousands_or_decimals_is_refused() -> None:
    claim = {**CLAIM, "value_low": "1,400", "value_high": "1,400"}
    intake = read_package(package_files(claims_csv=rows_of(claim)), "lima")
    found = {(problem.column, problem.code) for problem in intake.problems if problem.row == 2}
    assert {("value_low", "not_a_number"), ("value_high", "not_a_number")} <= found


@pytest.mark.parametrize("written", ["1.200.000", "1,200,000"], ids=["points", "commas"])
def test_figure_of_a_package_with_two_marks_is_read_with_thousands(written: str) -> None:
    claim = {**CLAIM, "value_low": written, "value_high": written, "qualifier": "exact"}
    dataset = read_package(package_files(claims_csv=rows_of(claim)), "lima").dataset
    assert dataset
    assert {one.value_low for one in dataset.claims.values()} == {1_200_000}


@pytest.mark.parametrize("written", ["(5)", "( 5 )", "5-", "5\u2212", "(1.200)"], ids=ascii)
def test_figure_in_brackets_is_refused_since_it_may_be_negative_or_a_footnote(written: str) -> None:
    claim = {**CLAIM, "value_low": written, "value_high": written}
    intake = read_package(package_files(claims_csv=rows_of(claim)), "lima")
    found = {(problem.column, problem.code) for problem in intake.problems if problem.row == 2}
    assert {("value_low", "number_bracketed"), ("value_high", "number_bracketed")} <= found
