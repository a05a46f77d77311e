"""The rules for tests that `make check` holds."""

import pytest

from tests.support.check_tests import MOST_ASSERTS, list_problems

ASSERT = "    assert True\n"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (f"def test_all():\n{ASSERT * MOST_ASSERTS}", ""),
        (f"def test_all():\n{ASSERT * (MOST_ASSERTS + 1)}", "has 9 asserts; at most 8"),
        (f"async def test_all():\n{ASSERT * (MOST_ASSERTS + 1)}", "has 9 asserts; at most 8"),
        (f"def helper():\n{ASSERT * (MOST_ASSERTS + 1)}", ""),
        ("@for_each('n', [1])\ndef test_all(n):\n    assert n", "is run by for_each"),
        ("@pytest.mark.parametrize('n', [1])\ndef test_all(n):\n    assert n", ""),
    ],
    ids=["eight", "nine", "nine in a coroutine", "nine in a helper", "for_each", "parametrize"],
)
def test_problem_names_the_rule_that_a_test_breaks(code: str, problem: str) -> None:
    problems = list_problems("a.py", code)
    assert len(problems) == bool(problem)
    assert problem in "".join(problems)
