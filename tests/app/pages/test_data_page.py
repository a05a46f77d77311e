"""The Data page without a browser: tables, links, downloads and invalid addresses."""

from itertools import cycle
from urllib.parse import parse_qs, urlsplit

import pytest
from lxml import html
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.export.column_specs import TABLE_SPECS
from components.page.data_grid import PAGE_ROWS
from components.query.view import View, write_view
from components.server.application import list_routes
from tests.support import apptest
from tests.support.views import FILTERS

ASK = TestClient(Starlette(routes=list_routes()))


def table_at(opened, **params):
    at = opened("data", params)
    return at, apptest.component_data(at, "data_table")


def rows_of(sent):
    return [row.findall("*") for row in html.fromstring(sent["html"]).iterfind(".//tbody/tr")]


def links(at):
    lists = [link for part in apptest.found(at, "data-links") for link in part.iter("a")]
    return {
        urlsplit(link.get("href")).path.removeprefix("./api/"): link.get("href") for link in lists
    }


@pytest.mark.parametrize(
    ("name", "filters"),
    list(zip(TABLE_SPECS, cycle(["everything", "some days", "the documents alone", "nothing"]))),
)
def test_data_page_its_files_and_its_addresses_have_the_same_rows(opened, name, filters):
    column = next(iter(TABLE_SPECS[name].columns))
    view = View(filters=FILTERS[filters], table=name, find="2019", sort=f"-{column}")
    at = opened("data", write_view(view))
    hrefs = links(at)
    asked = urlsplit(hrefs[f"{name}.json"]).query
    count = len(ASK.get(f"/api/{name}.json?{asked}").json())
    paragraphs = (
        paragraph for part in apptest.found(at, "data-files") for paragraph in part.iter("p")
    )
    (said,) = filter(None, (paragraph.get("data-rows") for paragraph in paragraphs))
    assert int(said) == count
    assert apptest.text_of(at, "data-rows").startswith(f"{count} of ")
    sent = [len(rows_of(one)) for one in apptest.sent_to(at, "data_table")]
    assert sent == [min(count, PAGE_ROWS)] * bool(count)
    assert {f"{name}.csv", f"{name}.json", "tables.xlsx", "package.zip"} <= set(hrefs)
    sections = {one.get("aria-labelledby"): one for one in apptest.found(at, "data-section")}
    section = sections["addresses"]
    quoted = [part for pre in section.iter("pre") for part in pre.text_content().split('"')[1::2]]
    assert len(quoted) == 4
    for address in (*hrefs.values(), *quoted):
        parts = urlsplit(address)
        path = f"/api/{parts.path.partition('/api/')[2]}"
        assert ASK.get(f"{path}?{parts.query}").status_code == 200, address
        assert ("find" in parse_qs(parts.query)) == path.startswith(f"/api/{name}."), address


@pytest.mark.parametrize("name", ["citations", "events"])
def test_links_of_rows_open_their_views(opened, name):
    at, table = table_at(opened, table=name, tier="document", known="2019-05-10")
    linked = (link.get("href") for row in rows_of(table) for cell in row for link in cell.iter("a"))
    hrefs = {href for href in linked if href.startswith("./")}
    assert hrefs
    for href in sorted(hrefs)[:6]:
        parts = urlsplit(href)
        params = parse_qs(parts.query)
        assert params["known"] == ["2019-05-10"]
        assert "table" not in params
        there = opened(parts.path.removeprefix("./"), params)
        assert apptest.found(there, "notices") == []
    apptest.assert_sound(at)


def test_page_beyond_the_last_shows_the_last_with_a_notice(opened):
    at, table = table_at(opened, table="claims", page="99")
    pages = -(-len(apptest.DATA.claims) // 25)
    assert table["page"] == pages
    assert f"there are only {pages} pages" in apptest.text_of(at, "notices")


def test_columns_are_chosen_and_kept_in_the_address(opened):
    at, table = table_at(opened, column=["title", "id"])
    heads = html.fromstring(table["html"]).iterfind(".//th/button")
    assert [head.get("data-column") for head in heads] == ["id", "title"]
    assert "with the 2 columns chosen" in apptest.text_of(at, "data-files")
    assert "column=id&column=title" in links(at)["events.csv"]
    tools = html.fromstring(apptest.component_data(at, "forms")["html"])
    ticked = tools.xpath("//input[@name='column'][@data-now='1']/@value")
    first = sorted(TABLE_SPECS["events"].first, key=[*TABLE_SPECS["events"].columns].index)
    assert (ticked, tools.get("data-first")) == (["id", "title"], ",".join(first))


def test_another_table_drops_the_order_and_the_columns_of_the_last(opened):
    at = opened("data", {"sort": "date", "column": "title", "find": "caracas"})
    apptest.follow(at, "Sources")
    apptest.assert_sound(at)
    assert dict(at.query_params) == {"lang": "en", "table": "sources", "find": "caracas"}


def test_search_without_results_can_be_cleared(opened):
    at = opened("data", {"find": "zzzz", "lang": "es"})
    assert "zzzz" in apptest.text_of(at, "data-nothing")
    apptest.follow(at, "Borrar la búsqueda")
    apptest.assert_sound(at)
    assert "find" not in at.query_params
    assert rows_of(apptest.component_data(at, "data_table"))
    empty = opened("data", {"q": "zzzz", "table": "citations"})
    assert "Remove the filter on" in apptest.text_of(empty, "text-empty")
