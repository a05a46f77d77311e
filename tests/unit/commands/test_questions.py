"""Questions that differ hold claims that cannot both be so."""

from dataclasses import replace

import pytest

from components.commands.keep_version import question_problems
from components.intake.package import DEFAULT_DATA, load_dataset
from components.query.claims import exclude

DATA = load_dataset(DEFAULT_DATA)
CLAIM = DATA.claims["cl-bridge-50"]


@pytest.mark.parametrize(
    ("other", "apart"),
    [
        ({"value_low": 14, "value_high": 14}, True),
        ({"value_low": 50, "value_high": 50, "qualifier": "exact"}, False),
        ({"value_low": None, "value_high": 10, "qualifier": "up_to"}, True),
        ({"value_low": 40, "value_high": None, "qualifier": "more_than"}, False),
        ({"value_low": 14, "value_high": 14, "as_of": "2019-05-09"}, False),
        ({"value_low": 14, "value_high": 14, "population": "relatives"}, False),
        ({"value_low": 14, "value_high": 14, "measure": "arrivals"}, False),
    ],
)
def test_numbers_that_exclude_one_another(other: dict[str, object], apart: bool) -> None:
    assert exclude(CLAIM, CLAIM.model_copy(update=other)) == apart


def test_what_is_wrong_is_said() -> None:
    first, *others = DATA.presentation.contrary
    topic = DATA.topics[DATA.claims[first.claims[0]].topic_id]

    def naming(*pairs):
        return replace(DATA, presentation=DATA.presentation.model_copy(update={"contrary": pairs}))

    assert list(question_problems(DATA)) == []
    (gone,) = question_problems(naming(*others))
    assert gone.startswith(f"topics.csv, {topic.id}: no two claims exclude")
    agreed = topic.model_copy(update={"status": "agree"})
    (idle,) = question_problems(replace(DATA, topics=DATA.topics | {agreed.id: agreed}))
    assert "is not said to differ" in idle
    apart = first.model_copy(update={"claims": (first.claims[0], "cl-bridge-14")})
    (wrong,) = question_problems(naming(first, apart, *others))
    assert "answer no question together" in wrong
