"""Each file of the corpus has the outcome it must have; heavy ones in a process with limits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from components.export.tasks import read_upload
from components.i18n import i18n_for
from components.i18n.intake import say
from components.intake import ImportResult, read_story
from components.work.workers import Budget, Workers
from tests.corpus.files import Case, corpus
from tests.support.cases import for_each

CASES = corpus()
#: What reading a hostile file may take: a quarter of what a reader's file may.
BUDGET = Budget(seconds=30, megabytes=500)


def check(found: ImportResult, case: Case) -> None:
    """The rows add up as foretold, and every code is said in both languages."""
    rows = (found.accepted, len(found.undated), found.refused)
    assert rows == (case.shown, case.undated, case.refused)
    assert {problem.code for problem in found.problems} == case.codes
    assert len(found.dataset.events if found.dataset else ()) == case.shown
    for problem in found.problems:
        english, spanish = (say(problem, i18n_for(language)).text for language in ("en", "es"))
        assert english != spanish


def test_there_are_enough_of_them_and_each_has_a_name_of_its_own() -> None:
    assert len(CASES) >= 120
    assert len({case.name for case in CASES}) == len(CASES)


@for_each("case", [c for c in CASES if not c.heavy])
def test_a_messy_or_hostile_file_has_its_outcome(case: Case) -> None:
    check(read_story(case.make(), case.file), case)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers()
    made.start()
    yield made
    made.stop()


@pytest.mark.parametrize("case", [c for c in CASES if c.heavy], ids=lambda c: c.name)
def test_a_file_made_to_be_heavy_ends_within_its_budget(case: Case, workers: Workers) -> None:
    found = workers.run(
        read_upload,
        [(case.file, case.make())],
        None,
        budget=BUDGET,
        progress=lambda _done, _all: None,
    )
    check(found.intake, case)
