"""Some day between two: EDTF's set "[2019-03-03..2019-03-08]", unlike an interval that lasted."""

import json
import re
from datetime import date

import edtf
import pytest

from components.export.view_files import PACKAGE_ARCHIVE, file_bytes
from components.i18n import i18n_for
from components.intake.table_dates import DEFAULT_RULES, parse_row_date, parse_table_date
from components.presentation.records import build_event_row
from components.query.view import View
from components.story.edtf import choice_of_interval, interval_of_choice, parse_edtf
from components.story.models import SourceDetails
from components.values.date_terms import list_date_terms
from tests.support.stories.uploads import parts_of, read_story, table

CHOICE, INTERVAL = "[2019-03-03..2019-03-08]", "2019-03-03/2019-03-08"
FIRST, LAST = date(2019, 3, 3), date(2019, 3, 8)


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        (CHOICE, (FIRST, LAST)),
        ("[2019-03..2019-05]", (date(2019, 3, 1), date(2019, 5, 31))),
        ("[2019-03-03~..2019-03-08~]", (FIRST, LAST)),
    ],
)
def test_choice_has_the_bounds_of_its_dates(text: str, bounds: tuple[date, date]) -> None:
    when = parse_edtf(text)
    assert (when.lower, when.upper) == bounds
    assert when.precision == "choice"
    assert not when.is_day


def test_choice_is_a_set_of_the_edtf_library() -> None:
    parsed = edtf.parse_edtf(CHOICE)
    assert type(parsed).__name__ == "OneOfASet"
    assert date(*parsed.lower_strict()[:3]) == FIRST


@pytest.mark.parametrize("text", ["[2019-03-03..]", "[..2019-03-08]", "[2019-03-03]", "[a..b]"])
def test_what_is_no_choice_between_two_dates_is_no_date(text: str) -> None:
    with pytest.raises(ValueError, match="is not a date"):
        parse_edtf(text)


def test_choice_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(ValueError, match="ends before it starts"):
        parse_edtf("[2019-03-08..2019-03-03]")


@pytest.mark.parametrize(
    ("start", "end", "possibly", "certainly"),
    [
        (FIRST, LAST, True, True),
        (date(2019, 3, 5), None, True, False),
        (None, date(2019, 3, 5), True, False),
        (date(2019, 3, 9), None, False, False),
    ],
)
def test_choice_is_within_a_window_if_each_of_its_days_is(start, end, possibly, certainly) -> None:
    when = parse_edtf(CHOICE)
    assert when.possibly_within(start, end) is possibly
    assert when.certainly_within(start, end) is certainly


@pytest.mark.parametrize(("choice", "interval"), [(CHOICE, INTERVAL), ("2019-03", "2019-03")])
def test_choice_and_interval_have_the_same_ends(choice: str, interval: str) -> None:
    assert interval_of_choice(choice) == interval
    assert choice_of_interval(interval) == choice
    assert list(list_date_terms(choice)) == list(list_date_terms(interval))


PHRASES = {
    "between 3 and 8 March 2019": CHOICE,
    "Between 3 March and 8 March 2019": CHOICE,
    "some time between 3 and 8 March 2019": CHOICE,
    "entre el 3 y el 8 de marzo de 2019": CHOICE,
    "algún día entre el 3 y el 8 de marzo de 2019": CHOICE,
    CHOICE: CHOICE,
    "between March and May 2019": "[2019-03..2019-05]",
    "c. between 3 and 8 March 2019": "[2019-03-03~..2019-03-08~]",
    "from 3 to 8 March 2019": INTERVAL,
    "del 3 al 8 de marzo de 2019": INTERVAL,
    "3–8 March 2019": INTERVAL,
    INTERVAL: INTERVAL,
}


@pytest.mark.parametrize(("text", "expected"), PHRASES.items(), ids=PHRASES)
def test_between_is_some_day_and_from_to_is_all_days(text: str, expected: str) -> None:
    assert parse_table_date(text).edtf == expected


def test_choice_with_an_end_beside_it_has_no_date() -> None:
    parsed = parse_row_date(DEFAULT_RULES, "between 3 and 8 March 2019", "2019-03-10")
    assert "date_span_twice" in [problem.code for problem in parsed.problems]


WORDINGS = [
    ("en", CHOICE, "some day between 3 and 8 March 2019"),
    ("es", CHOICE, "algún día entre el 3 y el 8 de marzo de 2019"),
    ("en", "[2019-02-27..2019-03-08]", "some day between 27 February and 8 March 2019"),
    ("en", "[2019-03..2019-05]", "some day between March and May 2019"),
    ("es", "[2019-03..2019-05]", "algún día entre marzo y mayo de 2019"),
    ("en", "[1200..1250]", "some day between 1200 and 1250"),
    ("en", INTERVAL, "3–8 March 2019"),
]


@pytest.mark.parametrize(("language", "text", "wording"), WORDINGS)
def test_choice_is_worded_as_some_day(language, text: str, wording: str) -> None:
    assert i18n_for(language).format_date(text) == wording


@pytest.mark.parametrize(
    ("text", "sign"), [(CHOICE, "some"), (INTERVAL, "days"), ("2019-03", "some")]
)
def test_choice_is_drawn_like_a_day_that_is_not_known(text: str, sign: str) -> None:
    row = build_event_row("ev-a", parse_edtf(text), "stated", "event")
    assert row.signs == (sign,)


def test_source_has_the_interval_of_a_choice() -> None:
    details = SourceDetails(
        tier="document", kind=None, voice="press", short="A", issued_edtf=CHOICE, notes={}
    )
    assert details.issued_edtf == INTERVAL


def test_table_with_a_choice_for_an_event_and_its_source_opens() -> None:
    cells = ("between 3 and 8 March 2019", "A", "El Diario", "between 9 and 10 March 2019")
    header = ("date", "title", "source", "source date")
    dataset = read_story(table(header, [cells]), "mine.csv").dataset
    assert dataset is not None
    (event,) = dataset.events.values()
    (source,) = dataset.sources.values()
    assert event.date == CHOICE
    assert source.custom.issued_edtf == "2019-03-09/2019-03-10"


def test_package_of_a_choice_opens_again_and_keeps_to_its_descriptor() -> None:
    opened = read_story(table(("date", "title"), [(CHOICE, "A")]), "mine.csv")
    content = file_bytes(PACKAGE_ARCHIVE, View(), "en", opened=opened)
    again = read_story(content, "mine.zip")
    assert [event.date for event in again.dataset.events.values()] == [CHOICE]
    descriptor = json.loads(parts_of(content)["datapackage.json"])
    (events,) = [
        resource for resource in descriptor["resources"] if resource["path"] == "events.csv"
    ]
    (column,) = [field for field in events["schema"]["fields"] if field["name"] == "date"]
    assert re.match(column["constraints"]["pattern"], CHOICE)
    assert re.match(column["constraints"]["pattern"], INTERVAL)
