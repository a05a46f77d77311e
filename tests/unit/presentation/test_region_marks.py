"""What the map says of a region: its count, the day before, and how its seat is known."""

from dataclasses import replace

import pytest

from components.i18n import I18n
from components.presentation.map_scenes import _build_region_rows, build_region_row
from components.query.figures import build_count_table, list_day_counts
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context

SMALL = small_dataset()
POINT = (-72.5, 7.9)


def count_table(dataset=SMALL):
    return build_count_table(dataset, list_day_counts(dataset))


def region_mark(region="oriente", counts="latest", dataset=SMALL):
    """A region as the map draws it."""
    rows = {row.region.id: row for row in count_table(dataset).rows}
    return build_region_row(rows[region], POINT, counts, I18n("en", dataset))


def with_seat(**seat):
    """The data set whose region of the east has a seat."""
    region = SMALL.regions["oriente"].model_copy(update=seat)
    return replace(SMALL, regions=SMALL.regions | {"oriente": region})


@pytest.mark.parametrize(
    ("seat", "is_inferred"),
    [
        pytest.param({}, False, id="no seat"),
        pytest.param({"seat_place_id": "cucuta", "seat_basis": "attested"}, False, id="attested"),
        pytest.param({"seat_place_id": "cucuta", "seat_basis": "inferred"}, True, id="inferred"),
    ],
)
def test_only_a_seat_that_no_source_names_is_marked_as_inferred(seat, is_inferred):
    assert region_mark(dataset=with_seat(**seat)).seat_inferred is is_inferred


@pytest.mark.parametrize(
    ("counts", "value", "earlier"),
    [
        pytest.param("latest", 415, None, id="latest"),
        pytest.param("earlier", 328, None, id="day before"),
        pytest.param("change", 415, 328, id="change"),
    ],
)
def test_a_region_has_the_count_of_the_day_that_is_chosen(counts, value, earlier):
    mark = region_mark(counts=counts)
    assert (mark.value, mark.earlier) == (value, earlier)


def test_a_region_without_a_count_has_no_text_of_one():
    mark = region_mark("guajira")
    assert (mark.value, mark.text) == (None, "")
    assert region_mark().text


def test_a_region_without_seat_and_outline_is_not_on_the_map():
    ctx = build_context(SMALL)
    assert _build_region_rows(count_table(), ctx.view.counts, ctx.story, i18n=ctx.i18n) == []


@pytest.mark.parametrize(
    ("seat", "counts", "values"),
    [
        pytest.param("cucuta", "latest", [415], id="latest"),
        pytest.param("cucuta", "earlier", [328], id="day before"),
    ],
)
def test_a_region_stands_at_its_seat(seat, counts, values):
    dataset = with_seat(seat_place_id=seat, seat_basis="attested")
    ctx = build_context(dataset, counts=counts)
    marks = _build_region_rows(count_table(dataset), ctx.view.counts, ctx.story, i18n=ctx.i18n)
    assert [mark.value for mark in marks] == values
    assert [(mark.lon, mark.lat) for mark in marks] == [(-72.0, 1.0)]


def test_without_an_earlier_day_the_latest_counts_are_shown():
    dataset = with_seat(seat_place_id="cucuta", seat_basis="attested")
    dataset = replace(dataset, claims={"cl-north": SMALL.claims["cl-north"]})
    ctx = build_context(dataset, counts="earlier")
    marks = _build_region_rows(count_table(dataset), ctx.view.counts, ctx.story, i18n=ctx.i18n)
    assert [mark.value for mark in marks] == [415]
