"""The dates that a search names in words, with the years of the story."""

from datetime import date

import pytest

from components.loading.served_story import public_story
from components.query.searched_days import find_searched_days

DATA = public_story().dataset
FIRST_OF_MARCH = date(2019, 3, 1)
END_OF_APRIL = date(2019, 4, 30)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("1 March", [(FIRST_OF_MARCH, FIRST_OF_MARCH), (None, FIRST_OF_MARCH)]),
        ("1 de marzo", [(FIRST_OF_MARCH, FIRST_OF_MARCH), (None, FIRST_OF_MARCH)]),
        ("on March 1st, 2019", [(FIRST_OF_MARCH, FIRST_OF_MARCH), (None, FIRST_OF_MARCH)]),
        ("2019-03-01", [(FIRST_OF_MARCH, FIRST_OF_MARCH), (None, FIRST_OF_MARCH)]),
        ("April", [(date(2019, 4, 1), END_OF_APRIL), (None, END_OF_APRIL)]),
        ("by April", [(None, END_OF_APRIL)]),
        ("hasta abril", [(None, END_OF_APRIL)]),
        ("before April", [(None, date(2019, 3, 31))]),
        ("desde el 1 de marzo", [(FIRST_OF_MARCH, None)]),
        ("after 1 March", [(date(2019, 3, 2), None)]),
        (
            "del 22 al 25 de febrero",
            [(date(2019, 2, 22), date(2019, 2, 25)), (None, date(2019, 2, 25))],
        ),
    ],
)
def test_a_date_in_words_means_days_of_the_story(text, spans):
    assert find_searched_days(text, DATA) == spans


@pytest.mark.parametrize(
    "text",
    ["", "hotel", "415", "1400", "1 March 2030", "31 April", "march of the soldiers", "by boat"],
)
def test_other_words_and_days_outside_the_story_mean_no_dates(text):
    assert find_searched_days(text, DATA) == []
