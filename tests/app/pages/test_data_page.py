"""The data page without a browser: each table in both languages, its links, and bad addresses."""

from __future__ import annotations

import json
from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.presentation.tables.shown import PAGE_ROWS
from components.query.tables import SPECS
from components.query.view import View, write_view
from components.server.app import routes
from tests.support.apptest import (
    DATA,
    LANGUAGES,
    assert_sound,
    component_data,
    found,
    text_of,
)
from tests.support.cases import in_turn, leading
from tests.support.views import FILTERS

ASK = TestClient(Starlette(routes=routes()))
DESCRIPTOR = DATA.descriptor["resources"]


def table_at(opened, **params):
    at = opened("data", params)
    return at, component_data(at, "data_table")


def links(at):
    """The addresses of the files on the page, by their endings."""
    lists = [a for part in found(at, "data-links") for a in part.iter("a")]
    return {urlsplit(a.get("href")).path.removeprefix("./api/"): a.get("href") for a in lists}


def rows_in(href):
    """How many rows a JSON or CSV file of the page has."""
    parts = urlsplit(href)
    answer = ASK.get(f"/api/{parts.path.removeprefix('./api/')}?{parts.query}")
    assert answer.status_code == 200, answer.text
    return len(answer.json())


def test_the_two_languages_name_every_column_and_value_apart(opened):
    english, spanish = (
        table_at(opened, table="claims", lang=language, column=list(SPECS["claims"].names))[1]
        for language in LANGUAGES
    )
    same = [
        (one["name"], one["label"])
        for one, other in zip(english["columns"], spanish["columns"], strict=True)
        if one["label"] == other["label"]
    ]
    assert same == [("id", "Id")]
    codes = [c["code"] for row in english["rows"] for c in row if c.get("code")]
    assert codes == [c["code"] for row in spanish["rows"] for c in row if c.get("code")]


@pytest.mark.parametrize(
    ("name", "filters"),
    in_turn(tuple(SPECS), ["everything", "some days", "the documents alone", "nothing"]),
)
def test_the_page_and_its_files_have_the_same_rows(opened, name, filters):
    view = View(filters=FILTERS[filters], table=name, find="2019", sort=f"-{SPECS[name].names[0]}")
    at = opened("data", write_view(view))
    href = links(at)[f"{name}.json"]
    count = rows_in(href)
    (said,) = [p.get("data-rows") for part in found(at, "data-files") for p in part.iter("p")
               if p.get("data-rows")]  # fmt: skip
    assert int(said) == count
    assert text_of(at, "data-rows").startswith(f"{count} of ")
    if count:
        data = component_data(at, "data_table")
        assert len(data["rows"]) == min(count, PAGE_ROWS)
    else:
        assert not at.get("bidi_component") or all(
            c.proto.component_name != "data_table" for c in at.get("bidi_component")
        )


def test_every_link_of_the_page_gives_its_file(opened):
    at = opened("data", {"table": "regions", "region": "oriente", "lang": "es", "find": "cúcuta"})
    hrefs = links(at)
    assert {"regions.csv", "regions.json", "regions.geojson", "tables.xlsx", "package.zip"} <= set(
        hrefs
    )
    for name, href in hrefs.items():
        parts = urlsplit(href)
        answer = ASK.get(f"/api/{name}?{parts.query}")
        assert answer.status_code == 200, name
        params = parse_qs(parts.query)
        assert params["region"] == ["oriente"]
        assert ("find" in params) == name.startswith("regions.")


def test_a_file_of_a_table_is_in_the_order_of_the_page(opened):
    at, table = table_at(opened, table="claims", sort="-value_low", q="guajira")
    href = links(at)["claims.json"]
    ids = [row["id"] for row in ASK.get(href.removeprefix(".")).json()]
    codes = [cell["code"] for row in table["rows"] for cell in row[:1]]
    assert len(codes) == len(ids)
    values = [row["value_low"] for row in ASK.get(href.removeprefix(".")).json()]
    filled = [v for v in values if v is not None]
    assert filled == sorted(filled, reverse=True)


# What a row says and where it leads ---------------------------------------------------------------


def test_a_coordinate_keeps_its_decimals_and_its_sign(opened):
    _, table = table_at(opened, table="places", find="cucuta", column=["id", "lon"])
    row = next(row for row in table["rows"] if row[0]["code"] == "cucuta")
    assert row[1]["text"] == str(DATA.places["cucuta"].lon).replace("-", "−")


@pytest.mark.parametrize("name", leading(["citations", "events", "claims"]))
def test_every_row_leads_to_a_view_that_can_be_opened(opened, name):
    at, table = table_at(opened, table=name, tier="document", known="2019-05-10")
    hrefs = {c["href"] for row in table["rows"] for c in row if c.get("href", "").startswith("./")}
    assert hrefs
    for href in sorted(hrefs)[:6]:
        parts = urlsplit(href)
        params = parse_qs(parts.query)
        assert params["known"] == ["2019-05-10"]
        assert "table" not in params
        there = opened(parts.path.removeprefix("./"), params)
        assert found(there, "notices") == []
    assert_sound(at)


# Order, columns, pages ----------------------------------------------------------------------------


def test_pages_hold_twenty_five_rows_and_say_which(opened):
    pages = -(-len(DATA.claims) // 25)
    at, table = table_at(opened, table="claims", page=str(pages))
    assert (table["page"], table["pages"]) == (pages, pages)
    before = 25 * (pages - 1)
    assert len(table["rows"]) == len(DATA.claims) - before
    assert f"rows {before + 1} to {len(DATA.claims)}" in text_of(at, "data-rows")


def test_a_page_beyond_the_last_is_the_last_and_is_told(opened):
    at, table = table_at(opened, table="claims", page="99")
    pages = -(-len(DATA.claims) // 25)
    assert table["page"] == pages
    assert f"there are only {pages} pages" in text_of(at, "notices")


def test_columns_are_chosen_and_kept_in_the_address(opened):
    at, table = table_at(opened, column=["title", "id"])
    assert [column["name"] for column in table["columns"]] == ["id", "title"]
    assert "with the 2 columns chosen" in text_of(at, "data-files")
    assert "column=id&column=title" in links(at)["events.csv"]
    key = next(p.key for p in at.pills if (p.key or "").startswith("data-columns-events"))
    at.pills(key=key).set_value(["id", "title", "lat"]).run()
    assert_sound(at)
    assert at.query_params["column"] == ["id", "title", "lat"]
    at.pills(key=key).set_value(list(SPECS["events"].first)).run()
    assert "column" not in at.query_params


def test_the_search_and_the_order_go_to_the_address_and_begin_at_the_first_page(opened):
    at = opened("data", {"table": "claims", "page": "3"})
    at.text_input(key="data-find").set_value("  guajira ").run()
    assert_sound(at)
    assert at.query_params == {"table": "claims", "find": "guajira"}
    at.selectbox(key="data-sort").set_value("-value_low").run()
    assert_sound(at)
    assert at.query_params["sort"] == "-value_low"


def test_another_table_drops_the_order_and_the_columns_of_the_last(opened):
    at = opened("data", {"sort": "date", "column": "title", "find": "caracas"})
    at.segmented_control(key="data-table-choice").set_value("sources").run()
    assert_sound(at)
    assert at.query_params == {"table": "sources", "find": "caracas"}


def test_nothing_found_says_so_and_offers_a_way_back(opened):
    at = opened("data", {"find": "zzzz", "lang": "es"})
    assert "zzzz" in text_of(at, "data-nothing")
    button = next(b for b in at.button if b.label == "Borrar la búsqueda")
    button.click().run()
    assert_sound(at)
    assert "find" not in at.query_params
    assert component_data(at, "data_table")["rows"]
    empty = opened("data", {"q": "zzzz", "table": "citations"})
    assert any(b.label.startswith("Remove the filter on") for b in empty.button)


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"table": "people"}, "table: “people” is not known here"),
        ({"sort": "value_low"}, "sort: “value_low” is not known here"),
        ({"table": "claims", "column": "title"}, "column: “title” is not known here"),
        ({"page": "two"}, "page: “two” is not the number of a page"),
        ({"page": "-1"}, "page: “-1” is not the number of a page"),
        ({"page": "٢"}, "page: “٢” is not the number of a page"),
        ({"find": "x" * 500}, "is too long"),
        ({"v": "9.9.9"}, "v: “9.9.9” is not known here"),
    ],
)
def test_what_cannot_be_used_is_told_and_the_rest_is_shown(opened, params, said):
    at = opened("data", {**params, "region": "oriente"})
    assert said in text_of(at, "notices")
    assert found(at, "data-rows")
    assert len(found(at, "foot")) == 1


# The dictionary and the addresses -----------------------------------------------------------------


def test_no_description_is_english_left_standing():
    for resource in DESCRIPTOR:
        assert resource["description"] != resource["description_es"]
        for field in resource.get("schema", {}).get("fields", resource.get("itemFields", [])):
            assert field["description"] != field["description_es"], field["name"]
            assert field["title_es"]


@pytest.mark.parametrize(("name", "language"), leading(product(["events", "claims"], LANGUAGES)))
def test_the_addresses_named_on_the_page_work(opened, name, language):
    at = opened(
        "data", {"lang": language, "table": name, "find": "2019", "sort": "id", "tier": "document"}
    )
    (section,) = [s for s in found(at, "data-section") if s.get("aria-labelledby") == "addresses"]
    quoted = [part for pre in section.iter("pre") for part in pre.text_content().split('"')[1::2]]
    assert len(quoted) == 4
    for address in quoted:
        parts = urlsplit(address)
        path = parts.path[parts.path.index("/api/") :]
        assert ASK.get(f"{path}?{parts.query}").status_code == 200, address
    listed = {code.text_content() for code in section.iter("code")}
    assert {f"/api/{name}.csv", "/api/package.zip", "/api/datapackage.json"} <= listed


def test_markup_in_what_is_sought_is_text(opened):
    at = opened("data", {"find": "<img src=x onerror=alert(1)>", "column": "<b>"})
    assert "<img src=x" not in "".join(e.proto.body for e in at.html)
    assert json.dumps("<img src=x onerror=alert(1)>")[1:-1] in text_of(at, "data-nothing")
