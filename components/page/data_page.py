"""Data: the rows of the chosen table, the files, what each column means, and files of one's own."""

from dataclasses import replace
from urllib.parse import urlencode

from markupsafe import Markup

from components.export.formats import build_view_table
from components.export.package_notes import FORMULA_CAVEAT, TITLES
from components.export.view_files import FILE_MEDIA_TYPES, TABLE_FORMATS, DownloadFile, file_address
from components.i18n.counts import format_record_count
from components.page import blocks
from components.presentation import shown_table, table_view
from components.presentation.context import Context
from components.presentation.notices import NOTHING_FITS, ViewChange, list_choices
from components.query.view_tables import ViewTable


def data(ctx: Context) -> blocks.Page:
    """A table to choose, search and order; its files; its columns; files of a reader's own."""
    if ctx.story.table:
        files = blocks.Words(table_view.table_files_list(ctx))
        tabled = blocks.table_page(ctx, files)
        return replace(tabled, blocks=(*tabled.blocks, blocks.Form("open-story")))
    (found, page, pages), i18n, private = shown_table.shown_table(ctx), ctx.i18n, ctx.story.private
    t = i18n.t
    sections = [
        ("rows", t("Rows")),
        ("downloads", t("Download")),
        ("dictionary", t("What the columns mean")),
        *(() if private else (("addresses", t("Addresses for programs (API)")),)),
        ("open-your-own", t("Open your own story")),
        ("make-a-lesson", t("Make a lesson")),
    ]
    start = {"sort": "", "columns": (), "page": 1, "claimant": None}
    sentence = shown_table.table_sentence(ctx)
    tables = list_choices(ctx, "table", shown_table.table_labels(ctx), **start)
    parts: list[blocks.Block] = [
        blocks.words("shown.html", ctx, text=sentence),
        blocks.Fold(Markup(), links=tuple(sections)),
        blocks.words("text_choices.html", ctx, label=t("Table"), choices=tables),
        blocks.Form("table-tools"),
    ]
    if ctx.view.page > pages:
        line = i18n.n(
            "page: there is only {count} page.", "page: there are only {count} pages.", pages
        )
        parts.append(blocks.words("notices.html", ctx, lines=[line]))
    rows = shown_table.rows_sentence(ctx, found, page, pages)
    parts.append(blocks.words("data_rows.html", ctx, text=rows))
    if ctx.view.table == "claims" and ctx.view.claimant:
        everybody = ViewChange(t("Show the claims of everybody"), {"claimant": None, "page": 1})
        parts.append(blocks.ways_on(ctx, (everybody,)))
    taken, columns = _files(ctx, found), shown_table.dictionary_rows(ctx.dataset, i18n)
    parts += [
        *_rows(ctx, found, page, pages),
        blocks.Form("own-files", lambda: (taken,)) if private else taken,
        blocks.words("data_dictionary.html", ctx, tables=columns),
        *(() if private else (blocks.Form("addresses"),)),
        blocks.Form("open-story"),
        blocks.Form("lesson"),
    ]
    heading = t("The rows behind every mark, to read and download")
    lead = t(
        "Every event, claim and citation that the filters leave, and what each column means. "
        "The files hold exactly the rows shown here, with their citations."
    )
    return blocks.Page(heading, lead, parts, shown=sentence)


def _files(ctx: Context, table: ViewTable) -> blocks.Words:
    i18n, name, columns = ctx.i18n, ctx.view.table, ctx.view.columns
    rows = format_record_count(name, len(table.records), i18n)
    if columns:
        held = i18n.n(
            "{rows}, as searched and in this order, with the {count} column chosen.",
            "{rows}, as searched and in this order, with the {count} columns chosen.",
            len(columns),
            rows=rows,
        )
    else:
        held = i18n.t(
            "{rows}, as searched and in this order, with all {columns} columns.",
            rows=rows,
            columns=len(table.spec.columns),
        )
    return blocks.words(
        "data_files.html",
        ctx,
        words=held,
        count=len(table.records),
        table=[
            DownloadFile(one.label, file_address(ctx, f"{name}.{ending}"))
            for ending, one in TABLE_FORMATS.items()
            if f"{name}.{ending}" in FILE_MEDIA_TYPES
        ],
        whole=[
            DownloadFile(label, file_address(ctx, file), note=i18n.t(note))
            for file, (label, note) in shown_table.WHOLE.items()
        ],
        guard=i18n.t(FORMULA_CAVEAT),
        lesson=f"./present?{urlencode(ctx.address_params('present', panel='teacher'), doseq=True)}",
    )


def _rows(ctx: Context, table: ViewTable, page: int, pages: int) -> tuple[blocks.Block, ...]:
    i18n = ctx.i18n
    if table.records:
        heads, rows = shown_table.shown_rows(ctx, table, page)
        label = i18n.t(TITLES[ctx.view.table])
        place = i18n.t("Page {page} of {pages}", page=page, pages=pages)
        return (blocks.Table(label, heads, rows, place, page, pages),)
    unsought = replace(ctx, view=replace(ctx.view, find=""))
    if ctx.view.find and build_view_table(unsought, ctx.view.table).records:
        clear = ViewChange(i18n.t("Clear the search"), {"find": "", "page": 1})
        nothing = blocks.words("data_nothing.html", ctx, words=ctx.view.find)
        return nothing, blocks.ways_on(ctx, (clear,))
    return (blocks.nothing_left(ctx, i18n.t(NOTHING_FITS)),)
