"""The events as a list of buttons: the timeline's rows for keyboard, screen reader and phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import streamlit as st

ASSETS: Final = Path(__file__).parent / "assets"


@dataclass(frozen=True)
class ListRow:
    """One line of the list, in the reader's language."""

    id: str
    date: str
    title: str
    note: str
    glyph: str
    colour: str
    kind: str
    sources: str
    tag: str


@st.cache_resource(max_entries=1, show_spinner=False)
def _component() -> Any:
    return st.components.v2.component(
        "event_list",
        html="<ol></ol>\n<p class='nothing'></p>",
        css=(ASSETS / "event_list.css").read_text(encoding="utf-8"),
        js=(ASSETS / "event_list.js").read_text(encoding="utf-8"),
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

    _component()(
        data={"rows": [asdict(row) for row in rows], "chosen": chosen, "label": label},
        key=key,
        on_chosen_change=picked,
    )
