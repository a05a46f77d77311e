"""Words of numbers and dates: what a file, a search or a figure knows, the others know, too."""

import pytest

from components.intake.table_dates import parse_table_date
from components.values.date_terms import extract_days
from components.values.language_tables import MONTHS, QUALIFIER_OF_WORDS
from components.values.number_text import fold_typed_text, list_numbers, parse_count, parse_number


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("1º de mayo de 2019", "2019-05-01"),
        ("1.º de mayo de 2019", "2019-05-01"),
        ("1° de mayo de 2019", "2019-05-01"),
        ("23 de setiembre de 2019", "2019-09-23"),
        ("23rd of February 2019", "2019-02-23"),
    ],
    ids=["ordinal", "ordinal-with-point", "degree-sign", "setiembre", "english-ordinal"],
)
def test_a_day_in_words_is_the_same_day_in_a_file_and_in_a_search(text: str, edtf: str) -> None:
    assert parse_table_date(text).edtf == edtf
    assert extract_days(fold_typed_text(text)).terms == [f"@{edtf}"]


def test_the_beginning_of_setiembre_is_no_month_in_a_search() -> None:
    # "Set" is a word of both languages, and "a set 5 metres wide" names no day.
    assert not extract_days("set 5").terms


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("c. 1850 – c. 1860", "1850~/1860~"),
        ("around 1850 – around 1860", "1850~/1860~"),
        ("alrededor de 1850 – cerca de 1860", "1850~/1860~"),
    ],
    ids=["circa", "around", "spanish"],
)
def test_each_end_of_a_span_may_be_approximate_in_any_word_of_a_single_year(
    text: str, edtf: str
) -> None:
    assert parse_table_date(text).edtf == edtf


def test_english_months_come_first_since_bibliographies_write_their_names() -> None:
    assert list(MONTHS)[:2] == ["january", "february"]
    assert list(MONTHS)[11] == "december"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1400", 1400.0),
        ("7.81", 7.81),
        ("7,81", 7.81),
        ("0,125", 0.125),
        ("1.400", 1.4),
        ("1,400", None),
        ("−1,400", None),
        ("1,400,000", 1_400_000.0),
        ("1.400.000", 1_400_000.0),
        ("1,400.000", None),
    ],
)
def test_a_figure_of_a_claim_is_refused_where_it_may_be_thousands_or_decimals(
    text: str, value: float | None
) -> None:
    assert parse_count(text).value == value


def test_a_typed_figure_may_have_marks_of_thousands_since_the_page_shows_what_it_took() -> None:
    assert list_numbers("1,400 people") == (1400.0,)
    assert list_numbers("1.400 personas") == (1400.0,)


def test_degrees_keep_a_decimal_comma_with_three_digits() -> None:
    assert parse_number("33,901").value == 33.901


@pytest.mark.parametrize(
    ("words", "qualifier"),
    [("mas de", "more_than"), ("more than", "more_than"), ("casi", "nearly"), ("hasta", "up_to")],
)
def test_tables_say_how_exact_a_figure_is_in_either_language(words: str, qualifier: str) -> None:
    assert QUALIFIER_OF_WORDS[words] == qualifier
