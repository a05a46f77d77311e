"""The form that asks once whether a column of a table is the figure of each row, and of what."""

from typing import Final

import streamlit as st

from components.drawing.text_direction import join_isolated
from components.i18n import I18n
from components.intake import ImportResult
from components.intake.sheet_models import ColumnMap, Layout
from components.ui.reading import (
    DATES_SETTLED,
    read_again,
    session_upload,
    widget_key,
)

#: The section of the page, and the beginning of its widgets' keys.
KEY: Final = "open-story-number"
MOST_NAME_CHARACTERS: Final = 100
#: The option for a table whose rows count nothing.
NO_COLUMN: Final = ""


def ask_row_number(intake: ImportResult, i18n: I18n) -> None:
    """Ask whether a column is the figure of each row, and what it counts: open until answered."""
    layout = intake.layout
    if layout is None or intake.dataset is None or not layout.number_columns:
        return
    if session_upload().number_settled:
        with st.expander(i18n.t("The figure of each row"), key=KEY):
            _draw_question(layout, i18n)
    else:
        with st.container(border=True, key=KEY):
            _draw_question(layout, i18n)


def _draw_question(layout: Layout, i18n: I18n) -> None:
    """Draw the question; with an answer the table is read again."""
    chosen_header = _ask_column(layout, i18n)
    name = ""
    if chosen_header != NO_COLUMN:
        name = _ask_name(chosen_header, layout.column_map, i18n)
    if st.button(i18n.t("Use this"), key=widget_key("number-use")):
        session_upload().number_settled = True
        answered_map = answer_number(layout.column_map, chosen_header, name)
        read_again(i18n, answered_map, DATES_SETTLED)


def _ask_column(layout: Layout, i18n: I18n) -> str:
    """Ask which column is the figure of each row, the right guess first; empty for none."""

    def format_header(header: str) -> str:
        if header == NO_COLUMN:
            return i18n.t("no: the rows count nothing")
        examples = join_isolated(" · ", layout.examples.get(header, ()))
        if not examples:
            return header
        return f"{header}: {examples}"

    options = [*layout.number_columns, NO_COLUMN]
    # After an answer the choice is what was answered; before one, the first guess.
    index = 0
    if session_upload().number_settled and not layout.column_map.number_header:
        index = len(options) - 1
    chosen: str = st.selectbox(
        i18n.t("Is this the figure of each row? It is then drawn on How many?"),
        options,
        index,
        format_func=format_header,
        key=widget_key("number-column"),
    )
    return chosen


def _ask_name(header: str, column_map: ColumnMap, i18n: I18n) -> str:
    """Ask what a column counts; its header is the first guess."""
    present_name = header
    if column_map.columns.get("number") == (header,):
        present_name = column_map.credit.count_label(header, i18n.language)
    return st.text_input(
        i18n.t("Of what? (people, victims, m³ …)"),
        present_name,
        max_chars=MOST_NAME_CHARACTERS,
        key=widget_key(f"number-name-{header}"),
    )


def answer_number(column_map: ColumnMap, header: str, name: str) -> ColumnMap:
    """Return a column map with the answer: the column of the figure, if any, and what it counts."""
    columns = {field: names for field, names in column_map.columns.items() if field != "number"}
    counted = name.strip()
    if header == NO_COLUMN or counted == header.strip():
        counted = ""
    if header != NO_COLUMN:
        columns["number"] = (header,)
    credit = column_map.credit.model_copy(update={"number": counted, "number_es": counted})
    return column_map.model_copy(update={"columns": columns, "credit": credit})
