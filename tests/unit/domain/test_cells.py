"""Cells of CSV: nothing a spreadsheet would run, and nothing lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.story.texts import harmless, plain_number, restored

SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@pytest.mark.parametrize("sign", SIGNS)
def test_a_text_that_would_run_stands_behind_an_apostrophe(sign):
    assert harmless(f"{sign}1+1") == f"'{sign}1+1"


@pytest.mark.parametrize("text", ["", "Cúcuta", "a=b", "1-2", "'quoted'", "’tis", "2019-02-23"])
def test_any_other_text_is_left_as_it_is(text):
    assert harmless(text) == text == restored(text)


@given(st.text() | st.builds("".join, st.lists(st.sampled_from([*SIGNS, "'", "a"]), max_size=6)))
def test_what_is_made_harmless_comes_back(text):
    assert restored(harmless(text)) == text
    assert not harmless(text).startswith(SIGNS)


@pytest.mark.parametrize(
    ("value", "text"),
    [(415.0, "415"), (-72.5049, "-72.5049"), (7.5, "7.5"), (1_200_000, "1200000")],
)
def test_a_number_is_plain_and_keeps_its_sign(value, text):
    assert plain_number(value) == text
