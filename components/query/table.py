"""A table of events of any size: the queries of a page, and the form of their answers.

An answer never grows with the number of rows. The queries are Ibis expressions, the same for every
engine. What a reader typed is only ever a value, which an engine is sent apart from the SQL
(:func:`components.query.parameterized_sql.parameterize`); the compiler quotes the names of columns.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import ibis
from ibis.expr.types import Table

from components.intake.sheet_models import Credit
from components.intake.unmapped_columns import make_unique
from components.intake.value_names import LIST_SEPARATOR, ValueNames, group_kinds, name_values
from components.limits.tables import MOST_VALUES
from components.query.engine import ORDER, DuckEngine, Engine
from components.query.filters import (
    SOURCE_FILTERS,
    Condition,
    Facet,
    Filters,
    FromCondition,
    SureCondition,
    UntilCondition,
    ValueCondition,
    WordsCondition,
    filter_conditions,
)
from components.query.table_columns import (
    EVENT_COLUMNS,
    FINEST_ZOOM,
    OTHER_FIELD,
    OTHER_SEPARATOR,
)
from components.story.bins import Bin, Binned, Step, divide_window
from components.story.dataset import EMPTY_SPAN
from components.story.edtf import FIRST_DAY, LAST_DAY, day_from_ordinal, day_of
from components.story.ground_data import span_longitudes
from components.story.other_columns import OtherCell
from components.story.presentation import Bounds
from components.story.texts import fold, guard_formula

if TYPE_CHECKING:
    import pyarrow as pa

#: The column of each facet.
COLUMN_BY_FACET: Final[Mapping[Facet, str]] = {
    "categories": "kind",
    "regions": "region",
    "sources": "source",
}
#: The number of a row in a table whose rows lie in order of first day, last day and key.
ROW_COLUMN: Final = "row"
#: Rows of such a table that one question looks through for a file.
PART_ROWS: Final = 50_000


@dataclass(frozen=True)
class Cell:
    """The events of a tile (web Mercator, from the north-west), their middle in degrees, WGS 84."""

    x: int
    y: int
    lat: float
    lon: float
    count: int


@dataclass(frozen=True)
class FacetValue:
    """A value of a facet, how many events have it, how many of these a number, and their sum."""

    id: str
    name: str
    count: int
    numbered: int = 0
    sum: float = 0


class Entry(NamedTuple):
    """An event as a page shows it: ``edtf`` is its date; kind, regions and sources are ids."""

    key: str
    edtf: str
    first: date
    last: date
    title: str
    summary: str
    kind: str
    region: tuple[str, ...]
    source: tuple[str, ...]
    place: str
    lat: float | None
    lon: float | None
    url: str
    number: float | None = None
    #: The cells of the columns that no field takes; of an event in full alone.
    other: tuple[OtherCell, ...] = ()


#: What a list has of each event.
ENTRY_COLUMNS: Final = tuple(name for name in Entry._fields if name != OTHER_FIELD)
#: What a file has of each event.
FILE_COLUMNS: Final = tuple(
    name for name in ENTRY_COLUMNS if name not in {"first", "last", "number"}
)
#: The text of a cell, and how often it occurs.
CellCount = tuple[str | None, int]


@dataclass(frozen=True)
class TableSummary:
    """What is known of all the events before any query, as a table's file stores it.

    Attributes
    ----------
    rows
        How many rows the table has.
    shown
        How many of them have a title and a day that can be parsed.
    undated
        How many have no such day.
    days
        The ends of ``span``, as ordinals.
    bounds
        West, south, east and north in degrees; ``None`` where no row has coordinates.
    values
        By column: each value with how often it occurs.
    many
        By column: whether its cells may hold several values.
    number
        The column with the number of each row; empty where no row has one.
    made
        Seconds since 1970; 0 for a table that is queried live.
    other
        The columns that no field takes.
    """

    rows: int
    shown: int
    undated: int
    days: tuple[int, int]
    bounds: Bounds | None
    values: Mapping[str, list[CellCount]]
    many: Mapping[str, bool]
    number: str = ""
    made: float = 0
    other: tuple[str, ...] = ()

    @property
    def span(self) -> tuple[date, date]:
        """The first and the last day that anything of it may mean; open ends do not count."""
        first_ordinal, last_ordinal = self.days
        first_day = day_from_ordinal(first_ordinal)
        last_day = day_from_ordinal(last_ordinal)
        return first_day, last_day


@dataclass(frozen=True)
class SourceTable:
    """What opening a table found: its rows, and what its columns hold.

    Attributes
    ----------
    many
        By column of a list: whether its cells may hold several values.
    number
        The column with the number of each row, if there is one.
    """

    rows: int
    undated: int
    many: Mapping[str, bool]
    number: str


def summarize_table(engine: Engine, events: Table, source: SourceTable) -> TableSummary:
    """Return what is known of all events of a table, by a query for each facet and one more."""
    # Open ends do not count as days.
    first = events.first
    last = events.last
    open_start = day_literal(first, FIRST_DAY)
    open_end = day_literal(last, LAST_DAY)
    has_start = first > open_start
    has_end = last < open_end
    earliest_start = first.min(where=has_start)
    earliest_end = last.min(where=has_end)
    latest_start = first.max(where=has_start)
    latest_end = last.max(where=has_end)
    query = events.aggregate(
        shown=events.count(),
        numbered=events.number.count(),
        start=ibis.least(earliest_start, earliest_end),
        until=ibis.greatest(latest_start, latest_end),
        lon_min=events.lon.min(),
        lat_min=events.lat.min(),
        lon_max=events.lon.max(),
        lat_max=events.lat.max(),
        least_eastern=events.lon.min(where=events.lon >= 0),
        greatest_western=events.lon.max(where=events.lon < 0),
    )
    (totals,) = engine.fetch_rows(query)
    values: dict[str, list[CellCount]] = {}
    for facet, column in COLUMN_BY_FACET.items():
        has_lists = source.many.get(column, False)
        value_query = count_values_query(events, facet, many=has_lists)
        value_rows = engine.fetch_rows(value_query, MOST_VALUES)
        cell_counts: list[CellCount] = []
        for row in value_rows:
            cell_count = (row["value"], row["count"])
            cell_counts.append(cell_count)
        values[column] = cell_counts
    first_day, last_day = EMPTY_SPAN
    start_cell = totals["start"]
    until_cell = totals["until"]
    if start_cell is not None and until_cell is not None:
        first_day = parse_day_cell(start_cell)
        last_day = parse_day_cell(until_cell)
    bounds = None
    if totals["lon_min"] is not None:
        west, east = span_longitudes(
            totals["lon_min"],
            totals["lon_max"],
            least_eastern=totals["least_eastern"],
            greatest_western=totals["greatest_western"],
        )
        bounds = (west, totals["lat_min"], east, totals["lat_max"])
    number_column = ""
    if totals["numbered"]:
        number_column = source.number
    return TableSummary(
        rows=source.rows,
        shown=totals["shown"],
        undated=source.undated,
        days=(first_day.toordinal(), last_day.toordinal()),
        bounds=bounds,
        values=values,
        many=source.many,
        number=number_column,
    )


def day_literal(column: Any, day: date) -> Any:
    """Return a day as a column has days: a date, or its ordinal (1 is the first day of year 1)."""
    ordinal = day.toordinal()
    if column.type().is_date():
        drawn_day = date.fromordinal(max(1, ordinal))
        return ibis.literal(drawn_day)
    return ibis.literal(ordinal, "int32")


def month_column(day: date) -> int:
    """Return the month of a day, counted from the year 0."""
    return day.year * 12 + day.month - 1


def parse_day_cell(value: Any) -> date:
    """Return a day as an engine gives it: a date, or its ordinal."""
    if isinstance(value, date):
        return value
    return day_from_ordinal(int(value))


def parse_bin_day(value: Any, unit: Literal["day", "month"]) -> date:
    """Return a day as an engine gives it, or the first day of a month, counted from the year 0."""
    if unit == "month":
        year, month_index = divmod(value, 12)
        return day_of(year, month_index + 1)
    return parse_day_cell(value)


def amount_columns(events: Table) -> dict[str, Any]:
    """Return columns: how many rows there are, how many have a number, and the sum of these."""
    return {
        "count": events.count(),
        "numbered": events.number.count(),
        "sum": ibis.coalesce(events.number.sum(), 0.0),
    }


def count_values_query(events: Table, facet: Facet, *, many: bool) -> Table:
    """Return a query of the values of a facet with their amounts, the most frequent first."""
    column = COLUMN_BY_FACET[facet]
    # An empty cell is a kind of event of its own, but no region and no source.
    if facet != "categories":
        has_cell = events[column].notnull()
        events = events.filter(has_cell)
    if many:
        cell_parts = events[column].split(LIST_SEPARATOR)
        parts = events.mutate(value=cell_parts.unnest())
        valued_events = parts.filter(parts.value != "")
    else:
        valued_events = events.mutate(value=events[column])
    amounts = amount_columns(valued_events)
    counted = valued_events.group_by("value").aggregate(**amounts)
    return counted.order_by(ibis.desc("count"), "value")


def page_query(events: Table, number: int, size: int) -> Table:
    """Return a query of a page of events, counted from 1."""
    shown = events.select(*ENTRY_COLUMNS)
    offset = (number - 1) * size
    ordered = shown.order_by(*ORDER)
    page = ordered.limit(size, offset=offset)
    # An engine that knows no offset has numbered the rows in one column more, and no engine owes
    # the order of a query within this one.
    page_columns = page.select(*ENTRY_COLUMNS)
    return page_columns.order_by(*ORDER)


class TableRows:
    """The events of a table, asked the same conditions as a story; ``names`` by facet."""

    def __init__(self, events: Table, names: Mapping[Facet, ValueNames]) -> None:
        self._events = events
        self._names = names

    def condition_expression(self, condition: Condition) -> Any:
        """Return a condition as an expression; what a reader typed is a value in it."""
        events = self._events
        match condition:
            case ValueCondition(facet, ids):
                return self._value_expression(facet, ids)
            case FromCondition(bound, day):
                bound_column = events[bound]
                first_day = day_literal(bound_column, day)
                return bound_column >= first_day
            case UntilCondition(bound, day):
                bound_column = events[bound]
                last_day = day_literal(bound_column, day)
                return bound_column <= last_day
            case WordsCondition(text):
                folded_text = fold(text)
                words = folded_text.split()
                if not words:
                    return ibis.literal(True)
                has_words = []
                for word in words:
                    word_literal = ibis.literal(word)
                    has_word = events.words.contains(word_literal)
                    has_words.append(has_word)
                return reduce(and_, has_words)
            case SureCondition():
                return events.sure

    def _value_expression(self, facet: Facet, ids: Sequence[str]) -> Any:
        """Return whether a row has one of some values of a facet."""
        column = COLUMN_BY_FACET[facet]
        cell = self._events[column]
        names = self._names[facet]
        cell_texts: list[str | None] = []
        for value_id in ids:
            cell_texts += names.cells.get(value_id, ())
        known_texts = [text for text in cell_texts if text is not None]
        alternatives = []
        if None in cell_texts:
            is_empty = cell.isnull()
            alternatives.append(is_empty)
        if names.is_list:
            for text in known_texts:
                list_item = ibis.literal(f"{LIST_SEPARATOR}{text}{LIST_SEPARATOR}")
                has_item = cell.contains(list_item)
                alternatives.append(has_item)
        elif known_texts:
            known_values = [ibis.literal(text) for text in known_texts]
            is_known = cell.isin(known_values)
            alternatives.append(is_known)
        if names.rest_id in ids:
            # The values that no other choice stands for.
            other_values: list[Any] = []
            for value_id, texts in names.cells.items():
                if value_id in ids:
                    continue
                for other_text in texts:
                    if other_text:
                        other_value = ibis.literal(other_text)
                        other_values.append(other_value)
            has_value = cell.notnull()
            is_other = cell.notin(other_values)
            alternatives.append(has_value & is_other)
        if not alternatives:
            return ibis.literal(False)
        return reduce(or_, alternatives)


def never_changes() -> bool:
    """Say of a table that it is never newer than what is queried."""
    return False


class TableStore:
    """Events in a table, which has makers (``credit``); every answer is one query.

    Attributes
    ----------
    kinds
        The kinds of event, eight at most, in order.
    has_changed
        Says whether the table is newer than what is queried.
    """

    credit = Credit()

    def __init__(
        self,
        engine: Engine,
        events: Table,
        about: TableSummary,
        has_changed: Callable[[], bool] = never_changes,
    ) -> None:
        self.engine = engine
        self.events = events
        self.about = about
        self.has_changed = has_changed
        kind_counts = dict(about.values["kind"])
        kind_names, self.kinds = group_kinds(kind_counts)
        self._names: dict[Facet, ValueNames] = {"categories": kind_names}
        for facet, column in COLUMN_BY_FACET.items():
            if facet == "categories":
                continue
            counts: dict[str, int] = {}
            for cell_text, count in about.values[column]:
                if cell_text:
                    counts[cell_text] = count
            has_lists = about.many.get(column, False)
            self._names[facet] = name_values(counts, column, is_list=has_lists)

    def _filter_events(self, filters: Filters) -> Table:
        """Return the events under filters.

        Raises
        ------
        ValueError
            For filters that no table of events has.
        """
        if filters.keep_only(*SOURCE_FILTERS) != Filters():
            raise ValueError("a table of events has no voices, tiers or days of publication")
        rows = TableRows(self.events, self._names)
        expressions: list[Any] = []
        for condition in filter_conditions(filters):
            expression = rows.condition_expression(condition)
            expressions.append(expression)
        if not expressions:
            return self.events
        fits_filters = reduce(and_, expressions)
        return self.events.filter(fits_filters)

    def _value_id(self, facet: Facet, cell: str | None) -> str:
        """Return the id of the first value in a cell; empty where it has none."""
        for value_id in self._names[facet].ids_in(cell):
            return value_id
        return ""

    def has_lists(self, facet: Facet) -> bool:
        """Return whether a cell of a facet may hold several values."""
        return self._names[facet].is_list

    def count_events(self, filters: Filters) -> FacetValue:
        """Return how many events there are under filters, as those of a value without a name."""
        events = self._filter_events(filters)
        amount_expressions = amount_columns(events)
        query = events.aggregate(**amount_expressions)
        (amounts,) = self.engine.fetch_rows(query)
        return FacetValue("", "", **amounts)

    def count_bins(
        self,
        filters: Filters,
        window: tuple[date, date],
        summed: str = "",
    ) -> Binned:
        """Count the events that may fall in a window, by kind and bin.

        With ``summed`` their numbers are added, in place of counting the events.
        """
        step, bin_windows = divide_window(window)
        unit: Literal["day", "month"] = "month"
        if step in {"day", "week"}:
            unit = "day"
        query = self._bins_query(filters, window, step)
        bin_starts = [bin_start for bin_start, _ in bin_windows]
        amounts: defaultdict[tuple[str, int], float] = defaultdict(int)
        wide_events = 0
        for amount_row in self.engine.fetch_rows(query):
            event_count = int(amount_row["count"])
            amount: float = event_count
            if summed:
                event_count = int(amount_row["numbered"])
                amount = amount_row["sum"]
            if not event_count:
                continue
            start_day = parse_bin_day(amount_row["start"], unit)
            end_day = parse_bin_day(amount_row["until"], unit)
            starts_until_day = bisect_right(bin_starts, start_day)
            bin_number = max(0, starts_until_day - 1)
            kind = self._value_id("categories", amount_row["kind"])
            amounts[kind, bin_number] += amount
            _, bin_end = bin_windows[bin_number]
            if end_day > bin_end:
                wide_events += event_count
        bins = []
        for (kind, bin_number), amount in amounts.items():
            bin_start, bin_end = bin_windows[bin_number]
            time_bin = Bin(
                category=kind,
                start=bin_start,
                end=bin_end,
                count=amount,
            )
            bins.append(time_bin)
        bins.sort(key=bin_sort_key)
        return Binned(step, tuple(bins), wide_events, summed)

    def _bins_query(
        self,
        filters: Filters,
        window: tuple[date, date],
        step: Step,
    ) -> Table:
        """Return a query of the amounts of events by kind, and by the days they start and end.

        For wider bins these are months, and where years are counted the first of a year. What goes
        beyond the window is cut there.
        """
        first_day, last_day = window
        events = self._filter_events(filters)
        window_start = day_literal(events.last, first_day)
        window_end = day_literal(events.first, last_day)
        starts_before_end = events.first <= window_end
        ends_after_start = events.last >= window_start
        inside = events.filter(starts_before_end, ends_after_start)
        if step in {"day", "week"}:
            earliest_start = day_literal(inside.first, first_day)
            latest_end = day_literal(inside.last, last_day)
            start = ibis.greatest(inside.first, earliest_start)
            until = ibis.least(inside.last, latest_end)
        else:
            start = ibis.greatest(inside.first_month, month_column(first_day))
            until = ibis.least(inside.last_month, month_column(last_day))
            if step not in {"month", "quarter"}:
                start = start // 12 * 12
                until = until // 12 * 12
        placed = inside.mutate(start=start, until=until)
        grouped = placed.group_by("kind", "start", "until")
        amount_expressions = amount_columns(placed)
        return grouped.aggregate(**amount_expressions)

    def count_cells(self, filters: Filters, zoom: int) -> tuple[Cell, ...]:
        """Count the events with coordinates by tile of a zoom level from 0 to 12.

        Cells come with the most events first; ``lat`` and ``lon`` are means, in degrees.
        """
        events = self._filter_events(filters)
        is_located = events.x.notnull()
        located = events.filter(is_located)
        tile_side = 2 ** (FINEST_ZOOM - zoom)
        tile_x = located.x // tile_side
        tile_y = located.y // tile_side
        tiles = located.mutate(
            x=tile_x.cast("int64"),
            y=tile_y.cast("int64"),
        )
        event_count = tiles.count()
        lat_sum = tiles.lat.sum()
        lon_sum = tiles.lon.sum()
        counted = tiles.group_by("x", "y").aggregate(
            lat=lat_sum / event_count,
            lon=lon_sum / event_count,
            count=event_count,
        )
        query = counted.order_by(ibis.desc("count"), "x", "y")
        tile_rows = self.engine.fetch_rows(query)
        return tuple([Cell(**tile_row) for tile_row in tile_rows])

    def count_values(self, filters: Filters, facet: Facet) -> tuple[FacetValue, ...]:
        """Count the values of a facet under the other filters, the most frequent first."""
        names = self._names[facet]
        other_filters = filters.without_filter(facet)
        events = self._filter_events(other_filters)
        query = count_values_query(events, facet, many=names.is_list)
        values_by_id: dict[str, FacetValue] = {}
        for value_row in self.engine.fetch_rows(query, MOST_VALUES):
            value_id = self._value_id(facet, value_row["value"])
            if not value_id:
                continue
            if value_id not in values_by_id:
                label = names.labels[value_id]
                values_by_id[value_id] = FacetValue(value_id, label, 0)
            facet_value = values_by_id[value_id]
            values_by_id[value_id] = replace(
                facet_value,
                count=facet_value.count + value_row["count"],
                numbered=facet_value.numbered + value_row["numbered"],
                sum=facet_value.sum + value_row["sum"],
            )
        facet_values = sorted(values_by_id.values(), key=frequency_sort_key)
        return tuple(facet_values)

    def list_names(self, facet: Facet) -> dict[str, str]:
        """Return what each value of a facet is called, by its id."""
        return dict(self._names[facet].labels)

    def fetch_page(self, filters: Filters, number: int, size: int) -> tuple[Entry, ...]:
        """Return a page of events, from 1, in order of first day, last day and key."""
        events = self._filter_events(filters)
        query = page_query(events, number, size)
        event_rows = self.engine.fetch_rows(query)
        return tuple([self._build_entry(event_row) for event_row in event_rows])

    def fetch_entry(self, key: str) -> Entry | None:
        """Return an event by its key."""
        key_literal = ibis.literal(key)
        has_key = self.events.key == key_literal
        matching_events = self.events.filter(has_key)
        query = matching_events.select(*ENTRY_COLUMNS, OTHER_FIELD)
        for event_row in self.engine.fetch_rows(query, 1):
            return self._build_entry(event_row)
        return None

    def _build_entry(self, row: Mapping[str, Any]) -> Entry:
        return Entry(
            key=row["key"],
            edtf=row["edtf"],
            first=parse_day_cell(row["first"]),
            last=parse_day_cell(row["last"]),
            title=row["title"],
            summary=row["summary"] or "",
            kind=self._value_id("categories", row["kind"]),
            region=self._names["regions"].ids_in(row["region"]),
            source=self._names["sources"].ids_in(row["source"]),
            place=row["place"] or "",
            lat=row["lat"],
            lon=row["lon"],
            url=row["url"] or "",
            number=row["number"],
            other=self._split_other(row.get(OTHER_FIELD)),
        )

    def _split_other(self, joined_texts: str | None) -> tuple[OtherCell, ...]:
        """Return the cells of the columns that no field takes, without empty ones."""
        texts = (joined_texts or "").split(OTHER_SEPARATOR)
        cells = zip(self.about.other, texts, strict=False)
        return tuple([OtherCell(name, text) for name, text in cells if text])

    def stream_batches(self, filters: Filters) -> Iterator[pa.RecordBatch]:
        """Yield every row under filters, batch by batch, for a file.

        Without rows there is one batch, which names the columns.
        """
        import pyarrow as pa

        events = self._filter_events(filters)
        file_columns = self._file_columns()
        if ROW_COLUMN in events.columns:
            batches = self._stream_parts(events, file_columns)
        else:
            entries = events.select(*ENTRY_COLUMNS, OTHER_FIELD)
            ordered = entries.order_by(*ORDER)
            query = ordered.select(**file_columns)
            batches = self.engine.stream_batches(query)
        is_empty = True
        for batch in batches:
            if batch.num_rows:
                is_empty = False
                yield batch
        if is_empty:
            file_table = events.select(**file_columns)
            schema = file_table.schema().to_pyarrow()
            yield pa.RecordBatch.from_pylist([], schema=schema)

    def _file_columns(self) -> dict[str, Any]:
        """Return the columns of a file by their names: those of events, then all others."""
        file_columns: dict[str, Any] = {name: name for name in FILE_COLUMNS}
        # The number is under its own name, unless another column is called so.
        number_name = guard_formula(self.about.number)
        if number_name.casefold() in FILE_COLUMNS:
            number_name = "number"
        if number_name:
            file_columns[number_name] = "number"
        used_names = {name.casefold() for name in file_columns}
        for position, name in enumerate(self.about.other):
            file_name = make_unique(guard_formula(name), used_names)
            file_columns[file_name] = ibis._[OTHER_FIELD].split(OTHER_SEPARATOR)[position]
        return file_columns

    def _stream_parts(
        self, events: Table, file_columns: Mapping[str, Any]
    ) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table in order, by queries of some rows each.

        Each has its own time, and no connection is in use while whoever takes the rows is slow.
        """
        for start in range(0, self.about.shown, PART_ROWS):
            end = start + PART_ROWS - 1
            is_in_part = events[ROW_COLUMN].between(start, end)
            part = events.filter(is_in_part)
            ordered = part.order_by(ROW_COLUMN)
            query = ordered.select(**file_columns)
            batches = self.engine.stream_batches(query)
            yield from list(batches)


def bin_sort_key(each: Bin) -> tuple[str, date]:
    """Return what bins are sorted by: kind, then first day."""
    return each.category, each.start


def frequency_sort_key(value: FacetValue) -> tuple[int, str]:
    """Return what values are sorted by: the most frequent first."""
    return -value.count, value.id


def prepared_store(
    engine: DuckEngine, about: TableSummary, has_changed: Callable[[], bool] = never_changes
) -> TableStore:
    """Return a table that was prepared, in a file of its own."""
    # Ibis would ask for it through pyarrow, which takes 25 MB of a process.
    events = ibis.table(EVENT_COLUMNS, name="events")
    row_column = {ROW_COLUMN: events.rowid()}
    numbered_events = events.mutate(**row_column)
    return TableStore(engine, numbered_events, about, has_changed)
