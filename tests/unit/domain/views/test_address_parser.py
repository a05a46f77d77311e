"""Parameters of an address: their values, and notices on invalid ones."""

from dataclasses import fields
from datetime import date

import pytest

from components.export.column_specs import DERIVED_COLUMNS, DERIVED_READERS, TABLE_SPECS
from components.query.address_parser import SHOWN_CHARACTERS, Notice, shorten_value
from components.query.filters import FIELDS_BY_FILTER, ComparedView, Filters
from components.query.table_schema import DERIVED_COLUMN_NAMES, TABLE_NAMES, list_column_names
from components.query.view import PARAMETER_TABLE, PARAMETERS_BY_FILTER, View, read_view
from tests.support.data import DATA


def test_each_parameter_sets_one_field_and_has_its_default():
    # A parameter at its default is left out of the address, so both must be the same.
    set_fields = [parameter.field for parameter in PARAMETER_TABLE]
    owned_fields = [each.name for each in (*fields(View), *fields(Filters))]
    owned_fields.remove("filters")
    assert sorted(set_fields) == sorted(owned_fields)
    for parameter in PARAMETER_TABLE:
        owner = Filters() if parameter.filter_name else View()
        assert getattr(owner, parameter.field) == parameter.default


def test_each_filter_has_the_fields_of_its_parameters():
    for filter_name, parameter_names in PARAMETERS_BY_FILTER.items():
        set_fields = [each.field for each in PARAMETER_TABLE if each.name in parameter_names]
        assert tuple(set_fields) == FIELDS_BY_FILTER[filter_name]


@pytest.mark.parametrize("table", TABLE_NAMES)
def test_each_column_that_an_address_may_name_can_be_read(table):
    assert tuple(TABLE_SPECS[table].columns) == list_column_names(table)
    assert tuple(DERIVED_READERS[table]) == DERIVED_COLUMN_NAMES[table]
    assert set(DERIVED_COLUMN_NAMES[table]) <= DERIVED_COLUMNS.keys()
    assert set(TABLE_SPECS[table].first) <= TABLE_SPECS[table].columns.keys()


@pytest.mark.parametrize(
    ("params", "notices"),
    [
        pytest.param({"page": ["0"]}, [Notice("page", "0", "number", ("1",))], id="page 0"),
        pytest.param({"page": ["+2"]}, [Notice("page", "+2", "number", ("1",))], id="signed page"),
        pytest.param({"step": ["99"]}, [Notice("step", "99", "step", ("1–14",))], id="step"),
        pytest.param(
            {"look": ["200,0,5"]},
            [Notice("look", "200,0,5", "look", ("-72.5,7.9,9",))],
            id="beyond the world",
        ),
        pytest.param(
            {"from": ["23/02/2019"]},
            [Notice("from", "23/02/2019", "date", ("2019-02-23",))],
            id="date in another form",
        ),
        pytest.param(
            {"counts": ["latest", "change"]},
            [Notice("counts", "latest", "repeated", ("change",))],
            id="repeated",
        ),
        pytest.param({"by": ["published"]}, [Notice("by", "published", "retired")], id="retired"),
        pytest.param({"possible": ["in"], "extent": ["country"]}, [], id="defaults"),
    ],
)
def test_a_value_that_cannot_be_used_is_noted_with_what_may_be_written(params, notices):
    assert read_view(params, DATA, steps=14)[1] == tuple(notices)


def test_of_many_unknown_values_ten_are_named_and_the_rest_counted():
    _, notices = read_view({"region": [f"r{number}" for number in range(25)]}, DATA)
    assert [notice.reason for notice in notices] == ["unknown"] * 10 + ["more"]
    assert notices[-1].value == "15"


def test_an_end_before_the_start_changes_places_with_it():
    params = {"from": ["2019-03-01"], "to": ["2019-02-01"]}
    view, notices = read_view(params, DATA)
    assert (view.filters.start, view.filters.end) == (date(2019, 2, 1), date(2019, 3, 1))
    assert notices == (Notice("from", "2019-03-01 > 2019-02-01", "reversed"),)


def test_a_played_day_is_within_the_days_of_the_filters():
    params = {"from": ["2019-02-10"], "to": ["2019-02-20"]}
    early_view, early_notices = read_view(params | {"day": ["2019-02-01"]}, DATA)
    late_view, late_notices = read_view(params | {"day": ["2019-03-01"]}, DATA)
    assert (early_view.day, late_view.day) == (date(2019, 2, 10), date(2019, 2, 20))
    assert early_notices == (Notice("day", "2019-02-01", "nearest", ("2019-02-10",)),)
    assert late_notices == (Notice("day", "2019-03-01", "nearest", ("2019-02-20",)),)


def test_a_played_day_within_the_days_of_the_filters_needs_no_notice():
    _, notices = read_view({"from": ["2019-02-10"], "day": ["2019-02-10"]}, DATA)
    assert notices == ()


@pytest.mark.parametrize(
    ("text", "compared_view"),
    [
        ("region:guajira", ComparedView(region="guajira")),
        ("2019-03-31/2019-03-01", ComparedView(dates=(date(2019, 3, 1), date(2019, 3, 31)))),
        ("region:nowhere", None),
    ],
    ids=["region", "days in either order", "unknown region"],
)
def test_a_view_is_compared_with_a_region_or_with_two_days(text, compared_view):
    assert read_view({"compare": [text]}, DATA)[0].compare == compared_view


@pytest.mark.parametrize("column", ["voice", "-value_low"])
def test_an_order_is_a_column_of_the_table_in_the_address(column):
    assert read_view({"table": ["claims"], "sort": [column]}, DATA)[0].sort == column
    assert read_view({"table": ["places"], "sort": [column]}, DATA)[0].sort == ""


def test_values_keep_the_order_in_which_they_are_listed():
    first, second = list(DATA.regions)[:2]
    assert read_view({"region": [second, first]}, DATA)[0].filters.regions == (first, second)


def test_a_value_in_a_message_is_short_and_on_one_line():
    assert shorten_value("a\r\n b") == "a b"
    assert shorten_value("x" * 60) == "x" * SHOWN_CHARACTERS + "…"
