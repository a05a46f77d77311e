"""Findings on reported figures: the series of one speaker, and how many totals are shown.

A series joins figures of one measure, one unit, one population and one claimant alone, and all of
them that are shown. Nothing else is joined, averaged or added up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from components.query.figures import (
    list_all_totals,
    parse_as_of,
    select_totals,
    stated_value,
)
from components.query.filters import Filters
from components.query.findings import Finding, Rule, claims_finding
from components.story.models import Claim

if TYPE_CHECKING:
    from components.query.view_facts import ViewFacts


class SeriesError(ValueError):
    """Figures that are no series: of several kinds, or not all that are shown."""


class SeriesKind(NamedTuple):
    """What the figures of a series have in common."""

    measure: str
    unit: str
    population: str
    claimant_id: str


def series_kind(claim: Claim) -> SeriesKind:
    """Return what all figures of a claim's series have in common with it."""
    return SeriesKind(claim.measure, claim.unit or "", claim.population, claim.claimant_id)


def check_series(claims: Sequence[Claim], shown_claims: Iterable[Claim]) -> None:
    """Check that figures are one series, and all of it that is shown.

    Parameters
    ----------
    claims
        The figures that a sentence joins.
    shown_claims
        All figures that meet the filters and choices of the view.

    Raises
    ------
    SeriesError
        If they have two measures, units, populations or claimants, or if one is missing.
    """
    kinds = {series_kind(claim) for claim in claims}
    if len(kinds) != 1:
        raise SeriesError(f"figures of {len(kinds)} kinds are no series")
    joined_ids = {claim.id for claim in claims}
    missing_ids = []
    for claim in shown_claims:
        if series_kind(claim) in kinds and claim.id not in joined_ids:
            missing_ids.append(claim.id)
    if missing_ids:
        raise SeriesError(f"the series lacks {', '.join(missing_ids)}")


# What figures of one measure state ----------------------------------------------------------------
def compute_figures_finding(facts: ViewFacts, claims: Sequence[Claim]) -> Finding:
    """Return what figures of one measure state; only those of one series are joined.

    Parameters
    ----------
    facts
        The view.
    claims
        All figures of the measure that are shown, in order of date.
    """
    filters = facts.filters
    if not claims:
        return Finding(Rule.NO_FIGURES, filters)
    if len(claims) == 1:
        return claims_finding(Rule.ONE_FIGURE, filters, claims, figure=claims[0])
    claims_by_series: defaultdict[SeriesKind, list[Claim]] = defaultdict(list)
    for claim in claims:
        claims_by_series[series_kind(claim)].append(claim)
    if facts.dataset.terms["measures"][claims[0].measure].running:
        # Of several claimants the one who gives most figures.
        longest_series = find_longest_series(claims_by_series.values())
        if longest_series is not None and is_whole_growth(facts, longest_series, claims):
            return _join_running_total(longest_series, filters, claims)
    one_statement = relay_one_statement(claims)
    if len(claims_by_series) > 1 or one_statement:
        # "From nearly 1,000 to about 1,000" is no range: two agencies word one communiqué.
        return claims_finding(
            Rule.FIGURES_APART,
            filters,
            claims,
            count=len(claims),
            one_statement=int(one_statement),
        )
    return _join_range(filters, claims)


def _join_running_total(
    series: ClaimSeries, filters: Filters, shown_claims: Sequence[Claim]
) -> Finding:
    check_series(series.claims, shown_claims)
    return claims_finding(
        Rule.RUNNING_TOTAL,
        filters,
        series.claims,
        (series.first.as_of or "", series.last.as_of or ""),
        first=series.first,
        last=series.last,
    )


def _join_range(filters: Filters, claims: Sequence[Claim]) -> Finding:
    """Return the least and the greatest figure of a series."""
    check_series(claims, claims)
    days = {claim.as_of or "" for claim in claims}
    rule = Rule.FIGURES_RANGE
    day = ""
    if len(days) == 1:
        rule = Rule.FIGURES_OF_DAY
        day = days.pop()
    return claims_finding(
        rule,
        filters,
        claims,
        (day, day),
        count=len(claims),
        first=min(claims, key=least_sort_key),
        last=max(claims, key=most_sort_key),
    )


# Series of figures --------------------------------------------------------------------------------
class ClaimSeries(NamedTuple):
    """The figures of a series with its first and its last; the longest series is last."""

    length: int
    last_day: date
    last_id: str
    first: Claim
    last: Claim
    claims: tuple[Claim, ...]


def is_whole_growth(facts: ViewFacts, series: ClaimSeries, claims: Sequence[Claim]) -> bool:
    """Return whether a series ends where it does among the figures of its time, chosen or not.

    A step of a lesson may choose a series' 60 and 567 and other claimants' figures up to May; "from
    60 to 567" would then hide that the series goes on to 1,400 in April.
    """
    if goes_on_elsewhere(series, claims):
        return False
    chosen_ids = {claim.id for claim in claims}
    last_day = parse_as_of(series.last).last
    last_shown_day = max(parse_as_of(claim).last for claim in claims)
    for claim in select_totals(facts.selection.claims):
        if claim.id in chosen_ids or series_kind(claim) != series_kind(series.last):
            continue
        if last_day < parse_as_of(claim).last <= last_shown_day:
            return False
    return True


def goes_on_elsewhere(series: ClaimSeries, claims: Iterable[Claim]) -> bool:
    """Return whether a claimant has other figures from before or after a series, of other people.

    "From 800 to about 1,000, by the ministry" would hide that the ministry's figures run to 1,400.
    """
    first_day = parse_as_of(series.first).first
    last_day = parse_as_of(series.last).last
    for claim in claims:
        if claim.claimant_id != series.first.claimant_id:
            continue
        if claim.population == series.first.population and claim.unit == series.first.unit:
            continue
        if parse_as_of(claim).first < first_day or parse_as_of(claim).last > last_day:
            return True
    return False


def find_longest_series(all_series: Iterable[Sequence[Claim]]) -> ClaimSeries | None:
    """Return the series with most figures, of several the one that goes on longest.

    One whose figures may all be of one day, or that does not grow, is none.
    """
    longest_series: ClaimSeries | None = None
    for all_claims in all_series:
        series_claims = list_first_relays(all_claims)
        first = min(series_claims, key=first_sort_key)
        last = max(series_claims, key=last_sort_key)
        last_date = parse_as_of(last)
        if last_date.first <= parse_as_of(first).last or stated_value(last) <= stated_value(first):
            continue
        series = ClaimSeries(
            len(series_claims), last_date.last, last.id, first, last, tuple(all_claims)
        )
        # No two series have the same last claim, so claims are never compared.
        if longest_series is None or series[:3] > longest_series[:3]:
            longest_series = series
    return longest_series


def relay_one_statement(claims: Iterable[Claim]) -> bool:
    """Return whether all claims relay the same statement, such as a communiqué."""
    statement_ids = {claim.statement_id for claim in claims}
    return len(statement_ids) == 1 and None not in statement_ids


def list_first_relays(claims: Iterable[Claim]) -> list[Claim]:
    """Return claims without those that relay a statement which an earlier one relays, too.

    A communiqué that two agencies print, one as "nearly 1,000" and one as "about 1,000", is one
    figure, and not a growth from the one to the other.
    """
    first_by_statement: dict[str, Claim] = {}
    for claim in sorted(claims, key=first_sort_key):
        first_by_statement.setdefault(claim.statement_id or claim.id, claim)
    return list(first_by_statement.values())


def first_sort_key(claim: Claim) -> tuple[date, float, bool, str]:
    """Return what decides which claim is the first of a series."""
    return parse_as_of(claim).first, stated_value(claim), claim.qualifier != "exact", claim.id


def last_sort_key(claim: Claim) -> tuple[date, float, str]:
    """Return what decides which claim is the last of a series."""
    return parse_as_of(claim).last, stated_value(claim), claim.id


def least_sort_key(claim: Claim) -> tuple[float, bool, str]:
    """Return what decides which claim is the least: its number, exact ones first."""
    return stated_value(claim), claim.qualifier != "exact", claim.id


def most_sort_key(claim: Claim) -> tuple[float, str]:
    """Return what decides which claim is the greatest: of a range its greater number."""
    return claim.value_high or claim.value_low or 0, claim.id


# The totals of a view -----------------------------------------------------------------------------
def compute_totals_finding(
    facts: ViewFacts, claims: Sequence[Claim], leading_measure: str
) -> Finding:
    """Return what the totals of a view state: those of its first measure.

    Parameters
    ----------
    facts
        The view.
    claims
        The totals that are shown, in order of date.
    leading_measure
        The first measure that the view asks for; without a total of it, the first total's measure.
    """
    if not facts.dataset.memoize(list_all_totals):
        return Finding(Rule.NO_TOTALS, facts.filters)
    leading_claims = [claim for claim in claims if claim.measure == leading_measure]
    if claims and not leading_claims:
        leading_claims = [claim for claim in claims if claim.measure == claims[0].measure]
    return compute_figures_finding(facts, leading_claims)


def compute_shown_totals(facts: ViewFacts, claims: Sequence[Claim]) -> Finding:
    """Return how many of the story's reported totals are shown."""
    total = len(facts.dataset.memoize(list_all_totals))
    return claims_finding(Rule.TOTALS_SHOWN, facts.filters, claims, shown=len(claims), total=total)


def compute_totals_extent(facts: ViewFacts, claims: Sequence[Claim]) -> Finding:
    """Return whether the totals shown are all of the story's; their populations, days and span."""
    shown_ids = {claim.id for claim in claims}
    rule = Rule.EVERY_TOTAL
    for claim in facts.dataset.memoize(list_all_totals):
        if claim.id not in shown_ids:
            rule = Rule.SOME_TOTALS
            break
    dates = [parse_as_of(claim) for claim in claims]
    span = ("", "")
    if dates:
        first_day = min(when.first for when in dates)
        last_day = max(when.last for when in dates)
        span = (first_day.isoformat(), last_day.isoformat())
    return claims_finding(
        rule,
        facts.filters,
        claims,
        span,
        population_count=len({claim.population for claim in claims}),
        day_count=len({claim.as_of for claim in claims}),
    )


def compute_headline_finding(facts: ViewFacts, claim: Claim) -> Finding:
    """Return the head figure of a measure, as :func:`.figures.select_headlines` chooses it."""
    day = claim.as_of or ""
    return claims_finding(Rule.HEAD_FIGURE, facts.filters, (claim,), (day, day), figure=claim)
