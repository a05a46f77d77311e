"""Findings on the events of a view: how many there are, when and where most of them were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from components.query.filters import Filters
from components.query.findings import Finding, Rule
from components.story.edtf import EdtfDate, parse_edtf

if TYPE_CHECKING:
    from components.query.view_facts import ViewFacts

#: The busiest year of a story of more days than this is named, else the busiest month.
MOST_DAYS_BY_MONTH: Final = 1000
#: A period stands out with at least so many events, and so many times the average of all periods.
LEAST_BUSY_EVENTS: Final = 3
LEAST_BUSY_SHARE: Final = 2
#: A place stands out with at least so many events, and with one event in so many of all.
LEAST_PLACE_EVENTS: Final = 2
LEAST_PLACE_SHARE: Final = 5


# When ---------------------------------------------------------------------------------------------
def compute_timeline_finding(facts: ViewFacts) -> Finding:
    """Return how many of the events fall in the days of the story's peak.

    Where the filters ask for dates within the peak, it is how many certainly fall in them. A story
    without a peak has the busiest year or month.
    """
    filters = facts.filters
    peak = facts.dataset.presentation.peak
    rows = facts.selection.rows
    if not rows:
        return Finding(Rule.NO_EVENTS, filters)
    if peak is None:
        return _compute_busiest_period(facts)
    # Of the peak's days those that the filters allow.
    first_day = max(peak.start, filters.start or peak.start)
    last_day = min(peak.end, filters.end or peak.end)
    count = 0
    possible_count = 0
    if first_day <= last_day:
        count = sum(row.when.certainly_within(first_day, last_day) for row in rows)
        possible_count = sum(row.when.possibly_within(first_day, last_day) for row in rows) - count
    if count in (0, len(rows)):
        return _events_in_order(facts)
    rule = Rule.EVENTS_IN_PEAK
    if (filters.start, filters.end) == (first_day, last_day):
        rule = Rule.EVENTS_IN_DATES
    return Finding(
        rule,
        filters,
        records=_list_event_ids(facts),
        first_day=first_day.isoformat(),
        last_day=last_day.isoformat(),
        values={"count": count, "total": len(rows), "possible": possible_count},
    )


def _list_event_ids(facts: ViewFacts) -> tuple[str, ...]:
    return tuple([row.id for row in facts.selection.rows])


def _events_in_order(facts: ViewFacts) -> Finding:
    return Finding(Rule.EVENTS_IN_ORDER, facts.filters, records=_list_event_ids(facts))


def _count_periods(dates: Sequence[EdtfDate], cut: int) -> Counter[str]:
    """Count the certain dates by year or month: ISO days without their last ``cut`` characters."""
    counts: Counter[str] = Counter()
    for when in dates:
        if when.approximate or when.uncertain:
            continue
        first_period = when.first.isoformat()[:-cut]
        if first_period == when.last.isoformat()[:-cut]:
            counts[first_period] += 1
    return counts


def _compute_busiest_period(facts: ViewFacts) -> Finding:
    """Return the year or the month with the most events, where one stands out."""
    dates = [row.when for row in facts.selection.rows]
    span_first, span_last = facts.dataset.span
    # The characters of "-03-15", else of "-15".
    cut = 3
    if (span_last - span_first).days > MOST_DAYS_BY_MONTH:
        cut = 6
    counts = _count_periods(dates, cut)
    if len(counts) <= 1:
        return _events_in_order(facts)
    # Of two alike the later one.
    busiest = max(counts, key=lambda period: (counts[period], period))
    if counts[busiest] < max(LEAST_BUSY_SHARE * len(dates) / len(counts), LEAST_BUSY_EVENTS):
        return _events_in_order(facts)
    span = parse_edtf(busiest)
    within_count = sum(when.possibly_within(span.lower, span.upper) for when in dates)
    return Finding(
        Rule.EVENTS_IN_PERIOD,
        facts.filters,
        records=_list_event_ids(facts),
        first_day=busiest,
        last_day=busiest,
        values={
            "count": counts[busiest],
            "total": len(dates),
            "possible": within_count - counts[busiest],
        },
    )


# Where --------------------------------------------------------------------------------------------
def compute_places_finding(facts: ViewFacts) -> Finding:
    """Return the place where most of the events were, or at how many places they were."""
    filters = facts.filters
    if not facts.selection.rows:
        return Finding(Rule.NO_EVENTS, filters)
    place_counts = facts.selection.by_place
    if not place_counts:
        return Finding(Rule.NO_PLACES, filters, records=_list_event_ids(facts))
    placed_events = tuple([row.id for row in facts.selection.rows if row.place_id])
    event_count = len(placed_events)
    # Of two alike the one whose id is later.
    top_place = max(place_counts, key=lambda key: (place_counts[key], key))
    top_count = place_counts[top_place]
    stands_out = top_count >= LEAST_PLACE_EVENTS and top_count * LEAST_PLACE_SHARE >= event_count
    if len(place_counts) == 1 or not stands_out:
        located_places = [key for key in place_counts if facts.dataset.places[key].is_located]
        values = {"count": len(place_counts), "located": len(located_places)}
        return Finding(Rule.EVENT_PLACES, filters, records=placed_events, values=values)
    return Finding(
        Rule.BUSIEST_PLACE,
        filters,
        records=placed_events,
        values={"count": top_count, "total": event_count, "place": top_place},
    )


# How many -----------------------------------------------------------------------------------------
def compute_shown_events(facts: ViewFacts) -> Finding:
    """Return how many of the story's events meet the filters."""
    event_ids = _list_event_ids(facts)
    values = {"shown": len(event_ids), "total": facts.selection.events_total}
    return Finding(Rule.EVENTS_SHOWN, facts.filters, records=event_ids, values=values)


def compute_table_events(filters: Filters, shown: int, total: int) -> Finding:
    """Return how many of the rows of a table an engine counts under the filters; it names none."""
    return Finding(Rule.EVENTS_SHOWN, filters, values={"shown": shown, "total": total})


def compute_placed_events(facts: ViewFacts, event_ids: Collection[str]) -> Finding:
    """Return how many of the story's events have their place on a map."""
    values = {"count": len(event_ids), "total": facts.selection.events_total}
    placed_events = tuple([key for key in _list_event_ids(facts) if key in event_ids])
    return Finding(Rule.PLACES_SHOWN, facts.filters, records=placed_events, values=values)


def compute_certain_events(facts: ViewFacts, event_ids: Collection[str]) -> Finding | None:
    """Return how many of some events certainly fall in the dates asked for.

    Returns
    -------
    Finding | None
        ``None`` where no dates are asked for, and where all of the events do.
    """
    filters = facts.filters
    if not (filters.start or filters.end):
        return None
    records = tuple([key for key in _list_event_ids(facts) if key in event_ids])
    certain_count = len(facts.selection.certain.intersection(records))
    if certain_count == len(records):
        return None
    values = {"certain": certain_count, "possible": len(records) - certain_count}
    return Finding(Rule.EVENTS_CERTAIN, filters, records=records, values=values)
