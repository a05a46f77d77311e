"""Findings on the counts by region: their shares, sums and change, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from components.query.figures import CountTable, is_summable, list_all_counts
from components.query.filters import Filters
from components.query.findings import Finding, FindingValue, Rule, claims_finding
from components.story.models import Claim

if TYPE_CHECKING:
    from components.query.view_facts import ViewFacts


def compute_counts_finding(
    facts: ViewFacts, table: CountTable, *, compared: bool = False
) -> Finding:
    """Return what the counts of a day say: the largest share, or the sum of the regions asked for.

    Parameters
    ----------
    facts
        The view, whose filter on regions decides what is stated.
    table
        The counts of every region, and the day that is shown.
    compared
        Whether the two days of the table are compared, where they can be.
    """
    filters = facts.filters
    day_key = table.shown
    rows = table.rows
    if filters.regions:
        rows = tuple([row for row in table.rows if row.region.id in filters.regions])
    requested = replace(table, rows=rows)
    claims = requested.claims_of(day_key)
    day = table.days.get(day_key) or ""
    if not claims:
        return _compute_missing_counts(facts, requested)
    if not table.answered:
        return claims_finding(Rule.COUNTS_OUTSIDE, filters, claims, (day, day))
    total = requested.total_of(day_key)
    table_total = table.total_of(day_key)
    if total is None or table_total is None:
        return claims_finding(Rule.COUNTS_APART, filters, claims, (day, day), count=len(claims))
    if compared and _are_comparable(requested):
        return _compute_change(facts, requested)
    if not filters.regions:
        return _compute_largest_count(facts, table, total)
    counted_regions = tuple([row.region.id for row in rows if day_key in row.claims])
    values: dict[str, FindingValue] = {
        "count": total,
        "unit": table.unit or "",
        "regions": counted_regions,
    }
    if table.rows_left_out(day_key):
        return claims_finding(Rule.COUNTS_OF_REGIONS, filters, claims, (day, day), **values)
    all_claims = table.claims_of(day_key)
    values["total"] = table_total
    return claims_finding(Rule.PART_OF_COUNTS, filters, all_claims, (day, day), **values)


def _compute_missing_counts(facts: ViewFacts, requested: CountTable) -> Finding:
    """Return why the regions that are asked for have no count."""
    filters = facts.filters
    day_key = requested.shown
    left_out = [row.left_out[day_key] for row in requested.rows_left_out(day_key)]
    if left_out:
        return claims_finding(Rule.COUNTS_LEFT_OUT, filters, left_out)
    region_ids = tuple([row.region.id for row in requested.rows])
    # Of another day than the two of the table a count may exist, too.
    other_counts: list[Claim] = []
    for day_claims in facts.dataset.memoize(list_all_counts):
        for claim in day_claims:
            if claim.region_id in region_ids:
                other_counts.append(claim)
    day = requested.days.get(day_key) or ""
    if day and other_counts:
        days = (day, day)
        rule = Rule.NO_COUNT_OF_DAY
        return claims_finding(rule, filters, other_counts, days, regions=region_ids)
    return Finding(Rule.NO_COUNT, filters, values={"regions": region_ids})


def _compute_largest_count(facts: ViewFacts, table: CountTable, total: int) -> Finding:
    """Return the region with the largest count: its share, or its number if counts are hidden."""
    filters = facts.filters
    day_key = table.shown
    claims = table.claims_of(day_key)
    day = table.days.get(day_key) or ""
    top_row = max(table.rows, key=lambda row: row.count_of(day_key) or 0)
    top_number = top_row.count_of(day_key) or 0
    values: dict[str, FindingValue] = {
        "count": top_number,
        "unit": table.unit or "",
        "region": top_row.region.id,
    }
    if table.rows_left_out(day_key):
        return claims_finding(Rule.LARGEST_COUNT, filters, claims, (day, day), **values)
    if not total:
        return claims_finding(Rule.NOBODY_COUNTED, filters, claims, (day, day))
    values["total"] = total
    values["share"] = top_number / total
    return claims_finding(Rule.LARGEST_SHARE, filters, claims, (day, day), **values)


def _are_comparable(table: CountTable) -> bool:
    """Return whether both days have counts, of the same unit and people, and none is left out."""
    earlier_claims = table.claims_of("earlier")
    latest_claims = table.claims_of("latest")
    if not earlier_claims or not latest_claims:
        return False
    if not is_summable((*earlier_claims, *latest_claims)):
        return False
    return not table.rows_left_out("earlier") and not table.rows_left_out("latest")


def _compute_change(facts: ViewFacts, table: CountTable) -> Finding:
    """Return the sums of two days that can be compared."""
    claims = (*table.claims_of("earlier"), *table.claims_of("latest"))
    return claims_finding(
        Rule.COUNTS_CHANGED,
        facts.filters,
        claims,
        (table.days["earlier"], table.days["latest"]),
        earlier=table.total_of("earlier") or 0,
        latest=table.total_of("latest") or 0,
        unit=table.unit or "",
    )


def compute_counts_sum(facts: ViewFacts, claims: Sequence[Claim]) -> Finding:
    """Return the sum of counts of one day, or how many they are where they are not added up.

    ``total_claimant`` is who gives the sum as a total of that day; empty where nobody does. That
    claim is the last of the records.
    """
    day = claims[0].as_of or ""
    days = (day, day)
    if not is_summable(claims):
        return claims_finding(
            Rule.COUNTS_APART,
            facts.filters,
            claims,
            days,
            count=len(claims),
            region=claims[0].region_id or "",
        )
    total_claim = _find_total_claim(claims, facts)
    finding = claims_finding(
        Rule.SUM_OF_COUNTS,
        facts.filters,
        claims,
        days,
        sum=sum(claim.value_low or 0 for claim in claims),
        count=len(claims),
        unit=claims[0].unit or "",
        region=claims[0].region_id or "",
        total_claimant="",
    )
    if total_claim is None or len(claims) == 1:
        return finding
    values = {**finding.values, "total_claimant": total_claim.claimant_id}
    return replace(finding, records=(*finding.records, total_claim.id), values=values)


def _find_total_claim(claims: Sequence[Claim], facts: ViewFacts) -> Claim | None:
    """Return the claim that gives the sum of counts as an exact total of that day and people."""
    count = claims[0]
    counts_sum = sum(claim.value_low or 0 for claim in claims)
    for claim in facts.selection.claims:
        if (
            claim.region_id is None
            and claim.qualifier == "exact"
            and claim.value_low == counts_sum
            and claim.measure == count.measure
            and claim.population == count.population
            and claim.as_of == count.as_of
        ):
            return claim
    return None


def compute_day_sums(table: CountTable, filters: Filters) -> Finding:
    """Return the sums of the counts of both days of a table, and the change between them.

    ``earlier`` and ``latest`` are ``None`` where there are no counts, or counts that are not alike;
    so is ``change`` where the filters leave out some of either, or the units or people differ.
    """
    claims = (*table.claims_of("earlier"), *table.claims_of("latest"))
    earlier = table.total_of("earlier")
    latest = table.total_of("latest")
    change = None
    if earlier is not None and latest is not None and _are_comparable(table):
        change = latest - earlier
    return claims_finding(
        Rule.SUMS_OF_DAYS,
        filters,
        claims,
        (table.days.get("earlier") or "", table.days.get("latest") or ""),
        earlier=earlier,
        latest=latest,
        change=change,
        unit=table.unit or "",
    )
