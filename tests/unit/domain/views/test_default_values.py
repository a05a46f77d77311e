"""A value that is the default is the same view as none, so that a view has one address."""

from datetime import date

import pytest

from components.query.view import parse_zoom_days, read_view, write_view
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import set_presentation

EXTENTS = [
    {"id": key, "name": {"en": key, "es": key}, "bounds": [-80, 0, -60, 10]}
    for key in ("country", "border")
]
DATASET = set_presentation(small_dataset(), extents=EXTENTS)


def read(**params):
    view, notices = read_view({name: [text] for name, text in params.items()}, DATASET)
    assert notices == ()
    return view


@pytest.mark.parametrize(
    ("text", "extent"),
    [pytest.param("country", "", id="first"), pytest.param("border", "border", id="second")],
)
def test_the_first_part_of_the_map_is_no_choice(text, extent):
    view = read(extent=text)
    assert view.extent == extent
    assert write_view(view) == ({"extent": extent} if extent else {})


@pytest.mark.parametrize(
    "params",
    [
        pytest.param({"page": "1"}, id="first page"),
        pytest.param({"zoom": "all"}, id="all days"),
        pytest.param({"step": "1"}, id="first step"),
    ],
)
def test_a_default_is_not_written(params):
    assert write_view(read(**params)) == {}


@pytest.mark.parametrize(
    ("zoom", "days"),
    [
        pytest.param("all", None, id="all"),
        pytest.param("2019-02-01/2019-02-28", (date(2019, 2, 1), date(2019, 2, 28)), id="two days"),
    ],
)
def test_two_days_of_a_zoom_are_read_from_the_address(zoom, days):
    assert parse_zoom_days(read(zoom=zoom)) == days
