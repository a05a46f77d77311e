"""Events counted by kind and bin of time."""

from datetime import date

import pytest

from components.limits import MOST_BINS
from components.story.bins import bin_events, choose_step
from components.story.edtf import days_after, parse_edtf

FIRST = date(2019, 2, 1)
LAST = date(2019, 2, 28)


def count_dates(*texts: str, window=(FIRST, LAST)):
    return bin_events(["a"] * len(texts), [parse_edtf(text) for text in texts], window)


@pytest.mark.parametrize(
    ("days", "step"),
    [
        (MOST_BINS, "day"),
        (MOST_BINS + 1, "week"),
        (7 * MOST_BINS + 1, "month"),
        (365 * 30, "quarter"),
        (365 * 100, "year"),
        (365 * 1000, "decade"),
    ],
)
def test_the_finest_step_is_used_of_which_a_window_has_few_enough(days, step):
    assert choose_step((FIRST, days_after(FIRST, days - 1))) == step


def test_events_are_counted_by_kind():
    dates = [parse_edtf("2019-02-03")] * 3
    binned = bin_events(["a", "b", "a"], dates, (FIRST, LAST))
    assert [(each.category, each.count) for each in binned.bins] == [("a", 2), ("b", 1)]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        pytest.param("2019-02-03", date(2019, 2, 3), id="a day"),
        pytest.param("2019-02-03/2019-02-20", date(2019, 2, 3), id="its first day"),
        pytest.param("2018-12-01/2019-02-20", FIRST, id="begun before the window"),
        pytest.param("2019-02", FIRST, id="some day of a month"),
    ],
)
def test_an_event_is_counted_once_at_its_first_day_in_the_window(text, start):
    (only,) = count_dates(text).bins
    assert (only.start, only.count) == (start, 1)


@pytest.mark.parametrize("text", ["2019-01-31", "2019-03-01", "2017", "2019-03-01/2019-04-01"])
def test_an_event_that_cannot_be_in_the_window_is_not_counted(text):
    assert count_dates(text).bins == ()


@pytest.mark.parametrize(
    ("text", "imprecise"),
    [("2019-02-03", 0), ("2019-02-03/2019-02-04", 1), ("2019-02", 1)],
    ids=["a day", "two days", "a month"],
)
def test_dates_wider_than_their_bin_are_told_apart(text, imprecise):
    """The legend says how many: their bar shows a day that no source names."""
    assert count_dates(text).imprecise == imprecise


def test_a_bin_has_all_days_of_its_step_and_the_largest_is_known():
    window = (FIRST, days_after(FIRST, MOST_BINS))
    binned = count_dates("2019-02-06", "2019-02-05", "2019-02-13", window=window)
    assert binned.step == "week"
    assert [(each.start, each.end) for each in binned.bins] == [
        (date(2019, 2, 4), date(2019, 2, 10)),
        (date(2019, 2, 11), date(2019, 2, 17)),
    ]
    assert (binned.most, binned.total) == (2, 3)
