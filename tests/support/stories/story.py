"""Stories made of other records, for tests that change some."""

from __future__ import annotations

from dataclasses import replace

from components.presentation.stories import LoadedStory
from components.story.dataset import Dataset
from tests.support.data import PACKAGE


def story_of(data: Dataset) -> LoadedStory:
    """The built-in package with other records."""
    return LoadedStory(replace(PACKAGE, dataset=data), "test")
