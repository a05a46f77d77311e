"""The list of events below a picture, and the choice of one."""

from __future__ import annotations

import streamlit as st

from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.records.detail import list_data
from components.presentation.records.events import ListPage, list_page
from components.presentation.timeline import timeline_list
from components.ui.context import change_view
from components.ui.shared.event_list import event_list


def choose_event(event_id: str | None) -> None:
    """Put an event in the address (or take it out)."""
    change_view(event=event_id)


def _turn_page(number: int) -> None:
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


def draw_list(ctx: Context, *, drawer: bool = False) -> None:
    """The events under the filters, as a list that selects; a very long one by pages.

    Args:
        drawer: whether what is chosen stands in a drawer beside the list, too.
    """
    key, page = "events", list_page(ctx.selection, ctx.view)
    event_list((timeline_list if drawer else list_data)(ctx), key=key, on_choose=choose_event)
    if page.last > 1:
        _pager(ctx.i18n, key, page)


def draw_list_and_drawer(ctx: Context) -> None:
    """The same, with what is chosen in a drawer beside it."""
    draw_list(ctx, drawer=True)
