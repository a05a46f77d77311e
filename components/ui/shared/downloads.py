"""Files in one line: a button for what is at hand, and one that asks for what is not."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from components.export.files import File
from components.i18n import I18n
from components.ui.shared.take import Take, take_buttons


def draw_downloads(files: Iterable[File], i18n: I18n, *, key: str) -> None:
    """Draw the buttons."""
    takes: list[Take] = []
    with st.container(horizontal=True, gap="small", key=key):
        for file in files:
            label = i18n.t("Download {format}", format=file.label)
            if file.content is None:
                takes.append(Take(label, file.own, file.name, file.body))
                continue
            st.download_button(
                label,
                data=file.content,
                file_name=file.name,
                mime=file.media,
                key=f"{key}-{file.name.rpartition('.')[2]}",
                on_click="ignore",
            )
        if takes:
            take_buttons(takes, i18n, key=f"{key}-takes")
