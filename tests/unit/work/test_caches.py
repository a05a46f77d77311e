"""Caches of stories are cleared together."""

from functools import lru_cache

from components.caches import clear_story_caches, clear_with_stories
from components.story.edtf import parse_edtf


@clear_with_stories
@lru_cache(maxsize=4)
def upper(text: str) -> str:
    return text.upper()


def test_a_registered_function_is_the_cached_function_itself() -> None:
    assert upper("a") == "A"
    assert upper.cache_info().maxsize == 4


def test_clearing_empties_every_registered_cache() -> None:
    upper("a")
    parse_edtf("2019-02-23")

    clear_story_caches()

    assert upper.cache_info().currsize == 0
    assert parse_edtf.cache_info().currsize == 0
