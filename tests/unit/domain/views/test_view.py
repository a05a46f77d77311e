"""The URL: every view comes back from its address, and no address breaks reading or selecting."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.query.filters import Filters, select
from components.query.view import MAX_TEXT, PARAMETERS, Other, View, read_view, write_view
from tests.support.addresses import DAYS, HOSTILE, SHARES, Address, addresses, failed, written
from tests.support.cases import for_each
from tests.support.data import DATA
from tests.support.stories.small import small_dataset

SMALL = replace(small_dataset(), presentation=DATA.presentation)


def lists(written):
    return {k: v if isinstance(v, list) else [v] for k, v in written.items()}


def test_the_default_view_has_an_empty_address():
    assert write_view(View()) == {}
    assert read_view({}, SMALL) == (View(), ())


@for_each(
    "params, parameter, reason, says",
    [
        ({"from": ["yesterday"]}, "from", "date", "2019-02-23"),
        ({"to": ["2019-02-30"]}, "to", "date", "2019-02-23"),
        ({"from": ["20190223"]}, "from", "date", "2019-02-23"),
        ({"region": ["norte"]}, "region", "unknown", "oriente"),
        ({"category": ["war"]}, "category", "unknown", "armed-forces"),
        ({"source": ["nobody"]}, "source", "unknown", "doc-a"),
        ({"event": ["ev-nothing"]}, "event", "unknown", "ev-aid"),
        ({"lang": ["fr"]}, "lang", "unknown", "es"),
        ({"tier": ["secret"]}, "tier", "unknown", "document"),
        ({"counts": ["now"]}, "counts", "unknown", "change"),
        ({"compare": ["guajira"]}, "compare", "unknown", "region:guajira"),
        ({"compare": ["region:norte"]}, "compare", "unknown", "region:oriente"),
        ({"compare": ["2019-03-01/May"]}, "compare", "date", "2019-03-01/2019-03-31"),
        ({"q": ["x" * 5000]}, "q", "too_long", str(MAX_TEXT)),
        ({"region": ["<script>alert(1)</script>"]}, "region", "unknown", "guajira"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_with_what_is_allowed(params, parameter, reason, says):
    view, notices = read_view(params, SMALL)
    assert [(n.parameter, n.reason) for n in notices] == [(parameter, reason)]
    assert says in notices[0].allowed
    assert len(notices[0].value) <= 41
    assert len(view.filters.text) <= MAX_TEXT


def test_a_parameter_of_an_earlier_version_is_said_to_change_nothing():
    view, notices = read_view({"day": ["2019-03-01"], "by": ["published"]}, SMALL)
    assert [(n.parameter, n.value, n.reason) for n in notices] == [("by", "published", "retired")]
    assert write_view(view) == {"day": "2019-03-01"}
    assert read_view({"by": ["happened"]}, SMALL)[1] == ()


def test_the_good_values_beside_a_bad_one_still_count():
    params = {"region": ["oriente", "atlantis"], "q": ["aid"], "event": ["ev-aid"]}
    view, notices = read_view(params, SMALL)
    assert view.filters.regions == ("oriente",)
    assert (view.filters.text, view.event, len(notices)) == ("aid", "ev-aid", 1)


def test_dates_compared_are_put_in_order_and_brought_near():
    view, notices = read_view({"compare": ["2019-03-31/2019-03-01"]}, SMALL)
    assert view.compare == Other(dates=(date(2019, 3, 1), date(2019, 3, 31)))
    assert [n.reason for n in notices] == ["reversed"]
    view, notices = read_view({"compare": ["0044-03-15/2019-03-01"]}, SMALL)
    assert [n.reason for n in notices] == ["beyond"]
    assert read_view(lists(write_view(view)), SMALL) == (view, ())


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
