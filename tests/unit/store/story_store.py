"""The same questions asked of a story in memory: the answers of the domain."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from components.query.filters import Facet, Filters, Selection
from components.query.table import Cell, Entry, Value
from components.query.table_columns import POLE_DEGREES
from components.story.bins import Binned, bin_events
from components.story.dataset import Dataset, Dated
from components.story.presentation import Bounds
from tests.support.oracle import select

if TYPE_CHECKING:
    import pyarrow as pa


def tile_of(lat: float, lon: float, zoom: int) -> tuple[int, int]:
    """The tile of a place in degrees (WGS 84), counted from the north-west."""
    across, most = 2**zoom, 2**zoom - 1
    tangent = math.tan(math.radians(max(-POLE_DEGREES, min(POLE_DEGREES, lat))))
    north = math.log(tangent + math.sqrt(tangent * tangent + 1))
    x = math.floor((lon + 180) / 360 * across)
    y = math.floor((1 - north / math.pi) / 2 * across)
    return max(0, min(most, x)), max(0, min(most, y))


class StoryStore:
    """The events of a story that was read whole."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset

    @property
    def bounds(self) -> Bounds:
        """The degrees between which the events lie."""
        spots = [spot for event in self.dataset.events if (spot := self._spot(event))]
        lats, lons = [lat for lat, _ in spots], [lon for _, lon in spots]
        return min(lons), min(lats), max(lons), max(lats)

    def _spot(self, event: str) -> tuple[float, float] | None:
        place = self.dataset.places.get(self.dataset.events[event].place_id or "")
        if place is None or place.lat is None or place.lon is None:
            return None
        return place.lat, place.lon

    def _left(self, filters: Filters) -> Selection:
        # A table of events holds words as they are written.
        return select(self.dataset, filters, as_written=True)

    def total(self, filters: Filters) -> Value:
        """The events that the filters leave; they count nothing but themselves."""
        return Value("", "", len(self._left(filters).rows))

    def bins(self, filters: Filters, window: tuple[date, date]) -> Binned:
        """The events that possibly fall in a window, by kind and stretch of time."""
        left = self._left(filters)
        return bin_events([row.category for row in left.rows], left.dates, window)

    def cells(self, filters: Filters, zoom: int) -> tuple[Cell, ...]:
        """The events with coordinates by tile of a zoom level, the fullest first."""
        tiles: defaultdict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
        for row in self._left(filters).rows:
            if spot := self._spot(row.id):
                tiles[tile_of(*spot, zoom)].append(spot)
        found = [
            Cell(x, y, sum(a for a, _ in s) / len(s), sum(o for _, o in s) / len(s), len(s))
            for (x, y), s in tiles.items()
        ]
        return tuple(sorted(found, key=lambda cell: (-cell.count, cell.x, cell.y)))

    def _held(self, row: Dated, facet: Facet) -> set[str]:
        """The ids of the values that an event has."""
        if facet == "categories":
            return {row.category}
        if facet == "regions":
            return set(self.dataset.regions_of(row.event))
        return {citation.source_id for citation in self.dataset.citations_of(row.id)}

    def values(self, filters: Filters, facet: Facet) -> tuple[Value, ...]:
        """The values of a facet among what the filters leave, the most frequent first."""
        names = self.names(facet)
        rows = self._left(filters.without_filter(facet)).rows
        counted = Counter(key for row in rows for key in self._held(row, facet))
        ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
        return tuple(Value(key, names[key], count) for key, count in ordered)

    def names(self, facet: Facet) -> dict[str, str]:
        """The names of the values that a filter may name, by id."""
        data = self.dataset
        if facet == "categories":
            return {kind.id: kind.name for kind in data.kinds}
        if facet == "regions":
            return {key: region.name for key, region in data.regions.items()}
        return {key: source.title for key, source in data.sources.items()}

    def page(self, filters: Filters, number: int, size: int) -> tuple[Entry, ...]:
        """One page of what the filters leave, in order of first day, last day and key; from 1."""
        rows = self._left(filters).rows[(number - 1) * size : number * size]
        return tuple(map(self._entry, rows))

    def entry(self, key: str) -> Entry | None:
        """One event; ``None`` where there is none of this key."""
        if key not in self.dataset.events:
            return None
        return next(self._entry(row) for row in self._left(Filters()).rows if row.id == key)

    def _entry(self, row: Dated) -> Entry:
        event, spot = row.event, self._spot(row.id)
        place = self.dataset.places.get(row.place_id or "")
        sources = [c.source_id for c in self.dataset.citations_of(row.id)]
        addresses = (self.dataset.sources[key].URL for key in sources)
        return Entry(
            key=row.id,
            edtf=row.when.text,
            first=row.when.first,
            last=row.when.last,
            title=event.title,
            summary=event.summary,
            kind=row.category,
            region=tuple(sorted(self._held(row, "regions"))),
            source=tuple(dict.fromkeys(sources)),
            place=place.name if place else "",
            lat=spot[0] if spot else None,
            lon=spot[1] if spot else None,
            url=next((address for address in addresses if address), ""),
        )

    def batches(self, filters: Filters) -> Iterator[pa.RecordBatch]:
        """Every row that the filters leave, in one batch."""
        import pyarrow as pa

        rows = [self._entry(row)._asdict() for row in self._left(filters).rows]
        for row in rows:
            row["first"], row["last"] = row["first"].isoformat(), row["last"].isoformat()
        yield from pa.Table.from_pylist(rows).to_batches()
