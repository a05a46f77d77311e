"""The deployment limits connections, which the app does not."""

import re
import socket
from urllib.parse import urlsplit

import pytest

from tests.support.cases import skip_unless
from tests.support.programs import proxy
from tests.support.server import ROOT, free_port

PATIENCE_SECONDS = 60


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("haproxy.cfg", r"^  timeout http-request 10s$"),
        ("story@.service", r"^LimitNOFILE=65536$"),
        ("compose.yaml", r"^  ulimits: \{nofile: 65536\}$"),
    ],
    ids=["proxy", "service", "compose"],
)
def test_the_deployment_bounds_unfinished_headers_and_allows_many_connections(
    name: str, line: str
) -> None:
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    assert re.search(line, text, re.MULTILINE)


@pytest.mark.long
def test_the_proxy_closes_a_connection_whose_header_does_not_end() -> None:
    skip_unless(proxy.find(), f"{proxy.PACKAGE} is not installed")
    copies = [f"127.0.0.1:{free_port()}" for _ in range(2)]
    with proxy.running_proxy(*copies) as running:
        address = urlsplit(running.base)
        where = (address.hostname, address.port)
        with socket.create_connection(where, PATIENCE_SECONDS) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: ")
            answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 408 ")
