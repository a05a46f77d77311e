"""Open your own story: a file is read into this session, and its problems are listed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st

from components.export.formats import events_xlsx
from components.export.packaging import package_workbook, zipped
from components.export.view_files import XLSX, File, own_address
from components.i18n import I18n
from components.i18n.names import say, say_together
from components.intake import ImportResult, columns, package, read
from components.intake.problems import MB, Refusal
from components.limits import MOST_FILE_BYTES
from components.presentation.context import Context
from components.ui.mending import draw_columns, draw_mending, draw_title
from components.ui.parts import block, take_buttons
from components.ui.reading import KEY, close_story, read_again, read_file, uploaded

MOST_LISTED: Final = 100


def _chooser(i18n: I18n) -> None:
    most = MOST_FILE_BYTES // MB
    last = uploaded()
    files = st.file_uploader(
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
    chosen = tuple(file.file_id for file in files)
    if not files or last.chosen == chosen:
        return
    last.chosen = chosen
    _take([(file.name, file.getvalue()) for file in files], i18n)
    st.rerun()


def _take(files: list[tuple[str, bytes]], i18n: I18n) -> None:
    """Read the table among the files by the column map among them, if there is one."""
    maps = [file for file in files if columns.is_map(file[1], file[0])]
    tables = [file for file in files if file not in maps]
    if not tables:
        uploaded().failed = i18n.t("Choose the table, too: this file names columns alone.")
        return
    # The last table that was chosen is meant, with the sources and outlines chosen beside it.
    others = [file for file in tables if read.may_stand_beside(file[1], file[0])]
    last = next((file for file in reversed(tables) if file not in others), None)
    tables = [file for file in tables if file in others or file is last]
    try:
        own = columns.read_map(maps[-1][1], maps[-1][0]) if maps else None
    except Refusal as refusal:
        uploaded().failed = say(refusal.problem, i18n).line
        return
    uploaded().beside = tuple(tables)
    name, content = tables[-1]
    read_file(name, content, i18n, own)


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
            (c.sheet, *map(i18n.number, (c.read, c.accepted, c.undated, c.refused)))
            for c in intake.counts
        ],
        problems=say_together(problems, i18n)[:MOST_LISTED],
        problem_count=i18n.number(sum(problem.alike for problem in problems)),
        notes=say_together(notes, i18n)[:MOST_LISTED],
        note_count=i18n.number(sum(note.alike for note in notes)),
        undated=[(str(u.row), u.when, u.title, u.place) for u in intake.undated[:MOST_LISTED]],
        more_undated=max(intake.total.undated - MOST_LISTED, 0),
        sources=[
            (s.title, i18n.date(s.custom.issued), s.URL) for s in intake.sources[:MOST_LISTED]
        ],
    )
    if intake.sources:
        # A list of sources can be told without events: each on the day it appeared.
        if st.button(i18n.t("Show each source as an event of its day"), key=f"{KEY}-days"):
            read_again(i18n, columns.preset_of(intake.sheets[0].header))
        return
    if not problems:
        return
    labels = {
        "marked.csv": i18n.t("Download your rows with the problems marked"),
        "problems.csv": i18n.t("Download the list of problems"),
    }
    if not intake.sheets:
        # The rows of a table of very many are not kept a second time.
        del labels["marked.csv"]
    takes = [
        File(label, name=name, own=own_address(intake, name, {"lang": i18n.language}))
        for name, label in labels.items()
    ]
    take_buttons(takes, i18n, key=f"{KEY}-marked")


def draw_open_story(i18n: I18n) -> None:
    """Draw the section: what it does, the chooser, the templates, and what became of the file."""
    block("open_story.html", i18n)
    with st.container(key=KEY):
        _chooser(i18n)
        last = uploaded()
        if last.failed:
            st.error(last.failed)
        if intake := last.intake:
            if last.asking:
                draw_columns(intake, i18n)
            if not last.asking:
                draw_title(intake, i18n)
            _report(intake, i18n)
            draw_mending(intake, i18n)
            if not last.asking:
                draw_columns(intake, i18n)
            st.button(i18n.t("Close this file"), on_click=close_story, key=f"{KEY}-close")
        block("open_story_shape.html", i18n)
        files: tuple[tuple[str, str, Callable[[], bytes], str], ...] = (
            (i18n.t("Template: events (Excel)"), "events.xlsx", partial(events_xlsx, i18n), XLSX),
            (i18n.t("Template: events (CSV)"), "events.csv", package.events_csv, "text/csv"),
            (i18n.t("Template: workbook of a story (Excel)"), "story.xlsx",
             lambda: package_workbook(package.example_package()), XLSX),
            (i18n.t("Template: whole package (zip)"), "story.zip",
             lambda: zipped(package.example_package()), "application/zip"),
        )  # fmt: skip
        with st.container(horizontal=True, gap="small", key=f"{KEY}-templates"):
            for label, name, make, mime in files:
                st.download_button(label, data=make, file_name=name, mime=mime,
                                   key=f"{KEY}-{name}", on_click="ignore")  # fmt: skip


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
        shown=i18n.number(intake.total.accepted),
        refused=i18n.number(intake.total.refused),
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
        st.button(i18n.t("Close your story"), on_click=close_story, key="own-story-off")
