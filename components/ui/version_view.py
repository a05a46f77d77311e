"""An older version of the data set says that it is old, on every page."""

from __future__ import annotations

import streamlit as st

from components.ui import resources
from components.ui.context import Context, change_view
from components.ui.markup import block


def old_version(here: Context) -> str:
    """Which version is shown, in words, where it is not the present one."""
    shown, present = here.view.version, resources.present_version()
    if shown is None or shown == present:
        return ""
    return here.i18n.t(
        "This is version {shown} of the data set, which is old: the present one is {present}. What "
        "was corrected since is listed under Method.",
        shown=shown,
        present=present,
    )


def draw_version(here: Context) -> None:
    """Say that an old version is shown, and offer the present one."""
    text, i18n = old_version(here), here.i18n
    if not text:
        return
    with st.container(key="version", gap="small"):
        block("turned.html", i18n, text=text)
        label = i18n.t("Show the present version")
        st.button(label, on_click=change_view, kwargs={"version": None}, key="version-off")
