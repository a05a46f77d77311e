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
        "<ol></ol>\n<p class='nothing'></p>",
        folder=Path(__file__).parent,
        scripts=("event_list.js",),
        style="event_list.css",
    )


def event_list(
    rows: Sequence[ListRow],
    *,
    label: str,
    chosen: str | None,
    key: str,
    on_choose: Callable[[str], None],
) -> None:
    """Draw the list; ``on_choose`` is called with the id of the row a reader picks."""

    def picked() -> None:
        found = st.session_state[key].chosen
        if found:
            on_choose(str(found))

    _list()(
        data={"rows": [asdict(row) for row in rows], "chosen": chosen, "label": label},
        key=key,
        on_chosen_change=picked,
    )
