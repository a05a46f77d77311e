"""Data: the rows of the chosen table, the files, what each column means, and files of one's own."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from markupsafe import Markup

from components.export.packaging import GUARD, TITLES
from components.export.view_files import File, file_address, table_for
from components.page.blocks import Block, Fold, Form, Instrument, Page, Table, Ways, Words
from components.page.event_blocks import nothing_left
from components.page.table_pages import table_page
from components.presentation.context import Context
from components.presentation.dictionary_texts import (
    WHOLE,
    dictionary_rows,
    table_files,
    table_words,
)
from components.presentation.markup import filled
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
from components.presentation.ways_back import (
    Way,
    current_address,
    nothing_fits,
)
from components.query.view_tables import SPECS


def data(ctx: Context) -> Page:
    """A table to choose, search and order; its files; its columns; files of a reader's own."""
    if ctx.story.table:
        return table_page(ctx)
    found, i18n, private = shown_table(ctx), ctx.i18n, ctx.story.private
    taken, shown = Words(files(ctx, found)), table_sentence(ctx)
    return Page(
        i18n.t("The rows behind every mark, to read and download"),
        lead_of("data", i18n),
        (
            Words(filled("shown.html", i18n, text=shown)),
            Fold(Markup(), links=_index(ctx)),
            Instrument("table", lambda: (_tables(ctx),)),
            Form("table-tools"),
            *_beyond(ctx, found),
            Words(filled("data_rows.html", i18n, text=rows_sentence(ctx, found))),
            *_everybody(ctx),
            *_rows(ctx, found),
            Instrument("own-files", lambda: (taken,)) if private else taken,
            Words(filled("data_dictionary.html", i18n, tables=dictionary_rows(ctx.dataset, i18n))),
            *(() if private else (Form("addresses"),)),
            Form("open-story"),
            Form("lesson"),
        ),
        shown=shown,
    )


def _index(ctx: Context) -> tuple[tuple[str, str], ...]:
    """The parts of the page, in a line that stays in sight."""
    t = ctx.i18n.t
    links = (
        ("rows", t("Rows")),
        ("downloads", t("Download")),
        ("dictionary", t("What the columns mean")),
        ("addresses", t("Addresses for programs (API)")),
        ("open-your-own", t("Open your own story")),
        ("make-a-lesson", t("Make a lesson")),
    )
    return tuple(link for link in links if link[0] != "addresses" or not ctx.story.private)


def _beyond(ctx: Context, found: ShownTable) -> tuple[Words, ...]:
    """That the address names a page beyond the last."""
    if ctx.view.page <= found.pages:
        return ()
    line = ctx.i18n.n(
        "page: there is only {count} page.", "page: there are only {count} pages.", found.pages
    )
    return (Words(filled("notices.html", ctx.i18n, lines=[line])),)


def _tables(ctx: Context) -> Words:
    """The tables to choose from as links, each with its number of rows."""
    choices = []
    for name in SPECS:
        where = current_address(ctx, table=name, sort="", columns=(), page=1, claimant=None)
        choices.append((where, table_label(name, ctx), name == ctx.view.table))
    made = filled("text_choices.html", ctx.i18n, label=ctx.i18n.t("Table"), choices=choices)
    return Words(made)


def files(ctx: Context, found: ShownTable) -> Markup:
    """The links to the files of this table and of all that the filters leave."""
    i18n = ctx.i18n
    return filled(
        "data_files.html",
        ctx.i18n,
        words=table_words(ctx.view, i18n, found),
        count=len(found.table.records),
        table=table_files(ctx),
        whole=[
            File(label, file_address(ctx, name), note=i18n.t(note))
            for name, (label, note) in WHOLE.items()
        ],
        guard=i18n.t(GUARD),
        lesson=f"./present?{urlencode(ctx.params('present', panel='teacher'), doseq=True)}",
    )


def _everybody(ctx: Context) -> tuple[Ways, ...]:
    """The way back from the claims of one claimant; nothing where those of all are shown."""
    if not chosen_claimant(ctx):
        return ()
    label = ctx.i18n.t("Show the claims of everybody")
    return (Ways((Way(label, {"claimant": None, "page": 1}),), name="everybody"),)


def _rows(ctx: Context, found: ShownTable) -> tuple[Block, ...]:
    """The rows of the page that is shown; without any, why, and what to do."""
    i18n = ctx.i18n
    if found.table.records:
        heads, rows = shown_rows(ctx, found)
        label = i18n.t(TITLES[ctx.view.table])
        numbers = {"page": i18n.number(found.page), "pages": i18n.number(found.pages)}
        words = i18n.t("Page {page} of {pages}", **numbers)
        return (Table(label, heads, rows, words, found.page, found.pages),)
    unsought = replace(ctx, view=replace(ctx.view, find=""))
    if ctx.view.find and table_for(unsought, ctx.view.table).records:
        clear = Way(i18n.t("Clear the search"), {"find": "", "page": 1})
        none = filled("data_nothing.html", i18n, words=ctx.view.find)
        return Words(none), Ways((clear,))
    return (nothing_left(ctx, nothing_fits(i18n)),)
