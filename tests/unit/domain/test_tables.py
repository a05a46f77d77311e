"""The tables: their columns, search and order."""

import pytest

from components.query.filters import Filters
from components.query.view_tables import subset, table_of
from tests.support.stories.small import small_dataset
from tests.support.views import plain_words

SMALL = subset(small_dataset(), Filters())


def table(name, part=SMALL, **chosen):
    return table_of(part, name, plain_words, **chosen)


def ids(found):
    return [record.id for record in found.records]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("value_low", ["cl-north-before", "cl-north", "cl-total"]),
        ("-value_low", ["cl-total", "cl-north", "cl-north-before"]),
        ("region_id", ["cl-north", "cl-north-before", "cl-total"]),
        ("-region_id", ["cl-north", "cl-north-before", "cl-total"]),
        ("as_of", ["cl-north-before", "cl-north", "cl-total"]),
    ],
)
def test_rows_are_in_order_of_a_column_and_empty_cells_last(sort, order):
    assert ids(table("claims", sort=sort)) == order


@pytest.mark.parametrize(
    ("find", "found"),
    [
        ("", 4),
        ("CUCUTA", 2),
        ("cúcuta aid", 1),
        ("wire", 2),
        ("2019-04", 1),
        ("nothing at all", 0),
        ("  ", 4),
    ],
)
def test_a_search_finds_rows_with_all_words_in_any_column(find, found):
    assert len(table("events", find=find).records) == found
