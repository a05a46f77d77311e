"""What is chosen, in a drawer over the page; on a phone a sheet from below."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.records import detail_html, record_in_full
from components.ui.context import change_view

_CLOSED = "_drawer_closed"


def _close(chosen: str) -> None:
    """An event is let go; a region stays a filter, and its drawer is out of the way."""
    if chosen.startswith("event:"):
        change_view(event=None)
    else:
        st.session_state[_CLOSED] = chosen


def draw_drawer(ctx: Context) -> None:
    """Draw what is chosen with its citations; nothing where nothing is. Esc closes it.

    In the order of the page it stands where it is called: after a list, say, whose next stop it is.
    """
    chosen = record_in_full(ctx.view)
    if st.session_state.get(_CLOSED) != chosen:
        st.session_state.pop(_CLOSED, None)
    with st.container(key="drawer"):
        if not chosen or _CLOSED in st.session_state:
            return
        st.button(
            ctx.i18n.t("Close"),
            key="drawer-close",
            on_click=_close,
            args=(chosen,),
            type="tertiary",
            shortcut="Esc",
        )
        st.html(detail_html(ctx))
