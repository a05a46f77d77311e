"""The answers to a question in one line."""

from dataclasses import replace

import pytest

from components.page.disagreements_page import question_answer
from components.query.claims import TopicState, list_topic_states
from components.story.models import Claim, Topic
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import build_context

DATA = small_dataset()
CONTEXT = build_context(DATA)


def state_of(*claims: Claim) -> TopicState:
    texts = ("question", "question_es", "explanation", "explanation_es", "settle", "settle_es")
    topic = Topic(
        id="how-many", status="differ", explanation_basis="editors", **dict.fromkeys(texts, "text")
    )
    by_id = {each.id: each for each in claims}
    data = replace(DATA, topics={topic.id: topic}, claims=by_id)
    return list_topic_states(data, claims)[topic.id]


def figure(key: str, low: float | None, high: float | None, qualifier: str, **extra) -> Claim:
    values = {"value_low": low, "value_high": high, "qualifier": qualifier}
    return claim(key, 0, "2019-02-27", topic_id="how-many", **values, **extra)


def words(key: str) -> Claim:
    nothing = dict.fromkeys(("value_low", "value_high", "qualifier", "unit"))
    return claim(key, 0, "2019-02-27", topic_id="how-many", **nothing)


EXACT_116 = figure("b", 116, 116, "exact")
MORE_THAN_100 = figure("a", 100, None, "more_than")


@pytest.mark.parametrize(
    ("claims", "answer"),
    [
        ([MORE_THAN_100, EXACT_116], "more than 100 – 116"),
        ([figure("c", 90, 110, "range"), EXACT_116], "90 – 116"),
        ([figure("c", 90, 120, "range"), EXACT_116], "2 answers"),
        ([EXACT_116, words("e"), words("f")], "3 answers"),
        ([words("e")], "Statement e"),
    ],
    ids=[
        "span",
        "outer number of a range",
        "one range around all",
        "mostly words",
        "one in words",
    ],
)
def test_answers_are_a_span_of_figures_or_counted(claims, answer) -> None:
    assert question_answer(state_of(*claims), CONTEXT.facts, CONTEXT.i18n) == answer


def test_plainest_of_equal_figures_is_the_answer() -> None:
    state = replace(state_of(figure("d", 116, 116, "about"), EXACT_116), standing="agree")

    assert question_answer(state, CONTEXT.facts, CONTEXT.i18n) == "116"
