"""Reading a file into this session: in a process of its own, with what is said while it lasts."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping
from typing import Final

import streamlit as st

from components.export.tasks import read_upload
from components.i18n import I18n
from components.intake import ImportResult
from components.intake.columns import ColumnMap
from components.intake.problems import LIMITS
from components.intake.read import mended_table
from components.limits import UPLOADS_AT_ONCE
from components.presentation.opened import load_meanwhile, maybe_table, unpacked
from components.presentation.stories import loaded_story
from components.query.view import View, write_view
from components.ui.session import CLOSED, CONTEXT, STORY
from components.work.workers import (
    FILE_BUDGET,
    TABLE_BUDGET,
    UPLOAD_BUDGET,
    Reason,
    WorkFailedError,
    workers,
)

KEY: Final = "open-story"
#: The last file read, its fault list included, though nothing of it may be shown.
LAST: Final = "_last_intake"
#: The name and the bytes of that file, to read it again in another way.
SENT: Final = "_last_upload"
#: The files that were chosen with it: sources and outlines for its table.
BESIDE: Final = "_last_upload_others"
#: Whether something of it has to be asked before it is shown.
ASKING: Final = "_last_asking"
#: What somebody who has chosen the columns has been asked; whose dates they are is another matter.
SETTLED: Final = frozenset({"map", "sheet", "columns"})
#: How often a file was read: the widgets about each are new ones.
READ: Final = "_last_turn"
TURN: Final = "_open_turn"
#: Why the last file could not be read at all.
FAILED: Final = "_upload_failed"
#: The next who opens a file waits for one of these.
READING: Final = threading.BoundedSemaphore(UPLOADS_AT_ONCE)


def close_story() -> None:
    """Forget the session's story and go back to what the server serves."""
    # The framework keeps what a key held before until the run after the next.
    for key in (STORY, CONTEXT, LAST, SENT, BESIDE, ASKING, FAILED):
        st.session_state.pop(key, None)
    st.session_state[CLOSED] = True
    # Another key is another widget: the file it holds goes, too.
    st.session_state[TURN] = st.session_state.get(TURN, 0) + 1
    st.query_params.from_dict(write_view(View(lang=st.query_params.get("lang"))))


class _Bar:
    """How far the reading is, as the reader sees it."""

    def __init__(self, i18n: I18n) -> None:
        self._i18n = i18n
        self._said = (0.0, i18n.t("Reading the file …"))
        self._bar = st.progress(*self._said)

    def show(self, part: float, text: str) -> None:
        """Draw the part that is done, 0 to 1."""
        self._said = (min(part, 1.0), text)
        self._bar.progress(*self._said)

    def row(self, done: int, total: int) -> None:
        """Draw how many rows are read."""
        t, number = self._i18n.t, self._i18n.number
        text = t("Reading row {done} of {total} …", done=number(done), total=number(total))
        self.show(done / max(total, 1), text)

    def nobody_looks(self) -> bool:
        """Draw the progress again; a closed tab then ends the run by an exception.

        The exception ends the worker process, too. Nothing else tells of a closed tab while a file
        is unpacked and no row is read yet.
        """
        self._bar.progress(*self._said)
        return False


def read_file(
    name: str,
    content: bytes,
    i18n: I18n,
    column_map: ColumnMap | None = None,
    *,
    settled: Iterable[str] = (),
) -> None:
    """Read a file; what can be shown becomes the session's story, with an address of its own.

    A table whose columns are a guess, or whose dates can be read in two ways, waits until somebody
    has said what is what; ``settled`` are the doubts of its layout about which they have.
    """
    bar = _Bar(i18n)
    st.session_state.pop(FAILED, None)
    others = [file for file in st.session_state.get(BESIDE, ()) if file != (name, content)]
    files = [*others, (name, content)]
    budget = UPLOAD_BUDGET
    if maybe_table(files, LIMITS):
        budget = TABLE_BUDGET
        load_meanwhile()
    try:
        with READING:
            task = (read_upload, files, column_map)
            upload = workers.run(*task, budget=budget, progress=bar.row, stopped=bar.nobody_looks)
    except WorkFailedError as error:
        st.session_state[FAILED] = _why(error.reason, i18n)
        return
    bar.show(1.0, i18n.t("Laying out the pages …"))
    intake, table = unpacked(upload)
    st.session_state[LAST] = intake
    st.session_state[SENT] = (name, content)
    st.session_state[READ] = st.session_state.get(READ, 0) + 1
    doubts = set(intake.layout.doubts) if intake.layout else set()
    # What opens nothing is asked about once more.
    asking = bool(doubts - set(settled)) or bool(doubts and intake.dataset is None)
    st.session_state[ASKING] = asking
    if asking:
        return
    stamp = hashlib.sha256()
    for _, read in files:
        stamp.update(read)
    if intake.layout:
        stamp.update(intake.layout.map.written())
    if story := loaded_story(intake, stamp.hexdigest()[:16], table=table):
        st.session_state[STORY] = story
        # Whatever the address chose was of the story before this one.
        st.query_params.from_dict(write_view(View(lang=st.query_params.get("lang"))))


def read_again(
    i18n: I18n, column_map: ColumnMap | None, settled: Iterable[str] = (), *, asking: bool = False
) -> None:
    """Read the last file in another way and run the page for it; ``asking`` keeps its form open."""
    name, content = st.session_state[SENT]
    read_file(name, content, i18n, column_map, settled=settled)
    if asking:
        st.session_state[ASKING] = True
    st.rerun()


def read_mended(
    name: str, intake: ImportResult, changed: Mapping[int, Mapping[int, str]], i18n: I18n
) -> None:
    """Read the table that was opened with other texts in some cells, as :func:`read_file`."""
    if intake.layout is None:
        return
    own = intake.layout.map.model_copy(update={"sheet": "", "header": None})
    try:
        content = workers.run(mended_table, intake, changed, budget=FILE_BUDGET)
    except WorkFailedError as error:
        st.session_state[FAILED] = _why(error.reason, i18n)
        return
    read_file(name, content, i18n, own, settled=SETTLED | {"order"})


def _why(reason: Reason, i18n: I18n) -> str:
    """What is said of a file that could not be read within its bounds."""
    if reason == "time":
        return i18n.t(
            "Reading this file took longer than {most} seconds and was stopped. Divide it, "
            "or leave out what the story does not need.",
            most=i18n.number(UPLOAD_BUDGET.seconds),
        )
    if reason == "memory":
        return i18n.t(
            "Reading this file needed more memory than is allowed and was stopped. Divide "
            "it, or leave out what the story does not need."
        )
    return i18n.t(
        "This file could not be read: the program that reads it failed. Save it again, for "
        "example as CSV, and open that."
    )
