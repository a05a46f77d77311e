"""Events as the charts and lists need them: texts, dates and marks in the reader's language."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.domain.views.filters import Selection
from components.domain.views.view import View
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.records.detail import list_data
from components.presentation.records.events import ListPage, list_page
from components.ui.context import change_view, read_current
from components.ui.shared.event_list import event_list

#: The event that was chosen by its line in a list, under which it stands open.
_IN_LIST: Final = "_opened_in_list"


def choose_event(event_id: str | None) -> None:
    """Put an event in the address (or take it out)."""
    st.session_state.pop(_IN_LIST, None)
    change_view(event=event_id)


def opened_in_list(selection: Selection, view: View) -> bool:
    """Whether the chosen event stands open under its line, and needs no other place."""
    chosen = view.event
    listed = any(event.id == chosen for event in selection.events)
    return listed and st.session_state.get(_IN_LIST) == chosen


def _choose_line(event_id: str) -> None:
    """Open an event under its line; pressed again, it closes."""
    if st.session_state.get(_IN_LIST) == event_id == read_current().event:
        choose_event(None)
        return
    choose_event(event_id)
    st.session_state[_IN_LIST] = event_id


def _turn_page(number: int) -> None:
    st.session_state.pop(_IN_LIST, None)
    change_view(page=number)


def _pager(i18n: I18n, key: str, page: ListPage) -> None:
    """The way through a long list; the page is in the address."""
    number = page.number
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        st.button(i18n.t("Earlier"), disabled=number == 1, on_click=_turn_page,
                  args=(number - 1,), key=f"{key}-earlier")  # fmt: skip
        st.write(page.words(i18n))
        st.button(i18n.t("Later"), disabled=number == page.last, on_click=_turn_page,
                  args=(number + 1,), key=f"{key}-later")  # fmt: skip


def draw_list(ctx: Context, key: str) -> None:
    """The events under the filters, as a list that selects; a very long one by pages."""
    page = list_page(ctx.selection, ctx.view)
    event_list(
        list_data(ctx, opened=opened_in_list(ctx.selection, ctx.view)),
        key=key,
        on_choose=_choose_line,
    )
    if page.last > 1:
        _pager(ctx.i18n, key, page)
