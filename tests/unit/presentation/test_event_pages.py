"""A long list of events goes by pages, and each says which part of the whole it is."""

import pytest

from components.presentation import records
from components.presentation.records import build_event_list
from components.query.filters import Filters
from tests.support.stories.small_views import build_context, dated_dataset


def list_page(count, page=1, **options):
    days = [f"2019-{1 + number // 28:02}-{1 + number % 28:02}" for number in range(count)]
    return build_event_list(build_context(dated_dataset(*days), page=page, **options))


@pytest.mark.parametrize(
    ("count", "pages", "rows"),
    [(0, 1, 0), (60, 1, 60), (61, 2, 50), (100, 2, 50), (101, 3, 50)],
)
def test_up_to_sixty_events_are_one_page_and_more_go_by_fifty(count, pages, rows):
    found = list_page(count)
    assert (found["pages"], len(found["rows"])) == (pages, rows)


def test_a_page_beyond_the_last_is_the_last():
    found = list_page(61, page=9)
    assert (found["page"], len(found["rows"])) == (2, 11)
    assert found["words"] == "51–61 of 61 events"


def test_no_more_pages_can_be_turned_to_than_are_worth_it(monkeypatch):
    monkeypatch.setattr(records, "MOST_PAGES", 2)
    found = list_page(101, page=3)
    assert (found["pages"], found["page"]) == (2, 2)
    assert found["words"] == (
        "51–100 of 101 events (the first 100 can be turned to; choose days to see others)"
    )


def test_an_event_that_only_may_fall_in_the_days_is_tagged():
    dataset = dated_dataset("2019-02-01", "2019-02~")
    first, last = dataset.span
    found = build_event_list(build_context(dataset, filters=Filters(start=first, end=last)))
    assert [row["tag"] for row in found["rows"]] == ["", "possibly in these dates"]
