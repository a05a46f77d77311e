"""The number in a cell of a table, with its qualifier, its range and its unit."""

import pytest

from components.values.cell_numbers import (
    CellNumber,
    find_common_unit,
    find_decimal_marks,
    is_grouped,
    parse_cell_number,
)

NUMBERS = {
    "300": (300, 300, "exact", ""),
    "0": (0, 0, "exact", ""),
    "~300": (300, 300, "about", ""),
    "≈ 300": (300, 300, "about", ""),
    "c. 300": (300, 300, "about", ""),
    "unas 20 personas": (20, 20, "about", "personas"),
    "more than 1,400": (1400, None, "more_than", ""),
    "más de 1.400": (1400, None, "more_than", ""),
    "> 5": (5, None, "more_than", ""),
    "300+": (300, None, "at_least", ""),
    "300+ people": (300, None, "at_least", "people"),
    "casi 1.000": (None, 1000, "nearly", ""),
    "hasta 300": (None, 300, "up_to", ""),
    "<30": (None, 30, "less_than", ""),
    "3–8": (3, 8, "range", ""),
    "3-8": (3, 8, "range", ""),
    "entre 3 y 8 personas": (3, 8, "range", "personas"),
    "1.200.000": (1_200_000, 1_200_000, "exact", ""),
    "1,200,000": (1_200_000, 1_200_000, "exact", ""),
    "3 500": (3500, 3500, "exact", ""),
    "12,5": (12.5, 12.5, "exact", ""),
    "-5": (-5, -5, "exact", ""),
    "\u22125": (-5, -5, "exact", ""),
    "300 m³": (300, 300, "exact", "m³"),
    "300 m3": (300, 300, "exact", "m3"),
    "45%": (45, 45, "exact", "%"),
    "2 millones de m³": (2_000_000, 2_000_000, "exact", "m³"),
    "mil cuatrocientos": (1400, 1400, "exact", ""),
    "two hundred people": (200, 200, "exact", "people"),
    "3,000,000,000": (3e9, 3e9, "exact", ""),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_cell_gives_its_number_qualifier_and_unit(text: str) -> None:
    assert parse_cell_number(text) == CellNumber(*NUMBERS[text])


@pytest.mark.parametrize(
    "text",
    [
        "", "several", "(5)", "5-", "5 (or more)", "12 of 40", "8 to 3", "2019-03-04", "5*",
        "more than 300+", "see note 4", "7?", "1e400", "=5", "5;6",
    ],
)  # fmt: skip
def test_cell_without_one_clear_number_gives_none(text: str) -> None:
    assert parse_cell_number(text) is None


@pytest.mark.parametrize(
    ("column", "number"),
    [
        pytest.param(["1.400", "300"], 1400, id="nothing says decimals"),
        pytest.param(["1.400", "2.5"], 1.4, id="another cell has a decimal"),
        pytest.param(["1.400", "0.125"], 1.4, id="no group begins with nought"),
        pytest.param(["1.400", "2,5"], 1400, id="the comma is the decimal mark"),
        pytest.param(["1,400", "2.5"], 1400, id="the point is the decimal mark"),
    ],
)
def test_mark_before_three_digits_is_that_of_its_column(column: list[str], number: float) -> None:
    marks = find_decimal_marks(column)
    parsed = parse_cell_number(column[0], marks)
    assert parsed
    assert parsed.low == number
    assert is_grouped(column[0], marks) == (number == 1400)


def test_common_unit_is_that_of_most_cells_however_it_is_accented() -> None:
    texts = ("3 m³", "4 m3", "5 ha", "6")
    numbers = [number for number in map(parse_cell_number, texts) if number]
    assert find_common_unit(numbers) == "m3"
