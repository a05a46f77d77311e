"""An older version of the data set says that it is old, on every page."""

from __future__ import annotations

import streamlit as st

from components.ui import resources
from components.ui.context import Context, change_view
from components.ui.markup import block


def draw_version(here: Context) -> None:
    """Say which version is shown, where it is not the present one."""
    shown, present, i18n = here.view.version, resources.present_version(), here.i18n
    if shown is None or shown == present:
        return
    text = i18n.t(
        "This is version {shown} of the data set, which is old: the present one is {present}. What "
        "was corrected since is listed under Method.",
        shown=shown,
        present=present,
    )
    with st.container(key="version", gap="small"):
        block("turned.html", i18n, text=text)
        label = i18n.t("Show the present version")
        st.button(label, on_click=change_view, kwargs={"version": None}, key="version-off")
