"""The events as a list of buttons: the timeline's rows for keyboard, screen reader and phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from components.ui.shared.component import component


def _list() -> Any:
    return component(
        "event_list",
        "<div class='event-list'><p class='caveat' hidden></p><ol></ol></div>",
        folder=Path(__file__).parent,
        shared=("dom",),
        scripts=("event_list.js",),
        style="event_list.css",
        # What opens under a line is the page's own HTML, and looks as it does elsewhere.
        shadow=False,
    )


def event_list(data: Mapping[str, Any], *, key: str, on_choose: Callable[[str], None]) -> None:
    """Draw the list.

    Args:
        data: ``rows`` (its lines); ``signs``, what signs beside them mean; ``label``, what a screen
            reader calls it; ``chosen``, the id of the line that is chosen, and ``detail``, that
            line in full as HTML from a template; where what is chosen has a drawer of its own,
            ``drawer``: its ``key``, its ``html`` and the words that ``close`` it.
        on_choose: called with the id of the row a reader picks.
    """

    def picked() -> None:
        found = st.session_state[key].chosen
        if found:
            on_choose(str(found))

    _list()(data=dict(data), key=key, on_chosen_change=picked)
