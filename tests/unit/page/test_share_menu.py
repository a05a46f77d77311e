"""The menu of what a chart can be taken away as."""

import pytest

from components.page.share_menu import _played_form
from tests.support.stories.small_views import build_context, dated_dataset


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        pytest.param(("2019-01-05", "2019-12-20"), "(5 January – 20 December 2019)", id="a year"),
        pytest.param(("2019-02-23",), "(23 February 2019)", id="one day"),
    ],
)
def test_animation_is_named_by_the_days_of_the_story(dates, expected):
    ctx = build_context(dated_dataset(*dates), slug="timeline")
    label, _ = _played_form(ctx)
    assert expected in label
