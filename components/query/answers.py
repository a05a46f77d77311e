"""The questions that a page asks of events, whatever their number, and the form of the answers.

What is answered never grows with the number of rows: stretches of time, cells of the map, values
with their counts, one page of rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from components.query.filters import Facet, Filters
from components.story.bins import Binned
from components.story.models import Category

if TYPE_CHECKING:
    import pyarrow as pa

Bounds = tuple[float, float, float, float]
"""West, south, east and north in degrees (WGS 84, EPSG:4326)."""


class StoreError(Exception):
    """The table cannot be opened or asked; the text says why, in English, for whoever hosts it."""


class TooSlow(StoreError):  # noqa: N818 - it says what happened
    """A question took longer than it may, and was stopped."""


@dataclass(frozen=True)
class Cell:
    """The events of one tile of the map (web Mercator) and the middle of where they were.

    ``x`` and ``y`` are counted from the north-west; latitude and longitude are in degrees (WGS 84).
    """

    x: int
    y: int
    lat: float
    lon: float
    count: int


@dataclass(frozen=True)
class Value:
    """One value of a facet: its id as an address has it, its name, and how many events have it."""

    id: str
    name: str
    count: int


@dataclass(frozen=True)
class Entry:
    """One event as a page shows it.

    ``when`` is its date in EDTF, ``first`` and ``last`` the days it may mean. ``kind``, ``regions``
    and ``sources`` are ids.
    """

    key: str
    when: str
    first: date
    last: date
    title: str
    summary: str
    kind: str
    regions: tuple[str, ...]
    sources: tuple[str, ...]
    place: str
    lat: float | None
    lon: float | None
    url: str


@dataclass(frozen=True)
class About:
    """What is known of all the events before anybody asks.

    Attributes:
        rows: the rows of the table.
        shown: those that are events: with a day that can be read, and a title.
        undated: those without a day that can be read.
        span: the first and the last day of any event; open ends do not count.
        bounds: where the events were; ``None`` where no row has coordinates.
        kinds: the kinds of event in order, eight at most.
    """

    rows: int
    shown: int
    undated: int
    span: tuple[date, date]
    bounds: Bounds | None
    kinds: tuple[Category, ...]


class Answers(Protocol):
    """Whatever can be asked about events.

    Every method raises :class:`StoreError` where no answer comes, and :class:`TooSlow` where it
    takes too long.
    """

    @property
    def about(self) -> About:
        """What is known of all the events."""

    def count(self, filters: Filters) -> int:
        """How many events the filters leave."""

    def bins(self, filters: Filters, window: tuple[date, date]) -> Binned:
        """The events that possibly fall in a window, by kind and stretch of time."""

    def cells(self, filters: Filters, zoom: int, bounds: Bounds | None = None) -> tuple[Cell, ...]:
        """The events with coordinates by tile of a zoom level (0 is one tile), the fullest first.

        Args:
            filters: what is left.
            zoom: 0 to 12; each level halves the tiles' sides.
            bounds: only events within them.
        """

    def values(
        self, filters: Filters, facet: Facet, most: int = 200, find: str = ""
    ) -> tuple[Value, ...]:
        """The values of a facet among what the filters leave, the most frequent first.

        Args:
            filters: what is left; the filter on this very facet does not count.
            facet: of what.
            most: the greatest number of values.
            find: only values whose name holds this, whatever its accents and capitals.
        """

    def names(self, facet: Facet) -> dict[str, str]:
        """The names of the values that a filter may name, by id."""

    def page(self, filters: Filters, number: int, size: int) -> tuple[Entry, ...]:
        """One page of what the filters leave, in order of first day, last day and key; from 1."""

    def entry(self, key: str) -> Entry | None:
        """One event; ``None`` where there is none of this key."""

    def batches(self, filters: Filters) -> Iterator[pa.RecordBatch]:
        """Every row that the filters leave, batch by batch, for a file."""
