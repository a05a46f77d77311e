"""Data: the rows of the chosen table, the files, what each column means, and opened files."""

from dataclasses import replace
from urllib.parse import urlencode

from markupsafe import Markup

from components.export import row_files
from components.export.formats import build_view_table
from components.export.package_notes import FORMULA_CAVEAT, TITLES
from components.export.record_table import ViewTable
from components.export.view_files import FILE_MEDIA_TYPES, TABLE_FORMATS, DownloadFile, file_address
from components.i18n import I18n
from components.i18n.counts import format_record_count
from components.loading.loaded_story import LoadedStory
from components.page import blocks, data_grid
from components.presentation.context import Context
from components.presentation.finding_texts import NOTHING_FITS
from components.presentation.view_links import LinkBase, ViewChange, list_choices
from components.query.view import View
from components.story.dataset import Dataset


def data_page(ctx: Context) -> blocks.Page:
    """Return a table to choose, search and sort, its files, its columns, and forms for files."""
    if ctx.story.table:
        files_html = row_files.render_row_files(
            ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base
        )
        page = blocks.table_page(ctx, blocks.HtmlBlock(files_html))
        open_form = blocks.Form("open-story")
        return replace(page, blocks=(*page.blocks, open_form))
    t = ctx.i18n.t
    shown = data_grid.build_shown_table(ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n)
    sentence = data_grid.table_sentence(ctx.story, ctx.view, ctx.i18n, shown)
    start_of_table = {"sort": "", "columns": (), "page": 1, "claimant": None}
    table_labels = data_grid.table_labels(ctx.subset, ctx.view, ctx.i18n)
    table_choices = list_choices(ctx.link_base, "table", table_labels, **start_of_table)
    page_blocks: list[blocks.Block] = [
        blocks.template_block("shown.html", ctx.i18n, text=sentence),
        blocks.Fold(Markup(), links=_list_sections(ctx.story, ctx.i18n)),
        blocks.template_block(
            "text_choices.html", ctx.i18n, label=t("Table"), choices=table_choices
        ),
        blocks.Form("table-tools"),
        *_page_notices(ctx.dataset, ctx.i18n, ctx.link_base, shown=shown),
        *_row_blocks(ctx, shown),
        *_file_blocks(ctx.dataset, ctx.story, ctx.i18n, link_base=ctx.link_base, table=shown.table),
        blocks.Form("open-story"),
        blocks.Form("lesson"),
    ]
    heading = t("The rows behind every mark, to read and download")
    lead = t(
        "Every event, claim and citation that the filters leave, and what each column means. "
        "The files hold exactly the rows shown here, with their citations."
    )
    return blocks.Page(heading, lead, page_blocks, shown=sentence)


def _list_sections(story: LoadedStory, i18n: I18n) -> tuple[blocks.SectionLink, ...]:
    """Return the ids and headings of the page's sections."""
    t = i18n.t
    sections = [
        ("rows", t("Rows")),
        ("downloads", t("Download")),
        ("dictionary", t("What the columns mean")),
    ]
    if not story.private:
        sections.append(("addresses", t("Addresses for programs (API)")))
    sections.append(("open-your-own", t("Open your own story")))
    sections.append(("make-a-lesson", t("Make a lesson")))
    return tuple(sections)


def _page_notices(
    dataset: Dataset, i18n: I18n, link_base: LinkBase, shown: data_grid.ShownTable
) -> list[blocks.Block]:
    """Return what the page shows: that it is the last one, its rows, and whose claims they are."""
    page_blocks: list[blocks.Block] = []
    if link_base.view.page > shown.page_count:
        line = i18n.n(
            "page: there is only {count} page.",
            "page: there are only {count} pages.",
            shown.page_count,
        )
        notice = blocks.template_block("notices.html", i18n, lines=[line])
        page_blocks.append(notice)
    sentence = data_grid.rows_sentence(dataset, link_base.view, i18n, shown=shown)
    rows_block = blocks.template_block("data_rows.html", i18n, text=sentence)
    page_blocks.append(rows_block)
    is_of_claims = link_base.view.table == "claims"
    if is_of_claims and link_base.view.claimant:
        label = i18n.t("Show the claims of everybody")
        show_all = ViewChange(label, {"claimant": None, "page": 1})
        links = blocks.action_links(i18n, link_base, (show_all,))
        page_blocks.append(links)
    return page_blocks


def _row_blocks(ctx: Context, shown: data_grid.ShownTable) -> tuple[blocks.Block, ...]:
    """Return the rows of the page, or what to do where there are none."""
    i18n = ctx.i18n
    if shown.table.records:
        heads, rows = data_grid.build_table_page(ctx.dataset, ctx.i18n, ctx.link_base, shown=shown)
        page_count = shown.page_count
        page_label = i18n.t("Page {page} of {pages}", page=shown.page, pages=page_count)
        table = blocks.Table(
            label=i18n.t(TITLES[ctx.view.table]),
            heads=heads,
            rows=rows,
            words=page_label,
            page=shown.page,
            pages=page_count,
        )
        return (table,)
    view = ctx.view
    all_rows_ctx = replace(ctx, view=replace(view, find=""))
    if (
        view.find
        and build_view_table(
            all_rows_ctx.dataset,
            all_rows_ctx.subset,
            all_rows_ctx.view,
            i18n=all_rows_ctx.i18n,
            table_name=view.table,
        ).records
    ):
        label = i18n.t("Clear the search")
        clear_search = ViewChange(label, {"find": "", "page": 1})
        no_rows = blocks.template_block("data_nothing.html", ctx.i18n, words=view.find)
        links = blocks.action_links(ctx.i18n, ctx.link_base, (clear_search,))
        return no_rows, links
    heading = i18n.t(NOTHING_FITS)
    return (
        blocks.no_events_block(
            ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base, heading=heading
        ),
    )


def _file_blocks(
    dataset: Dataset, story: LoadedStory, i18n: I18n, link_base: LinkBase, table: ViewTable
) -> list[blocks.Block]:
    """Return the files of the view, what the columns mean, and the addresses for programs.

    The files of an opened story have no addresses: the app makes them.
    """
    files = _list_files(i18n, link_base, table)
    table_rows = data_grid.dictionary_rows(dataset, i18n)
    dictionary = blocks.template_block("data_dictionary.html", i18n, tables=table_rows)
    if story.private:
        files_form = blocks.Form("own-files", lambda: (files,))
        return [files_form, dictionary]
    return [files, dictionary, blocks.Form("addresses")]


def _list_files(i18n: I18n, link_base: LinkBase, table: ViewTable) -> blocks.HtmlBlock:
    table_files: list[DownloadFile] = []
    for ending, table_format in TABLE_FORMATS.items():
        file_name = f"{link_base.view.table}.{ending}"
        if file_name in FILE_MEDIA_TYPES:
            address = file_address(link_base.view, i18n, file_name)
            table_file = DownloadFile(table_format.label, address)
            table_files.append(table_file)
    package_files: list[DownloadFile] = []
    for file_name, (label, note) in data_grid.PACKAGE_FILES.items():
        address = file_address(link_base.view, i18n, file_name)
        localized_note = i18n.t(note)
        package_file = DownloadFile(label, address, note=localized_note)
        package_files.append(package_file)
    lesson_params = link_base.list_params("present", panel="teacher")
    return blocks.template_block(
        "data_files.html",
        i18n,
        words=_describe_table_files(link_base.view, i18n, table),
        count=len(table.records),
        table=table_files,
        whole=package_files,
        guard=i18n.t(FORMULA_CAVEAT),
        lesson=f"./present?{urlencode(lesson_params, doseq=True)}",
    )


def _describe_table_files(view: View, i18n: I18n, table: ViewTable) -> str:
    """Return which rows and columns the files of the table have."""
    row_count = len(table.records)
    rows = format_record_count(view.table, row_count, i18n)
    if view.columns:
        return i18n.n(
            "{rows}, as searched and in this order, with the {count} column chosen.",
            "{rows}, as searched and in this order, with the {count} columns chosen.",
            len(view.columns),
            rows=rows,
        )
    return i18n.t(
        "{rows}, as searched and in this order, with all {columns} columns.",
        rows=rows,
        columns=len(table.spec.columns),
    )
