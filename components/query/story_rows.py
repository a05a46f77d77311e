"""The events and the claims of a story as columns, of which a view's conditions are asked.

A condition is the set of the rows, by their numbers, that it holds for: ``&`` joins two as it joins
the conditions of a query. The columns are made once for a story; a view costs as much as the
filters that it sets. A story is not put into a database: DuckDB takes some milliseconds for what
takes a fifth of one here, and 60 MB.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from datetime import date
from typing import Any, Final, Generic, Literal, TypeVar, cast
from weakref import proxy

from components.query.filters import (
    MOST_INDEXED,
    Facet,
    Filters,
    Side,
    claim_date,
    conditions,
    documented_claim,
    within,
)
from components.query.word_index import Index
from components.story.dataset import Dataset, Dated, in_order_of_date, order_of_date
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Claim, Event
from components.story.texts import fold, holds

Record = TypeVar("Record", Dated, Claim)
#: The filters by values that events or claims have.
Column = Facet | Literal["voices"]
#: The rows that have each value of a column whose cells may hold several.
Holders = Mapping[str, Sequence[int]]
#: The days of what has no date: it begins after all others and ends before them.
NEVER: Final = (2**31 - 1, -(2**31), False)


def _holders(cells: Iterable[Iterable[str | None]]) -> Holders:
    found: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
    for number, cell in enumerate(cells):
        for value in {value for value in cell if value}:
            found[value].append(number)
    return dict(found)


class StoryRows(Generic[Record]):
    """Rows that conditions are asked of (:class:`components.query.filters.Asked`).

    Args:
        dataset: the story.
        kind: what the search calls these records.
        rows: the records; what is left keeps their order.
        dates: the date of each, if it has one.
        documented: by number, the rows whose date a report has sharpened, as the documents have
            them.
        columns: the values of each row.
        order: what rows are sorted by; without it they stand as they are, whatever their date.
    """

    def __init__(
        self,
        dataset: Dataset,
        kind: Literal["events", "figures"],
        rows: Sequence[Record],
        dates: Sequence[EdtfDate | None],
        documented: Mapping[int, tuple[Record, EdtfDate | None]],
        columns: Mapping[Column, Holders],
        order: Callable[[Any], Any] | None = None,
    ) -> None:
        # The story keeps its rows: did they keep it, too, memory would be freed by the collector
        # alone, which leaves out what a server has set aside.
        self._dataset, self._kind = cast(Dataset, proxy(dataset)), kind
        self._rows: Sequence[Record] = rows
        self._days = _columns_of_days(dates)
        self._documented: Mapping[int, tuple[Record, EdtfDate | None]] = documented
        self._columns = columns
        self._order: Callable[[Any], Any] | None = order
        self._used: Set[str] = dataset.sources.keys()
        self._redated = False
        self._cited = self._left = self.among("sources", columns["sources"])

    def __len__(self) -> int:
        """How many there are, whatever they rest on."""
        return len(self._rows)

    def using(self, sources: Set[str]) -> StoryRows[Record]:
        """The rows that rest on some sources alone, with the dates that these give."""
        if len(sources) == len(self._dataset.sources):
            return self
        made = copy(self)
        made._used = sources
        made._cited = made._left = made.among("sources", sources)
        made._redate([n for n in self._documented if not self._reported(n, sources)])
        return made

    def _reported(self, number: int, sources: Set[str]) -> bool:
        """Whether a report from outside the documents is among the sources of a row."""
        known = self._dataset.sources
        return any(
            c.source_id in sources and known[c.source_id].custom.tier == "corroborating"
            for c in self._dataset.citations_of(self._rows[number].id)
        )

    def _redate(self, numbers: Sequence[int]) -> None:
        """Give some rows the dates of the documents."""
        if not numbers:
            return
        rows = list(self._rows)
        first, last, sure = map(list, self._days)
        for number in numbers:
            rows[number], when = self._documented[number]
            first[number], last[number], sure[number] = _days_of(when)
        self._rows, self._days, self._redated = rows, (first, last, sure), True

    def exact(self) -> set[int]:
        """The rows whose date is neither approximate nor doubtful."""
        sure = self._days[2]
        return {number for number in self._left if sure[number]}

    def from_day(self, side: Side, day: date) -> set[int]:
        """The rows whose first or last day is this one or later."""
        least, days = day.toordinal(), self._days[side == "last"]
        return {number for number in self._left if days[number] >= least}

    def to_day(self, side: Side, day: date) -> set[int]:
        """The rows whose first or last day is this one or earlier."""
        most, days = day.toordinal(), self._days[side == "last"]
        return {number for number in self._left if days[number] <= most}

    def among(self, column: Column, ids: Iterable[str]) -> set[int]:
        """The rows that have one of some values; of sources, those in use count."""
        if column == "sources":
            ids = (key for key in ids if key in self._used)
        held = self._columns[column]
        return set().union(*(held.get(key, ()) for key in ids))

    def holding(self, text: str) -> Iterator[set[int]]:
        """The rows that hold words in any form; of a large story, words as they are written."""
        data, rows = self._dataset, self._rows
        if len(data.events) > MOST_INDEXED:
            records: Mapping[str, Event | Claim]
            records = data.events if self._kind == "events" else data.claims
            words = fold(text).split()
            texts = ((number, records[rows[number].id]) for number in self._left)
            yield {n for n, row in texts if all(holds(data, row, word) for word in words)}
        elif (found := data.once(Index).ids(text, self._kind)) is not None:
            yield {number for number in self._left if rows[number].id in found}

    def _left_by(
        self, rows: set[int], asked: Callable[[StoryRows[Record]], Iterable[set[int]]]
    ) -> set[int]:
        """Those of some rows that fit; a condition is asked of what the ones before it left."""
        among = copy(self)
        among._left = rows
        for fitting in asked(among):
            among._left = among._left & fitting
        return among._left

    def kept(self, filters: Filters) -> set[int]:
        """The rows that filters leave, of those that a source in use bears on."""
        kept = self._left_by(self._cited, lambda rows: conditions(rows, filters))
        if filters.excluded_voices and "voices" in self._columns:
            return kept - self.among("voices", filters.excluded_voices)
        return kept

    def certain(self, kept: set[int], filters: Filters) -> frozenset[str]:
        """The ids of those of some rows that certainly fall in the dates asked for."""
        start, end = filters.start, filters.end
        sure = self._left_by(kept, lambda rows: within(rows, start, end, certain=True))
        return frozenset([self._rows[number].id for number in sure])

    def uncited(self, sources: Set[str]) -> int:
        """How many rows rest on none of some sources."""
        return len(self._rows) - len(self.using(sources)._cited)

    def _in_order(self, numbers: set[int]) -> list[int]:
        ordered = sorted(numbers)
        if self._redated and (order := self._order):
            # A date of the documents' own may stand elsewhere.
            ordered.sort(key=lambda number: order(self._rows[number]))
        return ordered

    def records(self, numbers: set[int]) -> tuple[Record, ...]:
        """Some rows in order: events in that of date, claims in that of the file."""
        if len(numbers) == len(self._rows) and not self._redated:
            return tuple(self._rows)
        return tuple([self._rows[number] for number in self._in_order(numbers)])

    def by_value(self, column: Facet, numbers: set[int]) -> dict[str, list[int]]:
        """For each value of a column, which of some rows have it, by their places in order."""
        place = {number: at for at, number in enumerate(self._in_order(numbers))}
        held = {key: self.among(column, (key,)) & numbers for key in self._columns[column]}
        return {key: sorted(map(place.__getitem__, rows)) for key, rows in held.items()}


def _days_of(when: EdtfDate | None) -> tuple[int, int, bool]:
    """The first and last day by their numbers, and whether they are sure; none fits no days."""
    if when is None:
        return NEVER
    sure = not (when.approximate or when.uncertain)
    return when.first.toordinal(), when.last.toordinal(), sure


def _columns_of_days(
    dates: Iterable[EdtfDate | None],
) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    days = [_days_of(when) for when in dates]
    first, last, sure = (array("i", [day[side] for day in days]) for side in range(3))
    return first, last, sure


def event_rows(dataset: Dataset) -> StoryRows[Dated]:
    """The events of a story, in order of date."""
    events = dataset.events.values()
    rows = in_order_of_date((parse_edtf(event.date), event) for event in events)
    documented = {
        number: (row._replace(when=when), when)
        for number, row in enumerate(rows)
        if row.event.document_date and (when := parse_edtf(row.event.document_date))
    }
    columns: dict[Column, Holders] = {
        "categories": _holders([row.category] for row in rows),
        "regions": _holders(dataset.regions_of(row.event) for row in rows),
        "sources": _sources(dataset, rows),
    }
    dates = [row.when for row in rows]
    return StoryRows(dataset, "events", rows, dates, documented, columns, order_of_date)


def claim_rows(dataset: Dataset) -> StoryRows[Claim]:
    """The claims of a story, in the order of their file; a claim has the kind of its event."""
    rows = tuple(dataset.claims.values())
    told = [dataset.events.get(claim.event_id or "") for claim in rows]
    plain = {n: documented_claim(row) for n, row in enumerate(rows) if row.document_date}
    documented = {number: (claim, claim_date(claim)) for number, claim in plain.items()}
    columns: dict[Column, Holders] = {
        "categories": _holders([event.category if event else None] for event in told),
        "regions": _holders([claim.region_id] for claim in rows),
        "sources": _sources(dataset, rows),
        "voices": _holders([dataset.claimants[claim.claimant_id].voice] for claim in rows),
    }
    return StoryRows(dataset, "figures", rows, list(map(claim_date, rows)), documented, columns)


def _sources(dataset: Dataset, rows: Iterable[Dated | Claim]) -> Holders:
    return _holders((c.source_id for c in dataset.citations_of(row.id)) for row in rows)
