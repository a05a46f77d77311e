"""The form that asks what each column of an opened table is, and how its dates are meant."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final

import streamlit as st

from components.drawing.text_direction import join_isolated
from components.i18n import I18n
from components.intake import ImportResult
from components.intake.layouts import YEAR_FIELDS
from components.intake.sheet_models import EVENT_FIELDS, ColumnMap, Layout
from components.story.texts import N_
from components.ui.reading import (
    DATES_SETTLED,
    SETTLED,
    read_again,
    session_upload,
    widget_key,
)

#: The section of the page, and the beginning of its widgets' keys.
KEY: Final = "open-story-columns"
SURE: Final = {
    "sure": N_("{field}: by its name"),
    "likely": N_("{field}: a guess"),
    "doubtful": N_("{field}: a guess, please check"),
    "": N_("{field}"),
}
DOUBTS: Final = {
    "map": N_("The saved choice of columns does not fit this table."),
    "sheet": N_("Several sheets could be meant."),
    "columns": N_("Date and title could not be told by the names of the columns alone."),
    "order": N_("Some dates can be read with the day or the month first."),
    "minus": N_("Years with a minus can be counted in two ways."),
}
#: The names of the columns that make up one field.
ColumnNames = tuple[str, ...]
#: Fields stand two in a row: on a phone they are below each other in the same order.
FIELDS_IN_A_ROW: Final = 2


def draw_column_form(intake: ImportResult, i18n: I18n) -> None:
    """Draw the form of the columns: open where something has to be asked, else folded."""
    layout = intake.layout
    if layout is None or not layout.header:
        return
    is_asking = session_upload().asking
    if is_asking:
        section = st.container(border=True, key=KEY)
    else:
        section = st.expander(i18n.t("Which column is what"), key=KEY)
    with section:
        if is_asking:
            _draw_questions(layout, i18n)
        _ask_sheet_and_row(layout, i18n)
        chosen_map = _ask_column_map(layout, i18n)
        is_ready = chosen_map.has_events
        if not is_ready:
            st.markdown(
                i18n.t("Choose at least a date (or a year), and a title, kind, place or summary.")
            )
        with st.container(horizontal=True, gap="small"):
            is_pressed = st.button(
                i18n.t("Open with this"),
                type="primary",
                disabled=not is_ready,
                key=widget_key("open"),
            )
            _draw_save_button(intake.name, chosen_map, i18n)
    if is_pressed:
        settled = SETTLED
        if _has_same_dates(chosen_map, layout.column_map):
            # Dates of another column have not been asked about.
            settled = DATES_SETTLED
        read_again(i18n, chosen_map, settled)


def _draw_questions(layout: Layout, i18n: I18n) -> None:
    st.subheader(i18n.t("Which column is what?"), anchor=False)
    sentences = [i18n.t(DOUBTS[doubt]) for doubt in layout.doubts]
    st.markdown(" ".join(sentences))


def _has_same_dates(chosen_map: ColumnMap, present_map: ColumnMap) -> bool:
    for field in YEAR_FIELDS:
        if chosen_map.columns.get(field) != present_map.columns.get(field):
            return False
    return True


def _ask_sheet_and_row(layout: Layout, i18n: I18n) -> None:
    """Ask which sheet is meant and which row has the names; another choice reads it again."""
    present_sheet = layout.column_map.sheet
    sheet = present_sheet
    if len(layout.sheet_names) > 1:
        sheet = _pick_option(
            "sheet",
            i18n.t("Sheet"),
            options=layout.sheet_names,
            present=sheet,
            i18n=i18n,
        )
    header_row = layout.header_row
    row_texts = dict(layout.top_rows)
    if len(row_texts) > 1:
        row_numbers = list(row_texts)
        if layout.header_row == 0:
            row_numbers.insert(0, 0)

        def format_row(number: int) -> str:
            if number == 0:
                return i18n.t("none")
            return f"{number}: {row_texts[number]}"

        label = i18n.t("Row with the names of the columns")
        header_row = _pick_option(
            "row",
            label,
            options=row_numbers,
            present=header_row,
            i18n=i18n,
            format_option=format_row,
        )
    if (sheet, header_row) == (present_sheet, layout.header_row):
        return
    # The rows of another sheet have not been shown yet: its names are looked for.
    header = header_row if sheet == present_sheet else None
    read_again(i18n, ColumnMap(sheet=sheet, header=header), asking=True)


def _ask_column_map(layout: Layout, i18n: I18n) -> ColumnMap:
    """Ask what each column is; return the columns as they are chosen now."""
    present_map = layout.column_map
    chosen_columns = _ask_fields(layout, i18n, is_first=True)
    more_is_open = "year" in present_map.columns
    with st.expander(i18n.t("More columns"), expanded=more_is_open):
        chosen_columns |= _ask_fields(layout, i18n, is_first=False)
    # Those of the form come first.
    all_columns = {**chosen_columns, **present_map.columns, **chosen_columns}
    taken_columns = {field: names for field, names in all_columns.items() if names}
    changes = {
        "columns": taken_columns,
        "order": _ask_date_order(layout, i18n) or present_map.order,
        "minus": _ask_minus_years(layout, i18n) or present_map.minus,
        "header": present_map.header if layout.header_row == 0 else None,
    }
    return present_map.model_copy(update=changes)


def _draw_save_button(file_name: str, chosen_map: ColumnMap, i18n: I18n) -> None:
    """Draw the button that saves the choice for the next table of this kind."""
    # What this story is called is another matter than what the next table of its kind has.
    untitled = chosen_map.credit.model_copy(update={"title": ""})
    saved_map = chosen_map.model_copy(update={"answers": {}, "credit": untitled})
    st.download_button(
        i18n.t("Save this as a small file"),
        data=saved_map.to_json(),
        file_name=f"{PurePosixPath(file_name).stem}-columns.json",
        mime="application/json",
        on_click="ignore",
        key=widget_key("save"),
        help=i18n.t("Choose it together with the next table of this kind: nothing is asked."),
    )


def _pick_option(  # noqa: PLR0913 - it configures a widget
    name: str,
    label: str,
    options: Sequence[Any],
    present: object,
    i18n: I18n,
    format_option: Callable[[Any], str] = str,
) -> Any:
    """Draw a list to choose from, with the present choice in it, and return what is chosen."""
    return st.selectbox(
        label,
        options,
        options.index(present),
        format_func=format_option,
        placeholder=i18n.t("Choose an option"),
        key=widget_key(name),
    )


def _column_options(layout: Layout, present_names: ColumnNames) -> list[ColumnNames]:
    """Return what a field may be made of: nothing, one column, or what it is made of now."""
    options: list[ColumnNames] = [()]
    for name in layout.header:
        if name and (name,) not in options:
            options.append((name,))
    if present_names not in options:
        options.append(present_names)
    return options


def _ask_field(field: str, label: str, layout: Layout, i18n: I18n) -> ColumnNames:
    """Ask which column is a field, with examples of each and how sure the guess is."""

    def format_names(names: ColumnNames) -> str:
        if not names:
            return i18n.t("none")
        examples: Sequence[str] = ()
        if len(names) == 1:
            examples = layout.examples.get(names[0], ())
        joined_names = " + ".join(names)
        example_text = join_isolated(" · ", examples)
        if not example_text:
            return joined_names
        return f"{joined_names}: {example_text}"

    present_names = layout.column_map.columns.get(field, ())
    certainty = layout.certainty.get(field, "") if present_names else ""
    field_label = i18n.t(SURE[certainty], field=i18n.t(label))
    options = _column_options(layout, present_names)
    names: ColumnNames = _pick_option(
        field,
        field_label,
        options=options,
        present=present_names,
        i18n=i18n,
        format_option=format_names,
    )
    return names


def _ask_fields(layout: Layout, i18n: I18n, *, is_first: bool) -> dict[str, ColumnNames]:
    """Ask which columns are the first fields, or the others; return them by field."""
    fields = []
    for name, field in EVENT_FIELDS.items():
        if field.label and field.is_main == is_first:
            fields.append((name, field.label))
    chosen: dict[str, ColumnNames] = {}
    for start in range(0, len(fields), FIELDS_IN_A_ROW):
        row_fields = fields[start : start + FIELDS_IN_A_ROW]
        places = st.columns(FIELDS_IN_A_ROW)
        for place, (name, label) in zip(places, row_fields, strict=False):
            with place:
                chosen[name] = _ask_field(name, label, layout, i18n)
    return chosen


def _ask_reading(
    question: str,
    labels: Mapping[str, str],
    examples: Iterable[tuple[str, str, str]],
    name: str,
    i18n: I18n,
) -> str:
    """Ask which of two ways dates are meant, and show what each makes of some of them.

    Parameters
    ----------
    question
        What is asked.
    labels
        The two ways, by the values that are returned.
    examples
        Texts of the table, each with the date of the first way and that of the second (EDTF).
    name
        What tells the widget from others of the form.
    i18n
        The reader's language.

    Returns
    -------
    str
        The way that was chosen; empty if none was.
    """
    first_lines = []
    second_lines = []
    for text, first_date, second_date in examples:
        first_lines.append(f"{text} → {i18n.format_date(first_date)}")
        second_lines.append(f"{text} → {i18n.format_date(second_date)}")
    chosen = st.radio(
        question,
        list(labels),
        index=None,
        format_func=labels.__getitem__,
        captions=["; ".join(first_lines), "; ".join(second_lines)],
        key=widget_key(name),
    )
    return chosen or ""


def _ask_date_order(layout: Layout, i18n: I18n) -> str:
    """Ask whether days or months are first, shown on three dates of the table.

    Returns
    -------
    str
        ``day`` or ``month``; empty where it was not chosen, or no date can be meant in two ways.
    """
    ambiguous_dates = [example for example in layout.ambiguous_dates if example[1]]
    if not ambiguous_dates:
        return ""
    labels = {"day": i18n.t("Days first"), "month": i18n.t("Months first")}
    question = i18n.t("Are days or months first in your dates?")
    return _ask_reading(question, labels, ambiguous_dates, "order", i18n)


def _ask_minus_years(layout: Layout, i18n: I18n) -> str:
    """Ask how years with a minus are counted, shown on some of the table; empty if not chosen."""
    if not layout.minus_years:
        return ""
    labels = {
        "historical": i18n.t("Without a year 0, as people do"),
        "astronomical": i18n.t("With a year 0, as astronomers do"),
    }
    question = i18n.t("How does your table count years before our era?")
    return _ask_reading(question, labels, layout.minus_years, "minus", i18n)
