"""What sentences rest on: each rule names all its records and no other, and its numbers."""

from dataclasses import replace
from datetime import date

import pytest

from components.query import (
    count_findings,
    event_findings,
    figure_findings,
    question_findings,
    source_findings,
)
from components.query.figures import build_count_table, list_day_counts
from components.query.filters import Filters
from components.query.findings import Finding, Rule
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.models import Claim, Claimant, Topic
from tests.support.stories.small import claim, event, place, small_dataset
from tests.support.stories.small_views import (
    add_claims,
    dated_dataset,
    set_events,
    set_presentation,
)
from tests.support.views import facts_of

SMALL = small_dataset()
RUNNING = SMALL.terms["measures"]["arrivals"].model_copy(update={"running": True})
PEAK = {"peak": {"from": "2019-02-01", "to": "2019-02-10"}}
PEAKED = set_presentation(
    dated_dataset("2019-02-01", "2019-02-02", "2019-02~", "2019-04-01"), **PEAK
)
#: Two regions counted on two days by one office.
COUNTED = add_claims(
    SMALL,
    claim("south", 152, "2019-02-27", region_id="guajira"),
    claim("south-before", 20, "2019-02-26", region_id="guajira"),
)
MAYOR = Claimant(id="mayor", name="Mayor", name_es="Alcalde", voice="press")
SMALL_WITH_MAYOR = replace(SMALL, claimants=SMALL.claimants | {"mayor": MAYOR})


def numbers_of(finding: Finding) -> dict[str, float]:
    return {
        name: value for name, value in finding.values.items() if isinstance(value, (int, float))
    }


# Events -------------------------------------------------------------------------------------------
DAYS = Filters(start=date(2019, 2, 23), end=date(2019, 2, 28))


@pytest.mark.parametrize(
    ("dataset", "filters", "rule", "records", "numbers"),
    [
        (SMALL, Filters(text="zzzz"), Rule.NO_EVENTS, (), {}),
        (
            SMALL,
            Filters(),
            Rule.EVENTS_IN_ORDER,
            ("ev-rising", "ev-aid", "ev-count", "ev-march"),
            {},
        ),
        (
            PEAKED,
            Filters(),
            Rule.EVENTS_IN_PEAK,
            ("ev-001", "ev-003", "ev-002", "ev-004"),
            {"count": 2, "total": 4, "possible": 1},
        ),
        (
            PEAKED,
            Filters(start=date(2019, 2, 2), end=date(2019, 2, 9)),
            Rule.EVENTS_IN_DATES,
            ("ev-003", "ev-002"),
            {"count": 1, "total": 2, "possible": 1},
        ),
        (
            dated_dataset(
                "2019-02-01", "2019-02-02", "2019-02-03", "2019-03", "2019-04", "2019-05"
            ),
            Filters(),
            Rule.EVENTS_IN_PERIOD,
            ("ev-001", "ev-002", "ev-003", "ev-004", "ev-005", "ev-006"),
            {"count": 3, "total": 6, "possible": 0},
        ),
    ],
    ids=["none", "in order", "peak", "dates in the peak", "busiest month"],
)
def test_timeline_rests_on_every_event_that_is_shown(dataset, filters, rule, records, numbers):
    finding = event_findings.compute_timeline_finding(facts_of(dataset, filters))
    assert (finding.rule, set(finding.records)) == (rule, set(records))
    assert numbers_of(finding) == numbers


PLACED = set_events(
    replace(SMALL, places={each.id: each for each in (place("a", None), place("b", None))}),
    [
        event("1", "2019-02-01", "border", "a"),
        event("2", "2019-02-02", "border", "a"),
        event("3", "2019-02-03", "border", "b"),
        event("4", "2019-02-04", "border"),
    ],
)


@pytest.mark.parametrize(
    ("filters", "rule", "records", "numbers"),
    [
        (Filters(text="zzzz"), Rule.NO_EVENTS, (), {}),
        (Filters(start=date(2019, 2, 4)), Rule.NO_PLACES, ("ev-4",), {}),
        (
            Filters(start=date(2019, 2, 2)),
            Rule.EVENT_PLACES,
            ("ev-2", "ev-3"),
            {"count": 2, "located": 2},
        ),
        (Filters(), Rule.BUSIEST_PLACE, ("ev-1", "ev-2", "ev-3"), {"count": 2, "total": 3}),
    ],
    ids=["no event", "no place", "places", "busiest place"],
)
def test_places_rest_on_the_events_that_have_one(filters, rule, records, numbers):
    finding = event_findings.compute_places_finding(facts_of(PLACED, filters))
    assert (finding.rule, finding.records) == (rule, records)
    assert numbers_of(finding) == numbers


def test_shown_events_are_those_that_meet_the_filters():
    finding = event_findings.compute_shown_events(facts_of(SMALL, DAYS))
    assert finding.records == ("ev-aid", "ev-count")
    assert numbers_of(finding) == {"shown": 2, "total": 4}


def test_placed_events_are_those_whose_place_is_drawn():
    finding = event_findings.compute_placed_events(facts_of(SMALL), {"ev-aid"})
    assert (finding.rule, finding.records) == (Rule.PLACES_SHOWN, ("ev-aid",))
    assert numbers_of(finding) == {"count": 1, "total": 4}


def test_certain_events_are_told_from_those_that_may_fall_in_the_dates():
    facts = facts_of(SMALL, DAYS)
    finding = event_findings.compute_certain_events(facts, {"ev-aid", "ev-count"})
    assert finding is not None
    assert finding.records == ("ev-aid", "ev-count")
    assert numbers_of(finding) == {"certain": 1, "possible": 1}
    assert event_findings.compute_certain_events(facts, {"ev-count"}) is None


# Counts by region ---------------------------------------------------------------------------------
NORTH = ("cl-north",)
BOTH = ("cl-north", "cl-south")


@pytest.mark.parametrize(
    ("dataset", "filters", "counts", "rule", "records", "numbers"),
    [
        (COUNTED, Filters(), "latest", Rule.LARGEST_SHARE, BOTH,
         {"count": 415, "total": 567, "share": 415 / 567}),
        (COUNTED, Filters(regions=("guajira",)), "latest", Rule.PART_OF_COUNTS, BOTH,
         {"count": 152, "total": 567}),
        (COUNTED, Filters(), "change", Rule.COUNTS_CHANGED,
         (*BOTH, "cl-north-before", "cl-south-before"), {"earlier": 348, "latest": 567}),
        (COUNTED, Filters(documents_only=True), "latest", Rule.LARGEST_COUNT, NORTH,
         {"count": 415}),
        (COUNTED, Filters(documents_only=True, regions=("oriente",)), "latest",
         Rule.COUNTS_OF_REGIONS, NORTH, {"count": 415}),
        (COUNTED, Filters(documents_only=True, regions=("guajira",)), "latest",
         Rule.COUNTS_LEFT_OUT, ("cl-south",), {}),
        (COUNTED, Filters(start=date(2019, 3, 1)), "latest", Rule.COUNTS_OUTSIDE, BOTH, {}),
        (SMALL, Filters(regions=("guajira",)), "latest", Rule.NO_COUNT, (), {}),
        (add_claims(SMALL, claim("old", 9, "2019-02-20", region_id="guajira")),
         Filters(regions=("guajira",)), "latest", Rule.NO_COUNT_OF_DAY, ("cl-old",), {}),
        (add_claims(SMALL, claim("some", 9, "2019-02-27", region_id="guajira", qualifier="about")),
         Filters(), "latest", Rule.COUNTS_APART, ("cl-north", "cl-some"), {"count": 2}),
        (add_claims(replace(SMALL, claims={}, citations=()),
                    claim("zero", 0, "2019-02-27", region_id="guajira")),
         Filters(), "latest", Rule.NOBODY_COUNTED, ("cl-zero",), {}),
    ],
    ids=["share", "part", "change", "largest", "regions", "left out", "outside", "no count",
         "no count of the day", "not added up", "nobody"],
)  # fmt: skip
def test_map_rests_on_the_counts_that_it_adds_or_compares(
    dataset, filters, counts, rule, records, numbers
):
    def find_facts(other_filters: Filters) -> ViewFacts:
        return facts_of(dataset, other_filters)

    finding = find_facts(filters).map_finding(counts, find_facts)
    assert (finding.rule, set(finding.records)) == (rule, set(records))
    assert numbers_of(finding) == pytest.approx(numbers)


def test_single_day_of_counts_is_shown_where_the_earlier_one_is_asked_for():
    """Of no region "no source gives a count" would be true."""

    def find_facts(other_filters: Filters) -> ViewFacts:
        return facts_of(dataset, other_filters)

    claims = {key: each for key, each in COUNTED.claims.items() if "before" not in key}
    dataset = replace(COUNTED, claims=claims)
    finding = find_facts(Filters()).map_finding("earlier", find_facts)
    assert (finding.rule, finding.last_day) == (Rule.LARGEST_SHARE, "2019-02-27")


def test_counts_are_added_where_they_count_alike():
    (*_, day) = list_day_counts(COUNTED)
    facts = facts_of(COUNTED)
    added = count_findings.compute_counts_sum(facts, day.of_regions(()))
    assert (added.rule, set(added.records)) == (Rule.SUM_OF_COUNTS, {*BOTH, "cl-total"})
    assert numbers_of(added) == {"sum": 567, "count": 2}
    others = [claim("a", 1, "2019-02-27"), claim("b", 2, "2019-02-27", claimant_id="mayor")]
    apart = count_findings.compute_counts_sum(facts, others)
    assert (apart.rule, numbers_of(apart)) == (Rule.COUNTS_APART, {"count": 2})


@pytest.mark.parametrize(
    ("dataset", "records", "sums"),
    [
        (COUNTED, (*BOTH, "cl-north-before", "cl-south-before"), (348, 567, 219)),
        (
            add_claims(SMALL, claim("other", 9, "2019-02-26", region_id="guajira",
                                    population="police")),
            ("cl-north", "cl-north-before", "cl-other"),
            (None, 415, None),
        ),
    ],
    ids=["alike", "other people"],
)  # fmt: skip
def test_sums_of_two_days_rest_on_the_counts_of_both(dataset, records, sums):
    table = build_count_table(dataset, list_day_counts(dataset))
    finding = count_findings.compute_day_sums(table, Filters())
    assert set(finding.records) == set(records)
    assert tuple(finding.values[name] for name in ("earlier", "latest", "change")) == sums


# Figures ------------------------------------------------------------------------------------------
FIRST = claim("first", 60, "2019-02-23")
MIDDLE = claim("middle", 411, "2019-02-26")
LAST = claim("last", 567, "2019-02-27")
OF_POLICE = claim("police", 30, "2019-02-27", population="police")
OF_MAYOR = claim("mayor", 50, "2019-02-25", claimant_id="mayor")
OF_LATER_MAYOR = claim("later-mayor", 600, "2019-03-01", claimant_id="mayor")


def running_facts(*claims: Claim) -> ViewFacts:
    dataset = replace(SMALL_WITH_MAYOR, vocabularies={"measures": {"arrivals": RUNNING}})
    return facts_of(add_claims(replace(dataset, claims={}, citations=()), *claims))


@pytest.mark.parametrize(
    ("claims", "rule", "records"),
    [
        ([], Rule.NO_FIGURES, ()),
        ([FIRST], Rule.ONE_FIGURE, ("cl-first",)),
        ([FIRST, MIDDLE, LAST], Rule.RUNNING_TOTAL, ("cl-first", "cl-middle", "cl-last")),
        ([FIRST, OF_MAYOR, LAST], Rule.RUNNING_TOTAL, ("cl-first", "cl-last")),
        ([FIRST, OF_MAYOR], Rule.FIGURES_APART, ("cl-first", "cl-mayor")),
        ([FIRST, OF_POLICE], Rule.FIGURES_APART, ("cl-first", "cl-police")),
        (
            [FIRST, claim("less", 50, "2019-02-24")],
            Rule.FIGURES_RANGE,
            ("cl-first", "cl-less"),
        ),
        (
            [FIRST, claim("more", 70, "2019-02-23")],
            Rule.FIGURES_OF_DAY,
            ("cl-first", "cl-more"),
        ),
    ],
    ids=["none", "one", "series", "series beside a voice", "two voices", "two populations", "range",
         "one day"],
)  # fmt: skip
def test_figures_rest_on_those_that_they_join_or_count(claims, rule, records):
    finding = figure_findings.compute_figures_finding(running_facts(*claims), claims)
    assert (finding.rule, finding.records) == (rule, records)


@pytest.mark.parametrize(
    ("statement_ids", "is_one"),
    [
        (("st-a", "st-a"), 1),
        (("st-a", "st-b"), 0),
        (("st-a", None), 0),
        ((None, None), 0),
    ],
    ids=["one", "two", "of one it is not known", "of none it is known"],
)
def test_figures_that_relay_one_statement_are_told_as_such(statement_ids, is_one):
    """A communiqué that two agencies print is one, whatever words each has for who is counted."""
    figures = [
        each.model_copy(update={"statement_id": statement_id})
        for each, statement_id in zip((FIRST, OF_POLICE), statement_ids, strict=True)
    ]
    finding = figure_findings.compute_figures_finding(running_facts(*figures), figures)
    assert (finding.rule, finding.number("one_statement")) == (Rule.FIGURES_APART, is_one)


def test_two_words_for_one_number_of_a_statement_are_no_range():
    """From nearly 1,000 to about 1,000: one communiqué, which two agencies print."""
    nearly = claim(
        "nearly", 1000, "2019-03-17", value_low=None, qualifier="nearly", statement_id="st-a"
    )
    about = claim("about", 1000, "2019-03-18", qualifier="about", statement_id="st-a")
    finding = figure_findings.compute_figures_finding(running_facts(nearly, about), [nearly, about])
    assert (finding.rule, finding.number("one_statement")) == (Rule.FIGURES_APART, 1)


@pytest.mark.parametrize(
    ("chosen", "rule"),
    [
        pytest.param([FIRST, MIDDLE], Rule.RUNNING_TOTAL, id="it goes on after all that is chosen"),
        pytest.param([FIRST, MIDDLE, OF_LATER_MAYOR], Rule.FIGURES_APART, id="it goes on before"),
        pytest.param([FIRST, LAST, OF_LATER_MAYOR], Rule.RUNNING_TOTAL, id="its end is chosen"),
    ],
)
def test_growth_does_not_end_where_chosen_figures_leave_the_series(chosen, rule):
    """A step of a lesson chooses figures: "from 60 to 411" would hide the later 567."""
    facts = running_facts(FIRST, MIDDLE, LAST, OF_LATER_MAYOR)
    assert figure_findings.compute_figures_finding(facts, chosen).rule == rule


def test_series_names_its_measure_people_speaker_and_days():
    finding = figure_findings.compute_figures_finding(
        running_facts(FIRST, LAST, OF_MAYOR), [FIRST, OF_MAYOR, LAST]
    )
    assert (finding.measure, finding.population) == ("arrivals", "soldiers")
    assert finding.claimants == ("office",)
    assert (finding.first_day, finding.last_day) == ("2019-02-23", "2019-02-27")


@pytest.mark.parametrize(
    ("joined", "shown", "problem"),
    [
        ([FIRST, OF_POLICE], [FIRST, OF_POLICE], "2 kinds"),
        ([FIRST, claim("hotels", 3, "2019-02-27", measure="hotels")], [FIRST], "2 kinds"),
        ([FIRST, OF_MAYOR], [FIRST, OF_MAYOR], "2 kinds"),
        ([FIRST, claim("beds", 3, "2019-02-27", unit="beds")], [FIRST], "2 kinds"),
        ([FIRST, LAST], [FIRST, MIDDLE, LAST], "lacks cl-middle"),
    ],
    ids=["two populations", "two measures", "two speakers", "two units", "a figure is missing"],
)
def test_figures_that_are_no_complete_series_are_refused(joined, shown, problem):
    with pytest.raises(figure_findings.SeriesError, match=problem):
        figure_findings.check_series(joined, shown)


def test_series_with_all_its_figures_is_accepted_beside_others():
    figure_findings.check_series([FIRST, MIDDLE, LAST], [FIRST, OF_MAYOR, MIDDLE, OF_POLICE, LAST])


@pytest.mark.parametrize(
    ("shown", "rule", "numbers"),
    [
        ([FIRST, OF_POLICE], Rule.EVERY_TOTAL, {"population_count": 2, "day_count": 2}),
        ([FIRST], Rule.SOME_TOTALS, {"population_count": 1, "day_count": 1}),
        ([], Rule.SOME_TOTALS, {"population_count": 0, "day_count": 0}),
    ],
    ids=["all", "one", "none"],
)
def test_every_reported_total_is_said_of_all_of_them_alone(shown, rule, numbers):
    facts = running_facts(FIRST, OF_POLICE)
    finding = figure_findings.compute_totals_extent(facts, shown)
    assert (finding.rule, numbers_of(finding)) == (rule, numbers)
    assert finding.records == tuple(each.id for each in shown)


def test_shown_totals_are_counted_among_all_of_the_story():
    facts = running_facts(FIRST, OF_POLICE, LAST)
    finding = figure_findings.compute_shown_totals(facts, [FIRST])
    assert (finding.records, numbers_of(finding)) == (("cl-first",), {"shown": 1, "total": 3})


@pytest.mark.parametrize(
    ("dataset", "claims", "rule", "records"),
    [
        (replace(SMALL, claims={}, citations=()), [], Rule.NO_TOTALS, ()),
        (SMALL, [], Rule.NO_FIGURES, ()),
        (SMALL, [claim("total", 567, "2019-02-27")], Rule.ONE_FIGURE, ("cl-total",)),
        (SMALL, [claim("hotels", 3, "2019-02-27", measure="hotels")], Rule.ONE_FIGURE,
         ("cl-hotels",)),
    ],
    ids=["no total", "none is left", "first measure", "another measure"],
)  # fmt: skip
def test_totals_are_of_the_first_measure_that_has_some(dataset, claims, rule, records):
    finding = figure_findings.compute_totals_finding(facts_of(dataset), claims, "arrivals")
    assert (finding.rule, finding.records) == (rule, records)


def test_head_figure_is_one_claim_with_its_speaker_and_day():
    finding = figure_findings.compute_headline_finding(facts_of(SMALL), LAST)
    assert (finding.rule, finding.records) == (Rule.HEAD_FIGURE, ("cl-last",))
    assert (finding.claimants, finding.last_day) == (("office",), "2019-02-27")


# Questions ----------------------------------------------------------------------------------------
def ask(*claims: Claim, status: str = "differ", topics: tuple[str, ...] = ("q", "r")) -> Dataset:
    """The small story with questions on which some claims differ."""
    texts = ("question", "question_es", "explanation", "explanation_es", "settle", "settle_es")
    named = {
        topic_id: Topic(
            id=topic_id, status=status, explanation_basis="editors", **dict.fromkeys(texts, "text")
        )
        for topic_id in topics
    }
    asked = replace(SMALL_WITH_MAYOR, topics=named, claims={}, citations=())
    return add_claims(asked, *claims)


THREE = claim("three", 3, "2019-02-27", topic_id="q")
SEVEN = claim("seven", 7, "2019-02-27", topic_id="q", claimant_id="mayor")
OTHER = claim("other", 5, "2019-02-27", topic_id="r")
WORDS = dict.fromkeys(("value_low", "value_high", "qualifier", "unit"))


@pytest.mark.parametrize(
    ("dataset", "rule", "records"),
    [
        (ask(THREE), Rule.NO_TWO_ANSWERS, ("cl-three",)),
        (ask(THREE, SEVEN, status="agree"), Rule.NO_DIFFERENCE, ("cl-three", "cl-seven")),
        (ask(THREE, SEVEN, topics=("q",)), Rule.QUESTION_DIFFERS, ("cl-three", "cl-seven")),
        (ask(THREE, SEVEN, OTHER), Rule.QUESTIONS_DIFFER, ("cl-three", "cl-seven", "cl-other")),
    ],
    ids=["no two", "none", "the one question", "one of two"],
)
def test_questions_rest_on_every_claim_that_answers_one(dataset, rule, records):
    finding = question_findings.compute_questions_finding(facts_of(dataset))
    assert (finding.rule, finding.records) == (rule, records)


def test_shown_questions_count_claims_and_questions():
    facts = facts_of(ask(THREE, SEVEN, OTHER), Filters(text="three"))
    finding = question_findings.compute_shown_questions(facts)
    assert finding.records == ("cl-three",)
    assert numbers_of(finding) == {"shown": 1, "total": 3, "questions": 1, "all_questions": 2}


def test_support_names_the_kind_of_voice_with_more_than_half():
    facts = facts_of(ask(THREE, SEVEN, claim("again", 3, "2019-02-28", topic_id="q")))
    finding = question_findings.compute_support(facts, facts.topic_states["q"])
    assert finding.records == ("cl-three", "cl-seven", "cl-again")
    assert numbers_of(finding) == {"count": 3, "voices": 2, "voice_count": 2}
    assert finding.key("voice") == "colombian-state"


@pytest.mark.parametrize(
    ("claims", "status", "rule", "records"),
    [
        ([OTHER], "differ", Rule.NO_ANSWER, ()),
        ([THREE, SEVEN], "differ", Rule.ANSWERS_RANGE, ("cl-three", "cl-seven")),
        ([THREE, claim("same", 3, "2019-02-28", topic_id="q")], "agree", Rule.ANSWER_FIGURE,
         ("cl-three", "cl-same")),
        ([claim("words", 0, "2019-02-27", topic_id="q", **WORDS)], "differ", Rule.ONE_ANSWER,
         ("cl-words",)),
        ([claim(key, 0, "2019-02-27", topic_id="q", **WORDS) for key in "ab"], "differ",
         Rule.ANSWERS, ("cl-a", "cl-b")),
    ],
    ids=["none", "range", "one figure", "in words", "several"],
)  # fmt: skip
def test_answer_rests_on_the_claims_that_it_joins_or_counts(claims, status, rule, records):
    facts = facts_of(ask(*claims, status=status))
    finding = question_findings.compute_answer(facts.topic_states["q"], Filters())
    assert (finding.rule, finding.records) == (rule, records)


def test_range_of_answers_ends_with_the_figure_that_leaves_room_above():
    more = claim("more", 7, "2019-02-28", topic_id="q", qualifier="more_than", value_high=None)
    facts = facts_of(ask(THREE, SEVEN, more))
    finding = question_findings.compute_answer(facts.topic_states["q"], Filters())
    assert finding.figure("highest").id == "cl-more"


# Sources ------------------------------------------------------------------------------------------
def test_sources_rest_on_each_record_that_they_support():
    facts = facts_of(SMALL, Filters(documents_only=True))
    source_records = source_findings.list_source_records(facts)
    used = source_findings.compute_used_sources(facts, source_records)
    assert [each.records for each in source_records] == [
        ("ev-rising", "ev-march"),
        ("ev-aid", "cl-north"),
    ]
    assert used.records == ("ev-rising", "ev-march", "ev-aid", "cl-north")
    assert (used.number("count"), used.keys("sources")) == (2, ("doc-a", "doc-b"))


def test_shown_sources_are_counted_among_all():
    finding = source_findings.compute_shown_sources(facts_of(SMALL, Filters(documents_only=True)))
    assert numbers_of(finding) == {"shown": 2, "total": 3}
