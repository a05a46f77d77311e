"""Which columns are offered as the figure of each row, and which never are."""

import pytest

from tests.support.stories.uploads import read_story, table


def offered_columns(header: str, *cells: str) -> tuple[str, ...]:
    rows = [(f"2017-03-{day:02}", f"Row {day}", cell) for day, cell in enumerate(cells, start=1)]
    layout = read_story(table(("date", "title", header), rows), "rows.csv").layout
    assert layout
    return layout.number_columns


@pytest.mark.parametrize(
    "header", ["m³", "number", "People affected", "Number affected", "afectados", "depth", "people"]
)
def test_column_of_numbers_is_offered(header: str) -> None:
    assert offered_columns(header, "~300", "1,200", "12-15") == (header,)


NO_FIGURES = {
    "years": ("built", ("1999", "2001", "2010")),
    "an id": ("case id", ("1", "2", "3")),
    "a code": ("Postal code", ("1050", "20001", "3")),
    "degrees": ("latitude", ("7.8", "7.9", "8.1")),
    "words": ("weather", ("rain", "3", "sun")),
    "people's numbers": ("phone", ("5551234", "5551235", "5551236")),
    "the desk's": ("internal score", ("1", "2", "3")),
    "superscripts": ("mark", ("²", "³", "¹")),
}


@pytest.mark.parametrize(("header", "cells"), NO_FIGURES.values(), ids=NO_FIGURES)
def test_column_that_counts_nothing_is_not_offered(header: str, cells: tuple[str, ...]) -> None:
    assert offered_columns(header, *cells) == ()


def test_column_whose_name_says_that_it_counts_comes_first() -> None:
    rows = [("2017-03-14", "Flood", "3.5", "40"), ("2017-03-15", "More", "2.5", "60")]
    content = table(("date", "title", "depth", "families affected"), rows)
    layout = read_story(content, "rows.csv").layout
    assert layout
    assert layout.number_columns == ("families affected", "depth")
