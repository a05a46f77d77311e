"""What a number or words add to a list of the lesson's form."""

import pytest

from components.query.filters import Filters
from components.ui.step_form import find_records
from tests.support.data import DATA
from tests.support.stories.small_views import build_context

CTX = build_context(DATA)
CLAIMS = [claim.id for claim in CTX.story.selection(Filters()).claims if claim.qualifier]
RECORDS = [*DATA.events, *CLAIMS]


@pytest.mark.parametrize("text", ["1,400", "1.400", "1400", "1 400"])
def test_number_names_figures_of_that_value_in_any_form(text):
    found_ids = find_records(text, CLAIMS, CTX)
    assert found_ids
    assert all(1400 in (DATA.claims[key].value_low, DATA.claims[key].value_high)
               for key in found_ids)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [("116", 116), ("19", None), ("1200000", 1_200_000), ("365,315", 365_315)],
)
def test_number_names_no_figure_that_only_has_its_digits(text, value):
    values = {DATA.claims[key].value_low for key in find_records(text, RECORDS, CTX)}
    assert values == ({value} if value else set())


def test_exact_figure_comes_before_one_that_is_about_it():
    qualifiers = [DATA.claims[key].qualifier for key in find_records("1400", CLAIMS, CTX)]
    assert qualifiers[0] == "exact"
    assert set(qualifiers[1:]) != {"exact"}


def test_words_name_what_the_search_finds_among_the_offered():
    found_ids = find_records("hotels", ["ev-none", *RECORDS], CTX)
    assert found_ids
    assert set(found_ids) <= set(RECORDS)
    assert find_records("hotels", [], CTX) == []
