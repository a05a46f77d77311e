"""A view is parsed from any address and selects the records of the oracle."""

import random
from dataclasses import replace
from datetime import date
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.query import selection
from components.query.filters import FACETS, ComparedView, Filters
from components.query.selection import group_events_by_value, select_records
from components.query.view import PARAMETER_NAMES, read_view, write_view
from components.story.dataset import Dataset
from tests.support import oracle
from tests.support.addresses import (
    DAYS,
    HOSTILE,
    SHARES,
    Address,
    list_failed_addresses,
    random_addresses,
    write_query,
)
from tests.support.data import DATA
from tests.support.stories import own_tables
from tests.support.stories.foreign import foreign_files, years_files
from tests.support.stories.small import small_dataset
from tests.support.stories.uploads import read_story, zipped
from tests.support.views import WORDS, random_filters

SMALL = replace(small_dataset(), presentation=DATA.presentation)


def lists(written):
    return {key: value if isinstance(value, list) else [value] for key, value in written.items()}


def test_compared_view_keeps_filters_it_does_not_name():
    asked = Filters(start=date(2019, 2, 1), regions=("oriente",), text="aid")
    assert ComparedView(region="guajira").apply_to(asked) == replace(asked, regions=("guajira",))
    days = (date(2019, 3, 1), date(2019, 3, 31))
    assert ComparedView(dates=days).apply_to(asked) == replace(asked, start=days[0], end=days[1])


SELECTED: set[object] = set()


def check(address: Address, data=DATA) -> None:
    """An address is read into a view that selects, and whose own address gives the same view."""
    view, notices = read_view(address, data)
    again, more = read_view(lists(write_view(view)), data)
    assert (again, more) == (view, ()), write_query(address)
    for notice in notices:
        assert notice.parameter in PARAMETER_NAMES
        assert notice.value
        assert "\n" not in notice.value
    # What some filters leave is the same each time.
    if view.filters not in SELECTED:
        SELECTED.add(view.filters)
        found = select_records(data, view.filters)
        assert len(found.events) + found.hidden_events <= found.events_total
        assert found.certain <= {event.id for event in found.events}
        assert len(found.claims) <= found.claims_total


@pytest.mark.parametrize("share", SHARES)
def test_random_addresses_are_parsed_selected_and_written(share):
    for address in list(random_addresses(DATA, 10_000))[::share]:
        check(address)


def test_addresses_that_once_failed_are_parsed():
    assert len(list_failed_addresses()) >= 9
    for address in list_failed_addresses():
        check(address)


VALUES = st.one_of(st.text(max_size=60), st.sampled_from(DAYS), st.sampled_from(HOSTILE))


@given(st.dictionaries(st.sampled_from(PARAMETER_NAMES) | st.text(max_size=8),
                       st.lists(VALUES, max_size=3), max_size=6))  # fmt: skip
def test_any_text_in_an_address_is_parsed(address):
    check(address, SMALL)


@given(st.dates().map(str) | st.sampled_from(DAYS), st.dates().map(str) | st.sampled_from(DAYS))
def test_any_two_days_select_the_events_between_them(start, end):
    check({"from": [start], "to": [end]})


STORIES = {
    "built-in": lambda: DATA,
    "small": small_dataset,
    "Peru 1998": lambda: read_story(zipped(foreign_files()), "piura.zip").dataset,
    "several years": lambda: read_story(zipped(years_files()), "harbour.zip").dataset,
    "a table": lambda: read_story(own_tables.acled(), "acled.csv").dataset,
}


@cache
def story(name: str) -> Dataset:
    return STORIES[name]()


def chance_of(name: str) -> random.Random:
    return random.Random(name)  # noqa: S311 - the same views each time


@pytest.mark.parametrize(
    "views", [500, pytest.param(5000, marks=pytest.mark.long)], ids=["some", "thousands"]
)
@pytest.mark.parametrize("name", STORIES)
def test_random_views_select_the_records_of_the_oracle(name: str, views: int) -> None:
    data, chance = story(name), chance_of(f"{name} {views}")
    for _ in range(views):
        asked = random_filters(chance, data)
        assert select_records(data, asked) == oracle.select(data, asked), asked


@pytest.mark.parametrize("name", ["built-in", "Peru 1998"])
def test_unindexed_search_matches_oracle(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "MOST_INDEXED", 1)
    data, chance = story(name), chance_of(name)
    for words in (*WORDS, "de la", "Cucuta 2019"):
        asked = random_filters(chance, data)
        for view in (Filters(text=words), replace(asked, text=words)):
            assert select_records(data, view) == oracle.select(data, view), view


@pytest.mark.parametrize("name", STORIES)
def test_browser_index_matches_a_query_for_each_value(name: str) -> None:
    data, chance = story(name), chance_of(name)
    for _ in range(10):
        # Its facets are those that are asked for one by one.
        asked = replace(random_filters(chance, data), regions=(), categories=(), sources=())
        found = group_events_by_value(data, asked)
        of = zip(FACETS, (data.category_ids, data.regions, data.sources), strict=True)
        place = {row.id: at for at, row in enumerate(oracle.select(data, asked).rows)}
        for facet, values in of:
            for key in values:
                alone = oracle.select(data, replace(asked, **{facet: (key,)})).rows
                assert found[facet].get(key, []) == [place[row.id] for row in alone], key
