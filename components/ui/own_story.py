"""Open your own story: the chooser, the report on a file, and how an opened story is closed.

``reading.py`` reads the file, ``column_form.py`` asks about its columns, ``row_number_form.py``
about the figure of each row, ``row_mending.py`` mends its rows.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import streamlit as st

from components.export import view_files
from components.export.download_tokens import opened_file_address
from components.export.packaging import package_workbook, zip_files
from components.export.workbooks import events_template
from components.i18n import I18n
from components.i18n.problem_texts import format_problem, format_problems
from components.intake import ImportResult, columns, package_folders
from components.intake.companions import may_be_companion
from components.intake.problems import MB, Problem, Refusal
from components.limits.files import MOST_FILE_BYTES
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.ui.column_form import draw_column_form
from components.ui.parts import block, take_buttons
from components.ui.reading import (
    DATES_SETTLED,
    SECTION_KEY,
    NamedFile,
    close_story,
    read_again,
    read_file,
    read_stopped_again,
    session_upload,
    widget_key,
)
from components.ui.row_mending import draw_row_mending
from components.ui.row_number_form import ask_row_number

MOST_LISTED: Final = 100
MOST_TITLE_LETTERS: Final = 200


class Template(NamedTuple):
    """A file to begin a story with: its label, name, media type, and what makes it."""

    label: str
    file_name: str
    media_type: str
    render: Callable[[], bytes]


def draw_open_story(ctx: Context) -> None:
    """Draw the section: what it does, the chooser, the templates, and what became of the file."""
    i18n = ctx.i18n
    block("open_story.html", i18n)
    with st.container(key=SECTION_KEY):
        _draw_chooser(i18n)
        upload = session_upload()
        draw_interrupted(i18n)
        if upload.failed:
            st.error(upload.failed)
        if upload.intake is not None:
            _draw_opened_file(upload.intake, i18n)
        block("open_story_shape.html", i18n)
        _draw_templates(i18n)


def _draw_opened_file(intake: ImportResult, i18n: I18n) -> None:
    """Draw what became of the file: what has to be asked stands before its report.

    Cells are mended once the columns are confirmed. An answer about cells reads the table with
    the columns as they are, so it would confirm them, too.
    """
    if session_upload().asking:
        draw_column_form(intake, i18n)
        _draw_report(intake, i18n)
    else:
        _ask_title(intake, i18n)
        ask_row_number(intake, i18n)
        _draw_report(intake, i18n)
        draw_row_mending(intake, i18n)
        draw_column_form(intake, i18n)
    st.button(i18n.t("Close this file"), on_click=close_story, key=f"{SECTION_KEY}-close")


def _package_workbook_template() -> bytes:
    return package_workbook(package_folders.example_package())


def _package_zip_template() -> bytes:
    return zip_files(package_folders.example_package())


def _draw_templates(i18n: I18n) -> None:
    xlsx = view_files.XLSX_MEDIA_TYPE
    events_label = i18n.t("Template: events (Excel)")
    csv_label = i18n.t("Template: events (CSV)")
    workbook_label = i18n.t("Template: workbook of a story (Excel)")
    package_label = i18n.t("Template: whole package (zip)")
    templates = (
        Template(
            events_label,
            "events.xlsx",
            media_type=xlsx,
            render=partial(events_template, i18n),
        ),
        Template(
            csv_label,
            "events.csv",
            media_type="text/csv",
            render=package_folders.read_example_events,
        ),
        Template(
            workbook_label,
            "story.xlsx",
            media_type=xlsx,
            render=_package_workbook_template,
        ),
        Template(
            package_label,
            "story.zip",
            media_type="application/zip",
            render=_package_zip_template,
        ),
    )
    with st.container(horizontal=True, gap="small", key=f"{SECTION_KEY}-templates"):
        for template in templates:
            st.download_button(
                template.label,
                data=template.render,
                file_name=template.file_name,
                mime=template.media_type,
                key=f"{SECTION_KEY}-{template.file_name}",
                on_click="ignore",
            )


# -- Choosing files --------------------------------------------------------------------------------


class ChosenFiles(NamedTuple):
    """The files that were chosen together: column maps, and the table with what goes with it."""

    column_maps: list[NamedFile]
    #: The table last among them is the one that is meant.
    tables: list[NamedFile]


def _sort_files(files: list[NamedFile]) -> ChosenFiles:
    """Tell column maps, the table, and the sources and outlines that go with it apart."""
    column_maps = []
    beside_files = []
    main_table: NamedFile | None = None
    for file in files:
        name, content = file
        if columns.is_column_map(content, name):
            column_maps.append(file)
        elif may_be_companion(content, name):
            beside_files.append(file)
        else:
            # The last table that was chosen is meant.
            main_table = file
    tables = [file for file in files if file in beside_files or file is main_table]
    return ChosenFiles(column_maps, tables)


def _draw_chooser(i18n: I18n) -> None:
    """Draw the chooser; read the table among new files by the column map among them, if any."""
    upload = session_upload()
    most_megabytes = MOST_FILE_BYTES // MB
    sent_files = st.file_uploader(
        i18n.t(
            "A workbook or a zip of a package, or a table of events (CSV, Excel, ODS, GeoJSON, "
            "objects in JSON, KML, GPX, Markwhen, a calendar, a zipped shapefile), up to {most} "
            "MB; with it, if you have them, the saved choice of columns, sources (Zotero’s CSV, "
            "RIS, BibTeX, CSL-JSON) and outlines for the map (GeoJSON)",
            most=most_megabytes,
        ),
        max_upload_size=most_megabytes,
        accept_multiple_files=True,
        key=f"{SECTION_KEY}-{upload.closed}",
    )
    _draw_stopped(i18n, may_read_again=bool(sent_files))
    chosen_ids = tuple(file.file_id for file in sent_files)
    # Where another run on this page ended the reading, it begins anew.
    is_known = upload.chosen == chosen_ids and not upload.interrupted
    if not sent_files or is_known:
        return
    upload.chosen = chosen_ids
    files = [(file.name, file.getvalue()) for file in sent_files]
    _read_chosen_files(_sort_files(files), i18n)
    st.rerun()


def _draw_stopped(i18n: I18n, *, may_read_again: bool) -> None:
    """Say which file the reader has stopped, and offer to read it after all."""
    name = session_upload().stopped
    if not name:
        return
    text = i18n.t("You stopped the reading of “{name}” before its end.", name=name)
    with st.container(key=f"{SECTION_KEY}-stopped", gap="xsmall"):
        block("stopped.html", i18n, text=text)
        if may_read_again:
            st.button(
                i18n.t("Read it again"),
                on_click=read_stopped_again,
                key=f"{SECTION_KEY}-stopped-again",
            )


def _read_chosen_files(chosen: ChosenFiles, i18n: I18n) -> None:
    """Read the table that was chosen; without one, or with a wrong column map, say so."""
    upload = session_upload()
    if not chosen.tables:
        upload.failed = i18n.t("Choose the table, too: this file names columns alone.")
        return
    column_map = None
    if chosen.column_maps:
        name, content = chosen.column_maps[-1]
        try:
            column_map = columns.parse_column_map(content, name)
        except Refusal as refusal:
            upload.failed = format_problem(refusal.problem, i18n).line
            return
    upload.beside = tuple(chosen.tables)
    # A saved choice of columns has the answer.
    upload.number_settled = column_map is not None
    read_file(chosen.tables[-1], i18n, column_map)


# -- What became of a file -------------------------------------------------------------------------


def _count_rows(intake: ImportResult, i18n: I18n) -> list[tuple[str, ...]]:
    """Return for each sheet its name and how many rows were read, shown, undated and refused."""
    count_rows = []
    for count in intake.counts:
        numbers = (count.read, count.accepted, count.undated, count.refused)
        count_rows.append((count.sheet, *map(i18n.format_number, numbers)))
    return count_rows


def _total_alike(problems: tuple[Problem, ...]) -> int:
    return sum(problem.alike for problem in problems)


def _draw_report(intake: ImportResult, i18n: I18n) -> None:
    """Draw what was read of a file, what was left out and why, and what can be downloaded of it."""
    # What keeps rows out stands first.
    problems = (*intake.of_level("stop", "refused"), *intake.of_level("undated", "part"))
    notes = intake.of_level("note")
    undated_rows = [
        (str(undated.row), undated.when, undated.title, undated.place)
        for undated in intake.undated[:MOST_LISTED]
    ]
    source_rows = [
        (source.title, i18n.format_date(source.custom.issued), source.URL)
        for source in intake.sources[:MOST_LISTED]
    ]
    block(
        "intake_report.html",
        i18n,
        file=intake.name,
        opened=intake.dataset is not None,
        asking=session_upload().asking,
        counts=_count_rows(intake, i18n),
        problems=format_problems(problems, i18n)[:MOST_LISTED],
        problem_count=i18n.format_number(_total_alike(problems)),
        notes=format_problems(notes, i18n)[:MOST_LISTED],
        note_count=i18n.format_number(_total_alike(notes)),
        undated=undated_rows,
        more_undated=max(intake.total.undated - MOST_LISTED, 0),
        sources=source_rows,
    )
    if intake.sources:
        # A list of sources can be told without events: each on the day it appeared.
        if st.button(i18n.t("Show each source as an event of its day"), key=f"{SECTION_KEY}-days"):
            read_again(i18n, columns.match_preset(intake.sheets[0].header))
    elif problems:
        _draw_report_downloads(intake, i18n)


def _draw_report_downloads(intake: ImportResult, i18n: I18n) -> None:
    labels = {}
    if intake.sheets:
        # The rows of a table of very many are not kept a second time.
        labels["marked.csv"] = i18n.t("Download your rows with the problems marked")
    labels["problems.csv"] = i18n.t("Download the list of problems")
    downloads = []
    for name, label in labels.items():
        address = opened_file_address(intake, name, {"lang": i18n.language})
        downloads.append(view_files.DownloadFile(label, name=name, opened_address=address))
    take_buttons(downloads, i18n, key=f"{SECTION_KEY}-marked")


def _ask_title(intake: ImportResult, i18n: I18n) -> None:
    """Ask what the story is called, where its table has no title."""
    if intake.layout is None or intake.dataset is None or intake.layout.column_map.credit.title:
        return
    with st.form(widget_key("title"), border=False):
        title = st.text_input(
            i18n.t("What is this story called? The table has no title above its columns."),
            max_chars=MOST_TITLE_LETTERS,
        )
        is_pressed = st.form_submit_button(i18n.t("Call it so"))
    if is_pressed and title.strip():
        column_map = intake.layout.column_map
        credit = column_map.credit.model_copy(update={"title": title.strip()})
        titled_map = column_map.model_copy(update={"credit": credit})
        read_again(i18n, titled_map, DATES_SETTLED)


# -- On every page ---------------------------------------------------------------------------------


def has_finished_reading() -> bool:
    """Return whether this session has read a file to its end, and begun no other since."""
    upload = session_upload()
    return bool(upload.chosen) and not upload.interrupted


def draw_interrupted(i18n: I18n) -> None:
    """Say on every page which file was being read when the reader went elsewhere."""
    name = session_upload().interrupted
    if not name:
        return
    text = i18n.t(
        "“{name}” was being read when you left the Data page, and that was stopped: nothing "
        "of it is open.",
        name=name,
    )
    address = f"./data?lang={i18n.language}"
    with st.container(key="interrupted-reading", gap="xsmall"):
        block("interrupted.html", i18n, text=text, address=address)
        st.button(
            i18n.t("Go on without it"), on_click=_forget_interrupted, key="interrupted-reading-off"
        )


def _forget_interrupted() -> None:
    session_upload().interrupted = ""


def draw_banner(story: LoadedStory, i18n: I18n) -> None:
    """Draw on every page of an opened story what it is, what was left out, and how to close it."""
    intake = story.intake
    if not story.private:
        return
    sentences = [
        i18n.t(
            "Your own story: “{name}”. {read}, {shown} shown, {refused} left out. It is in "
            "this session alone: nobody else can see it, a link to it opens nothing, and it is "
            "gone when this tab is closed or reloaded.",
            name=intake.name,
            read=i18n.n("{count} row read", "{count} rows read", intake.total.read),
            shown=intake.total.accepted,
            refused=intake.total.refused,
        )
    ]
    if story.table:
        sentences.append(
            i18n.t(
                "It has so many rows that it is asked as a table: bars and circles count its "
                "events, and of each thing that is wrong with rows the first are listed."
            )
        )
    if intake.undated:
        sentences.append(
            i18n.n(
                "{count} row has no date that can be read: it is listed on the Data page.",
                "{count} rows have no date that can be read: they are listed on the Data page.",
                intake.total.undated,
            )
        )
    with st.container(key="own-story", gap="xsmall"):
        block("opened_banner.html", i18n, text=" ".join(sentences))
        st.button(i18n.t("Close your story"), on_click=close_story, key="own-story-off")
