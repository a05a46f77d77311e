"""A form that a browser without scripts sends reads a figure typed anew as a whole."""

from urllib.parse import urlencode

import pytest

from components.presentation.context import read_address
from components.query.view import CARRIED_PARAMETERS

FORMER = {
    "check": "1,400",
    "said": "more_than",
    "check_to": "",
    "measure": "arrivals",
    "population": "",
    "check_day": "2019-04-30",
    "check_region": "",
}
PARTS = ("said", "measure", "check_day")
UNCHECKED = {**FORMER, "check": "", "said": "", "check_day": ""}


def sent_view(former, **typed):
    params = {name: [text] for name, text in {**former, **typed}.items()}
    params["former"] = [urlencode(former)]
    return read_address(params, slug="figures").view


def parts_of(view):
    day = str(view.check_day or "")
    return view.said, view.measure, day


@pytest.mark.parametrize(
    "text", ["567 had arrived by 1 March 2019", "567", "567 habían llegado", "1.400 soldados"]
)
def test_figure_typed_anew_keeps_no_part_of_the_one_before(text):
    assert parts_of(sent_view(FORMER, check=text)) == ("exact", None, "")


def test_part_chosen_with_a_new_figure_is_kept():
    view = sent_view(FORMER, check="567", check_day="2019-03-01")
    assert parts_of(view) == ("exact", None, "2019-03-01")


def test_figure_that_is_the_same_keeps_its_parts():
    view = sent_view(FORMER, check_day="2019-03-01")
    assert parts_of(view) == ("more_than", "arrivals", "2019-03-01")


def test_number_alone_is_of_what_was_chosen_before_it():
    assert sent_view(UNCHECKED, check="567").measure == "arrivals"


def test_sentence_is_not_of_what_was_chosen_before_it():
    assert sent_view(UNCHECKED, check="109 were expelled").measure is None


@pytest.mark.parametrize("name", ["check", "said", "check_to", "check_day", "check_region"])
def test_no_part_of_a_checked_figure_goes_along_to_other_pages(name):
    assert name not in CARRIED_PARAMETERS
