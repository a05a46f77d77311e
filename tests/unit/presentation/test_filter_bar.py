"""The filter bar: what its lists offer, and in which words."""

import pytest
from lxml import html

from components.presentation.filter_line import render_filter_bar
from tests.support.data import DATA
from tests.support.stories.small_views import build_context


@pytest.mark.parametrize(
    ("language", "label"),
    [("en", "In the four documents alone"), ("es", "Solo en los cuatro documentos")],
    ids=["en", "es"],
)
def test_list_of_one_choice_says_that_the_rest_is_left_out(language, label):
    bar = render_filter_bar(build_context(DATA, language=language), "timeline")
    labels = html.fromstring(str(bar)).xpath("//input[@name='tier']/@data-label")
    assert labels == [label]
