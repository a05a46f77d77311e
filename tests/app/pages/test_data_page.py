"""The data page without a browser: each table in both languages, its links, and bad addresses."""

from __future__ import annotations

import json
from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.presentation.shown_table import PAGE_ROWS
from components.query.view import View, write_view
from components.query.view_tables import SPECS
from components.server.application import routes
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


# What a row says and where it leads ---------------------------------------------------------------


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


# The dictionary and the addresses -----------------------------------------------------------------


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
