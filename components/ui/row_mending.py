"""Mend rows of an opened table on its page: offers for all rows alike, and a table to type in."""

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from components.drawing.text_direction import join_isolated
from components.export import view_files
from components.export.download_tokens import opened_file_address
from components.i18n import I18n
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult, corrections
from components.intake.sheet_models import ColumnMap
from components.story.ground_data import load_world
from components.ui.parts import take_buttons
from components.ui.reading import (
    DATES_SETTLED,
    SECTION_KEY,
    failure_text,
    read_again,
    read_file,
    session_upload,
    widget_key,
)
from components.work import workers as work

if TYPE_CHECKING:
    import pandas as pd

#: Rows shown to be mended at a time; the next ones come once these are mended.
MOST_ROWS: Final = 100
MOST_EXAMPLES: Final = 3
#: The columns of the table of rows to mend that are not the file's own.
ROW_COLUMN: Final = "_row"
PROBLEM_COLUMN: Final = "_wrong"
#: Cells that were typed anew, by number of row and place of column.
ChangedCells = dict[int, dict[int, str]]


def draw_row_mending(intake: ImportResult, i18n: I18n) -> None:
    """Draw what can be mended of a table here: offers first, then its rows with a problem."""
    if intake.layout is None or len(intake.sheets) != 1:
        return
    column_map = intake.layout.column_map
    for suggestion in corrections.list_suggestions(intake):
        _draw_offer(column_map, suggestion, i18n)
    _draw_place_offers(intake, column_map, i18n)
    row_numbers = corrections.list_faulty_rows(intake)
    if row_numbers:
        with st.expander(i18n.t("Mend these rows here"), key=f"{SECTION_KEY}-mend"):
            _draw_row_table(
                intake,
                column_map,
                row_numbers=row_numbers[:MOST_ROWS],
                i18n=i18n,
            )


def _draw_offer(column_map: ColumnMap, suggestion: corrections.Suggestion, i18n: I18n) -> None:
    """Draw an offer such as "10 rows: 43526 means 2 March 2019? Apply to all"."""
    examples = []
    for text, day in list(suggestion.answers.items())[:MOST_EXAMPLES]:
        examples.append(f"{text} → {i18n.format_date(day)}")
    example_text = join_isolated("; ", examples)
    if len(suggestion.answers) > MOST_EXAMPLES:
        example_text += ", …"
    question = i18n.n(
        "{count} row: is this meant? {examples}",
        "{count} rows: is this meant? {examples}",
        len(suggestion.rows),
        examples=example_text,
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(question)
        is_pressed = st.button(i18n.t("Apply to all"), key=widget_key(suggestion.code))
    if is_pressed:
        answered_map = corrections.accept_suggestion(column_map, suggestion)
        read_again(i18n, answered_map, DATES_SETTLED)


def _draw_place_offers(intake: ImportResult, column_map: ColumnMap, i18n: I18n) -> None:
    """Draw an offer such as "2 rows: Sucre → Sucre (Colombia)" a country, and the way past all."""
    offers = corrections.list_place_offers(intake)
    if not offers:
        return
    names: dict[str, str] = {}
    for offer in offers:
        country = load_world()[offer.country]
        country_name = i18n.localize(country, "name")
        examples = []
        for name, place in list(offer.places.items())[:MOST_EXAMPLES]:
            place_name = i18n.localize(place, "name")
            examples.append(f"{name} → {place_name} ({country_name})")
        names |= dict.fromkeys(offer.places, corrections.NO_PLACE)
        question = i18n.n(
            "{count} row has no coordinates: is this the place? {examples}",
            "{count} rows have no coordinates: are these the places? {examples}",
            len(offer.rows),
            examples=join_isolated("; ", examples),
        )
        answers = dict.fromkeys(offer.places, offer.country)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(question)
            key = widget_key(f"place-{offer.country}")
            if st.button(i18n.t("Place them there"), key=key):
                _answer_places(column_map, answers, i18n)
    if st.button(
        i18n.t("None of these places: leave them off the map"), key=widget_key("no-place")
    ):
        _answer_places(column_map, names, i18n)


def _answer_places(column_map: ColumnMap, answers: dict[str, str], i18n: I18n) -> None:
    answered_map = corrections.answer_places(column_map, answers)
    read_again(i18n, answered_map, DATES_SETTLED)


def _mended_file_name(intake: ImportResult) -> str:
    return f"{PurePosixPath(intake.name).stem}-mended.csv"


def _row_problems(intake: ImportResult, row_number: int, i18n: I18n) -> str:
    """Return what is wrong with a row, in one line."""
    sentences = []
    for problem in intake.problems:
        if problem.row != row_number or problem.level == "note":
            continue
        formatted = format_problem(problem, i18n)
        sentence = formatted.text
        if formatted.column:
            sentence = f"{formatted.column}: {sentence}"
        sentences.append(sentence)
    return " | ".join(sentences)


def _row_frame(intake: ImportResult, row_numbers: list[int], i18n: I18n) -> "pd.DataFrame":
    """Return the rows as they are in the file, each with its number and what is wrong with it."""
    # Imported late: few readers mend a table, and every server would hold it.
    import pandas as pd

    (sheet,) = intake.sheets
    width = len(sheet.header)
    cells_by_row = dict(sheet.rows)
    frame_rows = []
    for row_number in row_numbers:
        cells = cells_by_row.get(row_number)
        if cells is None:
            continue
        missing_cells = [""] * (width - len(cells))
        problems = _row_problems(intake, row_number, i18n)
        frame_rows.append([row_number, problems, *cells[:width], *missing_cells])
    cell_columns = [str(place) for place in range(width)]
    return pd.DataFrame(frame_rows, columns=[ROW_COLUMN, PROBLEM_COLUMN, *cell_columns])


def _edit_frame(frame: "pd.DataFrame", header: tuple[str, ...], i18n: I18n) -> "pd.DataFrame":
    """Draw the rows as a table to type in, and return them as they are typed now."""
    column_config: dict[Any, Any] = {
        ROW_COLUMN: st.column_config.NumberColumn(i18n.t("row"), width="small"),
        PROBLEM_COLUMN: st.column_config.TextColumn(i18n.t("What to do"), width="large"),
    }
    for place, name in enumerate(header):
        column_config[str(place)] = st.column_config.TextColumn(name or "–")
    return st.data_editor(
        frame,
        hide_index=True,
        disabled=[ROW_COLUMN, PROBLEM_COLUMN],
        column_config=column_config,
        key=widget_key("rows"),
    )


def _find_changed_cells(frame: "pd.DataFrame", edited: "pd.DataFrame", width: int) -> ChangedCells:
    """Return the cells that differ after editing; an emptied cell is an empty text."""
    edited_texts = edited.fillna("")
    changed_cells: ChangedCells = {}
    for frame_row, row_number in enumerate(frame[ROW_COLUMN]):
        for place in range(width):
            text = edited_texts[str(place)].iloc[frame_row]
            if text != frame[str(place)].iloc[frame_row]:
                changed_cells.setdefault(int(row_number), {})[place] = text
    return changed_cells


def _draw_row_table(
    intake: ImportResult, column_map: ColumnMap, row_numbers: list[int], i18n: I18n
) -> None:
    """Draw the rows to mend; what is typed goes into the mended table."""
    (sheet,) = intake.sheets
    frame = _row_frame(intake, row_numbers, i18n)
    edited = _edit_frame(frame, sheet.header, i18n)
    changed_cells = _find_changed_cells(frame, edited, len(sheet.header))
    with st.container(horizontal=True, gap="small"):
        open_label = i18n.t("Open the mended table")
        is_pressed = st.button(open_label, key=widget_key("again"), disabled=not changed_cells)
        address = opened_file_address(intake, view_files.MENDED_TABLE, {"lang": i18n.language})
        download = view_files.DownloadFile(
            i18n.t("Download the mended table"),
            name=_mended_file_name(intake),
            opened_address=address,
            body=changed_cells,
        )
        take_buttons([download], i18n, key=widget_key("mended"))
    if is_pressed:
        _open_mended_table(intake, column_map, changed_cells, i18n)
        st.rerun()


def _open_mended_table(
    intake: ImportResult, column_map: ColumnMap, changed_cells: ChangedCells, i18n: I18n
) -> None:
    """Read the table again with the cells that were typed anew."""
    budget = work.FILE_BUDGET
    try:
        content = work.workers.run(corrections.correct_table, intake, changed_cells, budget=budget)
    except work.WorkFailedError as error:
        session_upload().failed = failure_text(error.reason, budget, i18n)
        return
    # The mended table is a CSV with its names in the first row.
    csv_map = column_map.model_copy(update={"sheet": "", "header": None})
    read_file(
        (_mended_file_name(intake), content),
        i18n,
        column_map=csv_map,
        settled=DATES_SETTLED,
    )
