"""The URL: every view comes back from its address, and no address breaks reading or selecting."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.query.filters import Filters, select
from components.query.view import PARAMETERS, Other, read_view, write_view
from tests.support.addresses import DAYS, HOSTILE, SHARES, Address, addresses, failed, written
from tests.support.data import DATA
from tests.support.stories.small import small_dataset

SMALL = replace(small_dataset(), presentation=DATA.presentation)


def lists(written):
    return {k: v if isinstance(v, list) else [v] for k, v in written.items()}


def test_the_other_side_of_a_comparison_keeps_what_it_does_not_name():
    asked = Filters(start=date(2019, 2, 1), regions=("oriente",), text="aid")
    assert Other(region="guajira").of(asked) == replace(asked, regions=("guajira",))
    days = (date(2019, 3, 1), date(2019, 3, 31))
    assert Other(dates=days).of(asked) == replace(asked, start=days[0], end=days[1])


SELECTED: set[object] = set()


def check(address: Address, data=DATA) -> None:
    """An address is read into a view that selects, and whose own address gives the same view."""
    view, notices = read_view(address, data)
    again, more = read_view(lists(write_view(view)), data)
    assert (again, more) == (view, ()), written(address)
    for notice in notices:
        assert notice.parameter in PARAMETERS
        assert notice.value
        assert "\n" not in notice.value
    # What some filters leave is the same each time.
    if view.filters not in SELECTED:
        SELECTED.add(view.filters)
        found = select(data, view.filters)
        assert len(found.events) + found.hidden_events <= found.events_total
        assert found.certain <= {event.id for event in found.events}
        assert len(found.claims) <= found.claims_total


@pytest.mark.parametrize("share", SHARES)
def test_no_address_breaks_reading_selecting_or_writing(share):
    for address in list(addresses(DATA, 10_000))[::share]:
        check(address)


def test_no_address_that_ever_failed_fails_again():
    assert len(failed()) >= 9
    for address in failed():
        check(address)


VALUES = st.one_of(st.text(max_size=60), st.sampled_from(DAYS), st.sampled_from(HOSTILE))


@given(st.dictionaries(st.sampled_from(PARAMETERS) | st.text(max_size=8),
                       st.lists(VALUES, max_size=3), max_size=6))  # fmt: skip
def test_no_text_anybody_thinks_of_breaks_an_address(address):
    check(address, SMALL)


@given(st.dates().map(str) | st.sampled_from(DAYS), st.dates().map(str) | st.sampled_from(DAYS))
def test_any_two_days_leave_what_lies_between_them(start, end):
    check({"from": [start], "to": [end]})
