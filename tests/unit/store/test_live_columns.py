"""Columns of a table that is asked live: days, numbers, degrees and texts as expressions."""

from datetime import date

import ibis
import pyarrow as pa
import pytest

from components.intake.sheet_models import ColumnMap
from components.query.engine_errors import StoreError
from components.query.table_columns import (
    FINEST_ZOOM,
    MappedColumns,
    date_expressions,
    fold_expression,
    select_event_rows,
)


@pytest.fixture(scope="module")
def engine():
    connection = ibis.duckdb.connect()
    yield connection
    connection.disconnect()


def map_columns(engine, rows, **columns):
    engine.con.register("rows", pa.table(rows))
    table = engine.table("rows")
    names = {field: (name,) for field, name in columns.items()}
    return MappedColumns(table, ColumnMap(name="rows", columns=names))


def fetch(engine, query):
    return engine.to_pyarrow(query).to_pylist()


def read_days(engine, *texts):
    rows = {"when": list(texts), "what": list(texts)}
    mapped, days = date_expressions(map_columns(engine, rows, date="when", title="what"))
    query = mapped.raw.select(text=mapped.field_text("title"), **days)
    found = {row["text"]: row for row in fetch(engine, query)}
    return [found[text] for text in texts]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2019-02-23", "2019-02-23", "2019-02-23"),
        ("2019-01", "2019-01-01", "2019-01-31"),
        ("2019-02", "2019-02-01", "2019-02-28"),
        ("2020-02", "2020-02-01", "2020-02-29"),
        ("1900-02", "1900-02-01", "1900-02-28"),
        ("2000-02", "2000-02-01", "2000-02-29"),
        ("2019-06", "2019-06-01", "2019-06-30"),
        ("2019-07", "2019-07-01", "2019-07-31"),
        ("2019-08", "2019-08-01", "2019-08-31"),
        ("2019-09", "2019-09-01", "2019-09-30"),
        ("2019-12", "2019-12-01", "2019-12-31"),
        ("2019", "2019-01-01", "2019-12-31"),
        ("2019-02/2019-03-05", "2019-02-01", "2019-03-05"),
        ("2019-02-23/..", "2019-02-23", str(date.max)),
        ("2019-04~", "2019-04-01", "2019-04-30"),
        ("[2019-03-03..2019-03-08]", "2019-03-03", "2019-03-08"),
        ("[2019-03..2019-05]", "2019-03-01", "2019-05-31"),
        ("2019-02-23T18:07", "2019-02-23", "2019-02-23"),
    ],
)
def test_a_date_has_the_first_and_the_last_day_that_it_may_mean(engine, text, first, last):
    (row,) = read_days(engine, text)
    assert (str(row["first"]), str(row["last"])) == (first, last)


@pytest.mark.parametrize("text", ["2019-02-30", "2019-13", "2019-04-31", "soon", "0000-01-01"])
def test_what_is_no_day_has_none(engine, text):
    (row,) = read_days(engine, text)
    assert None in (row["first"], row["last"])


def test_a_doubtful_date_is_not_sure_and_months_are_counted_from_the_year_0(engine):
    rows = read_days(engine, "2019-04", "2019-04~", "2019-04?")
    assert [row["sure"] for row in rows] == [True, False, False]
    assert rows[0]["first_month"] == rows[0]["last_month"] == 2019 * 12 + 3


def test_columns_of_days_need_no_parsing(engine):
    days = [date(2019, 2, 23), date(2019, 2, 24)]
    rows = {"when": days, "until": [None, date(2019, 2, 26)], "what": ["a", "b"]}
    mapped, found = date_expressions(
        map_columns(engine, rows, date="when", end="until", title="what")
    )
    texts = [row["edtf"] for row in fetch(engine, mapped.raw.select(edtf=found["edtf"]))]
    assert sorted(texts) == ["2019-02-23", "2019-02-24/2019-02-26"]


def test_a_date_in_parts_needs_a_table_that_is_prepared(engine):
    mapped = map_columns(engine, {"y": ["2019"], "what": ["a"]}, year="y", title="what")
    with pytest.raises(StoreError, match="needs a table that is prepared"):
        date_expressions(mapped)


def test_a_table_without_dates_and_titles_names_its_columns(engine):
    with pytest.raises(StoreError, match="No column of dates and of titles is known among: y"):
        map_columns(engine, {"y": ["2019"]}, year="y")


@pytest.mark.parametrize(
    ("text", "degrees"),
    [("7.89", 7.89), ("7,89", 7.89), ("-72.5", -72.5), ("91", None), ("7°53'", None), ("", None)],
)
def test_degrees_are_numbers_within_the_globe(engine, text, degrees):
    rows = {"when": ["2019"], "what": ["a"], "lat": [text]}
    mapped = map_columns(engine, rows, date="when", title="what", lat="lat")
    (row,) = fetch(engine, mapped.raw.select(lat=mapped.parse_number("lat")))
    assert row["lat"] == degrees


def test_a_cell_with_both_coordinates_has_the_latitude_first(engine):
    rows = {"when": ["2019"], "what": ["a"], "where": ["7.89, -72.5"]}
    mapped = map_columns(engine, rows, date="when", title="what", coordinates="where")
    columns = {name: mapped.parse_number(name) for name in ("lat", "lon")}
    assert fetch(engine, mapped.raw.select(**columns)) == [{"lat": 7.89, "lon": -72.5}]


@pytest.mark.parametrize(
    ("cell", "number"),
    [("12", 12), ("2.5", 2.5), ("7,25", 7.25), ("1,400", None), ("-99", None), ("1e3", None)],
)
def test_a_number_that_a_row_counts_is_digits_with_two_decimals_at_most(engine, cell, number):
    rows = {"when": ["2019-02-23"], "what": ["a"], "dead": [cell]}
    mapped = map_columns(engine, rows, date="when", title="what", number="dead")
    dated = date_expressions(mapped)
    (row,) = fetch(engine, select_event_rows(dated.mapped, dated.days, {}))
    assert row["number"] == number


def select_rows(engine, rows, **columns):
    dated = date_expressions(map_columns(engine, rows, **columns))
    return fetch(engine, select_event_rows(dated.mapped, dated.days, {"region": True}))


def test_rows_without_a_title_or_that_end_before_they_start_are_no_events(engine):
    rows = {
        "when": ["2019-02-23", "2019-02-24", "2019-02-25"],
        "until": ["2019-02-23", "2019-02-20", "2019-02-25"],
        "what": ["a", "b", " "],
    }
    found = select_rows(engine, rows, date="when", end="until", title="what")
    assert [row["title"] for row in found] == ["a"]


def test_a_list_has_a_semicolon_around_each_value(engine):
    rows = {"when": ["2019"], "what": ["a"], "where": ["Norte ;  Arauca"]}
    (row,) = select_rows(engine, rows, date="when", title="what", region="where")
    assert row["region"] == ";Norte;Arauca;"


def test_a_country_is_the_region_of_a_table_without_another(engine):
    rows = {"when": ["2019"], "what": ["a"], "land": ["CO"]}
    (row,) = select_rows(engine, rows, date="when", title="what", country="land")
    assert row["region"] == ";CO;"


@pytest.mark.parametrize(
    ("lat", "lon", "tile"),
    [
        (0.0, 0.0, (2**FINEST_ZOOM // 2, 2**FINEST_ZOOM // 2)),
        (89.0, -180.0, (0, 0)),
        (-89.0, 180.0, (2**FINEST_ZOOM - 1, 2**FINEST_ZOOM - 1)),
        (None, 1.0, (None, None)),
    ],
    ids=["middle", "north-west", "south-east", "no latitude"],
)
def test_a_place_is_in_a_tile_of_the_map(engine, lat, lon, tile):
    columns = {"lat": pa.array([lat], "float64"), "lon": pa.array([lon], "float64")}
    rows = {"when": ["2019"], "what": ["a"], **columns}
    (row,) = select_rows(engine, rows, date="when", title="what", lat="lat", lon="lon")
    assert (row["x"], row["y"]) == tile


def test_words_are_looked_up_without_capitals_and_accents(engine):
    engine.con.register("words", pa.table({"a": ["ÁÉ Ñandú ÇÃO"]}))
    table = engine.table("words")
    assert fetch(engine, table.select(a=fold_expression(table.a))) == [{"a": "ae nandu cao"}]
