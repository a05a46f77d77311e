"""What may be said of a question under the filters: no more than the claims that are left show."""

from dataclasses import replace

import pytest

from components.query.claims import contested, relaxed_topic_counts, topic_states
from components.query.filters import Filters, select
from components.story.models import Topic
from tests.support.data import DATA as REAL
from tests.support.stories.small import claim, small_dataset


def topic(key, status):
    text = dict.fromkeys(
        ("question", "question_es", "explanation", "explanation_es", "settle", "settle_es"), key
    )
    return Topic(id=key, status=status, explanation_basis="editors", **text)


def states(*claims, status="differ"):
    data = replace(small_dataset(), topics={"how-many": topic("how-many", status)})
    return topic_states(data, claims)["how-many"]


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
def test_standing(claims, status, standing):
    state = states(*claims, status=status)
    assert state.standing == standing
    assert state.differs == (standing in {"differ", "explained"})


def left(*claims, of):
    """The standing of a question of which filters leave some claims."""
    data = small_dataset()
    every = {one.id: one for one in of}
    data = replace(data, topics={"how-many": topic("how-many", "differ")}, claims=every)
    return topic_states(data, claims)["how-many"].standing


def test_under_filters_claims_differ_only_where_two_of_those_left_contradict():
    later = claim("later", 9, "2019-04-01", topic_id="how-many")
    others = said("others", 9, population="relatives")
    every = (THREE, SEVEN, later, others, words("yes"), words("no"))
    assert left(THREE, SEVEN, later, of=every) == "differ"
    assert left(THREE, later, of=every) == "several"
    assert left(THREE, others, of=every) == "several"
    # Of claims in words only the pairs that are listed are known to contradict.
    assert left(words("yes"), words("no"), of=every) == "several"
    assert left(*every, of=every) == "differ"


def test_claims_in_words_that_are_listed_contradict():
    for pair in REAL.presentation.contrary:
        claims = [REAL.claims[key] for key in pair.claims]
        assert topic_states(REAL, claims)[claims[0].topic_id].standing == "differ"


def test_only_a_claim_with_a_rival_is_contested():
    same, other = said("same", 3), said("away", 9, region_id="guajira")
    state = states(THREE, SEVEN, same, other)
    assert [c.id for c in (THREE, SEVEN, same, other) if contested(c, state)] == [
        "cl-three",
        "cl-seven",
        "cl-same",
    ]
    assert not contested(THREE, states(THREE))
    assert not contested(THREE, states(THREE, SEVEN, status="agree"))


def test_a_topic_that_agrees_has_no_two_unlike_exact_figures():
    for state in topic_states(REAL, REAL.claims.values()).values():
        if state.standing == "agree":
            exact = [c for c in state.claims if c.qualifier == "exact"]
            figures = {(c.region_id, c.as_of, c.value_low) for c in exact}
            assert len(figures) == len({(c.region_id, c.as_of) for c in exact}), state.topic.id


def test_the_filter_to_loosen_is_named_with_what_it_would_give():
    filters = Filters(sources=("vice",), excluded_voices=("press",))
    assert not select(REAL, filters).claims
    found = dict(relaxed_topic_counts(REAL, filters))
    assert set(found) == {"sources", "voices"}
    assert found["voices"]["how-many-hotels"] == 1
    # Caracas Chronicles carries the words of Human Rights Watch, which is not the press.
    assert found["sources"]["how-many-hotels"] == 1


def test_thousands_of_claims_of_one_question_are_compared():
    many = [said(f"n{n}", 3) for n in range(4000)]
    state = states(*many)
    assert state.standing == "agree"
    state = states(*many, SEVEN)
    assert state.standing == "differ"
    assert all(contested(c, state) for c in state.claims)
