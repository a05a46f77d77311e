"""What a view is compared with: the same view of one other region, or of other dates."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from components.query.filters import Filters
from components.query.notice import Notice, shown
from components.query.reach import around, nearest
from components.story.dataset import Dataset
from components.story.days import parse_day

REGION: Final = "region:"
_DATES: Final = re.compile(r"([^/]+)/([^/]+)")


@dataclass(frozen=True)
class Other:
    """The other side of a comparison: one region, or the first and the last day of other dates."""

    region: str | None = None
    dates: tuple[date, date] | None = None

    def __str__(self) -> str:
        """The value as an address has it."""
        if self.dates:
            return "/".join(day.isoformat() for day in self.dates)
        return f"{REGION}{self.region}"

    def of(self, filters: Filters) -> Filters:
        """The filters of the other side; all that it does not name stays."""
        if self.dates:
            return replace(filters, start=self.dates[0], end=self.dates[1])
        return replace(filters, regions=(self.region,) if self.region else ())


def _allowed(dataset: Dataset) -> tuple[str, ...]:
    return ("2019-03-01/2019-03-31", *(f"{REGION}{key}" for key in dataset.regions))


def read_days(
    name: str, value: str, dataset: Dataset, notices: list[Notice]
) -> tuple[date, date] | None:
    """Read two days, ``2019-03-01/2019-03-31``; what is none is named in a notice.

    Days far outside the story are brought near it, and a last day before the first is swapped
    with it, each with a notice.
    """
    found = _DATES.fullmatch(value)
    try:
        asked = [parse_day(part) for part in found.groups()] if found else []
    except ValueError:
        asked = []
    if not asked:
        notices.append(Notice(name, shown(value), "date", _allowed(dataset)[:1]))
        return None
    near = [nearest(day, around(dataset)) for day in asked]
    if near != asked:
        used = "/".join(day.isoformat() for day in near)
        notices.append(Notice(name, shown(value), "beyond", (used,)))
    if near[0] > near[1]:
        words = f"{near[0].isoformat()} > {near[1].isoformat()}"
        notices.append(Notice(name, words, "reversed"))
    return min(near), max(near)


def read_other(value: str | None, dataset: Dataset, notices: list[Notice]) -> Other | None:
    """Read ``region:guajira`` or ``2019-03-01/2019-03-31``; what is neither is named in a notice.

    Days are read as by :func:`read_days`.
    """
    if value is None:
        return None
    if value.startswith(REGION) and value.removeprefix(REGION) in dataset.regions:
        return Other(region=value.removeprefix(REGION))
    if "/" not in value:
        notices.append(Notice("compare", shown(value), "unknown", _allowed(dataset)))
        return None
    days = read_days("compare", value, dataset, notices)
    return Other(dates=days) if days else None
