"""The URL: every view comes back from its address, and no address breaks the app."""

from dataclasses import fields, replace
from datetime import date

from components.query.filters import Filters
from components.query.view import MAX_TEXT, TABLE, Other, View, read_view, write_view
from tests.support.cases import for_each
from tests.support.data import DATA as WHOLE
from tests.support.stories.small import small_dataset

DATA = replace(small_dataset(), presentation=WHOLE.presentation)


def lists(written):
    return {k: v if isinstance(v, list) else [v] for k, v in written.items()}


def test_the_default_view_has_an_empty_address():
    assert write_view(View()) == {}
    assert read_view({}, DATA) == (View(), ())


def test_every_field_of_a_view_has_one_parameter():
    held = [f.name for f in fields(View) if f.name != "filters"]
    held += [f"filters.{f.name}" for f in fields(Filters)]
    assert sorted(one.field for one in TABLE) == sorted(held)


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
    view, notices = read_view(params, DATA)
    assert [(n.parameter, n.reason) for n in notices] == [(parameter, reason)]
    assert says in notices[0].allowed
    assert len(notices[0].value) <= 41
    assert len(view.filters.text) <= MAX_TEXT


def test_a_parameter_of_an_earlier_version_is_said_to_change_nothing():
    view, notices = read_view({"day": ["2019-03-01"], "by": ["published"]}, DATA)
    assert [(n.parameter, n.value, n.reason) for n in notices] == [("by", "published", "retired")]
    assert write_view(view) == {"day": "2019-03-01"}
    assert read_view({"by": ["happened"]}, DATA)[1] == ()


def test_the_good_values_beside_a_bad_one_still_count():
    params = {"region": ["oriente", "atlantis"], "q": ["aid"], "event": ["ev-aid"]}
    view, notices = read_view(params, DATA)
    assert view.filters.regions == ("oriente",)
    assert (view.filters.text, view.event, len(notices)) == ("aid", "ev-aid", 1)


def test_reversed_dates_are_swapped_and_said():
    view, notices = read_view({"from": ["2019-03-01"], "to": ["2019-02-01"]}, DATA)
    assert (view.filters.start, view.filters.end) == (date(2019, 2, 1), date(2019, 3, 1))
    assert [n.reason for n in notices] == ["reversed"]


def test_dates_compared_are_put_in_order_and_brought_near():
    view, notices = read_view({"compare": ["2019-03-31/2019-03-01"]}, DATA)
    assert view.compare == Other(dates=(date(2019, 3, 1), date(2019, 3, 31)))
    assert [n.reason for n in notices] == ["reversed"]
    view, notices = read_view({"compare": ["0044-03-15/2019-03-01"]}, DATA)
    assert [n.reason for n in notices] == ["beyond"]
    assert read_view(lists(write_view(view)), DATA) == (view, ())


def test_the_other_side_of_a_comparison_keeps_what_it_does_not_name():
    asked = Filters(start=date(2019, 2, 1), regions=("oriente",), text="aid")
    assert Other(region="guajira").of(asked) == replace(asked, regions=("guajira",))
    days = (date(2019, 3, 1), date(2019, 3, 31))
    assert Other(dates=days).of(asked) == replace(asked, start=days[0], end=days[1])


def test_names_the_project_does_not_use_are_left_alone():
    assert read_view({"utm_source": ["mail"], "fbclid": ["x"]}, DATA) == (View(), ())
