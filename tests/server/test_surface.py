"""The real server's answers to what is not a page, and to those who may not ask."""

import http.client
import json
from itertools import cycle
from urllib.parse import urlsplit

from components.presentation.pages import PAGES
from tests.support.ask import ask
from tests.support.cases import for_each


@for_each(
    "path, language",
    zip(("nopage", "a/b", "LICENSE.cff", "static/js/no.js", "_stcore/no", "index.html", "api2"),
        cycle(("en", "es")), strict=False),
)  # fmt: skip
def test_an_address_without_a_page_is_404_and_helps(server, path, language):
    found = ask(f"{server}/{path}", Accept_Language=f"fr, {language}")
    assert (found.status, found.headers["content-language"]) == (404, language)
    assert {"en": "There is no page", "es": "No hay ning"}[language] in found.text
    for page in PAGES:
        assert f'href="/{page.slug}?lang={language}"' in found.text


def test_a_misspelt_page_is_answered_with_the_nearest(server):
    text = ask(f"{server}/disagreement?lang=en").text
    assert text.count('href="/disagreements?lang=en"') == 2
    assert b"<script" not in ask(f"{server}/x%3Cscript%3Ealert(1)%3C/script%3E").body


def test_robots_and_icon_are_files(server):
    status, headers, text = ask(f"{server}/robots.txt")
    assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert b"Disallow: /_stcore/" in text
    status, headers, _ = ask(f"{server}/favicon.ico")
    assert (status, headers["content-type"]) == (200, "image/x-icon")


def test_no_other_site_may_steer_a_page(server):
    """With a list the framework also holds each of a page's own messages against it."""
    assert json.loads(ask(f"{server}/_stcore/host-config").body)["allowedOrigins"] == []


@for_each("path", ["", "api/", "pictures/map.svg", "_stcore/health"])
def test_another_sites_name_is_refused(server, path):
    assert ask(f"{server}/{path}", Host="evil.example").status == 400


@for_each(
    "host, origin, status",
    [("evil.example", "http://evil.example", 403), (None, "http://evil.example", 403),
     (None, "null", 403), (None, None, 101)],
)  # fmt: skip
def test_the_websocket_is_opened_by_own_pages_alone(server, host, origin, status):
    where = urlsplit(server).netloc
    connection = http.client.HTTPConnection(where, timeout=30)
    connection.putrequest("GET", "/_stcore/stream", skip_host=True)
    for name, value in {
        "Host": host or where,
        "Origin": origin or server,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol": "streamlit",
    }.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == status
    connection.close()


@for_each("path", ["_stcore/metrics", "_stcore/agent/openapi.json"])
def test_the_frameworks_own_addresses_are_closed(server, path):
    assert ask(f"{server}/{path}").status == 404
