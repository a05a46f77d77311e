"""Fixtures of the tests that run pages without a browser."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from tests.support.apptest import assert_sound, page_at


@pytest.fixture(scope="session", autouse=True)
def packages_scanned_once() -> Iterator[None]:
    """Let the harness look through the installed packages for components once, not at each page.

    They stay the same while the tests run, and to look took three quarters of a page's time.
    """
    scan = cache(manifest_scanner.scan_component_manifests)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield


@pytest.fixture
def opened() -> Callable[..., AppTest]:
    """Open a page as a cold link does, and insist that nothing went wrong."""

    def _open(slug: str, params: dict[str, str | list[str]] | None = None, **context: str):
        at = page_at(slug, params, **context)
        assert_sound(at)
        return at

    return _open
