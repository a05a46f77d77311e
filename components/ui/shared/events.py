"""The list of events below a picture, and the choice of one."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.records import list_data, list_page
from components.presentation.tabled.asked import Missing
from components.ui.context import change_view
from components.ui.shared.blocks import block
from components.ui.shared.event_list import event_list


def choose_event(event_id: str | None) -> None:
    """Put an event in the address (or take it out)."""
    change_view(event=event_id)


def _turn_page(number: int) -> None:
    change_view(page=number)


def draw_list(ctx: Context, *, drawer: bool = False) -> None:
    """The events under the filters, as a list that selects; a very long one by pages.

    Args:
        drawer: whether what is chosen stands in a drawer beside the list, too.
    """
    key, page, t = "events", list_page(ctx), ctx.i18n.t
    if isinstance(page, Missing):
        block("caveat.html", ctx.i18n, text=page.words(ctx.i18n))
        return
    event_list(list_data(ctx, drawer=drawer), key=key, on_choose=choose_event)
    if page.last == 1:
        return
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-pager"):
        st.button(t("Earlier"), disabled=page.number == 1, on_click=_turn_page,
                  args=(page.number - 1,), key=f"{key}-earlier")  # fmt: skip
        st.write(page.words(ctx.i18n))
        st.button(t("Later"), disabled=page.number == page.last, on_click=_turn_page,
                  args=(page.number + 1,), key=f"{key}-later")  # fmt: skip


def draw_list_and_drawer(ctx: Context) -> None:
    """The same, with what is chosen in a drawer beside it."""
    draw_list(ctx, drawer=not ctx.story.table)
