"""A table that sorts, pages and leads on: real HTML, for every reader and every width.

The framework's own table is painted on a canvas: a screen reader gets no cells from it, a phone
cuts it off, and its menus are in English only. This one is a table of the page, whose heads are
buttons; on a phone each row is a list of names and values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from components.ui.shared.component import component


def _table() -> Any:
    return component(
        "data_table",
        "<div class='frame' role='region' tabindex='0'></div>\n<nav hidden></nav>",
        folder=Path(__file__).parent,
        shared=("dom",),
        scripts=("data_table.js",),
        style="data_table.css",
    )


def data_table(
    *,
    columns: Sequence[Mapping[str, Any]],
    rows: Sequence[Sequence[Mapping[str, str]]],
    texts: Mapping[str, str],
    pages: tuple[int, int],
    key: str,
    on_sort: Callable[[str], None],
    on_page: Callable[[int], None],
) -> None:
    """Draw the table.

    Args:
        columns: ``name``, ``label``, ``numeric`` and ``sort`` (``ascending``, ``descending`` or
            ``none``) of each.
        rows: for each row a cell for each column: ``text``, and where there are any ``code`` and
            ``href``.
        texts: ``label``, ``sort``, ``sorted_up``, ``sorted_down``, ``pages``, ``before``, ``after``
            and ``place`` ("Page 2 of 4").
        pages: the page shown and how many there are.
        on_sort: called with the name of the column whose head was pressed.
        on_page: called with the page asked for.
    """

    def pressed() -> None:
        found = st.session_state[key].sort
        if found:
            on_sort(str(found))

    def turned() -> None:
        found = st.session_state[key].page
        if found:
            on_page(int(found))

    _table()(
        data={
            "columns": [dict(column) for column in columns],
            "rows": [[dict(cell) for cell in row] for row in rows],
            "texts": dict(texts),
            "page": pages[0],
            "pages": pages[1],
        },
        key=key,
        on_sort_change=pressed,
        on_page_change=turned,
    )
