"""A view leaves what reading every record leaves, whatever is asked of whichever story."""

import random
from dataclasses import replace
from functools import cache

import pytest

from components.query import filters
from components.query.filters import FACETS, Filters, events_by_value, select
from components.story.dataset import Dataset
from tests.support import oracle
from tests.support.data import DATA
from tests.support.stories import own_tables
from tests.support.stories.foreign import foreign_files, years_files
from tests.support.stories.small import small_dataset
from tests.support.stories.uploads import read_story, zipped
from tests.support.views import WORDS, any_view

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
def test_random_views_leave_what_every_record_says(name: str, views: int) -> None:
    data, chance = story(name), chance_of(f"{name} {views}")
    for _ in range(views):
        asked = any_view(chance, data)
        assert select(data, asked) == oracle.select(data, asked), asked


@pytest.mark.parametrize("name", ["built-in", "Peru 1998"])
def test_so_they_do_where_words_are_found_only_as_they_are_written(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filters, "MOST_INDEXED", 1)
    data, chance = story(name), chance_of(name)
    for words in (*WORDS, "de la", "Cucuta 2019"):
        asked = any_view(chance, data)
        for view in (Filters(text=words), replace(asked, text=words)):
            assert select(data, view) == oracle.select(data, view), view


@pytest.mark.parametrize("name", STORIES)
def test_what_the_browser_filters_by_is_what_a_question_for_each_value_gives(name: str) -> None:
    data, chance = story(name), chance_of(name)
    for _ in range(10):
        # Its facets are those that are asked for one by one.
        asked = replace(any_view(chance, data), regions=(), categories=(), sources=())
        found = events_by_value(data, asked)
        of = zip(FACETS, (data.category_ids, data.regions, data.sources), strict=True)
        place = {row.id: at for at, row in enumerate(oracle.select(data, asked).rows)}
        for facet, values in of:
            for key in values:
                alone = oracle.select(data, replace(asked, **{facet: (key,)})).rows
                assert found[facet].get(key, []) == [place[row.id] for row in alone], key
