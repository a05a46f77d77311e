"""One story as it is served: its data, its ground, and what its filters were found to leave."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from components.domain.dataset import Dataset
from components.domain.extract import Extract, extract
from components.domain.filters import Filters, Selection, fold_events, select
from components.domain.geography import Geography, geography_of
from components.domain.intake import Intake
from components.domain.own_ground import Ground, ground_of
from components.domain.package_files import DataError
from components.ui.memory import set_aside

KEPT: Final = 8
LARGE: Final = 5000
OURS: Final = frozenset({"departments", "states", "countries"})


@dataclass
class Served:
    """A story and what belongs to it alone.

    What its filters leave is kept here and not in a cache of the process: so the rows of an upload
    are gone with the session that holds them.
    """

    dataset: Dataset
    geography: Geography | None
    ground: Ground | None
    intake: Intake
    key: str
    _kept: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)

    def _once(self, key: Hashable, make: Any) -> Any:
        if key not in self._kept:
            self._kept[key] = make()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def selection(self, filters: Filters) -> Selection:
        """What some filters leave."""
        found = self._once(("selection", filters), lambda: select(self.dataset, filters))
        return cast(Selection, found)

    def part(self, filters: Filters) -> Extract:
        """What some filters leave as a data set of its own."""
        found = self._once(
            ("part", filters), lambda: extract(self.dataset, filters, self.selection(filters))
        )
        return cast(Extract, found)


def _geography(data: Dataset, geo: Mapping[str, Mapping[str, Any]]) -> Geography | None:
    """The boundaries of this project's own map, where the package brings them all."""
    if not (set(geo) >= OURS and data.region_departments):
        return None
    try:
        found = geography_of(geo, data.region_departments)
        return found if {"CO", "VE"} <= set(found.countries["code"]) else None
    except DataError:
        return None


def serve(intake: Intake, key: str) -> Served | None:
    """A story ready to be served; ``None`` where nothing of it can be shown."""
    data = intake.dataset
    if data is None:
        return None
    geography = _geography(data, intake.geo)
    ground = None if geography else ground_of(data, intake.geo)
    story = Served(data, geography, ground, intake, key)
    if len(data.events) > LARGE:
        # Now, while the reader sees that something is being read, and not with the first filter.
        story.selection(Filters())
        fold_events(data)
        set_aside()
    return story
