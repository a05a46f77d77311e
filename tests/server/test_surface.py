"""The real server's answers to what is not a page, and to those who may not ask."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from email.message import Message
from urllib.parse import urlsplit

import pytest

from components.presentation.pages import PAGES


def ask(server: str, path: str, **headers: str) -> tuple[int, Message, str]:
    request = urllib.request.Request(f"{server}/{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode("utf-8", "replace")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.slug or "overview")
def test_a_page_is_there_with_its_policy(server, page):
    status, headers, text = ask(server, page.slug)
    assert status == 200
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "service-desc" not in text


@pytest.mark.parametrize(
    "path", ["nopage", "a/b", "LICENSE.cff", "static/js/no.js", "_stcore/no", "index.html", "api2"]
)
@pytest.mark.parametrize(("language", "said"), [("en", "There is no page"), ("es", "No hay ning")])
def test_an_address_without_a_page_is_404_and_helps(server, path, language, said):
    status, headers, text = ask(server, path, **{"Accept-Language": f"fr, {language}"})
    assert (status, headers["content-language"]) == (404, language)
    assert said in text
    for page in PAGES:
        assert f'href="/{page.slug}?lang={language}"' in text


def test_a_misspelt_page_is_answered_with_the_nearest(server):
    text = ask(server, "disagreement?lang=en")[2]
    assert text.count('href="/disagreements?lang=en"') == 2
    assert ask(server, "x%3Cscript%3Ealert(1)%3C/script%3E")[2].count("<script") == 0


def test_robots_and_icon_are_files(server):
    status, headers, text = ask(server, "robots.txt")
    assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert "Disallow: /_stcore/" in text
    status, headers, _ = ask(server, "favicon.ico")
    assert (status, headers["content-type"]) == (200, "image/x-icon")


def test_no_other_site_may_steer_a_page(server):
    """With a list the framework also holds each of a page's own messages against it."""
    assert json.loads(ask(server, "_stcore/host-config")[2])["allowedOrigins"] == []


@pytest.mark.parametrize("path", ["", "api/", "pictures/map.svg", "_stcore/health"])
def test_another_sites_name_is_refused(server, path):
    assert ask(server, path, Host="evil.example")[0] == 400


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [("evil.example", "http://evil.example", 403), (None, "http://evil.example", 403),
     (None, None, 101)],
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


@pytest.mark.parametrize("path", ["_stcore/metrics", "_stcore/agent/openapi.json"])
def test_the_frameworks_own_addresses_are_closed(server, path):
    assert ask(server, path)[0] == 404
