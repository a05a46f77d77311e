"""What a map shows: the counts of regions, and places, of which many are merged into clusters."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from components.drawing.projection import Bounds
from components.limits.views import MOST_MARKS

#: More places than these are drawn together, cell by cell of a grid this many cells wide.
MOST_PLACES: Final = 120
CELLS_ACROSS: Final = 16
#: A frame of a single place has no size to divide.
LEAST_FRAME_DEGREES: Final = 1e-9
#: The column and the row of a cell.
Cell = tuple[int, int]


class RegionRow(NamedTuple):
    """A region's number.

    Attributes
    ----------
    region_id
        Id of the region.
    label
        Its name in the reader's language; some 37 characters fit.
    lon, lat
        Its seat or its anchor in degrees (EPSG:4326).
    value
        Number of people; None if no number is shown.
    earlier
        The number at the earlier of two dates, if there are two.
    text
        The number for the reader ("415", "328 → 415"), or the text in its place.
    seat_inferred
        Whether the seat rests on inference.
    left_out
        Whether the filters leave a number out.
    tip
        The sentence of the mark, if it is not the name with the number.
    long_label
        The name with what it stands for, which the sentence of the mark has; empty if it is the
        same.
    """

    region_id: str
    label: str
    lon: float
    lat: float
    value: int | None
    earlier: int | None
    text: str
    seat_inferred: bool
    left_out: bool = False
    tip: str = ""
    long_label: str = ""

    @property
    def spoken_label(self) -> str:
        """The name for sentences, which have room for a longer one than a map."""
        return self.long_label or self.label


@dataclass(frozen=True)
class PlaceRow:
    """A named place with events, or several places that are close together.

    Attributes
    ----------
    place_id, name
        Of the place; of a cluster those of its busiest place.
    lon, lat
        In degrees (EPSG:4326).
    events
        Number of events.
    selected
        Whether the chosen event happened there.
    places
        Number of places.
    tip
        The sentence of the mark, if it is not the name.
    member_ids
        Ids of the places of a cluster.
    inferred
        Whether it is placed by its name alone.
    """

    place_id: str
    name: str
    lon: float
    lat: float
    events: int
    selected: bool = False
    places: int = 1
    tip: str = ""
    member_ids: tuple[str, ...] = ()
    inferred: bool = False


@dataclass(frozen=True)
class MapRows:
    """What a map shows above its ground.

    Attributes
    ----------
    regions
        The regions to label. One without a value has the reason (``not_reported``) or its name
        alone; without any row the regions are ground alone.
    places
        Diamonds; if ``circled``, circles by their number of events.
    circled
        Whether places are circles.
    not_reported
        The text of regions without a number.
    chosen
        Ids of the regions to outline.
    focus
        Ids of the regions and places that the drawing is about; the rest is dim. None is all.
    dimmed
        Whether the numbers do not answer the reader's filters.
    largest
        The number whose circle is the largest; None is the largest of the regions.
    """

    regions: Sequence[RegionRow] = ()
    places: Sequence[PlaceRow] = ()
    circled: bool = False
    not_reported: str = ""
    chosen: Sequence[str] = ()
    focus: frozenset[str] | None = None
    dimmed: bool = False
    largest: int | None = None

    @cached_property
    def largest_number(self) -> int:
        """The number with the largest circle; 0 without any."""
        if self.largest is not None:
            return self.largest
        largest_number = 0
        for row in self.regions:
            for number in (row.value, row.earlier):
                if number is not None:
                    largest_number = max(largest_number, number)
        return largest_number

    def known_regions(self, regions: Collection[str]) -> Collection[str]:
        """Return the regions with a known number; all regions if no number is to be known."""
        if self.circled:
            return regions
        known_ids: set[str] = set()
        for row in self.regions:
            if row.value is not None or row.left_out:
                known_ids.add(row.region_id)
        return known_ids or regions


def cluster_places(rows: Sequence[PlaceRow], frame: Bounds) -> list[PlaceRow]:
    """Merge places that are too many to draw each, by the cells of a grid.

    Parameters
    ----------
    rows
        The places, in degrees (EPSG:4326).
    frame
        West, south, east and north of the map in degrees; :data:`CELLS_ACROSS` cells span it.

    Returns
    -------
    list of PlaceRow
        Most events first. Up to :data:`MOST_PLACES` places stay as they are; else a row stands for
        a cell, has the name of its busiest place, and lies at the mean of its events.
    """
    drawn_places = list(rows)
    if len(rows) > MOST_PLACES:
        drawn_places = [_merge_cell(cell) for cell in _group_by_cell(rows, frame)]
    return sorted(drawn_places, key=lambda row: (-row.events, row.place_id))


def _group_by_cell(rows: Sequence[PlaceRow], frame: Bounds) -> list[list[PlaceRow]]:
    west, south, east, north = frame
    frame_size = max(east - west, north - south, LEAST_FRAME_DEGREES)
    cell_size = frame_size / CELLS_ACROSS
    while True:
        places_by_cell: defaultdict[Cell, list[PlaceRow]] = defaultdict(list)
        for row in rows:
            cell_column = int((row.lon - west) // cell_size)
            cell_row = int((row.lat - south) // cell_size)
            places_by_cell[cell_column, cell_row].append(row)
        if len(places_by_cell) <= MOST_MARKS:
            return list(places_by_cell.values())
        # Most of the places lie outside the frame.
        cell_size *= 2


def _merge_cell(rows: Sequence[PlaceRow]) -> PlaceRow:
    busiest = max(rows, key=lambda row: (row.events, row.place_id))
    event_count = sum(row.events for row in rows)
    mean_lon = busiest.lon
    mean_lat = busiest.lat
    if event_count:
        lon_sum = sum(row.lon * row.events for row in rows)
        lat_sum = sum(row.lat * row.events for row in rows)
        mean_lon = lon_sum / event_count
        mean_lat = lat_sum / event_count
    return replace(
        busiest,
        lon=mean_lon,
        lat=mean_lat,
        events=event_count,
        selected=any(row.selected for row in rows),
        places=sum(row.places for row in rows),
        member_ids=tuple(row.place_id for row in rows),
    )
