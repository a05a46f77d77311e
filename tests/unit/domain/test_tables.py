"""The tables: their columns, search and order."""

from __future__ import annotations

import pytest

from components.query.filters import Filters
from components.query.view_tables import subset, table_of
from tests.support.data import DATA
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


def test_numbers_are_in_order_of_size_and_not_of_their_letters():
    lines = table("claims", subset(DATA, Filters()), sort="value_low").lines(("value_low",))
    values = [line["value_low"] for line in lines if line["value_low"] is not None]
    assert values == sorted(values)
    assert values.index(23) < values.index(415) < values.index(1000)


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


def test_a_voice_is_found_by_its_name_in_both_languages_and_a_claimant_by_its_id():
    part = subset(DATA, Filters())
    state = {
        claim.id
        for claim in DATA.claims.values()
        if DATA.claimants[claim.claimant_id].voice == "colombian-state"
    }
    for words in ("Colombian state", "Estado colombiano"):
        found = table("claims", part, find=words)
        assert state <= {claim.id for claim in found.records}
        names = table("sources", part, find=words).lines(("voice", "voice_name", "voice_name_es"))
        assert ("colombian-state", "Colombian state", "Estado colombiano") in {
            tuple(line.values()) for line in names
        }
    own = table("claims", part, claimant="migracion-colombia").records
    assert {claim.claimant_id for claim in own} == {"migracion-colombia"}
    said = [c for c in DATA.claims.values() if c.claimant_id == "migracion-colombia"]
    assert len(own) == len(said)
