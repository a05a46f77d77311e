"""The view of this run, read from the address, and the one way to change it.

The address is the only state. Each run reads it into a :class:`View`; a widget's callback writes
the address, and the run that follows reads it again. Back, forward and a pasted link therefore
need nothing of their own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from components.drawing.palette import Mode
from components.i18n import Language, i18n_for
from components.i18n.language import first_language
from components.intake.lessons import fits
from components.presentation.context import Context, read_address, story_words
from components.presentation.stories import LoadedStory
from components.query.filters import Filters
from components.query.view import Notice, View, write_view
from components.ui.session import CONTEXT, current_story, opened_lesson


def guess_language(chosen: str | None) -> Language:
    """The language asked for, else the browser's, else English."""
    return first_language([chosen or "", st.context.locale or ""])


def read_params() -> dict[str, list[str]]:
    """The address's parameters, each with all its values."""
    return {name: st.query_params.get_all(name) for name in st.query_params}


def read_query() -> str:
    """The address's parameters as they stood for this run, with what of them could not be used."""
    return urlencode(read_params(), doseq=True)


def answered_by_runs(data: dict[str, Any]) -> dict[str, Any]:
    """What a page is sent; of an opened story a run is the only answer, whatever was asked."""
    return data | ({"asked": read_query()} if data["inline"] else {})


def _read(slug: str) -> tuple[LoadedStory, View, tuple[Notice, ...]]:
    return read_address(read_params(), current_story, opened_lesson(), slug)


def build_context(slug: str) -> Context:
    """Read the address and say what this run draws."""
    story, view, notices = _read(slug)
    mode: Mode = "dark" if st.context.theme.type == "dark" else "light"
    i18n = story_words(story, i18n_for(guess_language(view.lang)))
    own = opened_lesson()
    fitting = own if own and fits(own, story.dataset) else None
    return Context(story, view, notices, i18n, mode, slug, fitting)


def open_context(slug: str) -> Context:
    """Build the context and keep it for the page of this run."""
    context = build_context(slug)
    st.session_state[CONTEXT] = context
    return context


def context() -> Context:
    """The context of this run, for a page."""
    kept: Context = st.session_state[CONTEXT]
    return kept


def read_current() -> View:
    """The view in the address, for callbacks."""
    return _read(context().slug)[1]


def change_view(**changes: Any) -> None:
    """Write a changed view to the address; for callbacks, before the run that draws it."""
    st.query_params.from_dict(write_view(replace(read_current(), **changes)))


def read_filters() -> Filters:
    """The filters in the address, for callbacks."""
    return read_current().filters


def change_filters(**changes: Any) -> None:
    """Write changed filters to the address; a long list begins again at its first page."""
    change_view(filters=replace(read_filters(), **changes), page=1)
