"""What sentences on a view rest on: findings, each computed by one rule from the view's facts.

Every sentence of a page, drawing, file or picture that states a number, a comparison, a share or a
change is worded from a finding (:mod:`components.presentation.finding_texts`), and from nothing
else. The rules are in ``event_findings``, ``count_findings``, ``figure_findings``,
``question_findings`` and ``source_findings``; none of them knows a language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from components.query.filters import Filters
from components.story.models import Claim
from components.values.cell_numbers import CellNumber

#: A number, a share, an id or ids of the data set, an EDTF date, a unit as it is written, or a
#: figure or the number of a row with its qualifier.
FindingValue = int | float | str | tuple[str, ...] | Claim | CellNumber | None


class Rule(StrEnum):
    """What a finding states, and how it is computed."""

    # Events ---------------------------------------------------------------------------------------
    #: No event meets the filters.
    NO_EVENTS = "no_events"
    #: So many of the story's events meet the filters.
    EVENTS_SHOWN = "events_shown"
    #: Of the events that meet filters on dates, so many certainly fall in these, the rest may.
    EVENTS_CERTAIN = "events_certain"
    #: So many of the story's events have their place on a map.
    PLACES_SHOWN = "places_shown"
    #: The events stand in order of date; no days stand out.
    EVENTS_IN_ORDER = "events_in_order"
    #: The filters' dates lie within the story's peak: so many events certainly fall in them.
    EVENTS_IN_DATES = "events_in_dates"
    #: So many events certainly fall in the story's peak, and so many more may.
    EVENTS_IN_PEAK = "events_in_peak"
    #: So many events certainly fall in the year or month that has most, and so many more may.
    EVENTS_IN_PERIOD = "events_in_period"
    #: None of the events that meet the filters has a place.
    NO_PLACES = "no_places"
    #: The events are at so many places; none stands out.
    EVENT_PLACES = "event_places"
    #: So many of the events with a place were at the place that has most.
    BUSIEST_PLACE = "busiest_place"

    # Counts by region -----------------------------------------------------------------------------
    #: The counts of the regions asked for exist, and the filters leave them out.
    COUNTS_LEFT_OUT = "counts_left_out"
    #: No source gives a count of these regions, on any day.
    NO_COUNT = "no_count"
    #: No source gives a count of these regions for the day shown; some give one for another day.
    NO_COUNT_OF_DAY = "no_count_of_day"
    #: The counts are of a day outside the filters' dates.
    COUNTS_OUTSIDE = "counts_outside"
    #: There are so many counts, of people or by voices that are not added up.
    COUNTS_APART = "counts_apart"
    #: The sums of the counts of two days that count alike, none of them left out.
    COUNTS_CHANGED = "counts_changed"
    #: The sum of the counts of the regions asked for; the filters leave out other counts.
    COUNTS_OF_REGIONS = "counts_of_regions"
    #: The same as a part of the sum of all counts of that day.
    PART_OF_COUNTS = "part_of_counts"
    #: The region with the greatest of the counts that the filters leave.
    LARGEST_COUNT = "largest_count"
    #: The region with the greatest count, as a share of the sum of all counts of that day.
    LARGEST_SHARE = "largest_share"
    #: Every count is zero.
    NOBODY_COUNTED = "nobody_counted"
    #: The sum of exact counts of one day, by one voice, of one population.
    SUM_OF_COUNTS = "sum_of_counts"
    #: The same of the two days of a table, each where its counts are added up, and their change.
    SUMS_OF_DAYS = "sums_of_days"

    # Figures --------------------------------------------------------------------------------------
    #: The story has no reported total.
    NO_TOTALS = "no_totals"
    #: No reported total meets the filters and choices.
    NO_FIGURES = "no_figures"
    #: A single figure.
    ONE_FIGURE = "one_figure"
    #: Figures of several voices or populations: how many, and by whom; they are not joined.
    FIGURES_APART = "figures_apart"
    #: The least and the greatest figure of one series.
    FIGURES_RANGE = "figures_range"
    #: The same, where all figures of the series are for one day.
    FIGURES_OF_DAY = "figures_of_day"
    #: The first and the last figure of the longest series of a running total, which grows.
    RUNNING_TOTAL = "running_total"
    #: So many of the story's reported totals are shown.
    TOTALS_SHOWN = "totals_shown"
    #: All of the story's reported totals are shown.
    EVERY_TOTAL = "every_total"
    #: Not all of the story's reported totals are shown.
    SOME_TOTALS = "some_totals"
    #: The head figure of a measure: the documents' latest, of a running total the greatest after.
    HEAD_FIGURE = "head_figure"

    # Numbers of rows ------------------------------------------------------------------------------
    #: None of the rows that meet the filters gives a number.
    NO_ROW_NUMBERS = "no_row_numbers"
    #: How many of the rows that meet the filters give a number, the least and the greatest.
    ROW_NUMBERS = "row_numbers"
    #: The sum of the exact numbers of the rows that meet the filters.
    SUM_OF_ROWS = "sum_of_rows"

    # Questions ------------------------------------------------------------------------------------
    #: On no question do the claims that meet the filters differ.
    NO_DIFFERENCE = "no_difference"
    #: No two claims of the story answer one question, whatever the filters are.
    NO_TWO_ANSWERS = "no_two_answers"
    #: Claims differ on the story's one question.
    QUESTION_DIFFERS = "question_differs"
    #: On so many of the questions that have claims these differ, or differ and are explained.
    QUESTIONS_DIFFER = "questions_differ"
    #: So many of the story's claims on its questions meet the filters.
    QUESTIONS_SHOWN = "questions_shown"
    #: How many claims and voices answer a question, and whose most of them are.
    SUPPORT = "support"
    #: No claim answers a question.
    NO_ANSWER = "no_answer"
    #: The least and the greatest figure that answer a question, all of one unit.
    ANSWERS_RANGE = "answers_range"
    #: The one figure that all answers to a question with figures give.
    ANSWER_FIGURE = "answer_figure"
    #: The only claim that answers a question.
    ONE_ANSWER = "one_answer"
    #: So many claims answer a question; others may be left out by the filters.
    ANSWERS = "answers"

    # Sources --------------------------------------------------------------------------------------
    #: So many events and claims are supported by a source, each counted a single time.
    RECORDS_OF_SOURCE = "records_of_source"
    #: The records that meet the filters are supported by so many sources.
    SOURCES_USED = "sources_used"
    #: The filters leave so many of the story's sources in use.
    SOURCES_SHOWN = "sources_shown"


@dataclass(frozen=True)
class Finding:
    """What a sentence may state, with the records that it rests on.

    Attributes
    ----------
    rule
        What it states, and how it was computed.
    filters
        The filters under which it was.
    records
        The ids of the events and claims that its numbers count, add up or are: all of them.
    measure, population
        What and who all of its claims count; empty where that is not one, and of events.
    claimants
        The speakers of its claims, in the order of the claims.
    first_day, last_day
        The days that it is about (EDTF); empty where it names none.
    values
        The numbers, ids and figures that its words may use.
    """

    rule: Rule
    filters: Filters
    records: tuple[str, ...] = ()
    measure: str = ""
    population: str = ""
    claimants: tuple[str, ...] = ()
    first_day: str = ""
    last_day: str = ""
    values: Mapping[str, FindingValue] = field(default_factory=dict)

    def number(self, name: str) -> int:
        """Return a whole number by its name; 0 where the finding has none."""
        value = self.values.get(name)
        if isinstance(value, int):
            return value
        return 0

    def amount(self, name: str) -> float:
        """Return a number by its name, whole or not; 0 where the finding has none."""
        value = self.values.get(name)
        if isinstance(value, (int, float)):
            return value
        return 0.0

    def key(self, name: str) -> str:
        """Return an id by its name, "" where the finding has none."""
        value = self.values.get(name)
        if isinstance(value, str):
            return value
        return ""

    def keys(self, name: str) -> tuple[str, ...]:
        """Return ids by their name."""
        value = self.values.get(name)
        if isinstance(value, tuple):
            return value
        return ()

    def figure(self, name: str) -> Claim:
        """Return a figure by its name, as a claim that gives it.

        Raises
        ------
        KeyError
            If the finding has none of this name.
        """
        value = self.values.get(name)
        if not isinstance(value, Claim):
            raise KeyError(name)
        return value

    def cell_number(self, name: str) -> CellNumber:
        """Return the number of a row by its name.

        Raises
        ------
        KeyError
            If the finding has none of this name.
        """
        value = self.values.get(name)
        if not isinstance(value, CellNumber):
            raise KeyError(name)
        return value


def claims_finding(
    rule: Rule,
    filters: Filters,
    claims: Sequence[Claim],
    days: tuple[str, str] = ("", ""),
    **values: FindingValue,
) -> Finding:
    """Return a finding on claims: these are its records, and say what it counts and who speaks.

    Parameters
    ----------
    rule
        What it states.
    filters
        The filters of the view.
    claims
        All claims that it rests on.
    days
        The first and the last day that it names (EDTF).
    values
        What its words may use.
    """
    first_day, last_day = days
    return Finding(
        rule,
        filters,
        records=tuple([claim.id for claim in claims]),
        measure=_single_value(claim.measure for claim in claims),
        population=_single_value(claim.population for claim in claims),
        claimants=tuple(dict.fromkeys(claim.claimant_id for claim in claims)),
        first_day=first_day,
        last_day=last_day,
        values=values,
    )


def _single_value(values: Iterable[str]) -> str:
    """Return the value that all of some are; empty where they are several or none."""
    unique_values = set(values)
    if len(unique_values) != 1:
        return ""
    return unique_values.pop()
