"""Data: the rows of the chosen table, the files, what each column means, and files of one's own."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from markupsafe import Markup

from components.export.packaging import GUARD, TITLES
from components.export.view_files import File, file_address, table_for
from components.page.blocks import Block, Fold, Form, Page, Table, Ways, words
from components.page.event_pages import nothing_left, table_page
from components.presentation.context import Context
from components.presentation.dictionary_texts import (
    WHOLE,
    dictionary_rows,
    table_files,
    table_words,
)
from components.presentation.notices import Way, current_address, nothing_fits
from components.presentation.pages import lead_of
from components.presentation.shown_table import (
    ShownTable,
    chosen_claimant,
    rows_sentence,
    shown_rows,
    shown_table,
    table_label,
    table_sentence,
)
from components.query.view_tables import SPECS


def data(ctx: Context) -> Page:
    """A table to choose, search and order; its files; its columns; files of a reader's own."""
    if ctx.story.table:
        return table_page(ctx)
    found, i18n, private, t = shown_table(ctx), ctx.i18n, ctx.story.private, ctx.i18n.t
    sections = [
        ("rows", t("Rows")),
        ("downloads", t("Download")),
        ("dictionary", t("What the columns mean")),
        *(() if private else (("addresses", t("Addresses for programs (API)")),)),
        ("open-your-own", t("Open your own story")),
        ("make-a-lesson", t("Make a lesson")),
    ]

    def tables() -> tuple[Block, ...]:
        start = {"sort": "", "columns": (), "page": 1, "claimant": None}
        choices = [
            (current_address(ctx, table=name, **start), table_label(name, ctx), name == chosen)
            for name in SPECS
        ]
        return (words("text_choices.html", ctx, label=t("Table"), choices=choices),)

    chosen, sentence = ctx.view.table, table_sentence(ctx)
    blocks: list[Block] = [
        words("shown.html", ctx, text=sentence),
        Fold(Markup(), links=tuple(sections)),
        Form("table", tables),
        Form("table-tools"),
    ]
    if ctx.view.page > found.pages:
        line = i18n.n(
            "page: there is only {count} page.", "page: there are only {count} pages.", found.pages
        )
        blocks.append(words("notices.html", ctx, lines=[line]))
    blocks.append(words("data_rows.html", ctx, text=rows_sentence(ctx, found)))
    if chosen_claimant(ctx):
        everybody = Way(t("Show the claims of everybody"), {"claimant": None, "page": 1})
        blocks.append(Ways((everybody,), name="everybody"))
    taken = words(
        "data_files.html",
        ctx,
        words=table_words(ctx.view, i18n, found),
        count=len(found.table.records),
        table=table_files(ctx),
        whole=[
            File(label, file_address(ctx, name), note=t(note))
            for name, (label, note) in WHOLE.items()
        ],
        guard=t(GUARD),
        lesson=f"./present?{urlencode(ctx.params('present', panel='teacher'), doseq=True)}",
    )
    blocks += [
        *_rows(ctx, found),
        Form("own-files", lambda: (taken,)) if private else taken,
        words("data_dictionary.html", ctx, tables=dictionary_rows(ctx.dataset, i18n)),
        *(() if private else (Form("addresses"),)),
        Form("open-story"),
        Form("lesson"),
    ]
    heading = t("The rows behind every mark, to read and download")
    return Page(heading, lead_of("data", i18n), blocks, shown=sentence)


def _rows(ctx: Context, found: ShownTable) -> tuple[Block, ...]:
    """The rows of the page that is shown; without any, why, and what to do."""
    i18n = ctx.i18n
    if found.table.records:
        heads, rows = shown_rows(ctx, found)
        label = i18n.t(TITLES[ctx.view.table])
        numbers = {"page": i18n.number(found.page), "pages": i18n.number(found.pages)}
        place = i18n.t("Page {page} of {pages}", **numbers)
        return (Table(label, heads, rows, place, found.page, found.pages),)
    unsought = replace(ctx, view=replace(ctx.view, find=""))
    if ctx.view.find and table_for(unsought, ctx.view.table).records:
        clear = Way(i18n.t("Clear the search"), {"find": "", "page": 1})
        return words("data_nothing.html", ctx, words=ctx.view.find), Ways((clear,))
    return (nothing_left(ctx, nothing_fits(i18n)),)
