"""The Data page as text: the rows of the chosen table, the files, and what each column means."""

from __future__ import annotations

from urllib.parse import urlencode

from markupsafe import Markup

from components.exports.notes import GUARD, TITLES
from components.presentation.context import Context
from components.presentation.files import File, file_address
from components.presentation.markup import filled
from components.presentation.pages import lead_of
from components.presentation.tables.dictionary import (
    WHOLE,
    dictionary_rows,
    table_files,
    table_words,
)
from components.presentation.tables.shown import (
    Shown,
    chosen_claimant,
    rows_sentence,
    shown_rows,
    shown_table,
    table_counts,
    table_sentence,
)
from components.presentation.text.parts import (
    PageParts,
    nothing_left,
    pager,
    shown,
)
from components.presentation.ways_back import current_address, nothing_fits


def tables_label(ctx: Context) -> list[tuple[str, str, bool]]:
    """The tables to choose from: address, name with its number of rows, and whether it is shown."""
    i18n, found = ctx.i18n, []
    for name, (left, total) in table_counts(ctx.subset).items():
        count = i18n.t("{shown} of {total}", shown=i18n.number(left), total=i18n.number(total))
        label = f"{i18n.t(TITLES[name])} · {i18n.number(total) if left == total else count}"
        where = current_address(ctx, table=name, sort="", columns=(), page=1, claimant=None)
        found.append((where, label, name == ctx.view.table))
    return found


def files(ctx: Context, found: Shown) -> Markup:
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


def _rows(ctx: Context, found: Shown) -> Markup:
    i18n = ctx.i18n
    if not found.table.records:
        if ctx.view.find:
            return filled("data_nothing.html", ctx.i18n, words=ctx.view.find)
        return nothing_left(ctx, nothing_fits(i18n))
    heads, rows = shown_rows(ctx, found)
    label = i18n.t(TITLES[ctx.view.table])
    made = filled("text_table.html", i18n, label=label, heads=heads, rows=rows)
    numbers = {"page": i18n.number(found.page), "pages": i18n.number(found.pages)}
    words = i18n.t("Page {page} of {pages}", **numbers)
    return made + pager(words, found.page, found.pages, ctx)


def _everybody(ctx: Context) -> Markup:
    """The way back from the claims of one claimant; nothing where those of all are shown."""
    if not chosen_claimant(ctx):
        return Markup()
    every = ctx.i18n.t("Show the claims of everybody"), False
    choices = [(current_address(ctx, claimant=None, page=1), *every)]
    label = ctx.i18n.t("Who said it")
    return filled("text_choices.html", ctx.i18n, label=label, choices=choices)


def data(ctx: Context) -> PageParts:
    """The Data page as text: rows, files and columns."""
    found, t = shown_table(ctx), ctx.i18n.t
    parts = (
        shown(table_sentence(ctx), ctx.i18n),
        filled("text_choices.html", ctx.i18n, label=t("Table"), choices=tables_label(ctx)),
        filled("data_rows.html", ctx.i18n, text=rows_sentence(ctx, found)),
        _everybody(ctx),
        _rows(ctx, found),
        files(ctx, found),
        filled("data_dictionary.html", ctx.i18n, tables=dictionary_rows(ctx.dataset, ctx.i18n)),
    )
    return PageParts(
        t("The rows behind every mark, to read and download"), lead_of("data", ctx.i18n), parts
    )
