"""Stories made of other records, for tests that change some."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from components.intake import ImportResult
from components.intake.package import DEFAULT_DATA, load_package
from components.presentation.stories import LoadedStory
from components.story.dataset import Dataset


@lru_cache(maxsize=1)
def _package() -> ImportResult:
    return load_package(DEFAULT_DATA)


def story_of(data: Dataset) -> LoadedStory:
    """The built-in package with other records."""
    return LoadedStory(replace(_package(), dataset=data), "test")
