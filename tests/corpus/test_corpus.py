"""Every file of the corpus is read within its limits, with a message for each problem."""

import re
import tracemalloc
from collections.abc import Iterator

import pytest

from components.i18n import i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult
from components.loading.story_files import read_files
from components.work.workers import Budget, Workers
from tests.corpus.files import corpus
from tests.corpus.hostile import HEAVY, Case

CASES = corpus()
PLACE = re.compile(r"\{\w+\}")
#: What reading a hostile file may take: a quarter of what a reader's file may.
BUDGET = Budget(seconds=30, megabytes=500)


def check(found: ImportResult) -> None:
    """Something is shown or said, and each sentence in both languages with nothing left to fill."""
    assert found.problems or found.dataset
    for problem in found.problems:
        english, spanish = (
            format_problem(problem, i18n_for(language)).text for language in ("en", "es")
        )
        assert english != spanish
        assert PLACE.findall(english + spanish) in ([], PLACE.findall(2 * str(problem.value)))


def test_corpus_has_300_cases_with_unique_names() -> None:
    assert len(CASES) >= 300
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES)
def test_messy_or_hostile_file_is_read_within_its_memory(case: Case) -> None:
    """What it leads to is kept with the golden outputs."""
    content = case.make()
    tracemalloc.start()
    found = case.read(content)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    check(found)
    # No more than a little over what was sent: nothing is unpacked before it is weighed.
    assert peak < 120_000_000 + 4 * len(content)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers()
    made.start()
    yield made
    made.stop()


@pytest.mark.parametrize("case", [case for case in CASES if case.name in HEAVY])
def test_heavy_file_is_read_within_the_budget_of_a_worker(case: Case, workers: Workers) -> None:
    intake, *_ = workers.run(
        read_files,
        [(case.file, case.make())],
        None,
        budget=BUDGET,
        progress=lambda _step, _done, _all: None,
    )
    check(intake)
