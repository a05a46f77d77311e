"""What a story that was opened in this session can be taken away as: made here, and sent to nobody.

The addresses for machines know no session, so an upload has none; its files are made when a button
is pressed and go to the reader who pressed it.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from components.presentation.context import Context
from components.presentation.files import FORMS, saved_name
from components.presentation.tables.dictionary import FORMATS, WHOLE
from components.ui.shared.blocks import block


def _make(name: str, here: Context) -> bytes:
    return FORMS[name].make(here)


def draw_own_files(here: Context) -> None:
    """Buttons for the files of the table shown and of all that the filters leave."""
    names = [f"{here.view.table}.{ending}" for ending in FORMATS]
    files = [(name, FORMATS[name.rpartition(".")[2]]) for name in names if name in FORMS]
    files += [(name, label) for name, (label, _) in WHOLE.items()]
    block("own_files.html", here.i18n)
    with st.container(horizontal=True, gap="small", key="own-files"):
        for name, label in files:
            st.download_button(
                label,
                data=partial(_make, name, here),
                file_name=saved_name(here, name),
                mime=FORMS[name].media,
                key=f"own-file-{name}",
                on_click="ignore",
            )
