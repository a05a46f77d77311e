"""Which column is what: values decide, names are hints."""

import pytest

from components.intake.column_guesses import guess_columns
from components.intake.columns import map_of_guesses
from components.intake.sheet_models import Sheet


def guessed(header: str, *rows: str) -> dict[str, tuple[str, ...]]:
    cells = [tuple(row.split("|")) for row in rows]
    sheet = Sheet("x", tuple(header.split("|")), tuple(enumerate(cells, start=2)))
    return map_of_guesses(guess_columns(sheet)).columns


DATES = {
    "day of the event before that of the form": (
        "start|date_incident|title", "2024-06-10T09:12|2024-05-28|A well", "date_incident"),
    "values before names": ("from|date|title", "Anna|1726-05-11|A letter", "date"),
    "day before year": ("title|year|date_iso", "A|1842|1842-01-13", "date_iso"),
    "event before creation": (
        "CreationDate|Incident Date|title", "2019-03-01|2019-02-22|A", "Incident Date"),
    "year before a period in words": ("title|period|year", "A|Republic|1844", "year"),
    "a start alone": ("start|title", "2024-06-10|A", "start"),
}  # fmt: skip


@pytest.mark.parametrize(("header", "row", "date"), DATES.values(), ids=DATES)
def test_column_of_dates_is_the_one_that_says_when_it_happened(
    header: str, row: str, date: str
) -> None:
    assert guessed(header, row)["date"] == (date,)


TITLES = {
    "what happened before a name": (
        "date|Name|What happened?", "2024-03-04|Ana|Shots", "What happened?"),
    "no days": (
        "date|incident_day|incident title", "2024-03-04|2024-03-01|A fire", "incident title"),
    "no numbers": ("date|Incident ID|headline", "2024-03-04|92001|A fire", "headline"),
}  # fmt: skip


@pytest.mark.parametrize(("header", "row", "title"), TITLES.values(), ids=TITLES)
def test_title_is_what_tells_most(header: str, row: str, title: str) -> None:
    assert guessed(header, row)["title"] == (title,)


NEVER = {
    "notes for the desk": ("date|title|internal notes", "2024-03-04|A|not to be named", "summary"),
    "a source of something else": ("date|title|coord_source", "2024-03-04|A|p625", "source"),
    "where a letter came from": ("date|title|source|destination", "1726-05-11|A|X|Y", "source"),
    "a street as a link": ("date|title|address", "2024-03-04|A|12 Mill Road", "url"),
    "a code as a place": ("date|title|city_code", "2024-03-04|A|12", "place"),
    "a picture as a source": ("date|title|image_link", "2024-03-04|A|https://example.org/p", "url"),
    "two rows with one id": ("date|title|codigo", "2024-03-04|A|05001", "id"),
}


@pytest.mark.parametrize(("header", "row", "field"), NEVER.values(), ids=NEVER)
def test_column_is_not_taken_for_what_it_does_not_hold(header: str, row: str, field: str) -> None:
    assert field not in guessed(header, row, row)


PLACES = {
    "x and y": ("date|title|X|Y", "2024-03-04|A|35.5|33.9", {"lat": ("Y",), "lon": ("X",)}),
    "a pair as location": (
        "date|title|Location", "2024-03-04|A|(41.88, -87.63)", {"coordinates": ("Location",)}),
    "well-known text": (
        "date|title|the_geom", "2024-03-04|A|POINT (35.5 33.9)", {"coordinates": ("the_geom",)}),
    "two links": (
        "date|title|link 1|link 2", "2024-03-04|A|https://a.example/1|https://b.example/2",
        {"url": ("link 1", "link 2")}),
}  # fmt: skip


@pytest.mark.parametrize(("header", "row", "columns"), PLACES.values(), ids=PLACES)
def test_places_and_links_are_found_by_their_values(
    header: str, row: str, columns: dict[str, tuple[str, ...]]
) -> None:
    assert guessed(header, row).items() >= columns.items()


NAMES_ALONE = {
    "a word within a longer name": ("date of the event|title", True),
    "a kind in place of a title": ("date|kind", True),
    "the day of the record": ("date updated|title", False),
    "no date": ("title|place", False),
    "a title above the names": ("Events of 2019|", False),
}


@pytest.mark.parametrize(("header", "names"), NAMES_ALONE.values(), ids=NAMES_ALONE)
def test_row_with_the_names_of_the_columns_is_known_without_values(
    header: str, names: bool
) -> None:
    assert (
        map_of_guesses(guess_columns(Sheet("x", tuple(header.split("|")), ()))).has_events is names
    )
