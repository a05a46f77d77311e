"""A server as a reader starts it, for the tests that ask it without a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.server import running_server


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with running_server() as base:
        yield base
