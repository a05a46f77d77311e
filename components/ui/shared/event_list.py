"""The events as a list of buttons: the timeline's rows for keyboard, screen reader and phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import streamlit as st

from components.presentation.records.rows import ListRow
from components.ui.shared.component import component


def _list() -> Any:
    return component(
        "event_list",
        "<div class='event-list'><ol></ol></div>",
        folder=Path(__file__).parent,
        scripts=("event_list.js",),
        style="event_list.css",
        # What opens under a line is the page's own HTML, and looks as it does elsewhere.
        shadow=False,
    )


def event_list(
    rows: Sequence[ListRow],
    *,
    label: str,
    chosen: str | None,
    key: str,
    on_choose: Callable[[str], None],
    detail: str = "",
    opened: bool = False,
) -> None:
    """Draw the list.

    Args:
        rows: its lines.
        label: what a screen reader calls it.
        chosen: the id of the line that is chosen.
        key: of the component.
        on_choose: called with the id of the row a reader picks.
        detail: the chosen line in full, as HTML from a template.
        opened: whether it stands under its line; without, only a script of the page opens it.
    """

    def picked() -> None:
        found = st.session_state[key].chosen
        if found:
            on_choose(str(found))

    _list()(
        data={
            "rows": [asdict(row) for row in rows],
            "chosen": chosen,
            "label": label,
            "detail": detail,
            "opened": opened,
        },
        key=key,
        on_chosen_change=picked,
    )
