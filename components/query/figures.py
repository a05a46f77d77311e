"""Which figures are shown: at the head of the page, by region, and on the chart of totals.

They are chosen by rule, never by hand. Nothing here averages or joins figures; the one sum that
is shown is that of the counts by region of one day.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from components.query.claims import claim_interval
from components.query.filters import Filters
from components.query.selection import select_records
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, edtf_sort_key, parse_edtf
from components.story.models import Claim, Region

if TYPE_CHECKING:
    from components.query.view import View

Claims = tuple[Claim, ...]
MOST_HEADLINES: Final = 4
#: Figures from which on a claimant is the main voice of a chart.
LEAST_MAIN_FIGURES: Final = 3


def is_summable(claims: Iterable[Claim]) -> bool:
    """Return whether counts of one day may be added: exact ones, of one claimant and population."""
    kinds_of_count = set()
    for claim in claims:
        if claim.qualifier != "exact":
            return False
        kinds_of_count.add((claim.claimant_id, claim.population, claim.unit))
    return len(kinds_of_count) == 1


def rank_claims(dataset: Dataset, claims: Iterable[Claim], kind: str) -> list[Claim]:
    """Return the totals of a measure, those that documents support first, then the latest.

    The kind ``total`` is the main measure.
    """
    measure = kind
    if kind == "total":
        measure = dataset.main_measure

    def headline_sort_key(claim: Claim) -> tuple[bool, date, bool, str]:
        tiers = {
            dataset.sources[citation.source_id].custom.tier
            for citation in dataset.citations_of(claim.id)
        }
        # Of one day a qualified figure comes first: a headline drops "nearly".
        is_qualified = claim.qualifier != "exact"
        return "document" in tiers, parse_as_of(claim).last, is_qualified, claim.id

    measured_claims = [claim for claim in claims if claim.measure == measure]
    return sorted(select_totals(measured_claims), key=headline_sort_key, reverse=True)


def list_regional_counts(dataset: Dataset, filters: Filters) -> tuple[Claims, ...]:
    """Return the counts by region that the sources allow, whatever the dates, kinds and words.

    Returns
    -------
    tuple
        The claims of each as-of day, the earliest day first.
    """
    all_counts = dataset.counts_by_region
    if not all_counts:
        return ()
    source_filters = replace(
        filters, start=None, end=None, certain_only=False, categories=(), text=""
    )
    selected_claims = {
        count_claim.id: count_claim
        for count_claim in select_records(dataset, source_filters).claims
    }
    claims_by_day: defaultdict[str, list[Claim]] = defaultdict(list)
    for region_claims in all_counts.values():
        for count_claim in region_claims:
            if count_claim.id in selected_claims:
                # With the date that the allowed sources give it.
                dated_claim = selected_claims[count_claim.id]
                claims_by_day[dated_claim.as_of or ""].append(dated_claim)
    days = sorted(claims_by_day, key=edtf_sort_key)
    return tuple(tuple(claims_by_day[day]) for day in days)


def select_headlines(
    dataset: Dataset, claims: Sequence[Claim], counts_of_days: Sequence[Claims]
) -> dict[str, Claims]:
    """Return the claims of each head figure: ``total``, ``regions``, or a measure's id.

    Parameters
    ----------
    claims
        Those that the filters select.
    counts_of_days
        The counts by region that the sources allow, as :func:`list_regional_counts` returns them.
    """
    headlines: dict[str, Claims] = {}
    total_claims = rank_claims(dataset, claims, "total")
    if total_claims:
        headlines["total"] = (choose_head_claim(dataset, total_claims),)
    if counts_of_days:
        selected_ids = {claim.id for claim in claims}
        latest_counts = tuple(claim for claim in counts_of_days[-1] if claim.id in selected_ids)
        if latest_counts:
            headlines["regions"] = latest_counts
    for measure in list_headline_measures(dataset):
        ranked_claims = rank_claims(dataset, claims, measure)
        if ranked_claims:
            headlines[measure] = (choose_head_claim(dataset, ranked_claims),)
    return headlines


def choose_head_claim(dataset: Dataset, ranked_claims: Sequence[Claim]) -> Claim:
    """Return the figure for the head of a page, of at least one in order of rank.

    It is the documents' latest. Of a running total a report may have a later and greater one: then
    it is that, since an old total would pass for the present one. It is that, too, where the
    greater one is of an earlier day and the documents' figure leaves no room for it: a total does
    not fall, so the text that the documents' figure is from had an old one.
    """
    head_claim = ranked_claims[0]
    if not dataset.terms["measures"][head_claim.measure].running:
        return head_claim
    for claim in ranked_claims[1:]:
        if stated_value(claim) <= stated_value(head_claim):
            continue
        # Of a span ("between February's plan and the report") the first day counts: what was
        # reported within it is no older.
        is_later = parse_as_of(claim).first > parse_as_of(head_claim).first
        if is_later or not claim_interval(head_claim).overlaps(claim_interval(claim)):
            head_claim = claim
    return head_claim


def list_headline_measures(dataset: Dataset) -> tuple[str, ...]:
    """Return the measures with a head figure beside the main one.

    They are those that the story names, else the next in its order.
    """
    named_measures = dataset.presentation.figures
    if named_measures:
        return tuple(kind for kind in named_measures if kind not in {"total", "regions"})
    measures = list_measures(dataset, dataset.memoize(list_all_totals))
    other_measures = [measure for measure in measures if measure != dataset.main_measure]
    # Beside the total and the regions.
    return tuple(other_measures[: MOST_HEADLINES - 2])


def find_nearest_headline(
    dataset: Dataset,
    claims: Iterable[Claim],
    counts_of_days: Sequence[Claims],
    kind: str,
    window: tuple[date | None, date | None],
) -> Claims:
    """Return the head figure whose day is nearest to a window, among claims outside it."""
    if kind == "regions":
        if not counts_of_days:
            return ()
        return counts_of_days[-1]
    start_day, end_day = window

    def days_from_window(claim: Claim) -> int:
        when = parse_as_of(claim)
        distance = 0
        if start_day:
            distance = max(distance, start_day.toordinal() - when.last.toordinal())
        if end_day:
            distance = max(distance, when.first.toordinal() - end_day.toordinal())
        return distance

    ranked_claims = rank_claims(dataset, claims, kind)
    if not ranked_claims:
        return ()
    return (min(ranked_claims, key=days_from_window),)


DAYS: Final = ("earlier", "latest")
NO_FILTERS: Final = Filters()


@dataclass(frozen=True)
class DayCounts:
    """The counts by region of one day (EDTF): those under the filters, and those left out."""

    day: str
    claims: Mapping[str, Claim]
    left_out: Mapping[str, Claim]

    def of_regions(self, region_ids: Collection[str]) -> Claims:
        """Return the counts of some regions; without any, of all."""
        if not region_ids:
            return tuple(self.claims.values())
        return tuple(claim for key, claim in self.claims.items() if key in region_ids)


def list_all_counts(dataset: Dataset) -> tuple[Claims, ...]:
    """Return the counts by region of the whole story, by day, for :meth:`Dataset.memoize`.

    Of a data set that is restricted to some sources they are those of the complete one: what the
    filters leave out is told with its own date.
    """
    return list_regional_counts(dataset.complete or dataset, NO_FILTERS)


def list_day_counts(dataset: Dataset, filters: Filters = NO_FILTERS) -> tuple[DayCounts, ...]:
    """Return the counts of every day that has some under the filters, the earliest first."""
    if filters == NO_FILTERS:
        return complete_day_counts(dataset, dataset.memoize(list_all_counts))
    return complete_day_counts(dataset, list_regional_counts(dataset, filters))


def complete_day_counts(
    dataset: Dataset, counts_of_days: Iterable[Claims]
) -> tuple[DayCounts, ...]:
    """Return the counts of some days with those of the same day that the filters leave out."""
    all_days = dataset.memoize(list_all_counts)
    day_counts = []
    for day_claims in counts_of_days:
        claims_by_region = {count_claim.region_id or "": count_claim for count_claim in day_claims}
        day_ids = {count_claim.id for count_claim in day_claims}
        left_out: dict[str, Claim] = {}
        for reported_claims in all_days:
            # The allowed sources may give the same counts another day.
            if day_ids.isdisjoint(count_claim.id for count_claim in reported_claims):
                continue
            for count_claim in reported_claims:
                region_id = count_claim.region_id or ""
                if region_id not in claims_by_region:
                    left_out[region_id] = count_claim
        day_counts.append(DayCounts(day_claims[0].as_of or "", claims_by_region, left_out))
    return tuple(day_counts)


def keep_fitting_counts(days: Iterable[DayCounts], fitting_ids: Collection[str]) -> list[DayCounts]:
    """Return the days with a claim among some ids; the other counts of a day are left out."""
    fitting_days = []
    for day_counts in days:
        fitting_claims = {}
        left_out = dict(day_counts.left_out)
        for region_id, count_claim in day_counts.claims.items():
            if count_claim.id in fitting_ids:
                fitting_claims[region_id] = count_claim
            else:
                left_out[region_id] = count_claim
        if fitting_claims:
            fitting_days.append(DayCounts(day_counts.day, fitting_claims, left_out))
    return fitting_days


def find_largest_count(counts: Iterable[DayCounts | RegionCounts]) -> int:
    """Return the greatest count by region: of all days, it has the largest circle everywhere."""
    largest = 0
    for region_counts in counts:
        for count_claim in region_counts.claims.values():
            largest = max(largest, int(count_claim.value_low or 0))
    return largest


@dataclass(frozen=True)
class RegionCounts:
    """The counts of a region by :data:`DAYS`, the latest first, and those that are left out."""

    region: Region
    claims: Mapping[str, Claim]
    left_out: Mapping[str, Claim] = field(default_factory=dict)

    def is_unreported(self, which_day: str) -> bool:
        """Return whether no source reports a count of a day."""
        return which_day not in self.claims and which_day not in self.left_out

    def count_of(self, which_day: str) -> int | None:
        """Return the figure of a day; of a limit the number that it names."""
        claim = self.claims.get(which_day)
        if claim is None or not claim.qualifier:
            return None
        if claim.value_low is not None:
            return int(claim.value_low)
        return int(claim.value_high or 0)


@dataclass(frozen=True)
class CountTable:
    """Every region's counts by :data:`DAYS`.

    Attributes
    ----------
    rows
        The regions.
    days
        The days (EDTF); an empty text for a day that is not named.
    largest
        The greatest count.
    answered
        Whether the filters leave a count of the day that is shown.
    shown
        The day that is shown, ``latest`` or ``earlier``: the later one of two that are compared.
    """

    rows: tuple[RegionCounts, ...]
    days: Mapping[str, str]
    largest: int
    answered: bool = True
    shown: str = "latest"

    def claims_of(self, which_day: str) -> Claims:
        """Return the claims of a day, in the order of the rows."""
        return tuple(row.claims[which_day] for row in self.rows if which_day in row.claims)

    def total_of(self, which_day: str) -> int | None:
        """Return the sum of the counts of a day; ``None`` where they are not to be added."""
        day_claims = self.claims_of(which_day)
        if not is_summable(day_claims):
            return None
        return int(sum(claim.value_low or 0 for claim in day_claims))

    @property
    def unit(self) -> str | None:
        """The unit of the first count that has one."""
        for row in self.rows:
            for claim in row.claims.values():
                if claim.unit:
                    return claim.unit
        return None

    def rows_left_out(self, which_day: str) -> tuple[RegionCounts, ...]:
        """Return the regions whose count of a day the filters leave out."""
        return tuple(row for row in self.rows if which_day in row.left_out)

    def unreported_rows(self, which_day: str) -> tuple[RegionCounts, ...]:
        """Return the regions of which no source reports a count of a day."""
        return tuple(row for row in self.rows if row.is_unreported(which_day))


def build_count_table(dataset: Dataset, days: Sequence[DayCounts]) -> CountTable:
    """Return the counts of the two latest of some days, or of one, side by side.

    Regions with the largest latest count come first.
    """
    named_days: dict[str, DayCounts] = {}
    for name, day_counts in zip(("latest", "earlier"), reversed(days), strict=False):
        named_days[name] = day_counts
    rows = []
    for region_id, region in dataset.regions.items():
        claims = {}
        left_out = {}
        for name, day_counts in named_days.items():
            if region_id in day_counts.claims:
                claims[name] = day_counts.claims[region_id]
            if region_id in day_counts.left_out:
                left_out[name] = day_counts.left_out[region_id]
        rows.append(RegionCounts(region, claims, left_out))
    rows.sort(key=latest_count_sort_key)
    dates = {name: day_counts.day for name, day_counts in named_days.items()}
    return CountTable(tuple(rows), dates, find_largest_count(rows))


def build_hidden_table(dataset: Dataset, filters: Filters) -> CountTable:
    """Return the counts of the two latest days, all of them as left out.

    Their days are those that the sources give which tier and day of publication allow, whatever
    else the filters leave out. Where these allow no count no day is named: it is not known by the
    day of publication, and the counts of the story are left out as those of one day.
    """
    allowed_sources = filters.keep_only("tier", "known")
    complete_dataset = dataset.complete or dataset
    days = list_day_counts(complete_dataset, allowed_sources)
    table = build_count_table(dataset, days or list_day_counts(complete_dataset))
    if not table.days:
        return table
    rows = []
    for row in table.rows:
        left_out = {**row.left_out, **row.claims}
        if not days and left_out:
            left_out = {"latest": left_out.get("latest") or left_out["earlier"]}
        rows.append(RegionCounts(row.region, {}, left_out))
    table_days = table.days if days else {"latest": ""}
    return replace(table, rows=tuple(rows), days=table_days, largest=0, answered=False)


def latest_count_sort_key(row: RegionCounts) -> tuple[int, str]:
    """Return what regions are sorted by: the largest latest count first, none last."""
    count = row.count_of("latest") or -1
    return -count, row.region.id


class ClaimPanel(NamedTuple):
    """The claims of a measure in a unit, which one panel of the chart shows."""

    measure: str
    unit: str
    claims: Claims


def parse_as_of(claim: Claim) -> EdtfDate:
    """Return the day that a claim holds for; open at both ends where it has none."""
    return parse_edtf(claim.as_of or "")


def stated_value(claim: Claim) -> float:
    """Return the number a claim names, of a range the lower one: to sort and place it only."""
    if claim.value_low is not None:
        return claim.value_low
    if claim.value_high is not None:
        return claim.value_high
    return 0.0


def total_sort_key(claim: Claim) -> tuple[date, date, float, str]:
    """Return what totals are sorted by: last day, first day, number, id."""
    when = parse_as_of(claim)
    return when.last, when.first, stated_value(claim), claim.id


def select_totals(claims: Iterable[Claim]) -> Claims:
    """Return the claims that name a number, hold for a date and count no single region."""
    total_claims = []
    for claim in claims:
        if claim.qualifier and claim.region_id is None and claim.as_of:
            total_claims.append(claim)
    return tuple(sorted(total_claims, key=total_sort_key))


def list_all_totals(dataset: Dataset) -> Claims:
    """Return the totals of the whole story, for :meth:`Dataset.memoize`."""
    return select_totals(dataset.claims.values())


def list_charted_measures(dataset: Dataset, view: View) -> tuple[str, ...]:
    """Return the measures shown on How many?: the one chosen, else the story's, else all."""
    if view.measure:
        return (view.measure,)
    if dataset.presentation.measures:
        return dataset.presentation.measures
    return list_measures(dataset, dataset.memoize(list_all_totals))


def select_charted_claims(dataset: Dataset, claims: Iterable[Claim], view: View) -> Claims:
    """Return the totals that a view asks for on How many?, in order of date."""
    measures = list_charted_measures(dataset, view)
    chosen_claims = _select_chosen_totals(claims, view)
    return tuple(claim for claim in chosen_claims if claim.measure in measures)


def select_uncharted_claims(
    claims: Iterable[Claim], view: View, measures: Container[str]
) -> Claims:
    """Return the totals that would be on How many?, but count other things than ``measures``.

    Where a view chooses a measure, its reader asked for no other: there are none.
    """
    if view.measure:
        return ()
    chosen_claims = _select_chosen_totals(claims, view)
    return tuple(claim for claim in chosen_claims if claim.measure not in measures)


def _select_chosen_totals(claims: Iterable[Claim], view: View) -> list[Claim]:
    """Return the totals of whom a view counts and of who said them, in order of date."""
    chosen_claims = []
    for claim in select_totals(claims):
        if view.population is not None and claim.population != view.population:
            continue
        if view.claimant is not None and claim.claimant_id != view.claimant:
            continue
        chosen_claims.append(claim)
    return chosen_claims


def list_measures(dataset: Dataset, claims: Iterable[Claim]) -> tuple[str, ...]:
    """Return the measures that have a total, in the story's order."""
    total_measures = {claim.measure for claim in select_totals(claims)}
    return tuple(measure for measure in dataset.terms["measures"] if measure in total_measures)


def list_populations(dataset: Dataset, claims: Iterable[Claim]) -> tuple[str, ...]:
    """Return the populations that have a total, in the story's order."""
    counted = {claim.population for claim in select_totals(claims)}
    return tuple(population for population in dataset.terms["populations"] if population in counted)


def group_into_panels(dataset: Dataset, claims: Sequence[Claim]) -> tuple[ClaimPanel, ...]:
    """Return the claims by measure and unit, in the story's order."""
    claims_by_panel: defaultdict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in claims:
        claims_by_panel[claim.measure, claim.unit or ""].append(claim)
    panels = []
    for (measure, unit), panel_claims in claims_by_panel.items():
        panels.append(ClaimPanel(measure, unit, tuple(panel_claims)))
    positions = {measure: position for position, measure in enumerate(dataset.terms["measures"])}
    panels.sort(key=lambda panel: positions[panel.measure])
    return tuple(panels)


def find_main_voice(claims: Sequence[Claim]) -> str | None:
    """Return the claimant behind most of these figures, if there are three or more of theirs."""
    figure_counts = Counter(sorted(claim.claimant_id for claim in claims))
    for claimant_id, figure_count in figure_counts.most_common(1):
        if figure_count >= LEAST_MAIN_FIGURES:
            return claimant_id
    return None
