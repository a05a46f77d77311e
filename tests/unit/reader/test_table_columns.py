"""Columns of an opened table: which field each holds, and what its dates and values mean."""

import pytest

from components.intake.columns import (
    field_of_header,
    fields_of_headers,
    fold_header,
    is_column_map,
    looks_like_events,
    parse_column_map,
    restrict_to_header,
    with_region_column,
)
from components.intake.derived_cells import compose_derived_cells
from components.intake.problems import Refusal
from components.intake.sheet_models import ColumnMap, DateOrder, DateReadings
from components.intake.table_dates import (
    DateRules,
    detect_day_order,
    parse_both_orders,
    parse_table_date,
    rules_of_column,
)
from components.intake.value_names import UniqueIds, group_kinds, make_slug, name_values


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        pytest.param("Fuerza Pública", "fuerza-publica", id="accents"),
        pytest.param("  --A & B--  ", "a-b", id="marks"),
        pytest.param("…", "kind", id="nothing left"),
        pytest.param("a" * 60, "a" * 48, id="long"),
        pytest.param("a" * 47 + " b", "a" * 47, id="no hyphen at the end"),
    ],
)
def test_an_id_is_of_small_letters_digits_and_hyphens(text, slug):
    assert make_slug(text, "kind") == slug


def test_a_second_id_of_the_same_name_gets_the_next_free_number():
    ids = UniqueIds(["a-2"])
    assert [ids.take_id("a") for _ in range(3)] == ["a", "a-3", "a-4"]


def test_values_are_in_order_of_how_often_they_are_and_spellings_are_one():
    names = name_values({"north": 1, "South": 2, "south": 5, "east": 1}, "region")
    assert list(names.labels.items()) == [("south", "south"), ("east", "east"), ("north", "north")]
    assert names.cells["south"] == ("south", "South")


def test_a_cell_of_a_list_has_each_of_its_values_once():
    names = name_values({"a": 2, "b": 1}, "region", is_list=True)
    assert names.ids_in(";b;a;b;") == ("b", "a")
    assert names.ids_in(None) == ()
    assert names.ids_in("c") == ()


@pytest.mark.parametrize(
    ("kinds", "unnamed", "last"),
    [
        pytest.param(8, 0, ["kind-8"], id="eight have a colour each"),
        pytest.param(9, 0, ["kind-7", "other-kinds"], id="the eighth is shared by the rest"),
        pytest.param(7, 1, ["kind-7", "event"], id="one place is for rows without a kind"),
        pytest.param(8, 1, ["kind-6", "other-kinds", "event"], id="both"),
    ],
)
def test_a_table_has_eight_kinds_at_most(kinds, unnamed, last):
    counts = {f"kind {number}": 100 - number for number in range(1, kinds + 1)}
    table = group_kinds(counts | ({None: 1} if unnamed else {}))
    assert [kind.id for kind in table.kinds][-len(last) :] == last
    assert len(table.kinds) <= 8


def test_the_kinds_that_share_a_colour_are_named():
    table = group_kinds({f"kind {number}": 100 - number for number in range(1, 10)})
    assert table.names.shared_labels == ("kind 8", "kind 9")
    assert table.names.ids_in("kind 9") == ("other-kinds",)


@pytest.mark.parametrize(
    ("parts", "date"),
    [
        pytest.param(("2019", "", ""), "2019", id="year"),
        pytest.param(("2019", "2", ""), "2019-02", id="month"),
        pytest.param(("2019", "Feb.", "3"), "2019-02-03", id="name of the month"),
        pytest.param(("2019", "", "3"), "2019", id="day without a month"),
        pytest.param(("-44", "3", "15"), "-0043-03-15", id="before Christ there is no year 0"),
        pytest.param(("\u22121", "", ""), "0000", id="the year before the first"),
        pytest.param(("about 1500", "", ""), "about 1500", id="not in figures"),
        pytest.param(("", "2", "3"), "", id="no year"),
    ],
)
def test_a_date_is_as_precise_as_its_parts(parts, date):
    texts = {"title": ["a", "b"], "year": [parts[0], "2019"], "month": [parts[1], ""]}
    texts["day"] = [parts[2], ""]
    compose_derived_cells(texts)
    assert texts == {"title": ["a", "b"], "date": [date, "2019"]}


def test_a_written_date_comes_before_its_parts():
    texts = {"date": ["May 2019"], "year": ["2019"]}
    compose_derived_cells(texts)
    assert texts["date"] == ["May 2019"]


@pytest.mark.parametrize(
    ("row", "coordinates"),
    [
        pytest.param(("7.8", "-72.5", "1, 2"), ("7.8", "-72.5"), id="columns of their own"),
        pytest.param(("", "", "7.8, -72.5"), ("7.8", "-72.5"), id="one cell"),
        pytest.param(("7.8, -72.5", "", ""), ("7.8", "-72.5"), id="both in one of them"),
        pytest.param(("7.8", "", ""), ("7.8", ""), id="latitude alone"),
        pytest.param(("", "", "bridge"), ("bridge", ""), id="no coordinates"),
    ],
)
def test_coordinates_of_their_columns_come_before_a_cell_with_both(row, coordinates):
    texts = {"lat": [row[0]], "lon": [row[1]], "coordinates": [row[2]]}
    compose_derived_cells(texts)
    assert (texts["lat"][0], texts["lon"][0]) == coordinates
    assert "coordinates" not in texts


@pytest.mark.parametrize(
    ("source", "url", "cells"),
    [
        pytest.param("https://a.org/1", "", ("", "https://a.org/1"), id="address"),
        pytest.param(
            "https://a.org/1",
            "https://b.org",
            ("", "https://a.org/1 https://b.org"),
            id="another link is there",
        ),
        pytest.param("Reuters", "", ("Reuters", ""), id="name"),
    ],
)
def test_an_address_among_the_sources_is_a_link(source, url, cells):
    texts = {"source": [source], "url": [url]}
    compose_derived_cells(texts)
    assert (texts["source"][0], texts["url"][0]) == cells


def test_a_picture_elsewhere_is_cited_with_its_caption():
    texts = {"media": ["https://a.org/p.jpg", "p.jpg"], "caption": ["Bridge", "x"]}
    texts |= {"source": ["Reuters", "EFE"], "url": ["", ""]}
    compose_derived_cells(texts)
    assert texts["source"][0].startswith("Picture or video: Reuters")
    assert "Bridge" in texts["source"][0]
    assert (texts["source"][1], texts["url"]) == ("EFE", ["https://a.org/p.jpg", "p.jpg"])


@pytest.mark.parametrize(
    ("header", "folded"),
    [
        pytest.param("Título (ES)", "titulo es", id="accent and brackets"),
        pytest.param(" DATE ", "date", id="capitals"),
        pytest.param("日付", "", id="other script"),
    ],
)
def test_a_header_is_known_without_accents_capitals_and_marks(header, folded):
    assert fold_header(header) == folded


def test_a_table_is_of_events_if_it_has_a_date_and_a_title():
    assert looks_like_events(["Fecha", "Título", "x"])
    assert not looks_like_events(["Fecha", "x"])
    assert field_of_header("x") is None


def test_years_are_parts_of_dates_only_beside_months():
    assert fields_of_headers(["year", "month", "title"]) == {
        "title": "title",
        "year": "year",
        "month": "month",
    }
    assert fields_of_headers(["year", "title"])["year"] == "date"


def test_of_several_names_the_first_that_a_table_has_counts_in_its_spelling():
    column_map = ColumnMap(columns={"title": ("name|headline",), "date": ("when",)})
    found = restrict_to_header(column_map, ["Headline", "Name "], "|")
    assert dict(found.columns) == {"title": ("Name ",)}


@pytest.mark.parametrize(
    ("header", "region"),
    [
        pytest.param(["Estado", "Departamento"], "Departamento", id="first name"),
        pytest.param(["Estado"], "Estado", id="other"),
        pytest.param(["country"], None, id="none"),
    ],
)
def test_the_first_name_of_regions_that_a_table_has_is_their_column(header, region):
    columns = with_region_column(ColumnMap(columns={}), header).columns
    assert columns.get("region", (None,))[0] == region


def test_a_column_map_is_known_by_its_ending_and_its_beginning():
    assert is_column_map(b'{"kind": "column-map"}', "A.JSON")
    assert not is_column_map(b'{"kind": "column-map"}', "a.txt")
    assert not is_column_map(b" " * 2000 + b'"column-map"', "a.json")


@pytest.mark.parametrize(
    "content",
    [b"\xff", b"{", b'{"columns": {"colour": ["c"]}}', b" " * 1_000_001],
    ids=["encoding", "json", "no such field", "too large"],
)
def test_a_broken_column_map_is_refused(content):
    with pytest.raises(Refusal):
        parse_column_map(content, "map.json")


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        pytest.param(["13/02/2019", "03/04/2019"], DateOrder("day", "13/02/2019", ("03/04/2019",)),
                     id="day"),
        pytest.param(["02/13/2019"], DateOrder("month", "02/13/2019", ()), id="month"),
        pytest.param(["13/02/2019", "02/13/2019"], DateOrder(), id="both"),
        pytest.param(["12/12/2019", "32/02/2019"], DateOrder(), id="neither"),
        pytest.param(["1/2/2019", "1/3/2019", "1/4/2019", "1/5/2019"],
                     DateOrder(ambiguous=("1/2/2019", "1/3/2019", "1/4/2019")),
                     id="three are asked"),
    ],
)  # fmt: skip
def test_a_number_over_twelve_settles_the_order_of_a_column(texts, order):
    assert detect_day_order(texts) == order


def test_a_doubtful_date_is_shown_in_both_orders():
    assert parse_both_orders("03/04/2019") == DateReadings("03/04/2019", "2019-04-03", "2019-03-04")


def test_what_somebody_answered_comes_first():
    rules = DateRules(answers={"soon": "2019-05"})
    assert parse_table_date(" soon ", rules).edtf == "2019-05"


@pytest.mark.parametrize(
    ("texts", "year"),
    [
        pytest.param(["3 May 2019", "4 May"], "2019", id="all others of one year"),
        pytest.param(["3 May 2019", "4 May 2018", "5 May"], "", id="two years"),
        pytest.param(["3 May 2019", "4 May 2019"], "", id="none without a year"),
    ],
)
def test_the_year_of_a_column_is_that_of_all_its_dates(texts, year):
    assert rules_of_column(texts, DateRules()).year == year


def test_the_year_of_a_column_is_offered_and_not_taken():
    found = parse_table_date("4 May", DateRules(year="2019"))
    assert (found.edtf, found.suggestion) == ("", "2019-05-04")


@pytest.mark.parametrize(
    ("code", "date"),
    [
        pytest.param("8", "1620/1629", id="decade"),
        pytest.param("9", "1621", id="year"),
        pytest.param("10", "1621-05", id="month"),
        pytest.param("11", "1621-05-03T00:00:00Z", id="day"),
    ],
)
def test_date_of_wikidata_is_as_exact_as_its_code_says(code: str, date: str) -> None:
    texts = {"date": ["1621-05-03T00:00:00Z"], "precision": [code]}
    compose_derived_cells(texts)
    assert texts == {"date": [date]}
