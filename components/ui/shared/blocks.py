"""Blocks of HTML on a page."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import streamlit as st

from components.i18n import I18n
from components.presentation.markup import render


def block(name: str, i18n: I18n, **values: Any) -> None:
    """Fill a template and show it."""
    st.html(render(name, i18n, **values))


def placeholder() -> AbstractContextManager[object]:
    """An empty container that keeps its place among the elements when nothing is in it.

    The browser tells the parts of a page without a key by their number. A part that goes away
    gives every one after it another number, and the browser would make them all anew: the map
    with its WebGL context and its shaders, a second's work.
    """
    return st.empty()
