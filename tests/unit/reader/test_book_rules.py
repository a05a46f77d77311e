"""Rules by which a workbook becomes a package, each with its reason."""

import pytest

from components.intake.book_defaults import fill_figure
from components.intake.book_tables import PackageBook, locate_header
from components.intake.nested_values import flatten_json, nest_values
from components.intake.problems import Notes
from components.intake.sheet_models import Sheet
from components.story import package_files as paths
from tests.support.stories.uploads import book, read_story


@pytest.mark.parametrize(
    ("qualifier", "filled"),
    [
        ("", {"qualifier": "exact", "value_low": "500", "value_high": "500"}),
        ("more than", {"qualifier": "more_than", "value_low": "500"}),
        ("Más de", {"qualifier": "more_than", "value_low": "500"}),
        ("al menos", {"qualifier": "at_least", "value_low": "500"}),
        ("casi", {"qualifier": "nearly", "value_high": "500"}),
        ("up_to", {"qualifier": "up_to", "value_high": "500"}),
        ("alrededor de", {"qualifier": "about", "value_low": "500", "value_high": "500"}),
    ],
)
def test_a_figure_has_only_the_bounds_that_its_qualifier_leaves(
    qualifier: str, filled: dict[str, str]
) -> None:
    row = {"value": "500", "qualifier": qualifier, "unit": "trucks"}
    fill_figure(row)
    assert row == {"value": "500", "unit": "trucks", **filled}


def test_a_figure_without_a_unit_counts_people() -> None:
    row = {"value": "3"}
    fill_figure(row)
    assert row["unit"] == "people"


@pytest.mark.parametrize("sheet_name", ["questions", "preguntas"])
def test_question_without_an_explanation_has_none(sheet_name: str) -> None:
    content = book(
        {
            "events": [("date", "title"), ("2019-03-01", "A")],
            "settings": [("name", "value"), ("title", "Mine")],
            sheet_name: [("question", "status"), ("How many?", "differ")],
        }
    )
    dataset = read_story(content, "mine.xlsx").dataset
    assert dataset is not None
    (topic,) = dataset.topics.values()
    texts = (topic.explanation, topic.explanation_es, topic.settle, topic.settle_es)
    assert set(texts) == {""}


@pytest.mark.parametrize("value", ["-5", "\u22125", "\u20135", -5], ids=ascii)
def test_figure_below_nothing_keeps_its_minus(value: str | int) -> None:
    figure = ("How many?", value, "The mayor", "Five fewer than the day before")
    content = book(
        {
            "events": [("date", "title"), ("2019-03-01", "A")],
            "questions": [("question", "status"), ("How many?", "differ")],
            "figures": [("question", "value", "who", "text"), figure],
        }
    )
    dataset = read_story(content, "mine.xlsx").dataset
    assert dataset is not None
    (claim,) = dataset.claims.values()
    assert (claim.value_low, claim.value_high) == (-5, -5)


def _events_sheet(*rows: tuple[str, ...]) -> Sheet:
    return Sheet("Events", rows[0], tuple(enumerate(rows[1:], start=2)))


def _locate(*rows: tuple[str, ...]) -> Sheet:
    book = PackageBook(Notes())
    book.sheets[paths.EVENTS] = _events_sheet(*rows)
    sheet = locate_header(book, paths.EVENTS)
    assert book.sheets[paths.EVENTS] is sheet
    return sheet


HEADER = ("date", "title", "place")
EVENT = ("2019-02-23", "Bridges closed", "Cúcuta")


def test_the_header_is_the_row_with_most_known_names_since_titles_stand_above_it() -> None:
    sheet = _locate(("The border in 2019",), ("title", "", ""), HEADER, EVENT)
    assert sheet.header == HEADER
    assert sheet.header_row == 3
    assert sheet.rows == ((4, EVENT),)


def test_of_two_rows_with_as_many_known_names_the_first_is_the_header() -> None:
    # Printed tables repeat their header on each page.
    sheet = _locate(HEADER, EVENT, HEADER)
    assert sheet.header_row == 1
    assert len(sheet.rows) == 2


def test_nested_values_that_are_written_as_rows_are_read_again() -> None:
    content = {"title": {"en": "A story"}, "scenes": [{"id": "a"}, {"id": "b"}], "shown": True}
    rows = {tuple(name.split()): value for name, value in flatten_json(content)}
    assert nest_values(rows) == {**content, "shown": "true"}
