"""What HAProxy adds to an answer, as ``deploy/haproxy.cfg`` sets it up."""

import http.client
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from tests.support import cases
from tests.support.programs.proxy import find, running_proxy

APP_COOKIES = ("_xsrf=1; Path=/", "theme=dark; Path=/; Secure")


class Copy(BaseHTTPRequestHandler):
    """A copy of the app that sets two cookies, one of them Secure."""

    def do_GET(self) -> None:
        self.send_response(200)
        for cookie in APP_COOKIES:
            self.send_header("Set-Cookie", cookie)
        # What the app knows of the reader's address.
        self.send_header("X-Seen-For", self.headers.get("X-Forwarded-For", ""))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Write no log."""


@pytest.fixture(scope="module")
def copy() -> Iterator[str]:
    """Host and port of the copy."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Copy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


def ask(base: str, headers: dict[str, str]) -> http.client.HTTPMessage:
    """Ask a proxy for a page; return the headers of its answer."""
    address = urlsplit(base)
    assert address.hostname
    connection: http.client.HTTPConnection
    if address.scheme == "https":
        # The certificate is made for this test.
        context = ssl._create_unverified_context()  # noqa: S323
        connection = http.client.HTTPSConnection(address.hostname, address.port, context=context)
    else:
        connection = http.client.HTTPConnection(address.hostname, address.port)
    connection.request("GET", "/", headers=headers)
    answer_headers = connection.getresponse().headers
    connection.close()
    return answer_headers


def cookies_of(base: str, headers: dict[str, str]) -> dict[str, str]:
    """Ask a proxy for a page; return each Set-Cookie line by the name of its cookie."""
    lines = ask(base, headers).get_all("Set-Cookie") or []
    return {line.partition("=")[0]: line for line in lines}


def is_secure(cookie: str) -> bool:
    return "secure" in cookie.lower().replace(" ", "").split(";")


@pytest.mark.parametrize(
    ("tls", "headers"),
    [(True, {}), (False, {"X-Forwarded-Proto": "https"})],
    ids=["tls here", "tls at a proxy before"],
)
def test_every_cookie_of_https_is_secure(copy: str, tls: bool, headers: dict[str, str]) -> None:
    cases.skip_unless(find(), "no HAProxy on this machine: no cookie of a proxy was looked at")
    with running_proxy(copy, copy, tls=tls) as proxy:
        proxy.wait_for(a="UP", b="UP")
        cookies = cookies_of(proxy.base, headers)
    assert set(cookies) == {"copy", "_xsrf", "theme"}
    assert [name for name, line in cookies.items() if not is_secure(line)] == []
    assert cookies["theme"].lower().count("secure") == 1


def test_cookies_of_plain_http_come_back(copy: str) -> None:
    cases.skip_unless(find(), "no HAProxy on this machine: no cookie of a proxy was looked at")
    with running_proxy(copy, copy) as proxy:
        proxy.wait_for(a="UP", b="UP")
        cookies = cookies_of(proxy.base, {})
    assert not is_secure(cookies["copy"])
    assert cookies["_xsrf"] == APP_COOKIES[0]


@pytest.mark.parametrize(
    ("headers", "address"),
    [({}, "127.0.0.1"), ({"X-Forwarded-For": "198.51.100.7"}, "198.51.100.7")],
    ids=["reader", "proxy before, in a private network"],
)
def test_copy_is_told_the_address_of_the_reader(copy: str, headers, address) -> None:
    cases.skip_unless(find(), "no HAProxy on this machine: no address was passed on")
    with running_proxy(copy, copy) as proxy:
        proxy.wait_for(a="UP", b="UP")
        assert ask(proxy.base, headers)["X-Seen-For"] == address
