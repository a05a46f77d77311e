"""Mending a table in the page: readings that are offered, and its doubtful rows to type in."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from components.export.files import MENDED, own_address
from components.i18n import I18n
from components.i18n.intake import say
from components.intake import ImportResult
from components.intake.read import (
    Suggestion,
    answered,
    rows_to_mend,
    suggestions,
)
from components.ui.data.reading import KEY, READ, SENT, SETTLED, read_file, read_mended
from components.ui.shared.take import Take, take_buttons

if TYPE_CHECKING:
    import pandas as pd

#: Rows shown to be mended at a time; the next ones come once these are mended.
MOST_ROWS: Final = 100
MOST_EXAMPLES: Final = 3
NUMBER, WRONG = "_row", "_wrong"


def draw_mending(intake: ImportResult, i18n: I18n) -> None:
    """Draw what is offered for doubtful dates, and the rows that can be mended."""
    if intake.layout is None or len(intake.sheets) != 1:
        return
    for found in suggestions(intake):
        _offer(intake, found, i18n)
    numbers = rows_to_mend(intake)
    if numbers:
        with st.expander(i18n.t("Mend these rows here"), key=f"{KEY}-mend"):
            _table(intake, numbers[:MOST_ROWS], i18n)


def _offer(intake: ImportResult, found: Suggestion, i18n: I18n) -> None:
    """ "10 rows: 43526 means 2 March 2019? Apply to all"."""
    pairs = list(found.answers.items())[:MOST_EXAMPLES]
    examples = "; ".join(f"{text} → {i18n.date(day)}" for text, day in pairs)
    more = ", …" if len(found.answers) > MOST_EXAMPLES else ""
    text = i18n.n(
        "{count} row: is this meant? {examples}",
        "{count} rows: is this meant? {examples}",
        len(found.rows),
        examples=examples + more,
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(text)
        pressed = st.button(
            i18n.t("Apply to all"), key=f"{KEY}-{found.code}-{st.session_state.get(READ, 0)}"
        )
    if pressed and intake.layout:
        name, content = st.session_state[SENT]
        read_file(
            name, content, i18n, answered(intake.layout.map, found), settled=SETTLED | {"order"}
        )
        st.rerun()


def _table(intake: ImportResult, numbers: list[int], i18n: I18n) -> None:
    """The rows as they stand, with what is wrong; what is typed goes into the mended table."""
    # Imported late: few readers mend a table, and every server would hold it.
    import pandas as pd

    (sheet,) = intake.sheets
    cells = dict(sheet.rows)
    rows = {number: cells[number] for number in numbers if number in cells}
    width = len(sheet.header)
    frame = pd.DataFrame(
        [
            [number, _wrong(intake, number, i18n), *row[:width], *[""] * (width - len(row))]
            for number, row in rows.items()
        ],
        columns=[NUMBER, WRONG, *map(str, range(width))],
    )
    names = {str(n): st.column_config.TextColumn(c or "–") for n, c in enumerate(sheet.header)}
    edited = st.data_editor(
        frame,
        hide_index=True,
        disabled=[NUMBER, WRONG],
        column_config={
            NUMBER: st.column_config.NumberColumn(i18n.t("row"), width="small"),
            WRONG: st.column_config.TextColumn(i18n.t("What to do"), width="large"),
            **names,
        },
        key=f"{KEY}-rows-{st.session_state.get(READ, 0)}",
    )
    _finish(intake, _changed(frame, edited), i18n)


def _wrong(intake: ImportResult, number: int, i18n: I18n) -> str:
    found = [say(p, i18n) for p in intake.problems if p.row == number and p.level != "note"]
    return " | ".join(f"{s.column}: {s.text}" if s.column else s.text for s in found)


def _changed(frame: pd.DataFrame, edited: Any) -> dict[int, dict[int, str]]:
    """The cells that were typed anew, by number of row and place of column."""
    found: dict[int, dict[int, str]] = {}
    for at, number in enumerate(frame[NUMBER]):
        for place in range(len(frame.columns) - 2):
            new = edited[str(place)].iloc[at]
            text = new if isinstance(new, str) else ""
            if text != frame[str(place)].iloc[at]:
                found.setdefault(int(number), {})[place] = text
    return found


def _finish(intake: ImportResult, changed: dict[int, dict[int, str]], i18n: I18n) -> None:
    name = f"{PurePosixPath(intake.name).stem}-mended.csv"
    turn = st.session_state.get(READ, 0)
    with st.container(horizontal=True, gap="small"):
        pressed = st.button(
            i18n.t("Open the mended table"), key=f"{KEY}-again-{turn}", disabled=not changed
        )
        params: dict[str, str | list[str]] = {"lang": i18n.language}
        mended = Take(
            i18n.t("Download the mended table"), own_address(intake, MENDED, params), name, changed
        )
        take_buttons([mended], i18n, key=f"{KEY}-mended-{turn}")
    if pressed and intake.layout:
        read_mended(name, intake, changed, i18n)
        st.rerun()
