"""What a question, a headline figure and a checked figure state about their claims."""

import csv
import math
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.query.claims import (
    CheckedFigure,
    count_relaxed_topics,
    group_claims,
    is_contested,
    list_topic_states,
    parse_typed_figure,
)
from components.query.figures import list_regional_counts, select_headlines
from components.query.filters import Filters
from components.query.selection import select_records
from components.story.models import Citation, Topic
from tests.support.data import DATA
from tests.support.server import ROOT
from tests.support.stories.small import claim, small_dataset


def states(*claims, status="differ", of=None):
    """What is said of a question of which some claims are left, ``of`` all that answer it."""
    texts = ("question", "question_es", "explanation", "explanation_es", "settle", "settle_es")
    asked = Topic(id="how-many", status=status, explanation_basis="editors",
                  **dict.fromkeys(texts, "how-many"))  # fmt: skip
    data = replace(small_dataset(), topics={"how-many": asked})
    data = replace(data, claims={one.id: one for one in of}) if of else data
    return list_topic_states(data, claims)["how-many"]


def said(key, value, **extra):
    return claim(key, value, "2019-02-27", topic_id="how-many", **extra)


def words(key):
    return said(key, None, value_low=None, value_high=None, qualifier=None, unit=None)


THREE, SEVEN = said("three", 3), said("seven", 7)


@pytest.mark.parametrize(
    ("claims", "status", "standing"),
    [
        ((THREE, SEVEN), "differ", "differ"),
        ((THREE, SEVEN), "explained", "explained"),
        ((THREE, SEVEN), "agree", "agree"),
        ((THREE,), "differ", "alone"),
        ((THREE,), "agree", "alone"),
        ((), "differ", "none"),
        # The same figure twice is no difference, whatever the topic says of all its claims.
        ((THREE, said("also-three", 3)), "differ", "agree"),
        # Counts of two regions are about different people.
        ((said("n", 3, region_id="oriente"), said("s", 7, region_id="guajira")), "differ", "agree"),
        # Statements without a figure: the topic's own status is all there is.
        ((words("yes"), words("no")), "differ", "differ"),
        ((words("yes"), THREE), "differ", "differ"),
        # "more than 500" and "500" are not the same statement.
        ((said("m", 3, qualifier="more_than", value_high=None), THREE), "explained", "explained"),
    ],
)
def test_state_of_a_question_follows_its_claims(claims, status, standing):
    state = states(*claims, status=status)
    assert state.standing == standing
    assert state.differs == (standing in {"differ", "explained"})


def test_filtered_question_differs_if_two_shown_claims_contradict():
    later = claim("later", 9, "2019-04-01", topic_id="how-many")
    others = said("others", 9, population="relatives")
    every = (THREE, SEVEN, later, others, words("yes"), words("no"))
    assert states(THREE, SEVEN, later, of=every).standing == "differ"
    assert states(THREE, later, of=every).standing == "several"
    assert states(THREE, others, of=every).standing == "several"
    # Of claims in words only the pairs that are listed are known to contradict.
    assert states(words("yes"), words("no"), of=every).standing == "several"
    assert states(*every, of=every).standing == "differ"


def test_listed_claims_without_numbers_contradict():
    for pair in DATA.presentation.contrary:
        claims = [DATA.claims[key] for key in pair.claims]
        topic = DATA.topics[claims[0].topic_id or ""]
        assert list_topic_states(DATA, claims)[topic.id].standing == topic.status


def test_only_claims_with_a_contradicting_claim_are_contested():
    same, other = said("same", 3), said("away", 9, region_id="guajira")
    state = states(THREE, SEVEN, same, other)
    assert [found.id for found in (THREE, SEVEN, same, other) if is_contested(found, state)] == [
        "cl-three",
        "cl-seven",
        "cl-same",
    ]
    assert not is_contested(THREE, states(THREE))
    assert not is_contested(THREE, states(THREE, SEVEN, status="agree"))


def test_agreeing_question_has_no_unequal_exact_figures():
    for state in list_topic_states(DATA, DATA.claims.values()).values():
        if state.standing == "agree":
            exact = [claim for claim in state.claims if claim.qualifier == "exact"]
            figures = {(claim.region_id, claim.as_of, claim.value_low) for claim in exact}
            assert len(figures) == len({(claim.region_id, claim.as_of) for claim in exact}), (
                state.topic.id
            )


def test_questions_that_a_removed_filter_would_show_are_counted():
    filters = Filters(sources=("vice",), excluded_voices=("press",))
    assert not select_records(DATA, filters).claims
    found = dict(count_relaxed_topics(DATA, filters))
    assert set(found) == {"sources", "voices"}
    assert found["voices"]["how-many-hotels"] == 1
    # Caracas Chronicles carries the words of Human Rights Watch, which is not the press.
    assert found["sources"]["how-many-hotels"] == 1


def test_thousands_of_claims_of_one_question_are_compared():
    many = [said(f"n{number}", 3) for number in range(4000)]
    state = states(*many)
    assert state.standing == "agree"
    state = states(*many, SEVEN)
    assert state.standing == "differ"
    assert all(is_contested(claim, state) for claim in state.claims)


SMALL = small_dataset()


def heads(dataset=DATA, **chosen):
    filters = Filters(**chosen)
    counts_of_days = list_regional_counts(dataset, filters)
    return select_headlines(dataset, select_records(dataset, filters).claims, counts_of_days)


def with_claims(*extra, **cited):
    """The small data set with more claims; ``cited`` names each claim's source."""
    claims = dict(SMALL.claims) | {extra_claim.id: extra_claim for extra_claim in extra}
    more = tuple(
        Citation(record_id=f"cl-{key}", source_id=source, locator=1, wording="w", role="supports")
        if source != "wire"
        else Citation(record_id=f"cl-{key}", source_id=source, role="supports")
        for key, source in cited.items()
    )
    return replace(SMALL, claims=claims, citations=SMALL.citations + more)


LATER = claim("later", 999, "2019-04-01")
NO_NUMBER = {"qualifier": None, "value_low": None, "value_high": None, "unit": None}
#: Claims beside those of the small data set, the source of each, and which heads the page.
TOTALS = [
    # A report heads it where the documents are silent.
    ([], {}, "total"),
    # The latest day does.
    ([claim("early", 100, "2019-02-01"), claim("late", 900, "2019-03-20")],
     {"early": "wire", "late": "wire"}, "late"),
    # A document comes before a later report.
    ([claim("documented", 100, "2019-02-01"), claim("reported", 900, "2019-03-20")],
     {"documented": "doc-a", "reported": "wire"}, "documented"),
    # A region's count is never taken for the total, nor what has no day or no number.
    ([claim("later", 999, "2019-04-01", region_id="oriente")], {"later": "doc-a"}, "total"),
    ([LATER.model_copy(update={"as_of": None, "as_of_basis": None})], {"later": "doc-a"}, "total"),
    ([LATER.model_copy(update=NO_NUMBER)], {"later": "doc-a"}, "total"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("claims", "cited", "first"),
    TOTALS,
    ids=[
        "report where documents are silent", "latest day", "document before a later report",
        "not a region", "not without a day", "not without a number",
    ],
)  # fmt: skip
def test_total_is_of_the_latest_day_of_the_best_source(claims, cited, first):
    assert heads(with_claims(*claims, **cited))["total"][0].id == f"cl-{first}"


def test_headlines_of_an_earlier_day_have_no_later_figure():
    for claims in heads(published_by=date(2019, 2, 28)).values():
        for row in claims:
            assert row.as_of <= "2019-02-28"


Case = tuple[str, str, dict[str, Any], dict[str, str]]
CHOSEN: dict[str, Callable[[str], Any]] = {
    "qualifier": str, "upper_value": int, "measure": str, "population": str, "region": str,
    "day": date.fromisoformat,
}  # fmt: skip


def read_case(row: dict[str, str]) -> Case:
    """A figure as it is typed in both languages, what else is chosen, and claims of each group.

    A claim is named by the end of its id; ``-`` before a group says that it is not in it.
    """
    english, spanish = row.pop("en"), row.pop("es")
    filled = {name: cell for name, cell in row.items() if cell}
    chosen = {name: read(filled.pop(name)) for name, read in CHOSEN.items() if name in filled}
    return english, spanish, chosen, filled


FILE = ROOT / "tests" / "data" / "checked_figures.csv"
CASES = [read_case(row) for row in csv.DictReader(FILE.open(encoding="utf-8", newline=""))]
MIXED = {term.id for term in DATA.terms["measures"].values() if term.mixed}
CLAIMS = tuple(DATA.claims.values())


@given(st.text(max_size=400))
@settings(deadline=None)
def test_any_text_is_parsed_as_a_figure_or_a_problem(text):
    typed = parse_typed_figure(text)
    assert all(0 <= number < math.inf for number in (*typed.choices, typed.value or 0))
    assert (typed.value is not None) + bool(typed.choices) + bool(typed.problem) == 1


@pytest.mark.parametrize(("english", "spanish", "given", "groups"), CASES)
def test_checked_figures_have_their_groups_in_both_languages(english, spanish, given, groups):
    for text in (english, spanish):
        value = parse_typed_figure(text).value
        assert value is not None
        figure = CheckedFigure(value, **given, mixed=MIXED, main_measure=DATA.main_measure)
        found = group_claims(figure, CLAIMS)
        ids = {group: {row.id for row in rows} for group, rows in found.items()}
        for group, wanted in groups.items():
            keys = {f"cl-{key}" for key in wanted.split()}
            assert keys <= set(DATA.claims)
            if group.startswith("-"):
                assert not keys & ids.get(group[1:], set())
            else:
                assert keys <= ids.get(group, set())


@given(st.sampled_from(CASES))
def test_each_claim_is_in_one_group_in_fixed_order(case):
    asked = CheckedFigure(parse_typed_figure(case[0]).value, **case[2], mixed=MIXED)
    found = group_claims(asked, CLAIMS)
    ids = [row.id for rows in found.values() for row in rows]
    assert len(ids) == len(set(ids))
    assert found == group_claims(asked, reversed(CLAIMS))


def test_requested_day_comes_first_in_its_group():
    rows = (claim("a", 300, "2019-02-27"), claim("b", 500, "2019-02-27"),
            claim("c", 301, "2019-02-28"), claim("d", 100, "2019-02-27~"))  # fmt: skip
    asked = CheckedFigure(300, measure="arrivals")
    groups = group_claims(asked, rows)
    assert {group: [claim.id for claim in own] for group, own in groups.items()} == {
        "same": ["cl-a"], "another": ["cl-b"], "otherwise": ["cl-c", "cl-d"],
    }  # fmt: skip
    day = CheckedFigure(290, "at_least", measure="arrivals", day=date(2019, 2, 28))
    assert [claim.id for claim in group_claims(day, rows)["includes"]] == ["cl-c"]
    assert group_claims(day, rows)["otherwise"][0].id == "cl-a"
