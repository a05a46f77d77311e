"""The lesson that a session is writing: kept beside the widgets, so that no rerun loses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import streamlit as st

from components.domain.lessons.draft import Draft
from components.domain.records.dataset import Dataset
from components.ui.shared.url_binding import bind_to_url

DRAFT: Final = "_lesson_draft"
#: Which step is being written, from 0.
PLACE: Final = "_lesson_draft_step"
#: Whether what is missing was asked for.
ASKED: Final = "_lesson_draft_asked"
#: How often a draft was begun: the widgets of each are new ones.
TURN: Final = "_lesson_draft_turn"
KEY: Final = "make-lesson"


def draft() -> Draft | None:
    """The lesson being written, if one is."""
    found: Draft | None = st.session_state.get(DRAFT)
    return found


def begin(found: Draft, data: Dataset) -> None:
    """Start editing a lesson at its first step."""
    if not found.steps:
        found.add(data)
    st.session_state[DRAFT] = found
    st.session_state[TURN] = st.session_state.get(TURN, 0) + 1
    st.session_state[ASKED] = False
    go_to(0)


def put_away() -> None:
    """Discard the lesson being written."""
    for name in (DRAFT, PLACE, ASKED):
        st.session_state.pop(name, None)


def place(found: Draft) -> int:
    """The number of the step being edited, from 0."""
    return min(int(st.session_state.get(PLACE, 0)), len(found.steps) - 1)


def go_to(step: int) -> None:
    """Edit another step."""
    st.session_state[PLACE] = step


def name_of(field: str, step: dict[str, Any] | None = None) -> str:
    """The key of a field's widget, different for each step and each lesson."""
    return f"{KEY}-{st.session_state.get(TURN, 0)}-{step['id'] if step else ''}-{field}"


def typed(name: str, value: str, changed: Callable[[str], None]) -> dict[str, Any]:
    """Arguments of a field to type in: what the draft has in it at first, then what is typed.

    Its value is set once, when it is drawn anew: a run that set it again would take away what a
    quick typist has written in it while the run of the field before was under way.
    """
    if name not in st.session_state:
        st.session_state[name] = value
    return {"key": name, "on_change": lambda: changed(st.session_state[name])}


def picked(name: str, value: Any, changed: Callable[[Any], None]) -> dict[str, Any]:
    """Arguments of a widget to choose with: its value is the draft's at every run."""
    return bind_to_url(name, value, changed)
