"""A view leaves what reading every record leaves, whatever is asked of whichever story."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from components.query import filters
from components.query.filters import FACETS, Filters, events_by_value, select
from components.story.dataset import Dataset
from components.story.edtf import days_after
from tests.support import oracle
from tests.support.data import DATA
from tests.support.stories import own_tables
from tests.support.stories.foreign import foreign_files, years_files
from tests.support.stories.small import small_dataset
from tests.support.stories.uploads import read_story, zipped

STORIES = {
    "built-in": lambda: DATA,
    "small": small_dataset,
    "Peru 1998": lambda: read_story(zipped(foreign_files()), "piura.zip").dataset,
    "several years": lambda: read_story(zipped(years_files()), "harbour.zip").dataset,
    "a table": lambda: read_story(own_tables.acled(), "acled.csv").dataset,
}
WORDS = ("cucuta", "CÚCUTA", "soldados", "guardia puente", "500", "30 de abril", "Colombian state",
         "'; --", "%", "the", "marzo", "no such word")  # fmt: skip


@cache
def story(name: str) -> Dataset:
    return STORIES[name]()


def chance_of(name: str) -> random.Random:
    return random.Random(name)  # noqa: S311 - the same views each time


def some(chance: random.Random, values: Iterable[str], often: float) -> tuple[str, ...]:
    known = [*values, "none-such"]
    if chance.random() > often:
        return ()
    return tuple(dict.fromkeys(chance.choices(known, k=chance.randint(1, 4))))


def any_day(chance: random.Random, data: Dataset, often: float) -> date | None:
    first, last = data.coverage
    room = (last - first).days + 40
    return days_after(first, chance.randint(-20, room)) if chance.random() < often else None


def any_view(chance: random.Random, data: Dataset) -> Filters:
    text = chance.choice(WORDS) if chance.random() < 0.3 else ""
    if data.events and chance.random() < 0.1:
        text = chance.choice([event.title for event in data.events.values()])
    return Filters(
        start=any_day(chance, data, 0.5),
        end=any_day(chance, data, 0.5),
        certain_only=chance.random() < 0.3,
        published_by=any_day(chance, data, 0.3),
        regions=some(chance, data.regions, 0.3),
        categories=some(chance, data.category_ids, 0.3),
        sources=some(chance, data.sources, 0.3),
        excluded_voices=some(chance, list(data.words("voices")), 0.3),
        documents_only=chance.random() < 0.25,
        text=text,
    )


def check_views(name: str, views: int) -> None:
    data, chance = story(name), chance_of(f"{name} {views}")
    for _ in range(views):
        asked = any_view(chance, data)
        assert select(data, asked) == oracle.select(data, asked), asked


@pytest.mark.parametrize("name", STORIES)
def test_random_views_leave_what_every_record_says(name: str) -> None:
    check_views(name, 500 if name == "built-in" else 150)


@pytest.mark.long
@pytest.mark.parametrize("name", STORIES)
def test_five_thousand_random_views_do(name: str) -> None:
    check_views(name, 5000)


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


def one_by_one(data: Dataset, filters: Filters, facet: str, values: Sequence[str]) -> dict:
    """The same by a question for each value."""
    place = {row.id: at for at, row in enumerate(oracle.select(data, filters).rows)}
    asked = {key: replace(filters, **{facet: (key,)}) for key in values}
    return {
        key: [place[row.id] for row in oracle.select(data, one).rows] for key, one in asked.items()
    }


@pytest.mark.parametrize("name", STORIES)
def test_what_the_browser_filters_by_is_what_a_question_for_each_value_gives(name: str) -> None:
    data, chance = story(name), chance_of(name)
    for _ in range(10):
        # Its facets are those that are asked for one by one.
        asked = replace(any_view(chance, data), regions=(), categories=(), sources=())
        found = events_by_value(data, asked)
        for facet, values in zip(
            FACETS, (data.category_ids, data.regions, data.sources), strict=True
        ):
            told = one_by_one(data, asked, facet, values)
            assert {key: found[facet].get(key, []) for key in values} == told


def test_lifting_a_filter_brings_back_what_the_view_without_it_has() -> None:
    data, chance = story("built-in"), chance_of("lifted")
    for _ in range(50):
        asked = any_view(chance, data)
        told = {
            name: len(oracle.select(data, asked.without_filter(name)).rows)
            for name in asked.active()
        }
        assert {name: len(select(data, asked.without_filter(name)).events) for name in told} == told
