"""Which files stand back for which others: their queue, niceness and time to wait."""

import pytest

from components.limits import jobs
from components.ui.reading import LARGE_FILES, SMALL_FILES, budget_for, queue_for

SMALL = [("small.csv", b"date,title\n" * 10)]
LARGE = [("large.csv", b"date,title\n" + b"x" * jobs.MOST_SMALL_UPLOAD_BYTES)]
MANY_ROWS = [("table.csv", b"2019-02-23,A title of the row\n" * 60_000)]


@pytest.mark.parametrize(
    ("files", "queue", "niceness", "wait_seconds"),
    [
        (SMALL, SMALL_FILES, jobs.SMALL_UPLOAD_NICENESS, None),
        (LARGE, LARGE_FILES, jobs.LARGE_UPLOAD_NICENESS, jobs.LARGE_UPLOAD_WAIT_SECONDS),
        (MANY_ROWS, LARGE_FILES, jobs.LARGE_UPLOAD_NICENESS, jobs.LARGE_UPLOAD_WAIT_SECONDS),
        ([*SMALL, *LARGE], LARGE_FILES, jobs.LARGE_UPLOAD_NICENESS, jobs.LARGE_UPLOAD_WAIT_SECONDS),
    ],
    ids=["small", "large", "table", "small with a large one"],
)
def test_large_files_stand_back_for_small_ones(files, queue, niceness, wait_seconds):
    budget = budget_for(files)
    assert queue_for(files) is queue
    assert (budget.niceness, budget.wait_seconds) == (niceness, wait_seconds)


def test_small_file_stands_back_least_and_large_one_most():
    order = [jobs.SMALL_UPLOAD_NICENESS, jobs.WORK_NICENESS, jobs.LARGE_UPLOAD_NICENESS]
    assert order == sorted(set(order))
