"""Events as the charts and lists need them: texts, dates and marks in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components.presentation.context import Context
from components.presentation.records.events import ListPage, list_page, list_row, sign_key
from components.ui.context import change_view
from components.ui.shared.blocks import block
from components.ui.shared.event_list import event_list


def choose_event(event_id: str | None) -> None:
    """Put an event in the address (or take it out)."""
    change_view(event=event_id)


def _turn_page(number: int) -> None:
    change_view(page=number)


def _pager(here: Context, key: str, page: ListPage) -> None:
    """The way through a long list; the page is in the address."""
    i18n, number = here.i18n, page.number
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        st.button(i18n.t("Earlier"), disabled=number == 1, on_click=_turn_page,
                  args=(number - 1,), key=f"{key}-earlier")  # fmt: skip
        st.write(page.words(i18n))
        st.button(i18n.t("Later"), disabled=number == page.last, on_click=_turn_page,
                  args=(number + 1,), key=f"{key}-later")  # fmt: skip


def draw_list(here: Context, key: str, on_choose: Callable[[str], None] = choose_event) -> None:
    """The events under the filters, as a list that selects; a very long one by pages."""
    page = list_page(here)
    if key_text := sign_key(page.events, here):
        block("caveat.html", here.i18n, text=key_text)
    event_list(
        [list_row(event, here) for event in page.events],
        label=here.i18n.t("Events, in order of date"),
        chosen=here.view.event,
        key=key,
        on_choose=on_choose,
    )
    if page.last > 1:
        _pager(here, key, page)
