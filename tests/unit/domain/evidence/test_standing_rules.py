"""How the claims on a question stand to each other, and what a checked figure is compared with."""

import math
from dataclasses import replace
from datetime import date

import pytest

from components.query.claims import (
    MOST_PAIRS,
    CheckedFigure,
    TypedFigure,
    exclude_each_other,
    figure_interval,
    judge_topic,
    list_topic_states,
    parse_typed_figure,
)
from components.story.models import Topic
from tests.support.stories.small import claim, small_dataset

TEXTS = ("question", "question_es", "explanation", "explanation_es", "settle", "settle_es")


def topic(key="how-many", status="differ"):
    texts = dict.fromkeys(TEXTS, "text")
    return Topic(id=key, status=status, explanation_basis="editors", **texts)


def count(key, value, as_of="2019-02-27", **extra):
    return claim(key, value, as_of, topic_id="how-many", **extra)


def in_words(key):
    nothing = dict.fromkeys(("value_low", "value_high", "qualifier", "unit"))
    return count(key, 0, **nothing)


THREE, SEVEN, LATER = count("three", 3), count("seven", 7), count("later", 9, as_of="2019-04-01")
YES, NO = in_words("yes"), in_words("no")
#: What a package says of claims in words.
CONTRARY = [{"cl-yes", "cl-no"}]


@pytest.mark.parametrize(
    ("claims", "status", "total", "standing"),
    [
        pytest.param([], "differ", 4, "none", id="filters leave none"),
        pytest.param([THREE], "differ", 4, "alone", id="one is compared with nothing"),
        pytest.param([THREE, SEVEN], "differ", 4, "differ", id="some left that contradict"),
        pytest.param([THREE, LATER], "differ", 4, "several", id="some left that do not"),
        pytest.param([THREE, LATER], "differ", 2, "differ", id="all are left"),
        pytest.param([YES, NO], "differ", 4, "differ", id="contrary by the package"),
        pytest.param([YES, THREE], "differ", 4, "several", id="words and a figure"),
        # The explanation of a difference holds for what is left of it, too.
        pytest.param([THREE, LATER], "explained", 4, "explained", id="explained"),
        # It explains nothing where what differs is left out.
        pytest.param([YES, THREE], "explained", 4, "several", id="nothing left to explain"),
        pytest.param([YES, NO], "explained", 4, "explained", id="contrary and explained"),
        pytest.param([THREE, count("again", 3)], "explained", 4, "agree", id="the same twice"),
        pytest.param([THREE, SEVEN], "agree", 2, "agree", id="said to agree"),
    ],
)
def test_a_question_stands_as_the_claims_left_on_it_do(claims, status, total, standing):
    assert judge_topic(topic(status=status), claims, total, CONTRARY).standing == standing


def test_the_same_figure_in_every_region_is_agreement():
    claims = [count("n", 3, region_id="oriente"), count("s", 7, region_id="guajira")]
    assert judge_topic(topic(), claims, 2, []).standing == "agree"
    claims.append(count("n2", 4, region_id="oriente"))
    assert judge_topic(topic(), claims, 3, []).standing == "differ"


def test_questions_on_which_claims_differ_come_first():
    claims = [
        THREE,
        SEVEN,
        claim("b", 3, "2019-02-27", topic_id="settled"),
        claim("c", 3, "2019-02-27", topic_id="settled"),
    ]
    topics = {each.id: each for each in (topic("empty"), topic("settled", "agree"), topic())}
    dataset = replace(small_dataset(), topics=topics, claims={each.id: each for each in claims})
    assert list(list_topic_states(dataset, claims)) == ["how-many", "settled", "empty"]


def test_claims_on_a_question_are_in_order_of_day_and_number():
    dataset = replace(
        small_dataset(),
        topics={"how-many": topic()},
        claims={each.id: each for each in (LATER, SEVEN, THREE)},
    )
    state = list_topic_states(dataset, [LATER, SEVEN, THREE])["how-many"]
    assert [each.id for each in state.claims] == ["cl-three", "cl-seven", "cl-later"]


@pytest.mark.parametrize(
    ("changes", "excluded"),
    [
        ({}, True),
        ({"value_low": 3, "value_high": 3}, False),
        ({"as_of": "2019-02"}, True),
        ({"as_of": "2019-03"}, False),
        ({"as_of": None}, False),
        ({"unit": "families"}, False),
        ({"measure": "deaths"}, False),
        ({"population": "relatives"}, False),
        ({"region_id": "oriente"}, False),
        ({"qualifier": None}, False),
    ],
    ids=["other number", "same number", "maybe that day", "another month", "no day", "unit",
         "measure", "people", "region", "words"],
)  # fmt: skip
def test_two_counts_exclude_each_other_if_they_count_the_same_on_one_day(changes, excluded):
    other = SEVEN.model_copy(update=changes)
    assert exclude_each_other(THREE, other) is excluded
    assert exclude_each_other(other, THREE) is excluded


@pytest.mark.parametrize(
    ("qualifier", "low", "high", "numbers"),
    [
        ("exact", 500, 500, {499: False, 500: True, 501: False}),
        ("more_than", 500, None, {500: False, 501: True, math.inf: True}),
        ("at_least", 500, None, {499: False, 500: True}),
        ("less_than", None, 500, {500: False, 499: True, 0: True}),
        ("up_to", None, 500, {500: True, 501: False}),
        # "Nearly" and "about" leave room for a tenth.
        ("nearly", None, 500, {449: False, 450: True, 500: True, 501: False}),
        ("about", 500, 500, {449: False, 450: True, 550: True, 551: False}),
        ("range", 90, 110, {89: False, 90: True, 110: True, 111: False}),
    ],
)
def test_a_qualifier_leaves_room_for_numbers(qualifier, low, high, numbers):
    interval = figure_interval(qualifier, low, high)
    found = {
        number: interval.overlaps(figure_interval("exact", number, number)) for number in numbers
    }
    assert found == numbers


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("1.400", TypedFigure(1400)),
        ("1,400", TypedFigure(1400)),
        ("1.2 million", TypedFigure(1_200_000)),
        ("-5", TypedFigure(problem="negative")),
        ("1.2.3", TypedFigure(problem="marks")),
        ("...", TypedFigure(problem="none")),
        ("nothing", TypedFigure(problem="none")),
        ("9999999999", TypedFigure(problem="large")),
        ("999999999", TypedFigure(999_999_999)),
        ("About 500 of 1,400 left", TypedFigure(choices=(500, 1400))),
        ("500 soldiers", TypedFigure(choices=(500,))),
    ],
)
def test_a_figure_is_typed_in_digits_or_chosen_from_a_text(text, typed):
    assert parse_typed_figure(text) == typed


DAY = date(2019, 2, 27)


@pytest.mark.parametrize(
    ("figure", "changes", "covered"),
    [
        (CheckedFigure(3), {}, True),
        (CheckedFigure(3, measure="deaths"), {}, False),
        (CheckedFigure(3, population="relatives"), {}, False),
        (CheckedFigure(3, region="oriente"), {}, False),
        (CheckedFigure(3, day=DAY), {}, True),
        (CheckedFigure(3, day=DAY), {"as_of": "2019-02"}, True),
        (CheckedFigure(3, day=DAY), {"as_of": "2019-03"}, False),
        (CheckedFigure(3, day=DAY), {"as_of": None}, False),
    ],
    ids=["all open", "measure", "people", "region", "day", "maybe that day", "another", "no day"],
)
def test_a_claim_is_covered_by_what_a_reader_left_open(figure, changes, covered):
    assert figure.covers(THREE.model_copy(update=changes)) is covered


@pytest.mark.parametrize(
    ("figure", "other", "group"),
    [
        (CheckedFigure(3), THREE, "same"),
        (CheckedFigure(3), count("about", 3, qualifier="about"), "includes"),
        (CheckedFigure(3), SEVEN, "another"),
        (CheckedFigure(3), LATER, "otherwise"),
        # Nothing says that both count the same thing.
        (CheckedFigure(4), SEVEN, None),
        (CheckedFigure(4), count("more", 1, qualifier="more_than", value_high=None), None),
        (CheckedFigure(4, day=DAY, main_measure="arrivals"),
         count("more", 3, qualifier="more_than", value_high=None), "includes"),
        # "More than 60" is not said of 567.
        (CheckedFigure(40, day=DAY, main_measure="arrivals"),
         count("more", 3, qualifier="more_than", value_high=None), "another"),
        # Nothing says that the expelled are meant.
        (CheckedFigure(4, day=DAY, main_measure="expelled"),
         count("more", 3, qualifier="more_than", value_high=None), "another"),
        (CheckedFigure(4, day=DAY), SEVEN, "another"),
        (CheckedFigure(4, measure="arrivals"), LATER, "otherwise"),
    ],
    ids=["itself", "room for it", "same day", "other day", "unrelated", "unbounded",
         "unbounded that day", "far below it", "another measure", "that day", "that measure"],
)  # fmt: skip
def test_a_claim_is_beside_a_figure_for_a_reason(figure, other, group):
    same_claims = [THREE] if figure.value == 3 else []
    assert figure.group_of(other, same_claims) == group


def test_measures_of_unlike_things_are_compared_within_a_question_alone():
    mixed = CheckedFigure(3, mixed=("arrivals",))
    elsewhere = SEVEN.model_copy(update={"topic_id": "other"})
    assert mixed.group_of(SEVEN, [THREE]) == "another"
    assert mixed.group_of(elsewhere, [THREE]) is None


def test_very_many_claims_are_compared_up_to_a_number_of_pairs():
    # Two hundred unlike claims have 19,900 pairs; of more the last ones are not reached.
    later = [count(f"d{day}", day, as_of=f"2{day:03}") for day in range(200)]
    late_pair = [count("x", 1, as_of="2900"), count("y", 2, as_of="2900")]
    claims = [*later, *late_pair]
    assert len(claims) * (len(claims) - 1) / 2 > MOST_PAIRS
    assert judge_topic(topic(), claims, 999, []).standing == "several"
    assert judge_topic(topic(), claims[100:], 999, []).standing == "differ"
