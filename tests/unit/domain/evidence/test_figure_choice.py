"""Which figures head a page and are drawn: rules that nobody chooses by hand."""

from dataclasses import replace
from datetime import date

import pytest

from components.query.figure_findings import compute_figures_finding, find_longest_series
from components.query.figures import (
    build_count_table,
    find_nearest_headline,
    group_into_panels,
    is_summable,
    list_charted_measures,
    list_day_counts,
    list_headline_measures,
    list_regional_counts,
    rank_claims,
    select_charted_claims,
    select_headlines,
    select_totals,
)
from components.query.filters import Filters
from components.query.findings import Rule
from components.query.selection import select_records
from components.query.view import View
from components.story.models import Measure
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims, set_presentation
from tests.support.views import facts_of

SMALL = small_dataset()
DOCUMENTS = Filters(documents_only=True)


def south(value, as_of="2019-02-27", **extra):
    return claim(f"south-{as_of}", value, as_of, region_id="guajira", **extra)


def measured(*names, **running):
    """Totals of some measures, in a story that lists these in the order of their names."""
    claims = [claim(name, 10, "2019-02-27", measure=name) for name in names]
    rows = {
        name: Measure(id=name, name=name, name_es=name, running=running.get(name, False))
        for name in ("arrivals", *names)
    }
    return replace(add_claims(SMALL, *claims), vocabularies={"measures": rows})


@pytest.mark.parametrize(
    ("claims", "summable"),
    [
        ([south(1), south(2)], True),
        ([south(1), south(2, qualifier="about")], False),
        ([south(1), south(2, unit="families")], False),
        ([south(1), south(2, population="relatives")], False),
        ([south(1), south(2, claimant_id="mayor")], False),
        ([], False),
    ],
    ids=["alike", "qualifier", "unit", "people", "claimant", "none"],
)
def test_counts_are_added_if_they_are_exact_and_of_one_kind(claims, summable):
    assert is_summable(claims) is summable


def test_head_figures_are_the_total_the_regions_and_two_more_measures():
    dataset = measured("b-deaths", "c-hotels", "d-camps")
    counts_of_days = list_regional_counts(dataset, Filters())
    heads = select_headlines(dataset, list(dataset.claims.values()), counts_of_days)
    assert list(heads) == ["total", "regions", "b-deaths", "c-hotels"]


def test_a_story_names_its_head_figures():
    dataset = set_presentation(
        measured("b-deaths", "c-hotels"), figures=["c-hotels", "total", "regions"]
    )
    assert list_headline_measures(dataset) == ("c-hotels",)


def test_counts_by_region_head_the_page_if_the_filters_select_some():
    dataset = add_claims(SMALL, south(30))
    heads = {}
    for name, filters in (("all", Filters()), ("guajira", Filters(regions=("guajira",)))):
        claims = select_records(dataset, filters).claims
        counts_of_days = list_regional_counts(dataset, filters)
        found = select_headlines(dataset, claims, counts_of_days).get("regions", ())
        heads[name] = {each.id for each in found}
    assert heads == {"all": {"cl-north", "cl-south-2019-02-27"}, "guajira": {"cl-south-2019-02-27"}}


@pytest.mark.parametrize(
    ("window", "found"),
    [
        ((date(2019, 3, 1), None), "cl-total"),
        ((None, date(2019, 2, 1)), "cl-early"),
        ((date(2019, 2, 12), date(2019, 2, 13)), "cl-early"),
    ],
    ids=["before it", "after it", "between"],
)
def test_the_nearest_figure_outside_the_days_is_named(window, found):
    dataset = add_claims(SMALL, claim("early", 3, "2019-02-10"))
    claims = list(dataset.claims.values())
    (nearest,) = find_nearest_headline(dataset, claims, (), "total", window)
    assert nearest.id == found


def test_figures_are_ranked_by_their_sources_then_by_their_days():
    dataset = add_claims(SMALL, claim("late", 3, "2019-03-10"), claim("early", 3, "2019-01-10"))
    dataset = add_claims(dataset, claim("document", 3, "2019-02-01"), source="doc-a")
    ranked = rank_claims(dataset, dataset.claims.values(), "total")
    assert [each.id for each in ranked] == ["cl-document", "cl-late", "cl-total", "cl-early"]


@pytest.mark.parametrize(
    "changes",
    [
        {"region_id": "oriente"},
        {"as_of": None},
        {"qualifier": None, "value_low": None, "value_high": None},
    ],
    ids=["of a region", "without a day", "in words"],
)
def test_what_is_no_total_is_not_drawn(changes):
    assert select_totals([SMALL.claims["cl-total"].model_copy(update=changes)]) == ()


def test_totals_are_in_order_of_last_day_first_day_and_number():
    claims = [
        claim("d", 2, "2019-02-28"),
        claim("c", 1, "2019-02-28"),
        claim("b", 9, "2019-02"),
        claim("a", 9, "2019-02-27"),
    ]
    assert [each.id for each in select_totals(claims)] == ["cl-a", "cl-b", "cl-c", "cl-d"]


@pytest.mark.parametrize(
    ("view", "measures"),
    [
        ({}, ("arrivals", "b-deaths")),
        ({"measure": "b-deaths"}, ("b-deaths",)),
    ],
    ids=["all", "chosen"],
)
def test_the_chart_has_the_measure_chosen_else_all(view, measures):
    dataset = measured("b-deaths")
    assert list_charted_measures(dataset, View(**view)) == measures
    story = set_presentation(dataset, measures=["b-deaths"])
    assert list_charted_measures(story, View()) == ("b-deaths",)


@pytest.mark.parametrize(
    ("view", "ids"),
    [
        ({"population": "relatives"}, ["cl-others"]),
        ({"claimant": "mayor"}, ["cl-mayor"]),
        ({}, ["cl-mayor", "cl-others", "cl-total"]),
    ],
    ids=["people", "claimant", "all"],
)
def test_the_chart_has_the_people_and_the_claimant_chosen(view, ids):
    claims = [
        SMALL.claims["cl-total"],
        claim("others", 3, "2019-02-27", population="relatives"),
        claim("mayor", 2, "2019-02-27", claimant_id="mayor"),
    ]
    dataset = replace(SMALL, claims={each.id: each for each in claims})
    assert [each.id for each in select_charted_claims(dataset, claims, View(**view))] == ids


def test_a_panel_has_one_measure_and_one_unit():
    dataset = measured("b-deaths")
    claims = [
        dataset.claims["cl-b-deaths"],
        claim("tents", 3, "2019-02-27", unit="tents"),
        SMALL.claims["cl-total"],
    ]
    panels = [(panel.measure, panel.unit) for panel in group_into_panels(dataset, claims)]
    assert panels == [("arrivals", "tents"), ("arrivals", "people"), ("b-deaths", "people")]


DAYS = [claim("a", 10, "2019-02-01"), claim("b", 30, "2019-02-10"), claim("c", 20, "2019-02-20")]


@pytest.mark.parametrize(
    ("claims", "is_running", "found"),
    [
        (DAYS, True, ("cl-a", "cl-c", Rule.RUNNING_TOTAL)),
        (DAYS, False, ("cl-a", "cl-b", Rule.FIGURES_RANGE)),
        ([*DAYS, claim("d", 5, "2019-03-01", claimant_id="mayor")], False,
         (None, None, Rule.FIGURES_APART)),
        ([*DAYS, claim("d", 5, "2019-03-01", claimant_id="mayor")], True,
         ("cl-a", "cl-c", Rule.RUNNING_TOTAL)),
        ([claim("a", 10, "2019-02-01"), claim("b", 30, "2019-02-01")], True,
         ("cl-a", "cl-b", Rule.FIGURES_OF_DAY)),
    ],
    ids=["running total", "other figures", "several voices", "the voice with most", "one day"],
)  # fmt: skip
def test_only_figures_of_one_voice_and_people_are_joined(claims, is_running, found):
    dataset = replace(measured(arrivals=is_running), claims={}, citations=())
    finding = compute_figures_finding(facts_of(dataset), claims)
    ends = [getattr(finding.values.get(name), "id", None) for name in ("first", "last")]
    assert (*ends, finding.rule) == found


def test_of_two_series_alike_the_one_that_goes_on_longer_is_told():
    first = [claim("a", 1, "2019-02-01"), claim("b", 2, "2019-02-02")]
    second = [claim("c", 1, "2019-02-01"), claim("d", 2, "2019-02-03")]
    longest = find_longest_series([second, first])
    assert longest
    assert longest.last.id == "cl-d"
    assert find_longest_series([[claim("e", 1, "2019-02"), claim("f", 2, "2019-02-20")]]) is None


def test_a_day_of_counts_knows_what_the_filters_leave_out():
    dataset = add_claims(SMALL, south(30))
    (day,) = list_day_counts(dataset, DOCUMENTS)
    assert (day.day, set(day.claims), set(day.left_out)) == (
        "2019-02-27", {"oriente"}, {"guajira"}
    )  # fmt: skip
    assert day.of_regions(("guajira",)) == ()
    assert day.of_regions(()) == tuple(day.claims.values())


def test_the_two_latest_days_are_side_by_side_with_the_largest_count_first():
    dataset = add_claims(SMALL, south(30), south(900, "2019-02-20"))
    table = build_count_table(dataset, list_day_counts(dataset))
    assert table.days == {"latest": "2019-02-27", "earlier": "2019-02-26"}
    assert [row.region.id for row in table.rows] == ["oriente", "guajira"]
    assert table.largest == 415
    assert [row.region.id for row in table.unreported_rows("earlier")] == ["guajira"]


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({"value_low": 30, "value_high": 40, "qualifier": "range"}, 30),
        ({"value_low": None, "value_high": 40, "qualifier": "up_to"}, 40),
        ({"value_low": None, "value_high": None, "qualifier": None, "unit": None}, None),
    ],
    ids=["range", "limit", "words"],
)
def test_a_circle_has_the_number_that_a_count_names(values, count):
    dataset = add_claims(SMALL, south(0, **values))
    table = build_count_table(dataset, list_day_counts(dataset))
    (row,) = (row for row in table.rows if row.region.id == "guajira")
    assert row.count_of("latest") == count
