"""The days of an address: read, put in order, and brought near the story where they lie far off.

A bound far before or after a story shows nothing more than one a year off, so the nearest such day
is used and the notice names both. What the filters leave is the same.
"""

from __future__ import annotations

from datetime import date

from components.limits import MOST_DAYS_AROUND_STORY
from components.story.dataset import Dataset
from components.story.days import LAST_DAY, days_after


def around(dataset: Dataset) -> tuple[date, date]:
    """The first and the last day that a filter on dates may name."""
    first, last = dataset.coverage
    return days_after(first, -MOST_DAYS_AROUND_STORY), days_after(last, MOST_DAYS_AROUND_STORY)


def known_between(dataset: Dataset) -> tuple[date, date]:
    """The first and the last day that the filter ``known`` may name.

    Before the first nothing of it was published; any later day may be named.
    """
    return dataset.published[0], LAST_DAY


def nearest(day: date, bounds: tuple[date, date]) -> date:
    """The day itself, or the nearer end of the bounds where it lies outside of them."""
    return min(max(day, bounds[0]), bounds[1])
