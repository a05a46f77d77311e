"""The numbers that the rows of a reader's table give: one of each event, and none of the story.

Nobody reported them as totals, and two rows may count the same people. So they are drawn one by
one; a sum is said to be one, and of which rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from components.query.figures import list_all_totals
from components.query.findings import Finding, Rule
from components.story.dataset import Dataset, DatedEvent
from components.story.texts import fold
from components.values.cell_numbers import (
    CellNumber,
    find_common_unit,
    find_decimal_marks,
    parse_cell_number,
)

if TYPE_CHECKING:
    from components.query.view_facts import ViewFacts

#: A greater sum is not exact to one as a float.
MOST_EXACT_SUM: Final = 2.0**53
#: Fewer numbers are no sum.
LEAST_ADDED: Final = 2


@dataclass(frozen=True)
class StoryNumbers:
    """The numbers of a story's rows.

    Attributes
    ----------
    numbers
        By id of an event.
    unread
        The cells that give no number, one below zero or one of another unit, by id of an event.
    unit
        The unit that is written after most numbers, as it is written there; empty without one.
    """

    numbers: Mapping[str, CellNumber] = field(default_factory=dict)
    unread: Mapping[str, str] = field(default_factory=dict)
    unit: str = ""


#: Of a story whose rows give no numbers.
NO_NUMBERS: Final = StoryNumbers()


class NumberedEvent(NamedTuple):
    """An event and the number that its row gives."""

    row: DatedEvent
    number: CellNumber


def parse_story_numbers(dataset: Dataset) -> StoryNumbers:
    """Parse the numbers of a story's rows; call it by ``dataset.memoize``."""
    setting = dataset.presentation.row_numbers
    names = dataset.other_columns.names
    if setting is None or setting.column not in names:
        return NO_NUMBERS
    position = names.index(setting.column)
    texts: dict[str, str] = {}
    for event_id in dataset.events:
        text = dataset.other_columns.text_of(event_id, position)
        if text:
            texts[event_id] = text
    decimal_marks = find_decimal_marks(texts.values())
    parsed_numbers: dict[str, CellNumber] = {}
    unread: dict[str, str] = {}
    for event_id, text in texts.items():
        number = parse_cell_number(text, decimal_marks)
        if number is None:
            unread[event_id] = text
        else:
            parsed_numbers[event_id] = number
    common_unit = find_common_unit(parsed_numbers.values())
    numbers: dict[str, CellNumber] = {}
    written_unit = ""
    for event_id, number in parsed_numbers.items():
        # Unlike things have no place on one line; a number without a unit is of the common one.
        has_other_unit = fold(number.unit) not in {"", common_unit}
        # Less than nothing is no count.
        if has_other_unit or number.number < 0:
            unread[event_id] = texts[event_id]
            continue
        numbers[event_id] = number
        written_unit = written_unit or number.unit
    return StoryNumbers(numbers, unread, written_unit)


def shows_row_numbers(dataset: Dataset) -> bool:
    """Return whether How many? shows the numbers of rows: there are some, and no reported total."""
    if dataset.memoize(list_all_totals):
        return False
    return bool(dataset.memoize(parse_story_numbers).numbers)


def list_numbered_events(facts: ViewFacts) -> tuple[NumberedEvent, ...]:
    """Return the events that meet the filters and have a number, in order of date."""
    numbers = facts.dataset.memoize(parse_story_numbers).numbers
    numbered_events: list[NumberedEvent] = []
    for row in facts.selection.rows:
        if row.id in numbers:
            numbered_events.append(NumberedEvent(row, numbers[row.id]))
    return tuple(numbered_events)


def list_unread_texts(facts: ViewFacts) -> tuple[str, ...]:
    """Return the cells without a number of the events that meet the filters, in order of date."""
    unread = facts.dataset.memoize(parse_story_numbers).unread
    return tuple([unread[row.id] for row in facts.selection.rows if row.id in unread])


# Findings -----------------------------------------------------------------------------------------
def compute_row_numbers(facts: ViewFacts) -> Finding:
    """Return how many of the rows shown give a number, and the least and the greatest of them."""
    numbered_events = facts.numbered_events
    if not numbered_events:
        return Finding(Rule.NO_ROW_NUMBERS, facts.filters)
    least = min(numbered_events, key=_least_key)
    most = max(numbered_events, key=_most_key)
    return Finding(
        Rule.ROW_NUMBERS,
        facts.filters,
        records=tuple([event.row.id for event in numbered_events]),
        values={
            "count": len(numbered_events),
            "total": len(facts.selection.rows),
            "least": least.number,
            "most": most.number,
            "unit": facts.dataset.memoize(parse_story_numbers).unit,
        },
    )


def compute_row_sum(facts: ViewFacts) -> Finding | None:
    """Return the sum of the exact numbers of the rows shown; ``None`` of fewer than two."""
    records: list[str] = []
    total = 0.0
    numbered_events = facts.numbered_events
    for event in numbered_events:
        if event.number.qualifier == "exact":
            records.append(event.row.id)
            total += event.number.number
    if len(records) < LEAST_ADDED or abs(total) > MOST_EXACT_SUM:
        return None
    return Finding(
        Rule.SUM_OF_ROWS,
        facts.filters,
        records=tuple(records),
        values={
            "sum": total,
            "count": len(records),
            "inexact": len(numbered_events) - len(records),
            "unit": facts.dataset.memoize(parse_story_numbers).unit,
        },
    )


def _least_key(event: NumberedEvent) -> tuple[float, bool, str]:
    return event.number.number, event.number.qualifier != "exact", event.row.id


def _most_key(event: NumberedEvent) -> tuple[float, str]:
    number = event.number
    return number.high or number.number, event.row.id
