"""Read a file that a reader has chosen into this session, in a worker process.

Files wait in a line of their size, and a bar says what is being done. A large story is prepared
for its pages while its file still has its turn, so that several large ones never take the
processor from other readers at once. Beside the bar the reader can stop the reading: the press
runs the page anew, which ends the worker, or gives up the place in the line.
"""

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Final, NamedTuple

import streamlit as st

from components.i18n import I18n
from components.intake import ImportResult
from components.intake.problems import MB, Step
from components.intake.sheet_models import ColumnMap
from components.limits.files import (
    MOST_OPEN_ROWS,
    MOST_SMALL_STORY_ROWS,
    ROWS_KEPT_FOR_SMALL_STORIES,
)
from components.limits.jobs import (
    LARGE_UPLOAD_NICENESS,
    LARGE_UPLOAD_WAIT_SECONDS,
    MOST_SMALL_UPLOAD_BYTES,
    SMALL_UPLOAD_NICENESS,
    SMALL_UPLOADS_AT_ONCE,
    UPLOADS_AT_ONCE,
    UPLOADS_WAITING,
)
from components.loading.loaded_story import LoadedStory, count_open_rows, count_rows
from components.loading.story_files import (
    load_packed_files,
    looks_like_single_table,
    read_packed_files,
)
from components.query.engine import load_engine
from components.query.view import View, write_view
from components.story.content_hash import hash_files
from components.story.texts import N_
from components.ui.session import CLOSED, CONTEXT, STORY
from components.work import workers as work
from components.work.fair_queue import FairQueue, QueueFullError
from components.work.memory import collection_paused, free_closed_stories

#: The lines in which files wait to be read. A session has one run, so one file in them.
LARGE_FILES: Final = FairQueue(UPLOADS_AT_ONCE, UPLOADS_WAITING)
SMALL_FILES: Final = FairQueue(SMALL_UPLOADS_AT_ONCE, UPLOADS_WAITING)
QUEUE_FULL: Final = N_(
    "Very many files are being read at this moment. Try again in a minute: your file was not read."
)
MUCH_IS_OPEN: Final = N_(
    "Readers have very much open at this moment: {open} of at most {most} rows on this server. "
    "Try again later, or open a smaller file: your file was not opened."
)
#: Of the hash that tells a story from every other of the process: 64 bits.
KEY_CHARACTERS: Final = 16
#: Why no file came of it; for any other reason, :data:`UNREAD`.
FAILED: Final[dict[work.Reason, str]] = {
    "time": N_(
        "Reading this file took longer than {most} seconds and was stopped. Divide it, "
        "or leave out what the story does not need."
    ),
    "memory": N_(
        "Reading this file needed more memory than is allowed and was stopped. Divide "
        "it, or leave out what the story does not need."
    ),
}
UNREAD: Final = N_(
    "This file could not be read: the program that reads it failed. Save it again, for "
    "example as CSV, and open that."
)
#: What takes longer has a button that stops it; of a file that is open at once none would be read.
STOPPABLE_SECONDS: Final = 1.0


class BarShare(NamedTuple):
    """The share of the bar that a step takes: from where, and how much."""

    start: float
    width: float


#: Laying out the pages, which the server does itself, takes the rest.
STEP_SHARES: Final[Mapping[Step, BarShare]] = {
    "file": BarShare(0.0, 0.3),
    "columns": BarShare(0.3, 0.1),
    "rows": BarShare(0.4, 0.4),
    "pages": BarShare(0.8, 0.1),
}
LAYOUT_START: Final = 0.9
#: The section of the page where files are opened, and the beginning of its widgets' keys.
SECTION_KEY: Final = "open-story"
#: What somebody who has chosen the columns has been asked; whose dates they are is another matter.
SETTLED: Final = frozenset({"map", "sheet", "columns"})
#: The same, where the dates have been asked about, too.
DATES_SETTLED: Final = SETTLED | {"order", "minus"}
#: A file's name and content.
NamedFile = tuple[str, bytes]


@dataclass
class Upload:
    """The file that a session has read last, and the ids of the chooser's files.

    With each reading (``times``) the widgets about it are new ones, with each closing the chooser;
    ``begun`` counts the readings that were stopped, too.
    """

    chosen: tuple[str, ...] = ()
    file: NamedFile = ("", b"")
    #: Files that go with the table.
    beside: tuple[NamedFile, ...] = ()
    intake: ImportResult | None = None
    asking: bool = False
    #: Whether the reader has said whether, and what, the rows count.
    number_settled: bool = False
    failed: str = ""
    #: The name of a file whose reading was ended by going elsewhere.
    interrupted: str = ""
    #: The name of a file whose reading the reader has stopped.
    stopped: str = ""
    times: int = 0
    begun: int = 0
    closed: int = 0


def session_upload() -> Upload:
    """Return what this session has read last, or an empty record."""
    upload: Upload = st.session_state.setdefault("_upload", Upload())
    return upload


def widget_key(name: str) -> str:
    """Return the key of a widget about the file; it is a new one with each reading."""
    return f"{SECTION_KEY}-{name}-{session_upload().times}"


def close_story() -> None:
    """Forget the session's story and its file; the page is that of the server's story again."""
    # The framework keeps what a key held before until the run after the next.
    for key in (STORY, CONTEXT):
        st.session_state.pop(key, None)
    upload = session_upload()
    st.session_state["_upload"] = Upload(
        times=upload.times, begun=upload.begun, closed=upload.closed + 1
    )
    st.session_state[CLOSED] = True
    _reset_address()


def _reset_address() -> None:
    """Leave the language alone in the address: the rest chose something of another story."""
    language = st.query_params.get("lang")
    st.query_params.from_dict(write_view(View(lang=language)))


def _are_small(files: Sequence[NamedFile]) -> bool:
    return sum(len(content) for _, content in files) <= MOST_SMALL_UPLOAD_BYTES


def queue_for(files: Sequence[NamedFile]) -> FairQueue:
    """Return the line in which files wait: small ones never stand behind large ones."""
    return SMALL_FILES if _are_small(files) else LARGE_FILES


def failure_text(reason: work.Reason, budget: work.Budget, i18n: I18n) -> str:
    """Return the sentence for a file that could not be read."""
    return i18n.t(FAILED.get(reason, UNREAD), most=budget.seconds)


class TooMuchOpenError(Exception):
    """The stories that sessions have open leave no room for another."""


def _check_open_rows(new_rows: int) -> None:
    """Raise :class:`TooMuchOpenError` if so many rows are too many beside those of other sessions.

    The story of this session counts no more: the new one takes its place.
    """
    most_rows = MOST_OPEN_ROWS
    if new_rows > MOST_SMALL_STORY_ROWS:
        most_rows -= ROWS_KEPT_FOR_SMALL_STORIES
    own_story = st.session_state.get(STORY)
    if count_open_rows(own_story) + new_rows <= most_rows:
        return
    # Stories that were closed or replaced may still be in memory: nobody has them open.
    free_closed_stories()
    open_rows = count_open_rows(own_story)
    if open_rows + new_rows > most_rows:
        raise TooMuchOpenError(open_rows)


def stop_reading(number: int) -> None:
    """Note that the reader has stopped a reading; the run that read has ended by then.

    Parameters
    ----------
    number
        Of the reading (``Upload.begun``): one that has come to its end meanwhile stays as it is,
        and so does the next one.
    """
    upload = session_upload()
    if upload.begun != number or not upload.interrupted:
        return
    upload.stopped = upload.interrupted
    upload.interrupted = ""


def read_stopped_again() -> None:
    """Have the files that are still chosen read anew in the next run."""
    upload = session_upload()
    upload.stopped = ""
    upload.chosen = ()


class ReadingBar:
    """A bar that says how far the reading of a file is, and a button that stops it.

    Parameters
    ----------
    i18n
        The language.
    number
        Of the reading, by which its button is told from those of others.
    """

    def __init__(self, i18n: I18n, number: int) -> None:
        self._i18n = i18n
        self._number = number
        self._begun_seconds = time.monotonic()
        self._has_button = False
        self._part = 0.0
        self._text = i18n.t("Reading the file …")
        with st.container(key=f"{SECTION_KEY}-reading", gap="xsmall"):
            self._bar = st.progress(self._part, self._text)
            self._button_place = st.empty()

    def _show_button(self) -> None:
        """Show the button that stops the reading, once."""
        if self._has_button:
            return
        self._has_button = True
        self._button_place.button(
            self._i18n.t("Stop"),
            on_click=partial(stop_reading, self._number),
            key=f"{SECTION_KEY}-stop-{self._number}",
        )

    def show(self, part: float, text: str) -> None:
        """Show a part of the whole, from 0 to 1, and what is being done."""
        self._part = min(part, 1.0)
        self._text = text
        self._bar.progress(self._part, self._text)

    def show_begin(self) -> None:
        """Show that the reading starts: 0 of the whole."""
        self.show(0.0, self._i18n.t("Reading the file …"))

    def show_step(self, step: Step, done: int, total: int) -> None:
        """Show a step of the reading: bytes of the file, else rows, that are done and in all."""
        share = STEP_SHARES[step]
        part = share.start + share.width * done / max(total, 1)
        self.show(part, self._format_step(step, done, total))

    def _format_step(self, step: Step, done: int, total: int) -> str:
        i18n = self._i18n
        if step == "file":
            return i18n.t(
                "Reading the file: {done} of {total} MB …",
                done=_format_megabytes(done, i18n),
                total=_format_megabytes(total, i18n),
            )
        if step == "columns":
            return i18n.n(
                "{count} row: deciding what each column is …",
                "{count} rows: deciding what each column is …",
                total,
            )
        if step == "rows":
            return i18n.t("Reading row {done} of {total} …", done=done, total=total)
        return i18n.t("Laying out the pages …")

    def show_queue(self, before: int) -> None:
        """Show how many files are read before this one; whoever waits can stop at once."""
        self._show_button()
        text = self._i18n.n(
            "Your file waits: {count} file is read before it.",
            "Your file waits: {count} files are read before it.",
            before,
        )
        self.show(0.0, text)

    def show_layout(self) -> None:
        """Show that all rows are read and the pages are laid out, which nothing stops."""
        self._button_place.empty()
        self.show(LAYOUT_START, self._i18n.t("Laying out the pages …"))

    def is_abandoned(self) -> bool:
        """Draw the bar again: that ends the run, and the worker, by an exception.

        It does so in a closed tab, and once the reader has pressed the button or anything else that
        runs the page anew.

        Returns
        -------
        bool
            Always false.
        """
        if time.monotonic() - self._begun_seconds >= STOPPABLE_SECONDS:
            self._show_button()
        self._bar.progress(self._part, self._text)
        return False


def _format_megabytes(byte_count: int, i18n: I18n) -> str:
    megabytes = round(byte_count / MB, 1)
    return i18n.format_number(megabytes)


def budget_for(files: Sequence[NamedFile]) -> work.Budget:
    """Return what reading these files may take; a large one takes what others leave."""
    budget = work.UPLOAD_BUDGET
    if looks_like_single_table(files):
        budget = work.TABLE_BUDGET
    if _are_small(files):
        return replace(budget, niceness=SMALL_UPLOAD_NICENESS)
    return replace(budget, niceness=LARGE_UPLOAD_NICENESS, wait_seconds=LARGE_UPLOAD_WAIT_SECONDS)


def _story_key(intake: ImportResult, files: Sequence[NamedFile]) -> str:
    """Return what tells the story of these files, read with these columns, from every other."""
    content = {f"{number} {name}": body for number, (name, body) in enumerate(files)}
    if intake.layout:
        content["columns"] = intake.layout.column_map.to_json()
    return hash_files(content)[:KEY_CHARACTERS]


def _is_in_doubt(intake: ImportResult, settled: Iterable[str]) -> bool:
    """Return whether the reader has to be asked what a column is, or how dates are meant."""
    if intake.layout is None:
        return False
    doubts = set(intake.layout.doubts)
    # What opens nothing is asked about once more.
    opens_nothing = intake.dataset is None
    return bool(doubts - set(settled)) or (opens_nothing and bool(doubts))


def _take_files(packed: bytes, files: Sequence[NamedFile], settled: Iterable[str]) -> None:
    """Make what a worker read the session's story, unless the reader has to be asked first.

    Raises
    ------
    TooMuchOpenError
        The stories that sessions have open leave no room for it.
    """
    upload = session_upload()
    intake, table = load_packed_files(packed)
    upload.intake = intake
    upload.file = files[-1]
    upload.times += 1
    upload.asking = _is_in_doubt(intake, settled)
    if intake.dataset and not upload.asking:
        _check_open_rows(count_rows(intake.dataset))
        key = _story_key(intake, files)
        st.session_state[STORY] = LoadedStory(intake, key, private=True, table=table)
        _reset_address()


def read_file(
    file: NamedFile,
    i18n: I18n,
    column_map: ColumnMap | None = None,
    settled: Iterable[str] = (),
) -> None:
    """Read a file; what can be shown becomes the session's story.

    A table whose columns are a guess, or whose dates can be read in two ways, waits until somebody
    has said what is what.

    Parameters
    ----------
    file
        The table, or the package; ``Upload.beside`` holds the files that go with it.
    i18n
        The language of the bar, and of a failure.
    column_map
        Which column holds what, where somebody has said so.
    settled
        The doubts of the table's layout about which somebody has decided.
    """
    upload = session_upload()
    upload.begun += 1
    bar = ReadingBar(i18n, upload.begun)
    upload.failed = ""
    upload.stopped = ""
    # Goes once the file was read; stays where this run is ended meanwhile.
    upload.interrupted = PurePosixPath(file[0]).name
    files = [other for other in upload.beside if other != file]
    files.append(file)
    budget = budget_for(files)
    if looks_like_single_table(files):
        # What a table is asked with, while another process reads it.
        threading.Thread(target=load_engine, daemon=True).start()
    try:
        with queue_for(files).turn(bar.show_queue):
            bar.show_begin()
            # Before the work starts; how many rows the file has is not known yet.
            _check_open_rows(1 if _are_small(files) else MOST_SMALL_STORY_ROWS + 1)
            packed = work.workers.run(
                read_packed_files,
                files,
                column_map,
                budget=budget,
                progress=bar.show_step,
                stopped=bar.is_abandoned,
            )
            bar.show_layout()
            with collection_paused():
                _take_files(packed, files, settled)
    except TooMuchOpenError as error:
        upload.intake = None
        upload.failed = i18n.t(
            MUCH_IS_OPEN,
            open=i18n.format_number(error.args[0]),
            most=i18n.format_number(MOST_OPEN_ROWS),
        )
    except QueueFullError:
        upload.failed = i18n.t(QUEUE_FULL)
    except work.WorkFailedError as error:
        upload.failed = failure_text(error.reason, budget, i18n)
    upload.interrupted = ""


def read_again(
    i18n: I18n,
    column_map: ColumnMap | None,
    settled: Iterable[str] = (),
    *,
    asking: bool = False,
) -> None:
    """Read the last file in another way and run the page for it; ``asking`` keeps its form open."""
    upload = session_upload()
    read_file(upload.file, i18n, column_map, settled)
    upload.asking = upload.asking or asking
    st.rerun()
