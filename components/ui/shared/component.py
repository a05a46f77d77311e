"""The project's own components: a piece of HTML and the files that move it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st


@st.cache_resource(show_spinner=False)
def component(
    name: str,
    html: str,
    *,
    folder: Path,
    scripts: tuple[str, ...],
    style: str | None = None,
    shadow: bool = True,
) -> Any:
    """Register a component once, and return what draws it.

    Args:
        name: tells it from the others; made with other arguments it is another one.
        html: what it starts from.
        folder: where its files lie, beside the module that draws it.
        scripts: files that together are its one script; the last holds the default export.
        style: the file of its style sheet.
        shadow: whether it stands in a shadow tree, where the page's styles do not reach it.
    """
    return st.components.v2.component(
        name,
        html=html,
        css=(folder / style).read_text(encoding="utf-8") if style else None,
        js="\n".join((folder / file).read_text(encoding="utf-8") for file in scripts),
        isolate_styles=shadow,
    )
