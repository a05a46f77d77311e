"""Open your own story: a file is read into this session, and told what is wrong with it."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import streamlit as st

from components.domain.intake import Intake
from components.domain.intake.limits import LIMITS, MB
from components.domain.intake.templates import events_csv, package_files
from components.domain.limits import UPLOAD_MEGABYTES, UPLOAD_SECONDS, UPLOADS_AT_ONCE
from components.domain.views.view import View, write_view
from components.exports.archive import zipped
from components.exports.marked import marked_table, problem_list
from components.exports.own_template import events_xlsx
from components.i18n import I18n
from components.i18n.intake import say
from components.presentation.context import Context
from components.presentation.stories import loaded_story
from components.presentation.work.tasks import read_upload
from components.presentation.work.workers import Budget, Reason, WorkFailedError, workers
from components.ui import session
from components.ui.shared.blocks import block

KEY: Final = "open-story"


#: The last file read, its fault list included, though nothing of it may be shown.
LAST: Final = "_last_intake"


TURN: Final = "_open_turn"


ENDINGS: Final = ["zip", "csv", "xlsx", "tsv", "txt", "xlsm"]


LISTED: Final = 100


#: Why the last file could not be read at all.
FAILED: Final = "_upload_failed"


BUDGET: Final = Budget(UPLOAD_SECONDS, UPLOAD_MEGABYTES)


#: The next who opens a file waits for one of these.
READING: Final = threading.BoundedSemaphore(UPLOADS_AT_ONCE)


CSV: Final = "text/csv"


XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True)
class _Line:
    """One problem, ready to show."""

    sheet: str
    row: str
    column: str
    text: str


def close_story() -> None:
    """Forget the session's story and go back to what the server serves."""
    st.session_state.pop(session.STORY, None)
    st.session_state.pop(LAST, None)
    st.session_state.pop(FAILED, None)
    st.session_state[session.CLOSED] = True
    # Another key is another widget: the file it holds goes, too.
    st.session_state[TURN] = st.session_state.get(TURN, 0) + 1
    st.query_params.from_dict(write_view(View(lang=st.query_params.get("lang"))))


def _bar(i18n: I18n) -> tuple[Any, Callable[[int, int], None]]:
    bar = st.progress(0.0, text=i18n.t("Reading the file …"))

    def step(done: int, total: int) -> None:
        text = i18n.t("Reading row {done} of {total} …", done=i18n.number(done),
                      total=i18n.number(total))  # fmt: skip
        bar.progress(min(done / max(total, 1), 1.0), text=text)

    return bar, step


def _open(name: str, content: bytes, i18n: I18n) -> None:
    """Read a file; what can be shown becomes the session's story, with an address of its own."""
    bar, step = _bar(i18n)
    st.session_state.pop(FAILED, None)
    try:
        with READING:
            intake = workers.run(read_upload, content, name, budget=BUDGET, progress=step)
    except WorkFailedError as error:
        st.session_state[FAILED] = _why(error.reason, i18n)
        return
    bar.progress(1.0, text=i18n.t("Laying out the pages …"))
    story = loaded_story(intake, hashlib.sha256(content).hexdigest()[:16])
    st.session_state[LAST] = intake
    if story:
        st.session_state[session.STORY] = story
        # Whatever the address chose was of the story before this one.
        st.query_params.from_dict(write_view(View(lang=st.query_params.get("lang"))))


def _why(reason: Reason, i18n: I18n) -> str:
    """What is said of a file that could not be read within its bounds."""
    if reason == "time":
        return i18n.t(
            "Reading this file took longer than {most} seconds and was stopped. Divide it, "
            "or leave out what the story does not need.",
            most=i18n.number(BUDGET.seconds),
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


def _chooser(here: Context) -> None:
    i18n = here.i18n
    most = LIMITS.file // MB
    key = f"{KEY}-{st.session_state.get(TURN, 0)}"
    file = st.file_uploader(
        i18n.t("A zip of a package, or a table of events (CSV or Excel), up to {most} MB",
               most=most),
        type=ENDINGS,
        max_upload_size=most,
        key=key,
    )  # fmt: skip
    if file is None or st.session_state.get(f"{KEY}-read") == file.file_id:
        return
    st.session_state[f"{KEY}-read"] = file.file_id
    _open(file.name, file.getvalue(), i18n)
    st.rerun()


def _templates(here: Context) -> None:
    i18n = here.i18n
    files: list[tuple[str, str, Callable[[], bytes], str]] = [
        (i18n.t("Template: events (Excel)"), "events.xlsx", partial(events_xlsx, i18n), XLSX),
        (i18n.t("Template: events (CSV)"), "events.csv", events_csv, CSV),
        (
            i18n.t("Template: whole package (zip)"),
            "story.zip",
            lambda: zipped(package_files()),
            "application/zip",
        ),
    ]
    with st.container(horizontal=True, gap="small", key=f"{KEY}-templates"):
        for label, name, make, mime in files:
            st.download_button(
                label, data=make, file_name=name, mime=mime, key=f"{KEY}-{name}", on_click="ignore"
            )


def _lines(intake: Intake, i18n: I18n) -> list[_Line]:
    """What is said first: what keeps rows out, then how rows were read."""
    ordered = [*intake.of_level("stop", "refused"), *intake.of_level("note")]
    found = [say(problem, i18n) for problem in ordered[:LISTED]]
    return [_Line(s.sheet, s.row, s.column, s.text) for s in found]


def _report(intake: Intake, here: Context) -> None:
    """What became of the file: the counts, and every problem with its remedy."""
    i18n = here.i18n
    block(
        "intake_report.html",
        i18n,
        file=intake.name,
        opened=intake.dataset is not None,
        counts=[
            (c.sheet, i18n.number(c.read), i18n.number(c.accepted), i18n.number(c.refused))
            for c in intake.counts
        ],
        lines=_lines(intake, i18n),
        problems=i18n.number(len(intake.problems)),
        more=max(len(intake.problems) - LISTED, 0),
    )
    if not intake.problems:
        return
    with st.container(horizontal=True, gap="small", key=f"{KEY}-marked"):
        files = (
            (i18n.t("Download your rows with the problems marked"), "marked.csv", marked_table),
            (i18n.t("Download the list of problems"), "problems.csv", problem_list),
        )
        for label, name, make in files:
            data = partial(make, intake, i18n)
            st.download_button(
                label, data=data, file_name=name, mime=CSV, key=f"{KEY}-{name}", on_click="ignore"
            )


def draw_open_story(here: Context) -> None:
    """Draw the section: what it does, the chooser, the templates, and what became of the file."""
    block("open_story.html", here.i18n)
    with st.container(key=KEY):
        _chooser(here)
        if failed := st.session_state.get(FAILED):
            st.error(failed)
        intake: Intake | None = st.session_state.get(LAST)
        if intake:
            _report(intake, here)
            st.button(here.i18n.t("Close this file"), on_click=close_story, key=f"{KEY}-close")
        block("open_story_shape.html", here.i18n)
        _templates(here)


def draw_banner(here: Context) -> None:
    """On every page of a session's own story: what it is, what was left out, and the way back."""
    i18n, intake = here.i18n, here.story.intake
    if not here.story.private or intake is None:
        return
    text = i18n.t(
        "Your own story: “{name}”. {read} rows read, {shown} shown, {refused} left out. It is in "
        "this session alone: nobody else can see it, a link to it opens nothing, and it is gone "
        "when this tab is closed or reloaded.",
        name=intake.name,
        read=i18n.number(intake.read),
        shown=i18n.number(intake.accepted),
        refused=i18n.number(intake.refused),
    )
    with st.container(key="own-story", gap="xsmall"):
        block("own_banner.html", i18n, text=text)
        st.button(i18n.t("Close your story"), on_click=close_story, key="own-story-off")
