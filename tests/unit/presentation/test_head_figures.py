"""The figures at the head of a page: the sum of counts, its note, and the claim behind it."""

from dataclasses import replace
from datetime import date

import pytest
from lxml.html import fragments_fromstring

from components.presentation.figure_texts import build_growth, build_headline, totals_finding
from components.presentation.finding_texts import format_claimants
from components.presentation.stage import build_stage_parts
from components.query.figures import find_main_voice
from components.query.filters import Filters
from tests.support.data import DATA, i18n_for
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims, build_context

SMALL = small_dataset()


def south(value, as_of="2019-02-27", **extra):
    return claim(f"south-{as_of}", value, as_of, region_id="guajira", **extra)


def head_of(dataset, as_of="2019-02-27", **options):
    """The head figure of the counts by region of a day."""
    counts = [each for each in dataset.claims.values() if each.region_id and each.as_of == as_of]
    ctx = build_context(dataset, **options)
    return build_headline("regions", counts, ctx.facts, i18n=ctx.i18n, link_base=ctx.link_base)


def test_one_count_is_called_by_its_region():
    head = head_of(SMALL)
    assert (head.value, head.note) == ("415", "Oriente, 27 Feb")


def test_a_sum_of_counts_is_called_our_own():
    head = head_of(add_claims(SMALL, south(30)))
    assert (head.value, head.note) == ("445", "own sum of 2 counts, 27 Feb")


def test_a_sum_that_somebody_gives_as_a_total_says_who():
    # 415 and 152 are the office's 567.
    head = head_of(add_claims(SMALL, south(152)))
    assert head.note == "own sum of 2 counts, 27 Feb, equal to the total by Office"


@pytest.mark.parametrize(
    "unlike",
    [
        {"qualifier": "about"},
        {"population": "relatives"},
        {"claimant_id": "mayor"},
        {"unit": "families"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_counts_that_are_not_alike_are_counted_and_not_added(unlike):
    office = SMALL.claimants["office"]
    claimants = {"office": office, "mayor": office.model_copy(update={"id": "mayor"})}
    dataset = replace(add_claims(SMALL, south(30, **unlike)), claimants=claimants)
    head = head_of(dataset)
    assert (head.value, head.note) == ("2 counts", "27 Feb")


@pytest.mark.parametrize(
    ("value", "linked"),
    [(152, "cl-total"), (151, "cl-north")],
    ids=["a total gives the sum", "no claim gives it"],
)
def test_a_sum_leads_to_the_claim_that_gives_it(value, linked):
    # 415 and 152 are 567.
    assert f"claim={linked}&" in head_of(add_claims(SMALL, south(value))).address + "&"


@pytest.mark.parametrize(
    "unlike",
    [{"qualifier": "about"}, {"as_of": "2019-02-28"}, {"population": "relatives"}],
    ids=["not exact", "another day", "other people"],
)
def test_a_total_of_something_else_does_not_give_the_sum(unlike):
    dataset = add_claims(SMALL, south(152))
    dataset.claims["cl-total"] = SMALL.claims["cl-total"].model_copy(update=unlike)
    assert "claim=cl-north" in head_of(dataset).address


def test_a_single_figure_has_its_people_day_and_claimant():
    ctx = build_context(SMALL)
    head = build_headline(
        "total", [SMALL.claims["cl-total"]], ctx.facts, i18n=ctx.i18n, link_base=ctx.link_base
    )
    assert (head.label, head.value, head.note) == (
        "Arrivals", "567", "soldiers, 27 Feb · Office"
    )  # fmt: skip


def claims_of(*claimants):
    return [
        claim(f"c{number}", number, "2019-02-27", claimant_id=claimant)
        for number, claimant in enumerate(claimants)
    ]


@pytest.mark.parametrize(
    ("claimants", "main_voice"),
    [
        (["office"] * 3, "office"),
        # Two figures may be chance: no voice stands out.
        (["office"] * 2, None),
        (["office", "mayor", "mayor", "mayor", "office"], "mayor"),
        (["office", "mayor"] * 3, "mayor"),
        ([], None),
    ],
    ids=["three", "two", "the most", "of two alike the first id", "none"],
)
def test_the_main_voice_has_three_figures_or_more_and_the_most(claimants, main_voice):
    assert find_main_voice(claims_of(*claimants)) == main_voice


@pytest.mark.parametrize(
    ("count", "names"),
    [(3, "Voice 0, Voice 1 and Voice 2"), (4, "4 voices (Colombian state: 4 of 4)")],
    ids=["three", "four"],
)
def test_more_than_three_claimants_are_counted(count, names):
    dataset = small_dataset()
    for number in range(count):
        dataset.claimants[f"v{number}"] = SMALL.claimants["office"].model_copy(
            update={"id": f"v{number}", "name": f"Voice {number} (an office), its town"}
        )
    claimant_ids = [f"v{number}" for number in range(count)]
    assert format_claimants(claimant_ids, dataset, i18n_for("en")) == names


@pytest.mark.parametrize(
    ("filters", "finding"),
    [
        (Filters(), "Arrivals: one figure, by Office: 567"),
        (Filters(documents_only=True), "No total is left to show"),
    ],
    ids=["one", "none"],
)
def test_the_title_of_the_totals_says_what_is_left(filters, finding):
    ctx = build_context(SMALL, filters=filters)
    totals = [each for each in ctx.selection.claims if each.region_id is None]
    assert totals_finding(totals, ctx.facts, ctx.view, i18n=ctx.i18n) == finding


def test_a_story_without_totals_says_so():
    dataset = small_dataset()
    del dataset.claims["cl-total"]
    ctx = build_context(dataset)
    assert (
        totals_finding([], ctx.facts, ctx.view, i18n=ctx.i18n)
        == "This story has no reported totals"
    )


# The growth beside the first figure ---------------------------------------------------------------
EARLIER = claim("earlier", 60, "2019-02-23")
NEARLY = claim("nearly", 300, "2019-02-25", qualifier="about")


def add_mayor(dataset):
    """The data set with a second claimant."""
    mayor = SMALL.claimants["office"].model_copy(update={"id": "mayor"})
    return replace(dataset, claimants=SMALL.claimants | {"mayor": mayor})


def make_running(dataset):
    """The data set with totals that go on from day to day."""
    arrivals = SMALL.terms["measures"]["arrivals"].model_copy(update={"running": True})
    measures = {**SMALL.terms["measures"], "arrivals": arrivals}
    return replace(dataset, vocabularies={**dataset.vocabularies, "measures": measures})


def growth_of(*claims, filters=None, is_running=True):
    """The growth of the total of a story with further totals."""
    dataset = add_mayor(add_claims(SMALL, *claims))
    if is_running:
        dataset = make_running(dataset)
    ctx = build_context(dataset, filters=filters or Filters())
    return build_growth("total", ctx.facts, i18n=ctx.i18n, link_base=ctx.link_base)


def test_growth_is_told_from_its_first_figure_to_its_last():
    growth = growth_of(EARLIER, NEARLY)
    assert growth.sentence == "From 60 on 23 February to 567 by 27 February (Office)"


def test_growth_has_a_dot_for_each_figure():
    growth = growth_of(EARLIER, NEARLY)
    assert growth.drawing.count("h0") == 3 + 1  # a hole makes the one that is not exact a ring


def test_growth_leads_to_all_figures_of_its_measure():
    address = growth_of(EARLIER).address
    assert address.startswith("figures?")
    assert f"measure={SMALL.main_measure}" in address


@pytest.mark.parametrize(
    "claims",
    [
        pytest.param([], id="one figure"),
        pytest.param([claim("c", 600, "2019-02-23")], id="a figure that shrinks"),
        pytest.param([claim("c", 60, "2019-02-23", claimant_id="mayor")], id="two claimants"),
        pytest.param([claim("c", 60, "2019-02-23", population="relatives")], id="two populations"),
    ],
)
def test_figures_that_are_no_series_have_no_growth(claims):
    assert growth_of(*claims) is None


def test_figures_that_do_not_go_on_from_day_to_day_have_no_growth():
    assert growth_of(EARLIER, is_running=False) is None


def test_filters_that_leave_one_figure_leave_no_growth():
    assert growth_of(EARLIER, filters=Filters(start=date(2019, 2, 26))) is None


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "From 60 on 23 February to 1,400 by 24 April (Migración Colombia)"),
        ("es", "De 60 el 23 de febrero a 1.400 hasta el 24 de abril (Migración Colombia)"),
    ],
)
def test_first_figure_of_the_overview_leads_with_its_growth(language, sentence):
    ctx = build_context(DATA, language=language)
    figures = fragments_fromstring(build_stage_parts(ctx)["figures"])
    classes = [figure.get("class") for figure in figures]
    assert classes == ["lead", None, None, None]
    assert figures[0].xpath("string(.//a[@class='growth']/span)") == sentence
