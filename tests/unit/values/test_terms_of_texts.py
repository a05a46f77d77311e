"""Days and numbers of a text as a search looks for them."""

import pytest

from components.values.date_terms import extract_days, list_date_terms
from components.values.number_text import list_numbers, parse_digits, sum_number_words


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("2019-04-30", ["@2019-04-30"]),
        ("30/4/2019", ["@2019-04-30"]),
        # Where the second number is no month, the first is.
        ("02/23/2019", ["@2019-02-23"]),
        ("23/02/2019", ["@2019-02-23"]),
        ("april 30th, 2019", ["@2019-04-30"]),
        ("30 de abril de 2019", ["@2019-04-30"]),
        ("abril de 2019", ["@2019-04"]),
        ("2019-04", ["@2019-04"]),
        ("32 april", []),
        ("13/13/2019", []),
        ("00/04/2019", []),
    ],
)
def test_days_are_read_as_people_write_them(text, terms):
    assert extract_days(text).terms == terms


def test_a_text_without_its_days_keeps_its_length():
    extracted = extract_days("from 30 april on")
    assert extracted.other_text == "from          on"


@pytest.mark.parametrize(
    ("edtf", "has", "has_not"),
    [
        ("2019-02-22/2019-02-23", {"@2019", "@02", "@2019-02-23", "@02-22"}, {"@2019-02-24"}),
        ("2019-04", {"@2019-04", "@04"}, {"@2019-04-01"}),
        ("2019-01-01/2019-01-31", {"@2019-01-15"}, set()),
        ("2019-01-01/2019-02-01", {"@2019-01-01", "@2019-02-01"}, {"@2019-01-15"}),
        ("2017-01/2018-12", {"@2017-06"}, set()),
        ("2017-01/2019-01", {"@2017-01", "@2019-01"}, {"@2017-06"}),
        ("2019-02-22T18:07", {"@2019-02-22"}, set()),
        ("../2019-02-22", {"@2019-02"}, {"@2019-01"}),
    ],
    ids=["days", "month", "31 days", "32 days", "24 months", "25 months", "time", "open"],
)
def test_long_stretches_are_found_by_their_ends_alone(edtf, has, has_not):
    terms = set(list_date_terms(edtf))
    assert has <= terms
    assert not has_not & terms


def test_what_has_no_date_is_found_by_none():
    assert list(list_date_terms(None)) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.400", 1400),
        ("1,400.5", 1400.5),
        ("1.400,5", 1400.5),
        ("1'400", 1400),
        ("0.400", 0.4),
        ("1.40", 1.4),
        ("12 345 678", 12_345_678),
    ],
)
def test_groups_of_three_digits_are_thousands(text, value):
    assert parse_digits(text) == value


@pytest.mark.parametrize(
    ("digits", "words", "value"),
    [
        ("", ["mil"], 1000),
        ("", ["dos", "mil", "trescientos"], 2300),
        ("1.2", ["million"], 1_200_000),
        ("", ["half", "million"], 500_000),
        ("", ["two", "hundred", "five"], 205),
        ("", ["three", "dozen"], 36),
        ("5", [], 5),
    ],
)
def test_words_after_digits_multiply_and_add(digits, words, value):
    assert sum_number_words(digits, words) == value


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("entre mil y dos mil", (1000, 2000)),
        ("between one thousand and two thousand", (1000, 2000)),
        ("dos mil y tres mil", (2000, 3000)),
        ("cien y doscientos", (100, 200)),
        ("one million and two hundred thousand", (1_200_000,)),
        ("two hundred and fifty thousand", (250_000,)),
        ("mil y dos", (1002,)),
        ("veinte mil y treinta", (20_030,)),
    ],
)
def test_and_joins_a_smaller_number_and_parts_two_large_ones(text, numbers):
    assert list_numbers(text) == numbers


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("un millón y medio", 1_500_000),
        ("a million and a half", 1_500_000),
        ("un millar y medio", 1500),
        ("three and a half million", 3_500_000),
        ("medio millón", 500_000),
    ],
)
def test_and_a_half_is_half_of_what_is_counted(text, number):
    assert list_numbers(text) == (number,)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("500 of 1,400, 500 again", (500, 1400)),
        ("on 27 February 2019 they counted 415", (415,)),
        ("one man, no hotels", ()),
        ("two hotels", (2,)),
        ("a few hundred", ()),
        ("twenty-five and thirty", (25, 30)),
        ("5 km", (5,)),
    ],
    ids=["each once", "without days", "one and none", "two", "no number", "with a hyphen", "way"],
)
def test_the_numbers_of_a_text_are_those_that_it_counts(text, numbers):
    assert list_numbers(text) == numbers
