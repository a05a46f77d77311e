"""Fixtures of the tests that run pages without a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.apptest import assert_sound, page_at


@pytest.fixture
def opened() -> Callable[..., AppTest]:
    """Open a page as a cold link does, and insist that nothing went wrong."""

    def _open(slug: str, params: dict[str, str | list[str]] | None = None, **context: str):
        at = page_at(slug, params, **context)
        assert_sound(at)
        return at

    return _open
