"""The months of a list of events carry their year where the story has several."""

from copy import copy
from datetime import date

import pytest

from components.i18n import i18n_for
from components.presentation.timeline_scenes import _format_list_month

MARCH = date(2021, 3, 4)


@pytest.mark.parametrize(
    ("implied_year", "language", "expected"),
    [
        (2021, "en", "Mar"),
        (None, "en", "March 2021"),
        (None, "es", "marzo de 2021"),
    ],
)
def test_month_has_its_year_in_a_story_of_several_years(implied_year, language, expected):
    i18n = copy(i18n_for(language))
    i18n.implied_year = implied_year
    assert _format_list_month(i18n, MARCH) == expected
