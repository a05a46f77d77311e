"""Open your own story: a file is read into this session, its columns asked about, its rows mended.

It is read in a process of its own, with what is said while it lasts.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final

import streamlit as st

from components.export import view_files
from components.export.download_tokens import opened_file_address
from components.export.packaging import package_workbook, zip_files
from components.export.workbooks import events_template
from components.i18n import I18n
from components.i18n.problem_texts import format_problem, format_problems
from components.intake import ImportResult, columns, package, read
from components.intake.problems import MB, Refusal
from components.intake.sheet_models import EVENT_FIELDS, ColumnMap, Layout
from components.limits import (
    MOST_FILE_BYTES,
    MOST_SMALL_UPLOAD_BYTES,
    SMALL_UPLOADS_AT_ONCE,
    UPLOADS_AT_ONCE,
    UPLOADS_WAITING,
)
from components.presentation.context import Context
from components.presentation.stories import (
    LoadedStory,
    looks_like_single_table,
    read_files,
    unpack_opened_files,
)
from components.query.engine import load_engine
from components.query.view import View, write_view
from components.story.content_hash import hash_files
from components.story.texts import N_
from components.ui.parts import block, take_buttons
from components.ui.session import CLOSED, CONTEXT, STORY
from components.work import workers as work
from components.work.fair_queue import FairQueue, QueueFullError

KEY: Final = "open-story"
#: What somebody who has chosen the columns has been asked; whose dates they are is another matter.
SETTLED: Final = frozenset({"map", "sheet", "columns"})
#: The lines in which files wait to be read. A session has one run, so one file in them.
LARGE_FILES: Final = FairQueue(UPLOADS_AT_ONCE, UPLOADS_WAITING)
SMALL_FILES: Final = FairQueue(SMALL_UPLOADS_AT_ONCE, UPLOADS_WAITING)
QUEUE_FULL: Final = N_(
    "Very many files are being read at this moment. Try again in a minute: your file was not read."
)
MOST_LISTED: Final = 100
#: Rows shown to be mended at a time; the next ones come once these are mended.
MOST_ROWS: Final = 100
MOST_EXAMPLES: Final = 3
#: Of the hash that tells a story from every other of the process: 64 bits.
KEY_CHARACTERS: Final = 16
NUMBER, WRONG = "_row", "_wrong"
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
}
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
Columns = tuple[str, ...]
#: A file's name and content.
Named = tuple[str, bytes]


@dataclass
class Upload:
    """The file that a session has read last, and the ids of the chooser's files.

    With each reading (``times``) the widgets about it are new ones, with each closing the chooser.
    """

    chosen: tuple[str, ...] = ()
    file: Named = ("", b"")
    beside: tuple[Named, ...] = ()  # files that go with the table
    intake: ImportResult | None = None
    asking: bool = False
    failed: str = ""
    interrupted: str = ""  # the name of a file whose reading was ended by going elsewhere
    times: int = 0
    closed: int = 0


def uploaded() -> Upload:
    last: Upload = st.session_state.setdefault("_upload", Upload())
    return last


def queue_for(files: Sequence[Named]) -> FairQueue:
    """Return the line in which files wait: small ones never stand behind large ones."""
    size = sum(len(content) for _, content in files)
    return SMALL_FILES if size <= MOST_SMALL_UPLOAD_BYTES else LARGE_FILES


def _key(name: str) -> str:
    return f"{KEY}-{name}-{uploaded().times}"


def _close() -> None:
    # The framework keeps what a key held before until the run after the next.
    for key in (STORY, CONTEXT):
        st.session_state.pop(key, None)
    last = uploaded()
    st.session_state["_upload"] = Upload(times=last.times, closed=last.closed + 1)
    st.session_state[CLOSED] = True
    st.query_params.from_dict(write_view(View(lang=st.query_params.get("lang"))))


def _read(
    file: Named, i18n: I18n, own: ColumnMap | None = None, settled: Iterable[str] = ()
) -> None:
    """Read a file; what can be shown becomes the session's story.

    A table whose columns are a guess, or whose dates can be read in two ways, waits until somebody
    has said what is what; ``settled`` are the doubts of its layout about which they have.
    """
    t, last, said = i18n.t, uploaded(), (0.0, i18n.t("Reading the file …"))
    bar = st.progress(*said)

    def show(part: float, text: str) -> None:
        nonlocal said
        said = (min(part, 1.0), text)
        bar.progress(*said)

    def row(done: int, total: int) -> None:
        number = i18n.format_number
        text = t("Reading row {done} of {total} …", done=number(done), total=number(total))
        show(done / max(total, 1), text)

    def nobody_looks() -> bool:
        # Drawn again, a closed tab ends the run, and the worker, by an exception.
        bar.progress(*said)
        return False

    def show_waiting(before: int) -> None:
        waiting = i18n.n(
            "Your file waits: {count} file is read before it.",
            "Your file waits: {count} files are read before it.",
            before,
        )
        show(0.0, waiting)

    last.failed = ""
    # Goes once the file was read; stays where this run is ended meanwhile.
    last.interrupted = PurePosixPath(file[0]).name
    files = [*(one for one in last.beside if one != file), file]
    budget = work.UPLOAD_BUDGET
    if looks_like_single_table(files):
        budget = work.TABLE_BUDGET
        # What a table is asked with, while another process reads it.
        threading.Thread(target=load_engine, daemon=True).start()
    try:
        with queue_for(files).turn(show_waiting):
            show(0.0, t("Reading the file …"))
            upload = work.workers.run(
                read_files, files, own, budget=budget, progress=row, stopped=nobody_looks
            )
    except QueueFullError:
        last.interrupted = ""
        last.failed = t(QUEUE_FULL)
        return
    except work.WorkFailedError as error:
        last.interrupted = ""
        last.failed = t(FAILED.get(error.reason, UNREAD), most=budget.seconds)
        return
    last.interrupted = ""
    show(1.0, t("Laying out the pages …"))
    intake, table = unpack_opened_files(upload)
    doubts = set(intake.layout.doubts) if intake.layout else set()
    last.intake, last.file, last.times = intake, file, last.times + 1
    # What opens nothing is asked about once more.
    last.asking = bool(doubts - set(settled)) or bool(doubts and intake.dataset is None)
    if last.asking or not intake.dataset:
        return
    content = {f"{number} {name}": body for number, (name, body) in enumerate(files)}
    if intake.layout:
        content["columns"] = intake.layout.column_map.to_json()
    key = hash_files(content)[:KEY_CHARACTERS]
    st.session_state[STORY] = LoadedStory(intake, key, private=True, table=table)
    # Whatever the address chose was of the story before this one.
    st.query_params.from_dict(write_view(View(lang=st.query_params.get("lang"))))


def _read_again(
    i18n: I18n, own: ColumnMap | None, settled: Iterable[str] = (), asking: bool = False
) -> None:
    """Read the last file in another way and run the page for it; ``asking`` keeps its form open."""
    last = uploaded()
    _read(last.file, i18n, own, settled)
    last.asking = last.asking or asking
    st.rerun()


def draw_open_story(ctx: Context) -> None:
    """Draw the section: what it does, the chooser, the templates, and what became of the file."""
    i18n = ctx.i18n
    block("open_story.html", i18n)
    with st.container(key=KEY):
        _choose(i18n)
        last = uploaded()
        draw_interrupted(i18n)
        if last.failed:
            st.error(last.failed)
        if intake := last.intake:
            if last.asking:
                _ask_columns(intake, i18n)
            else:
                _ask_title(intake, i18n)
            _report(intake, i18n)
            if intake.layout and len(intake.sheets) == 1:
                for found in read.suggestions(intake):
                    _offer(intake.layout.column_map, found, i18n)
                if numbers := read.rows_to_mend(intake):
                    with st.expander(i18n.t("Mend these rows here"), key=f"{KEY}-mend"):
                        _mend(intake, intake.layout.column_map, numbers[:MOST_ROWS], i18n)
            if not last.asking:
                _ask_columns(intake, i18n)
            st.button(i18n.t("Close this file"), on_click=_close, key=f"{KEY}-close")
        block("open_story_shape.html", i18n)
        files: tuple[tuple[str, str, Callable[[], bytes], str], ...] = (
            (i18n.t("Template: events (Excel)"), "events.xlsx", partial(events_template, i18n),
             view_files.XLSX_MEDIA_TYPE),
            (i18n.t("Template: events (CSV)"), "events.csv", package.events_csv, "text/csv"),
            (i18n.t("Template: workbook of a story (Excel)"), "story.xlsx",
             lambda: package_workbook(package.example_package()), view_files.XLSX_MEDIA_TYPE),
            (i18n.t("Template: whole package (zip)"), "story.zip",
             lambda: zip_files(package.example_package()), "application/zip"),
        )  # fmt: skip
        with st.container(horizontal=True, gap="small", key=f"{KEY}-templates"):
            for label, name, make, mime in files:
                st.download_button(label, data=make, file_name=name, mime=mime,
                                   key=f"{KEY}-{name}", on_click="ignore")  # fmt: skip


def _choose(i18n: I18n) -> None:
    """Draw the chooser; read the table among new files by the column map among them, if any."""
    most, last = MOST_FILE_BYTES // MB, uploaded()
    sent = st.file_uploader(
        i18n.t(
            "A workbook or a zip of a package, or a table of events (CSV, Excel, ODS, GeoJSON, "
            "KML, a calendar, a zipped shapefile), up to {most} MB; with it, if you have them, the "
            "saved choice of columns, sources (Zotero’s CSV, RIS, BibTeX) and outlines for the map "
            "(GeoJSON)",
            most=most,
        ),
        max_upload_size=most,
        accept_multiple_files=True,
        key=f"{KEY}-{last.closed}",
    )
    chosen = tuple(file.file_id for file in sent)
    if not sent or (last.chosen == chosen and not last.interrupted):
        return
    # Another run on this page ended the reading: it begins anew.
    last.chosen = chosen
    files = [(file.name, file.getvalue()) for file in sent]
    maps = [file for file in files if columns.is_map(file[1], file[0])]
    # The last table that was chosen is meant, with the sources and outlines chosen beside it.
    others = [f for f in files if f not in maps and read.may_stand_beside(f[1], f[0])]
    meant = next((f for f in reversed(files) if f not in maps and f not in others), None)
    tables = [file for file in files if file in others or file is meant]
    if not tables:
        last.failed = i18n.t("Choose the table, too: this file names columns alone.")
        st.rerun()
    try:
        own = columns.read_map(maps[-1][1], maps[-1][0]) if maps else None
    except Refusal as refusal:
        last.failed = format_problem(refusal.problem, i18n).line
    else:
        last.beside = tuple(tables)
        _read(tables[-1], i18n, own)
    st.rerun()


def _report(intake: ImportResult, i18n: I18n) -> None:
    notes = intake.of_level("note")
    # What keeps rows out stands first.
    problems = (*intake.of_level("stop", "refused"), *intake.of_level("undated", "part"))
    block(
        "intake_report.html",
        i18n,
        file=intake.name,
        opened=intake.dataset is not None,
        asking=uploaded().asking,
        counts=[
            (c.sheet, *map(i18n.format_number, (c.read, c.accepted, c.undated, c.refused)))
            for c in intake.counts
        ],
        problems=format_problems(problems, i18n)[:MOST_LISTED],
        problem_count=i18n.format_number(sum(problem.alike for problem in problems)),
        notes=format_problems(notes, i18n)[:MOST_LISTED],
        note_count=i18n.format_number(sum(note.alike for note in notes)),
        undated=[(str(u.row), u.when, u.title, u.place) for u in intake.undated[:MOST_LISTED]],
        more_undated=max(intake.total.undated - MOST_LISTED, 0),
        sources=[
            (s.title, i18n.format_date(s.custom.issued), s.URL)
            for s in intake.sources[:MOST_LISTED]
        ],
    )
    if intake.sources:
        # A list of sources can be told without events: each on the day it appeared.
        if st.button(i18n.t("Show each source as an event of its day"), key=f"{KEY}-days"):
            _read_again(i18n, columns.preset_of(intake.sheets[0].header))
        return
    if not problems:
        return
    # The rows of a table of very many are not kept a second time.
    marked = {"marked.csv": i18n.t("Download your rows with the problems marked")}
    labels = (marked if intake.sheets else {}) | {
        "problems.csv": i18n.t("Download the list of problems")
    }
    lang = {"lang": i18n.language}
    takes = [
        view_files.DownloadFile(
            label, name=name, opened_address=opened_file_address(intake, name, lang)
        )
        for name, label in labels.items()
    ]
    take_buttons(takes, i18n, key=f"{KEY}-marked")


def _ask_title(intake: ImportResult, i18n: I18n) -> None:
    if intake.layout is None or intake.dataset is None or intake.layout.column_map.credit.title:
        return
    with st.form(_key("title"), border=False):
        title = st.text_input(
            i18n.t("What is this story called? The table has no title above its columns."),
            max_chars=200,
        )
        pressed = st.form_submit_button(i18n.t("Call it so"))
    if pressed and title.strip():
        credit = intake.layout.column_map.credit.model_copy(update={"title": title.strip()})
        own = intake.layout.column_map.model_copy(update={"credit": credit})
        _read_again(i18n, own, SETTLED | {"order"})


def _ask_columns(intake: ImportResult, i18n: I18n) -> None:
    """Draw the form of the columns: open where something has to be asked, else folded."""
    layout, t, key = intake.layout, i18n.t, f"{KEY}-columns"
    if layout is None or not layout.header:
        return
    asking, now = uploaded().asking, layout.column_map
    folded = t("Which column is what")
    with st.container(border=True, key=key) if asking else st.expander(folded, key=key):
        if asking:
            st.subheader(t("Which column is what?"), anchor=False)
            st.markdown(" ".join(t(DOUBTS[doubt]) for doubt in layout.doubts))
        sheet, row, texts = now.sheet, layout.header_row, dict(layout.top_rows)
        if len(layout.sheet_names) > 1:
            sheet = _pick("sheet", t("Sheet"), layout.sheet_names, sheet, i18n)
        if len(texts) > 1:
            rows, none = [0, *texts] if layout.header_row == 0 else list(texts), t("none")
            label = t("Row with the names of the columns")
            row = _pick("row", label, rows, row, i18n, lambda n: f"{n}: {texts[n]}" if n else none)
        if (sheet, row) != (now.sheet, layout.header_row):
            header = row if sheet == now.sheet else None
            _read_again(i18n, ColumnMap(sheet=sheet, header=header), asking=True)
        fields = _ask_fields(True, layout, i18n)
        with st.expander(t("More columns"), expanded="year" in now.columns):
            fields |= _ask_fields(False, layout, i18n)
        # Those of the form come first.
        every = {**fields, **now.columns, **fields}
        taken = {field: names for field, names in every.items() if names}
        header = now.header if layout.header_row == 0 else None
        order = _ask_order(layout, i18n) or now.order
        chosen = now.model_copy(update={"columns": taken, "order": order, "header": header})
        # What this story is called is another matter than what the next table of its kind has.
        untitled = chosen.credit.model_copy(update={"title": ""})
        ready = chosen.has_date and "title" in chosen.columns
        if not ready:
            st.markdown(t("Choose at least a date (or a year) and a title."))
        with st.container(horizontal=True, gap="small"):
            pressed = st.button(
                t("Open with this"), type="primary", disabled=not ready, key=_key("open")
            )
            st.download_button(
                t("Save this as a small file"),
                data=chosen.model_copy(update={"answers": {}, "credit": untitled}).to_json(),
                file_name=f"{PurePosixPath(intake.name).stem}-columns.json",
                mime="application/json",
                on_click="ignore",
                key=_key("save"),
                help=t("Choose it together with the next table of this kind: nothing is asked."),
            )
    if pressed:
        # Dates of another column have not been asked about.
        same = all(chosen.columns.get(f) == now.columns.get(f) for f in ("date", "end"))
        _read_again(i18n, chosen, SETTLED | ({"order"} if same else set()))


def _pick(
    name: str, label: str, options: Sequence[Any], now: object, i18n: I18n,
    says: Callable[[Any], str] = str,
) -> Any:  # fmt: skip
    placeholder, at = i18n.t("Choose an option"), options.index(now)
    return st.selectbox(
        label, options, at, format_func=says, placeholder=placeholder, key=_key(name)
    )


def _ask_fields(first: bool, layout: Layout, i18n: I18n) -> dict[str, Columns]:
    """The columns of some fields, two in a row: on a phone they stand in their own order."""

    def with_examples(names: Columns) -> str:
        if not names:
            return i18n.t("none")
        examples = layout.examples.get(names[0], ()) if len(names) == 1 else ()
        return ": ".join(filter(None, (" + ".join(names), " · ".join(examples))))

    chosen: dict[str, Columns] = {}
    named = [(name, f.label) for name, f in EVENT_FIELDS.items() if f.label and f.is_main == first]
    for n in range(0, len(named), 2):
        for place, (field, label) in zip(st.columns(2), named[n : n + 2], strict=False):
            now: Columns = layout.column_map.columns.get(field, ())
            options = list(dict.fromkeys([(), *((one,) for one in layout.header if one), now]))
            mark = i18n.t(SURE[layout.certainty.get(field, "") if now else ""], field=i18n.t(label))
            with place:
                chosen[field] = _pick(field, mark, options, now, i18n, with_examples)
    return chosen


def _ask_order(layout: Layout, i18n: I18n) -> str:
    """Days or months first, shown on three dates of the table; nothing where none can be meant."""
    asked = [found for found in layout.ambiguous_dates if found[1]]
    if not asked:
        return ""
    captions = [
        "; ".join(f"{text} → {i18n.format_date(reading[n])}" for text, *reading in asked)
        for n in (0, 1)
    ]
    names = {"day": i18n.t("Days first"), "month": i18n.t("Months first")}
    found = st.radio(
        i18n.t("Are days or months first in your dates?"),
        list(names),
        index=None,
        format_func=names.__getitem__,
        captions=captions,
        key=_key("order"),
    )
    return found or ""


def _offer(column_map: ColumnMap, found: read.Suggestion, i18n: I18n) -> None:
    """ "10 rows: 43526 means 2 March 2019? Apply to all"."""
    pairs = list(found.answers.items())[:MOST_EXAMPLES]
    examples = "; ".join(f"{text} → {i18n.format_date(day)}" for text, day in pairs)
    more = ", …" if len(found.answers) > MOST_EXAMPLES else ""
    text = i18n.n(
        "{count} row: is this meant? {examples}",
        "{count} rows: is this meant? {examples}",
        len(found.rows),
        examples=examples + more,
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(text)
        pressed = st.button(i18n.t("Apply to all"), key=_key(found.code))
    if pressed:
        _read_again(i18n, read.answered(column_map, found), SETTLED | {"order"})


def _mend(intake: ImportResult, column_map: ColumnMap, numbers: list[int], i18n: I18n) -> None:
    """The rows as they stand, with what is wrong; what is typed goes into the mended table."""
    # Imported late: few readers mend a table, and every server would hold it.
    import pandas as pd

    def wrong(number: int) -> str:
        said = [
            format_problem(p, i18n)
            for p in intake.problems
            if p.row == number and p.level != "note"
        ]
        return " | ".join(f"{s.column}: {s.text}" if s.column else s.text for s in said)

    (sheet,) = intake.sheets
    cells, width = dict(sheet.rows), len(sheet.header)
    frame = pd.DataFrame(
        [
            [number, wrong(number), *row[:width], *[""] * (width - len(row))]
            for number in numbers
            if (row := cells.get(number)) is not None
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
        key=_key("rows"),
    )
    # The cells that were typed anew, by number of row and place of column.
    texts, changed = edited.fillna(""), dict[int, dict[int, str]]()
    for at, number in enumerate(frame[NUMBER]):
        for place in range(width):
            if (text := texts[str(place)].iloc[at]) != frame[str(place)].iloc[at]:
                changed.setdefault(int(number), {})[place] = text
    name = f"{PurePosixPath(intake.name).stem}-mended.csv"
    with st.container(horizontal=True, gap="small"):
        again = i18n.t("Open the mended table")
        pressed = st.button(again, key=_key("again"), disabled=not changed)
        address = opened_file_address(intake, view_files.MENDED_TABLE, {"lang": i18n.language})
        label = i18n.t("Download the mended table")
        mended = view_files.DownloadFile(label, name=name, opened_address=address, body=changed)
        take_buttons([mended], i18n, key=_key("mended"))
    if pressed:
        own = column_map.model_copy(update={"sheet": "", "header": None})
        try:
            content = work.workers.run(read.mended_table, intake, changed, budget=work.FILE_BUDGET)
        except work.WorkFailedError as error:
            uploaded().failed = i18n.t(
                FAILED.get(error.reason, UNREAD), most=work.FILE_BUDGET.seconds
            )
        else:
            _read((name, content), i18n, own, SETTLED | {"order"})
        st.rerun()


def has_finished_reading() -> bool:
    """Return whether this session has read a file to its end, and begun no other since."""
    last = uploaded()
    return bool(last.chosen) and not last.interrupted


def draw_interrupted(i18n: I18n) -> None:
    """Say on every page which file was being read when the reader went elsewhere."""
    name = uploaded().interrupted
    if name:
        text = i18n.t(
            "“{name}” was being read when you left the Data page, and that was stopped: nothing "
            "of it is open.",
            name=name,
        )
        address = f"./data?lang={i18n.language}"
        block("interrupted.html", i18n, text=text, address=address)


def draw_banner(ctx: Context) -> None:
    """On every page of a session's own story: what it is, what was left out, and the way back."""
    i18n, intake = ctx.i18n, ctx.story.intake
    if not ctx.story.private or intake is None:
        return
    text = i18n.t(
        "Your own story: “{name}”. {read}, {shown} shown, {refused} left out. It is in "
        "this session alone: nobody else can see it, a link to it opens nothing, and it is gone "
        "when this tab is closed or reloaded.",
        name=intake.name,
        read=i18n.n("{count} row read", "{count} rows read", intake.total.read),
        shown=intake.total.accepted,
        refused=intake.total.refused,
    )
    if ctx.story.table:
        text += " " + i18n.t(
            "It has so many rows that it is asked as a table: bars and circles count its events, "
            "and of each thing that is wrong with rows the first are listed."
        )
    if intake.undated:
        text += " " + i18n.n(
            "{count} row has no date that can be read: it is listed on the Data page.",
            "{count} rows have no date that can be read: they are listed on the Data page.",
            intake.total.undated,
        )
    with st.container(key="own-story", gap="xsmall"):
        block("opened_banner.html", i18n, text=text)
        st.button(i18n.t("Close your story"), on_click=_close, key="own-story-off")
