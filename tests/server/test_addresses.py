"""Addresses of the API and the server: caching, methods, hosts and unknown pages."""

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode, urlsplit

import pytest

from components.presentation.pages import PAGES
from tests.support.addresses import (
    SEED,
    SHARES,
    list_failed_addresses,
    random_addresses,
    write_query,
)
from tests.support.data import DATA
from tests.support.server import ask


def api(server: str, name: str, params: object = None, method: str = "GET", **headers: str):
    query = f"?{urlencode(params, doseq=True)}" if params else ""
    return ask(f"{server}/api/{name}{query}", method, **headers)


@pytest.mark.parametrize("name", ["events.csv", "regions.gpkg", "package.zip", "bibliography.ris"])
def test_unchanged_file_returns_304(server, name):
    _, headers, _ = api(server, name, {"region": "guajira"})
    mark = headers["etag"]
    for known in (mark, f'"other", W/{mark}', "*"):
        status, again, body = api(server, name, {"region": "guajira"}, If_None_Match=known)
        assert (status, body, again["etag"]) == (304, b"", mark)
    status, _, body = api(server, name, {"region": "guajira"}, If_None_Match='"other"')
    assert status == 200
    assert body
    assert api(server, name, {"region": "oriente"})[1]["etag"] != mark


@pytest.mark.parametrize("name", ["events.csv", ""])
def test_head_is_get_without_its_body(server, name):
    status, headers, body = api(server, name, method="HEAD")
    assert (status, body) == (200, b"")
    got = api(server, name)
    assert headers["content-length"] == str(len(got[2]))
    assert headers["etag"] == got[1]["etag"]


def test_writing_methods_return_405(server):
    for method in ("POST", "PUT", "DELETE"):
        assert api(server, "events.csv", method=method)[0] == 405


def test_parameters_of_a_page_are_accepted_by_the_api(server):
    params = {"region": "oriente", "event": "ev-2019-02-28-count-567", "cite": "chicago"}
    assert api(server, "events.csv", params)[2] == api(server, "events.csv", params)[2]
    plain = api(server, "claims.csv", {"region": "oriente"})[2]
    # Marks that other sites put into it are let be.
    more = {"table": "places", "page": "3", "utm_source": "mail", "fbclid": "1"}
    assert api(server, "claims.csv", {**params, **more})[2] == plain


def test_api_index_lists_every_file_and_value(server):
    for name in ("", "?lang=es"):
        status, headers, body = api(server, name)
        assert (status, headers["content-type"]) == (200, "application/json")
        index = json.loads(body)
    assert index["version"] == DATA.version
    for address, media in index["files"].items():
        got = api(server, address.removeprefix("/api/"), method="HEAD")
        assert (got[0], got[1]["content-type"]) == (200, media)
    assert index["parameters"]["region"] == list(DATA.regions)
    assert index["parameters"]["v"][0] == DATA.version
    assert api(server, index["example"].removeprefix("/api/"))[0] == 200


def test_api_applies_search_order_and_columns(server):
    params = {"find": "Cúcuta", "sort": "-date", "column": ["id", "date"]}
    rows = json.loads(api(server, "events.json", params)[2])
    assert rows == sorted(rows, key=lambda row: row["date"][:7], reverse=True)
    assert {tuple(row) for row in rows} == {("id", "date")}
    assert 0 < len(rows) < len(DATA.events)
    for sign in ("", "-"):
        claims = json.loads(api(server, "claims.json", {"sort": f"{sign}region_id"})[2])
        found = [claim["region_id"] for claim in claims]
        filled = [region for region in found if region]
        assert found == [*filled, *[found[-1]] * (len(found) - len(filled))], "empty cells are last"
        assert filled == sorted(filled, reverse=bool(sign))


def test_concurrent_requests_get_their_own_rows(server):
    regions = list(DATA.regions) * 3

    def rows(region: str) -> set[str]:
        found = json.loads(api(server, "claims.json", {"region": region})[2])
        return {row["region_id"] for row in found}

    with ThreadPoolExecutor(8) as pool:
        for region, found in zip(regions, pool.map(rows, regions), strict=True):
            assert found <= {region}


PATHS = ("/", "/api/", "/api/events.csv?region=oriente", "/api/package.zip",
         "/pictures/timeline.svg?lang=es")  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_two_copies_give_the_same_bytes_and_etag(two_servers, path):
    # Behind a proxy both are asked under the same name.
    one, other = (ask(base + path, Host="localhost") for base in two_servers)
    assert one.body == other.body
    assert one.headers.get("etag") == other.headers.get("etag")


#: What is asked, how many addresses of it, and the seed's step.
ROUTES = {
    "/api/events.csv": 60,
    "/api/claims.json": 40,
    "/pictures/timeline.svg": 30,
    "/pictures/map.svg": 10,
    "/timeline": 60,
}


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("path", ROUTES)
def test_random_addresses_cause_no_server_error(server, path, share):
    seed = SEED + list(ROUTES).index(path) + 1
    for address in (
        *list(random_addresses(DATA, ROUTES[path], seed))[::share],
        *list_failed_addresses(),
    ):
        status, _, body = ask(f"{server}{path}?{write_query(address)}")
        assert status in {200, 400, 414}, (status, path, write_query(address))
        assert b"Traceback" not in body, (path, write_query(address))
        assert body, (path, write_query(address))


@pytest.mark.parametrize(
    ("path", "language"),
    [("nopage", "en"), ("a/b", "es"), ("LICENSE.cff", "en"), ("static/js/no.js", "es"),
     ("_stcore/no", "en"), ("index.html", "es"), ("api2", "en")],
)  # fmt: skip
def test_unknown_address_returns_404_with_links(server, path, language):
    found = ask(f"{server}/{path}", Accept_Language=f"fr, {language}")
    assert (found.status, found.headers["content-language"]) == (404, language)
    assert {"en": "There is no page", "es": "No hay ning"}[language] in found.text
    for page in PAGES:
        assert f'href="/{page.slug}?lang={language}"' in found.text


def test_misspelt_page_returns_a_link_to_the_nearest(server):
    text = ask(f"{server}/disagreement?lang=en").text
    assert text.count('href="/disagreements?lang=en"') == 2
    assert b"<script" not in ask(f"{server}/x%3Cscript%3Ealert(1)%3C/script%3E").body


def test_no_other_origin_may_send_messages_to_a_page(server):
    """With a list the framework also holds each of a page's own messages against it."""
    assert json.loads(ask(f"{server}/_stcore/host-config").body)["allowedOrigins"] == []


@pytest.mark.parametrize("path", ["", "api/", "pictures/map.svg", "_stcore/health"])
def test_unknown_host_returns_400(server, path):
    assert ask(f"{server}/{path}", Host="evil.example").status == 400


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [("evil.example", "http://evil.example", 403), (None, "http://evil.example", 403),
     (None, "null", 403), (None, None, 101)],
)  # fmt: skip
def test_websocket_is_opened_by_own_origin_alone(server, host, origin, status):
    where = urlsplit(server).netloc
    connection = http.client.HTTPConnection(where, timeout=30)
    headers = {
        "Host": host or where,
        "Origin": origin or server,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol": "streamlit",
    }
    connection.request("GET", "/_stcore/stream", headers=headers)
    assert connection.getresponse().status == status
    connection.close()


@pytest.mark.parametrize("path", ["_stcore/metrics", "_stcore/agent/openapi.json"])
def test_internal_addresses_return_404(server, path):
    assert ask(f"{server}/{path}").status == 404


#: Requests for a part of a page, or for a page on a condition.
CONDITIONS = [
    {},
    {"Range": "bytes=0-"},
    {"Range": "bytes=0-524287"},
    {"Range": "bytes=999999999-"},
    {"Range": "bytes=0-9", "If_Range": "Thu, 01 Jan 2099 00:00:00 GMT"},
    {"If_None_Match": "*"},
    {"If_Modified_Since": "Thu, 01 Jan 2099 00:00:00 GMT"},
    {"If_Match": '"other"'},
    {"If_Unmodified_Since": "Thu, 01 Jan 1970 00:00:00 GMT"},
]
condition_ids = [", ".join(headers.values()) or "none" for headers in CONDITIONS]


@pytest.mark.parametrize("headers", CONDITIONS, ids=condition_ids)
@pytest.mark.parametrize("slug", ["", "timeline"], ids=["overview", "timeline"])
def test_range_and_conditional_requests_return_the_page(server, slug, headers):
    answer = ask(f"{server}/{slug}?lang=es", **headers)
    assert answer.status == 200
    assert '<html lang="es">' in answer.text
    assert "<title>Streamlit</title>" not in answer.text
    assert "etag" not in answer.headers
    assert "accept-ranges" not in answer.headers


@pytest.mark.parametrize("headers", CONDITIONS, ids=condition_ids)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "path", ["nope", "index.html", "static/nope.js", "_stcore/nope", "takeaway/handout-a4.pdf"]
)
def test_unknown_page_returns_404_for_any_request(server, path, method, headers):
    answer = ask(f"{server}/{path}", method, **headers)
    assert answer.status == 404
    assert "<title>Streamlit</title>" not in answer.text


@pytest.mark.parametrize("slug", ["", "timeline"], ids=["overview", "timeline"])
def test_the_head_of_a_page_is_that_of_its_document(server, slug):
    answer = ask(f"{server}/{slug}?lang=es", "HEAD")
    assert (answer.status, answer.body) == (200, b"")
    assert answer.headers["content-language"] == "es"
    assert "etag" not in answer.headers


@pytest.mark.parametrize("path", ["timeline", "api/events.csv", "sitemap.xml"])
def test_vary_header_names_each_field_once(server, path):
    lines = ask(f"{server}/{path}", Accept_Encoding="gzip").headers.get_all("vary")
    fields = [field.strip().lower() for line in lines for field in line.split(",")]
    assert "accept-encoding" in fields
    assert len(fields) == len(set(fields))
