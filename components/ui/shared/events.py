"""Events as the charts and lists need them: texts, dates and marks in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from components.presentation.context import Context
from components.presentation.records.events import list_row, sign_key
from components.ui.context import change_view
from components.ui.shared.blocks import block
from components.ui.shared.event_list import event_list

#: A list longer than this is shown by pages of so many.
LONG: Final = 200


PAGE: Final = 100


def choose_event(event_id: str | None) -> None:
    """Put an event in the address (or take it out)."""
    change_view(event=event_id)


def _turn_page(number: int) -> None:
    change_view(page=number)


def _pager(here: Context, key: str, number: int, last: int) -> None:
    """The way through a long list; the page is in the address."""
    i18n, total = here.i18n, len(here.selection.events)
    first = (number - 1) * PAGE + 1
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        st.button(i18n.t("Earlier"), disabled=number == 1, on_click=_turn_page,
                  args=(number - 1,), key=f"{key}-earlier")  # fmt: skip
        st.write(
            i18n.t(
                "{first}–{last} of {total} events",
                first=i18n.number(first),
                last=i18n.number(min(first + PAGE - 1, total)),
                total=i18n.number(total),
            )
        )
        st.button(i18n.t("Later"), disabled=number == last, on_click=_turn_page,
                  args=(number + 1,), key=f"{key}-later")  # fmt: skip


def draw_list(here: Context, key: str, on_choose: Callable[[str], None] = choose_event) -> None:
    """The events under the filters, as a list that selects; a very long one by pages."""
    events = here.selection.events
    last = -(-len(events) // PAGE) if len(events) > LONG else 1
    number = min(here.view.page, last)
    shown = events[(number - 1) * PAGE : number * PAGE] if last > 1 else events
    if key_text := sign_key(shown, here):
        block("caveat.html", here.i18n, text=key_text)
    event_list(
        [list_row(event, here) for event in shown],
        label=here.i18n.t("Events, in order of date"),
        chosen=here.view.event,
        key=key,
        on_choose=on_choose,
    )
    if last > 1:
        _pager(here, key, number, last)
