"""The number that each row of a table gives: kept with its event, and through a package."""

import pytest

from components.export.packaging import build_package_files, package_workbook, zip_files
from components.intake import read_together
from components.intake.sheet_models import ColumnMap, Credit
from components.query.row_numbers import parse_story_numbers
from tests.support.stories.row_numbers import (
    FLOOD,
    NUMBERED_TABLE,
    read_numbers,
    view_numbers,
)
from tests.support.stories.uploads import book, read_story


def test_numbers_of_rows_are_a_column_of_their_events() -> None:
    dataset = read_story(NUMBERED_TABLE, "floods.csv").dataset
    assert dataset
    assert dataset.presentation.row_numbers
    assert dataset.presentation.row_numbers.column == "number of people"
    assert dict(dataset.other_columns.cells_of(FLOOD)) == {"number of people": "~300"}


def test_numbers_that_are_no_claims_make_none() -> None:
    dataset = read_story(NUMBERED_TABLE, "floods.csv").dataset
    assert dataset
    assert not dataset.claims


@pytest.mark.parametrize("pack", [zip_files, package_workbook], ids=["zip", "workbook"])
def test_package_of_a_table_gives_the_same_numbers(pack) -> None:
    ctx = view_numbers()
    content = pack(build_package_files(ctx))
    name = "story.zip" if pack is zip_files else "story.xlsx"
    again = read_together([(name, content)]).dataset
    assert again
    assert again.memoize(parse_story_numbers) == ctx.dataset.memoize(parse_story_numbers)


def test_workbook_of_a_story_keeps_the_numbers_of_its_events() -> None:
    content = book(
        {
            "events": [["date", "title", "people"], ["2017-03-14", "Flood", "~300"]],
            "settings": [["name", "value"], ["title", "Floods"]],
        }
    )
    dataset = read_together([("story.xlsx", content)]).dataset
    assert dataset
    assert len(dataset.memoize(parse_story_numbers).numbers) == 1


def test_table_that_was_downloaded_here_says_its_numbers_once() -> None:
    dataset = read_story(NUMBERED_TABLE, "floods.csv").dataset
    assert dataset
    summary = dataset.events[FLOOD].summary
    table = f"date,title,summary,number of people\n2017-03-14,Flood in Piura,{summary},~300\n"
    again = read_story(table.encode(), "events.csv").dataset
    assert again
    assert [event.summary for event in again.events.values()] == [summary]


def test_name_of_what_is_counted_comes_from_the_column_map() -> None:
    column_map = ColumnMap(
        columns={"date": ("date",), "title": ("title",), "number": ("number of people",)},
        credit=Credit(number="evacuated people", number_es="personas evacuadas"),
    )
    dataset = read_story(NUMBERED_TABLE, "floods.csv", column_map=column_map).dataset
    assert dataset
    assert dataset.presentation.row_numbers
    assert dataset.presentation.row_numbers.name.es == "personas evacuadas"


@pytest.mark.parametrize(
    ("cells", "is_noted"),
    [(("1.400", "30"), True), (("1.400", "2.5"), False), (("1.200.000", "30"), False)],
    ids=["one mark", "decimals", "two marks"],
)
def test_thousands_that_may_be_decimals_are_noted(cells: tuple[str, ...], is_noted: bool) -> None:
    codes = {problem.code for problem in read_numbers(*cells).problems}
    assert ("number_thousands" in codes) == is_noted
