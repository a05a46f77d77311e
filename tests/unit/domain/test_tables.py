"""The tables: their columns, search and order."""

from __future__ import annotations

from datetime import date

import pytest

from components.intake.package import DEFAULT_DATA, load_dataset
from components.query.filters import Filters
from components.query.tables import ADDED, SPECS, subset, table_of
from components.story.package_files import TABLES
from tests.support.stories.small import small_dataset
from tests.support.views import plain_words

DATA = load_dataset(DEFAULT_DATA)
SMALL = subset(small_dataset(), Filters())


def table(name, part=SMALL, **chosen):
    return table_of(part, name, plain_words, **chosen)


def ids(found):
    return [record.id for record in found.records]


@pytest.mark.parametrize("name", [n for n in SPECS if n != "sources"])
def test_a_table_has_every_stored_column_first_and_in_order(name):
    stored = tuple(TABLES[f"{name}.csv"].model_fields)
    assert SPECS[name].names[: len(stored)] == stored
    assert all(column.added for column in SPECS[name].columns[len(stored) :])


@pytest.mark.parametrize("name", SPECS)
def test_the_columns_shown_first_are_columns_and_those_worked_out_have_a_name(name):
    spec = SPECS[name]
    assert set(spec.first) <= set(spec.names)
    assert len(set(spec.names)) == len(spec.names)
    assert {column.name for column in spec.columns if column.added} <= set(ADDED)


def test_events_come_in_order_of_date():
    assert ids(table("events")) == ["ev-rising", "ev-aid", "ev-count", "ev-march"]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("value_low", ["cl-north-before", "cl-north", "cl-total"]),
        ("-value_low", ["cl-total", "cl-north", "cl-north-before"]),
        ("region_id", ["cl-north", "cl-north-before", "cl-total"]),
        ("-region_id", ["cl-north", "cl-north-before", "cl-total"]),
        ("as_of", ["cl-north-before", "cl-north", "cl-total"]),
    ],
)
def test_rows_are_in_order_of_a_column_and_empty_cells_last(sort, order):
    assert ids(table("claims", sort=sort)) == order


def test_numbers_are_in_order_of_size_and_not_of_their_letters():
    lines = table("claims", subset(DATA, Filters()), sort="value_low").lines(("value_low",))
    values = [line["value_low"] for line in lines if line["value_low"] is not None]
    assert values == sorted(values)
    assert values.index(23) < values.index(415) < values.index(1000)


@pytest.mark.parametrize(
    ("find", "found"),
    [
        ("", 4),
        ("CUCUTA", 2),
        ("cúcuta aid", 1),
        ("wire", 2),
        ("2019-04", 1),
        ("nothing at all", 0),
        ("  ", 4),
    ],
)
def test_a_search_finds_rows_with_all_words_in_any_column(find, found):
    assert len(table("events", find=find).records) == found


def test_the_total_is_of_the_whole_data_set():
    part = subset(DATA, Filters(regions=("guajira",)))
    assert table("claims", part).total == len(DATA.claims)
    assert len(table("claims", part).records) == len(part.dataset.claims)


def test_days_are_the_bounds_of_a_date():
    lines = {line["id"]: line for line in table("events").lines()}
    assert lines["ev-aid"]["first_day"] == date(2019, 2, 22)
    assert lines["ev-aid"]["last_day"] == date(2019, 2, 23)
    assert lines["ev-march"]["last_day"] == date(2019, 4, 30)


def test_a_place_brings_its_coordinates_and_a_longitude_stays_negative():
    lines = {line["id"]: line for line in table("events").lines()}
    assert (lines["ev-aid"]["lat"], lines["ev-aid"]["lon"]) == (1.0, -72.0)
    assert lines["ev-count"]["lon"] is None


def test_a_region_has_the_count_of_the_latest_day_and_that_before_it():
    lines = {line["id"]: line for line in table("regions").lines()}
    oriente = lines["oriente"]
    assert (oriente["count"], oriente["count_as_of"]) == (415.0, "2019-02-27")
    assert (oriente["count_before"], oriente["count_claim"]) == (328.0, "cl-north")
    assert lines["guajira"]["count"] is None, "not reported is not 0"


def test_the_citations_of_a_row_are_those_in_use():
    part = subset(small_dataset(), Filters(documents_only=True))
    lines = {line["id"]: line for line in table("events", part).lines()}
    assert lines["ev-rising"]["citations"] == ("doc-a:3",)
    assert {line["id"]: line for line in table("events").lines()}["ev-rising"]["citations"] == (
        "doc-a:3",
        "wire",
    )


def test_lines_can_be_a_page_and_some_columns():
    lines = table("events").lines(("title", "date"), 1, 3)
    assert [tuple(line) for line in lines] == [("title", "date")] * 2
    assert lines[0]["title"] == "Title aid"


def test_a_voice_is_found_by_its_name_in_both_languages_and_a_claimant_by_its_id():
    part = subset(DATA, Filters())
    state = {
        claim.id
        for claim in DATA.claims.values()
        if DATA.claimants[claim.claimant_id].voice == "colombian-state"
    }
    for words in ("Colombian state", "Estado colombiano"):
        found = table("claims", part, find=words)
        assert state <= {claim.id for claim in found.records}
        names = table("sources", part, find=words).lines(("voice", "voice_name", "voice_name_es"))
        assert ("colombian-state", "Colombian state", "Estado colombiano") in {
            tuple(line.values()) for line in names
        }
    own = table("claims", part, claimant="migracion-colombia").records
    assert {claim.claimant_id for claim in own} == {"migracion-colombia"}
    said = [c for c in DATA.claims.values() if c.claimant_id == "migracion-colombia"]
    assert len(own) == len(said)
