"""Reading a file into this session: in a process of its own, with what is said while it lasts."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import streamlit as st

from components.i18n import I18n
from components.intake import ImportResult
from components.intake.columns import ColumnMap
from components.intake.read import mended_table
from components.limits import UPLOADS_AT_ONCE
from components.presentation.stories import loaded_story, maybe_table, read_files, unpacked
from components.query.engine import load_engine
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
#: What somebody who has chosen the columns has been asked; whose dates they are is another matter.
SETTLED: Final = frozenset({"map", "sheet", "columns"})
#: The next who opens a file waits for one of these.
READING: Final = threading.BoundedSemaphore(UPLOADS_AT_ONCE)


@dataclass
class Upload:
    """The file that a session has read last, and how.

    ``chosen`` are the ids of the chooser's files, ``beside`` those that go with its table. With
    each reading (``times``) the widgets about it are new ones, with each closing the chooser is.
    """

    chosen: tuple[str, ...] = ()
    name: str = ""
    content: bytes = b""
    beside: tuple[tuple[str, bytes], ...] = ()
    intake: ImportResult | None = None
    asking: bool = False
    failed: str = ""
    times: int = 0
    closed: int = 0


def uploaded() -> Upload:
    kept: Upload = st.session_state.setdefault("_upload", Upload())
    return kept


def close_story() -> None:
    """Forget the session's story and go back to what the server serves."""
    # The framework keeps what a key held before until the run after the next.
    for key in (STORY, CONTEXT):
        st.session_state.pop(key, None)
    last = uploaded()
    vars(last).update(vars(Upload(times=last.times, closed=last.closed + 1)))
    st.session_state[CLOSED] = True
    st.query_params.from_dict(write_view(View(lang=st.query_params.get("lang"))))


class _Bar:
    """How far the reading is, as the reader sees it."""

    def __init__(self, i18n: I18n) -> None:
        self._i18n = i18n
        self._said = (0.0, i18n.t("Reading the file …"))
        self._bar = st.progress(*self._said)

    def show(self, part: float, text: str) -> None:
        self._said = (min(part, 1.0), text)
        self._bar.progress(*self._said)

    def row(self, done: int, total: int) -> None:
        t, number = self._i18n.t, self._i18n.number
        text = t("Reading row {done} of {total} …", done=number(done), total=number(total))
        self.show(done / max(total, 1), text)

    def nobody_looks(self) -> bool:
        """Draw it again; a closed tab then ends the run, and the worker process, by an exception.

        Nothing else tells of a closed tab while a file is unpacked and no row is read yet.
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
    bar, last = _Bar(i18n), uploaded()
    last.failed = ""
    files = [*(file for file in last.beside if file != (name, content)), (name, content)]
    budget = UPLOAD_BUDGET
    if maybe_table(files):
        budget = TABLE_BUDGET
        # What a table is asked with, while another process reads it.
        threading.Thread(target=load_engine, daemon=True).start()
    try:
        with READING:
            task = (read_files, files, column_map)
            upload = workers.run(*task, budget=budget, progress=bar.row, stopped=bar.nobody_looks)
    except WorkFailedError as error:
        last.failed = _why(error.reason, i18n)
        return
    bar.show(1.0, i18n.t("Laying out the pages …"))
    intake, table = unpacked(upload)
    doubts = set(intake.layout.doubts) if intake.layout else set()
    last.intake, last.name, last.content, last.times = intake, name, content, last.times + 1
    # What opens nothing is asked about once more.
    last.asking = bool(doubts - set(settled)) or bool(doubts and intake.dataset is None)
    if last.asking:
        return
    stamp = hashlib.sha256()
    for _, read in files:
        stamp.update(read)
    if intake.layout:
        stamp.update(intake.layout.map.written())
    if intake.dataset:
        st.session_state[STORY] = loaded_story(intake, stamp.hexdigest()[:16], table=table)
        # Whatever the address chose was of the story before this one.
        st.query_params.from_dict(write_view(View(lang=st.query_params.get("lang"))))


def read_again(
    i18n: I18n, column_map: ColumnMap | None, settled: Iterable[str] = (), *, asking: bool = False
) -> None:
    """Read the last file in another way and run the page for it; ``asking`` keeps its form open."""
    last = uploaded()
    read_file(last.name, last.content, i18n, column_map, settled=settled)
    last.asking = last.asking or asking
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
        uploaded().failed = _why(error.reason, i18n)
        return
    read_file(name, content, i18n, own, settled=SETTLED | {"order"})


def _why(reason: Reason, i18n: I18n) -> str:
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
